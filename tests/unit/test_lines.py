"""Counting line ends."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkladder.lines import line_counter


def lines_by_hand(text: str) -> list[int]:
    """Return for each offset how many lines have ended before it."""
    ended = [0]
    for at, char in enumerate(text):
        whole = char == "\n" or (char == "\r" and text[at + 1 : at + 2] != "\n")
        ended.append(ended[-1] + whole)
    return ended


@given(st.text(st.sampled_from("a\r\n\u2028\f\x85")), st.data())
def test_only_lf_crlf_and_cr_end_a_line(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    ended = lines_by_hand(text)
    assert line_counter(text)(start, end) == ended[end] - ended[start]


def test_a_line_does_not_end_between_cr_and_lf() -> None:
    count = line_counter("a\r\nb\rc")
    assert [count(0, end) for end in range(7)] == [0, 0, 0, 1, 1, 2, 2]
