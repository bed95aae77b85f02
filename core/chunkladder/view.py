"""The text as a reader sees it, and the way back to the source.

The engine runs on the view. Without edits the view is the source and nothing is mapped.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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

    def cut(self, offset: int) -> int | None:
        """Map a cut of the source into the view; None for one inside an edit."""
        return offset

    def cuts(self, offsets: Sequence[int]) -> Sequence[int]:
        """Map cuts, strictly increasing, into the view; they come out strictly increasing."""
        return offsets

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Map a stretch of the source into the view; edges inside an edit move outward."""
        return start, end

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
        self._starts = array("q", (edit.start for edit in edits))
        self._ends = array("q", (edit.end for edit in edits))
        self._view_starts = array("q")
        self._view_ends = array("q")
        super().__init__("".join(self._pieces(text, edits)))
        self.solid = _joined(self._solid())
        self._solid_ends = array("q", (end for _, end in self.solid))

    def _pieces(self, text: str, edits: Sequence[Edit]) -> Iterable[str]:
        done = length = 0
        for edit in edits:
            length += edit.start - done
            self._view_starts.append(length)
            length += len(edit.text)
            self._view_ends.append(length)
            yield text[done : edit.start]
            yield edit.text
            done = edit.end
        yield text[done:]

    def _solid(self) -> Iterable[tuple[int, int]]:
        for place, start in enumerate(self._view_starts):
            end = self._view_ends[place]
            # An insertion belongs to the character after it.
            if self._starts[place] == self._ends[place] and end > start:
                end = min(end + 1, len(self.text))
            if end - start > 1:
                yield start, end

    def cut(self, offset: int) -> int | None:
        """Map a cut of the source into the view; None for one inside an edit."""
        place = bisect_left(self._starts, offset)
        if place < len(self._starts) and self._starts[place] == offset:
            return self._view_starts[place]
        if place == 0:
            return offset
        behind = offset - self._ends[place - 1]
        return None if behind < 0 else self._view_ends[place - 1] + behind

    def cuts(self, offsets: Sequence[int]) -> Sequence[int]:
        """Map cuts, strictly increasing, into the view; they come out strictly increasing."""
        mapped = array("q")
        for offset in offsets:
            cut = self.cut(offset)
            if cut is not None and (not mapped or cut > mapped[-1]):
                mapped.append(cut)
        return mapped

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Map a stretch of the source into the view; edges inside an edit move outward."""
        first, last = self.cut(start), self.cut(end)
        if first is None:
            first = self._view_starts[bisect_right(self._starts, start) - 1]
        if last is None:
            last = self._view_ends[bisect_right(self._starts, end) - 1]
        return self._outward(first)[0], self._outward(last)[1]

    def _outward(self, offset: int) -> tuple[int, int]:
        """Return the span inside which no cut may be that holds an offset, or the offset twice."""
        place = bisect_right(self._solid_ends, offset)
        if place < len(self.solid) and self.solid[place][0] < offset:
            return self.solid[place]
        return offset, offset

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
