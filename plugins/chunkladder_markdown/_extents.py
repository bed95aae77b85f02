"""Stretches of several blocks that belong together, though the parser knows nothing of them.

Admonitions and tabs (``!!! note``, ``=== "Tab"``), footnotes, containers (``:::``, ``///``) and
``<details>``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._lines import Lines
    from ._parse import Block

_OPENERS = frozenset("!?=[:/")
_INDENTED_BODY = re.compile(r"(?:!!!|\?\?\?\+?|===)[ \t]|\[\^[^\]\s]+\]:")
_CONTAINER = re.compile(r"(:{3,}|/{3,})[ \t]*([\w{\[|].*)?$")
_DETAILS = re.compile(r"<(/?)details\b", re.IGNORECASE)


def extents(top: Sequence[Block], lines: Lines) -> Iterator[tuple[int, int]]:
    """Yield the lines of each stretch of two or more blocks, in order and apart."""
    at = 0
    while at < len(top):
        last = _last_of(top, at, lines)
        if last > at:
            yield top[at].begin, top[last].end
        at = max(at, last) + 1


def _last_of(top: Sequence[Block], at: int, lines: Lines) -> int:
    """Return the last block of the stretch that a block opens; itself if it opens none."""
    block = top[at]
    if block.kind == "html_block":
        return _close_of_details(top, at)
    if block.kind != "paragraph_open" or block.content[:1] not in _OPENERS:
        return at
    first = lines.contents[block.begin].lstrip()
    if _INDENTED_BODY.match(first):
        while at + 1 < len(top) and top[at + 1].kind == "code_block":
            at += 1
        return at
    container = _CONTAINER.match(first)
    if container and container[2]:
        return _close_of_container(top, at, container[1], lines)
    return at


FARTHEST = 64
"""Blocks in which the end of a stretch is looked for."""


def _close_of_details(top: Sequence[Block], at: int) -> int:
    depth = 0
    for place in range(at, min(at + FARTHEST, len(top))):
        if top[place].kind == "html_block":
            for mark in _DETAILS.finditer(top[place].content):
                depth += -1 if mark[1] else 1
        if depth <= 0:
            return place
    return at


def _close_of_container(top: Sequence[Block], at: int, marks: str, lines: Lines) -> int:
    for place in range(at, min(at + FARTHEST, len(top))):
        block = top[place]
        if block.kind == "paragraph_open" and lines.contents[block.end - 1].strip() == marks:
            return place
    return at
