"""Random documents: a text as a reader sees it, its structure, and a source that leads to it.

Everything is made in offsets of the text as a reader sees it, where the oracle works. Then a
source is made by undoing edits, so that nothing here depends on how the library maps offsets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from chunkladder.model import Edit, Outline, Scope, Span
from chunkladder.rungs import Ladder, Offsets, Separator

from .oracle import Oracle, OracleEdit, OracleScope

if TYPE_CHECKING:
    from random import Random

    from chunkladder.model import Trim

DEEPEST = 5
ALPHABETS = ("abc \n", "ab \n\n", "abcdefgh \n", "abcdefghijklmnopqrst ", "a ")


class Draw(Protocol):
    """Where choices come from."""

    def number(self, least: int, most: int) -> int:
        """Return a number, both ends included."""
        ...

    def text(self, alphabet: str, length: int) -> str:
        """Return a text."""
        ...


class RandomDraw:
    """Choices of a seeded generator."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def number(self, least: int, most: int) -> int:
        """Return a number, both ends included."""
        return least + int(self._random.random() * (most - least + 1))

    def text(self, alphabet: str, length: int) -> str:
        """Return a text."""
        return "".join(self._random.choices(alphabet, k=length))


class Written(NamedTuple):
    """An edit undone: the source that stands for a stretch of the reader's text."""

    start: int
    end: int
    source: str


@dataclass
class Plan:
    """A document with its structure and settings, in offsets of the reader's text.

    Attributes:
        text: The text as a reader sees it.
        size: The ceiling.
        overlap: The most that neighbors share.
        labels: Whether labels are put in front.
        trim: What is taken off the edges of chunks.
        written: Edits undone, sorted; nothing else begins or ends inside one.
        side: Where an edge lies at which something is dropped: before it, behind it, or so
            that the scope or atom does not hold it.
        strays: Whether rungs also have cuts inside what is dropped or replaced.
        rungs: Names and cuts; a name of one character or none is a literal.
        scopes: Outer before inner.
        atoms: Outer before inner.
    """

    text: str
    size: int
    overlap: int = 0
    labels: bool = True
    trim: Trim = "space"
    written: list[Written] = field(default_factory=list)
    side: int = 0
    strays: bool = False
    rungs: list[tuple[str, list[int]]] = field(default_factory=list)
    scopes: list[OracleScope] = field(default_factory=list)
    atoms: list[tuple[int, int]] = field(default_factory=list)

    def oracle(self) -> Oracle:
        """Return the oracle for this document."""
        return Oracle(
            self.text,
            self.rungs,
            self.scopes,
            self.atoms,
            edits=[
                OracleEdit(one.start, one.end, inserts=not one.source)
                for one in self.written
                if one.start < one.end
            ],
            size=self.size,
            overlap=self.overlap,
            labels=self.labels,
            trim=self.trim,
        )

    def source(self) -> Source:
        """Undo the edits."""
        return Source(self)

    def open_offsets(self) -> list[int]:
        """Return the offsets that lie inside no edit."""
        solid = [(one.start, one.end + (not one.source)) for one in self.written]
        return [
            offset
            for offset in range(len(self.text) + 1)
            if not any(start < offset < end for start, end in solid)
        ]


class Source:
    """What a plan's text is made from.

    Attributes:
        text: The source.
        characters: For each character of the reader's text, the source that it stands for.
        edits: The edits that lead from the source to the reader's text.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.text = ""
        self.characters: list[tuple[int, int]] = []
        self.edits: list[Edit] = []
        self._before = [0] * (len(plan.text) + 1)
        self._behind = [0] * (len(plan.text) + 1)
        for one in plan.written:
            self._copy(one.start)
            self._write(one)
        self._copy(len(plan.text))

    def _copy(self, to: int) -> None:
        start, at = len(self.characters), len(self.text)
        self.text += self._plan.text[start:to]
        edges = range(at + 1, len(self.text) + 1)
        self.characters += [(edge - 1, edge) for edge in edges]
        self._before[start + 1 : to + 1] = edges
        self._behind[start + 1 : to + 1] = edges

    def _write(self, one: Written) -> None:
        start, count = len(self.text), one.end - one.start
        self.text += one.source
        end = len(self.text)
        self.characters += [(start, end)] * count
        self._before[one.start + 1 : one.end + 1] = [end] * count
        self._behind[one.end] = end
        self.edits.append(Edit(start, end, self._plan.text[one.start : one.end]))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the source of the first and last character of a stretch, not empty."""
        return self.characters[start][0], self.characters[end - 1][1]

    def outline(self) -> Outline:
        """Return what a plugin would say of the source."""
        return Outline(
            Ladder(self._rung(name, cuts) for name, cuts in self._plan.rungs),
            scopes=[self._scope(scope) for scope in self._plan.scopes],
            atoms=[self._placed(*atom) for atom in self._plan.atoms],
            edits=self.edits,
            trim=self._plan.trim,
        )

    def _placed(self, start: int, end: int) -> Span:
        side = self._plan.side
        if side == 2 and start < end:
            return Span(self._behind[start], self._before[end])
        edges = self._behind if side else self._before
        return Span(edges[start], edges[end])

    def _scope(self, scope: OracleScope) -> Scope:
        span = self._placed(scope.start, scope.end)
        head = self._placed(*scope.head) if scope.head else None
        if head and head.start == head.end:
            head = Span(min(head.start, span.end), min(head.end, span.end))
        return Scope(*span, scope.label, head, *scope[4:])

    def _rung(self, name: str, cuts: list[int]) -> Offsets | Separator:
        if len(name) < 2:
            return Separator(name)
        sides = ((self._before,), (self._behind,), (self._before, self._behind))
        placed = {edges[cut] for edges in sides[self._plan.side] for cut in cuts}
        if self._plan.strays:
            placed.update(cut for edit in self.edits for cut in range(edit.start + 1, edit.end))
        return Offsets(name, sorted(placed))


def random_plan(draw: Draw, *, edited: bool = False) -> Plan:
    """Make up a document."""
    text = draw.text(ALPHABETS[draw.number(0, len(ALPHABETS) - 1)], draw.number(0, 240))
    size = draw.number(4, (12, 40, 80, 120)[draw.number(0, 3)])
    plan = Plan(
        text,
        size,
        overlap=draw.number(0, size - 1) if draw.number(0, 2) else 0,
        labels=draw.number(0, 7) > 0,
        trim="space" if draw.number(0, 3) else "lines",
        side=draw.number(0, 2),
        strays=draw.number(0, 1) == 1,
    )
    if edited:
        plan.written = _random_edits(draw, text)
    edges = plan.open_offsets()
    most = size // (3, 8, 20, 40)[draw.number(0, 3)]
    _add_structure(draw, plan, edges, most=most)
    plan.rungs = _random_rungs(draw, plan, edges)
    return plan


def _random_edits(draw: Draw, text: str) -> list[Written]:
    written = []
    at = 0
    for _ in range(draw.number(1, 8)):
        start = at + draw.number(0, 20)
        end = start + max(0, draw.number(-3, 5))
        if end >= len(text):
            break
        source = draw.text("XY \n", draw.number(start == end, 6))
        written.append(Written(start, end, source))
        at = end + (not source)
    return written


def _random_rungs(draw: Draw, plan: Plan, edges: list[int]) -> list[tuple[str, list[int]]]:
    text = plan.text
    rungs = []
    for number in range(draw.number(0, 3)):
        cuts = _random_cuts(draw, edges)
        if draw.number(0, 1):
            # As headings do, or the starts and ends of blocks.
            cuts |= {scope[draw.number(0, 1)] for scope in plan.scopes if draw.number(0, 2)}
        rungs.append((f"rung-{number}", sorted(cuts)))
    for literal in "\n ":
        if draw.number(0, 1):
            rungs.append((literal, [at for at, sign in enumerate(text) if sign == literal]))
    if draw.number(0, 7) or not rungs:
        rungs.append(("", list(range(len(text) + 1))))
    return rungs


def _random_cuts(draw: Draw, edges: list[int]) -> set[int]:
    density = (2, 5, 12, 30, 1000)[draw.number(0, 4)]
    places = range(draw.number(0, density - 1), len(edges), density)
    return {edges[min(len(edges) - 1, place + draw.number(0, density))] for place in places}


def _add_structure(
    draw: Draw, plan: Plan, edges: list[int], *, most: int, depth: int = DEEPEST
) -> None:
    """Fill the stretch between the first edge and the last with scopes and atoms.

    Args:
        draw: Where choices come from.
        plan: What they are added to.
        edges: Where they may begin and end.
        most: The longest label or line.
        depth: How deep they may nest.
    """
    at = 0
    for _ in range(draw.number(0, 3) if depth else 0):
        start = min(len(edges) - 1, at + draw.number(0, len(edges) // 4))
        end = min(len(edges) - 1, start + draw.number(1, len(edges)))
        if start == end:
            return
        kind = draw.number(0, 5)
        if kind < 2:
            plan.atoms.append((edges[start], edges[end]))
        if kind:
            plan.scopes.append(_random_scope(draw, edges[start : end + 1], most))
        _add_structure(draw, plan, edges[start : end + 1], most=most, depth=depth - 1)
        at = end


def _random_scope(draw: Draw, edges: list[int], most: int) -> OracleScope:
    return OracleScope(
        edges[0],
        edges[-1],
        label=draw.text("LMNO ", draw.number(0, max(3, most))),
        head=_random_head(draw, edges),
        carry=_random_lines(draw, "PQ ", most),
        close=_random_lines(draw, "ST ", most),
        seals=draw.number(0, 2) > 0,
    )


def _random_head(draw: Draw, edges: list[int]) -> tuple[int, int] | None:
    kind = draw.number(0, 4)
    if not kind:
        return None
    first = 0 if kind < 4 else draw.number(0, len(edges) - 1)
    last = min(len(edges) - 1, first + draw.number(0, 6))
    return edges[first], edges[last]


def _random_lines(draw: Draw, alphabet: str, most: int) -> tuple[str, ...]:
    count = max(0, draw.number(-3, 2))
    return tuple(draw.text(alphabet, draw.number(0, most)) for _ in range(count))
