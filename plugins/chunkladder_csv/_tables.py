"""Where tables begin and end in a text, and which rows are their headers."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Span

from ._rows import fields_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._options import CsvOptions
    from ._rows import Dialect, Rows

_LOOKED_AT = 20
_PREAMBLE = 60
_SHORT = 4
_NAME = 60
_CELL = 10_000
_PAIR = 2
_DELIMITERS = ";\t|,"

_NUMBER = re.compile(
    r"""
    \s*[-+(]?\s*[$€£¥]?\s*\d[\d.,' \u00a0]*(?:[eE][-+]?\d+)?\s*[%)]?\s*\Z
    |\s*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?\Z
    |\s*\d{1,2}:\d{2}(?::\d{2}.*)?\Z
    """,
    re.VERBOSE,
)
_DATE = re.compile(r"\s*(?:(?:19|20)\d\d(?:[-/]\d\d){0,2}|\d\d?[./]\d\d?[./]\d{2,4})\s*\Z")
_WORD = re.compile(r"[^\W\d][\w-]*\Z")
_NOTHING = frozenset({"", "-", "na", "n/a", "nan", "null", "none", "?"})


class Table(NamedTuple):
    """A table, in numbers of rows.

    Attributes:
        lead: The first row of what stands before it: titles, comments.
        head: The first row of its header.
        body: Its first row below the header.
        end: The row behind its last one.
        stop: The row behind all that belongs to it, a footer included.
        names: Its columns; may be empty.
        header: Where its header stands; None if it has none.
        dialect: How its rows are written.
    """

    lead: int
    head: int
    body: int
    end: int
    stop: int
    names: tuple[str, ...]
    header: Span | None
    dialect: Dialect


@dataclass(frozen=True)
class Sheet:
    """A text with its rows.

    Attributes:
        text: The text.
        rows: All rows.
        dialect: How they are written.
        blank: The numbers of those that are blank, sorted.
    """

    text: str
    rows: Rows
    dialect: Dialect
    blank: Sequence[int]

    def written(self, dialect: Dialect) -> Sheet:
        """Return the same for a table in another dialect."""
        return self if dialect is self.dialect else replace(self, dialect=dialect)

    def cells(self, row: int) -> list[str]:
        """Return the values in a row, quotes taken off; no more than its first 10,000 letters."""
        start = self.rows.starts[row]
        start += self.text.startswith("\ufeff", start)
        end = min(self.rows.ends[row], start + _CELL)
        fields = fields_of(self.text, start, end, self.dialect)
        quote = self.dialect.quote
        values = [
            self.text[field.start : field.end].replace(quote * 2, quote).strip()
            if field.quoted
            else self.text[field.start : field.end].strip()
            for field in fields
        ]
        # The last one may be cut off.
        return values[:-1] if end < self.rows.ends[row] and len(values) > 1 else values

    def is_skipped(self, row: int) -> bool:
        """Tell whether a row is blank or a comment."""
        start, end = self.rows.starts[row], self.rows.ends[row]
        mark = self.dialect.comment
        if mark and self.text.startswith(mark, start, end):
            return True
        return end - start <= _SHORT and not self.text[start:end].strip(" \ufeff\r")


def blank_rows(text: str, rows: Rows) -> list[int]:
    """Return the numbers of blank rows; those of more than four blanks do not count."""
    lengths = list(map(sub, rows.ends, rows.starts))
    if min(lengths, default=0) > _SHORT:
        return []
    short = (at for at, length in enumerate(lengths) if length <= _SHORT)
    return [at for at in short if not text[rows.starts[at] : rows.ends[at]].strip(" \ufeff\r")]


def tables_of(sheet: Sheet, options: CsvOptions) -> list[Table]:
    """Find the tables: one, and others behind blank lines with a header of their own."""
    count = len(sheet.rows.starts)
    first = _first(sheet, options.preamble)
    if first is None:
        return []
    heads = [(first, sheet.dialect)]
    if options.tables == "many":
        heads += _more_heads(sheet, first)
    leads = [0, *(_lead(sheet, head) for head, _ in heads[1:]), count]
    return [
        _table(sheet.written(dialect), options, (lead, head, stop))
        for (head, dialect), lead, stop in zip(heads, leads, leads[1:], strict=False)
    ]


def _table(sheet: Sheet, options: CsvOptions, at: tuple[int, int, int]) -> Table:
    lead, head, stop = at
    count = len(sheet.rows.starts)
    given = options.footer if stop == count else None
    end = max(count - given, head + 1) if given is not None else _end(sheet, head, stop)
    height, names, header = _header(sheet, options.header_rows, head, end)
    return Table(lead, head, head + height, end, stop, names, header, sheet.dialect)


def _header(
    sheet: Sheet, given: int | None, head: int, end: int
) -> tuple[int, tuple[str, ...], Span | None]:
    """Return how many rows a header has, the names in it, and where it stands."""
    marked = _marked_header(sheet, head) if given is None else None
    if marked:
        return 0, *marked
    height = min(_height(sheet, head, end) if given is None else given, end - head)
    if not height:
        return 0, (), None
    names = _names([sheet.cells(row) for row in range(head, head + height)])
    return height, names, Span(sheet.rows.starts[head], sheet.rows.ends[head + height - 1])


def _names(rows: list[list[str]]) -> tuple[str, ...]:
    """Return a name for each column, from the rows of a header, a group's name first."""
    if len(rows) == 1:
        return tuple(" ".join(cell.split()) for cell in rows[0])
    width = max(map(len, rows))
    padded = [row + [""] * (width - len(row)) for row in rows]
    columns = zip(*map(_filled, padded[:-1]), padded[-1], strict=True)
    return tuple(" ".join(" ".join(column).split()) for column in columns)


def _filled(cells: list[str]) -> list[str]:
    """Return a row of groups with each name over all columns of its group."""
    filled = []
    name = ""
    for cell in cells:
        name = cell or name
        filled.append(name)
    return filled


def _marked_header(sheet: Sheet, head: int) -> tuple[tuple[str, ...], Span] | None:
    """Return a header that is written as a comment right above the table."""
    mark = sheet.dialect.comment
    if not mark or not head or sheet.dialect.width <= 1:
        return None
    start, end = sheet.rows.starts[head - 1], sheet.rows.ends[head - 1]
    cells = sheet.cells(head - 1)
    if not sheet.text.startswith(mark, start, end) or len(cells) < len(sheet.cells(head)):
        return None
    return (cells[0].removeprefix(mark).strip(), *cells[1:]), Span(start, end)


def _first(sheet: Sheet, preamble: int | None) -> int | None:
    """Return the first row of the first table: the first one about as wide as the others."""
    count = len(sheet.rows.starts)
    if preamble is not None:
        return preamble if preamble < count else None
    rows = [row for row in range(min(count, _PREAMBLE)) if not _is_lead(sheet, row)]
    width = sheet.dialect.width
    for row in rows:
        cells = sheet.cells(row)
        if width <= 1 or (2 * len(cells) >= width and sum(map(bool, cells)) > 1):
            return row
    if rows:
        return rows[0]
    return next((row for row in range(_PREAMBLE, count) if not sheet.is_skipped(row)), None)


def _is_lead(sheet: Sheet, row: int) -> bool:
    if sheet.is_skipped(row):
        return True
    start = sheet.rows.starts[row]
    return row == 0 and sheet.text[start : start + 8].lstrip('\ufeff"').lower().startswith("sep=")


def _end(sheet: Sheet, first: int, end: int) -> int:
    """Return the row behind the last one that is no footer.

    Notes have one cell, in words, where tables have more; behind a blank row, totals have values
    in no more than half of the columns.
    """
    floor = max(first + 1, end - _LOOKED_AT)
    if sheet.dialect.width <= 1:
        return end
    end = _before(sheet, floor, end, 1)
    blank = bisect_left(sheet.blank, end) - 1
    if blank >= 0 and sheet.blank[blank] >= floor:
        last = _before(sheet, floor, end, sheet.dialect.width // 2)
        return last if last <= sheet.blank[blank] else end
    return end


def _before(sheet: Sheet, floor: int, end: int, most: int) -> int:
    """Return the row behind the last one that has more cells with something in them."""
    while end > floor and (sheet.is_skipped(end - 1) or _is_sparse(sheet.cells(end - 1), most)):
        end -= 1
    return end


def _is_sparse(cells: list[str], most: int) -> bool:
    filled = [cell for cell in cells if cell]
    # A lone number is a row of which the rest is missing.
    return len(filled) <= most and not (len(filled) == 1 and is_number(filled[0]))


def _blocks(sheet: Sheet, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of rows behind blank ones."""
    edges = [*(row for row in sheet.blank if first < row < last), last]
    for blank, after in pairwise(edges):
        if blank + 1 < after:
            yield blank + 1, after


def _more_heads(sheet: Sheet, first: int) -> Iterator[tuple[int, Dialect]]:
    """Yield the first row of each table behind the first one, and its dialect."""
    header = sheet.cells(first)
    for begin, end in _blocks(sheet, first, len(sheet.rows.starts)):
        head = _head_of_block(sheet, begin, end)
        if head is None:
            dialect = _foreign(sheet, begin, end)
            if dialect:
                yield begin, dialect
                header = []
            continue
        cells = sheet.cells(head)
        is_new = len(cells) != len(header) or cells == header
        if is_new or _is_over_numbers(sheet, head, end):
            yield head, sheet.dialect
            header = cells


def _foreign(sheet: Sheet, begin: int, end: int) -> Dialect | None:
    """Return the dialect of a block that is a table with another delimiter."""
    rows = range(begin, min(end, begin + _LOOKED_AT))
    lines = [sheet.text[sheet.rows.starts[row] : sheet.rows.ends[row]] for row in rows]
    if len(lines) > 1 and all(sheet.dialect.delimiter not in line for line in lines):
        for delimiter in _DELIMITERS:
            counts = {line.count(delimiter) for line in lines}
            dialect = replace(sheet.dialect, delimiter=delimiter, width=max(counts) + 1)
            if len(counts) == 1 and dialect.width > 1:
                is_table = _is_header(sheet.written(dialect), begin, end)
                return dialect if is_table else None
    return None


def _head_of_block(sheet: Sheet, begin: int, end: int) -> int | None:
    """Return the first row of a block that several cells are in, with another below."""
    for row in range(begin, min(end - 1, begin + _SHORT)):
        cells = sheet.cells(row)
        if len(cells) > 1 and sum(map(bool, cells)) > 1 and len(sheet.cells(row + 1)) == len(cells):
            return row
    return None


def _lead(sheet: Sheet, head: int) -> int:
    """Return the first of the rows right above a table: its title."""
    row = head
    while row > 0 and head - row < _LOOKED_AT and not sheet.is_skipped(row - 1):
        row -= 1
    while row > 0 and head - row < _LOOKED_AT:
        above = row - 1
        is_title = not sheet.is_skipped(above) and sum(map(bool, sheet.cells(above))) <= 1
        if not is_title and not (sheet.is_skipped(above) and _is_title(sheet, above - 1)):
            break
        row = above
    return row


def _is_title(sheet: Sheet, row: int) -> bool:
    return row > 0 and not sheet.is_skipped(row) and sum(map(bool, sheet.cells(row))) <= 1


def _height(sheet: Sheet, head: int, end: int) -> int:
    """Return how many rows the header has: none, one, or two if the first one names groups."""
    if _is_header(sheet, head, end):
        above = sheet.cells(head)
        has_groups = len(above) > _SHORT - 1 and 2 * above.count("") >= len(above)
        if has_groups and head + 2 < end and _is_over_numbers(sheet, head + 1, end):
            return 2
        return 1
    return 0


def _below(sheet: Sheet, head: int, end: int) -> list[list[str]]:
    rows = range(head + 1, min(end, head + 1 + _LOOKED_AT))
    return [sheet.cells(row) for row in rows if not sheet.is_skipped(row)]


def _is_header(sheet: Sheet, head: int, end: int) -> bool:
    """Tell whether a row holds names: words over numbers, or short words that do not recur."""
    cells = sheet.cells(head)
    named = [cell for cell in cells if cell]
    below = _below(sheet, head, end)
    if not named or not (_are_words(named) or _are_dates(cells, below)):
        return False
    if len(set(named)) < len(named) and not _are_words(named):
        return True
    if not below:
        return len(cells) > 1
    if _has_numbers(cells, below):
        return True
    if len(cells) == 1:
        return _is_word_over_more(cells[0], below)
    return _are_names(cells, named, below)


def _is_word_over_more(cell: str, below: list[list[str]]) -> bool:
    """Tell whether a name that is one word stands over what is more than that, each time."""
    return (
        len(below) >= _SHORT - 1
        and bool(_WORD.match(cell))
        and not any(_WORD.match(row[0]) for row in below)
    )


def _are_names(cells: list[str], named: list[str], below: list[list[str]]) -> bool:
    # Columns of the same name stand side by side, as in exports of fields with several values.
    apart = [cell for cell, before in zip(cells, ["", *cells], strict=False) if cell != before]
    if len(set(filter(None, apart))) < len(list(filter(None, apart))):
        return False
    if len(set(named)) == 1 < len(named) or max(map(len, named)) > _NAME:
        return False
    recur = sum(
        cell in {row[at] for row in below if at < len(row)} for at, cell in enumerate(cells) if cell
    )
    return not recur


def _is_over_numbers(sheet: Sheet, head: int, end: int) -> bool:
    cells = sheet.cells(head)
    return _are_words([cell for cell in cells if cell]) and _has_numbers(
        cells, _below(sheet, head, end)
    )


def is_number(cell: str) -> bool:
    """Tell whether a cell holds a number, a date or a time."""
    return bool(_NUMBER.match(cell))


def _are_words(cells: list[str]) -> bool:
    return not any(_NUMBER.match(cell) for cell in cells)


def _are_dates(cells: list[str], below: list[list[str]]) -> bool:
    """Tell whether columns are called by years or dates, behind one that has a name.

    Dates that recur are names only if there are none below them.
    """
    rest = [cell for cell in cells[1:] if _NUMBER.match(cell)]
    if _NUMBER.match(cells[0]) or len(rest) < _PAIR or not all(map(_DATE.match, rest)):
        return False
    if len(set(rest)) == len(rest):
        return True
    return bool(below) and not any(_DATE.match(cell) for row in below for cell in row[1:])


def _has_numbers(cells: list[str], below: list[list[str]]) -> bool:
    """Tell whether there are mostly numbers or dates below one of the names."""
    for at, cell in enumerate(cells):
        values = [row[at] for row in below if at < len(row)]
        values = [value for value in values if value.lower() not in _NOTHING]
        numbers = sum(bool(_NUMBER.match(value)) for value in values)
        if cell and not _NUMBER.match(cell) and values and 2 * numbers > len(values):
            return True
    return False
