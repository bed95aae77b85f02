"""Measure chunkladder beside other chunkers, on the same texts, in one run.

    pip install -e ".[bench]"
    python tests/benchmarks/compare.py [FILE ...] [--rows prose flat] [--rounds 7] [--check]

Files, if any are named, are the prose; the flat line and the text without spaces are made from it.
Before the clock starts, chunkladder must give the same chunks as LangChain on each text.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from statistics import median

import _texts
from _timing import INSTALL, Cut, Verdict, conclude, interleave, median_ratio, print_table

from chunkladder import Splitter

try:
    import semchunk
    from chonkie import FastChunker, RecursiveChunker, RecursiveLevel, RecursiveRules
    from langchain_text_splitters import RecursiveCharacterTextSplitter
    from semantic_text_splitter import TextSplitter
except ImportError as error:
    print(f"{error}\n{INSTALL}", file=sys.stderr)
    raise SystemExit(2) from None

SIZE = 1000
LADDER = ["\n\n", "\n", " ", ""]
CHARACTERS = 1_500_000
FEW_CHARACTERS = 200_000  # where LangChain needs a second for a million

SPANS, SPLIT, LANGCHAIN = "chunkladder.spans", "chunkladder.split", "LangChain recursive"
CHONKIE, CHONKIE_OWN, CHONKIE_FAST = (
    "chonkie recursive",
    "chonkie recursive (1)",
    "chonkie fast (2)",
)
SEMCHUNK, SEMANTIC = "semchunk (1)", "semantic-text-splitter (1)"
NOTES = """\
M chars/s: millions of characters (code points) a second, median over the rounds.
x LangChain, x split: how many times as fast, divided within each round, then the median.
(1) by rules of its own: it takes no ladder, or is run with the rules it comes with.
(2) not the same algorithm: it cuts at the last delimiter in each window of bytes; no ladder."""


@dataclass(frozen=True)
class Bar:
    """``contender`` is to be at least ``times`` as fast as ``peer`` in a row."""

    row: str
    contender: str
    peer: str
    times: float


@dataclass(frozen=True)
class Row:
    """A text, the overlap it is cut with, and who takes part."""

    name: str
    text: str
    overlap: int
    contenders: tuple[str, ...]


BARS = (
    Bar("prose", SPANS, LANGCHAIN, 3),
    Bar("prose", SPLIT, LANGCHAIN, 2),
    Bar("flat", SPLIT, LANGCHAIN, 20),
    Bar("no-spaces", SPLIT, LANGCHAIN, 100),
    *(
        Bar(row, SPLIT, peer, 1)
        for row in ("prose", "markdown", "flat", "no-spaces")
        for peer in (CHONKIE, CHONKIE_OWN, SEMCHUNK, SEMANTIC)
    ),
)


def our_splitter(overlap: int) -> Splitter:
    return Splitter(size=SIZE, overlap=overlap, ladder=LADDER, context=False, format="text")


def langchain(overlap: int) -> Cut:
    splitter = RecursiveCharacterTextSplitter(
        separators=LADDER, chunk_size=SIZE, chunk_overlap=overlap
    )
    return splitter.split_text


def chonkie_on_our_ladder(_overlap: int) -> Cut:
    """Spell our ladder in chonkie's words, and keep the shortest piece it comes with (faster)."""
    levels = [
        RecursiveLevel(delimiters=["\n\n"]),
        RecursiveLevel(delimiters=["\n"]),
        RecursiveLevel(whitespace=True),
        RecursiveLevel(),
    ]
    return RecursiveChunker("character", SIZE, RecursiveRules(levels)).chunk


CONTENDERS: Mapping[str, Callable[[int], Cut]] = {
    SPANS: lambda overlap: our_splitter(overlap).spans,
    SPLIT: lambda overlap: our_splitter(overlap).split,
    LANGCHAIN: langchain,
    CHONKIE: chonkie_on_our_ladder,
    CHONKIE_OWN: lambda _: RecursiveChunker("character", SIZE).chunk,
    CHONKIE_FAST: lambda _: FastChunker(SIZE, delimiters="\n ").chunk,
    # Its memo of len() would outlive a call, and costs more than len().
    SEMCHUNK: lambda _: semchunk.chunkerify(len, SIZE, memoize=False),
    SEMANTIC: lambda _: TextSplitter(SIZE).chunks,
}
ROWS = ("prose", "markdown", "flat", "no-spaces", "overlap")


def main() -> int:
    options = parse_arguments()
    prose = read_prose(options.files) if options.files else _texts.prose(CHARACTERS)
    seconds = {}
    for name in options.rows:
        row = make_row(name, prose)
        if difference := difference_from_langchain(row):
            print(f"{name}: not LangChain's chunks: {difference}", file=sys.stderr)
            return 1
        seconds[name] = measure(row, options.rounds)
    print(NOTES)
    return conclude(
        [judge(bar, seconds[bar.row]) for bar in BARS if bar.row in seconds], check=options.check
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure chunkladder beside other chunkers.")
    parser.add_argument("files", nargs="*", type=Path, help="UTF-8 files to use as the prose")
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=ROWS)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    return parser.parse_args()


def read_prose(files: Iterable[Path]) -> str:
    """Join the files and repeat them until they are long enough to time."""
    text = "\n\n".join(file.read_bytes().decode() for file in files) + "\n\n"
    return text * -(-CHARACTERS // len(text))


def make_row(name: str, prose: str) -> Row:
    everyone = tuple(CONTENDERS)
    match name:
        case "markdown":
            return Row(name, _texts.markdown(CHARACTERS), 0, everyone)
        case "flat":
            return Row(name, _texts.flat(prose), 0, everyone)
        case "no-spaces":
            return Row(name, _texts.without_spaces(prose)[:FEW_CHARACTERS], 0, everyone)
        case "overlap":
            return Row(name, prose, 150, (SPANS, SPLIT, LANGCHAIN))
        case _:
            return Row(name, prose, 0, everyone)


def difference_from_langchain(row: Row) -> str:
    """Say where chunkladder and LangChain differ first; empty if they agree."""
    text, splitter = row.text, our_splitter(row.overlap)
    theirs = without_doubles(langchain(row.overlap)(text))
    for call, ours in (
        (SPANS, [text[start:end] for start, end in splitter.spans(text)]),
        (SPLIT, [chunk.text for chunk in splitter.split(text)]),
    ):
        for index, (our, their) in enumerate(zip_longest(without_doubles(ours), theirs)):
            if our != their:
                return f"{call}, chunk {index}:\n  {our!r}\n  {their!r}"
    return ""


def without_doubles(chunks: Iterable[str]) -> list[str]:
    """Strip, drop blanks, then drop until stable what stands in a neighbor.

    The two libraries drop such doubles in different places, so both sides are compared without.
    """
    kept: list[str] = []
    for chunk in filter(None, map(str.strip, chunks)):
        while kept and kept[-1] in chunk:
            kept.pop()
        if not kept or chunk not in kept[-1]:
            kept.append(chunk)
    return kept


def measure(row: Row, rounds: int) -> dict[str, list[float]]:
    """Time a row's contenders and print their table."""
    prepare = {name: partial(CONTENDERS[name], row.overlap) for name in row.contenders}
    counts = {name: len(make()(row.text)) for name, make in prepare.items()}  # and a warm-up
    seconds = interleave(prepare, row.text, rounds)
    print(f"{row.name}: {len(row.text):,} characters, size {SIZE}, overlap {row.overlap}")
    print_table(
        ("", "M chars/s", "x LangChain", "x split", "chunks"),
        [table_line(name, seconds, len(row.text), counts[name]) for name in row.contenders],
    )
    print()
    return seconds


def table_line(
    name: str, seconds: Mapping[str, Sequence[float]], characters: int, chunks: int
) -> tuple[str, ...]:
    return (
        name,
        f"{characters / median(seconds[name]) / 1e6:.1f}",
        f"{median_ratio(seconds[LANGCHAIN], seconds[name]):.2f}",
        f"{median_ratio(seconds[SPLIT], seconds[name]):.2f}",
        f"{chunks:,}",
    )


def judge(bar: Bar, seconds: Mapping[str, Sequence[float]]) -> Verdict:
    times = median_ratio(seconds[bar.peer], seconds[bar.contender])
    return Verdict(
        f"{bar.row}: {bar.contender} {times:.2f} x {bar.peer} (at least {bar.times:g})",
        times >= bar.times,
    )


if __name__ == "__main__":
    sys.exit(main())
