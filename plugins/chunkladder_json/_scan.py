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

SMALL = 64
"""An object or array of more characters has a label."""

FIRST = 64
"""Added to the depth of the first member of an object, in front of which nothing is cut."""

_SHORT = 40
_DEEPER = DEEPEST + 1
_EDGE = 2
"""A quote and the letter next to it."""

_GLANCE = 80
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
        # Where the last cut is, and, where brackets were closed since, the end of what is in them.
        self._lead = 0
        self._tail = 0

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
                    if behind - self._lead > _SHORT:
                        self._tie(found)
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
        own, depth = self._around.pop(), len(self._around)
        if found.end() - own.start > SMALL:
            self._tail = self._tail or self._ink_before(found.start()) - _EDGE
            if own.scope >= 0:
                self._closed.append(own.scope)
        if not depth:
            self._settle(found.end())
        return min(depth, _DEEPER)

    def _ink_before(self, at: int) -> int:
        start = max(0, at - _GLANCE)
        return start + len(self._text[start:at].rstrip())

    def _take_long(self, found: re.Match[str], depth: int) -> None:
        """Give a long string a label, and keep it together with its key at its beginning."""
        value = LONG_VALUE.match(self._text, *found.span())
        if not value or not 0 < depth <= DEEPEST:
            return
        if value.end(1) - value.start(1) > LONG:
            self._closed.append(self._scope(found, found.start()))
        self._tie(found)

    def _tie(self, found: re.Match[str]) -> None:
        """Keep the beginning of a value together with its key, and with brackets opened for it."""
        atoms, key = self._draft.atoms, found.end(KEY)
        if atoms and atoms[-1].start == self._lead:
            return
        start = self._text.find(":", key) + 1 if key >= 0 else found.start()
        start += self._text[start : start + 1].isspace()
        # A short value stays whole; of a longer one, words may be cut off.
        end = found.end() if found.end() - start <= _SHORT else start + _EDGE
        atoms.append(Span(self._lead, end))

    def _settle(self, at: int) -> None:
        """End what was closed where the next member begins: the brackets behind it belong to it."""
        for scope in self._closed:
            self._draft.ends[scope] = at
        self._closed.clear()
        if self._tail and at - self._lead > LONG:
            self._tie_end(at)
        self._tail = 0

    def _tie_end(self, at: int) -> None:
        """Keep the end of a value together with the brackets behind it."""
        atoms = self._draft.atoms
        start = max(self._tail, self._lead)
        if atoms and start < atoms[-1].end:
            start = atoms.pop().start
        atoms.append(Span(start, at))

    def _stop(self, at: int, end: int) -> int:
        if at < end:
            sign = self._text[at]
            reason = "a string is not closed" if sign in "\"'" else f"{sign!r} was not expected"
            return self._fail(at, end, reason)
        if self._around:
            reason = f'"{self._around[0].bracket}" is not closed'
            return self._fail(end, end, reason)
        self._settle(end)
        return end

    def _fail(self, at: int, end: int, reason: str) -> int:
        self._draft.faults.append(Fault(at, reason))
        self._settle(at)
        for one in self._around:
            if one.scope >= 0 and at - one.start > SMALL:
                self._draft.ends[one.scope] = at
        self._around.clear()
        resumed = RESUME.search(self._text, at, end)
        return resumed.end() if resumed else end
