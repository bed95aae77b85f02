"""The laws, as functions that check one trial each; they hold for every format and setting.

Each takes a ``Trial`` and raises a ``ConformanceError`` where its law is broken.
"""

from __future__ import annotations

import pickle
import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import regex

from chunkladder import Offsets, Regex, Separator
from chunkladder.rungs import TEXT_LADDER

from ._faults import ConformanceError
from ._trials import ENDLESS, Held, Trial, Wrapped, line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BOTTOMS = ("", "grapheme", "character")
"""Rungs below which nothing is too big."""

GENERAL = ("paragraph", "line", "sentence", "word", "grapheme", "character")

PARAGRAPH = re.compile(r"(?:\r\n|\n|\r(?!\n))(?:[^\S\r\n]*(?:\r\n|\n|\r(?!\n)))+")
LINE = re.compile(r"\r\n|\n|\r")


def check_slice(trial: Trial) -> None:
    """Law 1: a text is the exact slice, a body the same with exactly the edits made."""
    for start, end, chunk in trial.wrapped:
        sliced = trial.text[chunk.start : chunk.end] == chunk.text
        trial.hold(sliced, "text is another than the slice at the offsets", chunk)
        seen = trial.view[start:end] == chunk.body
        trial.hold(seen, "body is another than the slice with the edits made", chunk)
        same = trial.facts.edits or chunk.body is chunk.text
        trial.hold(same, "body is a copy of text, though there is no edit", chunk)


def check_trimmed(trial: Trial) -> None:
    """No chunk is blank, and its edges are bare as far as its format says."""
    for start, end, chunk in trial.wrapped:
        trial.hold(chunk.text and chunk.body.strip(), "the chunk is blank", chunk)
        bare = not chunk.body[-1].isspace() or _is_edited(trial, end - 1)
        trial.hold(bare, "the chunk ends with white space", chunk)
        if trial.facts.trim == "space":
            bare = not chunk.body[0].isspace() or _is_edited(trial, start)
            trial.hold(bare, "the chunk begins with white space", chunk)


def _is_edited(trial: Trial, at: int) -> bool:
    cell = trial.cells[at]
    if cell.end - cell.start != 1 or cell.char != trial.text[cell.start]:
        return True
    if not at:
        return False
    # What is inserted belongs to the character behind it; a longer text may end like its source.
    before = trial.cells[at - 1]
    return before.start in (before.end, cell.start)


def check_nothing_lost(trial: Trial) -> None:
    """Law 2: what a reader sees lies in a chunk, or in a separator that was to be dropped."""
    covered = bytearray(len(trial.view))
    for start, end, _ in trial.wrapped:
        covered[start:end] = b"\1" * (end - start)
    dropped = _droppable(trial)
    for at, char in enumerate(trial.view):
        if not (covered[at] or dropped[at] or char.isspace()):
            cell = trial.cells[at]
            raise trial.broken(f"{char!r} is in no chunk", cell.start, cell.end)
    if not trial.overlap:
        for before, after in pairwise(trial.chunks):
            trial.hold(before.end <= after.start, "it shares text with the one before", after)


def _droppable(trial: Trial) -> bytearray:
    """Mark all that a rung might drop, wherever a search for it may begin."""
    dropped = bytearray(len(trial.view))
    for pattern, keep in _patterns(trial):
        for at in range(len(trial.view)) if keep == "drop" else ():
            found = pattern.match(trial.view, at)
            if found:
                dropped[at : found.end()] = b"\1" * (found.end() - at)
    return dropped


def _patterns(trial: Trial) -> Iterator[tuple[re.Pattern[str], str]]:
    for rung in trial.ladder or ():
        pattern = pattern_of(rung)
        if pattern is not None:
            yield pattern, keep_of(rung, trial.keep)


def pattern_of(rung: object) -> re.Pattern[str] | None:
    """Return what a literal or an expression of a ladder matches; None for a named rung."""
    if isinstance(rung, re.Pattern):
        return rung
    if isinstance(rung, Regex):
        return re.compile(rung.pattern, rung.flags)
    if isinstance(rung, Separator):
        return re.compile(re.escape(rung.text))
    return re.compile(re.escape(rung)) if isinstance(rung, str) and not is_name(rung) else None


def is_name(rung: object) -> bool:
    """Tell whether a rung is written by its name."""
    return isinstance(rung, str) and re.fullmatch(r"[a-z][a-z0-9-]{2,}", rung) is not None


def keep_of(rung: object, keep: str) -> str:
    """Return where a literal or an expression stays."""
    return getattr(rung, "keep", None) or keep


def check_order(trial: Trial) -> None:
    """Law 3: starts and ends strictly increase, and so does the index."""
    for before, after in pairwise(trial.chunks):
        trial.hold(before.start < after.start, "it does not start behind the one before", after)
        trial.hold(before.end < after.end, "it does not end behind the one before", after)
    counted = [chunk.index for chunk in trial.chunks] == list(range(len(trial.chunks)))
    trial.hold(counted, "the indexes do not count up from 0")


def check_ceiling(trial: Trial) -> None:
    """Law 4: a size is that of the text to embed, and within the ceiling or marked."""
    for start, end, chunk in trial.wrapped:
        measured = chunk.size == trial.measure(chunk.embed_text)
        trial.hold(measured, "size is not what embed_text measures", chunk)
        marked = chunk.oversized == (chunk.size > trial.size)
        trial.hold(marked, "oversized does not say whether it is over the size", chunk)
        if chunk.oversized:
            bare = not (chunk.context or chunk.carried) and chunk.embed_text == chunk.body
            trial.hold(bare, "it is over the size, but not all around it was given up", chunk)
            needed = _must_be_oversized(trial, start, end)
            trial.hold(needed, "it is over the size, though it could be cut", chunk)


def _must_be_oversized(trial: Trial, start: int, end: int) -> bool:
    """Tell whether a stretch of the view that is over the size could not be cut."""
    if any(
        trial.seen(first) < end and trial.seen(last) > start for first, last in trial.facts.whole
    ):
        return True
    if any(_name(rung) in BOTTOMS for rung in trial.ladder or trial.own_ladder):
        return _is_one_character(trial, start, end)
    if trial.ladder is None:
        found = (rung.cuts for rung in trial.own_ladder if isinstance(rung, Offsets))
        return not any(start < trial.seen(cut) < end for cuts in found for cut in cuts)
    return not any(start < cut < end for rung in trial.ladder for cut in _sure_cuts(trial, rung))


def _is_one_character(trial: Trial, start: int, end: int) -> bool:
    """Tell whether there is no place between two characters of the source in a stretch."""
    pairs = pairwise(trial.cells[start:end])
    # What is inserted belongs to the character behind it.
    return all(one.start == other.start for one, other in pairs)


def _sure_cuts(trial: Trial, rung: object) -> list[int]:
    """Return cuts of a rung that no neighbor on the ladder and no atom can take away."""
    literal = rung.text if isinstance(rung, Separator) else rung
    if trial.facts.edits or trial.facts.atoms or not isinstance(literal, str) or is_name(literal):
        return []
    if len(literal) != 1 or keep_of(rung, trial.keep) == "drop":
        return []
    by = keep_of(rung, trial.keep) == "end"
    return [at + by for at, char in enumerate(trial.view) if char == literal]


def check_embed_text(trial: Trial) -> None:
    """Labels, carried lines, body and closing lines make up the text to embed, in this order."""
    for start, end, chunk in trial.wrapped:
        lines = [" > ".join(chunk.context)] if chunk.context else []
        front = "".join(f"{line}\n" for line in [*lines, *chunk.carried]) + chunk.body
        fits = chunk.embed_text.startswith(front)
        trial.hold(fits, "embed_text does not begin with context, carried lines and body", chunk)
        closed = chunk.embed_text[len(front) :] in _closings(trial, start, end)
        trial.hold(closed, "embed_text ends with other lines than those of its scopes", chunk)


def _closings(trial: Trial, start: int, end: int) -> set[str]:
    """Return what may stand behind a chunk: closing lines of scopes that it ends inside of."""
    closings = {""}
    for held in trial.holding(trial.ink(start)):
        if held.scope.close and trial.ink(end) < held.end:
            lines = "".join(f"\n{line}" for line in held.scope.close)
            closings |= {lines + outer for outer in closings}
    return closings


def check_context(trial: Trial) -> None:
    """Paths name the scopes that hold a chunk, contexts those whose headings it lacks."""
    for start, end, chunk in trial.wrapped:
        path = trial.path_scopes(start, end)
        found = f"path is {chunk.path}, not {tuple(_labels(path))}"
        trial.hold(chunk.path == tuple(_labels(path)), found, chunk)
        ink = trial.ink(start)
        context = [held for held in path if not (held.head and held.head[0] >= ink)]
        labels = _labels(context) if trial.settings.get("context", True) else []
        carried = [
            trial.carried(held.scope)
            for held in trial.holding(ink)
            if trial.ink(held.start) < ink and not (held.head and held.head[0] >= ink)
        ]
        named = _is_tail(chunk.context, [(label,) for label in labels])
        trial.hold(named, f"context is {chunk.context}, no end of {tuple(labels)}", chunk)
        told = _is_tail(chunk.carried, carried)
        trial.hold(told, f"carried is {chunk.carried}, no end of {carried}", chunk)
        lines = [" > ".join(labels), *(line for some in carried for line in some)]
        given_up = chunk.size + trial.measure("\n".join((*lines, ""))) > trial.size
        if trial.adds_up and _is_cheap(trial, start) and not given_up:
            full = chunk.context == tuple(labels)
            trial.hold(full, f"context is {chunk.context}, though all {labels} fit", chunk)
            full = chunk.carried == tuple(line for lines in carried for line in lines)
            trial.hold(full, f"carried is {chunk.carried}, though all {carried} fit", chunk)


def _labels(scopes: Sequence[Held]) -> list[str]:
    return [held.scope.label for held in scopes if held.scope.label]


def _is_tail(got: tuple[str, ...], full: list[tuple[str, ...]]) -> bool:
    """Tell whether only the outermost were given up."""
    tails = [tuple(line for lines in full[at:] for line in lines) for at in range(len(full) + 1)]
    return got in tails


def _is_cheap(trial: Trial, start: int) -> bool:
    """Tell whether all that might stand around a chunk costs no more than a quarter."""
    around = trial.holding(trial.ink(start))
    lines = [" > ".join(_labels(around))]
    lines += [line for held in around for line in (*trial.carried(held.scope), *held.scope.close)]
    return 4 * trial.measure("".join(f"{line}\n" for line in lines)) <= trial.size


def check_overlap(trial: Trial) -> None:
    """Law 5: what neighbors share is within the overlap, is told, and stops at structure."""
    edges = {edge for held in trial.scopes if held.scope.seals for edge in (held.start, held.end)}
    before: Wrapped | None = None
    for start, end, chunk in trial.wrapped:
        shared = max(0, before.chunk.end - chunk.start) if before else 0
        trial.hold(chunk.shared == shared, f"shared is {chunk.shared}, not {shared}", chunk)
        if before and shared:
            within = trial.measure(trial.view[start : before.end]) <= trial.overlap
            trial.hold(within, "it shares more than the overlap with the one before", chunk)
            sealed = not any(start < edge <= before.end for edge in edges)
            trial.hold(sealed, "what it shares crosses the edge of a scope that seals", chunk)
        before = Wrapped(start, end, chunk)


def check_walls(trial: Trial) -> None:
    """Nothing crosses the edge of a scope with lines of its own that is too long for a chunk."""
    for held in trial.scopes:
        lines = held.scope.carry or held.scope.close
        if (
            lines
            and trial.adds_up
            and trial.measure(trial.view[held.start : held.end]) > trial.size
        ):
            for start, end, chunk in trial.wrapped:
                inside = start < held.start < end or start < held.end < end
                trial.hold(not inside, "the edge of a split scope lies inside it", chunk)


def check_atoms(trial: Trial) -> None:
    """Atoms that surely fit, whatever stands around them, are not cut."""
    for first, last in trial.facts.atoms:
        begin, behind = trial.ink(trial.seen(first)), trial.seen(last)
        atom = trial.view[trial.seen(first) : behind]
        end = begin + len(trial.view[begin:behind].rstrip())
        if trial.measure(atom) <= trial.size - trial.size // 4:
            _hold_together(trial, begin, end, "an atom that fits")


def _hold_together(trial: Trial, begin: int, end: int, what: str) -> None:
    for one in trial.wrapped:
        inside = begin < one.start < end or begin < one.end < end
        trial.hold(not inside, f"{what} is cut at an edge of it", one.chunk)


def check_whole(trial: Trial) -> None:
    """Spans that a format keeps whole are not cut, whatever they cost."""
    for first, last in trial.facts.whole:
        begin, behind = trial.ink(trial.seen(first)), trial.seen(last)
        end = begin + len(trial.view[begin:behind].rstrip())
        _hold_together(trial, begin, end, "what is to stay whole")


def check_edits(trial: Trial) -> None:
    """No cut is made inside an edit: each stands in a chunk with all of its text, or in none."""
    for edit in trial.facts.edits:
        for chunk in trial.chunks:
            for edge in (chunk.start, chunk.end):
                trial.hold(not edit.start < edge < edit.end, "an edge lies inside an edit", chunk)


def _is_of_another_format(trial: Trial, name: str) -> bool:
    """Tell whether a region may have brought a rung; asked seldom, for it looks at all formats."""
    return any(name == rung for found in trial.registry.formats() for rung, _ in found.rungs)


def check_rungs(trial: Trial) -> None:
    """Rungs of chunks are rungs of the ladder, and cut where the chunks end."""
    if trial.settings.get("min_size"):
        return
    known = {"end", *_rung_names(trial)}
    found = {_name(rung): _possible_cuts(trial, rung) for rung in trial.ladder or ()}
    for before, after in pairwise(trial.wrapped):
        name = before.chunk.rung
        is_known = name in known or _is_of_another_format(trial, name)
        trial.hold(is_known, f"rung is {name!r}, which the ladder does not have", before.chunk)
        cuts = found.get(name)
        if cuts is not None and not trial.overlap:
            place = bisect_left(cuts, before.end)
            cut = place < len(cuts) and cuts[place] <= after.start
            trial.hold(cut, f"the rung {name!r} has no cut where it ends", before.chunk)


def _rung_names(trial: Trial) -> list[str]:
    if trial.ladder is not None:
        return [_name(rung) for rung in trial.ladder]
    declared = trial.registry.format(trial.format).rungs if trial.registry else ()
    own = (_name(rung) for rung in trial.own_ladder)
    return [*(name for name, _ in declared), *own, *GENERAL]


def _name(rung: Any) -> str:
    """Return what a rung of any kind is called."""
    named = rung.pattern if isinstance(rung, re.Pattern) else rung
    return str(getattr(named, "name", named))


def _possible_cuts(trial: Trial, rung: object) -> list[int] | None:
    """Return where a literal or an expression may cut, wherever a search for it begins."""
    pattern = pattern_of(rung)
    if pattern is None:
        return None
    places = range(len(trial.view) + 1)
    if keep_of(rung, trial.keep) == "end":
        return sorted({end for at in places for end in _ends(pattern, trial.view, at)})
    return [at for at in places if pattern.match(trial.view, at)]


def _ends(pattern: re.Pattern[str], text: str, at: int) -> Iterator[int]:
    """Yield where a match that begins at an offset may end, also when a piece clips it."""
    found = pattern.match(text, at)
    while found:
        yield found.end()
        found = pattern.match(text, at, found.end() - 1) if found.end() > at else None


def check_ladder(trial: Trial) -> None:
    """Law 6: a finer rung cuts only inside a piece that was too big for the coarser one.

    Looks at ladders whose pieces can be told from the text alone, without overlap.
    """
    if trial.overlap or trial.settings.get("min_size") or not trial.is_plain:
        return
    if trial.size == ENDLESS:
        return
    own = [rung for rung, _ in trial.registry.format(trial.format).rungs]
    if trial.ladder is None and own != list(TEXT_LADDER):
        return
    rungs = trial.ladder or own
    names = [_name(rung) for rung in rungs]
    walls = _walls(trial)
    for before, after in pairwise(trial.wrapped):
        if before.chunk.rung == "end":
            continue
        level = names.index(before.chunk.rung)
        pieces = [(lo, hi) for lo, hi in pairwise(walls) if lo <= before.end <= hi]
        for rung in rungs[:level]:
            if not _is_plain(rung):
                break
            pieces = [
                part
                for lo, hi in pieces
                for part in _parts(trial, rung, lo, hi)
                if part[0] < after.start and before.end < part[1]
            ]
            # One of them was too big; which one, the white space at the cut leaves open.
            pieces = [part for part in pieces if _is_too_big(trial, *part)]
            found = f"no piece that {_name(rung)!r} makes around its end is too big"
            trial.hold(pieces, found, before.chunk)


def _is_too_big(trial: Trial, start: int, end: int) -> bool:
    """Tell whether a piece is over the size, with its blanks or, if that may be more, without."""
    piece = trial.view[start:end]
    if trial.measure(piece) > trial.size:
        return True
    return not trial.adds_up and trial.measure(piece.strip()) > trial.size


def _walls(trial: Trial) -> list[int]:
    if trial.level == "parent" or trial.parent is None:
        return [0, len(trial.view)]
    parents = trial.at_level("parent")
    edges = {edge for one in parents.wrapped for edge in one[:2]}
    return sorted({0, *edges, len(trial.view)})


def _is_plain(rung: object) -> bool:
    """Tell whether a rung's pieces can be found by reading on from a piece's start."""
    return rung in ("paragraph", "line") or (isinstance(rung, str) and not is_name(rung))


def _parts(trial: Trial, rung: str, lo: int, hi: int) -> Iterator[tuple[int, int]]:
    """Yield the pieces that a rung makes of a stretch of the view."""
    pattern, keep = {"paragraph": (PARAGRAPH, "end"), "line": (LINE, "end")}.get(
        rung, (re.compile(re.escape(rung)), trial.keep)
    )
    if rung == "":
        yield from ((at, at + 1) for at in range(lo, hi))
        return
    begin = lo
    for found in pattern.finditer(trial.view, lo, hi):
        end = found.end() if keep == "end" else found.start()
        if begin < end:
            yield begin, end
        begin = found.end() if keep == "drop" else end
    if begin < hi:
        yield begin, hi


def check_graphemes(trial: Trial) -> None:
    """Law 7: named rungs and formats cut no grapheme that is within the size."""
    parent = trial.parent if isinstance(trial.parent, str) else "word"
    rungs = [*(trial.ladder or ()), trial.settings.get("overlap_at") or "word", parent]
    if (
        not all(isinstance(rung, Offsets) or is_name(rung) for rung in rungs)
        or "character" in rungs
    ):
        return
    edges = [0, *(found.end() for found in regex.finditer(r"\X", trial.view))]
    for start, end, chunk in trial.wrapped:
        for cut in (start, end):
            at = bisect_right(edges, cut) - 1
            if edges[at] == cut:
                continue
            first, last = edges[at : at + 2]
            trimmed = trial.view[first:cut] if cut == start else trial.view[cut:last]
            # What an edit puts in is never cut, so it counts with the grapheme that it is part of.
            too_big = (
                trial.measure(trial.view[slice(*_with_edits(trial, first, last))]) > trial.size
            )
            found = f"it cuts the grapheme {trial.view[first:last]!r}"
            trial.hold(not trimmed.strip() or too_big, found, chunk)


def _with_edits(trial: Trial, first: int, last: int) -> tuple[int, int]:
    """Extend a stretch of the view over the edits at its edges."""
    sources = [cell[1:] for cell in trial.cells]
    while first > 0 and sources[first - 1] == sources[first]:
        first -= 1
    while last < len(sources) and sources[last] == sources[last - 1]:
        last += 1
    return first, last


def check_lines(trial: Trial) -> None:
    """Lines are counted from 1; only LF, CRLF and CR end one."""
    for chunk in trial.chunks:
        first = chunk.start_line == line_of(trial.text, chunk.start)
        last = chunk.end_line == line_of(trial.text, chunk.end - 1)
        trial.hold(first and last, "its lines are counted wrongly", chunk)


def check_ids(trial: Trial) -> None:
    """No two chunks of a document have one id, and equal texts have equal hashes."""
    ids = {chunk.id for chunk in trial.chunks}
    trial.hold(len(ids) == len(trial.chunks), "two chunks have one id")
    hashes = {chunk.embed_text: chunk.content_hash for chunk in trial.chunks}
    equal = all(hashes[chunk.embed_text] == chunk.content_hash for chunk in trial.chunks)
    trial.hold(equal, "equal texts have different hashes")
    trial.hold(len(set(hashes.values())) == len(hashes), "different texts have one hash")


def check_ways(trial: Trial) -> None:
    """``spans`` and ``iter_split`` tell the same as ``split``; a second time is as the first."""
    if trial.level == "chunk":
        spans = [(chunk.start, chunk.end) for chunk in trial.chunks]
        trial.hold(trial.splitter.spans(trial.text) == spans, "spans gives others than split")
        again = list(trial.splitter.iter_split(trial.text, source="a document"))
        trial.hold(again == trial.chunks, "iter_split gives others than split")


def check_pickle(trial: Trial) -> None:
    """Chunks that were pickled come back as they were."""
    back = pickle.loads(pickle.dumps(trial.chunks))
    same = [chunk.id for chunk in back] == [chunk.id for chunk in trial.chunks]
    trial.hold(back == trial.chunks and same, "chunks come back from pickle as others")


def check_parents(trial: Trial) -> None:
    """Chunks lie in the parents that they name; without parents they name none."""
    if trial.level == "parent" or trial.parent is None:
        orphans = all(chunk.parent_id is None for chunk in trial.chunks)
        trial.hold(orphans, "a chunk names a parent, though there are none")
        return
    parents = {
        parent.id: parent for parent in trial.splitter.parents(trial.text, source="a document")
    }
    for chunk in trial.chunks:
        parent = parents.get(chunk.parent_id or "")
        inside = parent and parent.start <= chunk.start and chunk.end <= parent.end
        trial.hold(inside, "it does not lie in the parent that it names", chunk)


def check_min_size(trial: Trial) -> None:
    """Chunks below the least size fit with no neighbor (told of plain text only)."""
    least = trial.settings.get("min_size", 0)
    if trial.parent is not None or not trial.is_plain:
        return
    for before, after in pairwise(trial.wrapped):
        if min(before.chunk.size, after.chunk.size) < least:
            alone = trial.measure(trial.view[before.start : after.end]) > trial.size
            trial.hold(alone, "it would fit into one with the one before", after.chunk)


LAWS: tuple[Callable[[Trial], None], ...] = (
    check_slice,
    check_trimmed,
    check_nothing_lost,
    check_order,
    check_ceiling,
    check_ids,
    check_ways,
    check_pickle,
    check_embed_text,
    check_context,
    check_overlap,
    check_walls,
    check_atoms,
    check_whole,
    check_edits,
    check_rungs,
    check_ladder,
    check_graphemes,
    check_lines,
    check_parents,
    check_min_size,
)
"""All laws."""

QUICK = LAWS[:8]
"""Those that take time in proportion to the text; the others compare all with all."""


def check_laws(trial: Trial, laws: Sequence[Callable[[Trial], None]] = LAWS) -> None:
    """Check laws, on the large chunks too where there are parents.

    Raises:
        ConformanceError: The first law that is broken.
    """
    for law in laws:
        _check(law, trial)
    if trial.parent is not None:
        parents = trial.at_level("parent")
        for law in laws:
            _check(law, parents)


def _check(law: Callable[[Trial], None], trial: Trial) -> None:
    try:
        law(trial)
    except ConformanceError as error:
        raise error.under(law_told(law)) from None


def law_told(law: Callable[[Trial], None]) -> str:
    """Return what a law says, in one sentence."""
    return (law.__doc__ or law.__name__).partition("\n")[0]
