"""From trimmed cuts to chunks: lines, shares, occurrences, metadata."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from .chunk import Chunk, Facts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from .context import Body
    from .layout import Layout

    Describe = Callable[[int, int], Mapping[str, object]]


class LineCounter:
    """Lines of stretches that come in order of their starts, counted from 1.

    Only LF, CRLF and CR end a line. The text is passed over about once.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain = "\r" not in text
        self._start = self._last = 0
        self._start_line = self._last_line = 1

    def lines(self, start: int, end: int) -> tuple[int, int]:
        """Return the lines of the first and last character of a stretch that is not empty."""
        if start >= self._last:
            first = self._last_line + self._ends(self._last, start)
        else:
            first = self._start_line + self._ends(self._start, start)
        self._start, self._start_line = start, first
        self._last = end - 1
        self._last_line = first + self._ends(start, end - 1)
        return first, self._last_line

    def _ends(self, start: int, end: int) -> int:
        """Count the line ends that end in ``start < end of the line end <= end``."""
        text = self._text
        count = text.count("\n", start, end)
        if self._plain:
            return count
        count += text.count("\r", start, end) - text.count("\r\n", start, end)
        # Between CR and LF no line has ended yet.
        if text.startswith("\r\n", end - 1) and start < end:
            count -= 1
        return count


def assemble(
    layout: Layout,
    bodies: Iterable[tuple[Body, int]],
    describe: Describe,
    *,
    level: str,
    parent_id: Callable[[int], str] | None = None,
) -> Iterator[Chunk]:
    """Make chunks.

    Args:
        layout: The document.
        bodies: Finished bodies, each with the level of the cut that ends it.
        describe: The format's metadata for a stretch of the source.
        level: Which of two levels the chunks are, for their ids.
        parent_id: Returns the id of the parent that holds an offset of the view.
    """
    document, view = layout.document, layout.view
    text, edited, limit = document.text, view.edited, layout.room.size
    scoped = bool(layout.tree.scopes)
    lines_of = LineCounter(text).lines
    base = MappingProxyType({**document.metadata, **layout.outline.metadata})
    seen: dict[object, int] = {}
    names = [*layout.names, "end"]
    previous_end = 0
    for index, ((first, last, wrap, size), rung) in enumerate(bodies):
        start, end = view.source(first, last) if edited else (first, last)
        piece = text[start:end]
        body = view.text[first:last] if edited else piece
        context, carried, embed_text, path = (
            layout.dressed(first, last, wrap) if scoped else ((), (), body, ())
        )
        key = (path, embed_text) if path else embed_text
        occurrence = seen.get(key, 0)
        seen[key] = occurrence + 1
        first_line, last_line = lines_of(start, end)
        described = describe(start, end)
        yield Chunk(
            Facts(
                piece,
                body,
                context,
                carried,
                embed_text,
                path,
                start,
                end,
                first_line,
                last_line,
                size,
                max(0, previous_end - start),
                names[rung],
                size > limit,
                document.format,
                document.source,
                index,
                occurrence,
                level,
                parent_id(first) if parent_id else None,
                MappingProxyType({**base, **described}) if described else base,
            )
        )
        previous_end = end
