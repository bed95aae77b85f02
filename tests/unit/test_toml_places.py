"""Lines of the keys of a TOML file."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder.toml_places import line_of, places

CASES = {
    "a = 1": {("a",): 1},
    "\n# a = 1\n\na = 1 # b = 2\nc = 3": {("a",): 4, ("c",): 5},
    "a.b = 1\n'a'.\"c d\" = 2": {("a", "b"): 1, ("a", "c d"): 2},
    "[t]\na = 1\n[ t . 'u' ]\nb = 1": {
        ("t",): 1,
        ("t", "a"): 2,
        ("t", "u"): 3,
        ("t", "u", "b"): 4,
    },
    "[[r]]\na = 1\n[[r]]\na = 2\n[r.o]\nb = 1": {
        ("r", 0): 1,
        ("r", 0, "a"): 2,
        ("r", 1): 3,
        ("r", 1, "a"): 4,
        ("r", 1, "o"): 5,
        ("r", 1, "o", "b"): 6,
    },
    "[[r]]\n[[r.s]]\na = 1\n[[r.s]]\n[[r]]\n[[r.s]]": {
        ("r", 0): 1,
        ("r", 0, "s", 0): 2,
        ("r", 0, "s", 0, "a"): 3,
        ("r", 0, "s", 1): 4,
        ("r", 1): 5,
        ("r", 1, "s", 0): 6,
    },
    'a = [ # [\n  \']\', "]\\"",\n]\nb = 1': {("a",): 1, ("b",): 4},
    'a = """\n[t]\nb = 1"\\""""\nc = 1': {("a",): 1, ("c",): 4},
    "a = '''\nb = 1'''''\nc = 1": {("a",): 1, ("c",): 3},
    "a = {b = 1, c = [1, {d = 2}]}\ne = 1979-05-27T07:32:00Z\r\nf = -1.5e3": {
        ("a",): 1,
        ("e",): 2,
        ("f",): 3,
    },
}


@pytest.mark.parametrize("text", CASES)
def test_lines_of_keys(text: str) -> None:
    tomllib.loads(text)
    assert places(text) == CASES[text]


def test_what_has_no_line_of_its_own_has_that_of_what_it_stands_in() -> None:
    found = places("[[rule]]\n\noptions = {a = 1}")
    assert line_of(("rule", 0, "options", "a"), found) == 3
    assert line_of(("rule", 0, "match"), found) == 1
    assert line_of(("plugins", "disable"), found) is None


VALUES = st.sampled_from(
    [
        "1",
        '"#"',
        "'[['",
        '"""\n\n"""',
        "'''\n''\n'''",
        "[1,\n 2, # ]\n]",
        "{a = 1}",
        "[[1],\n[2]]",
        '"\\\\"',
        "1.5",
        "true",
    ]
)
GAPS = st.sampled_from(["", "\n", "# note = [\n", "  \n\t"])


@given(st.lists(st.tuples(GAPS, VALUES, st.sampled_from(["plain", "table", "array"]))))
def test_lines_agree_with_a_text_whose_lines_are_known(
    parts: list[tuple[str, str, str]],
) -> None:
    text, expected, table, arrays = "", {}, (), 0
    for at, (gap, value, kind) in enumerate(parts):
        text += gap
        if kind != "plain":
            array = kind == "array"
            table = ("r", arrays) if array else (f"t{at}",)
            arrays += array
            expected[table] = text.count("\n") + 1
            text += "[[r]]\n" if array else f"[t{at}]\n"
        expected[*table, f"k{at}"] = text.count("\n") + 1
        text += f"k{at} = {value}\n"
    tomllib.loads(text)
    assert places(text) == expected
