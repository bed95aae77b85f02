"""How time grows with a text: for tests of the shape of that curve, whatever the machine."""

from __future__ import annotations

import gc
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NOTABLE = 0.005
"""Seconds; below, the clock and what happens only once weigh too much."""

TRIES = 5


def growth(work: Callable[[str], object], small: str, large: str, limit: float) -> float:
    """Return how many times as long the larger of two texts takes.

    A busy machine slows down now this one, now that one: while the answer is not below the limit,
    both are tried again, and the least of each counts.
    """
    short, long = _seconds(work, small), _seconds(work, large)
    for _ in range(TRIES):
        if long < limit * max(short, NOTABLE):
            break
        short, long = min(short, _seconds(work, small)), min(long, _seconds(work, large))
    return long / max(short, NOTABLE)


def _seconds(work: Callable[[str], object], text: str) -> float:
    # A collection walks over all that other tests have left behind.
    gc.collect()
    gc.disable()
    try:
        begin = process_time()
        work(text)
        return process_time() - begin
    finally:
        gc.enable()
