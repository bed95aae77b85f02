"""The cost law: how much text is measured, how long it takes, what is kept in memory."""

from __future__ import annotations

import gc
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from chunkladder import Registry, Splitter

from .growth import growth
from .hostile import MADE_UP, PLAIN, prose
from .made_up_format import MadeUpFormat
from .strategies import sparse_tokens, stretches

if TYPE_CHECKING:
    from collections.abc import Callable

REGISTRY = Registry.of(MadeUpFormat())
TEXTS = [
    *(("text", title, make) for title, make in {"prose": prose, **PLAIN}.items()),
    *(("made-up", title, make) for title, make in MADE_UP.items()),
]
pytestmark = pytest.mark.timeout(60)
every_text = pytest.mark.parametrize(
    ("name", "title", "make"), TEXTS, ids=[title for _, title, _ in TEXTS]
)
MEASURES = (len, sparse_tokens, stretches)


def measured(text: str, name: str, count: Callable[[str], int], overlap: int) -> float:
    """Return how many characters were measured for each one of the text."""
    seen = 0

    def counting(part: str) -> int:
        nonlocal seen
        seen += len(part)
        return count(part)

    splitter = Splitter(200, overlap, measure=counting, format=name, registry=REGISTRY)
    splitter.split(text)
    return seen / len(text)


@pytest.mark.parametrize("count", MEASURES, ids=lambda count: count.__name__)
def test_prose_is_measured_less_than_three_times(count: Callable[[str], int]) -> None:
    assert measured(prose(50_000), "text", count, 0) < 3


@every_text
def test_no_text_is_measured_more_than_eight_times(
    name: str, title: str, make: Callable[[int], str]
) -> None:
    text = make(20_000)
    figures = {
        (count.__name__, overlap): round(measured(text, name, count, overlap), 2)
        for count in MEASURES
        for overlap in (0, 30)
    }
    assert max(figures.values()) < 8, figures


@every_text
def test_ten_times_the_text_takes_about_ten_times_as_long(
    name: str, title: str, make: Callable[[int], str]
) -> None:
    splitter = Splitter(1000, 100, format=name, registry=REGISTRY)
    small, large = make(50_000), make(500_000)
    assert growth(splitter.split, small, large, 25) < 25


def test_a_kept_chunk_does_not_keep_its_document() -> None:
    splitter = Splitter(1000, format="text")
    tracemalloc.start()
    try:
        chunk = next(splitter.iter_split("A sentence of twenty. " * 1_000_000))
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert chunk.text
    assert kept < 1_000_000
