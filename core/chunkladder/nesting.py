"""Regions: stretches in another format, taken into the outline of the document around them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .model import Document, Edit, Outline, Scope, Span
from .rungs import Offsets, Rung

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .model import Region

FALLBACK = "fallback"
"""The key under which metadata says that a parser failed, and how."""

DEEPEST = 8
"""Regions inside regions are followed to this depth."""


OutlineOf: TypeAlias = "Callable[[Document], Outline | str | None]"


class Placed(NamedTuple):
    """A rung with the places where it may cut.

    Attributes:
        rung: The rung.
        inside: The only spans inside which it cuts; None for everywhere.
        outside: Spans inside which it does not cut.
    """

    rung: Rung
    inside: tuple[Span, ...] | None = None
    outside: tuple[Span, ...] = ()


class Unfolded(NamedTuple):
    """An outline whose regions have been taken in.

    Attributes:
        ladder: The rungs of all of them.
        outline: All the rest.
        formats: The formats of the regions, those that are not at hand included.
    """

    ladder: tuple[Placed, ...]
    outline: Outline
    formats: frozenset[str] = frozenset()


def unfold(document: Document, outline: Outline, outline_of: OutlineOf) -> Unfolded:
    """Take the outlines of a document's regions into its own.

    Args:
        document: The document.
        outline: Its outline.
        outline_of: Returns the checked outline of a part in another format; the reason, where it
            has none because something failed; or None where the format is not at hand. Without
            an outline the host's rungs serve, and the reason goes into the metadata.
    """
    return _unfold(document, outline, outline_of, DEEPEST)


def _unfold(
    document: Document,
    outline: Outline,
    outline_of: OutlineOf,
    depth: int,
) -> Unfolded:
    host = Unfolded(tuple(Placed(rung) for rung in outline.ladder.rungs), outline)
    parts = []
    failures = []
    formats = set()
    for region in outline.regions if depth else ():
        formats.add(region.format)
        text = document.text[region.start : region.end]
        part = Document(text, document.source, region.format, document.metadata)
        inner = outline_of(part)
        if isinstance(inner, Outline):
            unfolded = _unfold(part, inner, outline_of, depth - 1)
            parts.append((region, unfolded))
            formats |= unfolded.formats
            inner = unfolded.outline
        failure = _failure_of(inner)
        if failure:
            failures.append(f"region {region.start} … {region.end}: {failure}")
    merged = _merge(host, parts, document.text) if parts else host
    merged = merged._replace(formats=frozenset(formats))
    return _with_failures(merged, failures) if failures else merged


def _failure_of(inner: Outline | str | None) -> str:
    if isinstance(inner, Outline):
        return str(inner.metadata.get(FALLBACK, ""))
    return inner or ""


def _with_failures(unfolded: Unfolded, failures: Sequence[str]) -> Unfolded:
    known = unfolded.outline.metadata
    before = [str(known[FALLBACK])] if FALLBACK in known else []
    metadata = {**known, FALLBACK: "; ".join([*before, *failures])}
    outline = replace(unfolded.outline, metadata=metadata)
    return unfolded._replace(outline=outline)


def _merge(host: Unfolded, parts: Sequence[tuple[Region, Unfolded]], text: str) -> Unfolded:
    ladder = _kept_out(host.ladder, parts)
    own = _general(host.ladder)
    by_format: dict[str, list[tuple[Region, Unfolded]]] = {}
    for region, part in parts:
        by_format.setdefault(region.format, []).append((region, part))
    for same in by_format.values():
        inner = _joined(
            [_shifted(placed, region) for placed in part.ladder] for region, part in same
        )
        # In front of the first general rung that both have, such as line or word.
        at = _first_shared(ladder, own & _general(inner))
        ladder[at:at] = [
            placed for placed in inner if not isinstance(placed.rung, str) or placed.rung not in own
        ]
    return Unfolded(tuple(ladder), _merged_outline(host.outline, parts, text))


def _general(ladder: Iterable[Placed]) -> set[Rung]:
    return {placed.rung for placed in ladder if isinstance(placed.rung, str)}


def _first_shared(ladder: Sequence[Placed], shared: set[Rung]) -> int:
    for at, placed in enumerate(ladder):
        if isinstance(placed.rung, str) and placed.rung in shared:
            return at
    return len(ladder)


def _kept_out(ladder: Sequence[Placed], parts: Sequence[tuple[Region, Unfolded]]) -> list[Placed]:
    """Keep the host's rungs out of the regions whose formats do not have them."""
    generals = [(Span(region.start, region.end), _general(part.ladder)) for region, part in parts]
    everywhere = tuple(span for span, _ in generals)
    return [
        placed._replace(
            outside=tuple(span for span, general in generals if placed.rung not in general)
            if isinstance(placed.rung, str)
            else everywhere
        )
        for placed in ladder
    ]


def _joined(ladders: Iterable[Sequence[Placed]]) -> list[Placed]:
    """Make one ladder of those of a format's regions, which may lack this or that rung."""
    order: list[object] = []
    same: dict[object, list[Placed]] = {}
    for ladder in ladders:
        at = 0
        for placed in ladder:
            rung = placed.rung
            key = ("offsets", rung.name) if isinstance(rung, Offsets) else rung
            if key in same:
                at = order.index(key)
            else:
                order.insert(at, key)
                same[key] = []
            at += 1
            same[key].append(placed)
    return [_one(same[key]) for key in order]


def _one(same: Sequence[Placed]) -> Placed:
    rung = same[0].rung
    if isinstance(rung, Offsets):
        cuts = [cut for one in same if isinstance(one.rung, Offsets) for cut in one.rung.cuts]
        rung = Offsets(rung.name, cuts)
    return Placed(
        rung,
        tuple(span for one in same for span in one.inside or ()),
        tuple(span for one in same for span in one.outside),
    )


def _shifted(placed: Placed, region: Region) -> Placed:
    by = region.start
    rung = placed.rung
    if isinstance(rung, Offsets):
        rung = Offsets(rung.name, [cut + by for cut in rung.cuts])
    inside = placed.inside or (Span(0, region.end - region.start),)
    return Placed(
        rung,
        tuple(_moved(span, by) for span in inside),
        tuple(_moved(span, by) for span in placed.outside),
    )


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _merged_outline(host: Outline, parts: Sequence[tuple[Region, Unfolded]], text: str) -> Outline:
    scopes = [*host.scopes]
    atoms = [*host.atoms]
    whole = [*host.whole]
    edits = [*host.edits]
    for region, part in parts:
        inner = part.outline
        move = _Move(region, text, host.scopes)
        scopes.extend(map(move.scope, inner.scopes))
        atoms.extend(Span(*move.span(*atom)) for atom in inner.atoms)
        whole.extend(_moved(Span(*span), region.start) for span in inner.whole)
        edits.extend(
            Edit(edit.start + region.start, edit.end + region.start, edit.text)
            for edit in inner.edits
        )
    return Outline(
        host.ladder,
        scopes=sorted(scopes, key=lambda scope: (scope.start, -scope.end)),
        atoms=sorted(atoms, key=lambda atom: (atom[0], -atom[1])),
        whole=sorted(whole),
        edits=sorted(edits, key=lambda edit: (edit.start, edit.end)),
        trim=host.trim,
        metadata=host.metadata,
    )


class _Move:
    """Moves what a format said of a region to the region's place in the document.

    A scope or atom that begins with the region begins where the scope does whose lines open it,
    such as the first line of a fence: nothing may come between the two, and a chunk that begins
    there has the inner scope's start.
    """

    def __init__(self, region: Region, text: str, around: Sequence[Scope]) -> None:
        self._by = region.start
        self._begin = _begin_of(around, region)
        inner = text[region.start : region.end]
        self._lead = len(inner) - len(inner.lstrip())

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Move a span, whose start may move further."""
        begin = self._begin if start <= self._lead else start + self._by
        return begin, end + self._by

    def scope(self, scope: Scope) -> Scope:
        """Move a scope, whose head stays with its text."""
        start, end = self.span(scope.start, scope.end)
        head = _moved(scope.head, self._by) if scope.head else None
        return Scope(start, end, scope.label, head, *scope[4:])


def _begin_of(scopes: Sequence[Scope], region: Region) -> int:
    """Return where the scope begins that carries lines for a region, or else the region."""
    at = bisect_right(scopes, region.start, key=lambda scope: scope.start) - 1
    around = scopes[at] if at >= 0 else None
    if around and around.end >= region.end and (around.carry or around.close):
        return around.start
    return region.start
