"""What is carried of a header."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._rows import Dialect
    from ._tables import Sheet, Table


_LEAST = 20
"""Characters of a header below which it is not worth carrying."""

_LETTERS = 3
"""How much of a name is left at least, where there are too many of them for more."""


def forms_of(sheet: Sheet, table: Table, limit: int) -> list[str]:
    """Return what may be carried of a header, the longest form first; nothing without one.

    For each one there is a third less room than for the one before it.
    """
    form = carried(sheet, table, limit)
    forms = [form] if form.strip() else []
    limit = len(form)
    while limit > _LEAST:
        limit = max(limit * 2 // 3, _LEAST)
        forms.append(carried(sheet, table, limit))
    return forms


def carried(sheet: Sheet, table: Table, limit: int) -> str:
    """Return the rows of a header, in no more than a number of characters; empty without one.

    They are carried as they are unless they are longer, or name neighbors alike: then a name that
    the column before has, too, is left out, and long names are cut.
    """
    if table.header is None:
        return ""
    line = sheet.text[slice(*table.header)].strip("\r\n").removeprefix("\ufeff")
    rows = [sheet.cells(row) for row in range(table.head, table.body)]
    rows = rows or [list(table.names)]
    if len(line) <= limit and not any(map(has_repeats, rows)):
        return line
    share = limit // len(rows)
    return "\n".join(_shortened(_once(row), share, sheet.dialect) for row in rows).rstrip("\r\n")


def has_repeats(cells: Sequence[str]) -> bool:
    """Tell whether two neighbors are called the same."""
    return any(cell and cell == after for cell, after in pairwise(cells))


def _once(cells: Sequence[str]) -> list[str]:
    cells = [" ".join(cell.split()) for cell in cells]
    return [
        "" if cell == before else cell for before, cell in zip(["", *cells], cells, strict=False)
    ]


def _shortened(cells: Sequence[str], limit: int, dialect: Dialect) -> str:
    """Return a row in which as much of each name is left as there is room for."""
    room = limit - len(cells) + 1
    low, high = _LETTERS, max(_LETTERS, *map(len, cells))
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(len(cell), middle) for cell in cells) <= room:
            low = middle
        else:
            high = middle - 1
    shown = (_quoted(cell if len(cell) <= low else cell[:low].rstrip(), dialect) for cell in cells)
    return dialect.delimiter.join(shown)[:limit]


def _quoted(cell: str, dialect: Dialect) -> str:
    quote = dialect.quote
    if not quote or dialect.delimiter not in cell:
        return cell
    return f"{quote}{cell.replace(quote, quote * 2)}{quote}"
