"""Measures and gauges, against brute force."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import ConfigError, Splitter, gauges
from chunkladder.gauges import (
    UNLIMITED,
    WINDOW,
    ByteGauge,
    CharacterGauge,
    EstimateGauge,
    Gauge,
    WordGauge,
)
from chunkladder.measures import Counter, count_bytes, count_words, counter_for

LETTERS = "abé中😀 \n\t\x00\u3000\u2028\x1c\ud83d\ude00"
texts = st.text(st.sampled_from(LETTERS), max_size=60)
amounts = st.integers(0, 20)


def reach(text: str, count, start: int, budget: int) -> int:
    """Return the largest end for which the stretch is within the budget."""
    return max(
        (end for end in range(start, len(text) + 1) if count(text[start:end]) <= budget),
        default=start,
    )


def back(text: str, count, end: int, amount: int) -> int:
    """Return the smallest start for which the stretch is within the amount."""
    return min((start for start in range(end + 1) if count(text[start:end]) <= amount), default=end)


def check(gauge: Gauge, text: str, count, offset: int, amount: int) -> None:
    found = gauge.reach(offset, amount)
    assert found >= offset
    assert min(found, len(text)) == reach(text, count, offset, amount)
    assert gauge.reacher(amount)(offset) == found
    found = gauge.back(offset, amount)
    assert found <= offset
    assert max(found, 0) == back(text, count, offset, amount)


@pytest.mark.parametrize(
    ("text", "characters", "words", "size_in_bytes"),
    [
        ("", 0, 0, 0),
        ("one two", 7, 2, 7),
        ("  one\n\ttwo ", 11, 2, 11),
        ("naïve", 5, 1, 6),
        ("中文", 2, 1, 6),
        ("😀", 1, 1, 4),
        ("\ud800", 1, 1, 3),
        ("\ud83d\ude00", 2, 1, 6),
        ("a\u3000b\xa0c", 5, 3, 8),
        ("\x00", 1, 1, 1),
    ],
)
def test_what_counts(text: str, characters: int, words: int, size_in_bytes: int) -> None:
    counted = [counter_for(name).count(text) for name in ("characters", "words", "bytes")]
    assert counted == [characters, words, size_in_bytes]


@given(texts, st.data())
def test_characters_reach_as_far_as_they_do(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    check(CharacterGauge(text, len), text, len, offset, data.draw(amounts))


@given(texts, st.data())
def test_bytes_reach_as_far_as_they_do(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    check(ByteGauge(text, count_bytes), text, count_bytes, offset, data.draw(amounts))


@given(texts, st.data())
def test_words_reach_as_far_as_they_do(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    check(WordGauge(text, count_words), text, count_words, offset, data.draw(amounts))


@pytest.mark.parametrize("window", [1, 2, 3, 7])
@given(text=texts, data=st.data())
def test_words_are_counted_across_windows(window: int, text: str, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gauges, "WINDOW", window)
        offset = data.draw(st.integers(0, len(text)))
        check(WordGauge(text, count_words), text, count_words, offset, data.draw(amounts))


@pytest.mark.parametrize("length", [WINDOW - 1, WINDOW, 3 * WINDOW])
def test_a_word_may_be_longer_than_a_window(length: int) -> None:
    text = "one " + "x" * length + " three four"
    gauge = WordGauge(text, count_words)
    assert gauge.reach(0, 2) == 4 + length + 1
    assert gauge.back(len(text), 3) == 3
    assert gauge.back(4 + length, 1) == 3


@given(st.text(st.sampled_from("ab "), max_size=300), st.integers(1, 90), st.data())
def test_estimates_are_exact_for_a_function_that_counts_characters(
    text: str, size: int, data: st.DataObject
) -> None:
    gauge = EstimateGauge(text, len, size)
    for _ in range(3):
        offset = data.draw(st.integers(0, len(text)))
        check(gauge, text, len, offset, data.draw(st.integers(0, 120)))


@given(texts, st.data())
def test_estimates_never_point_the_wrong_way(text: str, data: st.DataObject) -> None:
    gauge = EstimateGauge(text, lambda text: 3 * text.count("a") - text.count("b"), 40)
    offset, amount = data.draw(st.integers(0, len(text))), data.draw(amounts)
    assert gauge.back(offset, amount) <= offset <= gauge.reach(offset, amount)


def test_an_estimate_measures_each_block_once() -> None:
    seen: list[str] = []

    def count(text: str) -> int:
        seen.append(text)
        return len(text)

    text = "word " * 1000
    gauge = EstimateGauge(text, count, 100)
    for offset in range(0, len(text), 7):
        gauge.reach(offset, 100)
        gauge.back(offset, 30)
    assert "".join(seen) == text


@pytest.mark.parametrize("overlap", [0, 7])
@given(text=st.text(st.sampled_from("ab é中\n.\r"), max_size=120), size=st.integers(8, 30))
def test_len_gives_the_chunks_of_characters(overlap: int, text: str, size: int) -> None:
    counted = Splitter(size, overlap, measure=len, format="text").split(text)
    assert counted == Splitter(size, overlap, format="text").split(text)


def count_tokens(text: str) -> int:
    """Count like a tokenizer: a word costs a token for each four characters begun."""
    return sum(-(-len(word) // 4) for word in text.split(" "))


@given(st.text(st.sampled_from("abc \n"), max_size=200), st.integers(1, 20))
def test_the_ceiling_holds_for_a_measure_that_does_not_add_up(text: str, size: int) -> None:
    for chunk in Splitter(size, measure=count_tokens, format="text").split(text):
        assert chunk.size == count_tokens(chunk.embed_text) <= size


def test_a_function_is_handed_little_more_than_the_text() -> None:
    handed = 0

    def count(text: str) -> int:
        nonlocal handed
        handed += len(text)
        return count_tokens(text)

    text = "Some words of many lengths, endlessly. " * 2000
    Splitter(200, 20, measure=count, format="text").split(text)
    assert handed < 6 * len(text)


class Tokens:
    """A measure with a name."""

    name = "tokens"

    def __call__(self, text: str) -> int:
        """Count the stretches between spaces."""
        return text.count(" ") + 1


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        ("words", "words"),
        (len, "characters"),
        (Tokens(), "tokens"),
        (count_tokens, "count_tokens"),
        (str.__len__, "str.__len__"),
    ],
)
def test_a_measure_is_called_by_its_name(measure: object, name: str) -> None:
    assert counter_for(measure).name == name  # type: ignore[arg-type]
    assert Splitter(measure=measure).measure == name  # type: ignore[arg-type]


def test_without_a_limit_nothing_is_measured() -> None:
    def count(text: str) -> int:
        raise AssertionError(text)

    assert Counter("never", count).gauge("text", UNLIMITED).exact


@pytest.mark.parametrize(
    ("measure", "hint"),
    [("charcters", 'did you mean "characters"?'), ("byte", 'did you mean "bytes"?'), ("ells", "")],
)
def test_an_unknown_measure_is_answered_with_those_there_are(measure: str, hint: str) -> None:
    with pytest.raises(ConfigError, match="bytes, characters, words") as caught:
        counter_for(measure)
    assert (caught.value.key, caught.value.got) == ("measure", measure)
    assert hint in str(caught.value)


@pytest.mark.parametrize("measure", [3, None, ["words"]])
def test_what_cannot_be_called_is_no_measure(measure: object) -> None:
    with pytest.raises(ConfigError, match="a function from text to int") as caught:
        counter_for(measure)  # type: ignore[arg-type]
    assert (caught.value.key, caught.value.got) == ("measure", measure)
