"""Chunks as rows of a table, and rows as records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from chunkladder.records import encode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunkladder.chunk import Chunk

TEXTS = ("text", "body", "embed_text")

RECORD = (
    "chunks.text, chunks.body, chunks.embed_text, context, carried, path, first, last, "
    "first_line, last_line, size, measure, shared, rung, oversized, chunks.format, "
    "documents.source, place, chunks.id, chunks.content_hash, parent_id, metadata, level"
)
"""The columns that ``as_record`` takes, of chunks joined with documents."""

EMBEDDED = "text, body, embed_text, context, carried"
"""The columns that ``embed_text`` takes."""

_LISTS = ("context", "carried", "path")


class Row(NamedTuple):
    """A chunk as the table has it; see the columns there.

    What can be told from the rest is None: the body where it is the text, and the text to embed
    where it is context, carried lines and body, as it is but for closing lines.
    """

    id: str
    level: str
    place: int
    content_hash: str
    parent_id: str | None
    text: str | bytes
    body: str | bytes | None
    embed_text: str | bytes | None
    context: str
    carried: str
    path: str
    first: int
    last: int
    first_line: int
    last_line: int
    size: int
    measure: str
    shared: int
    rung: str | bytes
    oversized: bool
    format: str
    metadata: str


def row(chunk: Chunk, measure: str, level: str) -> Row:
    """Return a chunk as a row.

    Args:
        chunk: The chunk.
        measure: The name of the measure that counted its size.
        level: ``"parent"`` or ``"child"``.
    """
    embedded = _embedded(chunk.context, chunk.carried, chunk.body)
    return Row(
        chunk.id,
        level,
        chunk.index,
        chunk.content_hash,
        chunk.parent_id,
        storable(chunk.text),
        None if chunk.body == chunk.text else storable(chunk.body),
        None if chunk.embed_text == embedded else storable(chunk.embed_text),
        _json(chunk.context),
        _json(chunk.carried),
        _json(chunk.path),
        chunk.start,
        chunk.end,
        chunk.start_line,
        chunk.end_line,
        chunk.size,
        measure,
        chunk.shared,
        storable(chunk.rung),
        chunk.oversized,
        chunk.format,
        encode(chunk.metadata).decode(),
    )


def embed_text(columns: Sequence[Any]) -> str:
    """Return the text to embed, given the columns of ``EMBEDDED``."""
    text, body, embed_text, context, carried = columns
    if embed_text is not None:
        return restored(embed_text)
    return _embedded(_list(context), _list(carried), restored(text if body is None else body))


def _list(text: str) -> list[str]:
    # Most are empty.
    return [] if text == "[]" else json.loads(text)


def _embedded(context: Sequence[str], carried: Sequence[str], body: str) -> str:
    lines = [" > ".join(context), *carried] if context else carried
    return "".join(f"{line}\n" for line in lines) + body


def as_record(columns: Sequence[Any]) -> dict[str, object]:
    """Turn the columns of ``RECORD`` into a record, the same as ``chunkladder split`` writes.

    It has one key more: ``level``.
    """
    found = dict(zip(_NAMES, columns, strict=True))
    found["embed_text"] = embed_text(columns[:5])
    if found["body"] is None:
        found["body"] = found["text"]
    for name in ("text", "body", "rung", "source"):
        found[name] = restored(found[name])
    for name in _LISTS:
        found[name] = _list(found[name])
    found["metadata"] = json.loads(found["metadata"])
    found["oversized"] = bool(found["oversized"])
    return found


_NAMES = (
    *TEXTS,
    *("context", "carried", "path", "start", "end", "start_line", "end_line", "size", "measure"),
    *("shared", "rung", "oversized", "format", "source", "index", "id", "content_hash"),
    *("parent_id", "metadata", "level"),
)


def storable(text: str) -> str | bytes:
    """Return a text as SQLite takes it: bytes, where it has lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def restored(stored: str | bytes) -> str:
    """Return what ``storable`` was given."""
    return stored if isinstance(stored, str) else stored.decode("utf-8", "surrogatepass")


def _json(values: Sequence[str] | Mapping[str, object]) -> str:
    # Escapes beyond ASCII keep lone surrogates, and labels are short.
    return json.dumps(values) if values else "[]"
