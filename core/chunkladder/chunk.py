"""The result: an exact slice of a document, with its context."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

DIGEST = 16
"""Bytes of a hash; twice as many hexadecimal digits."""


class Facts(NamedTuple):
    """What a chunk is made of; see the attributes of ``Chunk``."""

    text: str
    body: str
    context: tuple[str, ...]
    carried: tuple[str, ...]
    embed_text: str
    path: tuple[str, ...]
    start: int
    end: int
    start_line: int
    end_line: int
    size: int
    shared: int
    rung: str
    oversized: bool
    format: str
    source: str | None
    index: int
    occurrence: int
    level: str
    parent_id: str | None
    metadata: Mapping[str, object]


class Chunk:
    """An exact slice of a document, with its context. Immutable; equal when all facts are.

    It holds no reference to the document: its text is a string of its own.
    """

    __slots__ = ("_facts",)
    _facts: Facts

    def __init__(self, facts: Facts) -> None:
        object.__setattr__(self, "_facts", facts)

    @property
    def text(self) -> str:
        """The exact slice: ``document.text[chunk.start:chunk.end]``."""
        return self._facts.text

    @property
    def body(self) -> str:
        """The same stretch as a reader sees it; the same object where there is no edit."""
        return self._facts.body

    @property
    def context(self) -> tuple[str, ...]:
        """The labels put in front: the path, less those whose headings stand in the chunk."""
        return self._facts.context

    @property
    def carried(self) -> tuple[str, ...]:
        """The lines repeated in front, such as a table's header row."""
        return self._facts.carried

    @property
    def embed_text(self) -> str:
        """What to embed: context, carried lines, body and closing lines, a line each."""
        return self._facts.embed_text

    @property
    def path(self) -> tuple[str, ...]:
        """The labels of the scopes that hold the chunk, outermost first."""
        return self._facts.path

    @property
    def start(self) -> int:
        """Code-point offset of the first character."""
        return self._facts.start

    @property
    def end(self) -> int:
        """Code-point offset after the last character."""
        return self._facts.end

    @property
    def start_line(self) -> int:
        """Line of the first character, counted from 1."""
        return self._facts.start_line

    @property
    def end_line(self) -> int:
        """Line of the last character, counted from 1."""
        return self._facts.end_line

    @property
    def size(self) -> int:
        """Size of ``embed_text``, in the unit of the splitter's measure."""
        return self._facts.size

    @property
    def shared(self) -> int:
        """Code points of the source shared with the chunk before."""
        return self._facts.shared

    @property
    def rung(self) -> str:
        """Name of the rung whose cut ends the chunk; ``"end"`` where the document or a wall does."""
        return self._facts.rung

    @property
    def oversized(self) -> bool:
        """Whether it is over the size, since the ladder has no finer rung to cut it."""
        return self._facts.oversized

    @property
    def format(self) -> str:
        """Name of the document's format."""
        return self._facts.format

    @property
    def source(self) -> str | None:
        """Name of the document."""
        return self._facts.source

    @property
    def index(self) -> int:
        """Place among the document's chunks, counted from 0."""
        return self._facts.index

    @property
    def parent_id(self) -> str | None:
        """The ``id`` of the larger chunk that holds this one, when parents were asked for."""
        return self._facts.parent_id

    @property
    def metadata(self) -> Mapping[str, object]:
        """Facts about the document and this stretch of it; read-only."""
        return self._facts.metadata

    @property
    def content_hash(self) -> str:
        """Hash of ``embed_text``: 32 hexadecimal digits, the same in every process."""
        return _hash(self._facts.embed_text)

    @property
    def id(self) -> str:
        """Hash of source, level, path, content and occurrence: 32 hexadecimal digits.

        The occurrence tells apart equal chunks of one document, so that an id does not depend
        on where in the document a chunk stands.
        """
        facts = self._facts
        key = (
            facts.source or "",
            facts.level,
            str(len(facts.path)),
            *facts.path,
            self.content_hash,
            str(facts.occurrence),
        )
        return _hash("".join(f"{len(part)}:{part}" for part in key))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a chunk is immutable: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a chunk is immutable: cannot delete {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunk):
            return NotImplemented
        return self._facts == other._facts

    def __hash__(self) -> int:
        facts = self._facts
        return hash((facts.source, facts.start, facts.end, facts.embed_text))

    def __reduce__(self) -> tuple[object, ...]:
        facts = self._facts._replace(metadata=dict(self._facts.metadata))
        return Chunk, (facts,)

    def __repr__(self) -> str:
        facts = self._facts
        shown = facts.text if len(facts.text) <= SHOWN else facts.text[: SHOWN - 1] + "…"
        return f"Chunk({facts.start}:{facts.end}, {shown!r}, path={facts.path!r})"


SHOWN = 40
"""Characters of the text that ``repr`` shows."""


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST).hexdigest()
