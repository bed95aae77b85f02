"""Where rows begin and end, and the fields in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._options import LineEnd

_T = TypeVar("_T")

_LINE_ENDS = {"any": re.compile(r"\r\n?|\n"), "cr": re.compile(r"\r(?!\n)")}
_PLAIN = {"lf": "\n", "crlf": "\r\n"}
_TRIES = 8
"""How many lines with an odd number of quotes may follow before one closes a field."""

_MANY = 3


class Field(NamedTuple):
    """A field's value in the text, without its quotes."""

    start: int
    end: int
    quoted: bool


class Rows(NamedTuple):
    """All rows, blank ones and comments included: where each begins, and ends less its line end."""

    starts: Sequence[int]
    ends: Sequence[int]


@dataclass(frozen=True)
class Dialect:
    """How a table is written.

    Attributes:
        delimiter: Stands between fields.
        quote: Stands around fields; empty for none.
        escape: Stands in front of a quote that is text; empty for none.
        space: Whether blanks may stand between a delimiter and a quote.
        line_end: What ends a row.
        comment: What lines begin with that are no rows; empty for none.
        width: How many fields most rows have; 0 where that is not known.
    """

    delimiter: str = ","
    quote: str = '"'
    escape: str = ""
    space: bool = False
    line_end: LineEnd = "any"
    comment: str = ""
    width: int = 0

    @property
    def _blanks(self) -> str:
        return "[ \t]*" if self.space and self.delimiter not in " \t" else ""

    @cached_property
    def opening(self) -> re.Pattern[str]:
        """What opens a quoted field, with the delimiter before it."""
        return re.compile(
            rf"(?:\A|{re.escape(self.delimiter)}){self._blanks}{re.escape(self.quote)}"
        )

    @cached_property
    def closing(self) -> re.Pattern[str]:
        """The rest of a quoted field; group 1 is its value.

        A quote that no delimiter and no line end follows is text.
        """
        quote, escape = re.escape(self.quote), re.escape(self.escape)
        blanks = "" if self.delimiter in " \t" else "[ \t]*"
        behind = rf"{blanks}(?:{re.escape(self.delimiter)}|\Z)"
        escaped = rf"{escape}.|" if escape else ""
        value = rf"(?:[^{quote}{escape}]|{escaped}{quote}{quote}|{quote}(?!{behind}))*+"
        return re.compile(rf"({value}){quote}(?={behind}){blanks}", re.DOTALL)

    @cached_property
    def pair(self) -> re.Pattern[str]:
        """Two characters in a quoted field of which a reader sees the second."""
        quote, escape = re.escape(self.quote), re.escape(self.escape)
        escaped = f"|{escape}[{quote}{escape}]" if escape else ""
        return re.compile(quote + quote + escaped)

    @cached_property
    def start(self) -> re.Pattern[str]:
        """What opens a quoted field where one begins."""
        return re.compile(self._blanks + re.escape(self.quote))


def lines_of(text: str, line_end: LineEnd) -> tuple[list[int], list[str]]:
    """Return the offsets of lines, and the lines without their ends."""
    if line_end == "any" and "\r" not in text:
        line_end = "lf"
    if line_end in _PLAIN:
        end = _PLAIN[line_end]
        lines = text.split(end)
        steps = map(len(end).__add__, map(len, lines))
        return list(accumulate(steps, initial=0))[:-1], lines
    pattern = _LINE_ENDS[line_end]
    starts = [0, *(found.end() for found in pattern.finditer(text))]
    return starts, pattern.split(text)


def rows_of(text: str, dialect: Dialect) -> Rows:
    """Find the rows: lines, joined where a quoted field holds a line end.

    A quote that never closes, or not before other rows are swallowed, is text.
    One pass; a quoted field that was not closed costs a look at the lines up to the next quote.

    Source: RFC 4180, section 2, rules 5 to 7.
    """
    starts, lines = lines_of(text, dialect.line_end)
    ends = list(map(add, starts, map(len, lines)))
    if dialect.quote and dialect.quote in text:
        joined = list(_joined(lines, dialect))
        if joined:
            starts = without(starts, [(first + 1, last + 1) for first, last in joined])
            ends = without(ends, joined)
    if len(starts) > 1 and starts[-1] == len(text):
        del starts[-1], ends[-1]
    return Rows(starts, ends)


def without(items: list[_T], stretches: Sequence[tuple[int, int]]) -> list[_T]:
    """Return a list less some stretches of it, which are sorted and lie apart."""
    kept: list[_T] = []
    behind = 0
    for first, last in stretches:
        kept += items[behind:first]
        behind = last
    return kept + items[behind:]


def _joined(lines: list[str], dialect: Dialect) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each row that has several.

    A row that is well formed has an even number of quotes, so only lines with an odd number of
    them can begin or end one.
    """
    odd = _odd(lines, dialect)
    behind = 0
    for at, first in enumerate(odd):
        if first < behind or _is_comment(lines[first], dialect):
            continue
        if not _is_open(lines[first], dialect, inside=False):
            continue
        for last in odd[at + 1 : at + 1 + _TRIES]:
            if not _is_open(lines[last], dialect, inside=True):
                if not _swallows(lines, first, last, dialect):
                    yield first, last
                    behind = last + 1
                break


def _is_comment(line: str, dialect: Dialect) -> bool:
    return bool(dialect.comment) and line.startswith(dialect.comment)


def _odd(lines: list[str], dialect: Dialect) -> list[int]:
    quote = dialect.quote
    if not dialect.escape:
        return [at for at, line in enumerate(lines) if line.count(quote) & 1]
    escaped = dialect.escape + quote
    return [at for at, line in enumerate(lines) if line.count(quote) - line.count(escaped) & 1]


def _is_open(line: str, dialect: Dialect, *, inside: bool) -> bool:
    """Tell whether a quoted field is open at the end of a line."""
    at = 0
    while True:
        if not inside:
            found = dialect.opening.search(line, at)
            if not found:
                return False
            at = found.end()
        found = dialect.closing.match(line, at)
        if not found:
            return True
        at, inside = found.end(), False


def _swallows(lines: list[str], first: int, last: int, dialect: Dialect) -> bool:
    """Tell whether a field that seems to be quoted rather holds other rows."""
    if dialect.width <= 1:
        return False
    between = dialect.width - 1
    inner = lines[first + 1 : last]
    full = sum(line.count(dialect.delimiter) == between for line in inner)
    if len(inner) >= _MANY:
        return 2 * full > len(inner)
    if inner and not full:
        return False
    if any(lines[at].count(dialect.delimiter) < between for at in (first, last)):
        return False
    row = "\n".join(lines[first : last + 1])
    return sum(1 for _ in fields_of(row, 0, len(row), dialect)) != dialect.width


def fields_of(text: str, start: int, end: int, dialect: Dialect) -> Iterator[Field]:
    """Yield the fields of a row; always one or more."""
    delimiter = dialect.delimiter
    can_be_quoted = bool(dialect.quote) and text.find(dialect.quote, start, end) >= 0
    at = start
    while True:
        found = _quoted(text, at, end, dialect) if can_be_quoted else None
        if found:
            yield Field(*found.span(1), True)
            behind = found.end()
        else:
            can_be_quoted = can_be_quoted and not dialect.start.match(text, at, end)
            behind = text.find(delimiter, at, end)
            behind = end if behind < 0 else behind
            yield Field(at, behind, False)
        if behind >= end:
            return
        at = behind + 1


def _quoted(text: str, at: int, end: int, dialect: Dialect) -> re.Match[str] | None:
    opened = dialect.start.match(text, at, end)
    return dialect.closing.match(text, opened.end(), end) if opened else None
