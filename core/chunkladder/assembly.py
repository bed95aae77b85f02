"""From trimmed cuts to chunks: texts, lines, shares, occurrences, metadata."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from .chunk import Chunk, Origin
from .lines import line_counter
from .plaintext import TextFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from .cutters import Cut
    from .formats import Format
    from .layout import Layout


def assemble(  # noqa: PLR0915 - one loop, since a call a chunk would cost a tenth of it
    layout: Layout,
    cuts: Iterable[Cut],
    format: Format,  # noqa: A002
    describe: Callable[[int, int], Mapping[str, object]],
    *,
    level: str,
    parent_id: Callable[[int], str] | None = None,
) -> Iterator[Chunk]:
    """Make chunks.

    Args:
        layout: The document.
        cuts: Trimmed stretches of the view, in order, none empty.
        format: The document's format, which describes its chunks.
        describe: Returns what the format says of a stretch of the source.
        level: Which of two levels the chunks are, for their ids.
        parent_id: Returns the id of the parent that holds an offset of the view.

    Raises:
        PluginError: The format failed to describe a chunk.
    """
    document, view, room = layout.document, layout.view, layout.room
    text, edited, limit = document.text, view.edited, room.size
    bare, exact = not layout.tree.scopes, room.exact
    special = layout.special_tokens
    count, line_ends = room.count, line_counter(text)
    # Plain text has nothing to say of a chunk, and is asked most often.
    describes, described = type(format) is not TextFormat, None
    origin = Origin(format.name, document.source, level)
    base = MappingProxyType({**document.metadata, **layout.outline.metadata})
    seen: dict[object, int] = {}
    repeats: dict[object, int] = {}
    names = [*layout.names, "end"]
    context: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    parent = None
    line, at, previous_end = 1, 0, 0
    # The named tuple's own constructor is three times as slow.
    new = tuple.__new__
    for index, (first, last, rung) in enumerate(cuts):
        start, end = view.source(first, last) if edited else (first, last)
        piece = text[start:end]
        body = view.text[first:last] if edited else piece
        if bare:
            size, embed_text = count(body) if exact else room.finish(first, last).size, body
        else:
            context, carried, embed_text, path, size = layout.dressed(first, last)
        # The key is the whole text: its hash costs less than any shorter key that would do.
        key = (path, embed_text) if path else embed_text
        occurrence = 0
        if seen.setdefault(key, index) != index:
            occurrence = repeats.get(key, 0) + 1
            repeats[key] = occurrence
        # Counted now: later it would take the document's text, which no chunk keeps alive.
        line += line_ends(at, start)
        at = start
        if describes:
            described = describe(start, end)
        if parent_id:
            parent = parent_id(first)
        yield new(
            Chunk,
            (
                piece,
                body,
                context,
                carried,
                embed_text,
                path,
                start,
                end,
                line,
                size + special,
                previous_end - start if start < previous_end else 0,
                names[rung],
                size > limit,
                index,
                occurrence,
                parent,
                MappingProxyType({**base, **described}) if described else base,
                origin,
            ),
        )
        previous_end = end
