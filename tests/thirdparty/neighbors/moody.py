"""A plugin that raises now and then."""

from chunkladder import DeclaredFormat, hookimpl


class Moody(DeclaredFormat):
    """A format that does not like some letters."""

    def sniff(self, head):
        """Raise for what begins like a log."""
        if head[:1].isdigit():
            raise RuntimeError("not before coffee")
        return 0.0

    def outline(self, document, options):
        """Raise where there is an exclamation mark."""
        if "!" in document.text:
            raise RuntimeError("do not shout")
        return super().outline(document, options)

    def describe(self, document, outline, start, end):
        """Raise where there is a question mark."""
        if "?" in document.text[start:end]:
            raise RuntimeError("do not ask")
        return {}


@hookimpl
def chunkladder_formats():
    """Return the format."""
    return [Moody(name="moody", ladder={"part": "^"}, suffixes=[".moody"])]
