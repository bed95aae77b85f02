"""A made-up format whose outline a test sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from chunkladder.model import Document, Outline


@dataclass(frozen=True, slots=True)
class NestedOptions:
    """No options."""


class NestedFormat:
    """A format that answers with what a test wants.

    Args:
        outline: The outline, or a function that makes it.
        name: What to call the format.
    """

    suffixes = ()
    media_types = ()
    rungs = (("rung-0", "coarse"), ("rung-1", "finer"), ("rung-2", "fine"))
    options = NestedOptions

    def __init__(
        self, outline: Outline | Callable[[Document], Outline], name: str = "nested"
    ) -> None:
        self.name = name
        self._outline = outline

    def sniff(self, head: str) -> float:
        """Never claim a text."""
        return 0.0

    def outline(self, document: Document, options: NestedOptions) -> Outline:
        """Return what the test set."""
        return self._outline(document) if callable(self._outline) else self._outline

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Say nothing."""
        return {}
