"""Where a reader sees one character end and the next begin.

Source: Unicode Standard Annex 29, extended grapheme clusters, as ``regex`` implements them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex


def needs_graphemes(text: str) -> bool:
    """Tell whether a grapheme may be longer than one code point: not in ASCII without CR."""
    return not text.isascii() or "\r" in text


@cache
def _cluster() -> regex.Pattern[str]:
    import regex

    return regex.compile(r"\X")


@cache
def _sure_break() -> regex.Pattern[str]:
    """Match a pair of code points that part whatever stands around them.

    Every rule that joins (GB3 to GB13) needs CR, Prepend, ZWJ, Extend, L or a regional indicator
    on the left, or Extend, ZWJ, SpacingMark, V or T on the right.
    """
    import regex

    left = "".join(
        rf"\p{{GCB={kind}}}" for kind in ("Other", "Control", "LF", "LV", "V", "LVT", "T")
    )
    right = "".join(
        rf"\p{{GCB={kind}}}"
        for kind in ("Other", "Control", "CR", "LF", "L", "LV", "LVT", "RI", "Prepend")
    )
    return regex.compile(rf"[{left}][{right}]")


def boundary_at_or_before(text: str, floor: int, offset: int) -> int:
    """Return the last grapheme boundary in ``floor … offset``.

    Args:
        text: Any text.
        floor: An offset that is a boundary, or is to be taken for one.
        offset: Between ``floor`` and the text's length.

    Returns:
        The boundary; ``floor`` when there is no later one. The work grows with
        ``offset - floor`` only where graphemes do.
    """
    if offset <= floor or offset >= len(text):
        return offset
    sure = _sure_break()
    safe = offset
    while safe > floor and not sure.match(text, safe - 1):
        safe -= 1
    if safe == offset:
        return offset
    return _walk(text, safe, offset)


def _walk(text: str, boundary: int, offset: int) -> int:
    for cluster in _cluster().finditer(text, boundary):
        if cluster.end() > offset:
            break
        boundary = cluster.end()
    return boundary


def boundary_after(text: str, boundary: int) -> int:
    """Return the end of the grapheme that begins at a boundary before the text's end."""
    if boundary + 1 >= len(text) or _sure_break().match(text, boundary):
        return boundary + 1
    cluster = _cluster().match(text, boundary)
    return cluster.end() if cluster else boundary + 1


def is_boundary(text: str, floor: int, offset: int) -> bool:
    """Tell whether no grapheme is cut at an offset, given a boundary at or before it."""
    if 0 < offset < len(text) and text[offset - 1].isascii() and text[offset].isascii():
        return text[offset] != "\n" or text[offset - 1] != "\r"
    return boundary_at_or_before(text, floor, offset) == offset
