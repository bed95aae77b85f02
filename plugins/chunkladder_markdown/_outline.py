"""From blocks to an outline: sections, cuts, what is kept whole, what is carried."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunkladder import Edit, Ladder, Offsets, Outline, Scope, Span

from ._extents import extents
from ._fences import fenced, is_closed
from ._front_matter import front_matter
from ._labels import label_of
from ._lines import Lines
from ._parse import is_target, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunkladder import Region

    from ._fences import Fenced
    from ._options import MarkdownOptions
    from ._parse import Block, Blocks

_COMMENT = re.compile(r"\s*<!--(?:(?!-->)(?s:.))*-->\s*\Z")
# A tag that opens, alone on its line, or a caption.
_OPENING = re.compile(r"\s*<(?:(?!</)[^\n]){,200}>\s*\Z|\s*<span[^\n]{,200}</span>\s*\Z")
_SENTENCE = re.compile(r"[.!?…][\"'”’)\]*_]*(?=\s)|[。！？]")
_WORD = re.compile(r"\s*\S+")
_QUOTED = "> \t"

_NOTHING = frozenset[str]()
_LISTED = frozenset({"bullet_list_open", "ordered_list_open", "table_open", "blockquote_open"})
_ANYTHING = _LISTED | {"paragraph_open", "fence", "code_block", "html_block"}


def outline_of(text: str, options: MarkdownOptions) -> Outline:
    """Return the outline of a document.

    Args:
        text: Any text.
        options: What may be chosen.
    """
    lines = Lines(text)
    front = front_matter(text)
    begin = front.end if front else len(text) - len(text.removeprefix("\ufeff"))
    shift = lines.line_of(begin) if front else 0
    draft = _Draft(lines, parse(text[begin:], shift), options)
    edits = [Edit(0, begin)] if front and options.front_matter == "drop" else []
    return Outline(
        Ladder(list(draft.rungs(begin if front else 0))),
        scopes=draft.scopes(),
        atoms=draft.atoms(),
        whole=draft.whole(),
        regions=draft.regions(),
        edits=sorted([*edits, *draft.dropped(), *draft.sealed()]),
        trim="lines",
        metadata=front.metadata if front else {},
    )


class _Draft:
    """An outline in the making: everything in lines until it is asked for."""

    def __init__(self, lines: Lines, blocks: Blocks, options: MarkdownOptions) -> None:
        self._lines = lines
        self._blocks = blocks
        self._options = options
        self._groups = list(_groups(blocks, lines))
        # Where a heading's first block begins: there the stretches begin at the heading.
        self._moved = {body: first for first, _, body in self._groups if body is not None}
        self._fenced = [fenced(fence, lines) for fence in blocks.fences]

    def _start(self, line: int) -> int:
        """Return the offset at which a stretch begins, its heading included."""
        return self._lines.starts[self._moved.get(line, line)]

    def rungs(self, behind: int) -> Iterator[Offsets | str]:
        """Yield the rungs, coarse to fine; none cuts before an offset."""
        start = self._lines.starts.__getitem__
        levels: list[list[int]] = [[] for _ in range(6)]
        for heading in self._blocks.headings:
            levels[heading.level - 1].append(start(heading.first))
        for level, cuts in enumerate(levels, 1):
            yield from _offsets(f"heading-{level}", cuts)
        cuts = [start(line) for line in self._block_lines()]
        yield from _offsets("block", [behind, *cuts] if behind else cuts)
        for depth, inner in enumerate(self._blocks.inner, 1):
            yield from _offsets(f"item-{depth}", map(start, inner))
        rows = (line for table in self._blocks.tables for line in range(table.begin + 3, table.end))
        yield from _offsets("row", map(start, rows))
        yield from _offsets("verbatim-part", map(start, self._part_lines()))
        yield from _offsets("verbatim-line", map(start, self._verbatim_lines()))
        yield from ("sentence", "line", "word", "grapheme")

    def _block_lines(self) -> Iterator[int]:
        """Yield the first lines of blocks, but for those that belong to the block before."""
        first_lines = {heading.begin: heading.first for heading in self._blocks.headings}
        leads_to: frozenset[str] = _NOTHING
        for block in self._blocks.top:
            if block.kind == "heading_open":
                yield first_lines[block.begin]
            elif block.kind != "hr" and block.kind not in leads_to:
                yield block.begin
            leads_to = self._leads_to(block)

    def _leads_to(self, block: Block) -> frozenset[str]:
        """Return the kinds of blocks of which a block speaks when they follow it."""
        if block.kind == "html_block":
            is_lead = _COMMENT.match(block.content) or _OPENING.match(block.content)
            return _ANYTHING if is_lead else _NOTHING
        if block.kind != "paragraph_open" or not block.content.rstrip(" *_").endswith(":"):
            return _NOTHING
        return _LISTED

    def _verbatim_lines(self) -> Iterator[int]:
        for begin, end in self._blocks.verbatim:
            yield from range(begin + 1, end)

    def _part_lines(self) -> Iterator[int]:
        contents = self._lines.contents
        for begin, end in self._blocks.verbatim:
            blank = False
            for line in range(begin + 1, end):
                bare = not contents[line].strip(_QUOTED)
                if blank and not bare:
                    yield line
                blank = bare

    def scopes(self) -> list[Scope]:
        """Return the sections, and the fences and tables, which carry lines."""
        found = [*self._sections(), *self._carrying()]
        found.sort(key=lambda scope: (scope.start, -scope.end))
        return found

    def _sections(self) -> Iterator[Scope]:
        headings, lines = self._blocks.headings, self._lines
        first_lines = {
            heading: first for first, headings, _ in self._groups for heading in headings
        }
        ends = _section_ends([heading.level for heading in headings])
        for at, heading in enumerate(headings):
            end = ends[at]
            stop = lines.starts[headings[end].first] if end < len(headings) else len(lines.text)
            yield Scope(
                lines.starts[first_lines.get(at, heading.first)],
                stop,
                label_of(heading.content),
                head=Span(lines.starts[heading.begin], lines.end(heading.end - 1)),
            )

    def _carrying(self) -> Iterator[Scope]:
        lines = self._lines
        for fence, seen in zip(self._blocks.fences, self._fenced, strict=True):
            end = lines.end(fence.end - 1)
            yield Scope(self._start(fence.begin), end, carry=(seen.carry,), close=(seen.close,))
        if self._options.tables == "whole":
            return
        for table in self._blocks.tables:
            header = lines.contents[table.begin], lines.contents[table.begin + 1]
            end = lines.end(table.end - 1)
            yield Scope(self._start(table.begin), end, carry=header)

    def atoms(self) -> list[Span]:
        """Return what is kept whole if it fits."""
        blocks, lines = self._blocks, self._lines
        kept = [
            *blocks.kept,
            *self._parts_of_fences(),
            *((table.begin, table.end) for table in blocks.tables),
            *extents(blocks.top, lines),
        ]
        # With negative ends, plain tuples sort as they should: the outer one first.
        found = {(self._start(begin), -lines.end(end - 1)) for begin, end in kept}
        found.update((start, -end) for start, end in self._heading_atoms())
        return [Span(start, -end) for start, end in sorted(found) if start < -end]

    def _parts_of_fences(self) -> Iterator[tuple[int, int]]:
        """Yield the lines of each fence, and those at its edges that are nothing by themselves."""
        for fence, seen in zip(self._blocks.fences, self._fenced, strict=True):
            yield fence.begin, fence.end
            if self._region_of(seen) is None:
                yield fence.begin, min(fence.begin + 2, fence.end)
                # The two may not overlap.
                if is_closed(fence, self._lines) and fence.end - fence.begin > 3:  # noqa: PLR2004
                    yield fence.end - 2, fence.end

    def _heading_atoms(self) -> Iterator[tuple[int, int]]:
        """Yield what keeps headings with the beginning of their body, as much of it as fits."""
        tops = {block.begin: block for block in self._blocks.top}
        lines = self._lines
        for first, headings, body in self._groups:
            start = lines.starts[first]
            if body is None:
                last = self._blocks.headings[headings[-1]]
                yield start, lines.end(last.end - 1)
                continue
            for end in self._beginnings(tops[body]):
                yield start, end

    def _beginnings(self, block: Block) -> Iterator[int]:
        """Yield the ends of a block's beginning: of its first line, sentence and word."""
        lines = self._lines
        if block.kind == "fence":
            # Its own parts, which begin with the heading, do the rest.
            yield lines.end(block.begin)
            return
        if block.kind == "table_open":
            yield lines.end(min(block.begin + 3, block.end) - 1)
            return
        start, end = lines.starts[block.begin], lines.end(block.begin)
        yield end
        sentence = _SENTENCE.search(lines.text, start, end)
        if sentence:
            yield sentence.end()
        word = _WORD.match(lines.text, start, end)
        if word:
            yield word.end()

    def whole(self) -> list[Span]:
        """Return what is kept whole whatever it costs."""
        if self._options.tables != "whole":
            return []
        lines = self._lines
        return [
            Span(lines.starts[table.begin], lines.end(table.end - 1))
            for table in self._blocks.tables
        ]

    def regions(self) -> list[Region]:
        """Return the contents of fences that are in a language."""
        regions = map(self._region_of, self._fenced)
        return [region for region in regions if region]

    def sealed(self) -> Iterator[Edit]:
        """Yield edits that change nothing but tie the lines of a fence to its first and last code.

        The format of the code knows nothing of these lines, which would be left alone where its
        first definition begins and its last one ends.
        """
        text, lines = self._lines.text, self._lines
        for fence, seen in zip(self._blocks.fences, self._fenced, strict=True):
            region = self._region_of(seen)
            code = text[region.start : region.end].strip() if region else ""
            if region is None or not code:
                continue
            first = text.index(code[0], region.start) + 1
            last = region.start + len(text[region.start : region.end].rstrip()) - 1
            start, end = lines.starts[fence.begin], lines.end(fence.end - 1)
            if first > last:
                yield Edit(start, end, text[start:end])
                continue
            yield Edit(start, first, text[start:first])
            if region.end < end:
                yield Edit(last, end, text[last:end])

    def _region_of(self, seen: Fenced) -> Region | None:
        return seen.region if self._options.fences == "language" else None

    def dropped(self) -> Iterator[Edit]:
        """Yield the blocks of HTML that are left out."""
        if self._options.html == "keep":
            return
        for block in self._blocks.top:
            if block.kind == "html_block" and (
                self._options.html == "drop" or _COMMENT.match(block.content)
            ):
                yield Edit(self._lines.starts[block.begin], self._lines.end(block.end - 1))


def _offsets(name: str, cuts: Iterable[int]) -> Iterator[Offsets]:
    found = sorted(set(cuts))
    if found:
        yield Offsets(name, found)


def _section_ends(levels: Sequence[int]) -> list[int]:
    """Return for each heading the next one that is not deeper, or the number of headings."""
    ends = [len(levels)] * len(levels)
    waiting: list[int] = []
    for at, level in enumerate(levels):
        while waiting and levels[waiting[-1]] >= level:
            ends[waiting.pop()] = at
        waiting.append(at)
    return ends


def _groups(blocks: Blocks, lines: Lines) -> Iterator[tuple[int, list[int], int | None]]:
    """Yield headings that follow each other directly, each deeper than the one before.

    Yields:
        The first line, the places of the headings, and the first line of what stands below them;
        None if that is a heading, too, or nothing.
    """
    first, group, level = 0, list[int](), 0
    place = -1
    for block in blocks.top:
        if block.kind == "heading_open":
            place += 1
            heading = blocks.headings[place]
            if group and heading.level <= level:
                yield first, group, None
                group = []
            if not group:
                first = heading.first
            group.append(place)
            level = heading.level
        elif group and not (_COMMENT.match(block.content) or is_target(block)):
            yield first, group, block.begin
            group = []
    if group:
        yield first, group, None
