r"""Rungs and ladders as data, and where each general rung cuts.

A case shows the cuts as bars: ``"One. |Two."`` is the text ``"One. Two."``, cut in front of the T.
"""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError

import pytest

from chunkladder.cutters import NONE, cutter_for, drops_separators
from chunkladder.errors import ConfigError
from chunkladder.guards import between_graphemes
from chunkladder.rungs import (
    GENERAL_RUNGS,
    TEXT_LADDER,
    Keep,
    Ladder,
    Offsets,
    Regex,
    Rung,
    Separator,
    UserRung,
    resolve_ladder,
    rung_name,
)

OWN = Ladder([Offsets("heading-1", (4,)), Offsets("line", (1, 2)), "sentence", "word"])


def barred(rung: Rung, text: str, keep: Keep = "start") -> str:
    """Return a text with a bar at each cut of a rung."""
    cutter = between_graphemes(cutter_for(rung, text, keep), rung, text)
    cut = cutter.enter(0, len(text))
    pieces, begin = [], 0
    while cut != NONE and cut < len(text):
        cut = cutter.next(cut)
        pieces.append(text[begin:cut])
        begin = cut
    return "|".join(pieces) if pieces else text


@pytest.mark.parametrize(
    "case",
    [
        "a\n\n|b",
        "a\nb",
        "a\n \t\n|b",
        "a\n\n\n\n|b",
        "a\n\n|  indented",
        "\n\n|a\n\n",
        "a\r\n\r\n|b\r\nc",
        "a\r\r|b\rc",
        "a\r\n\n|b",
        "a\u2028\u2028b\x0c\x0cc\x85\x85d",
        "",
        "\n\n",
    ],
)
def test_a_paragraph_begins_after_blank_lines(case: str) -> None:
    assert barred("paragraph", case.replace("|", "")) == case


@pytest.mark.parametrize(
    "case",
    ["a\n|b\r\n|c\r|d", "a\n|\n|b", "\r\n|a", "\n|\r|a", "a\n", "a\r\n", "a\r"],
)
def test_a_line_begins_after_lf_crlf_or_cr(case: str) -> None:
    assert barred("line", case.replace("|", "")) == case


def test_nothing_else_ends_a_line() -> None:
    text = "a\u2028b\u2029c\x0bd\x0ce\x85f\x1cg"
    assert barred("line", text) == text


@pytest.mark.parametrize(
    "case",
    [
        "ab |cd  |ef\t|gh\n|ij",
        "one",
        " |one ",
        "no-break\xa0space",
        "zero\u200b|width",
        "你好，|世界；|再见",
        "他说：|“好”",
        "他说：」好",
        "一，，|二",
        "一。二",
    ],
)
def test_a_word_begins_after_white_space_and_after_the_clause_marks_of_cjk(case: str) -> None:
    assert barred("word", case.replace("|", "")) == case


@pytest.mark.parametrize(
    "case",
    ["a|b", "e\u0301|a", "a|\r\n|b", "🇩🇪|🇫🇷", "👩\u200d👩\u200d👧|!", "가|나", "क्ष|क"],
)
def test_a_grapheme_is_what_a_reader_sees_as_one_character(case: str) -> None:
    assert barred("grapheme", case.replace("|", "")) == case


def test_characters_part_a_grapheme() -> None:
    assert barred("character", "e\u0301a") == "e|\u0301|a"


@pytest.mark.parametrize("name", ["paragraph", "line", "sentence", "word"])
def test_named_rungs_leave_a_mark_with_the_white_space_it_sits_on(name: str) -> None:
    text = "One.\u0301 Two. \u0301\u0301x"
    assert "|\u0301" not in barred(name, text)


def test_offsets_inside_a_grapheme_are_no_cuts() -> None:
    assert barred(Offsets("row", (1, 2, 3)), "e\u0301\r\n") == "e\u0301|\r\n"


def test_a_literal_of_the_user_cuts_inside_a_grapheme() -> None:
    assert barred(Separator("\u0301"), "e\u0301a") == "e|\u0301a"


@pytest.mark.parametrize(
    ("keep", "case"),
    [("start", "a|, b|, c"), ("end", "a, |b, |c")],
)
def test_a_separator_stays_where_it_is_told(keep: Keep, case: str) -> None:
    assert barred(Separator(", "), "a, b, c", keep) == case
    assert barred(Regex(", "), "a, b, c", keep) == case


def test_a_rungs_own_keep_counts_more_than_the_splitters() -> None:
    assert barred(Separator(", ", keep="end"), "a, b", keep="start") == "a, |b"
    assert drops_separators(Separator(","), "drop")
    assert drops_separators(Regex(",", keep="drop"), "end")
    assert not drops_separators(Separator(",", keep="end"), "drop")
    assert not drops_separators("word", "drop")


def test_the_text_ladder_is_of_general_rungs_in_their_order() -> None:
    assert [name for name in GENERAL_RUNGS if name in TEXT_LADDER] == list(TEXT_LADDER)
    assert TEXT_LADDER == ("paragraph", "line", "sentence", "word", "grapheme")


@pytest.mark.parametrize(
    ("rung", "name"),
    [
        ("word", "word"),
        (Separator("\n\n"), "\n\n"),
        (Separator("\n\n", label="blank"), "blank"),
        (Separator(""), ""),
        (Regex(r"\s+"), r"\s+"),
        (Regex(r"\s+", label="space"), "space"),
        (Offsets("row", (1,)), "row"),
    ],
)
def test_a_rung_is_called_by_its_label_or_by_what_it_is(rung: Rung, name: str) -> None:
    assert rung_name(rung) == name


def test_rungs_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Separator("a").text = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        OWN.rungs = ()  # type: ignore[misc]


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<n>a)(?P<n>b)", "a{9999999999999}"])
def test_a_pattern_that_does_not_compile_is_refused(pattern: str) -> None:
    with pytest.raises(ConfigError, match="regular expression") as caught:
        Regex(pattern)
    assert (caught.value.key, caught.value.got) == ("ladder", pattern)


def test_a_ladder_has_a_rung() -> None:
    with pytest.raises(ConfigError, match="at least one rung"):
        Ladder([])


def test_a_ladder_knows_general_rungs_only() -> None:
    with pytest.raises(ConfigError, match="paragraph") as caught:
        Ladder(["paragraf"])
    assert caught.value.got == "paragraf"


def test_a_ladder_lists_its_names() -> None:
    assert OWN.names() == ("heading-1", "line", "sentence", "word")


@pytest.mark.parametrize(
    ("wanted", "rung"),
    [
        ("heading-1", OWN.rungs[0]),
        ("line", OWN.rungs[1]),
        ("word", "word"),
        ("paragraph", "paragraph"),
        ("\n\n", Separator("\n\n")),
        ("", Separator("")),
        ("ab", Separator("ab")),
        ("AND", Separator("AND")),
        (" and ", Separator(" and ")),
        ("9th", Separator("9th")),
        (re.compile("a b", re.IGNORECASE), Regex("a b", re.compile("a b", re.IGNORECASE).flags)),
        (Separator("word"), Separator("word")),
        (Regex("x"), Regex("x")),
        (Offsets("mine", (3,)), Offsets("mine", (3,))),
    ],
)
def test_a_string_is_the_formats_rung_else_a_general_one_else_a_literal(
    wanted: UserRung, rung: Rung
) -> None:
    assert resolve_ladder([wanted], OWN).rungs == (rung,)


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [("sentense", "sentence"), ("heading-2", "heading-1"), ("paragraf", "paragraph")],
)
def test_a_misspelled_name_is_not_taken_for_a_literal(wanted: str, meant: str) -> None:
    with pytest.raises(ConfigError) as caught:
        resolve_ladder(["\n", wanted], OWN)
    assert (caught.value.key, caught.value.got) == ("ladder", wanted)
    assert f'did you mean "{meant}"?' in str(caught.value)
    assert f'Separator("{wanted}") for the literal' in str(caught.value)


@pytest.mark.parametrize("wanted", ["\n\n", b"\n", None, 7, {"\n"}])
def test_a_ladder_is_a_list(wanted: object) -> None:
    with pytest.raises(ConfigError, match="a list of rungs"):
        resolve_ladder(wanted, OWN)  # type: ignore[arg-type]


@pytest.mark.parametrize("wanted", [7, None, b"\n", ["\n"], re.compile(b"\n")])
def test_what_is_no_rung_is_refused(wanted: object) -> None:
    with pytest.raises(ConfigError) as caught:
        resolve_ladder([wanted], OWN)  # type: ignore[list-item]
    assert (caught.value.key, caught.value.got) == ("ladder", wanted)
