"""Fenced blocks: what is carried, what closes them, and what language they are in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Region

from ._languages import language_of

if TYPE_CHECKING:
    from ._lines import Lines
    from ._parse import Fence

LEAST = 400
"""Characters from which on a fence is worth a parser; a shorter one is cut between lines."""

_MARK = re.compile(r"[^>\s]")


class Fenced(NamedTuple):
    """A fence, ready for an outline.

    Attributes:
        carry: The line that opens it, as it would stand inside its quote or item.
        close: The line that closes it.
        region: Its content, if it is in a language and stands at the top.
    """

    carry: str
    close: str
    region: Region | None


def fenced(fence: Fence, lines: Lines) -> Fenced:
    """Look at a fence."""
    line = lines.contents[fence.begin]
    at = line.find(fence.marks)
    # The marker of an item opens no second item.
    prefix = _MARK.sub(" ", line[:at]) if at > 0 else ""
    return Fenced(
        prefix + line[max(0, at) :].rstrip(), prefix + fence.marks, _region(fence, prefix, lines)
    )


def is_closed(fence: Fence, lines: Lines) -> bool:
    """Tell whether a fence's last line closes it."""
    if fence.end - fence.begin < 2:  # noqa: PLR2004 - a line opens it, another closes it
        return False
    line = lines.contents[fence.end - 1].lstrip("> \t").rstrip()
    return line.startswith(fence.marks) and not line.strip(fence.marks[0])


def _region(fence: Fence, prefix: str, lines: Lines) -> Region | None:
    start = lines.starts[fence.begin + 1]
    if lines.starts[fence.end] - start < LEAST or fence.level or prefix:
        return None
    language = language_of(fence.info)
    is_done = is_closed(fence, lines)
    end = lines.starts[fence.end - 1] if is_done else lines.end(fence.end - 1)
    return Region(start, end, language) if language and start < end else None
