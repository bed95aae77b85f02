"""What a chunk of a log says of itself: time stamps, levels, records."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from chunkladder import Offsets

from ._shapes import LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from chunkladder import Outline

    _Search: TypeAlias = Callable[[str, int, int], re.Match[str] | None]

_HEAD = 160
_DAY_TIME = r"\d\d?:\d\d:\d\d(?:[.,:]\d{1,9})?(?:[ ]?[AP]M\b)?(?:Z|[ ]?[+-]\d\d:?\d\d)?"
_STAMP = re.compile(
    rf"""
    \d{{4}}[-/.]\d\d[-/.]\d\d[-T _,:|\t]{{1,3}}(?:{_DAY_TIME}|\d\d\.\d\d\.\d\d(?:\.\d+)?|\d\d:\d\d)
    |\d{{4}}-\d{{3}}T{_DAY_TIME}
    |\d\d?[-/][A-Z][a-z]{{2}}[-/]\d{{4}}[: ]{_DAY_TIME}
    |[A-Z][a-z]{{2}}[ ][A-Z][a-z]{{2}}[ ]{{1,2}}\d\d?[ ]{_DAY_TIME}[ ]\d{{4}}
    |[^\W\d_]{{3,9}}\.?[ ]{{1,2}}\d\d?,?[ ](?:\d{{4}}[ ])?{_DAY_TIME}
    |\d\d?[-/.]\d\d?(?:[-/.]\d{{2,4}})?[ T,]{{1,2}}{_DAY_TIME}
    |\d{{1,2}}[ ][A-Z][a-z]{{2}}[ ]\d{{4}}[ ]{_DAY_TIME}
    |(?<=[IWEFD])\d{{4}}[ ]{_DAY_TIME}
    |\b\d{{6}}[ ]\d{{6}}\b|\b\d{{8}}[-T]\d\d?:?\d\d?:?\d\d?(?::\d{{1,3}}|Z)?
    |@[0-9a-f]{{24}}|\b\d{{10}}(?:[.,]\d{{1,9}})?\b|\b\d{{13}}\b
    |\b{_DAY_TIME}
    """,
    re.VERBOSE,
)
_REST_OF_LEVEL = (
    r"(?:(?<=T)RACE|(?<=D)EBUG|(?<=I)NFO|(?<=N)OTICE|(?<=W)ARN(?:ING)?|(?<=E)RR(?:OR)?|(?<=S)EVERE"
    r"|(?<=C)RIT(?:ICAL)?|(?<=F)ATAL|(?<=A)LERT|(?<=E)MERG|(?<=P)ANIC|(?<=F)INE(?:R|ST)?"
    r"|(?<=C)ONFIG|(?<=V)ERBOSE)\b"
)
# One letter in front, of which a search skips to the next, and only then a look around.
_NAMED = re.compile(
    rf"[ACDEFINPSTVW](?<!\w.)(?:{_REST_OF_LEVEL}|(?<=[VDIWEF])(?=/[\w.]+\(| [\w.]+ ?:))"
)
_KEYED = re.compile(r"[ls](?:(?<=l)(?:evel|vl)|(?<=s)everity)\"?[:=] ?\"?(\w+)")
_LOWER = re.compile(rf"\b{LEVEL.lower()}(?=[\]:\t])")
_GLOG = re.compile(r"[IWEFD](?=\d{4})")
_LONG_NAMES = {
    "V": "VERBOSE",
    "D": "DEBUG",
    "I": "INFO",
    "W": "WARNING",
    "E": "ERROR",
    "F": "FATAL",
    "10": "TRACE",
    "20": "DEBUG",
    "30": "INFO",
    "40": "WARN",
    "50": "ERROR",
    "60": "FATAL",
}


def facts_of(text: str, outline: Outline, start: int, end: int) -> Mapping[str, object]:
    """Find the first and the last time stamp, and each level, at the beginnings of records."""
    starts = _records(outline)
    first = max(0, bisect_right(starts, start) - 1)
    last = bisect_left(starts, end)
    if first >= last:
        return {}
    facts: dict[str, object] = {"records": [first, last - 1]}
    begun = _first_stamp(text, starts, range(first, last))
    if begun:
        facts["first_time"] = begun
        facts["last_time"] = _first_stamp(text, starts, range(last - 1, first - 1, -1))
    searches = _searches(str(outline.metadata.get("shape")))
    levels = {_level(text, starts, at, searches): None for at in range(first, last)}
    levels.pop("", None)
    if levels:
        facts["levels"] = list(levels)
    return facts


def _searches(shape: str) -> tuple[_Search, ...]:
    """Return how to look for a level in a log of a shape, the likeliest way first."""
    if shape.startswith(("json", "logfmt")):
        return (_KEYED.search, _NAMED.search, _LOWER.search)
    searches = (_NAMED.search, _KEYED.search, _LOWER.search)
    return (_GLOG.match, *searches) if shape.startswith("glog") else searches


def _records(outline: Outline) -> Sequence[int]:
    return next(
        rung.cuts
        for rung in outline.ladder.rungs
        if isinstance(rung, Offsets) and rung.name == "record"
    )


def _head_end(text: str, starts: Sequence[int], at: int) -> int:
    end = starts[at + 1] if at + 1 < len(starts) else len(text)
    return min(end, starts[at] + _HEAD)


def _first_stamp(text: str, starts: Sequence[int], records: range) -> str:
    """Return the time stamp of the first of some records that has one."""
    for at in records:
        found = _STAMP.search(text, starts[at], _head_end(text, starts, at))
        if found:
            return found[0]
    return ""


def _level(text: str, starts: Sequence[int], at: int, searches: tuple[_Search, ...]) -> str:
    end = _head_end(text, starts, at)
    for search in searches:
        found = search(text, starts[at], end)
        if found:
            name = found[found.lastindex or 0].upper()
            return _LONG_NAMES.get(name, name)
    return ""
