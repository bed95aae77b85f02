"""The code plugin."""

from chunkladder import hookimpl


@hookimpl
def chunkladder_formats() -> list[object]:
    """Return no format yet."""
    return []
