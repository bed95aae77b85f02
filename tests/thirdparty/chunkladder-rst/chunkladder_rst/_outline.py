"""From blocks to an outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import Edit, Ladder, Offsets, Outline, Region, Scope, Span

from ._blocks import Block, Line, blocks_of, lines_of
from ._format import DEEPEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._format import RstOptions

_UNSEEN = ("target", "comment")
_SOLID = ("directive", "note", "table", "item", "literal")
_CODE = ("code", "code-block", "sourcecode")
_BODIES = ("directive", "literal", "table")


def outline_of(text: str, options: RstOptions) -> Outline:
    """Return the outline of a text; linear."""
    lines = lines_of(text)
    blocks = list(blocks_of(lines))
    reader = _Reader(lines, blocks, len(text))
    return Outline(
        reader.ladder(),
        scopes=sorted(
            [*reader.sections(), *reader.bodies()], key=lambda one: (one.start, -one.end)
        ),
        atoms=reader.atoms(),
        regions=list(reader.regions()),
        edits=[] if options.comments else list(reader.edits()),
    )


class _Reader:
    """The blocks of a document, with what they mean."""

    def __init__(self, lines: Sequence[Line], blocks: Sequence[Block], length: int) -> None:
        self.lines = lines
        self.blocks = blocks
        self.length = length
        self.levels = _levels(blocks)
        self.begins = self._begins()

    def start(self, block: Block) -> int:
        """Return the offset of a block."""
        return self.lines[block.first].start

    def end(self, block: Block) -> int:
        """Return the offset behind a block, less its last line end."""
        last = self.lines[block.behind - 1]
        return last.start + len(last.says)

    def _begins(self) -> dict[int, int]:
        """Return where each section begins, by the index of its title: at the targets before."""
        begins = {}
        first = None
        for index, block in enumerate(self.blocks):
            first = index if first is None else first
            if block.kind == "title":
                begins[index] = self.start(self.blocks[first])
            first = first if block.kind == "target" else None
        return begins

    def ladder(self) -> Ladder:
        depths: list[list[int]] = [[] for _ in range(DEEPEST)]
        for index, level in self.levels.items():
            if level <= DEEPEST:
                depths[level - 1].append(self.begins[index])
        sections = [Offsets(f"section-{at}", cuts) for at, cuts in enumerate(depths, 1)]
        items = [self.start(block) for block in self.blocks if block.kind == "item"]
        starts = [*self._block_starts()]
        rungs = [Offsets("block", starts), Offsets("item", items)]
        rungs.append(Offsets("body-line", list(self._body_lines())))
        return Ladder([*sections, *rungs, "sentence", "line", "word", "grapheme"])

    def _block_starts(self) -> Iterator[int]:
        before = ""
        for block in self.blocks:
            together = block.kind == "item" == before or before in ("target", "title")
            if not together:
                yield self.start(block)
            before = block.kind

    def _body_lines(self) -> Iterator[int]:
        for block in self.blocks:
            if block.kind in _BODIES:
                yield from (line.start for line in self.lines[block.first + 1 : block.behind])

    def sections(self) -> Iterator[Scope]:
        """Nest the sections by level."""
        titles = [index for index, level in self.levels.items() if level <= DEEPEST]
        ends = dict.fromkeys(titles, self.length)
        around: list[int] = []
        for index in titles:
            while around and self.levels[around[-1]] >= self.levels[index]:
                ends[around.pop()] = self.begins[index]
            around.append(index)
        for index in titles:
            block = self.blocks[index]
            head = Span(self.start(block), self.end(block))
            yield Scope(self.begins[index], ends[index], block.name, head)

    def bodies(self) -> Iterator[Scope]:
        """Carry the first line of a directive with a body."""
        for block in self.blocks:
            if block.kind == "directive" and block.behind - block.first > 1:
                line = self.lines[block.first].says.rstrip()
                yield Scope(self.start(block), self.end(block), carry=(line,))

    def atoms(self) -> list[Span]:
        """Keep blocks whole, and titles with what follows."""
        solid = {
            Span(self.start(block), self.end(block))
            for block in self.blocks
            if block.kind in _SOLID
        }
        return sorted(solid | set(self._ties()), key=lambda span: (span.start, -span.end))

    def _ties(self) -> Iterator[Span]:
        first = None
        for index, block in enumerate(self.blocks):
            if block.kind == "title":
                first = self.begins[index] if first is None else first
            elif first is not None and block.kind not in _UNSEEN:
                line = self.lines[block.first]
                is_solid = block.kind in _SOLID
                yield Span(first, self.end(block) if is_solid else line.start + len(line.says))
                first = None

    def regions(self) -> Iterator[Region]:
        """Name the language of code."""
        for block in self.blocks:
            words = block.argument.split()
            if block.kind == "directive" and block.name in _CODE and words:
                start = self._body_start(block)
                if start < self.end(block):
                    yield Region(start, self.end(block), words[0].lower())

    def _body_start(self, block: Block) -> int:
        """Return where a directive's body begins, behind its options."""
        for line in self.lines[block.first + 1 : block.behind]:
            if not line.is_blank and not line.says.lstrip().startswith(":"):
                return line.start
        return self.end(block)

    def edits(self) -> Iterator[Edit]:
        """Drop what a reader does not see, with its line end."""
        for block in self.blocks:
            if block.kind in _UNSEEN:
                yield Edit(self.start(block), self.lines[block.behind - 1].end)


def _levels(blocks: Sequence[Block]) -> dict[int, int]:
    """Return the depth of each title, by its index: signs are as deep as they come first."""
    seen: dict[str, int] = {}
    return {
        index: seen.setdefault(block.argument, len(seen) + 1)
        for index, block in enumerate(blocks)
        if block.kind == "title"
    }
