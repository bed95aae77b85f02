"""SPLIT and PACK: pure, on offsets, without making pieces and without recursion.

``docs/explanation/split-and-pack.md`` tells the algorithm with a worked example.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from .cutters import BATCH, NONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .anchors import Anchors
    from .cutters import Cut, Cutter

END = -1
"""The level of an edge that no rung cut: the end of what was split."""


class Room(Protocol):
    """How much of a text fits into one chunk; see ``context.Room``."""

    exact: bool
    is_even: bool
    size: int
    overlap: int

    def reach(self, start: int) -> int:
        """Return how far a chunk that begins here may go."""
        ...

    def is_good(self, start: int, end: int) -> bool:
        """Tell whether a piece is smaller than a chunk that begins with it may be."""
        ...

    def back(self, end: int) -> int:
        """Return where the longest overlap begins that ends here."""
        ...

    def earliest(self, end: int) -> int:
        """Return an offset before which no chunk that reaches this end can begin."""
        ...

    def seal(self, offset: int) -> int:
        """Return the last edge at or before an offset that overlap must not cross, or 0."""
        ...

    def fits(self, start: int, end: int) -> bool:
        """Tell whether the finished text of a chunk, measured, is within the size."""
        ...

    def is_bare_too_big(self, start: int, end: int) -> bool:
        """Tell whether a stretch would not fit even with nothing put around it."""
        ...

    def may_share(self, start: int, end: int) -> bool:
        """Tell whether a stretch is within the overlap, measuring it where need be."""
        ...

    def farthest(self, start: int) -> int:
        """Return an end beyond which hardly anything fits, however wrong the estimates were."""
        ...

    def hopeless(self, start: int) -> int:
        """Return an end beyond which it is not worth while to measure."""
        ...

    def shorter(self, start: int, end: int) -> int:
        """Return an end below ``end`` that may fit, right after ``start … end`` did not."""
        ...


class _Frame(NamedTuple):
    """A stretch that is being SPLIT at one rung, and how far PACK has come.

    The buffer holds ``start … new``, overlap from before; pieces from ``new`` on are to come. What
    cut the stretch's end is ``edge``.
    """

    level: int
    start: int
    new: int
    hi: int
    edge: int


GROWTH = 2
"""How often a measured chunk may turn out to have room for one piece more."""


class Engine:
    """Walks one text down one ladder.

    Args:
        cutters: The ladder's cutters for the text, coarse to fine.
        room: What fits.
        reopen: The cutter of ``overlap_at``, already turned to the whole text; chunks then begin
            at its cuts. None: overlap is made of whole pieces of the run.
        drops: Whether some rung drops separators, which it does even where all fits.
        anchors: Picks where chunks end; None: as late as possible.
    """

    def __init__(
        self,
        cutters: Sequence[Cutter],
        room: Room,
        *,
        reopen: Cutter | None = None,
        drops: bool = False,
        anchors: Anchors | None = None,
    ) -> None:
        self._cutters = cutters
        self._room = room
        self._reopen = reopen
        self._drops = drops
        self._anchors = anchors
        self._packs_overlap = room.overlap > 0 and reopen is None
        self._found = (0, -1)
        self._reopens = room.overlap > 0 and reopen is not None
        # Nothing but the size decides where a chunk ends.
        self._sweeps = room.is_even and not room.overlap and not drops and anchors is None
        # A chunk that is reopened never begins before this offset.
        self._floor = 0

    def walk(self, lo: int, hi: int) -> Iterator[list[Cut]]:
        """Yield the chunks of a stretch, in order and in batches; nothing crosses its edges.

        Where the finest rung leaves a piece that is too big, that piece comes whole.
        """
        self._floor = lo
        whole, first = self._begin((lo, hi, END))
        found = [whole] if first is None and whole[0] < whole[1] else []
        waiting = [first] if first else []
        while waiting:
            frame = waiting.pop()
            piece, rest = self._pack(frame, found)
            if rest is not None:
                waiting.append(rest)
            if piece is not None:
                inner = self._descend(frame.level + 1, piece)
                if inner is not None:
                    waiting.append(inner)
                else:
                    found.append(piece)
                    self._floor = piece[0] + 1
            if len(found) >= BATCH:
                yield found
                found = []
        if found:
            yield found

    def _fits_whole(self, lo: int, hi: int) -> bool:
        """Tell whether PACK would glue all pieces together again, whatever the rungs."""
        return hi <= self._room.reach(lo) if self._room.exact else self._fits_after_all(lo, hi)

    def _begin(self, whole: Cut) -> tuple[Cut, _Frame | None]:
        """Return what there is to cut, and a frame for the first rung, unless all of it fits.

        Separators at the edges are dropped even where nothing needs to be cut.
        """
        lo, hi, _ = whole
        level = 0
        while self._drops and level < len(self._cutters) and self._cutters[level].drops:
            start = self._cutters[level].enter(lo, hi)
            if start != NONE:
                whole = (start, self._cutters[level].end(hi), END)
                break
            level += 1
        first = (
            None if self._fits_whole(whole[0], whole[1]) else self._descend(level, (lo, hi, END))
        )
        return whole, first

    def _descend(self, level: int, piece: Cut) -> _Frame | None:
        """Return a frame for the first rung, from ``level`` on, that has a cut in a piece."""
        lo, hi, edge = piece
        for at in range(level, len(self._cutters)):
            cutter = self._cutters[at]
            if cutter.is_last_resort and not self._room.is_bare_too_big(lo, hi):
                continue
            start = cutter.enter(lo, hi)
            if start != NONE:
                return _Frame(at, start, start, cutter.end(hi), edge)
        return None

    def _pack(self, frame: _Frame, found: list[Cut]) -> tuple[Cut | None, _Frame | None]:
        """PACK pieces until they run out, a batch is full, or one piece is too big.

        Returns:
            The piece that is too big, and what remains to be packed; each may be None.
        """
        level, start, new, hi, edge = frame
        room, cutter = self._room, self._cutters[level]
        reach, last, drops, append = room.reach, cutter.last, cutter.drops, found.append
        packs, reopens = self._packs_overlap, self._reopens
        chooses = not room.exact or self._anchors is not None
        # By an estimate, a piece may look full that is not, and would not be glued together again.
        parts_full = self._drops and room.exact
        if self._sweeps:
            start = new = cutter.sweep(new, room.size, level, found)
        for _ in range(BATCH):
            if new >= hi:
                return None, None
            if reopens:
                start = self._reopened(new, cutter.next(new))
            limit = reach(start)
            end = hi if limit >= hi else last(new, limit)
            if chooses:
                start, end = self._chosen(cutter, frame, start, new, end)
            if end < 0 or (parts_full and self._fills_alone(cutter, start, new, end)):
                end = cutter.next(new)
                piece = (new, end, level if end < hi else edge)
                new = cutter.resume(end)
                return piece, _Frame(level, new, new, hi, edge)
            append((start, end, level if end < hi else edge))
            if reopens:
                self._floor = start + 1
            behind = cutter.resume(end) if drops else end
            start = self._drained(cutter, start, new, end) if packs and end < hi else behind
            new = behind
        return None, _Frame(level, start, new, hi, edge)

    def _chosen(
        self, cutter: Cutter, frame: _Frame, start: int, new: int, end: int
    ) -> tuple[int, int]:
        """Choose a chunk's end where the last cut in its window will not do.

        Returns:
            Its start and its end, as ``_settled`` does.
        """
        room = self._room
        if not room.exact:
            start, end = self._settled(cutter, start, new, end)
        if self._anchors is None or not new < end < frame.hi:
            return start, end
        anchor = self._anchors.end(cutter, new, end)
        # A measure that does not add up may count more for less.
        return start, anchor if room.exact or room.fits(start, anchor) else end

    def _drained(self, cutter: Cutter, start: int, new: int, end: int) -> int:
        """Drop pieces from the front of a buffer that was closed, to begin the next chunk.

        A piece that came alone because it fills the size leaves nothing behind, and so does a
        buffer that was closed because the piece behind it is too big.
        """
        room = self._room
        behind = cutter.resume(end)
        incoming = cutter.next(behind)
        if not room.is_good(behind, incoming):
            return behind
        if self._fills_alone(cutter, start, new, end):
            return behind
        floor = max(room.back(end), room.earliest(incoming), room.seal(behind), start + 1)
        kept = cutter.onward(floor)
        while kept < behind and not (incoming <= room.reach(kept) and room.may_share(kept, end)):
            kept = cutter.onward(kept + 1)
        return min(kept, behind)

    def _fills_alone(self, cutter: Cutter, start: int, new: int, end: int) -> bool:
        """Tell whether a chunk is one piece that is not smaller than its budget.

        SPLIT would part it, and PACK would glue it together again, less what finer rungs drop.
        """
        alone = start == new and not self._room.is_good(start, end)
        return alone and cutter.next(start) == end

    def _reopened(self, new: int, first: int) -> int:
        """Return the earliest cut from which a chunk may begin, given its first new piece."""
        assert self._reopen is not None
        room = self._room
        floor = max(room.back(new), room.earliest(first), room.seal(new), self._floor)
        start = self._reopening(floor)
        while start < new and not (first <= room.reach(start) and room.may_share(start, new)):
            start = self._reopening(start + 1)
        return min(start, new)

    def _reopening(self, offset: int) -> int:
        """Return the first cut of ``overlap_at`` at or above an offset.

        The last answer is remembered: where the next cut is far away, every chunk before it asks.
        """
        assert self._reopen is not None
        asked, found = self._found
        if not asked <= offset <= found:
            found = self._reopen.onward(offset)
            self._found = offset, found
        return found

    def _settled(self, cutter: Cutter, start: int, new: int, end: int) -> tuple[int, int]:
        """Make sure of a chunk by measuring it, where the window was only a guess.

        Returns:
            Its start, which moves to ``new`` where overlap leaves no room for a piece, and its
            end; ``NONE`` where the first piece does not fit.
        """
        fits = self._room.fits
        while end != NONE and not fits(start, end):
            end = cutter.last(new, min(self._room.shorter(start, end), end - 1))
        if end == NONE:
            first = cutter.next(new)
            if start < new and first <= self._room.farthest(start) and fits(start, first):
                end = first
            elif self._fits_after_all(new, first):
                start, end = new, first
            else:
                return new, NONE
        for _ in range(GROWTH):
            longer = cutter.next(cutter.resume(end))
            # By now the room has learned from this very chunk.
            if longer <= end or longer > self._room.reach(start) or not fits(start, longer):
                break
            end = longer
        return start, end

    def _fits_after_all(self, start: int, end: int) -> bool:
        """Measure a piece that was taken to be too big.

        Of a long one only the beginning is measured: where that is too big, so is the whole. One
        that is estimated at far more than the size is not measured at all.
        """
        room = self._room
        if end > room.hopeless(start):
            return False
        probe = room.farthest(start)
        while probe < end:
            if room.is_bare_too_big(start, probe):
                return False
            probe += probe - start + 1
        return room.fits(start, end)
