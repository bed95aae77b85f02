"""Where a chunk ends that is to stay as it is when the text around it changes.

PACK ends a chunk at the last cut within the size, so that one row put in moves every later end.
Here the text decides: of the cuts in the later half of a chunk's room, the one wins behind which
the text has the least hash. Two runs over texts that differ in one place soon pick the same cut,
and from there on all the same chunks. ``docs/explanation/stable-chunks.md`` tells more.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from .cutters import Cutter

NEAR = 32
"""The fewest characters behind a cut that are hashed: shorter pieces are much alike."""

FAR = 1024
"""The most characters behind a cut that are hashed."""


class Anchors:
    """Picks the ends of chunks in one text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def end(self, cutter: Cutter, start: int, last: int) -> int:
        """Return where a chunk ends, of which ``last`` is the last possible end.

        Args:
            cutter: The cutter of the rung in use.
            start: Where the first piece begins that is not overlap.
            last: A cut behind it.

        Returns:
            One of the cuts in ``start … last``. There are at least two to choose from, unless
            the chunk is one piece: with pieces of one size, one alone would never be another.
        """
        middle = start + (last - start) // 2
        cuts = cutter.between(middle, last)
        if len(cuts) == 1:
            cuts = [cut for cut in (cutter.last(start, middle),) if cut > start] + [last]
        pieces = list(pairwise([*cuts, cutter.next(last)]))
        # Backwards, so that of pieces that are all alike the last one is taken.
        return min(reversed(pieces), key=self._hash)[0]

    def _hash(self, piece: tuple[int, int]) -> int:
        start, end = piece
        end = min(max(end, start + NEAR), start + FAR)
        return crc32(self._text[start:end].encode("utf-8", "surrogatepass"))
