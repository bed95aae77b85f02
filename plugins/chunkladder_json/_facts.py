"""What a chunk of JSON says of itself: paths, keys, records."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import islice
from typing import TYPE_CHECKING

from ._keys import label_of, step_of
from ._rungs import DEEPEST
from ._scan import FIRST
from ._tokens import MEMBER_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from chunkladder import Scope

    from ._scan import Draft

_KEYS = 64
"""How many keys, at most, the metadata names."""

_LOOKED_AT = 256
_IN_ROWS = 16
"""Of rows, the first ones tell the keys of all."""

_NO_DEPTH = 255
_TO_DEPTH = bytes(
    _NO_DEPTH if kind in (0, FIRST) else kind % FIRST if kind < 2 * FIRST else kind
    for kind in range(256)
)


class Facts:
    """What is known of a document.

    Args:
        text: The text.
        draft: What was found in it.
        records: Where its records begin; empty if it is one value.
        cuts: Where the members of each depth begin, but for first ones.
        scopes: What has a label.
        lines: The name of the format if each line is a value by itself; else empty.
    """

    def __init__(
        self,
        text: str,
        draft: Draft,
        records: Sequence[int],
        cuts: Mapping[int, Sequence[int]],
        scopes: Sequence[Scope],
        lines: str,
    ) -> None:
        self._text = text
        self._draft = draft
        self._records = records
        self._cuts = cuts
        self._scopes = scopes
        self._starts = [scope.start for scope in scopes]
        self._parents = list(_parents(scopes))
        self._lines = lines
        self._members: dict[int, str] = {}
        self._paths: dict[int, tuple[str, int]] = {-1: ("$", 0)}

    def describe(self, start: int, end: int) -> dict[str, object]:
        """Return the facts of a chunk; keys are looked up, all else is bisected."""
        facts: dict[str, object] = {}
        first, last = self._records_in(start, end)
        if self._records:
            facts["first_record"], facts["last_record"] = first + 1, last + 1
        keys, paths = self._members_in(start, end)
        if first == last:
            facts["first_path"], facts["last_path"] = paths
        if keys:
            facts["keys"] = keys
        reason = self._fault_in(first, last) if self._lines else ""
        if reason:
            facts["fallback"] = f"{self._lines}: {reason}"
        return facts

    def _records_in(self, start: int, end: int) -> tuple[int, int]:
        records = self._records
        return max(0, bisect_right(records, start) - 1), max(0, bisect_left(records, end) - 1)

    def _members_in(self, start: int, end: int) -> tuple[list[str], tuple[str, str]]:
        """Return the keys of the members that begin in a chunk and lie highest, and two paths."""
        members, draft = self._draft.members, self._draft
        first, last = bisect_left(members, start), bisect_left(members, end)
        depths = draft.kinds[first:last].translate(_TO_DEPTH)
        depth = min(depths, default=_NO_DEPTH)
        holder = first if first < last and members[first] == start else first - 1
        if depth == _NO_DEPTH:
            path = self._path(holder)
            return [], (path, path)
        if holder < 0 or draft.kinds[holder] == 0:
            holder = first + depths.index(depth)
        keys = self._keys(first, depths, depth, _LOOKED_AT)
        keys = keys or self._keys(first, depths, depth + 1, _IN_ROWS)
        return keys, (self._path(holder), self._path(first + depths.rindex(depth)))

    def _keys(self, first: int, depths: bytearray, depth: int, most: int) -> list[str]:
        found: dict[str, None] = {}
        for at in islice(_places(depths, depth), most):
            key = MEMBER_KEY.match(self._text, self._draft.members[first + at])
            if key:
                found[label_of(self._text, key.span(1))] = None
        return list(found)[:_KEYS]

    def _path(self, member: int) -> str:
        """Return the path to a member, as far as what is around it has labels."""
        if member < 0:
            return "$"
        # Kept, for a member in many chunks may have a key as long as them.
        path = self._members.get(member)
        if path is None:
            path = self._members[member] = self._found_path(member)
        return path

    def _found_path(self, member: int) -> str:
        at, kind = self._draft.members[member], self._draft.kinds[member]
        scope = self._innermost(at)
        path, depth = self._path_of_scope(scope)
        if depth + 1 == kind % FIRST <= DEEPEST:
            around = self._starts[scope] if scope >= 0 else -1
            return path + step_of(self._own_label(at, kind, around))
        return path

    def _path_of_scope(self, scope: int) -> tuple[str, int]:
        """Return the path to what has a label, and how deep it lies."""
        found = self._paths.get(scope)
        if found is None:
            path, depth = self._path_of_scope(self._parents[scope])
            found = path + step_of(self._scopes[scope].label), depth + 1
            self._paths[scope] = found
        return found

    def _own_label(self, at: int, kind: int, around: int) -> str:
        key = MEMBER_KEY.match(self._text, at)
        if key:
            return label_of(self._text, key.span(1))
        if kind >= FIRST:
            return "[0]"
        cuts = self._cuts[kind]
        if around < 0 and self._records:
            around = self._records[max(0, bisect_right(self._records, at) - 1)]
        return f"[{bisect_right(cuts, at) - bisect_right(cuts, around)}]"

    def _innermost(self, at: int) -> int:
        scope = bisect_right(self._starts, at) - 1
        while scope >= 0 and self._scopes[scope].end <= at:
            scope = self._parents[scope]
        return scope

    def _fault_in(self, first: int, last: int) -> str:
        """Return what is wrong with the first broken one of some records."""
        faults, records = self._draft.faults, self._records
        if not faults or not records:
            return ""
        at = bisect_left(faults, records[first], key=lambda fault: fault.start)
        if at == len(faults):
            return ""
        record = bisect_left(records, faults[at].start + 1) - 1
        return f"record {record + 1}: {faults[at].reason}" if record <= last else ""


def _places(depths: bytearray, depth: int) -> Iterator[int]:
    at = depths.find(depth)
    while at >= 0:
        yield at
        at = depths.find(depth, at + 1)


def _parents(scopes: Sequence[Scope]) -> Iterator[int]:
    around: list[int] = []
    for at, scope in enumerate(scopes):
        while around and scopes[around[-1]].end <= scope.start:
            around.pop()
        yield around[-1] if around else -1
        around.append(at)
