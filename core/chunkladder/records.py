"""Chunks as records: plain values under the chunk's own names, and their JSON."""

from __future__ import annotations

from collections.abc import Mapping, Set
from json import JSONEncoder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .chunk import Chunk


def record(chunk: Chunk, measure: str) -> dict[str, object]:
    """Return a chunk's facts as plain values, always under the same keys in the same order.

    Args:
        chunk: The chunk.
        measure: The name of the measure that counted ``size``: ``Splitter.measure``.
    """
    return {
        "text": chunk.text,
        "body": chunk.body,
        "context": list(chunk.context),
        "carried": list(chunk.carried),
        "embed_text": chunk.embed_text,
        "path": list(chunk.path),
        "start": chunk.start,
        "end": chunk.end,
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
        "size": chunk.size,
        "measure": measure,
        "shared": chunk.shared,
        "rung": chunk.rung,
        "oversized": chunk.oversized,
        "format": chunk.format,
        "source": chunk.source,
        "index": chunk.index,
        "id": chunk.id,
        "content_hash": chunk.content_hash,
        "parent_id": chunk.parent_id,
        "metadata": dict(chunk.metadata),
    }


def encode(record: Mapping[str, object]) -> bytes:
    r"""Write a record as one line of JSON in UTF-8, without the line end.

    A lone surrogate, which UTF-8 cannot hold, is written as ``\udXXX``. So are U+0085, U+2028
    and U+2029, at which some readers of lines would part the record. Metadata that JSON does not
    know is written as a list (sets, in order) or as its ``str``.

    Raises:
        ValueError: A number is infinite or not a number.
        TypeError: A key of the metadata is neither text nor a number.
    """
    line = _ENCODE(record)
    for mark, escape in _LINE_ENDS.items():
        line = line.replace(mark, escape)
    return line.encode("utf-8", "backslashreplace")


def _plain(value: object) -> object:
    """Turn what JSON does not know into what it knows."""
    if isinstance(value, Mapping):
        return dict(value)
    return sorted(value, key=str) if isinstance(value, Set) else str(value)


_ENCODE = JSONEncoder(ensure_ascii=False, allow_nan=False, default=_plain).encode
_LINE_ENDS = {mark: f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"}
