"""Where a reader sees one character end and the next begin.

Source: Unicode Standard Annex 29, extended grapheme clusters, as ``regex`` implements them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

GLANCE = 32
"""Code points that are looked at first for the end of a grapheme; few are longer."""


def needs_graphemes(text: str) -> bool:
    """Tell whether a grapheme may be longer than one code point: not in ASCII without CR."""
    return not text.isascii() or "\r" in text


@cache
def _cluster() -> regex.Pattern[str]:
    import regex

    return regex.compile(r"\X")


@cache
def _sure_break() -> regex.Pattern[str]:
    """Match a pair of code points that part whatever stands around them.

    Every rule that joins (GB3 to GB13) needs CR, Prepend, ZWJ, Extend, L or a regional indicator
    on the left, or Extend, ZWJ, SpacingMark, V or T on the right. Extend and ZWJ join only what is
    not ASCII.
    """
    import regex

    left = _classes("Other", "Control", "LF", "LV", "V", "LVT", "T", "SpacingMark")
    right = _classes("Other", "Control", "CR", "LF", "L", "LV", "LVT", "RI", "Prepend")
    return regex.compile(rf"[{left}][{right}]|[{_classes('Extend', 'ZWJ')}][\x00-\x7f]")


def _classes(*kinds: str) -> str:
    return "".join(rf"\p{{GCB={kind}}}" for kind in kinds)


class Graphemes:
    """The grapheme boundaries of one text, looked up where they are asked for.

    Boundaries that were found are remembered, and so is the last long grapheme: a long row of code
    points without a sure break between them is walked once, not for every question.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._known = array("q", [0])
        self._long = (0, 0)

    def at_or_before(self, offset: int) -> int:
        """Return the last boundary at or before an offset of the text."""
        text, known = self._text, self._known
        if offset >= len(text):
            return offset
        start, end = self._long
        if start <= offset < end:
            return start
        floor = known[bisect_right(known, offset) - 1]
        sure = _sure_break()
        safe = offset
        while safe > floor and not sure.match(text, safe - 1):
            safe -= 1
        if safe < offset:
            safe = self._walk(safe, offset)
            if offset - safe > GLANCE:
                self._long = (safe, self.after(safe))
        self._remember(safe)
        return safe

    def after(self, boundary: int) -> int:
        """Return the end of the grapheme that begins at a boundary before the text's end."""
        text = self._text
        if boundary == self._long[0] and self._long[1]:
            return self._long[1]
        if boundary + 1 >= len(text) or _sure_break().match(text, boundary):
            return boundary + 1
        # Only a copy is looked at: on the text itself, the expression looks back from its start.
        width = GLANCE
        while True:
            cluster = _cluster().match(text[boundary : boundary + width])
            length = cluster.end() if cluster else 1
            if length < width or boundary + width >= len(text):
                return boundary + length
            width *= 8

    def is_boundary(self, offset: int) -> bool:
        """Tell whether no grapheme is cut at an offset."""
        text = self._text
        if 0 < offset < len(text) and text[offset - 1].isascii() and text[offset].isascii():
            return text[offset] != "\n" or text[offset - 1] != "\r"
        return self.at_or_before(offset) == offset

    def _walk(self, boundary: int, offset: int) -> int:
        """Return the last boundary at or before an offset, given one before it."""
        last = boundary
        # What stands behind the offset cannot undo a break before it.
        for cluster in _cluster().finditer(self._text[boundary : offset + 1]):
            if boundary + cluster.end() > offset:
                break
            last = boundary + cluster.end()
        return last

    def _remember(self, boundary: int) -> None:
        if boundary > self._known[-1]:
            self._known.append(boundary)
