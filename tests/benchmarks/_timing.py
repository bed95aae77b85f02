"""Time calls beside each other, and say whether the bars are met."""

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

Cut = Callable[[str], Sized]
INSTALL = 'The benchmarks need the other libraries: pip install -e ".[bench]"'


@dataclass(frozen=True)
class Verdict:
    """What was measured against a bar, in words, and whether the bar was met."""

    words: str
    met: bool


def interleave(
    prepare: Mapping[str, Callable[[], Cut]], text: str, rounds: int
) -> dict[str, list[float]]:
    """Time every contender once a round, each round in another order.

    The result holds the seconds of one call, by name, one for each round.
    """
    names = list(prepare)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            seconds[name].append(_seconds_per_call(prepare[name], text))
    return seconds


def time_all(
    contenders: Mapping[str, Callable[[str], object]], texts: Sequence[str], rounds: int
) -> dict[str, list[float]]:
    """Time every contender over all texts once a round, after a round to warm up.

    The result holds seconds by name, one for each round.
    """
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(rounds + 1):
        for name, call in contenders.items():
            gc.collect()
            taken = sum(_seconds_of(call, text) for text in texts)
            if turn:
                seconds[name].append(taken)
    return seconds


def median_ratio(above: Sequence[float], below: Sequence[float]) -> float:
    """Divide within each round, then take the median: a slow round slows both."""
    return median(a / b for a, b in zip(above, below, strict=True))


def run_fresh(*arguments: str, timeout: float | None = None) -> dict[str, Any]:
    """Run Python in a new process and return the JSON object that it prints."""
    done = subprocess.run(
        [sys.executable, *arguments], stdout=subprocess.PIPE, check=True, timeout=timeout
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        first, *others = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join((first, *others)))


def conclude(verdicts: Sequence[Verdict], *, check: bool) -> int:
    """Print the verdicts and return the exit status: 1 if a bar was missed and that counts."""
    print("\nBars:")
    for verdict in verdicts:
        print(f"  {'met   ' if verdict.met else 'MISSED'}  {verdict.words}")
    return int(check and not all(verdict.met for verdict in verdicts))


def _seconds_per_call(prepare: Callable[[], Cut], text: str, at_least: float = 0.02) -> float:
    """Repeat a short call until there is something to measure.

    Each call gets a contender that was made anew, off the clock, so that none meets its own cache.
    """
    total, calls = 0.0, 0
    gc.collect()
    while total < at_least:
        total += _seconds(prepare(), text)
        calls += 1
    return total / calls


def _seconds_of(call: Callable[[str], object], text: str) -> float:
    started = perf_counter()
    call(text)
    return perf_counter() - started


def _seconds(cut: Cut, text: str) -> float:
    """Time one call; its result is freed after the clock has stopped."""
    started = perf_counter()
    result = cut(text)
    elapsed = perf_counter() - started
    del result
    return elapsed
