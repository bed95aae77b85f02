"""What the readers of each family of shapes find, before it is made into an outline."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from chunkladder import Edit


class Turn(NamedTuple):
    """Where somebody begins to speak.

    Attributes:
        start: Offset of the first character of the turn, its head included.
        name: Who speaks; empty when the document does not say.
        body: Offset behind the head.
        alone: Whether the head stands on a line of its own.
    """

    start: int
    name: str
    body: int
    alone: bool = False


class Section(NamedTuple):
    """A heading.

    Attributes:
        start: Offset of the heading.
        end: Offset after its line, without the line end.
        depth: From 1 up; smaller is coarser.
        label: What it says.
    """

    start: int
    end: int
    depth: int
    label: str


class Mark(NamedTuple):
    """A time stamp.

    Attributes:
        at: Offset of the first character that it is true of.
        first: Seconds when that was said.
        last: Seconds when it ended; ``first`` again where only one time is told.
    """

    at: int
    first: float
    last: float


@dataclass(slots=True)
class Draft:
    """A document as its reader understood it.

    Attributes:
        shape: The name of the shape.
        turns: In order.
        interludes: Offsets where nobody speaks until the next turn: context lines, breaks.
        sections: In order.
        marks: In order of their offsets.
        cues: Cuts between cues, or between lines that carry a time; in order.
        pauses: Those of ``cues`` where the speech stops for a while; in order.
        edits: In any order; disjoint.
        title: What the document calls itself, if it does.
    """

    shape: str
    turns: list[Turn] = field(default_factory=list)
    interludes: list[int] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    cues: list[int] = field(default_factory=list)
    pauses: list[int] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    title: str = ""
