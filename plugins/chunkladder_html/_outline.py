"""From runs to an outline: cuts, sections, what is kept whole, what is carried."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import TYPE_CHECKING

from chunkladder import Edit, Ladder, Offsets, Outline, Scope, Span

from ._places import BLOCK, CELL, ITEM
from ._reader import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ._findings import Findings, Heading
    from ._options import HtmlOptions
    from ._tables import Grid

SECTIONS, BLOCKS, ITEMS = 6, 12, 6
"""How many rungs there are for depths of each kind; what is deeper counts to the last."""

LONGEST = 200
"""Characters of a heading that are shown in a path."""

HEADER = 250
"""Characters of a table's header that are carried; the names in a longer one are cut short."""

_LEAST = 20
"""Characters of a header below which it is not worth carrying."""

_LETTERS = 4
"""How much of a name is left at least, where there are too many of them for more."""

_SENTENCE = re.compile(r"(?:<[^>]*+>|[^<.!?…。！？])*+[.!?…。！？]++[\"'”’)\]]*+(?=\s|<)")
_WORD = re.compile(r"(?:<[^>]*+>|[^\s<])++")
_BLANK_LINE = re.compile(r"(?:\r\n?|\n)(?:[ \t]*(?:\r\n?|\n))+")
_ANCHOR = re.compile(
    r"""<(?:a(?=\s)[^<>]*?\s(?:id|name)|[a-z][^<>]*?\sid)\s*=\s*
    (?:"([^"]*)"|'([^']*)'|([^\s>"']+))""",
    re.IGNORECASE | re.VERBOSE,
)
_PERMALINK = "¶#§🔗"


@dataclass(frozen=True, slots=True)
class PageOutline(Outline):
    """An outline that knows where one can link to.

    Attributes:
        places: Where headings with an anchor begin, sorted.
        anchors: The anchor of each.
    """

    places: Sequence[int] = ()
    anchors: Sequence[str] = ()


def outline_of(text: str, options: HtmlOptions) -> PageOutline:
    """Return the outline of a page; one pass.

    Args:
        text: Any text.
        options: What may be chosen.
    """
    return _Draft(text, Reader(text, options).read(), options).outline()


class _Draft:
    """An outline in the making."""

    def __init__(self, text: str, found: Findings, options: HtmlOptions) -> None:
        self._text = text
        self._found = found
        self._options = options
        self._headings = sorted(found.headings, key=lambda heading: heading.first)
        self._groups = list(_groups(self._headings))
        # Runs that begin a stretch which begins earlier, with a heading or a term.
        self._moved: dict[int, int] = {}
        for group in self._groups:
            self._move(group[0].first, min(group[-1].last, group[-1].end - 1))
        self._terms = sorted(term for term in found.terms if term[1] < len(found.run_starts))
        for first, last in self._terms:
            self._move(first, last)
        self._verbatim = {first for first, _ in found.verbatim}

    def _move(self, first: int, last: int) -> None:
        start = self._start(first)
        for run in range(first + 1, last + 1):
            self._moved[run] = start

    def _start(self, run: int) -> int:
        """Return the offset at which a stretch begins, its heading included."""
        start = self._moved.get(run)
        return self._found.run_starts[run] if start is None else start

    def _end(self, run: int) -> int:
        """Return the offset behind the run before one."""
        return self._found.run_ends[run - 1]

    def outline(self) -> PageOutline:
        found = self._found
        tables = self._tables()
        atoms = _nested([*self._atoms()], tables)
        anchors = [(self._start(one.first), self._anchor(one)) for one in self._headings]
        anchors = [(start, anchor) for start, anchor in anchors if anchor]
        return PageOutline(
            Ladder(list(self._rungs())),
            scopes=self._scopes(tables),
            atoms=atoms,
            whole=self._whole(),
            edits=self._edits(),
            trim="lines",
            metadata=found.metadata,
            places=[start for start, _ in anchors],
            anchors=[anchor for _, anchor in anchors],
        )

    # -- rungs

    def _rungs(self) -> Iterator[Offsets | str]:
        starts = self._found.run_starts
        by_place = self._by_place()
        for depth in range(1, SECTIONS + 1):
            yield from _offsets(f"section-{depth}", by_place.get(("section", depth), ()))
        for rank in range(1, 7):
            begun = (starts[one.first] for one in self._headings if one.rank == rank)
            yield from _offsets(f"heading-{rank}", begun)
        # By what depths there are: most of what stands around a page is there once.
        depths = sorted(depth for kind, depth in by_place if kind == BLOCK)
        last = [cut for depth in depths[BLOCKS - 1 :] for cut in by_place[BLOCK, depth]]
        for at, depth in enumerate(depths[:BLOCKS], 1):
            cuts = by_place[BLOCK, depth]
            yield from _offsets(f"block-{at}", last if at == BLOCKS else cuts)
        for depth in range(ITEMS):
            yield from _offsets(f"item-{depth + 1}", by_place.get((ITEM, depth), ()))
        yield from _offsets("row", self._row_cuts())
        yield from _offsets("cell", by_place.get((CELL, 0), ()))
        yield from _offsets("verbatim-part", self._part_cuts())
        yield from ("line", "sentence", "word", "grapheme")

    def _by_place(self) -> Mapping[tuple[object, int], list[int]]:
        found: dict[tuple[object, int], list[int]] = {}
        text, ends, led = self._text, self._found.run_ends, self._found.led
        runs = zip(self._found.run_starts, self._found.places, strict=True)
        for run, (start, (kind, depth, section)) in enumerate(runs):
            if section:
                found.setdefault(("section", min(section, SECTIONS)), []).append(start)
            if run in led and kind == BLOCK and run and text[ends[run - 1] - 1] in ":：":
                # What ends with a colon speaks of what follows.
                place = ITEM, 0
            elif kind == ITEM:
                place = ITEM, min(depth, ITEMS - 1)
            else:
                place = kind, depth
            found.setdefault(place, []).append(start)
        return found

    def _row_cuts(self) -> Iterator[int]:
        starts = self._found.run_starts
        for grid in self._found.grids:
            yield from (starts[row.first] for row in grid.rows[len(grid.header()) + 1 :])

    def _part_cuts(self) -> Iterator[int]:
        starts = self._found.run_starts
        for first, last in self._found.verbatim:
            for blank in _BLANK_LINE.finditer(self._text, starts[first], self._end(last)):
                if self._text[blank.start() - 1] != ":":
                    yield blank.end()

    # -- scopes

    def _scopes(self, tables: Iterable[Scope]) -> list[Scope]:
        starts, scopes = self._found.run_starts, list(tables)
        title = self._found.metadata.get("title")
        if title and self._options.title == "path" and self._text:
            scopes.append(Scope(0, len(self._text), _short(str(title), LONGEST)))
        for group in self._groups:
            begin = self._start(group[0].first)
            for one in group:
                end = starts[one.end] if one.end < len(starts) else len(self._text)
                head = Span(starts[one.first], self._end(one.last))
                scopes.append(Scope(begin, end, self._label(one.first, one.last), head))
        scopes.sort(key=lambda scope: (scope.start, -scope.end))
        return scopes

    def _tables(self) -> list[Scope]:
        """Return a scope for each table that has a header or a caption."""
        if self._options.tables == "whole":
            return []
        return [scope for grid in self._found.grids for scope in self._table(grid)]

    def _table(self, grid: Grid) -> Iterator[Scope]:
        header = grid.header()
        lines = list(filter(None, (self._line(row.first, row.last) for row in header)))
        carry, *brief = _forms(lines)
        label = self._label(*grid.caption) if grid.caption else ""
        if carry or label:
            starts = self._found.run_starts
            first, last = grid.caption or (header[0].first, 0)
            last = max(last, header[-1].last if header else 0)
            head = Span(starts[first], self._end(last))
            start, end = self._start(grid.first), self._end(grid.last)
            yield Scope(start, end, label, head, carry, brief=tuple(brief))

    def _line(self, first: int, last: int) -> str:
        return " ".join(self._shown(self._found.run_starts[first], self._end(last)).split())

    def _label(self, first: int, last: int) -> str:
        start = self._found.run_starts[first]
        label = " ".join(self._shown(start, self._end(last), marked=False).split())
        return _short(label.rstrip(_PERMALINK + " ") or label, LONGEST)

    def _shown(self, start: int, end: int, *, marked: bool = True) -> str:
        """Return a stretch as a reader sees it, with or without the marker in front of it."""
        text, found = self._text, self._found
        starts, ends, texts = found.starts, found.ends, found.texts
        pieces: list[str] = []
        at = start
        for place in range(bisect_left(starts, start), bisect_left(starts, end)):
            pieces.append(text[at : starts[place]])
            at = ends[place]
            if marked or starts[place] < at or at > start:
                pieces.append(texts[place])
        return "".join([*pieces, text[at:end]])

    def _edits(self) -> list[Edit]:
        found = self._found
        # The named tuple's own constructor is twice as slow.
        make = partial(tuple.__new__, Edit)
        edits: list[Edit] = list(map(make, zip(found.starts, found.ends, found.texts, strict=True)))
        if found.has_blank_prefixes:
            return [edit for edit in edits if edit.start < edit.end or edit.text]
        return edits

    def _anchor(self, heading: Heading) -> str:
        """Return the name by which one can link to a heading; empty if it has none."""
        begin = self._found.run_starts[heading.first]
        before = _anchors(self._text[heading.gap : begin])
        inside = _anchors(self._text[begin : self._end(heading.last)])
        return before[-1] if before else (inside[0] if inside else "")

    # -- what is kept whole

    def _atoms(self) -> Iterator[Span]:
        found = self._found
        for first, last in found.kept:
            yield Span(self._start(first), self._end(last))
        for grid in found.grids:
            yield Span(self._start(grid.first), self._end(grid.last))
            yield Span(self._start(grid.first), self._first_row_end(grid))
        for group in self._groups:
            start, body = self._start(group[0].first), group[-1].last
            if body < group[-1].end:
                yield from (Span(start, end) for end in self._beginnings(body))
            elif len(group) > 1 or body - group[0].first > 1:
                yield Span(start, self._end(body))
        for first, body in self._terms:
            yield from (Span(self._start(first), end) for end in self._beginnings(body))

    def _first_row_end(self, grid: Grid) -> int:
        rows = grid.rows[: len(grid.header()) + 1]
        return self._end(rows[-1].last) if rows else self._end(grid.first + 1)

    def _beginnings(self, run: int) -> Iterator[int]:
        """Yield the ends of the beginning of a run: of its first line, sentence and word."""
        text, start, end = self._text, self._found.run_starts[run], self._found.run_ends[run]
        if run in self._verbatim:
            line_end = text.find("\n", start, end)
            end = line_end if line_end > start else end
        yield end
        for pattern in (_SENTENCE, _WORD):
            part = pattern.match(text, start, end)
            if part and part.end() > start:
                yield part.end()

    def _whole(self) -> list[Span]:
        if self._options.tables != "whole":
            return []
        starts = self._found.run_starts
        spans = [Span(starts[grid.first], self._end(grid.last)) for grid in self._found.grids]
        return sorted(span for span in spans if span.start < span.end)


def _offsets(name: str, cuts: Iterable[int]) -> Iterator[Offsets]:
    found = sorted(set(cuts))
    if found:
        yield Offsets(name, found)


def _forms(lines: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield what may be carried of a header, the longest form first; each a third shorter."""
    form = tuple(_names(line, HEADER) for line in lines)
    yield form
    length = sum(map(len, form))
    while length > _LEAST:
        length = max(length * 2 // 3, _LEAST)
        yield tuple(_names(line, length // len(lines)) for line in lines)


def _names(line: str, limit: int) -> str:
    """Return a row of a header in which names are cut short if it is too long."""
    if len(line) <= limit:
        return line
    names = line.split(" | ")
    width = max(_LETTERS, limit // len(names) - len(" | "))
    return _short(" | ".join(_short(name, width) for name in names), limit)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _groups(headings: Sequence[Heading]) -> Iterator[list[Heading]]:
    """Yield headings that follow each other directly, each deeper than the one before."""
    group: list[Heading] = []
    for heading in headings:
        last = group[-1] if group else None
        if last and last.last == heading.first < last.end and heading.rank > last.rank:
            group.append(heading)
            continue
        if group:
            yield group
        group = [heading]
    if group:
        yield group


def _nested(spans: Sequence[Span], walls: Sequence[Scope]) -> list[Span]:
    """Return spans in order, less those that cross another or a scope with lines of its own."""
    found = {(start, -end, 1) for start, end in spans if start < end}
    found.update((wall.start, -wall.end, 0) for wall in walls if wall.carry)
    kept: list[Span] = []
    around: list[int] = []
    for start, negative, is_span in sorted(found):
        while around and around[-1] <= start:
            around.pop()
        if is_span and around and around[-1] < -negative:
            continue
        around.append(-negative)
        if is_span:
            kept.append(Span(start, -negative))
    return kept


def _anchors(source: str) -> list[str]:
    """Return the names that tags give to places, in order."""
    found = (match[1] or match[2] or match[3] or "" for match in _ANCHOR.finditer(source))
    return [unescape(name) for name in found if name]


def facts_of(outline: PageOutline, start: int) -> Mapping[str, object]:
    """Return the nearest anchor at or before an offset."""
    at = bisect_right(outline.places, start)
    return {"anchor": outline.anchors[at - 1]} if at else {}
