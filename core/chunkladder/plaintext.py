"""The format that core brings itself: plain text, on which every other one falls back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .model import Outline
from .rungs import GENERAL_RUNGS, TEXT_LADDER, Ladder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .model import Document


@dataclass(frozen=True, slots=True)
class TextOptions:
    """Plain text has no options."""


class TextFormat:
    """Prose without markup: paragraphs, lines, sentences, words, graphemes."""

    name = "text"
    suffixes = (".txt", ".text")
    media_types = ("text/plain",)
    rungs = tuple((rung, GENERAL_RUNGS[rung]) for rung in TEXT_LADDER)
    options = TextOptions

    def sniff(self, head: str) -> float:
        """Return 0.0: the fallback never competes."""
        return 0.0

    def outline(self, document: Document, options: TextOptions) -> Outline:
        """Return the ladder of plain text; there is nothing to mark."""
        return Outline(ladder=Ladder(TEXT_LADDER))

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return nothing: a stretch of plain text has no facts of its own."""
        return {}
