"""Measure how time and peak memory grow when the text grows ten times.

    python tests/benchmarks/scale.py [--kinds prose] [--rounds 5] [--check]

Each figure comes from a process of its own.
Time is processor time, which other work on the machine disturbs least.
"""

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

import _texts
from _timing import Verdict, conclude, median_ratio, print_table, run_fresh

from chunkladder import Splitter

GROWTH = 10
PROSE_CHARACTERS = 10_000_000
HOSTILE_CHARACTERS = 1_000_000

TIME_AT_MOST = 11.0
MEMORY_BELOW = 6.0
# Caches and page faults blur a run of milliseconds; what is quadratic takes 100 times as long.
HOSTILE_TIME_AT_MOST = 25.0
SECONDS_AT_MOST = 600.0

LADDERS: Mapping[str, list[str] | None] = {"default": None, "literal": ["\n\n", "\n", " ", ""]}
CALLS = ("spans", "split")
BLOCK = 100_000  # repeated, so that making a long text leaves no garbage to hide a peak in
KINDS: Mapping[str, Callable[[], str]] = {
    "prose": lambda: _texts.prose(BLOCK) + "\n\n",
    "one-line": lambda: _texts.flat(_texts.prose(BLOCK)) + " ",
    "blank-lines": lambda: "\n" * BLOCK,
    "no-spaces": lambda: _texts.without_spaces(_texts.prose(BLOCK)),
    "newline-runs": lambda: _texts.newline_runs(BLOCK // 10),
}


@dataclass(frozen=True)
class Case:
    """One call on one kind of text, down one ladder."""

    kind: str
    ladder: str
    call: str

    @property
    def blocks(self) -> int:
        """Count the blocks of the shorter text."""
        characters = PROSE_CHARACTERS if self.kind == "prose" else HOSTILE_CHARACTERS
        return characters // len(KINDS[self.kind]())


@dataclass(frozen=True)
class Figures:
    """Seconds of the shorter and the longer text, by round, and their peaks in texts."""

    seconds: tuple[list[float], list[float]]
    peaks: tuple[list[float], list[float]]

    @property
    def ratio(self) -> float:
        """Divide the longer text's time by the shorter one's."""
        return median_ratio(self.seconds[1], self.seconds[0])


def main() -> int:
    options = parse_arguments()
    if options.one:
        kind, ladder, call, blocks = options.one
        print(json.dumps(measure_here(Case(kind, ladder, call), int(blocks))))
        return 0
    cases = [Case(k, ladder, call) for k in options.kinds for ladder in LADDERS for call in CALLS]
    figures = {case: measure(case, options.rounds) for case in cases}
    print_table(
        ("kind, ladder, call", "seconds", f"{GROWTH} times", "ratio", "peak", f"{GROWTH} times"),
        [table_line(case, found) for case, found in figures.items()],
    )
    print("peak: memory at its highest, text included, divided by the text's own size.")
    verdicts = [verdict for case, found in figures.items() for verdict in judge(case, found)]
    return conclude(verdicts, check=options.check)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure growth of time and memory.")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    return parser.parse_args()


def measure(case: Case, rounds: int) -> Figures:
    """Run the shorter and the longer text in turn, each in a new process."""
    lengths = (case.blocks, case.blocks * GROWTH)
    found = Figures(([], []), ([], []))
    for turn in range(rounds):
        for which in (0, 1) if turn % 2 else (1, 0):
            seconds, peak = measure_fresh(case, lengths[which])
            found.seconds[which].append(seconds)
            found.peaks[which].append(peak)
    return found


def measure_fresh(case: Case, blocks: int) -> tuple[float, float]:
    """Return seconds and peak of one run; endless if it is not done in time."""
    arguments = (__file__, "--one", case.kind, case.ladder, case.call, str(blocks))
    try:
        found = run_fresh(*arguments, timeout=SECONDS_AT_MOST)
    except subprocess.TimeoutExpired:
        return float("inf"), float("inf")
    return found["seconds"], found["peak"]


def measure_here(case: Case, blocks: int) -> dict[str, float]:
    """Cut one text; what is loaded on the first call counts neither in time nor in memory."""
    splitter = Splitter(size=1000, ladder=LADDERS[case.ladder], context=False, format="text")
    cut = getattr(splitter, case.call)
    block = KINDS[case.kind]()
    cut(block)
    text = block * blocks
    before = peak_bytes()
    started = process_time()
    result = cut(text)
    seconds = process_time() - started
    size = sys.getsizeof(text)
    peak = (size + peak_bytes() - before) / size
    del result
    return {"seconds": seconds, "peak": peak}


def peak_bytes() -> int:
    """Return the most memory that this process has held at any time."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def table_line(case: Case, found: Figures) -> Sequence[str]:
    return (
        f"{case.kind}, {case.ladder}, {case.call}",
        *(f"{median(seconds):.4f}" for seconds in found.seconds),
        f"{found.ratio:.2f}",
        *(f"{max(peaks):.2f}" for peaks in found.peaks),
    )


def judge(case: Case, found: Figures) -> list[Verdict]:
    """Hold prose to both bars, a hostile text to the one for time."""
    name = f"{case.kind}, {case.ladder} ladder, {case.call}"
    most = TIME_AT_MOST if case.kind == "prose" else HOSTILE_TIME_AT_MOST
    verdicts = [
        Verdict(f"{name}: {found.ratio:.2f} x the time (at most {most:g})", found.ratio <= most)
    ]
    if case.kind == "prose":
        peak = max(map(max, found.peaks))
        words = f"{name}: {peak:.2f} x the text in memory (below {MEMORY_BELOW:g})"
        verdicts.append(Verdict(words, peak < MEMORY_BELOW))
    return verdicts


if __name__ == "__main__":
    sys.exit(main())
