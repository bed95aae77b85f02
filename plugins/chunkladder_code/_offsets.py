"""Bytes of UTF-8, which parsers speak, to code points, which chunks speak."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_BLOCK = 256
_LEADING = bytes({*range(0x80), *range(0xC0, 0x100)})
"""Every byte that begins a character: deleting them leaves the others to be counted."""


def encode(text: str) -> bytes:
    """Return a text as UTF-8, lone surrogates included."""
    return text.encode("utf-8", "surrogatepass")


def decode(data: bytes) -> str:
    """Return what ``encode`` was given, also for a stretch of it that begins inside a character."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def code_points(data: bytes, length: int) -> Callable[[Iterable[int]], list[int]]:
    """Return what maps byte offsets to code points.

    Args:
        data: The encoded text, with a line end behind it.
        length: The text's length in code points, without that.

    Returns:
        A function of byte offsets, in any order. It counts continuation bytes from the nearest
        of the marks set every 256 bytes, so each offset costs the same, wherever it stands.
    """
    if len(data) == length + 1:
        return lambda offsets: _clipped(list(offsets), length)
    marks = _marks(data)

    def mapped(offsets: Iterable[int]) -> list[int]:
        return [
            min(
                length,
                offset
                - marks[offset // _BLOCK]
                - len(data[offset - offset % _BLOCK : offset].translate(None, _LEADING)),
            )
            for offset in offsets
        ]

    return mapped


def _clipped(offsets: list[int], length: int) -> list[int]:
    if offsets and max(offsets) > length:
        return [min(offset, length) for offset in offsets]
    return offsets


def _marks(data: bytes) -> list[int]:
    """Return how many continuation bytes stand before each block."""
    marks = [0]
    for at in range(0, len(data), _BLOCK):
        marks.append(marks[-1] + len(data[at : at + _BLOCK].translate(None, _LEADING)))
    return marks
