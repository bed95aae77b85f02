"""One pass over JSON: where members begin, how deep they lie, and what is in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Span

from ._rungs import DEEPEST
from ._tokens import CLOSE, KEY, LEAD, LONG_VALUE, ODD, OPEN, RESUME, TOKEN

if TYPE_CHECKING:
    import re

LONG = 100
"""A string of more characters has a label, for it may be cut."""

FIRST = 64
"""Added to the depth of the first member of an object, in front of which nothing is cut."""

_SMALL = 64
_DEEPER = DEEPEST + 1
_EDGE = 24
_PAIRS = ("{}", "[]")


class Fault(NamedTuple):
    """Where text begins that is no JSON, and why it is none."""

    start: int
    reason: str


@dataclass(slots=True)
class Draft:
    """What was found in a text.

    Attributes:
        members: Where members, elements and values at the top begin, sorted.
        kinds: The depth of each, 0 at the top, with ``FIRST`` added to that of a first one;
            33 for all that lie deeper than 32.
        starts: Where what has a label begins, sorted: objects, arrays and long strings.
        ends: Where the next member begins behind each; 0 for one too small for a label.
        keys: Where the key of each stands; for an element its index.
        atoms: A key with the beginning of its long value; the end of one with the brackets behind.
        faults: What is no JSON, sorted.
    """

    members: list[int] = field(default_factory=list)
    kinds: bytearray = field(default_factory=bytearray)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    keys: list[tuple[int, int] | int] = field(default_factory=list)
    atoms: list[Span] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """An object or array that is not closed yet.

    Attributes:
        bracket: What opened it.
        start: Where it begins.
        scope: Its place among what has a label; -1 without one.
        index: How many elements were counted, less one.
        upto: Behind which member counting goes on.
    """

    bracket: str
    start: int
    scope: int
    index: int
    upto: int


def read_all(text: str) -> Draft:
    """Read all of a text."""
    draft = Draft()
    lead = LEAD.match(text)
    Reader(text, draft).read(lead.end() if lead else 0, len(text))
    return draft


class Reader:
    """Reads values into a draft; a cost in proportion to their length, whatever they hold.

    Args:
        text: The text.
        draft: What was found so far.
    """

    def __init__(self, text: str, draft: Draft) -> None:
        self._text = text
        self._draft = draft
        self._around: list[_Open] = []
        # What ends where the next member begins.
        self._closed: list[int] = []
        # Where the last cut is, and near the end of the last string if it was long.
        self._lead = 0
        self._tail = 0
        self._is_tail_closed = False

    def read(self, start: int, end: int) -> None:
        """Read all values in a stretch; behind broken JSON go on at a line that begins one."""
        while start < end:
            start = self._read_values(start, end)

    def _read_values(self, start: int, end: int) -> int:  # noqa: C901 - one loop, for its speed
        """Read up to the first fault or the end, and return where to go on."""
        add, mark = self._draft.members.append, self._draft.kinds.append
        closed = self._closed
        kind = 0
        for found in TOKEN.finditer(self._text, start, end):
            what = found.lastindex
            if what is None or what == KEY:
                at, behind = found.span()
                if closed:
                    self._settle(at)
                add(at)
                mark(kind)
                if kind < FIRST:
                    self._lead = at
                else:
                    kind -= FIRST
                if behind - at > LONG:
                    self._take_long(found, kind)
            elif what == OPEN:
                kind = self._open(found, kind)
            elif what == CLOSE:
                if not self._closes(found[CLOSE]):
                    return self._fail(found.start(CLOSE), end, f'"{found[CLOSE]}" closes nothing')
                kind = self._close(found)
            else:
                return self._stop(found.start(ODD), end)
        return end

    def _open(self, found: re.Match[str], kind: int) -> int:
        draft, at, depth = self._draft, found.start(), len(self._around)
        if self._closed:
            self._settle(at)
        draft.members.append(at)
        draft.kinds.append(kind)
        if kind < FIRST:
            self._lead = at
        scope = self._scope(found, at) if 0 < depth <= DEEPEST else -1
        self._around.append(_Open(found[OPEN], at, scope, 0, len(draft.members)))
        return min(depth + 1, _DEEPER) + FIRST

    def _scope(self, found: re.Match[str], at: int) -> int:
        """Give a label to the member that was just added."""
        draft = self._draft
        draft.starts.append(at)
        draft.ends.append(0)
        key = found.span(KEY)
        draft.keys.append(key if key[0] >= 0 else self._index())
        return len(draft.starts) - 1

    def _index(self) -> int:
        """Return which element of its array the member is that was just added."""
        holder, behind = self._around[-1], len(self._draft.members)
        # Looked at once for each depth, and in C.
        holder.index += self._draft.kinds.count(len(self._around), holder.upto, behind)
        holder.upto = behind
        return holder.index

    def _closes(self, bracket: str) -> bool:
        return bool(self._around) and self._around[-1].bracket + bracket in _PAIRS

    def _close(self, found: re.Match[str]) -> int:
        own = self._around.pop()
        if own.scope >= 0 and found.end() - own.start > _SMALL:
            self._closed.append(own.scope)
        self._is_tail_closed = True
        return min(len(self._around), _DEEPER)

    def _take_long(self, found: re.Match[str], depth: int) -> None:
        """Give a long string a label, and keep it together with its key at its beginning."""
        value = LONG_VALUE.match(self._text, *found.span())
        if not value or not 0 < depth <= DEEPEST:
            return
        start, end = value.span(1)
        if end - start <= LONG:
            return
        self._closed.append(self._scope(found, found.start()))
        if self._lead < start:
            self._draft.atoms.append(Span(self._lead, start + _EDGE))
        self._tail, self._is_tail_closed = end - _EDGE, False

    def _settle(self, at: int) -> None:
        """End what was closed where the next member begins: the brackets behind it belong to it."""
        for scope in self._closed:
            self._draft.ends[scope] = at
        self._closed.clear()
        if self._tail and self._is_tail_closed:
            self._draft.atoms.append(Span(self._tail, at))
        self._tail = 0

    def _stop(self, at: int, end: int) -> int:
        if at < end:
            return self._fail(at, end, f"{self._text[at]!r} was not expected")
        if self._around:
            reason = f'"{self._around[0].bracket}" is not closed'
            return self._fail(end, end, reason)
        self._settle(end)
        return end

    def _fail(self, at: int, end: int, reason: str) -> int:
        self._draft.faults.append(Fault(at, reason))
        self._settle(at)
        for one in self._around:
            if one.scope >= 0 and at - one.start > _SMALL:
                self._draft.ends[one.scope] = at
        self._around.clear()
        resumed = RESUME.search(self._text, at, end)
        return resumed.end() if resumed else end
