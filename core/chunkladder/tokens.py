"""A tokenizer laid along a text.

The text is encoded once, in blocks, and where each token ends is kept. That says how far a budget
reaches. What a chunk truly counts is found from its seams: the tokens between its first and its
last seam are known, and only what stands outside of them is encoded again.
"""

from __future__ import annotations

import os
import re
from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate, islice
from operator import sub
from typing import TYPE_CHECKING, Protocol

from .gauges import CAUTION, BaseGauge
from .seams import ANYWHERE, NONE, Seams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GROUP = 32
"""Tokens whose widths are added up when one of them is looked for."""

BLOCK = 1 << 16
"""Characters that are encoded in one go: enough to make the calls cheap."""

STRIDE = 16
"""Blocks that are encoded side by side before any of them is used."""

SHORT = 24
"""Characters up to which a count is remembered."""

MEMORY = 1 << 14
"""How many counts are remembered."""

NEAR = 64
"""Characters in which the first seam of a chunk is looked for, to guess how far it reaches."""

_ANY_SEAMS = Seams(ANYWHERE)


class Tokenizer(Protocol):
    """What a gauge needs of a tokenizer.

    Attributes:
        name: What people wrote to get it, or what comes nearest.
        seams: Where its counts add up; None: it is not known.
        special_tokens: How many tokens its model puts around every text.
        is_native: Whether it runs no Python code of others.
    """

    name: str
    is_native: bool
    seams: Seams | None
    special_tokens: int

    def count(self, text: str) -> int:
        """Return the number of tokens, special ones left out."""
        ...

    def widths(self, text: str) -> array[int] | None:
        """Return by how many characters each token ends behind the one before it.

        None: it cannot be told.
        """
        ...


class TokenGauge(BaseGauge):
    """The tokens of a text, by the offsets at which they end.

    Takes time in proportion to the text for all questions together, and keeps 4 bytes a token.

    Args:
        text: The text.
        count: Counts the tokens of any text.
        tokenizer: Where ``count`` comes from.
    """

    exact = False

    def __init__(self, text: str, count: Callable[[str], int], tokenizer: Tokenizer) -> None:
        super().__init__(text, count)
        self._encode = tokenizer.widths
        self._seams = tokenizer.seams
        self._widths = array("I")
        # Where every ``GROUP`` tokens end.
        self._marks = array("q", [0])
        self._encoded_to, self._last_token_end = 0, 0
        # Edges of blocks that are no seams: counts do not add up across them.
        self._rough_edges = array("q")
        self._last_beginning = (-1, 0)
        self._last_seam = (0, 0)
        self._counts: dict[str, int] = {}
        self._blanks = re.compile(r"\s*").match

    def reach(self, start: int, budget: int) -> int:
        """Estimate how far a budget reaches."""
        at, tokens = self._last_beginning
        if at != start:
            tokens = self._beginning(start)
            self._last_beginning = start, tokens
        end = self._end_of(tokens + budget)
        # Blanks at the end are trimmed, and cost nothing.
        if self._text[end : end + 1].isspace():
            end = self._blanks(self._text, end, end + NEAR).end()  # type: ignore[union-attr]
        return max(start, end)

    def farthest(self, start: int, budget: int) -> int:
        """Return an end beyond which hardly anything fits."""
        return self.reach(start, budget + max(CAUTION, budget // CAUTION))

    def back(self, end: int, amount: int) -> int:
        """Estimate where an overlap begins."""
        tokens = self._tokens_before(min(end, len(self._text))) - amount
        return min(end, self._end_of(tokens - 1) + 1) if tokens > 0 else 0

    def measured(self, start: int, end: int, before: str = "", after: str = "") -> int:
        """Count a stretch with lines around it: by its seams, or else the whole of it."""
        seams = self._seams
        if seams is not None:
            stop = end if after else end + 1
            first = seams.first(self._text, start, stop)
            if first != NONE:
                last = seams.last(self._text, start, stop)
                known = self._between(first, last)
                if known != NONE:
                    head = self._short_count(before + self._text[start:first])
                    return head + known + self._short_count(self._text[last:end] + after)
        return self._count(before + self._text[start:end] + after)

    def _between(self, first: int, last: int) -> int:
        """Return how many tokens stand between two seams, or ``NONE`` if it is not known."""
        at, before = self._last_seam
        if at != first:
            before = self._tokens_before(first)
        tokens = self._tokens_before(last)
        rough = self._rough_edges
        is_torn = bisect_right(rough, first) < bisect_left(rough, last)
        # Text that was encoded just now may have told that there are no seams.
        return NONE if is_torn or self._seams is None else tokens - before

    def _beginning(self, start: int) -> int:
        """Return how many tokens would end before an offset if the text were cut there."""
        if self._seams is not None:
            seam = self._seams.first(self._text, start, min(start + NEAR, len(self._text) + 1))
            if seam != NONE:
                before = self._tokens_before(seam)
                self._last_seam = seam, before
                # A chunk is trimmed, and without the blank before it a word may count otherwise.
                return before - self._short_count(self._text[start:seam].lstrip())
        return self._tokens_before(start)

    def _short_count(self, text: str) -> int:
        """Count a text that, if it is short, has often been counted before."""
        if len(text) > SHORT:
            return self._count(text)
        counted = self._counts.get(text)
        if counted is None:
            if len(self._counts) >= MEMORY:
                self._counts.clear()
            counted = self._counts[text] = self._count(text)
        return counted

    def _tokens_before(self, offset: int) -> int:
        """Return how many tokens end at or before an offset."""
        while self._encoded_to < offset and self._encoded_to < len(self._text):
            self._encode_more()
        group = bisect_right(self._marks, offset) - 1
        first = group * GROUP
        widths = self._widths[first : first + GROUP]
        ends = list(accumulate(widths, initial=self._marks[group]))
        return first + bisect_right(ends, offset) - 1

    def _end_of(self, tokens: int) -> int:
        """Return the largest offset before which no more than this many tokens end."""
        while len(self._widths) <= tokens and self._encoded_to < len(self._text):
            self._encode_more()
        if tokens >= len(self._widths):
            return len(self._text) + tokens - len(self._widths)
        if tokens < 0:
            return 0
        group = tokens // GROUP
        return self._marks[group] + sum(self._widths[group * GROUP : tokens + 1]) - 1

    def _encode_more(self) -> None:
        blocks = self._next_blocks()
        for (start, end), widths in zip(blocks, self._encoded(blocks), strict=True):
            if widths is None:
                self._seams = None
            self._add(self._evenly(start, end) if widths is None else widths, start)
            self._encoded_to = end
        begin, end = len(self._marks) - 1, len(self._widths) // GROUP
        places = range(begin * GROUP, end * GROUP, GROUP)
        sums = [sum(self._widths[place : place + GROUP]) for place in places]
        self._marks.extend(islice(accumulate(sums, initial=self._marks[-1]), 1, None))

    def _add(self, widths: array[int], start: int) -> None:
        """Add the tokens of a block; what stands before its first token belongs to that one."""
        if widths:
            widths[0] += start - self._last_token_end
            self._last_token_end += sum(widths)
            self._widths.extend(widths)

    def _next_blocks(self) -> list[tuple[int, int]]:
        blocks: list[tuple[int, int]] = []
        start = self._encoded_to
        while start < len(self._text) and len(blocks) < STRIDE:
            end = min(start + BLOCK, len(self._text))
            if end < len(self._text):
                seams = self._seams or _ANY_SEAMS
                seam = seams.last(self._text, start, end)
                if seam != NONE:
                    end = seam
                else:
                    self._rough_edges.append(end)
            blocks.append((start, end))
            start = end
        return blocks

    def _encoded(self, blocks: list[tuple[int, int]]) -> Iterable[array[int] | None]:
        """Encode blocks, on two cores where there are two: tokenizers let go of the interpreter."""
        texts = [self._text[start:end] for start, end in blocks]
        if len(blocks) == 1 or _cores() == 1:
            return map(self._encode, texts)
        from concurrent.futures import ThreadPoolExecutor

        try:
            with ThreadPoolExecutor(2, "chunkladder-encode") as pool:
                return list(pool.map(self._encode, texts))
        except RuntimeError:
            # The interpreter is shutting down, and starts no threads any more.
            return map(self._encode, texts)

    def _evenly(self, start: int, end: int) -> array[int]:
        """Return widths as if the tokens of a block were of one length."""
        tokens, length = self._count(self._text[start:end]), end - start
        if not tokens:
            return array("I")
        ends = [length * at // tokens for at in range(tokens + 1)]
        return array("I", map(sub, ends[1:], ends))


def _cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
