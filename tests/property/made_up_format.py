"""A format made up for the tests: line-based, with one case of everything an outline can say.

====================  ===========================================================================
``# Title``           a section, as deep as there are signs; label and heading
``@ann``              a turn: until the next turn or section; carries a line, does not seal
``| a | b |``         a table: neighboring lines; carries its first row; an atom
three backticks, word a fence, to its like or the end; carries its first line, closes with its last;
                      an atom; what is inside is a region in the format that the word names
``- item``            a list item with the lines behind it that are indented; an atom
``!line``             kept whole whatever it costs
``%% comment``        a line that no reader sees
``&amp; &hellip;``    a reader sees ``&`` and ``...``
``=>``                a reader sees ``so =>``
====================  ===========================================================================
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from chunkladder import Document, Edit, Ladder, Offsets, Outline, Region, Scope, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEEPEST = 32

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_HEADING = re.compile(r"(#+) +(.*)")
_FENCE = re.compile(r"(`{3,})(.*)")
_INLINE = re.compile(r"&amp;|&hellip;|=>")
_SEEN = {"&amp;": "&", "&hellip;": "..."}


@dataclass(frozen=True, slots=True)
class MadeUpOptions:
    """What a person may set: how chunks are trimmed."""

    trim: Literal["space", "lines"] = "space"


class Line(NamedTuple):
    """A line: where it begins, where it ends with its line end, and what it says."""

    start: int
    end: int
    says: str


class _Section(NamedTuple):
    depth: int
    start: int
    label: str
    head: Span


@dataclass
class _Reader:
    """Reads lines from first to last and keeps what there is to say of them."""

    text: str
    scopes: list[Scope] = field(default_factory=list)
    atoms: list[Span] = field(default_factory=list)
    whole: list[Span] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    headings: dict[int, list[int]] = field(default_factory=dict)
    blocks: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = list(lines_of(self.text))
        self.sections: list[_Section] = []
        self.turn: Line | None = None

    def read(self) -> None:
        at = 0
        while at < len(self.lines):
            at = self._block(at)
        self._end_sections(0, len(self.text))
        self.scopes.sort(key=lambda scope: (scope.start, -scope.end))

    def _block(self, at: int) -> int:
        """Read the block that begins at a line; return the line behind it."""
        says = self.lines[at].says
        if _HEADING.fullmatch(says):
            return self._heading(at)
        for start, reads in (
            ("```", self._fence),
            ("|", self._table),
            ("- ", self._item),
            ("@", self._turn),
            ("!", self._kept),
            ("%%", self._comment),
        ):
            if says.startswith(start):
                return reads(at)
        self._inline(self.lines[at])
        return at + 1

    def _heading(self, at: int) -> int:
        line = self.lines[at]
        found = _HEADING.fullmatch(line.says)
        depth, label = len(found[1]), found[2].strip()
        self._end_sections(depth, line.start)
        head = Span(line.start, line.start + len(line.says))
        self.sections.append(_Section(depth, line.start, label, head))
        self.headings.setdefault(min(depth, DEEPEST), []).append(line.start)
        self._inline(line)
        if at + 1 < len(self.lines) and self._is_prose(self.lines[at + 1].says):
            self.atoms.append(Span(line.start, self.lines[at + 1].end))
        return at + 1

    def _is_prose(self, says: str) -> bool:
        return bool(says.strip()) and not says.startswith(("#", "```", "|", "- ", "@", "!", "%%"))

    def _end_sections(self, depth: int, end: int) -> None:
        self._end_turn(end)
        while self.sections and self.sections[-1].depth >= depth:
            section = self.sections.pop()
            self.scopes.append(Scope(section.start, end, section.label, section.head))

    def _turn(self, at: int) -> int:
        self._end_turn(self.lines[at].start)
        self.turn = self.lines[at]
        self._inline(self.lines[at])
        return at + 1

    def _end_turn(self, end: int) -> None:
        if self.turn is not None:
            carry = (f"{self.turn.says[1:]} (continued):",)
            self.scopes.append(Scope(self.turn.start, end, carry=carry, seals=False))
            self.turn = None

    def _fence(self, at: int) -> int:
        first = self.lines[at]
        marks, word = _FENCE.fullmatch(first.says).groups()
        behind = at + 1
        while behind < len(self.lines) and self.lines[behind].says != marks:
            behind += 1
        inside = self.lines[at + 1 : behind]
        behind = min(behind + 1, len(self.lines))
        span = Span(first.start, self.lines[behind - 1].end)
        self.scopes.append(Scope(*span, carry=(first.says,), close=(marks,)))
        self.atoms.append(span)
        self.blocks.append(first.start)
        if word and inside:
            self.regions.append(Region(inside[0].start, inside[-1].end, word))
        return behind

    def _table(self, at: int) -> int:
        behind = self._behind(at, "|")
        rows = self.lines[at:behind]
        span = Span(rows[0].start, rows[-1].end)
        self.scopes.append(Scope(*span, carry=(rows[0].says,)))
        self.atoms.append(span)
        self.blocks.append(span.start)
        self.rows.extend(row.start for row in rows)
        for row in rows:
            self._inline(row)
        return behind

    def _item(self, at: int) -> int:
        behind = self._behind(at, "  ")
        self.atoms.append(Span(self.lines[at].start, self.lines[behind - 1].end))
        self.blocks.append(self.lines[at].start)
        for line in self.lines[at:behind]:
            self._inline(line)
        return behind

    def _behind(self, at: int, start: str) -> int:
        at += 1
        while at < len(self.lines) and self.lines[at].says.startswith(start):
            at += 1
        return at

    def _kept(self, at: int) -> int:
        line = self.lines[at]
        self.whole.append(Span(line.start, line.start + len(line.says)))
        self._inline(line)
        return at + 1

    def _comment(self, at: int) -> int:
        self.edits.append(Edit(self.lines[at].start, self.lines[at].end))
        return at + 1

    def _inline(self, line: Line) -> None:
        for found in _INLINE.finditer(self.text, line.start, line.end):
            seen = _SEEN.get(found[0])
            if seen is None:
                self.edits.append(Edit(found.start(), found.start(), "so "))
            else:
                self.edits.append(Edit(*found.span(), seen))

    def ladder(self) -> Ladder:
        depths = [
            Offsets(f"heading-{depth}", cuts) for depth, cuts in sorted(self.headings.items())
        ]
        own = [*depths, Offsets("block", self.blocks), Offsets("row", self.rows)]
        return Ladder([*own, "paragraph", "line", "sentence", "word", "grapheme"])


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines of a text; only LF, CRLF and CR end one."""
    for found in _LINE.finditer(text):
        if found.start() < found.end():
            yield Line(found.start(), found.end(), found[1])


class MadeUpFormat:
    """The format; see the top of the file."""

    name = "made-up"
    suffixes = (".made-up",)
    media_types = ("text/x-made-up",)
    rungs = (
        *((f"heading-{depth}", f"before a section of depth {depth}") for depth in range(1, 33)),
        ("block", "before a table, a fence or a list item"),
        ("row", "before a row of a table"),
        ("paragraph", "after one or more blank lines"),
        ("line", "after a line end"),
        ("sentence", "after a sentence"),
        ("word", "before a word"),
        ("grapheme", "between two characters as a reader sees them"),
    )
    options = MadeUpOptions

    def sniff(self, head: str) -> float:
        """Look for the comment that a document of this format may begin with."""
        return 1.0 if head.startswith("%% made-up") else 0.0

    def outline(self, document: Document, options: MadeUpOptions) -> Outline:
        """Mark sections, turns, tables, fences and items, and what a reader does not see."""
        reader = _Reader(document.text)
        reader.read()
        return Outline(
            reader.ladder(),
            scopes=reader.scopes,
            atoms=reader.atoms,
            whole=reader.whole,
            regions=reader.regions,
            edits=reader.edits,
            trim=options.trim,
            metadata={"lines": len(reader.lines)},
        )

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Count the atoms that begin in a chunk."""
        first, behind = (
            bisect_left(outline.atoms, edge, key=lambda atom: atom.start) for edge in (start, end)
        )
        return {"atoms": behind - first}


class FailingFormat(MadeUpFormat):
    """A format whose parser fails on every document."""

    name = "failing"
    suffixes = (".failing",)
    media_types = ()

    def outline(self, document: Document, options: MadeUpOptions) -> Outline:
        """Fail."""
        raise RecursionError("too deep")
