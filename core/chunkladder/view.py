"""The text as a reader sees it, and the way back to the source.

The engine runs on the view. Without edits the view is the source and nothing is mapped.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate, chain
from operator import add, sub
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .model import Edit


class View:
    """A text without edits: every offset stands for itself.

    Attributes:
        text: The text as a reader sees it.
        solid: Spans of the view inside which an edit forbids cuts; disjoint and sorted.
    """

    solid: Sequence[tuple[int, int]] = ()
    edited = False

    def __init__(self, text: str) -> None:
        self.text = text

    def cuts(self, offsets: Sequence[int]) -> Sequence[int]:
        """Map cuts, strictly increasing, into the view; they come out strictly increasing."""
        return offsets

    def spans(self, spans: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
        """Map stretches of the source into the view; edges inside an edit move outward."""
        return spans

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Map a stretch of the view, not empty, to the source of its first and last character."""
        return start, end

    def around_edits(self, start: int, end: int) -> tuple[int, int]:
        """Widen a trimmed stretch of the view to the edges of the edits it was trimmed into."""
        return start, end


class EditedView(View):
    """A text with edits carried out.

    Args:
        text: The source.
        edits: Disjoint and sorted.
    """

    edited = True

    def __init__(self, text: str, edits: Sequence[Edit]) -> None:
        # Column by column, in C: a page of HTML has an edit for every other word.
        starts, ends, texts = zip(*edits, strict=True)
        self._starts, self._ends = array("q", starts), array("q", ends)
        lengths = list(map(len, texts))
        shifts = accumulate(map(sub, lengths, map(sub, ends, starts)), initial=0)
        self._view_starts = array("q", map(add, starts, shifts))
        self._view_ends = array("q", map(add, self._view_starts, lengths))
        kept = [text[end:start] for end, start in zip((0, *ends), starts, strict=False)]
        shown = chain.from_iterable(zip(kept, texts, strict=True))
        super().__init__("".join([*shown, text[ends[-1] :]]))
        self.solid = _joined(self._solid())
        self._solid_ends = array("q", (end for _, end in self.solid))

    def _solid(self) -> Iterable[tuple[int, int]]:
        length = len(self.text)
        sources = zip(self._starts, self._ends, strict=True)
        views = zip(self._view_starts, self._view_ends, strict=True)
        for (first, last), (start, end) in zip(sources, views, strict=True):
            if end - start > 1 or (end > start and first == last):
                # An insertion belongs to the character after it.
                yield start, min(end + 1, length) if first == last else end

    def cuts(self, offsets: Sequence[int]) -> Sequence[int]:
        """Map cuts, strictly increasing, into the view; they come out strictly increasing."""
        mapped = (at for at, _, is_inside in self._mapped(offsets) if not is_inside)
        return array("q", dict.fromkeys(mapped))

    def spans(self, spans: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
        """Map stretches of the source into the view; edges inside an edit move outward."""
        offsets = sorted({*chain.from_iterable(spans)})
        mapped = self._mapped(offsets)
        if self.solid:
            mapped = self._outward(mapped)
        edges = dict(zip(offsets, mapped, strict=True))
        return [(edges[start][0], edges[end][1]) for start, end in spans]

    def _mapped(self, offsets: Iterable[int]) -> Iterator[tuple[int, int, bool]]:
        """Map offsets of the source, increasing, into the view.

        Each becomes an offset twice or, inside an edit, the edges of what that one shows; last
        comes whether it is inside.
        """
        starts, place = self._starts, 0
        behind = shown = 0
        for offset in offsets:
            # Searched, not walked: a rung may have few cuts between thousands of edits.
            there = bisect_left(starts, offset, place)
            if there > place:
                place = there
                behind, shown = self._ends[place - 1], self._view_ends[place - 1]
            if offset >= behind:
                at = shown + offset - behind
                yield at, at, False
            else:
                yield self._view_starts[place - 1], shown, True

    def _outward(self, edges: Iterable[tuple[int, int, bool]]) -> Iterator[tuple[int, int, bool]]:
        """Move edges, increasing, out of the spans inside which no cut may be."""
        solid, count, place = self.solid, len(self.solid), 0
        for low, high, is_inside in edges:
            while place < count and solid[place][1] <= low:
                place += 1
            if place < count and solid[place][0] < high:
                yield min(low, solid[place][0]), max(high, solid[place][1]), True
            else:
                yield low, high, is_inside

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Map a stretch of the view, not empty, to the source of its first and last character."""
        return self._source_of(start)[0], self._source_of(end - 1)[1]

    def around_edits(self, start: int, end: int) -> tuple[int, int]:
        """Widen a trimmed stretch of the view to the edges of the edits it was trimmed into."""
        place = bisect_right(self._view_ends, start)
        if place < len(self._view_starts):
            start = min(start, self._view_starts[place])
        place = bisect_left(self._solid_ends, end)
        if place < len(self._solid_ends) and self.solid[place][0] < end:
            end = self._solid_ends[place]
        return start, end

    def _source_of(self, offset: int) -> tuple[int, int]:
        """Return the stretch of the source that one character of the view stands for."""
        place = bisect_right(self._view_ends, offset)
        if place < len(self._view_starts) and self._view_starts[place] <= offset:
            return self._starts[place], self._ends[place]
        if place == 0:
            return offset, offset + 1
        begin = self._ends[place - 1] + offset - self._view_ends[place - 1]
        return begin, begin + 1


def _joined(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Join spans that overlap, given in order of their starts."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def view_of(text: str, edits: Sequence[Edit]) -> View:
    """Return the text as a reader sees it, ready to map offsets both ways."""
    return EditedView(text, edits) if edits else View(text)
