"""The formats: pages as a reader sees them, and HTML as source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._options import HtmlOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document, Outline

_FINEST = (
    ("line", "before a line, as a reader sees it: behind a line break, and in verbatim text"),
    ("sentence", "behind a sentence"),
    ("word", "before a word"),
    ("grapheme", "between characters as a reader sees them"),
)


class HtmlFormat:
    """Pages, without tags."""

    name = "html"
    suffixes = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".shtm")
    media_types = ("text/html", "application/xhtml+xml")
    rungs = (
        *(
            (f"section-{depth}", f"at the edges of a section or an article, {depth} deep")
            for depth in range(1, 7)
        ),
        *((f"heading-{rank}", f"before a heading of rank {rank}") for rank in range(1, 7)),
        *(
            (f"block-{depth}", f"at the edges of a block, at depth {depth} of those with text")
            for depth in range(1, 13)
        ),
        *(
            (f"item-{depth}", f"before an item of a list, or a block in one, {depth} deep")
            for depth in range(1, 7)
        ),
        ("row", "before a row of a table, but for the first"),
        ("cell", "before a cell of a table, or a block in one"),
        ("verbatim-part", "behind a blank line in verbatim text"),
        *_FINEST,
    )
    options = HtmlOptions

    def sniff(self, head: str) -> float:
        """Rate by the first tag, or by tags that only HTML has."""
        from ._sniff import rate

        return rate(head)

    def outline(self, document: Document, options: HtmlOptions) -> Outline:
        """Mark sections, blocks, items, rows and cells; show the page without its tags."""
        from ._outline import outline_of

        return outline_of(document.text, options)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return the anchor of the nearest heading at or before a chunk."""
        from ._outline import PageOutline, facts_of

        return facts_of(outline, start) if isinstance(outline, PageOutline) else {}


@dataclass(frozen=True, slots=True)
class HtmlSourceOptions:
    """HTML as source has no options."""


class HtmlSourceFormat:
    """HTML of which the tags are what matters: in a manual, in a repository."""

    name = "html-source"
    suffixes: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    rungs = (
        *(
            (f"element-{depth}", f"before a block element, {depth} deep, or behind its end tag")
            for depth in range(1, 7)
        ),
        ("line", "before a line"),
        ("word", "before a word"),
        ("grapheme", "between characters as a reader sees them"),
    )
    options = HtmlSourceOptions

    def sniff(self, head: str) -> float:
        """Return 0: whoever wants the tags says so."""
        return 0.0

    def outline(self, document: Document, options: HtmlSourceOptions) -> Outline:
        """Mark where block elements begin."""
        from ._source import outline_of

        return outline_of(document.text)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return nothing."""
        return {}
