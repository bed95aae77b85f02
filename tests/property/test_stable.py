"""``stable``: an edit changes the chunks around it, and no others."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from chunkladder import ConfigError, Splitter

from .made_up_tokenizers import byte_bpe

if TYPE_CHECKING:
    from collections.abc import Sequence

DRAW = Random(7)
WORDS = [
    "".join(DRAW.choices("abcdefghijklmnoprstuvwyz", k=DRAW.randint(2, 9))) for _ in range(500)
]


def some(most: int) -> str:
    return " ".join(DRAW.choices(WORDS, k=DRAW.randint(1, most)))


ROWS = [
    "number,name,harbor,amount\n",
    *(
        f"{n:08d},{DRAW.choice(WORDS):<10},{DRAW.choice(WORDS):<10},{n * 7919 % 99991:>8}\n"
        for n in range(10_000)
    ),
]
RECORDS = [
    json.dumps({"n": n, "name": DRAW.choice(WORDS), "note": some(20)}) + "\n" for n in range(5_000)
]
LINES = [
    f"2031-05-{1 + n // 1440:02d} {n // 60 % 24:02d}:{n % 60:02d}:00 INFO {some(1)}: {some(12)}\n"
    for n in range(10_000)
]
PAGE = [f"{some(40).capitalize()}. {some(20).capitalize()}.\n\n" for _ in range(2_000)]


def kept(pieces: Sequence[str], new: str, at: int, **settings: Any) -> float:
    """Return which share of the hashes is still there after something was put in."""
    splitter = Splitter(**settings)
    before = {chunk.content_hash for chunk in splitter.split("".join(pieces))}
    after = {
        chunk.content_hash for chunk in splitter.split("".join([*pieces[:at], new, *pieces[at:]]))
    }
    return len(before & after) / len(before)


ROW = "99999999,a         ,b         ,       1\n"
INSERTIONS = {
    "csv": (ROWS, ROW),
    "log": (LINES, "2031-05-01 00:00:30 INFO new: something else\n"),
    "text": (PAGE, "A new paragraph, as short as this. It says nothing.\n\n"),
}


@pytest.mark.parametrize("name", INSERTIONS)
@pytest.mark.parametrize("size", [300, 1000, 4000])
@pytest.mark.parametrize("at", [1, 5, 40])
def test_an_insertion_near_the_top_keeps_nearly_all_content(name: str, size: int, at: int) -> None:
    pieces, new = INSERTIONS[name]
    assert kept(pieces, new, at, size=size, format=name, stable=True) >= 0.98


def test_an_inserted_record_keeps_nearly_all_content() -> None:
    assert kept(RECORDS, '{"n": -1}\n', 3, size=1000, format="text", stable=True) >= 0.98


def test_without_it_an_inserted_row_changes_nearly_all_content() -> None:
    assert kept(ROWS, ROW, 3, size=1000, format="csv") <= 0.05


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_few_rows_a_chunk_are_enough(rows: int) -> None:
    # Two that always fit and never three would be paired for ever, each time another way.
    size = len(ROWS[0]) + rows * len(ROW) + 4
    assert kept(ROWS, ROW, 3, size=size, format="csv", stable=True) >= 0.95


@pytest.mark.parametrize("measure", ["words", "bytes", byte_bpe(), lambda text: len(text) // 3])
@pytest.mark.parametrize("overlap", [0, 0.2])
def test_any_measure_will_do(measure: Any, overlap: float) -> None:
    share = kept(
        ROWS, ROW, 3, size=200, overlap=overlap, measure=measure, format="csv", stable=True
    )
    assert share >= 0.95


def test_parents_are_stable_too() -> None:
    splitter = Splitter(200, parent=2000, format="csv", stable=True)
    before = {chunk.id for chunk in splitter.parents("".join(ROWS))}
    after = {chunk.id for chunk in splitter.parents("".join([*ROWS[:3], ROW, *ROWS[3:]]))}
    assert len(before & after) / len(before) >= 0.95


def test_chunks_are_at_least_half_full_and_mostly_three_quarters() -> None:
    chunks = Splitter(1000, format="csv", stable=True).split("".join(ROWS))
    fills = [chunk.size / 1000 for chunk in chunks[:-1]]
    assert min(fills) > 0.45
    assert 0.7 < sum(fills) / len(fills) < 0.8


def test_rows_that_are_all_alike_fill_their_chunks() -> None:
    text = "a b c d\n" * 1000
    stable = Splitter(80, format="text", stable=True).spans(text)
    assert stable == Splitter(80, format="text").spans(text)


def test_what_fits_is_one_chunk() -> None:
    assert len(Splitter(100, format="text", stable=True).split("a few words " * 8)) == 1


def test_the_place_of_a_row_is_not_part_of_its_id() -> None:
    splitter = Splitter(1000, format="csv", stable=True)
    before = splitter.split("".join(ROWS), source="rows.csv")
    after = splitter.split("".join([*ROWS[:3], ROW, *ROWS[3:]]), source="rows.csv")
    assert before[-1].metadata != after[-1].metadata
    assert before[-1].id == after[-1].id


def test_it_is_a_flag() -> None:
    with pytest.raises(ConfigError, match="stable: expected True or False, got 'yes'"):
        Splitter(stable="yes")  # type: ignore[arg-type]
