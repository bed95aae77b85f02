"""The LaTeX format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document, Outline

_SIGNS = re.compile(
    r"\\(?:documentclass|usepackage|begin|end|(?:sub)*section\*?|chapter\*?|newcommand|label|item)"
    r"(?![A-Za-z])"
)
_ENOUGH = 4


@dataclass(frozen=True, slots=True)
class LatexOptions:
    """What may be chosen.

    Attributes:
        comments: Whether a reader gets to see comments.
    """

    comments: bool = False


class LatexFormat:
    """Sections, environments, verbatim text, comments."""

    name = "latex"
    suffixes = (".tex", ".latex", ".ltx")
    media_types = ("text/x-tex", "application/x-tex", "application/x-latex")
    rungs = (
        *((f"section-{depth}", f"before a heading of depth {depth}") for depth in range(1, 8)),
        ("environment", "before an environment and behind it"),
        ("item", "before an item of a list"),
        ("paragraph", "after one or more blank lines"),
        ("verbatim-line", "before a line of a verbatim environment"),
        ("sentence", "after a sentence"),
        ("line", "after a line end"),
        ("word", "before a word"),
        ("grapheme", "between two characters as a reader sees them"),
    )
    options = LatexOptions

    def sniff(self, head: str) -> float:
        """Rate by commands that hardly any other format has."""
        signs = sum(1 for _ in zip(_SIGNS.finditer(head), range(_ENOUGH), strict=False))
        return 0.9 * signs / _ENOUGH

    def outline(self, document: Document, options: LatexOptions) -> Outline:
        """Read the text once."""
        from ._outline import outline_of

        return outline_of(document.text, options)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return nothing."""
        return {}


def make() -> LatexFormat:
    """Return the format."""
    return LatexFormat()
