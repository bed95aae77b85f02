"""Groups: cuts in an order that leaves pieces of even size.

A class of ten methods that is a little too long for a chunk would be parted into one full chunk
and a small rest. Parted at the method nearest to its middle, and each half again if need be, it
gives chunks that are alike, and a question that is about one method finds less of the others.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from ._units import LONG

if TYPE_CHECKING:
    from collections.abc import Sequence

DEPTH = 16
"""Halves of halves are told apart to this depth, counted from the whole file."""


def halved(
    cuts: Sequence[int], start: int, end: int, depth: int
) -> tuple[list[tuple[int, int]], list[int]]:
    """Part a stretch at the cut nearest to its middle, and each half in the same way.

    Args:
        cuts: Where it may be parted, strictly increasing.
        start: Where it begins.
        end: Where it ends.
        depth: How often what it stands in was halved.

    Returns:
        The depth of each cut that was used, with the cut, in no order; and, for the stretch in
        front of each cut and that behind the last, how often it was halved. Stretches of up to
        ``LONG`` bytes are not parted.
    """
    used: list[tuple[int, int]] = []
    depths = [depth] * (len(cuts) + 1)
    todo = [(0, len(cuts), start, end, depth)]
    while todo:
        first, last, start, end, depth = todo.pop()
        if first == last or end - start <= LONG or depth >= DEPTH:
            depths[first : last + 1] = [depth] * (last + 1 - first)
            continue
        middle = (start + end) // 2
        at = bisect_left(cuts, middle, first, last)
        if at == last or (at > first and middle - cuts[at - 1] < cuts[at] - middle):
            at -= 1
        used.append((depth, cuts[at]))
        todo.append((first, at, start, cuts[at], depth + 1))
        todo.append((at + 1, last, cuts[at], end, depth + 1))
    return used, depths
