"""Regions: stretches in another format, taken into the outline of the document around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .model import Document, Edit, Outline, Scope, Span
from .rungs import Offsets, Rung, rung_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .model import Region

DEEPEST = 8
"""Regions inside regions are followed to this depth."""


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
    """An outline whose regions have been taken in."""

    ladder: tuple[Placed, ...]
    outline: Outline


def unfold(
    document: Document, outline: Outline, outline_of: Callable[[Document], Outline | None]
) -> Unfolded:
    """Take the outlines of a document's regions into its own.

    Args:
        document: The document.
        outline: Its outline.
        outline_of: Returns the checked outline of a part in another format, or None where that
            format is not at hand: there the host's rungs serve.
    """
    return _unfold(document, outline, outline_of, DEEPEST)


def _unfold(
    document: Document,
    outline: Outline,
    outline_of: Callable[[Document], Outline | None],
    depth: int,
) -> Unfolded:
    host = Unfolded(tuple(Placed(rung) for rung in outline.ladder.rungs), outline)
    parts = []
    for region in outline.regions if depth else ():
        text = document.text[region.start : region.end]
        part = Document(text, document.source, region.format, document.metadata)
        inner = outline_of(part)
        if inner is not None:
            parts.append((region, _unfold(part, inner, outline_of, depth - 1)))
    return _merge(host, parts) if parts else host


def _merge(host: Unfolded, parts: Sequence[tuple[Region, Unfolded]]) -> Unfolded:
    ladder = [_kept_out(placed, parts) for placed in host.ladder]
    for region, part in parts:
        own = {rung_name(placed.rung) for placed in host.ladder if isinstance(placed.rung, str)}
        inner = [_shifted(placed, region) for placed in part.ladder if not _is_one(placed, own)]
        # In front of the first general rung that both have, such as line or word.
        shared = own & {rung_name(placed.rung) for placed in part.ladder}
        at = next(
            (place for place, placed in enumerate(ladder) if _is_one(placed, shared)), len(ladder)
        )
        ladder[at:at] = inner
    return Unfolded(tuple(ladder), _merged_outline(host.outline, parts))


def _is_one(placed: Placed, general: set[str]) -> bool:
    return isinstance(placed.rung, str) and placed.rung in general


def _kept_out(host: Placed, parts: Sequence[tuple[Region, Unfolded]]) -> Placed:
    """Keep a rung of the host out of the regions whose formats do not have it."""
    away = tuple(
        Span(region.start, region.end)
        for region, part in parts
        if not (isinstance(host.rung, str) and any(own.rung == host.rung for own in part.ladder))
    )
    return host._replace(outside=away)


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


def _merged_outline(host: Outline, parts: Sequence[tuple[Region, Unfolded]]) -> Outline:
    scopes = [*host.scopes]
    atoms = [*host.atoms]
    whole = [*host.whole]
    edits = [*host.edits]
    for region, part in parts:
        inner, by = part.outline, region.start
        scopes.extend(_moved_scopes(inner.scopes, by))
        atoms.extend(_moved(Span(*atom), by) for atom in inner.atoms)
        whole.extend(_moved(Span(*span), by) for span in inner.whole)
        edits.extend(Edit(edit.start + by, edit.end + by, edit.text) for edit in inner.edits)
    return Outline(
        host.ladder,
        scopes=sorted(scopes, key=lambda scope: (scope.start, -scope.end)),
        atoms=sorted(atoms, key=lambda atom: (atom[0], -atom[1])),
        whole=sorted(whole),
        edits=sorted(edits, key=lambda edit: (edit.start, edit.end)),
        trim=host.trim,
        metadata=host.metadata,
    )


def _moved_scopes(scopes: Iterable[Scope], by: int) -> Iterable[Scope]:
    for scope in scopes:
        head = _moved(scope.head, by) if scope.head else None
        yield Scope(
            scope.start + by,
            scope.end + by,
            scope.label,
            head,
            scope.carry,
            scope.close,
            scope.seals,
        )
