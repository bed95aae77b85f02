"""From what is found to an outline."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from chunkladder import Edit, Ladder, Offsets, Outline, Scope, Span

from ._scan import LEVELS, Environment, Heading, lines_in, scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._format import LatexOptions

_LINE_END = re.compile(r"\r\n|\n|\r")
_INK = re.compile(r"\S")
_BLANKS = " \t"


def outline_of(text: str, options: LatexOptions) -> Outline:
    """Return the outline of a text; linear."""
    found = scan(text)
    solid = _without_headings(found.environments, found.headings)
    edits = [] if options.comments else _edits(text, found.comments)
    verbatim = [one for one in solid if one.is_verbatim]
    scopes = [*_sections(found.headings, len(text)), *_walls(text, verbatim)]
    return Outline(
        _ladder(text, found.headings, solid, found.items),
        scopes=sorted(scopes, key=lambda scope: (scope.start, -scope.end)),
        atoms=_atoms(text, found.headings, solid),
        edits=edits,
    )


def _ladder(
    text: str, headings: Sequence[Heading], solid: Sequence[Environment], items: Sequence[int]
) -> Ladder:
    depths: list[list[int]] = [[] for _ in LEVELS]
    for heading in headings:
        depths[heading.level - 1].append(heading.start)
    sections = [Offsets(f"section-{at}", cuts) for at, cuts in enumerate(depths, 1)]
    edges = {edge for one in solid for edge in (one.start, one.end)}
    shown = [one for one in solid if one.is_verbatim]
    lines = {cut for one in shown for cut in lines_in(text, one.body, one.behind + 1)}
    return Ladder(
        [
            *sections,
            Offsets("environment", sorted(edges)),
            Offsets("item", items),
            "paragraph",
            Offsets("verbatim-line", sorted(lines)),
            *("sentence", "line", "word", "grapheme"),
        ]
    )


def _without_headings(
    environments: Sequence[Environment], headings: Sequence[Heading]
) -> list[Environment]:
    """Leave out those that hold a heading, such as the document."""
    starts = [heading.start for heading in headings]
    ends = [heading.end for heading in headings]
    return [
        one for one in environments if bisect_left(starts, one.end) <= bisect_right(ends, one.start)
    ]


def _sections(headings: Sequence[Heading], length: int) -> Iterator[Scope]:
    ends = [length] * len(headings)
    around: list[int] = []
    for index, heading in enumerate(headings):
        while around and headings[around[-1]].level >= heading.level:
            ends[around.pop()] = heading.start
        around.append(index)
    for (start, stop, _, label), end in zip(headings, ends, strict=True):
        yield Scope(start, end, label, Span(start, stop))


def _walls(text: str, verbatim: Sequence[Environment]) -> Iterator[Scope]:
    """Repeat the edges of verbatim text."""
    for one in verbatim:
        opening, closing = text[one.start : one.body], text[one.behind : one.end]
        yield Scope(one.start, one.end, carry=(opening,), close=(closing,))


def _atoms(text: str, headings: Sequence[Heading], solid: Sequence[Environment]) -> list[Span]:
    spans = {Span(one.start, one.end) for one in solid}
    ends: dict[int, int] = {}
    for one in solid:
        ends[one.start] = max(one.end, ends.get(one.start, 0))
    ties = _ties(text, headings, ends)
    return sorted(_nested(spans, ties), key=lambda span: (span.start, -span.end))


def _ties(text: str, headings: Sequence[Heading], ends: dict[int, int]) -> Iterator[Span]:
    """Tie headings to the first line behind them, or the environment that begins there."""
    first = None
    for index, heading in enumerate(headings):
        first = heading.start if first is None else first
        limit = headings[index + 1].start if index + 1 < len(headings) else len(text)
        ink = _INK.search(text, heading.end, limit)
        if ink:
            stop = _LINE_END.search(text, ink.start(), limit)
            yield Span(first, ends.get(ink.start(), stop.start() if stop else limit))
            first = None


def _nested(spans: set[Span], ties: Iterator[Span]) -> set[Span]:
    """Add the ties in which no environment begins that ends behind them, nor the other way."""
    outer: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not outer or span.start >= outer[-1].end:
            outer.append(span)
    starts = [span.start for span in outer]
    kept = set(spans)
    for tie in ties:
        around = bisect_left(starts, tie.end) - 1
        crosses = around >= 0 and outer[around].end > tie.end > outer[around].start
        before = bisect_right(starts, tie.start) - 1
        inside = before >= 0 and outer[before].end > tie.start
        if not crosses and not inside:
            kept.add(tie)
    return kept


def _edits(text: str, comments: Sequence[tuple[int, int]]) -> list[Edit]:
    """Drop comments, and the lines of those that have a line for themselves."""
    edits = []
    for start, end in comments:
        left = start
        while left and text[left - 1] in _BLANKS:
            left -= 1
        line_end = _LINE_END.match(text, end)
        alone = (not left or text[left - 1] in "\r\n") and line_end
        edits.append(Edit(left, line_end.end()) if alone and line_end else Edit(start, end))
    return edits
