"""A tokenizer laid along a text, against counts of the whole."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import Splitter, tokens
from chunkladder.tokenizers import tokenizer_of
from chunkladder.tokens import TokenGauge, Tokenizer

from .counting_texts import texts
from .made_up_tokenizers import CORPUS, MADE_UP, WHOLE, tokens_of

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

KINDS = sorted(MADE_UP)
each_kind = pytest.mark.parametrize("kind", KINDS)


def made(kind: str) -> Tokenizer:
    tokenizer = tokenizer_of(MADE_UP[kind]())
    assert tokenizer is not None
    return tokenizer


def laid(kind: str, text: str) -> TokenGauge:
    tokenizer = made(kind)
    return TokenGauge(text, tokenizer.count, tokenizer)


@contextmanager
def encoded_in_blocks(data: st.DataObject) -> Iterator[None]:
    """Encode in blocks of several sizes: what a block's edge does shows in short texts too."""
    block, stride = data.draw(st.sampled_from([(1 << 16, 16), (40, 3), (7, 1)]))
    with patch.multiple(tokens, BLOCK=block, STRIDE=stride):
        yield


AROUND = st.sampled_from([("", ""), ("A > B\n", ""), ("x", "\n```"), ("foo\n  ", "y")])


@each_kind
@given(st.data())
def test_a_stretch_measures_what_the_tokenizer_counts(kind: str, data: st.DataObject) -> None:
    text = data.draw(texts(200))
    gauge = laid(kind, text)
    with encoded_in_blocks(data):
        for _ in range(4):
            start = data.draw(st.integers(0, len(text)))
            end = data.draw(st.integers(start, len(text)))
            if data.draw(st.booleans()):
                gauge.reach(start, 10)
            before, after = data.draw(AROUND)
            whole = before + text[start:end] + after
            assert gauge.measured(start, end, before, after) == tokens_of(MADE_UP[kind](), whole)


@each_kind
@given(st.data())
def test_answers_are_in_order(kind: str, data: st.DataObject) -> None:
    text = data.draw(texts(200))
    gauge = laid(kind, text)
    offset = data.draw(st.integers(0, len(text)))
    amounts = sorted(data.draw(st.lists(st.integers(0, 60), min_size=2, max_size=4)))
    with encoded_in_blocks(data):
        reached = [gauge.reach(offset, amount) for amount in amounts]
        assert gauge.reacher(amounts[0])(offset) == reached[0]
        assert gauge.farthest(offset, amounts[0]) >= reached[0]
        begun = [gauge.back(offset, amount) for amount in reversed(amounts)]
    assert [offset, *reached] == sorted([offset, *reached])
    assert [*begun, offset] == sorted([*begun, offset])


@each_kind
def test_a_budget_reaches_about_as_far_as_it_does(kind: str) -> None:
    text = " ".join(CORPUS)
    gauge, tokenizer = laid(kind, text), made(kind)
    for start in range(0, len(text) - 800, 97):
        reached = gauge.reach(start, 100)
        assert 92 <= tokenizer.count(text[start:reached]) <= 108
        begun = gauge.back(start + 700, 50)
        assert 42 <= tokenizer.count(text[begun : start + 700]) <= 58


def test_a_budget_beyond_the_text_reaches_beyond_it() -> None:
    gauge = laid("cl100k", "Three short words.")
    assert gauge.reach(0, 1000) >= len("Three short words.")
    assert gauge.back(5, 1000) <= 0


class Handed:
    """A tokenizer that notes how many characters it is handed."""

    def __init__(self, kind: str) -> None:
        self._inner = made(kind)
        self.seams = self._inner.seams
        self.name, self.special_tokens, self.is_native = "handed", 0, True
        self.characters = 0

    def count(self, text: str) -> int:
        """Return the number of tokens."""
        self.characters += len(text)
        return self._inner.count(text)

    def widths(self, text: str) -> array[int] | None:
        """Return by how much each token ends behind the one before it."""
        self.characters += len(text)
        return self._inner.widths(text)


def prose() -> str:
    return "\n\n".join(" ".join(CORPUS[at : at + 5]) for at in range(0, len(CORPUS), 2)) * 20


@pytest.mark.parametrize("kind", sorted(MADE_UP.keys() - WHOLE))
@pytest.mark.parametrize(("size", "most"), [(512, 1.1), (128, 1.3)])
def test_a_text_is_encoded_little_more_than_once(
    kind: str, size: int, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed, text = Handed(kind), prose()
    monkeypatch.setattr("chunkladder.tokenizers.tokenizer_of", lambda _: handed)
    chunks = Splitter(size, measure=object(), format="text").split(text)
    assert len(chunks) > 10
    assert handed.characters < most * len(text)


@pytest.mark.parametrize("kind", sorted(WHOLE))
def test_where_there_are_no_seams_a_text_is_encoded_a_few_times(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed, text = Handed(kind), prose()
    monkeypatch.setattr("chunkladder.tokenizers.tokenizer_of", lambda _: handed)
    Splitter(256, measure=object(), format="text").split(text)
    assert handed.characters < 3 * len(text)


def test_a_tokenizer_that_cannot_tell_its_widths_has_no_seams_from_then_on() -> None:
    text = "ab \ud83d\ude00 cd ef gh"
    gauge = laid("cl100k", text)
    assert gauge.measured(0, len(text)) == made("cl100k").count(text)
    assert gauge._seams is None


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "BLOCK", 500)
    text = prose()[:20_000]
    found = []
    for cores in (1, 2):
        monkeypatch.setattr(tokens, "_cores", lambda cores=cores: cores)
        found.append(Splitter(100, measure=MADE_UP["word_piece"](), format="text").split(text))
    assert found[0] == found[1]


def test_counts_are_remembered_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MEMORY", 3)
    gauge = laid("cl100k", "")
    for word in ["one", "two", "three", "four", "five"]:
        assert gauge._short_count(word) == made("cl100k").count(word)
    assert len(gauge._counts) <= 3
