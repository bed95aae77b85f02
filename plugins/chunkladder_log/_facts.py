"""What a chunk of a log says of itself: time stamps, levels, records."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from ._shapes import LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

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
_KEYED = re.compile(r"[lLs](?:(?<=[lL])(?:evel|vl)|(?<=s)everity)\"?[:=] *\"?(\w+)")
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


class Facts:
    """What is known of a log.

    Args:
        text: The log.
        starts: Where its records begin.
        shape: The shape of their first lines.
    """

    def __init__(self, text: str, starts: Sequence[int], shape: str) -> None:
        self._text = text
        self._starts = starts
        # No more is looked at of a record.
        heads = map(_HEAD.__add__, starts)
        self._heads = list(map(min, heads, [*starts[1:], len(text)]))
        self._search, *self._searches = _searches(shape)

    def describe(self, start: int, end: int) -> Mapping[str, object]:
        """Find the first and the last time stamp, and each level, at the beginnings of records."""
        starts = self._starts
        first = max(0, bisect_right(starts, start) - 1)
        last = bisect_left(starts, end, first)
        if first >= last:
            return {}
        facts: dict[str, object] = {"records": [first, last - 1]}
        begun = self._first_stamp(range(first, last))
        if begun:
            facts["first_time"] = begun
            facts["last_time"] = self._first_stamp(range(last - 1, first - 1, -1))
        levels = self._levels(first, last)
        if levels:
            facts["levels"] = levels
        return facts

    def _first_stamp(self, records: range) -> str:
        """Return the time stamp of the first of some records that has one."""
        for at in records:
            found = _STAMP.search(self._text, self._starts[at], self._heads[at])
            if found:
                return found[0]
        return ""

    def _levels(self, first: int, last: int) -> list[str]:
        """Return the levels of records, each once; the likeliest way to find one is tried first."""
        text, search = self._text, self._search
        names: dict[str, None] = {}
        for begin, end in zip(self._starts[first:last], self._heads[first:last], strict=True):
            found = search(text, begin, end)
            name = found[found.lastindex or 0] if found else self._searched(begin, end)
            names[name] = None
        names.pop("", None)
        levels = {_LONG_NAMES.get(name.upper(), name.upper()): None for name in names}
        return list(levels)

    def _searched(self, begin: int, end: int) -> str:
        for search in self._searches:
            found = search(self._text, begin, end)
            if found:
                return found[found.lastindex or 0]
        return ""


def _searches(shape: str) -> tuple[_Search, ...]:
    """Return how to look for a level in a log of a shape, the likeliest way first."""
    if shape.startswith(("json", "logfmt")):
        return (_KEYED.search, _NAMED.search, _LOWER.search)
    searches = (_NAMED.search, _KEYED.search, _LOWER.search)
    return (_GLOG.match, *searches) if "glog" in shape.split("+") else searches
