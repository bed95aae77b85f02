"""One document made ready for the engine: outline, view, room, and cutters.

This is where offsets of the source become offsets of the view, and where the rules for atoms and
walls are applied.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, TypeAlias

from .anchors import Anchors
from .context import Ink, Room, ScopedRoom, ScopeTree, Wrapping, split_scopes, walls_of
from .cutters import NONE, CodePointCutter, Cutter, cutter_for, drops_separators
from .engine import END, Engine
from .graphemes import needs_graphemes
from .guards import between_graphemes, inside, outside
from .rungs import Offsets, Regex, Separator, rung_name
from .view import view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .context import Body, Limits
    from .cutters import Cut
    from .model import Document, Outline, Span
    from .nesting import Placed
    from .rungs import Keep, Rung
    from .view import View


class _Ladder(Sequence[Cutter]):
    """The cutters of a ladder, each made when the engine first comes down to it."""

    def __init__(self, make: Callable[[Placed], Cutter], placed: Sequence[Placed]) -> None:
        self.placed = placed
        self._make = make
        self._made: dict[int, Cutter] = {}

    def __len__(self) -> int:
        return len(self.placed)

    def __getitem__(self, at: int) -> Cutter:  # type: ignore[override]
        cutter = self._made.get(at)
        if cutter is None:
            cutter = self._made[at] = self._make(self.placed[at])
        return cutter


def _with_code_points(ladder: Sequence[Placed]) -> list[Placed]:
    """Put a rung behind the graphemes that parts one too big for a chunk."""
    return [
        rung
        for placed in ladder
        for rung in (
            (placed, placed._replace(rung=_CODE_POINTS)) if placed.rung == "grapheme" else (placed,)
        )
    ]


_CODE_POINTS = Separator("", label="grapheme")


Dress: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], str, tuple[str, ...], int]
"""What a chunk wears: labels, carried lines, the whole text to embed, its path and size. A bare
tuple, since one is made for each chunk, to be taken apart at once."""


class Layout:
    """One document under one set of limits, ready to be cut.

    Args:
        document: The document.
        outline: Its outline, with regions taken in.
        ladder: The rungs to use, with the places where they cut.
        limits: What a chunk may cost.
        keep: Where literals and patterns stay.
        stable: Whether the text around it decides where a chunk ends.

    Attributes:
        view: The text as a reader sees it.
        tree: The scopes in the view.
        ink: Finds the next character that is not white space.
        room: What fits where.
        wrapping: What is put around chunks.
        walls: The edges that nothing crosses, sorted.
        special_tokens: What is added to the size of each chunk.
        names: The rung names, by the level that a cut reports.
    """

    def __init__(
        self,
        document: Document,
        outline: Outline,
        ladder: Sequence[Placed],
        limits: Limits,
        keep: Keep,
        *,
        stable: bool = False,
    ) -> None:
        self.document = document
        self.outline = outline
        self.special_tokens = limits.counter.special_tokens
        self.view: View = view_of(document.text, outline.edits)
        self.tree = ScopeTree(outline.scopes, self.view)
        self.ink = Ink(self.view.text)
        self.room, self.wrapping = self._make_room(limits)
        split_scopes(self.tree, self.room)
        self.walls = sorted(walls_of(self.tree))
        self._solid = self._solid_spans()
        self._keep = keep
        self._anchors = Anchors(self.view.text) if stable else None
        self._wide = needs_graphemes(self.view.text)
        self._drops = any(drops_separators(placed.rung, keep) for placed in ladder)
        self._ladder = _Ladder(self._cutter, _with_code_points(ladder))
        self.names = [rung_name(placed.rung) for placed in self._ladder.placed]

    def _make_room(self, limits: Limits) -> tuple[Room, Wrapping]:
        wrapping = Wrapping(self.tree, limits)
        trim = self.outline.trim
        if not self.tree.scopes:
            return Room(self.view, limits, trim), wrapping
        return ScopedRoom(wrapping, self.view, limits, trim), wrapping

    def _solid_spans(self) -> tuple[array[int], array[int]]:
        """Return the starts and ends of the spans that no rung cuts inside."""
        spans = sorted([*self.view.solid, *self._kept_whole(), *self._fitting_atoms()])
        starts, ends = array("q"), array("q")
        for start, end in spans:
            if ends and start < ends[-1]:
                ends[-1] = max(ends[-1], end)
            else:
                starts.append(start)
                ends.append(end)
        return starts, ends

    def _kept_whole(self) -> Iterator[tuple[int, int]]:
        yield from self.view.spans(self.outline.whole)

    def _fitting_atoms(self) -> Iterator[tuple[int, int]]:
        done = 0
        holds, text = self.room.holds, self.view.text
        for start, end in self.view.spans(self.outline.atoms):
            if end <= done or start == end:
                continue
            if holds(start, end):
                # White space at its edges is no part of what must stay whole: an item keeps its
                # line end, and a literal cuts in front of that.
                done = end
                if text[start].isspace() or text[end - 1].isspace():
                    start, end = self.room.trim(start, end)  # noqa: PLW2901
                yield start, end

    def _cutter(self, placed: Placed) -> Cutter:
        rung = placed.rung
        if isinstance(rung, Offsets) and self.view.edited:
            rung = Offsets(rung.name, self.view.cuts(rung.cuts))
        cutter = self._unguarded(rung)
        if self._wide:
            cutter = between_graphemes(cutter, rung, self.view.text)
        if placed.inside is not None:
            cutter = inside(cutter, *self._spans(placed.inside))
        if placed.outside:
            cutter = outside(cutter, *self._spans(placed.outside))
        return outside(cutter, *self._solid) if self._solid[0] else cutter

    def _spans(self, spans: Iterable[Span]) -> tuple[array[int], array[int]]:
        mapped = self.view.spans(list(spans))
        return array("q", (start for start, _ in mapped)), array("q", (end for _, end in mapped))

    def dressed(self, start: int, end: int) -> Dress:
        """Return what a trimmed stretch of the view wears."""
        _, _, wrap, size = self.room.finish(start, end)
        labels_of = self.wrapping.labels_of
        body = self.view.text[start:end]
        return (
            labels_of(wrap.labels),
            self.wrapping.carried_of(wrap) if wrap.carried else (),
            # Without anything around it this is the body itself.
            wrap.before + body + wrap.after,
            labels_of(self.tree.shared(start, end, self.ink)),
            size,
        )

    def _unguarded(self, rung: Rung) -> Cutter:
        if rung is _CODE_POINTS:
            return CodePointCutter()
        return cutter_for(rung, self.view.text, self._keep)

    def parts(self, rung: str | None) -> list[Cut]:
        """Part the document at every cut of the rungs down to one, whatever the size.

        Args:
            rung: The name of a rung of the ladder; None leaves the document whole.

        Returns:
            The parts, trimmed, less what is blank.
        """
        parts: list[Cut] = [(0, len(self.view.text), END)]
        for at in range(0 if rung is None else self.names.index(rung) + 1):
            cutter = self._ladder[at]
            if not cutter.is_last_resort:
                parts = [part for whole in parts for part in _parted(whole, at, cutter)]
        return self.room.trimmed(part for part in parts if part[0] < part[1])

    def joined(self, cuts: Iterable[Cut], least: int, walls: Sequence[int]) -> Iterator[Cut]:
        """Join chunks below a size to the one before, else to the one behind, where that fits."""
        edges = sorted({*self.walls, *walls})
        kept: tuple[Body, int] | None = None
        for start, end, level in cuts:
            body = self.room.finish(start, end)
            if kept and min(kept[0].size, body.size) < least:
                union = self._union(kept[0], body, edges)
                if union:
                    kept = union, level
                    continue
            if kept:
                yield kept[0].start, kept[0].end, kept[1]
            kept = body, level
        if kept:
            yield kept[0].start, kept[0].end, kept[1]

    def _union(self, first: Body, second: Body, walls: Sequence[int]) -> Body | None:
        """Join two neighbors, if they have one parent scope, no wall between, and it fits."""
        start, end = first.start, second.end
        tree, ink = self.tree, self.ink
        if bisect_right(walls, start) < bisect_left(walls, end):
            return None
        if tree.parent_of(start, first.end, ink) != tree.parent_of(second.start, end, ink):
            return None
        return self.room.finish(start, end) if self.room.fits(start, end) else None

    def cuts(self, reopen: Placed | None, within: Sequence[Cut] | None = None) -> Iterator[Cut]:
        """Return what SPLIT and PACK make of the document, trimmed, less what is blank.

        A chunk that lies inside its neighbor is left out.

        Args:
            reopen: The rung of ``overlap_at``.
            within: The only stretches to look at, whose edges nothing crosses: parents.
        """
        trimmed = map(self.room.trimmed, self._walk(reopen, within))
        cuts = chain.from_iterable(trimmed)
        return _apart(cuts) if self.room.overlap else cuts

    def _walk(self, reopen: Placed | None, within: Sequence[Cut] | None) -> Iterator[list[Cut]]:
        reopener = None if reopen is None else self._reopener(reopen)
        engine = Engine(
            self._ladder,
            self.room,
            reopen=reopener,
            drops=self._drops,
            anchors=self._anchors,
        )
        for lo, hi, _ in [(0, len(self.view.text), END)] if within is None else within:
            first, last = bisect_right(self.walls, lo), bisect_left(self.walls, hi)
            for start, end in pairwise([lo, *self.walls[first:last], hi]):
                yield from engine.walk(start, end)

    def _reopener(self, reopen: Placed) -> Cutter:
        rung = reopen.rung
        if isinstance(rung, Separator | Regex) and drops_separators(rung, self._keep):
            # What is repeated begins at a separator; there is nothing to drop.
            rung = replace(rung, keep="start")
        cutter = self._cutter(reopen._replace(rung=rung))
        cutter.enter(0, len(self.view.text))
        return cutter


def _parted(whole: Cut, level: int, cutter: Cutter) -> Iterator[Cut]:
    lo, hi, edge = whole
    start = cutter.enter(lo, hi)
    if start == NONE:
        yield whole
        return
    last = cutter.end(hi)
    while start < last:
        end = cutter.next(start)
        yield start, end, level if end < last else edge
        start = cutter.resume(end)


def _apart(cuts: Iterable[Cut]) -> Iterator[Cut]:
    """Leave out what lies inside its neighbor."""
    kept: Cut | None = None
    for cut in cuts:
        start, end, _ = cut
        if kept and end <= kept[1]:
            continue
        if kept and start > kept[0]:
            yield kept
        kept = cut
    if kept:
        yield kept
