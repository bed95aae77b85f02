"""Tables of contents: numbers that announce clauses instead of beginning them."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from ._candidates import ITEM_RANK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._candidates import Candidate

LONGEST_ENTRY = 240
"""An entry of a table of contents is no longer than this."""

_LEADER = re.compile(r"[.…](?:\.{3}|…|(?:[ \xa0]\.){3}|\.[ ]\.\.)")
_KEY = 24
_FEWEST = 3
_LEAST = 6
"""Characters of a number with a word."""
_FEW_BEFORE = 12
_TITLE_END = re.compile(r"[\r\n\t]|\s{2}|[.…] ?[.…]|[.:]\s")
_SPELLED = re.compile(r"[.\s]+")
_NO_WORDS = re.compile(r"[\W\d_]+")


def in_contents(text: str, found: Sequence[Candidate]) -> list[bool]:
    """Tell for each candidate whether it stands in a table of contents.

    Entries with dots and a page number are known by these. A list without them is known by what
    it announces: three or more short entries in a row that all come again further on.
    """
    marks = _before_leaders(text, found)
    for first, last in _announcing_runs(text, found):
        marks[first:last] = [True] * (last - first)
    return _without_gaps(found, marks)


def _without_gaps(found: Sequence[Candidate], marks: Sequence[bool]) -> list[bool]:
    """Mark what stands alone between two entries: one that is written otherwise further on."""
    filled = list(marks)
    for at in range(1, len(found) - 1):
        is_between = marks[at - 1] and marks[at + 1] and not marks[at]
        if is_between and found[at + 1].start - found[at - 1].start < 2 * LONGEST_ENTRY:
            filled[at] = True
    return filled


def _before_leaders(text: str, found: Sequence[Candidate]) -> list[bool]:
    leaders = [match.start() for match in _LEADER.finditer(text)]
    if not leaders or not found:
        return [False] * len(found)
    ends = [*(one.start for one in found[1:]), len(text)]
    return [
        _has_between(leaders, one.end, min(end, one.end + LONGEST_ENTRY))
        for one, end in zip(found, ends, strict=True)
    ]


def _has_between(offsets: Sequence[int], start: int, end: int) -> bool:
    at = bisect_left(offsets, start)
    return at < len(offsets) and offsets[at] < end


def _announcing_runs(text: str, found: Sequence[Candidate]) -> list[tuple[int, int]]:
    keys = [_key(text, one) for one in found]
    last_at = {key: index for index, key in enumerate(keys)}
    runs = []
    first = 0
    for index in range(len(found) + 1):
        if index < len(found) and _announces(found, index, last_at[keys[index]], keys[index]):
            continue
        if index - first >= _fewest(text, found, first) and _comes_later(
            last_at, keys, first, index
        ):
            runs.append((first - _is_told_before(found, keys, first), index))
        first = index + 1
    return runs


def _is_told_before(found: Sequence[Candidate], keys: Sequence[str], first: int) -> bool:
    """Tell whether the entry in front of a run announces the clause that the table stands in."""
    at = first - 1
    if at < 1 or len(keys[at]) < _LEAST or found[first].start - found[at].start >= LONGEST_ENTRY:
        return False
    return keys[at] in keys[max(0, at - _FEW_BEFORE) : at]


def _fewest(text: str, found: Sequence[Candidate], first: int) -> int:
    """Return how many entries make a table; below its own heading one less, the first may be lost.

    "CONTENTS ARTICLE 1. SCOPE. ARTICLE 2. …": no sign tells that Article 1 begins anything.
    """
    if first >= len(found):
        return _FEWEST
    start = found[first].start
    headed = "contents" in text[max(0, start - LONGEST_ENTRY) : start].lower()
    return _FEWEST - headed


def _announces(found: Sequence[Candidate], index: int, again: int, key: str) -> bool:
    if again <= index or len(key) < _LEAST:
        return False
    return found[index + 1].start - found[index].start < LONGEST_ENTRY


def _comes_later(last_at: dict[str, int], keys: Sequence[str], first: int, last: int) -> bool:
    """Tell whether what a run announces comes behind it; a form may repeat a clause inside."""
    return all(last_at[key] >= last for key in keys[first:last])


def _key(text: str, found: Candidate) -> str:
    number = text[found.number : found.end].strip(".()* ").lower()
    if found.rank < ITEM_RANK:
        # A table may write "Sec. 2" for SECTION 2.
        number = _SPELLED.sub(" ", number.replace("section", "sec").replace("article", "art"))
    # Columns may stand far apart.
    ahead = text[found.end : found.end + 6 * _KEY].lstrip()[: 2 * _KEY]
    end = _TITLE_END.search(ahead)
    words = _NO_WORDS.sub("", ahead[: end.start() if end else None])
    return f"{number} {words.lower()[:_KEY]}"
