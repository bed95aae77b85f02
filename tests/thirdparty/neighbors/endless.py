"""A plugin that never returns."""

from chunkladder import DeclaredFormat, hookimpl


class Endless(DeclaredFormat):
    """A format that never comes to an end."""

    def outline(self, document, options):
        """Go on and on."""
        while True:
            pass


@hookimpl
def chunkladder_formats():
    """Return the format."""
    return [Endless(name="endless", ladder={"part": "^"}, suffixes=[".endless"])]
