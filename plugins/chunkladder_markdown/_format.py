"""The Markdown format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ._options import MarkdownOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document, Outline

_SURE = re.compile(
    r"""
    (?P<heading>^\#{1,6}[ ]\S)
    |(?P<fence>^(?:```|~~~)[\w{]*[ ]*$)
    |(?P<link>\[[^\]\n]+\]\((?:https?:|[\w./\#-])[^)\n]*\))
    |(?P<table>^\|?[ ]*:?-{3,}:?[ ]*\|[-|: ]*$)
    |(?P<strong>\*\*\w[^*\n]*\*\*)
    """,
    re.MULTILINE | re.VERBOSE,
)
_NOT = re.compile(r"^#!|^<(?:!doctype|html|\?xml)", re.IGNORECASE)


class MarkdownFormat:
    """CommonMark with tables, front matter, and the extensions that people use."""

    name = "markdown"
    suffixes = (".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".qmd", ".rmd")
    media_types = ("text/markdown", "text/x-markdown")
    rungs = (
        *((f"heading-{level}", f"before a heading of level {level}") for level in range(1, 7)),
        ("block", "before a block at the top: a paragraph, list, table, fence, quote"),
        *(
            (f"item-{depth}", f"before a list item or a block in a quote, {depth} deep")
            for depth in range(1, 7)
        ),
        ("row", "before a row of a table, but for the first"),
        ("verbatim-part", "behind a blank line in a fence, in indented code or in HTML"),
        ("verbatim-line", "before a line in a fence, in indented code or in HTML"),
        ("sentence", "behind a sentence"),
        ("line", "before a line"),
        ("word", "before a word"),
        ("grapheme", "between characters as a reader sees them"),
    )
    options = MarkdownOptions
    depends_on = ("markdown-it-py", "pyyaml")

    def sniff(self, head: str) -> float:
        """Rate by headings, fences, links, tables and strong words: two kinds of them are sure."""
        if _NOT.match(head):
            return 0.0
        kinds: dict[str | None, int] = {}
        for found in _SURE.finditer(head):
            kinds[found.lastgroup] = kinds.get(found.lastgroup, 0) + 1
        # Other formats have bold words and headings, too: transcripts, contracts.
        certain = len(kinds.keys() - {"strong"})
        if "heading" in kinds and certain > 1:
            return 0.8
        if len(kinds) > 1 or kinds.get("fence", 0) > 1:
            return 0.6
        return 0.3 if kinds else 0.0

    def outline(self, document: Document, options: MarkdownOptions) -> Outline:
        """Parse the blocks, and mark sections, blocks, items, rows and lines."""
        from ._outline import outline_of

        return outline_of(document.text, options)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return nothing: the path says what there is to say."""
        return {}
