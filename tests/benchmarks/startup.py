"""Measure what the first split in a fresh process costs beside ``import semchunk``.

pip install -e ".[bench]"
python tests/benchmarks/startup.py [--rounds 15] [--check]
"""

import argparse
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from statistics import median
from typing import Any

from _timing import INSTALL, Verdict, conclude, median_ratio, print_table, run_fresh

AT_MOST = 1.0
OURS = 'from chunkladder import split; split("x", format="text")'
THEIRS = "import semchunk"
# Parsers, tokenizers, command line and config: none is needed to cut a plain text.
DENIED = {
    "charset_normalizer",
    "click",
    "markdown_it",
    "msgspec",
    "nupunkt",
    "pathspec",
    "pluggy",
    "regex",
    "rich",
    "tiktoken",
    "tokenizers",
    "tomllib",
    "tree_sitter",
}
# json is imported last: whoever needs re first is to pay for it.
PROGRAM = """
import sys
from time import perf_counter
before = set(sys.modules)
started = perf_counter()
{statement}
seconds = perf_counter() - started
loaded = sorted(set(sys.modules) - before)
import json
print(json.dumps({{"seconds": seconds, "loaded": loaded}}))
"""


def main() -> int:
    options = parse_arguments()
    if find_spec("semchunk") is None:
        print(INSTALL, file=sys.stderr)
        return 2
    loaded = denied(start(OURS)["loaded"])
    start(THEIRS)  # like the line above, this also writes the bytecode
    seconds = measure(options.rounds)
    ratio = median_ratio(seconds[OURS], seconds[THEIRS])
    print_table(
        ("in a fresh process", "ms"),
        [(statement, f"{median(times) * 1e3:.1f}") for statement, times in seconds.items()],
    )
    verdicts = [
        Verdict(f"{ratio:.2f} x the time of {THEIRS} (at most {AT_MOST:g})", ratio <= AT_MOST),
        Verdict(f"loads of the deny list: {', '.join(loaded) or 'nothing'}", not loaded),
    ]
    return conclude(verdicts, check=options.check)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the first split in a fresh process.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    return parser.parse_args()


def start(statement: str) -> dict[str, Any]:
    """Run a statement in a new process; return its seconds and the modules that it loaded."""
    return run_fresh("-c", PROGRAM.format(statement=statement))


def measure(rounds: int) -> dict[str, list[float]]:
    seconds: dict[str, list[float]] = {OURS: [], THEIRS: []}
    for turn in range(rounds):
        for statement in (OURS, THEIRS) if turn % 2 else (THEIRS, OURS):
            seconds[statement].append(start(statement)["seconds"])
    return seconds


def denied(modules: Iterable[str]) -> list[str]:
    return sorted(DENIED & {module.partition(".")[0] for module in modules})


if __name__ == "__main__":
    sys.exit(main())
