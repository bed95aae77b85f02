"""A plugin whose outlines lie, each in another way."""

from chunkladder import DeclaredFormat, Edit, Ladder, Offsets, Outline, Scope, hookimpl


class Lying(DeclaredFormat):
    """A format that answers any text of nine characters or more with a lie."""

    def outline(self, document, options):
        """Lie."""
        if len(document.text) < 9:
            return super().outline(document, options)
        cuts = {"lie-range": [99_999], "lie-order": [7, 5]}.get(self.name, [])
        scopes, edits = [], []
        if self.name == "lie-scopes":
            scopes = [Scope(0, 5, "a"), Scope(2, 7, "b")]
        if self.name == "lie-edits":
            edits = [Edit(0, 5), Edit(2, 7)]
        return Outline(Ladder([Offsets("part", cuts), "word"]), scopes=scopes, edits=edits)


@hookimpl
def chunkladder_formats():
    """Return the formats, named by what they lie about."""
    return [
        Lying(name=f"lie-{what}", ladder={"part": "^"}, suffixes=[f".lie-{what}"])
        for what in ("range", "order", "scopes", "edits")
    ]
