"""The values that flow from a document to its outline.

All offsets are code points, half-open, and point into ``Document.text``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .rungs import Ladder

Trim = Literal["space", "lines"]


class Span(NamedTuple):
    """A stretch of a document."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """A text as it came, never normalized, with what is known about it.

    Attributes:
        text: The text; any code points, lone surrogates and NUL included.
        source: What to call it in chunks and errors, such as a relative path.
        format: The name of its format; None leaves it to be found. Formats and chunks always get
            to see a name.
        metadata: Facts that every chunk of the document inherits.
    """

    text: str
    source: str | None = None
    format: str | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)


class Scope(NamedTuple):
    """A stretch with a label: a section, a class, a speaker's turn, a clause.

    Attributes:
        start: Offset of its first character, its heading included.
        end: Offset after its last character.
        label: What it adds to the path; empty adds nothing.
        head: Where its own heading stands, inside the scope. A chunk that holds the heading does
            not repeat the label in its context.
        carry: Lines put in front of each part of the scope that lacks its start and its heading.
        close: Lines put behind each part of a scope too long to stay whole that lacks its end.
        seals: Whether overlap stops at its edges.
        brief: Shorter forms of ``carry``, the longest first: where it costs more than a quarter of
            the size, the first of them that does not is put there.
    """

    start: int
    end: int
    label: str = ""
    head: Span | None = None
    carry: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    seals: bool = True
    brief: tuple[tuple[str, ...], ...] = ()


class Edit(NamedTuple):
    """What a reader should see in place of a stretch of the source.

    Attributes:
        start: Offset of the first character that is replaced.
        end: Offset after the last one; ``start`` again for an insertion, which belongs to the
            character after it.
        text: The replacement; empty for a drop.
    """

    start: int
    end: int
    text: str = ""


class Region(NamedTuple):
    """A stretch that is written in another format, such as code in a manual.

    Attributes:
        start: Offset of its first character.
        end: Offset after its last character.
        format: Name of the other format; when it is not installed, the host's rungs serve.
    """

    start: int
    end: int
    format: str


@dataclass(frozen=True, slots=True)
class Outline:
    """All that a format says about a document: where it may be cut, and what must hold.

    Attributes:
        ladder: The rungs, coarse to fine.
        scopes: Properly nested (one holds another or they lie apart), sorted by start, the outer
            one first where two start together.
        atoms: Spans kept whole if they fit, less the white space at their edges; nested or apart,
            with each other and with the scopes that have carried or closing lines.
        whole: Spans kept whole whatever it costs; disjoint. A chunk that is over the size for
            the sake of one is marked ``oversized``.
        regions: Spans in another format; disjoint and sorted.
        edits: Disjoint and sorted; no cut is ever made inside one.
        trim: What is taken off both edges of a chunk: ``"space"`` for all white space,
            ``"lines"`` for whole blank lines, which keeps indentation.
        metadata: Facts about the whole document that every chunk inherits.
    """

    ladder: Ladder
    scopes: Sequence[Scope] = ()
    atoms: Sequence[Span] = ()
    whole: Sequence[Span] = ()
    regions: Sequence[Region] = ()
    edits: Sequence[Edit] = ()
    trim: Trim = "space"
    metadata: Mapping[str, object] = field(default_factory=dict)
