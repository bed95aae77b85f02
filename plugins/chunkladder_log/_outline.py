"""From lines to records, and from records to cuts, atoms and scopes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from chunkladder import Ladder, Offsets, Outline, Scope, Span

from ._facts import Facts
from ._shapes import MARKER, first_of, shapes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ._format import LogOptions

LONG = 400
"""A record of more characters carries its first line when it is cut."""

_CARRIED = 200
_LINE_START = r"(?:\n|\r(?!\n))"
_FRAME = re.compile(
    r"[\n\r](?=[ \t|+]*(?:at |File \"|#\d+ |Caused by:|Suppressed:|Traceback \(|\.\.\. \d"
    r"|During handling|The above exception|goroutine \d|\[previous exception\]))"
)
_MARKED = re.compile(rf"\n(?=[#*=-])(?={MARKER})")
_MARKED_FIRST = re.compile(MARKER)
_NAMES_OF_MONTHS = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)
_MONTHS = {name: at for at, name in enumerate(_NAMES_OF_MONTHS, 1)}


@dataclass(frozen=True, slots=True)
class LogOutline(Outline):
    """An outline that can tell of its chunks.

    Attributes:
        facts: What there is to tell.
    """

    facts: Facts | None = None


def outline_of(text: str, options: LogOptions) -> LogOutline:
    """Find the records; only those of several lines cost more than an offset."""
    shapes = () if options.start else shapes_of(text)
    starts = _starts_by(options.start, text) if options.start else _starts(first_of(shapes), text)
    records = list(_of_several_lines(text, starts))
    longer = [record for record in records if record.end - record.start > LONG]
    gaps = _gaps(text, starts, shapes, options.gap_minutes)
    shape = "given" if options.start else "+".join(shapes) or "plain"
    return LogOutline(
        Ladder(
            [
                Offsets("gap", gaps),
                Offsets("record", starts),
                Offsets("frame", list(_frames(text, longer))),
                "line",
                "word",
                "grapheme",
            ]
        ),
        scopes=[
            Scope(start, end, carry=(_first_line(text, start, end),), seals=False)
            for start, end in longer
        ],
        atoms=records,
        metadata={"shape": shape},
        facts=Facts(text, starts, shape),
    )


@cache
def _finder(first: str, cr: bool) -> re.Pattern[str]:
    # An expression that begins with one letter is searched for by memchr.
    return re.compile(f"{_LINE_START if cr else chr(10)}(?={first})", re.MULTILINE)


@cache
def _matcher(first: str) -> re.Pattern[str]:
    return re.compile(first, re.MULTILINE)


def _starts(first: str, text: str) -> list[int]:
    starts = [found.end() for found in _finder(first, _has_lone_cr(text)).finditer(text)]
    lead = 1 if text.startswith("\ufeff") else 0
    return [0, *starts] if _matcher(first).match(text, lead) else starts


def _has_lone_cr(text: str) -> bool:
    return "\r" in text and re.search(r"\r(?!\n)", text) is not None


def _starts_by(start: str, text: str) -> list[int]:
    # After a CR that stands alone, "^" matches nothing.
    pattern = re.compile(start.removeprefix("^"), re.MULTILINE)
    lead = 1 if text.startswith("\ufeff") else 0
    ends = (found.end() for found in re.finditer(_LINE_START, text))
    return [
        at - lead if at == lead else at for at in chain([lead], ends) if pattern.match(text, at)
    ]


def _of_several_lines(text: str, starts: Sequence[int]) -> Iterator[Span]:
    """Yield the records that hold more than a line and the blank lines behind it."""
    breaks = text.count("\n") + (text.count("\r") - text.count("\r\n"))
    if breaks <= len(starts) - (1 if starts[:1] == [0] else 0) + text.endswith(("\n", "\r")):
        return
    cr = _has_lone_cr(text)
    for start, end in pairwise(chain(starts, [len(text)])):
        line_end = text.find("\n", start, end)
        if cr:
            found = text.find("\r", start, end if line_end < 0 else line_end)
            line_end = found if found >= 0 else line_end
        if 0 <= line_end < end - 1 and text[line_end:end].strip():
            yield Span(start, end)


def _first_line(text: str, start: int, end: int) -> str:
    line = re.split(r"[\r\n]", text[start : min(end, start + _CARRIED + 1)], maxsplit=1)[0]
    return line.rstrip() if len(line) <= _CARRIED else line[: _CARRIED - 1].rstrip() + "…"


def _frames(text: str, records: Iterable[Span]) -> Iterator[int]:
    for start, end in records:
        for found in _FRAME.finditer(text, start, end):
            yield found.end()


def _gaps(text: str, starts: Sequence[int], shapes: tuple[str, ...], minutes: int) -> list[int]:
    gaps = set(_sessions(text))
    if minutes and shapes and shapes[0] in ("iso", "syslog"):
        gaps.update(_silences(text, starts, shapes[0], minutes))
    return sorted(gaps)


def _sessions(text: str) -> Iterator[int]:
    """Yield the places of session markers, of several lines in a row the first."""
    last = 0 if _MARKED_FIRST.match(text) else None
    if last is not None:
        yield 0
    for found in _MARKED.finditer(text):
        line = text.rfind("\n", 0, found.start()) + 1
        if line != last and not text.startswith("#", line):
            yield found.end()
        last = found.end()


def _silences(text: str, starts: Sequence[int], shape: str, least: int) -> Iterator[int]:
    """Yield the records in front of which nothing was logged for so many minutes."""
    width, read = (16, _iso_minute) if shape == "iso" else (12, _syslog_minute)
    lead = 0 if not starts or text[starts[0]].isalnum() else 1
    stamps = [text[start + lead : start + lead + width] for start in starts]
    known: int | None = None
    seen = ""
    for start, stamp in zip(starts, stamps, strict=True):
        if stamp == seen:
            continue
        minute = read(stamp)
        if minute is not None:
            if known is not None and minute - known >= least:
                yield start
            known, seen = minute, stamp


def _iso_minute(stamp: str) -> int | None:
    try:
        return _iso_day(stamp[:10]) + int(stamp[11:13]) * 60 + int(stamp[14:16])
    except ValueError:
        return None


@lru_cache(maxsize=64)
def _iso_day(stamp: str) -> int:
    """Return the first minute of a day; a log has many records of one day in a row."""
    return date(int(stamp[:4]), int(stamp[5:7]), int(stamp[8:10])).toordinal() * 1440


def _syslog_minute(stamp: str) -> int | None:
    try:
        # Some year with a 29th of February: there is none in the stamp.
        day = date(2000, _MONTHS[stamp[:3]], int(stamp[4:6])).toordinal()
        return day * 1440 + int(stamp[7:9]) * 60 + int(stamp[10:12])
    except (ValueError, KeyError):
        return None
