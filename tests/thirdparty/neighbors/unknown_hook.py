"""A plugin with a hook that does not exist."""

from chunkladder import hookimpl


@hookimpl
def chunkladder_format():
    """Return formats, under a name that is not the hook's."""
    return []
