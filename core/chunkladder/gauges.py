"""A measure laid along a text: how far a budget reaches, and where an overlap begins.

The engine does not hand a measure every candidate: it asks a gauge. For what adds up (characters,
words, bytes) the answers are exact; for any function they are estimates.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from math import ceil
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

UNLIMITED = sys.maxsize
"""A size that no text exceeds, in whatever unit."""

CAUTION = 8
"""An estimate is stretched by at most one part in this many for what was learned."""

_TAIL_MASK, _TAIL = 0xC0, 0x80  # RFC 3629 section 3: a byte that goes on with a character

WINDOW = 1 << 16
"""The longest stretch, in characters, that is looked at in one go to count words."""


class Gauge(Protocol):
    """A measure laid along one text.

    Attributes:
        exact: Whether the answers are the truth, and the sizes of lines put around a stretch add
            up with its own. Otherwise they are estimates, and the engine makes sure with
            ``Measure`` on the finished text.
    """

    exact: bool

    def reach(self, start: int, budget: int) -> int:
        """Return the largest ``end`` for which ``start … end`` measures at most ``budget``.

        May lie beyond the text's end. At least ``start``.
        """
        ...

    def reacher(self, budget: int) -> Callable[[int], int]:
        """Return ``reach`` for one budget, as a function of the start alone."""
        ...

    def farthest(self, start: int, budget: int) -> int:
        """Return an ``end`` beyond which hardly anything fits, however wrong the estimates were."""
        ...

    def learn(self, start: int, end: int, counted: int) -> None:
        """Take note of the true size of a stretch."""
        ...

    def back(self, end: int, amount: int) -> int:
        """Return the smallest ``start`` for which ``start … end`` measures at most ``amount``.

        May be negative. At most ``end``.
        """
        ...

    def measured(self, start: int, end: int, before: str = "", after: str = "") -> int:
        """Return the true size of a stretch with lines put around it."""
        ...


class BaseGauge:
    """What all gauges share.

    Args:
        text: The text that the measure is laid along.
        count: The measure.
    """

    def __init__(self, text: str, count: Callable[[str], int]) -> None:
        self._text = text
        self._count = count

    def measured(self, start: int, end: int, before: str = "", after: str = "") -> int:
        """Measure the whole finished text."""
        return self._count(before + self._text[start:end] + after)

    def reach(self, start: int, budget: int) -> int:
        """Return how far a budget reaches."""
        raise NotImplementedError

    def reacher(self, budget: int) -> Callable[[int], int]:
        """Return ``reach`` for one budget."""
        return lambda start: self.reach(start, budget)

    def farthest(self, start: int, budget: int) -> int:
        """Return an end beyond which nothing fits."""
        return self.reach(start, budget)

    def learn(self, start: int, end: int, counted: int) -> None:
        """Take note of the true size of a stretch; an exact gauge knows it."""


class CharacterGauge(BaseGauge):
    """Code points."""

    exact = True

    def measured(self, start: int, end: int, before: str = "", after: str = "") -> int:
        """Measure the whole finished text, without making it where its length is all there is."""
        if self._count is len:
            return len(before) + end - start + len(after)
        return super().measured(start, end, before, after)

    def reach(self, start: int, budget: int) -> int:
        """Return how far a budget reaches."""
        return start + budget

    def reacher(self, budget: int) -> Callable[[int], int]:
        """Return ``reach`` for one budget: an addition that runs in C."""
        return budget.__add__

    def back(self, end: int, amount: int) -> int:
        """Return where an overlap begins."""
        return end - amount


class ByteGauge(BaseGauge):
    """Bytes of UTF-8; a lone surrogate counts three."""

    exact = True

    def reach(self, start: int, budget: int) -> int:
        """Return how far a budget reaches."""
        data = count_bytes_of(self._text[start : start + budget])
        if len(data) <= budget:
            return start + budget
        return start + _whole_characters(data, budget)

    def back(self, end: int, amount: int) -> int:
        """Return where an overlap begins."""
        begin = max(0, end - amount)
        data = count_bytes_of(self._text[begin:end])
        if len(data) <= amount:
            return begin
        # One byte more is dropped than fits, and with it the character it belongs to.
        dropped = len(data) - amount
        while dropped < len(data) and data[dropped] & _TAIL_MASK == _TAIL:
            dropped += 1
        return begin + _whole_characters(data, dropped)


def count_bytes_of(text: str) -> bytes:
    """Encode any text, lone surrogates included."""
    return text.encode("utf-8", "surrogatepass")


def _whole_characters(data: bytes, limit: int) -> int:
    """Return how many whole characters stand in the first ``limit`` bytes."""
    while limit < len(data) and data[limit] & _TAIL_MASK == _TAIL:
        limit -= 1
    return len(data[:limit].decode("utf-8", "surrogatepass"))


class WordGauge(BaseGauge):
    """Words: stretches without white space."""

    exact = True

    def reach(self, start: int, budget: int) -> int:
        """Return how far a budget reaches: up to the word that would be one too many."""
        text = self._text
        at = start
        in_word = False
        while at < len(text):
            window = text[at : at + min(WINDOW, 16 * budget + 64)]
            # A word that began in the window before has been counted there.
            joined = in_word and not window[0].isspace()
            parts = window.split(None, budget + joined)
            if len(parts) > budget + joined:
                return at + len(window) - len(parts[-1])
            budget -= len(parts) - joined
            in_word = not window[-1].isspace()
            at += len(window)
        return at

    def back(self, end: int, amount: int) -> int:
        """Return where an overlap begins: behind the word that would be one too many."""
        text = self._text
        at = end
        in_word = False
        while at > 0:
            begin = max(0, at - min(WINDOW, 16 * amount + 64))
            window = text[begin:at]
            joined = in_word and not window[-1].isspace()
            parts = window.rsplit(None, amount + joined)
            if len(parts) > amount + joined:
                return begin + len(parts[0])
            amount -= len(parts) - joined
            in_word = not window[0].isspace()
            at = begin
        return 0


class EstimateGauge(BaseGauge):
    """Any function, by the counts of consecutive blocks of the text, each measured once.

    Between the ends of a block the count is taken to grow evenly. That is exact for a function
    that counts characters. Others mostly count a little more for the blocks than for the whole,
    since a block's edge cuts words in two; how much, is learned from what is measured.
    """

    exact = False

    def __init__(self, text: str, count: Callable[[str], int], size: int) -> None:
        super().__init__(text, count)
        # A unit is seldom less than a character: a block is at most a chunk, mostly a part of it.
        self._block = max(32, min(size, 4096))
        self._totals = array("d", [0.0])
        # By how much the last stretch was overestimated, and the worst one so far.
        self._surplus = 0.0
        self._worst = 0.0

    def reach(self, start: int, budget: int) -> int:
        """Estimate how far a budget reaches."""
        surplus = min(self._surplus, budget / CAUTION)
        return max(start, int(self._place(self._total(start) + budget + surplus)))

    def farthest(self, start: int, budget: int) -> int:
        """Return an end beyond which hardly anything fits, however wrong the estimates were."""
        worst = min(max(budget / CAUTION + 1, self._worst), budget)
        return max(start, int(self._place(self._total(start) + budget + worst)))

    def learn(self, start: int, end: int, counted: int) -> None:
        """Take note of the true size of a stretch."""
        self._surplus = max(0.0, self._total(end) - self._total(start) - counted)
        self._worst = max(self._surplus, self._worst)

    def back(self, end: int, amount: int) -> int:
        """Estimate where an overlap begins."""
        return min(end, ceil(self._place(max(0.0, self._total(end) - amount))))

    def _total(self, offset: int) -> float:
        """Estimate the size of all the text before an offset."""
        block, rest = divmod(min(offset, len(self._text)), self._block)
        if not rest:
            self._measure_to(block)
            return self._totals[block]
        self._measure_to(block + 1)
        begin, end = self._totals[block], self._totals[block + 1]
        return begin + (end - begin) * rest / self._length(block)

    def _place(self, total: float) -> float:
        """Estimate the largest offset before which the text measures at most ``total``."""
        while self._totals[-1] <= total and self._end(len(self._totals) - 1) < len(self._text):
            self._measure_to(len(self._totals))
        block = bisect_right(self._totals, total) - 1
        if block >= len(self._totals) - 1:
            return len(self._text) + max(0.0, total - self._totals[-1])
        begin, end = self._totals[block], self._totals[block + 1]
        # In this order whole numbers stay exact.
        return self._end(block) + (total - begin) * self._length(block) / (end - begin)

    def _end(self, blocks: int) -> int:
        return min(blocks * self._block, len(self._text))

    def _length(self, block: int) -> int:
        return self._end(block + 1) - self._end(block)

    def _measure_to(self, blocks: int) -> None:
        while len(self._totals) <= blocks:
            begin = (len(self._totals) - 1) * self._block
            counted = self._count(self._text[begin : begin + self._block])
            self._totals.append(self._totals[-1] + max(0, counted))
