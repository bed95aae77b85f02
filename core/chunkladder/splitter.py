"""The library's front door: settings in, chunks out."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .errors import ConfigError
from .model import Document
from .outlining import Outliner
from .pipeline import Pipeline, check_parent
from .rungs import GENERAL_RUNGS, Keep, UserRung, is_rung_name, resolve_ladder
from .settings import (
    check_document_settings,
    check_format_settings,
    check_names,
    check_settings,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Never

    from .chunk import Chunk
    from .measures import AnyMeasure
    from .plugins import Registry
    from .tokenizers import SpecialTokens

_SHORT = 1 << 24
"""Characters or bytes of a text for which the cycle collector need not run."""


class Splitter:
    """Cuts documents into chunks. It holds settings only, so that one may serve many threads."""

    def __init__(  # noqa: PLR0913, PLR0917 - the settings are the interface
        self,
        size: int = 1000,
        overlap: float = 0,
        measure: AnyMeasure = "characters",
        format: str | None = None,  # noqa: A002 - the word of the domain
        ladder: Sequence[UserRung] | None = None,
        keep_separator: Keep = "start",
        context: bool = True,
        overlap_at: UserRung | None = None,
        min_size: int = 0,
        parent: int | str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        special_tokens: SpecialTokens = 0,
        stable: bool = False,
        registry: Registry | None = None,
        **unknown: Never,
    ) -> None:
        r"""Check and keep the settings.

        Args:
            size: The most that the ``embed_text`` of a chunk may measure: a ceiling, never a
                target. In the measure's unit, 1 or more.
            overlap: The most that neighbors may share: in the same unit and below the size, or a
                share of the size, such as ``0.15``. A ceiling too.
            measure: ``"characters"`` (code points), ``"words"``, ``"bytes"`` (of UTF-8),
                ``"tiktoken:<encoding>"``, ``"tokenizers:<file.json>"``, a name that a plugin
                brings, a tokenizer (an encoding of ``tiktoken``, or a tokenizer of ``tokenizers``
                or ``transformers``), or a function from text to a whole number.
            format: The format's name; None finds it from name and content.
            ladder: Where to cut, coarse to fine: names of rungs, literals such as ``"\n\n"``,
                compiled patterns, rung objects. ``""`` means between any two characters. None:
                the format's own.
            keep_separator: Where literals and patterns of the ladder stay: at the ``"start"`` of
                the piece that follows, the ``"end"`` of the one before, or ``"drop"``.
            context: Whether the path is put in front of the text to embed.
            overlap_at: A rung at whose cuts chunks may begin earlier, by up to ``overlap``. None:
                overlap is whole pieces of the same run.
            min_size: A chunk smaller than this joins a neighbor under the same parent scope if
                the two fit together.
            parent: The size of large chunks that hold the small ones, or the rung to cut them
                at; see ``parents``.
            options: Options by format name: a mapping, or an instance of the format's own class.
            special_tokens: How many tokens the model puts around every text; each chunk's size
                counts them. ``"auto"``: as many as the tokenizer says.
            stable: Whether the text decides where a chunk ends, in the later half of its room, so
                that an edit changes only the chunks around it. They are smaller by a quarter.
            registry: The formats and measures to use; None: all that are installed.
            unknown: None; any other argument is refused, with a hint.

        Raises:
            ConfigError: A setting is wrong, or there is no such argument.
            FormatError: No format has the name.
            MissingDependencyError: The library of a tokenizer is not installed.
        """
        check_names(unknown)
        self._settings = check_settings(
            size=size,
            overlap=overlap,
            measure=measure,
            ladder=ladder,
            keep_separator=keep_separator,
            context=context,
            overlap_at=overlap_at,
            min_size=min_size,
            parent=parent,
            special_tokens=special_tokens,
            stable=stable,
            registry=registry,
        )
        check_format_settings(format, options)
        self._outliner = Outliner(registry, options)
        self._format = format
        self._check_names_of_rungs()

    @property
    def measure(self) -> str:
        """The measure's name."""
        return self._settings.counter.name

    @property
    def size(self) -> int:
        """The most that a chunk may measure."""
        return self._settings.size

    def split(
        self,
        text: str | bytes | Document,
        *,
        source: str | None = None,
        format: str | None = None,  # noqa: A002
        media_type: str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> list[Chunk]:
        """Cut a document into chunks.

        Args:
            text: The text; bytes are decoded (byte order mark, UTF-8, then by their looks). A
                ``Document`` brings its own source, format and metadata.
            source: What to call the document; also helps to find the format.
            format: The format's name, in place of the splitter's or the document's.
            media_type: Such as ``"text/html; charset=utf-8"``; helps to find the format.
            metadata: Facts that every chunk inherits; added to the document's own.

        Returns:
            The chunks in order; none for a blank text.

        Raises:
            DocumentError: The bytes are no text.
            FormatError: No format has the name.
            ConfigError: A rung of the settings is none of this format's.
            PluginError: The format's plugin is at fault.
        """
        with _collector_paused(_is_short(text)):
            pipeline = self._pipeline(text, source, format, media_type, metadata)
            with _collector_paused(pipeline.is_our_own):
                return list(pipeline.chunks())

    def iter_split(
        self,
        text: str | bytes | Document,
        *,
        source: str | None = None,
        format: str | None = None,  # noqa: A002
        media_type: str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Iterator[Chunk]:
        """Cut a document into the same chunks as ``split``, one at a time.

        The outline is made at once, and errors in it are raised at once.
        """
        return self._pipeline(text, source, format, media_type, metadata).chunks()

    def split_file(
        self,
        path: str | PathLike[str],
        *,
        source: str | None = None,
        format: str | None = None,  # noqa: A002
        metadata: Mapping[str, object] | None = None,
    ) -> list[Chunk]:
        """Cut a file into chunks; its name helps to find the format.

        Args:
            path: The file.
            source: What to call it; its path with forward slashes when None.
            format: As in ``split``.
            metadata: As in ``split``.

        Raises:
            OSError: It cannot be read.
            DocumentError: It is no text.
        """
        document = self._read(path, source, format, metadata)
        return self.split(document)

    def spans(
        self,
        text: str | bytes | Document,
        *,
        source: str | None = None,
        format: str | None = None,  # noqa: A002
        media_type: str | None = None,
    ) -> list[tuple[int, int]]:
        """Return only where the chunks are: the fastest.

        Returns:
            ``(start, end)``, in code points, for each chunk that ``split`` returns.
        """
        with _collector_paused(_is_short(text)):
            pipeline = self._pipeline(text, source, format, media_type, None)
            with _collector_paused(pipeline.is_our_own):
                return pipeline.spans()

    def parents(
        self,
        text: str | bytes | Document,
        *,
        source: str | None = None,
        format: str | None = None,  # noqa: A002
        media_type: str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> list[Chunk]:
        """Cut a document into the large chunks that hold those of ``split``.

        They share nothing with each other, and no chunk of ``split`` crosses an edge of one. A
        rung as ``parent`` cuts at each of its cuts and at those of the coarser rungs, whatever
        the size.

        Raises:
            ConfigError: The splitter was made without ``parent``.
        """
        return self._pipeline(text, source, format, media_type, metadata).parents()

    def parents_file(
        self,
        path: str | PathLike[str],
        *,
        source: str | None = None,
        format: str | None = None,  # noqa: A002
        metadata: Mapping[str, object] | None = None,
    ) -> list[Chunk]:
        """Cut a file into the large chunks that hold those of ``split_file``."""
        return self.parents(self._read(path, source, format, metadata))

    def _read(
        self,
        path: str | PathLike[str],
        source: str | None,
        format: str | None,  # noqa: A002
        metadata: Mapping[str, object] | None,
    ) -> Document:
        from pathlib import Path

        from .text import decode

        name = Path(path).as_posix() if source is None else source
        text = decode(Path(path).read_bytes(), source=name)
        known = format or self._format or self._outliner.detect(text, str(path))
        return Document(text, name, known, metadata or {})

    def _pipeline(
        self,
        text: str | bytes | Document,
        source: str | None,
        format: str | None,  # noqa: A002
        media_type: str | None,
        metadata: Mapping[str, object] | None,
    ) -> Pipeline:
        check_document_settings(source, format, media_type, metadata)
        given = text if isinstance(text, Document) else Document(self._text(text, source))
        source = given.source if source is None else source
        known = format or given.format or self._format
        if known is None:
            known = self._outliner.detect(given.text, source, media_type)
        document = Document(given.text, source, known, {**given.metadata, **(metadata or {})})
        return Pipeline(document, self._outliner.format(known), self._outliner, self._settings)

    def _text(self, text: object, source: str | None) -> str:
        if isinstance(text, bytes | bytearray | memoryview):
            from .text import decode

            return decode(bytes(text), source=source)
        if not isinstance(text, str):
            raise ConfigError("text", text, "a str, bytes or a Document")
        return text

    def _check_names_of_rungs(self) -> None:
        """Find a misspelled rung before the first document comes."""
        settings = self._settings
        rungs = [*(settings.ladder or ()), settings.overlap_at, settings.parent]
        names = [rung for rung in rungs if isinstance(rung, str) and is_rung_name(rung)]
        if self._format is None and all(name in GENERAL_RUNGS for name in names):
            # Every format has these: no need to look for plugins.
            return
        own = self._outliner.known_rungs(self._format)
        ladder = own if settings.ladder is None else resolve_ladder(settings.ladder, own)
        if settings.overlap_at is not None:
            resolve_ladder([settings.overlap_at], own, "overlap_at")
        if isinstance(settings.parent, str):
            check_parent(settings.parent, ladder.names())


def _is_short(text: str | bytes | Document) -> bool:
    """Tell whether a text is so short that the memory can hold all that is left of cutting it."""
    given = text.text if isinstance(text, Document) else text
    return isinstance(given, str | bytes) and len(given) <= _SHORT


@contextmanager
def _collector_paused(wanted: bool) -> Iterator[None]:
    """Keep the cycle collector from walking a growing list of chunks again and again.

    None of them can be part of a cycle, and that walking is a seventh of the time. In a long text
    only where no code runs but ours, for what others leave behind may need the collector.
    """
    pauses = wanted and gc.isenabled()
    if pauses:
        gc.disable()
    try:
        yield
    finally:
        if pauses:
            gc.enable()


def split(  # noqa: PLR0913, PLR0917 - those of the splitter
    text: str | bytes | Document,
    size: int = 1000,
    overlap: float = 0,
    measure: AnyMeasure = "characters",
    format: str | None = None,  # noqa: A002
    ladder: Sequence[UserRung] | None = None,
    keep_separator: Keep = "start",
    context: bool = True,
    overlap_at: UserRung | None = None,
    min_size: int = 0,
    parent: int | str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    source: str | None = None,
    media_type: str | None = None,
    metadata: Mapping[str, object] | None = None,
    special_tokens: SpecialTokens = 0,
    stable: bool = False,
    registry: Registry | None = None,
    **unknown: Never,
) -> list[Chunk]:
    """Cut one document into chunks.

    Args:
        text: As in ``Splitter.split``.
        size: As in ``Splitter``, like the other settings.
        overlap: See there.
        measure: See there.
        format: See there.
        ladder: See there.
        keep_separator: See there.
        context: See there.
        overlap_at: See there.
        min_size: See there.
        parent: See there.
        options: See there.
        source: As in ``Splitter.split``.
        media_type: As in ``Splitter.split``.
        metadata: As in ``Splitter.split``.
        special_tokens: As in ``Splitter``.
        stable: As in ``Splitter``.
        registry: As in ``Splitter``.
        unknown: None; any other argument is refused, with a hint.

    Raises:
        ChunkladderError: As ``Splitter`` and ``Splitter.split`` do.
    """
    splitter = Splitter(
        size,
        overlap,
        measure,
        format,
        ladder,
        keep_separator,
        context,
        overlap_at,
        min_size,
        parent,
        options,
        special_tokens=special_tokens,
        stable=stable,
        registry=registry,
        **unknown,
    )
    return splitter.split(text, source=source, media_type=media_type, metadata=metadata)
