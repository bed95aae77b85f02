"""Rows that are headings: all cells of one hold the same words, or all but the first are empty."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from chunkladder import Scope, Span

from ._dialect import sample_of
from ._tables import is_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._tables import Sheet, Table

_LEAST = 3
_LONGEST = 200
_RARE = 3


def sections_of(sheet: Sheet, table: Table) -> Iterator[Scope]:
    """Yield a stretch with a label for each heading among the rows of a table.

    Looks only at tables that have one in the first 64 kB.
    """
    width = len(table.names)
    pattern = _pattern(sheet, width)
    if width < _LEAST or not pattern or not pattern.search(sample_of(sheet.text)):
        return
    starts = [*sheet.rows.starts, len(sheet.text)]
    heads = [row for row in range(table.body, table.end) if _label(sheet, row, pattern)]
    if _RARE * len(heads) > table.end - table.body:
        return
    for row, after in pairwise([*heads, table.end]):
        head = Span(starts[row], sheet.rows.ends[row])
        yield Scope(starts[row], starts[after], _label(sheet, row, pattern), head=head, seals=False)


def _pattern(sheet: Sheet, width: int) -> re.Pattern[str] | None:
    delimiter, quote = re.escape(sheet.dialect.delimiter), re.escape(sheet.dialect.quote)
    if not quote or width < _LEAST:
        return None
    cell = rf"{quote}[^{quote}\r\n]++{quote}|[^{quote}{delimiter}\r\n]++"
    rest = rf"(?:{delimiter}\1){{{width - 1}}}|{delimiter}{{{width - 1}}}"
    return re.compile(rf"^(?>({cell}))(?:{rest})$", re.MULTILINE)


def _label(sheet: Sheet, row: int, pattern: re.Pattern[str]) -> str:
    found = pattern.match(sheet.text, sheet.rows.starts[row], sheet.rows.ends[row])
    if not found or is_number(found[1]):
        return ""
    return " ".join(found[1].strip(sheet.dialect.quote).split())[:_LONGEST]
