"""Which numbers are headings: those that go on with the running outline.

The outline is a stack of open levels, outermost first. A number is a heading if it is the next
one of a level (which closes the levels inside), or the first one of a new level inside the
innermost. All else is a reference, an amount or a page, and stays prose.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ._candidates import GAP, ITEM_RANK, LINE, SCHEDULE, SENTENCE, Candidate
from ._numbers import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._numbers import Value

DEEPEST = 12
"""Levels of an outline; numbers further in stay prose."""

_NEAR = 60
"""So many candidates ahead a neighbor is looked for, to tell a missing clause from a stray one."""
_FAR = 400
_SLACK = 2
"""Numbers of one list may be set in by so much more or less."""
_CLAUSE_ONE = Reading("1.", (1, 0))
_DOTTED_ONE = "1.1"
_TITLE_AT_MOST = 100
"""Characters between two headings that stand one below the other, with a title between."""
_WIDEST_GAP = 3
_WIDEST_WORD_GAP = 30


class Heading(NamedTuple):
    """A number that goes on with the outline.

    Attributes:
        at: Which of the candidates it is.
        depth: How many levels are around it; 0 for the outermost.
        reading: What its number means; None for a heading without number.
    """

    at: int
    depth: int
    reading: Reading | None


@dataclass(slots=True)
class _Level:
    style: str
    value: Value
    parts: tuple[int, ...]
    rank: int
    hashes: int
    indent: int
    place: int
    wrapped: bool


@dataclass(slots=True)
class _Sequence:
    """Reads candidates from first to last and keeps the outline that is open."""

    found: Sequence[Candidate]
    skipped: Sequence[bool]
    levels: list[_Level] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    places: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    good_places: dict[Reading, list[int]] = field(default_factory=dict)
    homes: dict[str, str] = field(default_factory=dict)
    latest: dict[str, Value] = field(default_factory=dict)
    outside: dict[str, tuple[Value, int]] = field(default_factory=dict)
    """Value and depth of the last number of each style that no exhibit has begun anew."""

    def read(self) -> list[Heading]:
        self._index()
        for index, one in enumerate(self.found):
            if not self.skipped[index]:
                self._place(index, one)
        return self.headings

    def _index(self) -> None:
        for index, one in enumerate(self.found):
            if not self.skipped[index]:
                for reading in one.readings:
                    style, value = reading
                    self.places.setdefault((style, value[0]), []).append(index)
                    if one.place == LINE and not one.wrapped:
                        self.good_places.setdefault(reading, []).append(index)

    def _place(self, index: int, one: Candidate) -> None:
        if self._is_prose(index, one):
            return
        if one.hashes:
            self._under_hashes(index, one)
        elif len(one.parts) > 1:
            self._dotted(index, one)
        elif one.rank < ITEM_RANK:
            self._worded(index, one)
        else:
            self._item(index, one)

    def _is_prose(self, index: int, one: Candidate) -> bool:
        """Tell whether a number only happens to come next, in the middle of a sentence."""
        if not one.readings or (one.place == LINE and not one.wrapped):
            return False
        if all(self._comes_again(index, one, reading) for reading in one.readings):
            return True
        return one.runs_on and all(self._is_odd(index, reading) for reading in one.readings)

    def _comes_again(self, index: int, one: Candidate, reading: Reading) -> bool:
        """Tell whether the same number comes again at a better place, before any that follows."""
        style, (number, _) = reading
        level = self._level_of(style)
        if number <= 1 or (one.place < LINE and (level is None or level.place < LINE)):
            return False
        again = _behind(self.good_places.get(reading, ()), index)
        if again is None or again - index > _FAR:
            return False
        others = (self._next_place(style, number + 1, index), self._next_place(style, 1, index))
        return all(other is None or again < other for other in others)

    def _is_odd(self, index: int, reading: Reading) -> bool:
        """Tell whether a number alone stands in a sentence, and none comes behind it."""
        level = self._level_of(reading.style)
        if level is None or level.wrapped or level.place < LINE:
            return False
        return self._next_place(reading.style, reading.value[0] + 1, index) is None

    def _level_of(self, style: str) -> _Level | None:
        depth = self._depth_of(style)
        return None if depth is None else self.levels[depth]

    def _open(self, index: int, depth: int, reading: Reading | None, *, parts: bool = True) -> None:
        """Close the levels from a depth on and open one there."""
        if depth >= DEEPEST:
            return
        one = self.found[index]
        style, value = reading or ("", (0, 0))
        del self.levels[depth:]
        home = self.levels[-1].style if self.levels else ""
        self.homes.setdefault(style, home)
        self.latest[style] = value
        own = one.parts if parts else ()
        self.levels.append(
            _Level(style, value, own, one.rank, one.hashes, one.indent, one.place, one.wrapped)
        )
        self.headings.append(Heading(index, depth, reading))
        if self._schedule_depth() is None:
            self.outside[style] = (value, depth)
        else:
            self.outside.pop(style, None)

    def _schedule_depth(self) -> int | None:
        ranks = (depth for depth, level in enumerate(self.levels) if self._is_schedule(level))
        return next(ranks, None)

    @staticmethod
    def _is_schedule(level: _Level) -> bool:
        return level.rank == SCHEDULE and level.style != "" and not level.hashes

    def _behind_schedule(self, reading: Reading) -> int | None:
        """Return the depth of the exhibit that a number closes, as it goes on from before it."""
        schedule = self._schedule_depth()
        if schedule is None or reading.style not in self.outside:
            return None
        value, depth = self.outside[reading.style]
        return schedule if depth >= schedule and _is_next(value, reading.value) else None

    # Headings of Markdown: their signs say how deep they are.

    def _under_hashes(self, index: int, one: Candidate) -> None:
        depth = 0
        while depth < len(self.levels) and self._holds_hashes(self.levels[depth], one):
            depth += 1
        self._open(index, depth, one.readings[0] if one.readings else None)

    @staticmethod
    def _holds_hashes(level: _Level, one: Candidate) -> bool:
        if not level.hashes or level.hashes > one.hashes:
            return False
        return level.hashes < one.hashes or level.rank < one.rank < ITEM_RANK

    # Numbers with points: the part before the last names the parent.

    def _dotted(self, index: int, one: Candidate) -> None:
        depth = self._next_dotted(one)
        if depth is None:
            depth = self._leap_dotted(index, one)
        if depth is None:
            depth = self._first_dotted(index, one)
        if depth is not None:
            self._open(index, depth, one.readings[0])

    def _next_dotted(self, one: Candidate) -> int | None:
        *front, last = one.parts
        prefix = tuple(front)
        for depth in range(len(self.levels) - 1, -1, -1):
            parts = self.levels[depth].parts
            if 0 <= one.indent < self.levels[depth].indent:
                continue  # an item of a list, not the clause around
            if self._is_outranked(self.levels[depth], one):
                continue
            if parts == prefix and last in (0, 1):
                return depth + 1
            if parts and parts[:-1] == prefix and parts[-1] + 1 == last:
                return depth
        return None

    def _leap_dotted(self, index: int, one: Candidate) -> int | None:
        """Place a number whose elder sibling or parent was not found."""
        if one.place < SENTENCE:
            return None
        *front, last = one.parts
        prefix = tuple(front)
        for depth in range(len(self.levels) - 1, -1, -1):
            parts = self.levels[depth].parts
            if self._is_outranked(self.levels[depth], one):
                continue
            if parts and parts[:-1] == prefix and 0 < last - parts[-1] <= self._widest(one):
                is_sure = self._widest(one) > _WIDEST_GAP or self._goes_on(index, one.readings[0])
                return depth if is_sure else None
            if parts == prefix and last <= _WIDEST_GAP and one.place >= GAP:
                return depth + 1
            if len(parts) == len(prefix) and last in (0, 1) and self._follows(parts, prefix):
                # Where the sibling itself comes, this one is quoted.
                is_quoted = self._is_near(index, self.levels[depth])
                return depth + 1 if is_quoted else self._adopt(depth, prefix)
            beside = len(parts) == len(prefix) + 1 and last in (0, 1)
            if beside and self._follows(parts[:-1], prefix):
                return self._beside(depth, prefix)
        return None

    @staticmethod
    def _widest(one: Candidate) -> int:
        """Return how many numbers may be missing: many where a word says that this is one."""
        sure = one.rank < ITEM_RANK and one.place == LINE and not one.wrapped
        return _WIDEST_WORD_GAP if sure else _WIDEST_GAP

    def _is_near(self, index: int, level: _Level) -> bool:
        """Tell whether the next one of a level comes soon."""
        near = self._next_place(level.style, level.value[0] + 1, index)
        return near is not None and near - index <= _NEAR

    @staticmethod
    def _is_outranked(level: _Level, one: Candidate) -> bool:
        """Tell whether the number's word stands further out: Chapter 5.1 is none of Section 5."""
        return one.rank < level.rank < ITEM_RANK

    @staticmethod
    def _follows(parts: tuple[int, ...], other: tuple[int, ...]) -> bool:
        if not parts or parts[:-1] != other[:-1]:
            return False
        return 0 < other[-1] - parts[-1] <= 2  # noqa: PLR2004 - at most one chapter is missing

    def _adopt(self, depth: int, prefix: tuple[int, ...]) -> int:
        """Let a level stand for the sibling that was not found, and open inside of it."""
        level = self.levels[depth]
        level.parts, level.value = prefix, (prefix[-1], 0)
        del self.levels[depth + 1 :]
        return depth + 1

    def _beside(self, depth: int, prefix: tuple[int, ...]) -> int:
        if depth and self.levels[depth - 1].parts == self.levels[depth].parts[:-1]:
            return self._adopt(depth - 1, prefix)
        return depth

    def _first_dotted(self, index: int, one: Candidate) -> int | None:
        """Place a number with points whose parents were not found, or that begins anew."""
        if one.parts[-1] > 1 and one.place < LINE:
            return None
        if not self._goes_on(index, one.readings[0]):
            return None
        opened = [level.parts for level in self.levels if len(level.parts) > 1]
        if opened and not (one.place == LINE and one.parts[-1] <= 1):
            return None
        if opened and one.parts[0] != 1 and one.parts <= opened[0]:
            return None
        return self._under_words(one)

    def _under_words(self, one: Candidate) -> int:
        """Return the depth inside the innermost heading with a word that is further out."""
        depth = len(self.levels)
        while depth and self.levels[depth - 1].rank >= min(one.rank, ITEM_RANK):
            depth -= 1
        return depth

    # Numbers with a word: "Article 5".

    def _worded(self, index: int, one: Candidate) -> None:
        reading = self._likelier(one.readings)
        depth = self._next_worded(index, one, reading)
        if depth is None and not self._is_open(reading.style):
            depth = self._first_worded(index, one, reading)
        if depth is None and self._restarts(index, one, reading):
            depth = self._depth_of(reading.style)
        if depth is not None:
            self._open(index, depth, reading)

    def _likelier(self, readings: Sequence[Reading]) -> Reading:
        """Return the meaning that comes next in its style, if any: Exhibit I is behind H."""
        for reading in readings:
            if _is_next(self.latest.get(reading.style, (-9, 0)), reading.value):
                return reading
        return readings[0]

    def _is_open(self, style: str) -> bool:
        return any(level.style == style for level in self.levels)

    def _depth_of(self, style: str) -> int | None:
        for depth in range(len(self.levels) - 1, -1, -1):
            if self.levels[depth].style == style:
                return depth
        return None

    def _next_worded(self, index: int, one: Candidate, reading: Reading) -> int | None:
        depth = self._depth_of(reading.style)
        if depth is None:
            return None
        before = self.levels[depth].value
        if _is_next(before, reading.value):
            return depth
        gap = reading.value[0] - before[0]
        if not 0 < gap <= _WIDEST_WORD_GAP or one.place < GAP:
            return None
        near = self._next_place(reading.style, before[0] + 1, index)
        if near is not None and near - index <= _NEAR:
            return None
        return depth if one.place == LINE or self._goes_on(index, reading) else None

    def _first_worded(self, index: int, one: Candidate, reading: Reading) -> int | None:
        if one.rank == SCHEDULE:
            return self._under_hashes_only()
        behind = self._behind_schedule(reading)
        if behind is not None and one.place == LINE:
            return behind
        if _is_next(self.latest.get(reading.style, (-9, 0)), reading.value):
            # Articles are often counted through all chapters.
            return self._innermost_word()
        sure = one.apart or (one.place == LINE and reading.value[0] <= 1)
        if not sure and not self._goes_on(index, reading):
            return None
        home = self.homes.get(reading.style)
        if home and self._is_open(home):
            return (self._depth_of(home) or 0) + 1
        is_inside = self._is_right_below(one, reading)
        return len(self.levels) if is_inside else self._under_words(one)

    def _is_right_below(self, one: Candidate, reading: Reading) -> bool:
        """Tell whether a first heading stands below another with no text between: inside of it.

        Words rank otherwise elsewhere: a German "Titel" is inside of an "Abschnitt".
        """
        if not self.headings or not one.apart or reading.value != (1, 0):
            return False
        above = self.found[self.headings[-1].at]
        return above.apart and one.start - above.end < _TITLE_AT_MOST

    def _under_hashes_only(self) -> int:
        depth = 0
        while depth < len(self.levels) and self.levels[depth].hashes:
            depth += 1
        return depth

    def _innermost_word(self) -> int:
        depth = len(self.levels)
        while (
            depth and self.levels[depth - 1].rank == ITEM_RANK and not self.levels[depth - 1].hashes
        ):
            depth -= 1
        return depth

    def _restarts(self, index: int, one: Candidate, reading: Reading) -> bool:
        return one.place == LINE and reading.value == (1, 0) and self._goes_on(index, reading)

    # Numbers alone: "1.", "(a)", "iv)".

    def _item(self, index: int, one: Candidate) -> None:
        placed = self._next_item(index, one) or self._new_item(index, one)
        if placed is None and one.place >= SENTENCE:
            placed = self._leap_item(index, one)
        if placed is None and len(one.parts) == 1 and one.place == LINE and not one.wrapped:
            placed = self._item_behind_schedule(one)
        if placed is not None:
            self._open(index, *placed)

    def _item_behind_schedule(self, one: Candidate) -> tuple[int, Reading] | None:
        reading = one.readings[0]
        depth = self._behind_schedule(reading)
        if depth is None or self.outside[reading.style][1] != depth:
            return None
        return depth, reading

    def _next_item(self, index: int, one: Candidate) -> tuple[int, Reading] | None:
        """Return the innermost level that the number goes on with, one like it in looks first."""
        best = None
        for depth in range(len(self.levels) - 1, -1, -1):
            level = self.levels[depth]
            for reading in one.readings:
                if reading.style == level.style and _is_next(level.value, reading.value):
                    if self._is_alike(level, one):
                        return self._unless_new(index, one, depth, reading)
                    if not self._is_further_in(level, one):
                        best = best or (depth, reading)
        return best and self._unless_new(index, one, *best)

    @staticmethod
    def _is_alike(level: _Level, one: Candidate) -> bool:
        if one.indent < 0 or level.indent < 0:
            return one.indent == level.indent
        return abs(one.indent - level.indent) <= 1

    @staticmethod
    def _is_further_in(level: _Level, one: Candidate) -> bool:
        return level.indent >= 0 and one.indent > level.indent + _SLACK

    def _unless_new(
        self, index: int, one: Candidate, depth: int, reading: Reading
    ) -> tuple[int, Reading] | None:
        """Refuse (i) as the letter behind (h) where (ii) comes next: it opens a level."""
        for other in one.readings:
            if other.value == (1, 0) and other.style != reading.style:
                second = self._next_place(other.style, 2, index)
                following = self._next_place(reading.style, reading.value[0] + 1, index)
                if second is not None and (following is None or second < following):
                    return None
        return depth, reading

    def _new_item(self, index: int, one: Candidate) -> tuple[int, Reading] | None:
        """Return where a first number opens a level."""
        for reading in reversed(one.readings):
            if reading.value[0] > 1 or reading.value[1]:
                continue
            depth = self._depth_of(reading.style)
            if depth is None:
                if self._is_first(index, one, reading):
                    return self._depth_for_first(index, one, reading), reading
            elif self._goes_on(index, reading):
                return self._again(index, one, reading, depth), reading
        return None

    def _is_first(self, index: int, one: Candidate, reading: Reading) -> bool:
        if one.place == LINE:
            return self._goes_on(index, reading)
        if reading.value[0] == 0:
            return False
        # Inside a line the second has to come before another first.
        second = self._next_place(reading.style, 2, index)
        again = self._next_place(reading.style, 1, index)
        return second is not None and second - index <= _FAR and (again is None or second < again)

    def _depth_for_first(self, index: int, one: Candidate, reading: Reading) -> int:
        """Return the depth of a new level: inside the innermost, or where its like stood."""
        depth = len(self.levels)
        if reading == _CLAUSE_ONE:
            while depth and self._comes_before_clauses(index, depth):
                depth -= 1
        if one.place < LINE:
            return depth
        # What a sentence lists ends with its paragraph.
        while depth and one.parts and self._is_listed(self.levels[depth - 1]):
            depth -= 1
        # A line further out than a level's own lines does not stand inside of it.
        while depth and self._stands_outside(self.levels[depth - 1], one):
            depth -= 1
        return depth

    def _comes_before_clauses(self, index: int, depth: int) -> bool:
        """Tell whether a level lists parties or recitals, behind which "1." begins the clauses."""
        level = self.levels[depth - 1]
        if level.rank != ITEM_RANK or level.hashes or level.parts:
            return False
        dotted = self._next_place(_DOTTED_ONE, 1, index)
        second = self._next_place(_CLAUSE_ONE.style, 2, index)
        if dotted is not None and (second is None or dotted < second) and "(" in level.style:
            return True
        if any(one.rank != ITEM_RANK or one.hashes for one in self.levels):
            return False
        third = self._next_place(_CLAUSE_ONE.style, 3, index)
        return third is not None and self._has_ended(level, index)

    def _has_ended(self, level: _Level, index: int) -> bool:
        """Tell whether a list does not go on, but where it begins anew."""
        onward = self._next_place(level.style, level.value[0] + 1, index)
        again = self._next_place(level.style, 1, index)
        return onward is None or (again is not None and again < onward)

    @staticmethod
    def _is_listed(level: _Level) -> bool:
        return level.rank == ITEM_RANK and level.place < GAP and len(level.parts) < 1

    @staticmethod
    def _stands_outside(level: _Level, one: Candidate) -> bool:
        return level.rank == ITEM_RANK and not level.hashes and level.indent > one.indent + 1

    def _again(self, index: int, one: Candidate, reading: Reading, depth: int) -> int:
        """Return the depth of a style that begins anew: a list inside, or the next of its kind."""
        level = self.levels[depth]
        if level.indent >= 0 and one.place == LINE:
            return len(self.levels) if one.indent > level.indent + 1 else depth
        onward = self._next_place(reading.style, level.value[0] + 1, index)
        again = self._next_place(reading.style, 1, index)
        if onward is None or (again is not None and again < onward) or level.value[0] <= 1:
            return depth
        nested = sum(other.style == reading.style for other in self.levels) > 1
        return depth if nested else len(self.levels)

    def _leap_item(self, index: int, one: Candidate) -> tuple[int, Reading] | None:
        """Place a number whose elder sibling was not found."""
        for depth in range(len(self.levels) - 1, -1, -1):
            level = self.levels[depth]
            for reading in one.readings:
                if reading.style == level.style and self._leaps(index, one, level, reading):
                    return depth, reading
        return None

    def _leaps(self, index: int, one: Candidate, level: _Level, reading: Reading) -> bool:
        gap = reading.value[0] - level.value[0]
        if not 0 < gap <= _WIDEST_GAP:
            return False
        near = self._next_place(reading.style, level.value[0] + 1, index)
        if near is not None and near - index <= _NEAR:
            return False
        return self._goes_on(index, reading) and one.place >= GAP

    # What comes next.

    def _next_place(self, style: str, number: int, index: int) -> int | None:
        return _behind(self.places.get((style, number), ()), index)

    def _goes_on(self, index: int, reading: Reading) -> bool:
        """Tell whether the number after this one comes, too."""
        after = self._next_place(reading.style, reading.value[0] + 1, index)
        return after is not None and after - index <= _FAR


def _behind(places: Sequence[int], index: int) -> int | None:
    at = bisect_right(places, index)
    return places[at] if at < len(places) else None


def _is_next(before: Value, after: Value) -> bool:
    if after[0] == before[0]:
        return 0 < after[1] - before[1] <= 2  # noqa: PLR2004 - 12a may have been repealed
    return after[0] == before[0] + 1 and after[1] <= 1


def headings_of(found: Sequence[Candidate], skipped: Sequence[bool]) -> list[Heading]:
    """Return the candidates that make an outline, in order.

    Args:
        found: What looks like a clause number, from first to last.
        skipped: For each, whether to pass over it, as in a table of contents.
    """
    return _Sequence(found, skipped).read()
