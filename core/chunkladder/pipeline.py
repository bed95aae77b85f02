"""One document on its way from outline to chunks."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING

from .assembly import assemble
from .context import Limits
from .errors import ConfigError, did_you_mean
from .gauges import UNLIMITED
from .layout import Layout
from .nesting import Placed
from .plaintext import TextFormat
from .rungs import GENERAL_RUNGS, Ladder, Offsets, UserRung, resolve_ladder, rung_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from .chunk import Chunk
    from .cutters import Cut
    from .formats import Format
    from .model import Document
    from .outlining import Outliner
    from .rungs import Rung
    from .settings import Settings

WHOLE = "chunk"
PARENT = "parent"


class Pipeline:
    """One document under one set of settings.

    Raises:
        ConfigError: A rung of the settings is none of the format's.
        PluginError: The format's plugin is at fault.
    """

    def __init__(
        self,
        document: Document,
        format: Format,  # noqa: A002
        outliner: Outliner,
        settings: Settings,
    ) -> None:
        self._settings = settings
        self._document = document
        outline = outliner.outline(document, format)
        self._own = declared_ladder(format, outline.ladder.rungs)
        self._unfolded = outliner.unfolded(document, outline, format)
        self._describe = partial(outliner.describe, format, document, outline)
        self._format = format
        self._reopen = self._placed(settings.overlap_at)

    @property
    def is_our_own(self) -> bool:
        """Whether no Python code but the core's runs: plain text, and a measure without any."""
        return type(self._format) is TextFormat and self._settings.counter.is_our_own

    @property
    def format(self) -> str:
        """The document's format."""
        return self._format.name

    @property
    def formats(self) -> frozenset[str]:
        """The formats that took part: the document's, and those of its regions."""
        return self._unfolded.formats | {self._format.name}

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks."""
        layout = self._layout(self._settings.size, self._settings.overlap)
        if self._settings.parent is None:
            return self._assembled(layout, self._cuts(layout, None), WHOLE)
        parents, chunks = self._parents()
        ids = [chunk.id for chunk in chunks]
        ends = [end for _, end, _ in parents]
        return self._assembled(
            layout,
            self._cuts(layout, parents),
            WHOLE,
            lambda offset: ids[bisect_right(ends, offset)],
        )

    def parents(self) -> list[Chunk]:
        """Return the large chunks that hold the others."""
        if self._settings.parent is None:
            raise ConfigError("parent", None, "a size or a rung's name, to ask for parents")
        return self._parents()[1]

    def spans(self) -> list[tuple[int, int]]:
        """Return the offsets of the chunks."""
        layout = self._layout(self._settings.size, self._settings.overlap)
        parents = None if self._settings.parent is None else self._parents()[0]
        found = [(start, end) for start, end, _ in self._cuts(layout, parents)]
        if layout.view.edited:
            return [layout.view.source(start, end) for start, end in found]
        return found

    def _cuts(self, layout: Layout, within: Sequence[Cut] | None) -> Iterator[Cut]:
        cuts = layout.cuts(self._reopen, within)
        if not self._settings.min_size:
            return cuts
        edges = [edge for start, end, _ in within or () for edge in (start, end)]
        least = self._settings.min_size - self._settings.counter.special_tokens
        return layout.joined(cuts, least, edges)

    def _parents(self) -> tuple[list[Cut], list[Chunk]]:
        parent = self._settings.parent
        if isinstance(parent, int):
            layout = self._layout(parent, 0)
            cuts = list(layout.cuts(None))
        else:
            layout = self._layout(UNLIMITED, 0)
            cuts = layout.parts(self._rung_there(str(parent), layout.names))
        return cuts, list(self._assembled(layout, cuts, PARENT))

    def _rung_there(self, wanted: str, names: Sequence[str]) -> str | None:
        """Return the rung at which parents are cut.

        Where a document has no cut of the rung that was asked for, that is the next coarser one
        that it has, if any.
        """
        declared = [name for name, _ in self._format.rungs]
        if self._settings.ladder is not None or wanted in names or wanted not in declared:
            check_parent(wanted, names)
            return wanted
        coarser = [name for name in declared[: declared.index(wanted)] if name in names]
        return coarser[-1] if coarser else None

    def _assembled(
        self,
        layout: Layout,
        cuts: Iterable[Cut],
        level: str,
        parent_id: Callable[[int], str] | None = None,
    ) -> Iterator[Chunk]:
        return assemble(
            layout, cuts, self._format, self._describe, level=level, parent_id=parent_id
        )

    def _layout(self, size: int, overlap: int) -> Layout:
        settings = self._settings
        # What a model adds is no chunk's text: it is taken off here, and added to the sizes.
        room = size if size == UNLIMITED else size - settings.counter.special_tokens
        limits = Limits(settings.counter, room, overlap, settings.context)
        return Layout(
            self._document,
            self._unfolded.outline,
            self._ladder(),
            limits,
            settings.keep,
            stable=settings.stable,
        )

    def _ladder(self) -> Sequence[Placed]:
        wanted = self._settings.ladder
        if wanted is None:
            return self._unfolded.ladder
        return [Placed(rung) for rung in resolve_ladder(wanted, self._own).rungs]

    def _placed(self, rung: UserRung | None) -> Placed | None:
        if rung is None:
            return None
        return Placed(resolve_ladder([rung], self._own, "overlap_at").rungs[0])


def check_parent(name: str, names: Sequence[str]) -> None:
    """Make sure that a parent's rung is one of the ladder's.

    Raises:
        ConfigError: It is not.
    """
    if name not in names:
        known = list(dict.fromkeys(names))
        expected = f"a size, or a rung of the ladder: {', '.join(map(repr, known))}"
        raise ConfigError("parent", name, expected, hint=did_you_mean(name, known))


def declared_ladder(format: Format, ladder: Sequence[Rung] = ()) -> Ladder:  # noqa: A002
    """Return a document's ladder with those of the format's rungs that have no cut in it.

    General rungs cut in any text: where a format makes none of its own, such as graphemes in rows
    that are to stay whole, somebody who asks for one by its name gets the general one.
    """
    there = {rung_name(rung) for rung in ladder}.union(GENERAL_RUNGS)
    absent = [Offsets(name, ()) for name, _ in format.rungs if name not in there]
    return Ladder([*ladder, *absent])
