"""Where records start, in each shape."""

from __future__ import annotations

import pytest

from chunkladder import Document, Outline
from chunkladder_log._format import LogFormat, LogOptions

from .shapes import LOGS, told


def outline_of(text: str, **options: object) -> Outline:
    return LogFormat().outline(Document(text), LogOptions(**options))


def cuts(outline: Outline, name: str) -> list[int]:
    return [
        cut
        for rung in outline.ladder.rungs
        if not isinstance(rung, str) and rung.name == name
        for cut in rung.cuts
    ]


@pytest.mark.parametrize("name", LOGS)
def test_records_start_where_they_should(name: str) -> None:
    text, starts = told(LOGS[name])
    assert cuts(outline_of(text), "record") == starts


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("name", ["iso, Python", "syslog", "valgrind", "java.util.logging"])
def test_other_line_ends(name: str, end: str) -> None:
    text, _ = told(LOGS[name].replace("\n|\n", "\n"))
    starts = told(LOGS[name])[1]
    other = text.replace("\n", end)
    assert len(cuts(outline_of(other), "record")) == len(starts)


def test_a_byte_order_mark_is_no_hindrance() -> None:
    text, starts = told(LOGS["syslog"])
    assert cuts(outline_of("\ufeff" + text), "record") == [0, *(start + 1 for start in starts[1:])]


def test_records_of_one_line_cost_an_offset_alone() -> None:
    outline = outline_of(
        "2031-01-05 10:00:01 INFO lit and " + "lit\n2031-01-05 10:00:01 INFO " * 99
    )
    assert not outline.atoms
    assert not outline.scopes


def test_blank_lines_make_no_record_of_several_lines() -> None:
    assert not outline_of("2031-01-05 10:00:01 a\n\n2031-01-05 10:00:02 b\n\n\n").atoms


def test_a_pattern_given_by_hand() -> None:
    outline = outline_of("@a\nb\n@c\r@d\n", start=r"^@\w")
    assert cuts(outline, "record") == [0, 5, 8]
    assert outline.metadata == {"shape": "given"}


@pytest.mark.parametrize("options", [{"start": "("}, {"gap_minutes": -1}])
def test_options_that_make_no_sense_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        LogOptions(**options)


def test_a_silence_is_a_gap() -> None:
    day = "2031-01-05 23:58:01 a\n2031-01-05 23:59:01 b\n"
    day += "2031-01-06 00:03:00 c\n2031-01-06 00:13:00 d\n"
    assert cuts(outline_of(day), "gap") == [day.index("2031-01-06 00:13")]
    assert cuts(outline_of(day, gap_minutes=4), "gap") == [44, 66]
    assert not cuts(outline_of(day, gap_minutes=0), "gap")
    syslog = "Jan  5 10:00:01 a b: c\nJan  5 10:20:01 a b: c\n"
    assert cuts(outline_of(syslog), "gap") == [23]


def test_a_session_marker_is_a_gap() -> None:
    text, starts = told(LOGS["W3C"])
    assert cuts(outline_of(text), "gap") == [0, starts[4]]
