"""The result: an exact slice of a document, with its context."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from .lines import line_counter

if TYPE_CHECKING:
    from collections.abc import Mapping

DIGEST = 16
"""Bytes of a hash; twice as many hexadecimal digits."""

SHOWN = 40
"""Characters of the text that ``repr`` shows."""


class Origin(NamedTuple):
    """What the chunks of one document share."""

    format: str
    source: str | None
    level: str


class _Facts(NamedTuple):
    text: str
    body: str
    context: tuple[str, ...]
    carried: tuple[str, ...]
    embed_text: str
    path: tuple[str, ...]
    start: int
    end: int
    start_line: int
    size: int
    shared: int
    rung: str
    oversized: bool
    index: int  # type: ignore[assignment]  # it hides tuple.index, which nobody needs here
    occurrence: int
    parent_id: str | None
    metadata: Mapping[str, object]
    origin: Origin


class Chunk(_Facts):
    """An exact slice of a document, with its context.

    Immutable; equal when all facts are. A named tuple, since nothing else is as cheap to make;
    read it by its names. It holds no reference to the document: its text is a string of its own.

    Attributes:
        text: The exact slice: ``document.text[chunk.start:chunk.end]``.
        body: The same stretch as a reader sees it; the same object where there is no edit.
        context: The labels put in front: the path, less those whose headings stand in the chunk.
        carried: The lines repeated in front, such as a table's header row.
        embed_text: What to embed: context, carried lines, body and closing lines.
        path: The labels of the scopes that hold the chunk's first character in no heading and its
            last one, outermost first.
        start: Code-point offset of the first character.
        end: Code-point offset after the last character.
        start_line: Line of the first character, counted from 1.
        size: Size of ``embed_text``, in the unit of the splitter's measure.
        shared: Code points of the source shared with the chunk before.
        rung: Name of the rung whose cut ends the chunk; ``"end"`` where the document, a scope
            that carries lines, or a parent ends.
        oversized: Whether it is over the size, since no finer rung could cut it or its format
            keeps it whole whatever it costs.
        index: Place among the document's chunks, counted from 0.
        occurrence: How many earlier chunks of the document have the same path and content.
        parent_id: The ``id`` of the larger chunk that holds this one, when parents are asked for.
        metadata: Facts about the document and this stretch of it; read-only.
        origin: What all chunks of the document share.
    """

    __slots__ = ()

    @property
    def format(self) -> str:
        """Name of the document's format."""
        return self.origin.format

    @property
    def source(self) -> str | None:
        """Name of the document."""
        return self.origin.source

    @property
    def end_line(self) -> int:
        """Line of the last character, counted from 1."""
        return self.start_line + line_counter(self.text)(0, max(0, len(self.text) - 1))

    @property
    def content_hash(self) -> str:
        """Hash of ``embed_text``: 32 hexadecimal digits, the same in every process."""
        return _hash(self.embed_text)

    @property
    def id(self) -> str:
        """Hash of source, level, path, content and occurrence: 32 hexadecimal digits.

        The occurrence tells equal chunks of one document apart. Where a chunk stands does not
        count, so that an edit elsewhere in the document leaves its id alone.
        """
        parts = (
            self.source or "",
            self.origin.level,
            *self.path,
            self.content_hash,
            str(self.occurrence),
        )
        return _hash("".join(f"{len(part)}:{part}" for part in parts))

    def __hash__(self) -> int:
        return hash((self.origin, self.start, self.end, self.embed_text))

    def __reduce__(self) -> tuple[object, ...]:
        # A read-only view does not travel between processes; what it shows does.
        return _rebuilt, (self[:-2], dict(self.metadata), self.origin)

    def __repr__(self) -> str:
        shown = self.text if len(self.text) <= SHOWN else self.text[: SHOWN - 1] + "…"
        return f"Chunk({self.start}:{self.end}, {shown!r}, path={self.path!r})"


def _rebuilt(facts: tuple[object, ...], metadata: dict[str, object], origin: Origin) -> Chunk:
    return Chunk._make((*facts, MappingProxyType(metadata), origin))


def _hash(text: str) -> str:
    from hashlib import blake2b

    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST).hexdigest()
