"""What a splitter refuses, and what it says then."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest

from chunkladder import (
    ChunkladderError,
    ConfigError,
    FormatError,
    OptionError,
    Regex,
    Separator,
    Splitter,
    split,
)
from chunkladder.settings import ARGUMENTS, WRONG_NAMES

WHOLE = "a whole number above 0"
BELOW = "a whole number from 0 to 999 (below the size), or a share below 1 like 0.15"
RUNGS = "a list of at least one rung: names, literals, patterns or rung objects"

BAD = [
    ("size", 0, WHOLE),
    ("size", -1, WHOLE),
    ("size", 1.5, WHOLE),
    ("size", "100", WHOLE),
    ("size", None, WHOLE),
    ("size", True, WHOLE),
    ("overlap", 1000, BELOW),
    ("overlap", 2000, BELOW),
    ("overlap", -1, BELOW),
    ("overlap", 1.0, BELOW),
    ("overlap", -0.1, BELOW),
    ("overlap", 20.0, BELOW),
    ("overlap", math.inf, BELOW),
    ("overlap", "15%", BELOW),
    ("overlap", None, BELOW),
    ("overlap", True, BELOW),
    ("overlap", False, BELOW),
    ("ladder", [], RUNGS),
    ("ladder", (), RUNGS),
    ("ladder", "\n\n", RUNGS),
    ("ladder", "paragraph", RUNGS),
    ("ladder", 7, RUNGS),
    ("min_size", -1, "a whole number from 0 to the size"),
    ("min_size", 1001, "a whole number from 0 to the size, 1000"),
    ("min_size", 0.5, "a whole number from 0 to the size"),
    ("min_size", True, "a whole number from 0 to the size"),
    ("keep_separator", "both", '"start", "end" or "drop"'),
    ("keep_separator", True, '"start", "end" or "drop"'),
    ("keep_separator", None, '"start", "end" or "drop"'),
    ("context", 1, "True or False"),
    ("context", None, "True or False"),
    ("context", "no", "True or False"),
    ("parent", 999, "a whole number from the size, 1000, up, or a rung"),
    ("parent", True, "a whole number from the size, 1000, up, or a rung"),
    ("parent", 2000.0, "a whole number from the size, 1000, up, or a rung"),
]


@pytest.mark.parametrize(("key", "got", "expected"), BAD)
def test_a_wrong_value_is_answered_with_a_right_one(key: str, got: object, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Splitter(**{key: got})
    error = caught.value
    assert (error.key, error.got, error.expected, error.file) == (key, got, expected, None)
    assert str(error) == f"{key}: expected {expected}, got {got!r}"


def test_no_number_is_no_overlap() -> None:
    with pytest.raises(ConfigError, match="overlap"):
        Splitter(overlap=math.nan)


@pytest.mark.parametrize("got", [Fraction(1, 2), 10**3])
def test_an_overlap_is_a_number_of_the_kinds_that_are_named(got: object) -> None:
    with pytest.raises(ConfigError, match="overlap"):
        Splitter(overlap=got)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "overlap", "units"), [(1000, 0.15, 150), (100, 0.0, 0), (7, 0.5, 3), (10, 0.999, 9)]
)
def test_a_share_is_rounded_down_to_whole_units(size: int, overlap: float, units: int) -> None:
    text = "ab " * 1000
    assert Splitter(size, overlap).spans(text) == Splitter(size, units).spans(text)


@pytest.mark.parametrize(
    ("size", "overlap"), [(1, 0), (2, 1), (1000, 999), (1, 0.99), (1000, 0.29)]
)
def test_bounds_are_allowed(size: int, overlap: float) -> None:
    assert Splitter(size, overlap, min_size=size, parent=size).size == size


def test_a_share_is_not_one_unit_short() -> None:
    # In binary 0.29 × 100 is a hair below 29.
    text = "a" * 500
    assert Splitter(100, 0.29, ladder=[""]).spans(text) == Splitter(100, 29, ladder=[""]).spans(
        text
    )


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("chunk_size", "size"),
        ("max_tokens", "size"),
        ("chunk_overlap", "overlap"),
        ("separators", "ladder"),
        ("separator", "ladder"),
        ("length_function", "measure"),
        ("tokenizer", "measure"),
        ("language", "format"),
        ("overlp", "overlap"),
        ("Size", "size"),
        ("keep_seperator", "keep_separator"),
        ("min_sise", "min_size"),
    ],
)
def test_a_familiar_name_is_answered_with_ours(wrong: str, right: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Splitter(**{wrong: 100})
    assert caught.value.got == wrong
    assert f'did you mean "{right}"?' in str(caught.value)
    with pytest.raises(ConfigError, match=f'did you mean "{right}"'):
        split("text", **{wrong: 100})


def test_an_unheard_of_name_is_answered_with_all_there_are() -> None:
    with pytest.raises(ConfigError) as caught:
        Splitter(zzz=1)
    assert all(name in str(caught.value) for name in ARGUMENTS)
    assert "did you mean" not in str(caught.value)


def test_what_we_call_things_is_among_our_arguments() -> None:
    assert set(WRONG_NAMES.values()) <= set(ARGUMENTS)
    assert not set(WRONG_NAMES) & set(ARGUMENTS)


@pytest.mark.parametrize("key", ["ladder", "overlap_at"])
def test_a_misspelled_rung_is_found_before_the_first_document(key: str) -> None:
    wanted = {"ladder": ["sentense"], "overlap_at": "sentense"}[key]
    with pytest.raises(ConfigError, match='did you mean "sentence"') as caught:
        Splitter(format="text", **{key: wanted})
    assert (caught.value.key, caught.value.got) == (key, "sentense")


@pytest.mark.parametrize("key", ["ladder", "overlap_at"])
def test_a_misspelled_rung_is_found_with_the_document_where_the_format_is_open(key: str) -> None:
    wanted = {"ladder": ["sentense"], "overlap_at": "sentense"}[key]
    with pytest.raises(ConfigError, match='did you mean "sentence"') as caught:
        Splitter(**{key: wanted}).split("text", format="text")
    assert (caught.value.key, caught.value.got) == (key, "sentense")


def test_a_parent_is_a_rung_of_the_ladder() -> None:
    with pytest.raises(ConfigError, match='did you mean "paragraph"') as caught:
        Splitter(format="text", parent="paragraf").split("text")
    assert (caught.value.key, caught.value.got) == ("parent", "paragraf")
    with pytest.raises(ConfigError, match="a rung of the ladder"):
        Splitter(format="text", parent="paragraph", ladder=[" "]).split("text")


def test_parents_are_there_only_where_they_were_asked_for() -> None:
    with pytest.raises(ConfigError) as caught:
        Splitter(format="text").parents("text")
    assert (caught.value.key, caught.value.got) == ("parent", None)


def test_a_pattern_that_does_not_compile_is_refused() -> None:
    with pytest.raises(ConfigError, match="regular expression") as caught:
        Splitter(ladder=[Regex("(")])
    assert (caught.value.key, caught.value.got) == ("ladder", "(")


@pytest.mark.parametrize("rung", [7, None, b"\n", re.compile(b"\n"), ["\n"]])
def test_what_is_no_rung_is_refused_before_the_first_document(rung: object) -> None:
    with pytest.raises(ConfigError) as caught:
        Splitter(ladder=["\n", rung])  # type: ignore[list-item]
    assert (caught.value.key, caught.value.got) == ("ladder", rung)


@pytest.mark.parametrize("rung", [7, b"\n", ["word"]])
def test_what_is_no_rung_reopens_no_chunk(rung: object) -> None:
    with pytest.raises(ConfigError) as caught:
        Splitter(format="text", overlap_at=rung)  # type: ignore[arg-type]
    assert (caught.value.key, caught.value.got) == ("overlap_at", rung)


def test_an_unknown_format_is_answered_with_the_nearest() -> None:
    with pytest.raises(FormatError, match='did you mean "text"') as caught:
        Splitter(format="txet")
    assert caught.value.name == "txet"
    with pytest.raises(FormatError):
        Splitter().split("text", format="txet")
    with pytest.raises(FormatError):
        Splitter(options={"txet": {}})


@pytest.mark.parametrize("settings", [{"format": 3}, {"options": 3}, {"options": ["text"]}])
def test_every_setting_of_a_wrong_type_is_an_error_of_ours(settings: dict[str, object]) -> None:
    with pytest.raises(ChunkladderError):
        Splitter(**settings)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError) as caught:
        Splitter(options={"text": {"colour": 1}})
    assert caught.value.key == "options.text.colour"


@pytest.mark.parametrize("text", [None, 7, ["text"]])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(ConfigError, match="a str, bytes or a Document"):
        Splitter().split(text)  # type: ignore[arg-type]


def test_settings_may_be_changed_afterwards_without_effect() -> None:
    ladder = [Separator("\n"), ""]
    splitter = Splitter(size=3, ladder=ladder, format="text")
    ladder.clear()
    assert splitter.spans("ab\ncd") == [(0, 2), (3, 5)]
