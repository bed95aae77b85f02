"""Cutters that leave out some of the cuts of another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from .cutters import NONE, Cutter, OffsetsCutter
from .graphemes import Graphemes
from .rungs import Regex, Separator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .rungs import Rung


_FREE = {"grapheme", "character"}


class _Guard(Cutter):
    """What guards share: a stretch without a cut that is left is one without a cut."""

    def __init__(self, inner: Cutter) -> None:
        self._inner = inner
        self.is_last_resort = inner.is_last_resort

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._hi = hi
        if self._inner.enter(lo, hi) == NONE:
            return NONE
        return lo if self.next(lo) < hi else NONE


class GraphemeGuard(_Guard):
    """A rung's cuts, without those inside a grapheme."""

    def __init__(self, inner: Cutter, text: str) -> None:
        super().__init__(inner)
        self._is_boundary = Graphemes(text).is_boundary

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        cut = self._inner.last(after, limit)
        while cut != NONE and not self._is_boundary(cut):
            cut = self._inner.last(after, cut - 1)
        return cut

    def next(self, after: int) -> int:
        """Return the next cut."""
        cut = self._inner.next(after)
        while cut < self._hi and not self._is_boundary(cut):
            cut = self._inner.next(cut)
        return cut


class _SpanGuard(_Guard):
    """A guard that looks at spans, disjoint and sorted."""

    def __init__(self, inner: Cutter, starts: Sequence[int], ends: Sequence[int]) -> None:
        super().__init__(inner)
        self._starts = starts
        self._ends = ends


class SolidGuard(_SpanGuard):
    """A rung's cuts, without those strictly inside some spans."""

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        cut = self._inner.last(after, limit)
        while cut != NONE:
            span = self._around(cut)
            if span == NONE:
                break
            cut = self._inner.last(after, self._starts[span])
        return cut

    def next(self, after: int) -> int:
        """Return the next cut."""
        cut = self._inner.next(after)
        while cut < self._hi:
            span = self._around(cut)
            if span == NONE:
                break
            cut = self._inner.next(self._ends[span] - 1)
        return cut

    def _around(self, cut: int) -> int:
        """Return which span holds a cut strictly inside, or ``NONE``."""
        place = bisect_left(self._starts, cut) - 1
        return place if place >= 0 and cut < self._ends[place] else NONE


class SolidOffsetsCutter(Cutter):
    """Cuts that a parser found, without those strictly inside some spans.

    Does what a guard would do, but looks at the spans once for each cut of a stretch.
    """

    def __init__(self, cuts: Sequence[int], starts: Sequence[int], ends: Sequence[int]) -> None:
        self._cuts = cuts
        self._starts = starts
        self._ends = ends
        self._kept: list[int] = []

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._hi = hi
        cuts, first = self._cuts, bisect_right(self._cuts, lo)
        if first == len(cuts) or cuts[first] >= hi:
            return NONE
        self._kept = self._outside(cuts[first : bisect_left(cuts, hi, first)])
        return lo if self._kept else NONE

    def _outside(self, cuts: Sequence[int]) -> list[int]:
        starts, ends = self._starts, self._ends
        return [
            cut
            for cut in cuts
            if not (behind := bisect_left(starts, cut)) or cut >= ends[behind - 1]
        ]

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        place = bisect_right(self._kept, limit)
        cut = self._kept[place - 1] if place else NONE
        return cut if cut > after else NONE

    def next(self, after: int) -> int:
        """Return the next cut."""
        place = bisect_right(self._kept, after)
        return self._kept[place] if place < len(self._kept) else self._hi

    def between(self, after: int, last: int) -> Sequence[int]:
        """Return the cuts in a stretch."""
        return self._kept[bisect_right(self._kept, after) : bisect_right(self._kept, last)]


class InsideGuard(_SpanGuard):
    """A rung's cuts, without those that are not strictly inside one of some spans."""

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        cut = self._inner.last(after, limit)
        while cut != NONE:
            place = bisect_left(self._starts, cut) - 1
            if place < 0:
                return NONE
            if cut < self._ends[place]:
                return cut
            cut = self._inner.last(after, self._ends[place] - 1)
        return cut

    def next(self, after: int) -> int:
        """Return the next cut."""
        cut = self._inner.next(after)
        while cut < self._hi:
            place = bisect_right(self._ends, cut)
            if place == len(self._ends):
                return self._hi
            if self._starts[place] < cut:
                return cut
            cut = self._inner.next(self._starts[place])
        return cut


def between_graphemes(cutter: Cutter, rung: Rung, text: str) -> Cutter:
    """Keep a named rung from cutting inside a grapheme.

    A literal or a pattern cuts just where it matches.
    """
    if isinstance(rung, Separator | Regex) or (isinstance(rung, str) and rung in _FREE):
        return cutter
    return GraphemeGuard(cutter, text)


def outside(cutter: Cutter, starts: Sequence[int], ends: Sequence[int]) -> Cutter:
    """Keep a rung from cutting inside spans, and from dropping a separator that touches one."""

    def may_drop(start: int, end: int) -> bool:
        place = bisect_right(ends, start)
        if place == len(ends):
            return True
        return end <= starts[place] or start == end == starts[place]

    if isinstance(cutter, OffsetsCutter):
        return SolidOffsetsCutter(cutter.cuts, starts, ends)
    return cutter.limited(may_drop) or SolidGuard(cutter, starts, ends)


def inside(cutter: Cutter, starts: Sequence[int], ends: Sequence[int]) -> Cutter:
    """Let a rung cut, or drop a separator, only inside spans."""

    def may_drop(start: int, end: int) -> bool:
        place = bisect_right(ends, start)
        return place < len(ends) and starts[place] <= start and end <= ends[place]

    return cutter.limited(may_drop) or InsideGuard(cutter, starts, ends)
