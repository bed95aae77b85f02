"""The laws on tables, whole ones and broken ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .trials import check

TABLE = (
    "Lamps of the harbor\n\n"
    + "id,name,note\n"
    + "".join(f'{n},lamp {n},"green, {"very " * (n % 4)}""bright""\nby night"\n' for n in range(9))
    + "\nlens;rooms\nbig;3\nsmall;4\n\nTotal,9\n"
)
WIDE = (
    "harbor,lamp,lens,keeper,since,light in miles,notes of the keeper,last visit,oil\n"
    + "".join(f"h{n},l{n},x,Oda,20{n},3,none,May,{n}\n" for n in range(10, 30))
)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"header": "labels"},
    {"header": "none"},
    {"long_rows": "split"},
    {"long_rows": "split", "header": "labels"},
    {"group_by": "1"},
]
BITS = [",", ";", "\t", "|", '"', '""', "'", "\\", "\n", "\r", "\r\n", "\n\n", " ", "#", "sep=;\n"]
BITS += ["\0", "\ufeff", "a", "b,c\n", '"x\ny",', "1,2,3\n", "2031-05-01", "é", "\u0301", "\u2028"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("size", [20, 60, 200, 800])
@pytest.mark.parametrize("overlap", [0, 0.2])
def test_laws_hold_on_a_table(size: int, overlap: float, options: dict[str, Any]) -> None:
    check(TABLE, {"size": size, "overlap": overlap}, **options)


@pytest.mark.parametrize("size", [60, 90, 130, 200, 260, 330])
@pytest.mark.parametrize("measure", ["characters", "words", "bytes"])
def test_laws_hold_where_the_header_is_cut_short(size: int, measure: str) -> None:
    check(WIDE, {"size": size, "measure": measure})


@pytest.mark.parametrize("text", [' ""', ' ""\n', '" ",\n'])
def test_laws_hold_where_a_label_is_larger_than_a_chunk(text: str) -> None:
    check(text, {"size": 5}, header="labels", long_rows="split")


@given(
    st.lists(st.sampled_from(BITS) | st.text(max_size=5), max_size=60).map("".join),
    st.sampled_from([5, 20, 60, 200]),
    st.sampled_from(OPTIONS),
)
def test_laws_hold_on_any_text(text: str, size: int, options: dict[str, Any]) -> None:
    check(text, {"size": size}, **options)


@given(st.data())
def test_laws_hold_on_a_table_with_something_put_in(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TABLE)))
    odd = data.draw(st.sampled_from(BITS))
    text = TABLE[:at] + odd + TABLE[at + data.draw(st.integers(0, 20)) :]
    options = data.draw(st.sampled_from(OPTIONS))
    check(text, {"size": data.draw(st.sampled_from([20, 60, 200]))}, **options)
