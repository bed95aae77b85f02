"""From rows and tables to an outline: cuts, what is carried, what is kept, what is shown."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from chunkladder import Edit, Ladder, Offsets, Outline, Scope, Span

from ._dialect import dialect_of
from ._headers import forms_of
from ._rows import fields_of, rows_of, without
from ._sections import sections_of
from ._tables import Sheet, blank_rows, tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ._options import CsvOptions
    from ._tables import Table

_COLUMNS = 64
"""How many columns, at most, the metadata names."""


@dataclass(frozen=True, slots=True)
class TableOutline(Outline):
    """An outline that knows its tables.

    Attributes:
        starts: Where rows begin, blank ones and comments included.
        skipped: The numbers of rows that are blank or comments, sorted.
        tables: The tables, sorted.
    """

    starts: Sequence[int] = ()
    skipped: Sequence[int] = ()
    tables: Sequence[Table] = ()

    def facts_of(self, start: int, end: int) -> Mapping[str, object]:
        """Return the first and the last row of a chunk, counted from 1 below the header.

        Rows that are blank and comments do not count. Of several tables, the first with a row in
        the chunk is told of.
        """
        first = max(bisect_right(self.starts, start) - 1, 0)
        last = bisect_left(self.starts, end, first) - 1
        at, several = 0, len(self.tables) > 1
        if several:
            at = max(bisect_right(self.tables, first, key=lambda table: table.lead) - 1, 0)
        for number, table in enumerate(self.tables[at : at + 2], at + 1):
            rows = _numbers(self.skipped, max(first, table.body), min(last, table.end - 1), table)
            if rows:
                return _told(rows, table, number if several else 0)
        return {}


def outline_of(text: str, options: CsvOptions, preferred: str = "") -> TableOutline:
    """Return the outline of a text; one pass, after a look at its first 64 kB.

    Args:
        text: Any text.
        options: What may be chosen.
        preferred: The delimiter that the format is named after.
    """
    dialect = dialect_of(text, options, preferred)
    rows = rows_of(text, dialect)
    sheet = Sheet(text, rows, dialect, blank_rows(text, rows))
    tables = tables_of(sheet, options)
    edits = _labels(sheet, tables) if options.header == "labels" else []
    return TableOutline(
        Ladder([Offsets("row", _cuts(sheet, tables)), *_finer(sheet, tables, options)]),
        scopes=list(_scopes(sheet, tables, options)),
        atoms=sorted(_atoms(sheet, tables, options), key=lambda atom: (atom.start, -atom.end)),
        edits=edits,
        trim="lines",
        starts=rows.starts,
        skipped=_skipped(sheet),
        tables=tables,
    )


def _skipped(sheet: Sheet) -> Sequence[int]:
    if not sheet.dialect.comment:
        return sheet.blank
    return [row for row in range(len(sheet.rows.starts)) if sheet.is_skipped(row)]


def _cuts(sheet: Sheet, tables: Sequence[Table]) -> Sequence[int]:
    """Return where rows begin, but for those inside a header and those that are blank."""
    inner = {row for table in tables for row in range(table.head + 1, table.body)}
    left_out = sorted(inner.union(sheet.blank))
    return without(list(sheet.rows.starts), [(row, row + 1) for row in left_out])


def _scopes(sheet: Sheet, tables: Sequence[Table], options: CsvOptions) -> Iterator[Scope]:
    """Yield each table, which carries its header, with the sections in it."""
    starts = [*sheet.rows.starts, len(sheet.text)]
    for table in tables:
        own = sheet.written(table.dialect)
        forms = forms_of(own, table, options.header_size) if options.header == "row" else []
        if forms:
            carry, *brief = [(form,) for form in forms]
            yield Scope(
                starts[table.lead],
                starts[table.stop],
                head=table.header,
                carry=carry,
                brief=tuple(brief),
            )
        yield from sections_of(own, table)


def _atoms(sheet: Sheet, tables: Sequence[Table], options: CsvOptions) -> Iterator[Span]:
    """Yield each header with its first row, and the groups."""
    rows = sheet.rows
    for table in tables:
        own = sheet.written(table.dialect)
        begin = table.header.start if table.header else rows.starts[table.head]
        if table.header and table.body < table.end:
            yield Span(begin, rows.ends[table.body])
        for first, last in _groups(own, table, options.group_by):
            start = begin if first == table.body else rows.starts[first]
            if first < last:
                yield Span(start, rows.ends[last])


def _groups(sheet: Sheet, table: Table, column: str | None) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row of each run of rows with the same value in a column."""
    at = _column(table, column)
    if at is None:
        return
    rows = (row for row in range(table.body, table.end) if not sheet.is_skipped(row))

    def value(row: int) -> str:
        cells = sheet.cells(row)
        return cells[at] if at < len(cells) else ""

    for _, run in groupby(rows, value):
        first, *more = run
        yield first, more[-1] if more else first


def _column(table: Table, column: str | None) -> int | None:
    if column is None:
        return None
    if column in table.names:
        return table.names.index(column)
    return int(column) - 1 if column.isdecimal() and int(column) > 0 else None


def _finer(sheet: Sheet, tables: Sequence[Table], options: CsvOptions) -> list[Offsets | str]:
    """Return the rungs below rows, if there are to be any."""
    if options.long_rows == "keep":
        return []
    cuts: list[int] = []
    for table in tables:
        own = sheet.written(table.dialect)
        for row in range(table.lead, table.stop):
            has_labels = options.header == "labels" and table.body <= row < table.end
            cuts += _field_cuts(own, row, has_labels=has_labels)
    return [Offsets("field", sorted({cut for cut in cuts if cut})), "word", "grapheme"]


def _field_cuts(sheet: Sheet, row: int, *, has_labels: bool) -> list[int]:
    """Return where fields begin in a row; a label belongs to the value behind it."""
    rows = sheet.rows
    fields = [*fields_of(sheet.text, rows.starts[row], rows.ends[row], sheet.dialect)]
    if has_labels:
        return [field.end for field in fields[:-1]]
    return [_begin(sheet, before.end, field.start) for before, field in pairwise(fields)]


def _begin(sheet: Sheet, behind: int, start: int) -> int:
    """Return where a field begins, its quote included: behind the delimiter before it."""
    return sheet.text.find(sheet.dialect.delimiter, behind, start) + 1


def _labels(sheet: Sheet, tables: Sequence[Table]) -> list[Edit]:
    """Return what shows rows as lines of a column's name and a value."""
    edits: list[Edit] = []
    starts = [*sheet.rows.starts, len(sheet.text)]
    skipped = set(_skipped(sheet))
    for table in tables:
        own = sheet.written(table.dialect)
        if table.head < table.body < table.end:
            edits.append(Edit(starts[table.head], starts[table.body]))
        for row in range(table.body, table.end):
            if row not in skipped:
                edits += _row_labels(own, table.names, row, starts[row + 1])
    return edits


def _row_labels(sheet: Sheet, names: Sequence[str], row: int, behind: int) -> Iterator[Edit]:
    text, at = sheet.text, sheet.rows.starts[row]
    first = at
    for number, field in enumerate(fields_of(text, at, sheet.rows.ends[row], sheet.dialect)):
        start, end = _bare(text, field.start, field.end)
        if start == end:
            continue
        name = (names[number] if number < len(names) else "") or f"column {number + 1}"
        yield Edit(at, start, f"{'' if at == first else chr(10)}{name}: ")
        if field.quoted:
            yield from _unescaped(sheet, start, end)
        at = end
    if at == first:
        yield Edit(at, behind)
    elif behind < len(text):
        yield Edit(at, behind, "\n\n")
    elif at < behind:
        yield Edit(at, behind)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    value = text[start:end]
    start += len(value) - len(value.lstrip())
    return start, max(start, end - len(value) + len(value.rstrip()))


def _unescaped(sheet: Sheet, start: int, end: int) -> Iterator[Edit]:
    for found in sheet.dialect.pair.finditer(sheet.text, start, end):
        yield Edit(found.start(), found.start() + 1)


def _numbers(skipped: Sequence[int], first: int, last: int, table: Table) -> tuple[int, int] | None:
    low, high = first - table.body + 1, last - table.body + 1
    if skipped:
        base = bisect_left(skipped, table.body)
        low -= bisect_left(skipped, first) - base
        high -= bisect_left(skipped, last + 1) - base
    return (low, high) if low <= high else None


def _told(rows: tuple[int, int], table: Table, number: int) -> Mapping[str, object]:
    facts: dict[str, object] = {"first_row": rows[0], "last_row": rows[1]}
    if table.names:
        facts["columns"] = list(table.names[:_COLUMNS])
    if number:
        facts["table"] = number
    return facts
