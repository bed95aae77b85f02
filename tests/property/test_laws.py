"""Every law, on any text under any settings, for plain text and a format made up for it.

The formats that are installed are tried in ``tests/plugins/test_conformance.py``.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, note
from hypothesis import strategies as st

from chunkladder import Registry, Splitter

from . import laws
from .made_up_format import FailingFormat, MadeUpFormat
from .strategies import settings, stretches, texts
from .trial import Trial

MADE_UP = Registry.of(MadeUpFormat(), FailingFormat())
FORMATS = [(MADE_UP, found.name) for found in MADE_UP.formats()]
every_format = pytest.mark.parametrize(
    ("registry", "name"), FORMATS, ids=[name for _, name in FORMATS]
)

pytestmark = pytest.mark.timeout(60)

FAMILY = "👩‍👩‍👧‍👦"
"""One character to a reader, seven code points."""


def judge(text: str, name: str, registry: Registry, arguments: dict[str, Any]) -> None:
    """Check every law, and show what it takes to do it again."""
    note(f"Trial({text!r}, {name!r}, registry, {arguments!r})")
    laws.check_all(Trial(text, name, registry, arguments))


def rungs_of(registry: Registry, name: str) -> tuple[str, ...]:
    """Return the names of a format's rungs."""
    return tuple(rung for rung, _ in registry.format(name).rungs)


def test_a_document_without_the_rung_of_its_parents_is_cut_at_the_next_coarser() -> None:
    splitter = Splitter(5, parent="heading-3", format="made-up", registry=MADE_UP)
    assert [parent.text for parent in splitter.parents("no heading here")] == ["no heading here"]
    parents = splitter.parents("# One\n\na\n\n# Two\n\nb")
    assert [parent.text for parent in parents] == ["# One\n\na", "# Two\n\nb"]


def made_up(text: str, **arguments: Any) -> Trial:
    """Split a text of the made-up format."""
    return Trial(text, "made-up", MADE_UP, arguments)


def plain(text: str, **arguments: Any) -> Trial:
    """Split plain text."""
    return Trial(text, "text", MADE_UP, arguments)


@every_format
@given(st.data())
def test_all_laws_hold_for_any_text_under_any_settings(
    registry: Registry, name: str, data: st.DataObject
) -> None:
    text = data.draw(texts(marks=name != "text"))
    judge(text, name, registry, data.draw(settings(len(text), own=rungs_of(registry, name))))


@every_format
@given(st.data())
def test_all_laws_hold_for_any_text_with_the_formats_own_ladder(
    registry: Registry, name: str, data: st.DataObject
) -> None:
    text = data.draw(texts(marks=name != "text"))
    size = data.draw(st.integers(1, 200))
    overlap = data.draw(st.integers(0, size - 1))
    judge(text, name, registry, {"size": size, "overlap": overlap})


@every_format
@given(st.text(st.characters(codec=None)), st.integers(1, 40))
@example("", 1)
@example(" \r\n\t", 1)
@example("\ud800", 1)
@example("\0\0", 1)
def test_all_laws_hold_for_any_code_points(
    registry: Registry, name: str, text: str, size: int
) -> None:
    judge(text, name, registry, {"size": size})


@pytest.mark.parametrize("parent", ["paragraph", 10])
def test_an_empty_text_has_no_parents(parent: int | str) -> None:
    assert Splitter(10, parent=parent, format="text").parents("") == []
    assert Splitter(10, parent=parent, format="text").split("") == []


@pytest.mark.timeout(5)
def test_parents_may_be_cut_where_a_separator_is_dropped() -> None:
    splitter = Splitter(10, ladder=["\n"], keep_separator="drop", parent="\n", format="text")
    assert [parent.text for parent in splitter.parents("ab\ncd\n")] == ["ab", "cd"]
    assert [chunk.text for chunk in splitter.split("ab\ncd\n")] == ["ab", "cd"]


@pytest.mark.timeout(5)
def test_chunks_may_be_reopened_where_a_separator_is_dropped() -> None:
    trial = plain(
        "\naaa", size=2, overlap=1, ladder=["\n", ""], overlap_at="a", keep_separator="drop"
    )
    laws.check_all(trial)


def test_what_was_dropped_between_parents_is_no_chunk() -> None:
    ladder = ["\n\n", "b"]
    trial = plain("# b\n\n# b", size=2, ladder=ladder, keep_separator="drop", parent=2)
    assert [chunk.text for chunk in trial.chunks] == ["#", "#"]
    laws.check_all(trial)


@pytest.mark.parametrize(
    ("text", "literal"),
    [("xyzxyz\n- item", "-"), ("xyzxyz\n!item", "!"), ("xy&hellip;zz", ".."), ("xyz=>y", "s")],
)
def test_a_separator_inside_what_stays_whole_is_not_dropped(text: str, literal: str) -> None:
    trial = made_up(text, size=8, ladder=[literal, ""], keep_separator="drop")
    laws.check_all(trial)
    trial = made_up(text, size=3, ladder=[literal, ""], keep_separator="drop")
    laws.check_all(trial)


def test_labels_are_given_up_before_a_grapheme_is_cut() -> None:
    trial = made_up(f"# T\nabc\n\n{FAMILY}", size=8)
    assert [chunk.body for chunk in trial.chunks] == ["# T\nabc", FAMILY]
    laws.check_all(trial)


def test_joining_small_chunks_gives_up_no_label() -> None:
    trial = made_up("# T\na b c d\ne", size=5, measure="words", ladder=["\n"], min_size=3)
    assert [chunk.context for chunk in trial.chunks] == [(), ("T",), ("T",)]
    laws.check_all(trial)


def test_a_piece_that_fits_is_not_cut_for_a_measure_that_is_not_additive() -> None:
    trial = plain("harbor " + FAMILY, size=1, measure=stretches)
    assert [chunk.text for chunk in trial.chunks] == ["harbor", FAMILY]


def test_an_atoms_own_line_end_does_not_tie_it_to_what_follows() -> None:
    trial = made_up("- a b c\n- d e f\n", size=4, measure="words", ladder=["\n"])
    assert [chunk.text for chunk in trial.chunks] == ["- a b c", "- d e f"]


@given(texts(marks=True), st.integers(1, 200))
def test_a_format_that_fails_falls_back_to_plain_text_and_says_so(text: str, size: int) -> None:
    chunks = Splitter(size, format="failing", registry=MADE_UP).split(text)
    assert [(chunk.start, chunk.end, chunk.rung) for chunk in chunks] == [
        (chunk.start, chunk.end, chunk.rung) for chunk in Splitter(size, format="text").split(text)
    ]
    assert all("RecursionError" in str(chunk.metadata["fallback"]) for chunk in chunks)
