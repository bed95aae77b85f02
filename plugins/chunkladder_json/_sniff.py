"""Whether a text without a name is JSON."""

from __future__ import annotations

import re

from ._scan import read_all
from ._tokens import BEGINS

_KEYED = re.compile(r"[\"'\w]\s*+:")
_LINE = re.compile(r"[^\n\r]++")
# What is left of a word, a string or a comment where a text was cut off.
_CUT_OFF = re.compile(
    r"(?:\"[^\"\\\n\r]*+(?:\\[^\n\r]?[^\"\\\n\r]*+)*+|/[^\n\r]*+|[-+\w.]*+\s*+)\Z"
)
_SURE, _LIKELY, _PERHAPS = 0.75, 0.6, 0.5
"""Less than logs and transcripts rate their own JSON."""

_FEWEST = 2


def rate(head: str) -> float:
    """Rate a text by whether it can be read up to its end, and has keys."""
    if not BEGINS.match(head):
        return 0.0
    draft = read_all(head)
    if draft.faults and not _CUT_OFF.match(head, draft.faults[0].start):
        return 0.0
    if _KEYED.search(head):
        return _LIKELY if rate_lines(head) else _SURE
    return _LIKELY if len(draft.members) > _FEWEST else _PERHAPS


def rate_lines(head: str) -> float:
    """Rate a text by whether most lines, two at least, are objects or arrays by themselves."""
    if not BEGINS.match(head):
        return 0.0
    lines = [line for line in _LINE.findall(head.removeprefix("\ufeff")) if not line.isspace()]
    if len(lines) < _FEWEST or not BEGINS.match(lines[-1]):
        return 0.0
    whole = lines[: max(1, len(lines) - 1)]
    return _SURE if 2 * sum(map(_is_value, whole)) > len(whole) else 0.0


def _is_value(line: str) -> bool:
    return bool(BEGINS.match(line)) and not read_all(line).faults
