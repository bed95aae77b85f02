"""The reStructuredText format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document, Outline

DEEPEST = 8

_SIGNS = re.compile(
    r"^\.\. (?:[\w:+.-]+::(?:\s|$)|_[^:\n]+:|\|[^|\n]+\| \w+::|\[[^\]\n]+\] )|:[\w:+.-]+:`[^`\n]",
    re.MULTILINE,
)
_ENOUGH = 3


@dataclass(frozen=True, slots=True)
class RstOptions:
    """What may be chosen.

    Attributes:
        comments: Whether a reader gets to see comments and link targets.
    """

    comments: bool = False


class RstFormat:
    """Sections by the characters under their titles; directives, literal blocks, lists, tables."""

    name = "rst"
    suffixes = (".rst", ".rest")
    media_types = ("text/x-rst", "text/prs.fallenstein.rst")
    rungs = (
        *((f"section-{depth}", f"before a section of depth {depth}") for depth in range(1, 9)),
        ("block", "before a paragraph, a list, a directive, a literal block or a table"),
        ("item", "before an item of a list, or a field"),
        ("body-line", "before a line of a literal block, a directive or a table"),
        ("sentence", "after a sentence"),
        ("line", "after a line end"),
        ("word", "before a word"),
        ("grapheme", "between two characters as a reader sees them"),
    )
    options = RstOptions

    def sniff(self, head: str) -> float:
        """Rate by directives, targets and roles, which no other format has."""
        signs = sum(1 for _ in zip(_SIGNS.finditer(head), range(_ENOUGH), strict=False))
        return 0.9 * signs / _ENOUGH

    def outline(self, document: Document, options: RstOptions) -> Outline:
        """Read the lines once."""
        from ._outline import outline_of

        return outline_of(document.text, options)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return nothing."""
        return {}


def make() -> RstFormat:
    """Return the format."""
    return RstFormat()
