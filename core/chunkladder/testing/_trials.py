"""A document that was split, beside a slow and plain reading of what its format said of it.

Nothing here is shared with the library: every rule is told again in the simplest way.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from chunkladder import (
    Chunk,
    ChunkladderError,
    Document,
    Edit,
    Format,
    FormatError,
    Outline,
    PluginError,
    Region,
    Registry,
    Scope,
    Splitter,
)
from chunkladder.formats import make_options
from chunkladder.rungs import TEXT_LADDER

from ._faults import ConformanceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

DEEPEST = 32

MEASURES: Mapping[str, Callable[[str], int]] = {
    "characters": len,
    "words": lambda text: len(text.split()),
    "bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
}

ENDLESS = 10**12


class Cell(NamedTuple):
    """A character as a reader sees it, and the stretch of the source that it stands for."""

    char: str
    start: int
    end: int


class Held(NamedTuple):
    """A scope in the view."""

    start: int
    end: int
    scope: Scope
    head: tuple[int, int] | None


class Facts(NamedTuple):
    """What a format and those of its regions say of a document."""

    edits: list[Edit]
    scopes: list[Scope]
    atoms: list[tuple[int, int]]
    whole: list[tuple[int, int]]
    trim: str

    def moved(self, by: int) -> Facts:
        """Return the same about a document in front of which ``by`` characters stand."""
        return Facts(
            [Edit(edit.start + by, edit.end + by, edit.text) for edit in self.edits],
            [_moved_scope(scope, by) for scope in self.scopes],
            [(start + by, end + by) for start, end in self.atoms],
            [(start + by, end + by) for start, end in self.whole],
            self.trim,
        )

    def begun(self, lead: int, begin: int) -> Facts:
        """Return the same with scopes and atoms that begin at or before ``lead`` at ``begin``."""
        return self._replace(
            scopes=[
                scope._replace(start=begin) if scope.start <= lead else scope
                for scope in self.scopes
            ],
            atoms=[(begin if start <= lead else start, end) for start, end in self.atoms],
        )


NOTHING = Facts([], [], [], [], "space")


def _opening(outline: Outline, region: Region) -> int:
    """Return where the scope begins whose lines open a region, or else the region."""
    before = [scope for scope in outline.scopes if scope.start <= region.start]
    if before and before[-1].end >= region.end and (before[-1].carry or before[-1].close):
        return before[-1].start
    return region.start


class Wrapped(NamedTuple):
    """A chunk in the view."""

    start: int
    end: int
    chunk: Chunk


class Trial:
    """What came of splitting a text, and all that is needed to judge it.

    Args:
        text: The text.
        format: Name of its format.
        registry: Where the format is.
        settings: Arguments of ``Splitter``.
        level: ``"chunk"``, or ``"parent"`` for the large chunks of settings with ``parent``.
    """

    def __init__(
        self,
        text: str,
        format: str,  # noqa: A002
        registry: Registry,
        settings: Mapping[str, Any],
        level: str = "chunk",
    ) -> None:
        self.text = text
        self.format = format
        self.registry = registry
        self.settings = settings
        self.level = level
        self.splitter = Splitter(format=format, registry=registry, **settings)
        self.size, self.overlap = self._limits()
        measure = settings.get("measure", "characters")
        self.measure = self.counted(measure)
        self.adds_up = isinstance(measure, str)
        self.ladder = settings.get("ladder")
        self.keep = settings.get("keep_separator", "start")
        self.parent = settings.get("parent")

    @staticmethod
    def counted(measure: Any) -> Callable[[str], int]:
        """Return the function that a measure is, told again: one built in, or a function."""
        return measure if callable(measure) else MEASURES[measure]

    def at_level(self, level: str) -> Trial:
        """Return the same trial for the chunks of another level."""
        return type(self)(self.text, self.format, self.registry, self.settings, level)

    def hold(self, condition: object, found: str, chunk: Chunk | None = None) -> None:
        """Let a condition hold.

        Args:
            condition: What is true where all is well.
            found: What is so where it is not.
            chunk: The chunk in question, if it is one.

        Raises:
            ConformanceError: It does not hold.
        """
        if not condition and chunk is not None:
            raise self.broken(f"chunk {chunk.index}: {found}", chunk.start, chunk.end)
        if not condition:
            raise self.broken(found, 0, len(self.text))

    def broken(self, found: str, start: int, end: int) -> ConformanceError:
        """Return the error for what was found at a stretch of the text."""
        return ConformanceError(found, text=self.text, start=start, end=end, settings=self.settings)

    def _limits(self) -> tuple[int, int]:
        size = self.settings.get("size", 1000)
        if self.level == "parent":
            parent = self.settings["parent"]
            return (parent if isinstance(parent, int) else ENDLESS), 0
        overlap = self.settings.get("overlap", 0)
        return size, int(overlap * size) if isinstance(overlap, float) else overlap

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The chunks of this level."""
        split = self.splitter.parents if self.level == "parent" else self.splitter.split
        return split(self.text, source="a document")

    @cached_property
    def facts(self) -> Facts:
        """What the format says of the text."""
        return facts_of(Document(self.text, None, self.format), self.registry, self._options)

    @property
    def _options(self) -> Mapping[str, Any]:
        return self.settings.get("options") or {}

    @cached_property
    def own_ladder(self) -> Sequence[object]:
        """The rungs that the format has for the text; those of plain text where it fails."""
        found = self.registry.format(self.format)
        try:
            outline = _outline(found, Document(self.text, None, self.format), self._options)
        except ChunkladderError:
            raise
        except Exception:  # noqa: BLE001 - a format that fails says nothing
            return TEXT_LADDER
        return outline.ladder.rungs

    @property
    def is_plain(self) -> bool:
        """Whether the format has nothing to say but its ladder."""
        return not any(self.facts[:4])

    @cached_property
    def cells(self) -> list[Cell]:
        """The text as a reader sees it."""
        return list(_cells(self.text, self.facts.edits))

    @cached_property
    def view(self) -> str:
        """The text as a reader sees it, as one string."""
        return "".join(cell.char for cell in self.cells)

    @cached_property
    def _starts(self) -> list[int]:
        return [cell.start for cell in self.cells]

    def seen(self, offset: int) -> int:
        """Return where an offset of the source stands in the view."""
        return bisect_left(self._starts, offset)

    @cached_property
    def wrapped(self) -> list[Wrapped]:
        """The chunks with their places in the view."""
        return [self._wrapped(chunk) for chunk in self.chunks]

    def _wrapped(self, chunk: Chunk) -> Wrapped:
        start, end = self.seen(chunk.start), self.seen(chunk.end)
        # White space that was inserted in front of a chunk was trimmed.
        while start < end and self._is_inserted_blank(start, chunk.start):
            start += 1
        return Wrapped(start, end, chunk)

    def _is_inserted_blank(self, at: int, offset: int) -> bool:
        cell = self.cells[at]
        return cell.start == cell.end == offset and cell.char.isspace()

    @cached_property
    def scopes(self) -> list[Held]:
        """The scopes in the view, outer before inner, down to the depth that counts."""
        held: list[Held] = []
        around: list[int] = []
        for scope in self.facts.scopes:
            start, end = self.seen(scope.start), self.seen(scope.end)
            while around and around[-1] <= start:
                around.pop()
            if start < end and len(around) < DEEPEST:
                around.append(end)
                head = scope.head and (self.seen(scope.head.start), self.seen(scope.head.end))
                held.append(Held(start, end, scope, head))
        return held

    def carried(self, scope: Scope) -> tuple[str, ...]:
        """Return the lines that a scope carries: the longest form within a quarter of the size."""
        for lines in (scope.carry, *scope.brief):
            if 4 * self.measure("".join(f"{line}\n" for line in lines)) <= self.size:
                return lines
        return scope.carry

    def holding(self, offset: int) -> list[Held]:
        """Return the scopes that hold a character of the view, outermost first."""
        return [held for held in self.scopes if held.start <= offset < held.end]

    def ink(self, offset: int) -> int:
        """Return the first character of the view at or after an offset that is not blank."""
        while offset < len(self.view) and self.view[offset].isspace():
            offset += 1
        return offset

    def path_scopes(self, start: int, end: int) -> list[Held]:
        """Return the scopes that hold the first character in no heading, and the last one."""
        first = self._behind_heads(start, end)
        last = self.holding(end - 1)
        return [held for held in self.holding(first) if held in last]

    def _behind_heads(self, start: int, end: int) -> int:
        heads = [held.head for held in self.scopes if held.head]
        at = self.ink(start)
        while at < end:
            ends = [head[1] for head in heads if head[0] <= at < head[1]]
            if not ends:
                return at
            at = self.ink(max(ends))
        return end - 1


def facts_of(
    document: Document, registry: Registry, options: Mapping[str, Any], depth: int = 8
) -> Facts:
    """Ask a format, and those of its regions, what they say of a document."""
    found = registry.format(str(document.format))
    try:
        outline = _outline(found, document, options)
    except ChunkladderError:
        raise
    except Exception:  # noqa: BLE001 - a format that fails says nothing
        return NOTHING
    parts = [_own_facts(outline)]
    for region in outline.regions if depth else ():
        text = document.text[region.start : region.end]
        try:
            inner = facts_of(Document(text, None, region.format), registry, options, depth - 1)
        except (FormatError, PluginError):
            continue
        lead = region.start + len(text) - len(text.lstrip())
        parts.append(inner.moved(region.start).begun(lead, _opening(outline, region)))
    return _united(parts, outline.trim)


def _outline(found: Format, document: Document, options: Mapping[str, Any]) -> Outline:
    return found.outline(document, make_options(found, options.get(found.name)))


def _own_facts(outline: Outline) -> Facts:
    return Facts(
        [*outline.edits],
        [*outline.scopes],
        [(atom.start, atom.end) for atom in outline.atoms],
        [(span.start, span.end) for span in outline.whole],
        outline.trim,
    )


def _united(parts: Sequence[Facts], trim: str) -> Facts:
    return Facts(
        sorted(_joined(part.edits for part in parts), key=lambda edit: (edit.start, edit.end)),
        sorted(_joined(part.scopes for part in parts), key=lambda scope: (scope.start, -scope.end)),
        sorted(_joined(part.atoms for part in parts)),
        sorted(_joined(part.whole for part in parts)),
        trim,
    )


def _joined(lists: Iterable[Sequence[Any]]) -> list[Any]:
    return [item for items in lists for item in items]


def _moved_scope(scope: Scope, by: int) -> Scope:
    head = scope.head and type(scope.head)(scope.head.start + by, scope.head.end + by)
    start, end = scope.start + by, scope.end + by
    return Scope(start, end, scope.label, head, *scope[4:])


def _cells(text: str, edits: Sequence[Edit]) -> Iterable[Cell]:
    at = 0
    for edit in edits:
        yield from (Cell(text[place], place, place + 1) for place in range(at, edit.start))
        yield from (Cell(char, edit.start, edit.end) for char in edit.text)
        at = edit.end
    yield from (Cell(text[place], place, place + 1) for place in range(at, len(text)))


LINE_END = re.compile(r"\r\n|\n|\r")


def line_of(text: str, offset: int) -> int:
    """Count from 1 in which line of a text an offset stands."""
    return 1 + sum(found.end() <= offset for found in LINE_END.finditer(text))
