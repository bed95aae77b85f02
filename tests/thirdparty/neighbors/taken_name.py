"""A plugin that claims the name of a format that is there already."""

from chunkladder import DeclaredFormat, hookimpl


@hookimpl
def chunkladder_formats():
    """Return another format for logs, and one with a name of its own."""
    return [
        DeclaredFormat(name="log", ladder={"entry": "^"}, suffixes=[".log"]),
        DeclaredFormat(name="diary", ladder={"day": "^Day "}, suffixes=[".diary"]),
    ]
