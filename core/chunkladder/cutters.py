"""How the cuts of a rung are found in a text, without making pieces.

A cutter answers the engine's few questions about one rung in one text: is there a cut in this
stretch, which is the last one in this window, which is the next one after this point. Work is
per chunk, not per piece, and the scanning runs in C.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, TypeAlias

from .graphemes import Graphemes, needs_graphemes
from .rungs import Keep, Offsets, Regex, Rung, Separator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Cut: TypeAlias = tuple[int, int, int]
"""A chunk: offset of its first character, offset after its last one, and the level of the rung
whose cut ends it, or ``engine.END``. A bare tuple, since making a named one costs as much as
finding the cut."""

BATCH = 256
"""Chunks that are found in one go: handing them on one by one costs as much as finding them."""

NONE = -1
"""What a cutter answers when there is no such cut."""


class Cutter:
    """The cuts of one rung in one text.

    The engine calls ``enter`` for a stretch, then asks about that stretch, left to right. Where
    separators are dropped, a cut is where a piece ends, and ``resume`` says where the next one
    begins; elsewhere the two are one.
    """

    _hi = 0

    is_last_resort = False
    """Whether it cuts what should stay whole, and only pieces that do not fit bare."""

    drops = False
    """Whether separators are dropped, so that ``resume`` and ``end`` need be asked."""

    def enter(self, lo: int, hi: int) -> int:
        """Turn to the stretch ``lo … hi``: return where its first piece begins.

        Returns:
            ``lo``, or the offset behind separators that are dropped there; ``NONE`` when the
            rung has no cut strictly inside the stretch and drops nothing at its edges.
        """
        raise NotImplementedError

    def end(self, hi: int) -> int:
        """Return where the last piece ends: ``hi``, less separators that are dropped there."""
        return hi

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in ``after < cut <= limit``, or ``NONE``; ``limit < hi``."""
        raise NotImplementedError

    def next(self, after: int) -> int:
        """Return the first cut above ``after``, or ``hi``."""
        raise NotImplementedError

    def between(self, after: int, last: int) -> Sequence[int]:
        """Return the cuts in ``after < cut <= last``, where ``last`` is one: at least that."""
        cuts = []
        while after < last:
            after = self.next(after)
            cuts.append(after)
        return cuts

    def sweep(self, start: int, size: int, level: int, found: list[Cut]) -> int:
        """PACK windows of one size for as long as each has a cut: the hot loop.

        Args:
            start: Where the first window begins.
            size: The length of each.
            level: The rung's level.
            found: Takes the cuts, at most ``BATCH`` of them.

        Returns:
            Where the first window begins that was not dealt with.
        """
        last, hi = self.last, self.end(self._hi)
        for _ in range(BATCH):
            limit = start + size
            end = last(start, limit) if limit < hi else NONE
            if end < 0:
                break
            found.append((start, end, level))
            start = end
        return start

    def limited(self, may_cut: Callable[[int, int], bool]) -> Cutter | None:
        """Return a cutter that drops only separators that ``may_cut``; None if it drops none."""
        return None

    def resume(self, cut: int) -> int:
        """Return where the piece behind a cut begins."""
        return cut

    def onward(self, offset: int) -> int:
        """Return the first offset at or above ``offset`` where a piece begins, or ``hi``."""
        return self.next(offset - 1)


class CharacterCutter(Cutter):
    """Cuts between any two code points."""

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._hi = hi
        return lo if hi - lo > 1 else NONE

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        return limit if limit > after else NONE

    def next(self, after: int) -> int:
        """Return the next cut."""
        return min(after + 1, self._hi)

    def between(self, after: int, last: int) -> Sequence[int]:
        """Return the cuts in a stretch."""
        return range(after + 1, last + 1)


class CodePointCutter(CharacterCutter):
    """Cuts inside a grapheme that is too big for any chunk."""

    is_last_resort = True


class LiteralCutter(Cutter):
    """Cuts at a literal that cannot overlap itself, so that every occurrence counts."""

    _repeats = False

    def __init__(self, text: str, literal: str, *, at_end: bool) -> None:
        self._text = text
        self._literal = literal
        self._length = len(literal)
        # How far a cut lies behind the start of its match.
        self._shift = self._length if at_end else 0
        self._lo = self._hi = 0

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._lo = lo
        self._hi = hi
        return lo if self.next(lo) < hi else NONE

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        # Spelled out, without max and min: this runs once a chunk.
        shift, hi = self._shift, self._hi
        first = after + 1 - shift
        if first < self._lo:  # noqa: PLR1730
            first = self._lo
        stop = limit - shift + self._length
        match = self._text.rfind(self._literal, first, stop if stop < hi else hi)
        return match if match < 0 else self._counted(match, after)

    def sweep(self, start: int, size: int, level: int, found: list[Cut]) -> int:
        """PACK windows of one size for as long as each has a cut."""
        # As above, but with ``last`` spelled out: on prose it takes half the time.
        rfind, append, literal = self._text.rfind, found.append, self._literal
        shift, lo, hi = self._shift, self._lo, self._hi
        ahead = self._length - shift
        for _ in range(BATCH):
            limit = start + size
            if limit >= hi:
                break
            first = start + 1 - shift
            stop = limit + ahead
            match = rfind(literal, first if first > lo else lo, stop if stop < hi else hi)
            if match < 0:
                break
            end = self._counted(match, start) if self._repeats else match + shift
            if end < 0:
                break
            append((start, end, level))
            start = end
        return start

    def next(self, after: int) -> int:
        """Return the next cut."""
        match = self._leftmost(max(after + 1 - self._shift, self._lo))
        if match < 0:
            return self._hi
        return min(match + self._shift, self._hi)

    def _counted(self, match: int, after: int) -> int:
        """Return the cut above ``after`` of a match, or ``NONE`` where it does not count."""
        return match + self._shift

    def _leftmost(self, first: int) -> int:
        """Return the first match that starts at or after ``first``, or ``NONE``."""
        return self._text.find(self._literal, first, self._hi)


class RunCutter(LiteralCutter):
    r"""Cuts at a literal that repeats one character, such as ``"\n\n"``.

    Matches do not overlap and are counted from the left of each run of the character: in three
    line ends ``"\n\n"`` stands once, at the first.
    """

    _repeats = True

    def __init__(self, text: str, literal: str, *, at_end: bool) -> None:
        super().__init__(text, literal, at_end=at_end)
        self._char = literal[0]
        self._other = re.compile(f"[^{re.escape(literal[0])}]")
        self._run = (0, 0)

    def _counted(self, match: int, after: int) -> int:
        if match > self._lo and self._text[match - 1] == self._char:
            start, _ = self._run_around(match)
            match -= (match - start) % self._length
        cut = match + self._shift
        return cut if cut > after else NONE

    def _leftmost(self, first: int) -> int:
        found = super()._leftmost(first)
        while found > self._lo and self._text[found - 1] == self._char:
            start, end = self._run_around(found)
            match = found + (start - found) % self._length
            if match + self._length <= end:
                return match
            found = super()._leftmost(end)
        return found

    def _run_around(self, offset: int) -> tuple[int, int]:
        """Return the run of the character that holds an offset, cut to the stretch.

        Remembered, so that many questions about one long run cost one look at it.
        """
        start, end = self._run
        if not start <= offset < end:
            other = self._other.search(self._text, offset)
            end = other.start() if other else len(self._text)
            start = self._run_start(offset)
            self._run = start, end
        return max(start, self._lo), min(end, self._hi)

    def _run_start(self, offset: int) -> int:
        width = 64
        while True:
            before = self._text[max(0, offset - width) : offset]
            rest = before.rstrip(self._char)
            if rest or width >= offset:
                return offset - len(before) + len(rest)
            width *= 8


class ForwardCutter(Cutter):
    """Cuts that can only be found from left to right, found as far as they are asked for."""

    def __init__(self, scan: Callable[[int, int], Iterator[int]]) -> None:
        self._scan = scan
        self._enter(0, 0, iter(()))

    def _enter(self, lo: int, hi: int, source: Iterator[int]) -> None:
        self._hi = hi
        self._source = source
        self._cuts = array("q")
        self._found_to = lo

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._enter(lo, hi, self._scan(lo, hi))
        return lo if self.next(lo) < hi else NONE

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        self._find_to(limit)
        place = bisect_right(self._cuts, limit)
        cut = self._cuts[place - 1] if place else NONE
        return cut if cut > after else NONE

    def next(self, after: int) -> int:
        """Return the next cut."""
        self._find_to(after)
        place = bisect_right(self._cuts, after)
        return self._cuts[place] if place < len(self._cuts) else self._hi

    def _find_to(self, offset: int) -> None:
        """Find cuts until one lies above an offset, or there are no more."""
        if self._found_to > offset:
            return
        for cut in self._source:
            self._cuts.append(cut)
            if cut > offset:
                self._found_to = cut
                return
        self._found_to = self._hi


class Matches:
    """The matches of an expression in a text, stretch by stretch, from left to right.

    The expression sees the whole text, a match stays inside its stretch.
    """

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._text = text
        self._pattern = pattern
        # No match begins in looked … found: pieces without one are not searched twice.
        self._looked = self._found = 0

    def within(self, lo: int, hi: int) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each match inside ``lo … hi``."""
        if self._looked <= lo and hi < self._found:
            return
        at = lo
        while at <= hi:
            reaching = None
            for match in self._pattern.finditer(self._text, at):
                if match.end() > hi:
                    reaching = match
                    break
                yield match.span()
                at = match.end()
            if reaching is None or reaching.start() > hi:
                self._looked = at
                self._found = reaching.start() if reaching else len(self._text) + 1
                return
            # It reaches out of the stretch. A shorter one may begin in the same place; where none
            # does, only the stretch is searched on, lest every place be tried on the whole text.
            shorter = self._pattern.match(self._text, reaching.start(), hi)
            if shorter is None:
                yield from self._clipped(reaching.start() + 1, hi)
                return
            yield shorter.span()
            at = max(shorter.end(), reaching.start() + 1)

    def _clipped(self, lo: int, hi: int) -> Iterator[tuple[int, int]]:
        for match in self._pattern.finditer(self._text, lo, hi):
            yield match.span()


def _pattern_scan(
    text: str, pattern: re.Pattern[str], *, at_end: bool
) -> Callable[[int, int], Iterator[int]]:
    matches = Matches(text, pattern)

    def scan(lo: int, hi: int) -> Iterator[int]:
        before = lo
        for span in matches.within(lo, hi):
            cut = span[at_end]
            if before < cut < hi:
                yield cut
                before = cut

    return scan


class OffsetsCutter(Cutter):
    """Cuts that a parser found.

    Attributes:
        cuts: The cuts, strictly increasing.
    """

    def __init__(self, cuts: Sequence[int]) -> None:
        self.cuts = cuts
        self._hi = 0

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._hi = hi
        place = bisect_right(self.cuts, lo)
        return lo if place < len(self.cuts) and self.cuts[place] < hi else NONE

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        place = bisect_right(self.cuts, limit)
        cut = self.cuts[place - 1] if place else NONE
        return cut if cut > after else NONE

    def next(self, after: int) -> int:
        """Return the next cut."""
        place = bisect_right(self.cuts, after)
        return min(self.cuts[place], self._hi) if place < len(self.cuts) else self._hi

    def between(self, after: int, last: int) -> Sequence[int]:
        """Return the cuts in a stretch."""
        return self.cuts[bisect_right(self.cuts, after) : bisect_right(self.cuts, last)]


class DropCutter(Cutter):
    """Cuts where a separator stands in neither piece: a piece ends before it.

    Separators that adjoin are one gap, since there is nothing between them to keep.

    Args:
        text: The text.
        pattern: What a separator looks like.
        may_drop: Tells whether a separator, given its start and end, may be dropped.
    """

    drops = True

    def __init__(
        self,
        text: str,
        pattern: re.Pattern[str],
        may_drop: Callable[[int, int], bool] | None = None,
    ) -> None:
        self._text = text
        self._pattern = pattern
        self._may_drop = may_drop
        self._matches = Matches(text, pattern)
        self._ends = array("q")
        self._starts = array("q")

    def limited(self, may_cut: Callable[[int, int], bool]) -> Cutter:
        """Return the same cutter, less the separators that may not be dropped."""
        before = self._may_drop

        def may_drop(start: int, end: int) -> bool:
            return may_cut(start, end) and (before is None or before(start, end))

        return DropCutter(self._text, self._pattern, may_drop)

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._hi = hi
        self._ends = array("q")
        self._starts = array("q")
        first = lo
        for start, end in self._matches.within(lo, hi):
            if self._may_drop and not self._may_drop(start, end):
                continue
            if start == first and not self._ends:
                first = end
            elif self._starts and self._starts[-1] == start:
                self._starts[-1] = end
            else:
                self._ends.append(start)
                self._starts.append(end)
        if self._starts and self._starts[-1] == hi:
            self._starts.pop()
            self._hi = self._ends.pop()
        return first if first > lo or self._ends or self._hi < hi else NONE

    def end(self, hi: int) -> int:
        """Return where the last piece ends."""
        return self._hi

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        place = bisect_right(self._ends, limit)
        cut = self._ends[place - 1] if place else NONE
        return cut if cut > after else NONE

    def next(self, after: int) -> int:
        """Return the next cut."""
        place = bisect_right(self._ends, after)
        return self._ends[place] if place < len(self._ends) else self._hi

    def resume(self, cut: int) -> int:
        """Return where the piece behind a gap begins."""
        place = bisect_left(self._ends, cut)
        return self._starts[place] if place < len(self._ends) else cut

    def onward(self, offset: int) -> int:
        """Return where the first piece at or above an offset begins."""
        place = bisect_left(self._starts, offset)
        return self._starts[place] if place < len(self._starts) else self._hi


class GraphemeCutter(Cutter):
    """Cuts between graphemes."""

    def __init__(self, text: str) -> None:
        self._graphemes = Graphemes(text)

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._hi = hi
        return lo if self.next(lo) < hi else NONE

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        cut = self._graphemes.at_or_before(limit)
        return cut if cut > after else NONE

    def next(self, after: int) -> int:
        """Return the next cut."""
        cut = self._graphemes.at_or_before(after)
        while cut <= after:
            cut = self._graphemes.after(cut)
        return min(cut, self._hi)


class LocalCutter(Cutter):
    """Cuts that show in the text right around them, so that any window may be searched.

    The pattern matches at the cut, looking behind for what stands before it.
    """

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._text = text
        self._pattern = pattern
        self._hi = 0

    def enter(self, lo: int, hi: int) -> int:
        """Turn to a stretch."""
        self._hi = hi
        return lo if self.next(lo) < hi else NONE

    def last(self, after: int, limit: int) -> int:
        """Return the last cut in a window."""
        width = 32
        end = limit + 1
        while end > after + 1:
            begin = max(after + 1, end - width)
            cut = NONE
            for match in self._pattern.finditer(self._text, begin, end):
                cut = match.start()
            if cut > after:
                return cut
            end = begin
            width *= 8
        return NONE

    def next(self, after: int) -> int:
        """Return the next cut."""
        match = self._pattern.search(self._text, after + 1, self._hi)
        return match.start() if match else self._hi


# Compiled where they are used, so that importing is cheap.
#
# A line end, and all white space up to the last line end of the run. A repeated group in its place
# would keep a place to go back to for every blank line.
_PARAGRAPH = r"(?:\r\n|\n|\r(?!\n))\s*[\r\n]"
_LINE = r"(?:(?<=\n)|(?<=\r)(?!\n))(?s:.)"
_WORD = r"(?<=[\s\u200b])(?<![\xa0\u2007\u202f])\S|(?<=[，、；：])[^\s，、；：。！？”’）】」』》〉]"


def cutter_for(rung: Rung, text: str, keep: Keep) -> Cutter:
    """Make the cutter of a rung for a text.

    Args:
        rung: The rung; a string names a general one.
        text: The text as a reader sees it.
        keep: Where literals and patterns that do not say stay.
    """
    if isinstance(rung, Separator):
        return _literal_cutter(text, rung.text, rung.keep or keep)
    if isinstance(rung, Regex):
        return _pattern_cutter(text, rung.compiled(), rung.keep or keep)
    return OffsetsCutter(rung.cuts) if isinstance(rung, Offsets) else _general_cutter(rung, text)


def drops_separators(rung: Rung, keep: Keep) -> bool:
    """Tell whether a rung leaves separators out of the pieces."""
    return isinstance(rung, Separator | Regex) and (rung.keep or keep) == "drop"


def _literal_cutter(text: str, literal: str, keep: Keep) -> Cutter:
    if not literal:
        return CharacterCutter()
    if keep == "drop":
        return DropCutter(text, re.compile(re.escape(literal)))
    if not _overlaps_itself(literal):
        return LiteralCutter(text, literal, at_end=keep == "end")
    if len(set(literal)) == 1:
        return RunCutter(text, literal, at_end=keep == "end")
    return _pattern_cutter(text, re.compile(re.escape(literal)), keep)


def _overlaps_itself(literal: str) -> bool:
    return any(literal.endswith(literal[:length]) for length in range(1, len(literal)))


def _pattern_cutter(text: str, pattern: re.Pattern[str], keep: Keep) -> Cutter:
    if keep == "drop":
        return DropCutter(text, pattern)
    return ForwardCutter(_pattern_scan(text, pattern, at_end=keep == "end"))


def _sentence_cutter(text: str) -> Cutter:
    def scan(lo: int, hi: int) -> Iterator[int]:
        from .sentences import sentence_cuts

        return sentence_cuts(text, lo, hi)

    return ForwardCutter(scan)


def _general_cutter(name: str, text: str) -> Cutter:
    return _MAKERS[name](text)


def _paragraph_cutter(text: str) -> Cutter:
    return _pattern_cutter(text, re.compile(_PARAGRAPH), "end")


def _line_cutter(text: str) -> Cutter:
    if "\r" in text:
        return LocalCutter(text, re.compile(_LINE))
    return LiteralCutter(text, "\n", at_end=True)


def _word_cutter(text: str) -> Cutter:
    return LocalCutter(text, re.compile(_WORD))


def _grapheme_cutter(text: str) -> Cutter:
    return GraphemeCutter(text) if needs_graphemes(text) else CharacterCutter()


def _character_cutter(_: str) -> Cutter:
    return CharacterCutter()


_MAKERS: dict[str, Callable[[str], Cutter]] = {
    "paragraph": _paragraph_cutter,
    "line": _line_cutter,
    "sentence": _sentence_cutter,
    "word": _word_cutter,
    "grapheme": _grapheme_cutter,
    "character": _character_cutter,
}
