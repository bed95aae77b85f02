"""Formats that are declared by patterns: an input and what comes of it."""

from __future__ import annotations

import pickle
import tomllib
from typing import Any

import pytest

from chunkladder import (
    ConfigError,
    CutPattern,
    DeclaredFormat,
    Document,
    Edit,
    Offsets,
    Outline,
    Registry,
    Scope,
    ScopePattern,
    Separator,
    Span,
    Splitter,
    format_from_table,
)
from chunkladder.testing import conformance

MINUTES = """\
== Council ==
% not for the public
Present: Oda, Bram

-- 1. Trams --
The tram is late.
-- 2. Lamps --
> The pier is dark,
> says the harbor.
It was decided.
== Board ==
Nothing.
"""
TABLE = r"""
suffixes = [".minutes"]
media_types = ["text/x-minutes"]
looks_like = '\A== '
ladder = [
    { name = "meeting", pattern = '^== ' },
    { name = "item", pattern = '^-- ', line = "before an item of the agenda" },
    { separator = "\n\n" },
    "line",
    "word",
    "grapheme",
]
scopes = [
    { pattern = '^== (.*) ==$' },
    { pattern = '^-- (?:\d+\. )?(?P<label>.*) --$', level = 2, carry = true },
]
atoms = ['^(?:> .*\n)+']
drops = ['^%.*\n']
"""
FORMAT = format_from_table("minutes", tomllib.loads(TABLE))


@conformance(FORMAT, samples=[MINUTES, MINUTES.replace("\n", "\r\n")])
def test_a_format_of_a_table_passes_all_checks(check: Any) -> None:
    check()


def outline(text: str, **declared: Any) -> Outline:
    """Return the outline of a format with that declaration."""
    made = DeclaredFormat(name="demo", **{"ladder": {"part": "^#"}, **declared})
    return made.outline(Document(text), made.options())


def scopes(text: str, *patterns: str | ScopePattern) -> list[tuple[str, str]]:
    """Return the label and the text of each scope."""
    found = outline(text, scopes=patterns).scopes
    return [(scope.label, text[scope.start : scope.end]) for scope in found]


def test_a_table_is_a_format() -> None:
    chunks = Splitter(44, registry=Registry.of(FORMAT)).split(MINUTES, source="a.minutes")
    assert [(chunk.path, chunk.body) for chunk in chunks] == [
        (("Council",), "== Council ==\nPresent: Oda, Bram"),
        (("Council", "Trams"), "-- 1. Trams --\nThe tram is late."),
        (("Council", "Lamps"), "-- 2. Lamps --"),
        (("Council", "Lamps"), "> The pier is dark,\n> says the harbor."),
        (("Council", "Lamps"), "It was decided."),
        (("Board",), "== Board ==\nNothing."),
    ]


def test_a_scope_that_carries_repeats_its_heading() -> None:
    text = "== Council ==\n-- 2. Lamps --\n" + "It was decided.\n" * 20
    chunks = Splitter(120, registry=Registry.of(FORMAT)).split(text, source="a.minutes")
    assert {chunk.carried for chunk in chunks[2:]} == {("-- 2. Lamps --",)}


def test_rungs_are_told_with_a_line_each() -> None:
    assert FORMAT.rungs == (
        ("meeting", "before what matches ^== "),
        ("item", "before an item of the agenda"),
        ("line", "after a line end (LF, CRLF or CR)"),
        ("word", "before a word, and after the clause marks of CJK; not behind a no-break space"),
        ("grapheme", "between two characters as a reader sees them"),
    )


def test_a_ladder_without_general_rungs_goes_on_as_that_of_plain_text() -> None:
    found = outline("a\n#b\n", ladder={"part": "^#"})
    assert found.ladder.rungs == (
        Offsets("part", [2]),
        *("paragraph", "line", "sentence", "word", "grapheme"),
    )


def test_rungs_of_all_kinds_stand_in_a_ladder() -> None:
    rungs = [CutPattern("part", "^#"), Separator(";", "end"), "--", "line"]
    found = outline("#a;b--c", ladder=rungs)
    assert found.ladder.rungs == (
        Offsets("part", [0]),
        Separator(";", "end"),
        Separator("--"),
        "line",
    )


def test_a_text_that_looks_like_it_is_found_without_a_name() -> None:
    assert FORMAT.sniff(MINUTES) == 0.6
    assert FORMAT.sniff("Minutes == 5") == 0.0
    assert Splitter(registry=Registry.of(FORMAT)).split(MINUTES)[0].format == "minutes"


def test_scopes_last_until_a_heading_as_high() -> None:
    text = "A one\nx\nB two\ny\nB three\nA four\n"
    assert scopes(text, "^A (.*)", ScopePattern("^B (.*)", level=2)) == [
        ("one", "A one\nx\nB two\ny\nB three\n"),
        ("two", "B two\ny\n"),
        ("three", "B three\n"),
        ("four", "A four\n"),
    ]


def test_the_length_of_a_group_is_a_level() -> None:
    text = "# a\n### b\n## c\n# d\n"
    assert scopes(text, r"^(?P<level>#+) (.*)") == [
        ("a", "# a\n### b\n## c\n"),
        ("b", "### b\n"),
        ("c", "## c\n"),
        ("d", "# d\n"),
    ]


def test_the_label_is_the_named_group_or_the_first_or_all() -> None:
    assert scopes("@ a: b\n", "^@ (.): (?P<label>.)") == [("b", "@ a: b\n")]
    assert scopes("@ a: b\n", "^@ (.): (.)") == [("a", "@ a: b\n")]
    assert scopes("@ a:\t b\r\n", "^@.*") == [("@ a: b", "@ a:\t b\r\n")]


def test_scopes_count_to_a_depth() -> None:
    text = "".join(f"{'#' * depth} {depth}\n" for depth in range(1, 40))
    assert len(scopes(text, "^(?P<level>#+) (.*)")) == 32


def test_a_heading_is_where_its_text_stands() -> None:
    (scope,) = outline("x\n  # a \r\nb", scopes=[ScopePattern("^ *# (.*)", carry=True)]).scopes
    assert scope == Scope(4, 11, "a", Span(4, 7), ("# a",))


def test_two_patterns_at_one_place_make_one_heading() -> None:
    assert scopes("# a\n", "^# (.)", "^#") == [("a", "# a\n")]


def test_headings_are_tied_to_the_first_line_behind_them() -> None:
    text = "# a\n## b\n\nfirst\nsecond\n# c\n"
    found = outline(text, scopes=[r"^(?P<level>#+) (.*)"]).atoms
    assert [text[atom.start : atom.end] for atom in found] == ["# a\n## b\n\nfirst"]


def test_what_is_dropped_does_not_part_a_heading_from_what_follows() -> None:
    text = "# a\n% x\n% y\n## b\n  % z\nfirst\nsecond\n"
    found = outline(text, scopes=[r"^(?P<level>#+) (.*)"], drops=["^ *%.*\n"]).atoms
    assert [text[atom.start : atom.end] for atom in found] == [text[: text.index("\nsecond")]]


def test_atoms_that_cross_are_left_out() -> None:
    text = "# a\nb c d\n# e\nf\n"
    carrying = ScopePattern("^# (.)", carry=True)
    found = outline(text, scopes=[carrying], atoms=["b c", "c d", r"d\n# e", "b"]).atoms
    assert [text[atom.start : atom.end] for atom in found] == ["# a\nb c d", "b c", "b", "# e\nf"]


def test_drops_that_overlap_are_joined() -> None:
    assert outline("abcdef", drops=["bc", "cd", "e", "x*"]).edits == [Edit(1, 4), Edit(4, 5)]


def test_a_declared_format_can_be_sent_to_another_process() -> None:
    back = pickle.loads(pickle.dumps(FORMAT))
    assert back == FORMAT
    assert back.outline(Document(MINUTES), back.options()) == FORMAT.outline(
        Document(MINUTES), FORMAT.options()
    )


LADDER = {"ladder": ["line"]}
WRONG: dict[str, tuple[object, str]] = {
    "no table": (5, "format.x: expected a table, got 5"),
    "no ladder": ({}, "format.x.ladder: expected a list of rungs, got None"),
    "an empty ladder": ({"ladder": []}, "format.x.ladder: expected rungs, at least one, got []"),
    "a text as ladder": ({"ladder": "line"}, "format.x.ladder: expected rungs"),
    "an unknown key": (
        {**LADDER, "atom": []},
        "format.x.atom: expected one of the keys ladder, suffixes, media_types, looks_like, "
        "scopes, atoms, drops, trim, got 'atom'; did you mean \"atoms\"?",
    ),
    "a misspelled rung": (
        {"ladder": ["lines"]},
        "format.x.ladder[0]: expected one of paragraph, line, sentence, word, grapheme, "
        "character, or a name with a pattern, got 'lines'; did you mean \"line\"?",
    ),
    "a number as rung": ({"ladder": [5]}, "format.x.ladder[0]: expected a general rung's name"),
    "a rung without a name": (
        {"ladder": [{"pattern": "^#"}]},
        "format.x.ladder[0].name: expected three or more small letters",
    ),
    "a rung without a pattern": (
        {"ladder": ["line", {"name": "part"}]},
        "format.x.ladder[1].pattern: expected a regular expression, got None",
    ),
    "a rung with another key": (
        {"ladder": [{"name": "part", "regex": "^#"}]},
        "format.x.ladder[0].regex: expected one of the keys name, pattern, line",
    ),
    "a pattern that does not compile": (
        {"ladder": [{"name": "part", "pattern": "("}]},
        "format.x.ladder[0].pattern: expected a regular expression (missing ), "
        "unterminated subpattern at position 0 in this one), got '('",
    ),
    "a separator that is kept nowhere": (
        {"ladder": [{"separator": ";", "keep": "here"}]},
        'format.x.keep: expected "start", "end", "drop" or None',
    ),
    "scopes in a string": ({**LADDER, "scopes": "^#"}, "format.x.scopes: expected a list of"),
    "a scope without a pattern": (
        {**LADDER, "scopes": [{"level": 2}]},
        "format.x.scopes[0].pattern: expected a regular expression, got None",
    ),
    "a level that is too deep": (
        {**LADDER, "scopes": ["^a", {"pattern": "^#", "level": 33}]},
        "format.x.scopes[1].level: expected a whole number from 1 to 32, got 33",
    ),
    "lines to carry": (
        {**LADDER, "scopes": [{"pattern": "^#", "carry": 1}]},
        "format.x.scopes[0].carry: expected true or false, got 1",
    ),
    "a number as scope": ({**LADDER, "scopes": [5]}, "format.x.scopes[0]: expected a pattern"),
    "one atom": ({**LADDER, "atoms": "^#"}, "format.x.atoms: expected a list of strings"),
    "a drop that does not compile": (
        {**LADDER, "drops": ["a", "*"]},
        "format.x.drops[1]: expected a regular expression",
    ),
    "looks that do not compile": (
        {**LADDER, "looks_like": "["},
        "format.x.looks_like: expected a regular expression",
    ),
    "a suffix in capitals": (
        {**LADDER, "suffixes": [".X"]},
        "format.x.suffixes[0]: expected the end of a name, in small letters, got '.X'",
    ),
    "another trim": ({**LADDER, "trim": "all"}, 'format.x.trim: expected "space" or "lines"'),
}


@pytest.mark.parametrize(("table", "message"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_in_a_table_is_told_with_its_key(table: object, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        format_from_table("x", table)
    assert str(caught.value).startswith(message)


def test_a_fault_in_a_table_names_its_file() -> None:
    with pytest.raises(ConfigError, match=r"chunkladder\.toml: format\.x\.atoms: ") as caught:
        format_from_table("x", {**LADDER, "atoms": 5}, "chunkladder.toml")
    assert caught.value.file == "chunkladder.toml"
    assert caught.value.key == "format.x.atoms"
