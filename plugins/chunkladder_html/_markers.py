"""What a reader sees in front of the items of a list."""

from __future__ import annotations

from ._tokens import attributes_of

_FEW_DIGITS = 9


class Markers:
    """The markers of one list, in order.

    Args:
        name: The list's element.
        tag: Its start tag.
    """

    def __init__(self, name: str, tag: str) -> None:
        self._next = 0
        self._is_ordered = name == "ol"
        if self._is_ordered:
            start = attributes_of(tag).get("start", "").strip()
            few = start.isascii() and start.isdecimal() and len(start) <= _FEW_DIGITS
            self._next = int(start) if few else 1

    def next_one(self) -> str:
        """Return what stands in front of the next item."""
        if not self._is_ordered:
            return "- "
        self._next += 1
        return f"{self._next - 1}. "
