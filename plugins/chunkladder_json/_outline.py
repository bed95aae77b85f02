"""From what was read to an outline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress

from chunkladder import Ladder, Offsets, Outline, Regex, Scope, Span

from ._facts import Facts
from ._keys import label_of
from ._rungs import DEEPEST, MEMBERS, RECORD
from ._scan import Draft, Reader, read_all
from ._tokens import ESCAPE, LINE

_RECORD = re.compile(r"\S[^\n\r]*+")
_OPENING = re.compile(r"\ufeff?\s*+[\[{]\s*?[\n\r]")
_BRACKETS = ("{", "[")


@dataclass(frozen=True, slots=True)
class JsonOutline(Outline):
    """An outline that can tell of its chunks.

    Attributes:
        facts: What there is to tell.
    """

    facts: Facts | None = None


def outline_of(text: str) -> JsonOutline:
    """Return the outline of JSON; one pass.

    Lines that are values of their own are read one by one, so that a broken one harms no other.
    """
    if _has_lines(text):
        return _by_lines(text, "json")
    draft = read_all(text)
    records = _of_depth(draft, 0)
    return _outline(text, draft, records if len(records) > 1 else [], _fallback(text, draft))


def outline_of_lines(text: str) -> JsonOutline:
    """Return the outline of JSON lines; one pass.

    Where the first line holds but a bracket, values go over several lines, and are read as such.
    """
    return outline_of(text) if _OPENING.match(text) else _by_lines(text, "jsonl")


def _has_lines(text: str) -> bool:
    """Tell whether the first line is a value by itself, with another one below."""
    lines = _RECORD.finditer(text, 1 if text.startswith("\ufeff") else 0)
    first, second = next(lines, None), next(lines, None)
    if not first or not second or not (first[0][0] in _BRACKETS and second[0][0] in _BRACKETS):
        return False
    return not read_all(first[0]).faults


def _by_lines(text: str, name: str) -> JsonOutline:
    draft, records = Draft(), []
    read = Reader(text, draft).read
    for found in _RECORD.finditer(text, 1 if text.startswith("\ufeff") else 0):
        start, end = found.span()
        records.append(start)
        read(start, end)
    return _outline(text, draft, records, {}, name)


def _of_depth(draft: Draft, depth: int) -> list[int]:
    """Return where the members of a depth begin, but for first ones."""
    table = bytes(kind == depth for kind in range(256))
    return list(compress(draft.members, draft.kinds.translate(table)))


def _outline(
    text: str,
    draft: Draft,
    records: list[int],
    metadata: dict[str, object],
    lines: str = "",
) -> JsonOutline:
    cuts = {depth: _of_depth(draft, depth) for depth in sorted({*draft.kinds} & _DEPTHS)}
    scopes = _scopes(text, draft)
    rungs = [Offsets(MEMBERS[depth - 1], cuts[depth]) for depth in cuts]
    return JsonOutline(
        Ladder([*([Offsets(RECORD, records)] if records else []), *rungs, *_finer(text)]),
        scopes=scopes,
        atoms=draft.atoms,
        metadata=metadata,
        facts=Facts(text, draft, records, cuts, scopes, lines),
    )


_DEPTHS = frozenset(range(1, DEEPEST + 1))


def _scopes(text: str, draft: Draft) -> list[Scope]:
    return [
        Scope(start, end, f"[{key}]", seals=False)
        if isinstance(key, int)
        else Scope(start, end, label_of(text, key), Span(*key))
        for start, end, key in zip(draft.starts, draft.ends, draft.keys, strict=True)
        if end
    ]


def _finer(text: str) -> list[str | Regex]:
    """Return the rungs inside of strings; those about escapes only where there are some."""
    if "\\" not in text:
        return ["line", "sentence", "word", "grapheme"]
    line = Regex(LINE.pattern, keep="end", label="line") if r"\n" in text else "line"
    escape = Regex(ESCAPE.pattern, re.DOTALL, keep="start", label="escape")
    return [line, "sentence", "word", escape, "grapheme"]


def _fallback(text: str, draft: Draft) -> dict[str, object]:
    if not draft.faults:
        return {}
    at, reason = draft.faults[0]
    line = text.count("\n", 0, at) + text.count("\r", 0, at) - text.count("\r\n", 0, at) + 1
    more = f", and {len(draft.faults) - 1} faults more" if len(draft.faults) > 1 else ""
    return {"fallback": f"json: line {line}: {reason}; cut between lines from there{more}"}
