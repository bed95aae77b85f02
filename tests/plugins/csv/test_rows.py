"""Where rows end, next to what Python's ``csv`` reads."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder_csv._rows import Dialect, fields_of, rows_of

from ...property.growth import growth  # noqa: TID252

CELLS = st.text(st.sampled_from('ab ,;"\n\r\t1é\u2028'), max_size=6)


@given(
    st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n))),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_rows_and_cells_are_those_of_python(
    table: list[list[str]], delimiter: str, end: str, everything: bool
) -> None:
    file = io.StringIO(newline="")
    quoting = csv.QUOTE_ALL if everything else csv.QUOTE_MINIMAL
    csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(table)
    text = file.getvalue()
    dialect = Dialect(delimiter)
    rows = rows_of(text, dialect)
    found = [
        [
            text[field.start : field.end].replace('""', '"' if field.quoted else '""')
            for field in fields_of(text, start, last, dialect)
        ]
        for start, last in zip(rows.starts, rows.ends, strict=True)
    ]
    read = [row or [""] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)]
    assert found == (read or [[""]])


def cut(text: str, **dialect: str | int) -> list[str]:
    rows = rows_of(text, Dialect(**dialect))  # type: ignore[arg-type]
    return [text[start:end] for start, end in zip(rows.starts, rows.ends, strict=True)]


def test_quoted_newline_is_not_a_row_end() -> None:
    assert cut('a,"b\nc",d\ne') == ['a,"b\nc",d', "e"]
    assert cut('a,"b ""x""\n\n""c""",d\ne') == ['a,"b ""x""\n\n""c""",d', "e"]


def test_escaped_quotes_do_not_close() -> None:
    assert cut('a,"b \\"\nc\\"",d\ne', escape="\\") == ['a,"b \\"\nc\\"",d', "e"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_line_ends(end: str) -> None:
    assert cut(f"a,b{end}1,2{end}") == ["a,b", "1,2"]


def test_a_quote_that_never_closes_ends_with_its_line() -> None:
    rows = ["a,b,c", *(f"{n},x,y" for n in range(50))]
    rows[10] = '9,"x,y'
    assert cut("\n".join(rows), width=3) == rows


def test_a_quote_that_another_one_seems_to_close_does_not_swallow_rows() -> None:
    rows = ["a,b,c", *(f"{n},x,y" for n in range(50))]
    rows[10], rows[40] = '9,"x,y', '39,x",y'
    assert cut("\n".join(rows), width=3) == rows


def test_a_bare_quote_is_text() -> None:
    assert cut('size,part\n5" pipe,x\n6" pipe,y') == ["size,part", '5" pipe,x', '6" pipe,y']


@pytest.mark.parametrize("unit", ['"', '""', ',"', ',"a', '"\n', ',"a\n', 'a,"b"c\n', '" ', '\\"'])
def test_cost_is_linear(unit: str) -> None:
    short, long = (unit * (length // len(unit)) for length in (40_000, 400_000))
    # A quadratic step would take a hundred times as long.
    assert growth(read, short, long, 30) < 30


def read(text: str) -> None:
    dialect = Dialect(width=3, escape="\\", space=True)
    rows = rows_of(text, dialect)
    for start, end in zip(rows.starts, rows.ends, strict=True):
        list(fields_of(text, start, end, dialect))
