"""Paths, contexts, carried lines, and the room that they leave for a chunk's own text.

Everything here is in offsets of the view.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from itertools import islice
from operator import le
from typing import TYPE_CHECKING, NamedTuple

from .gauges import CharacterGauge
from .model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .cutters import Cut
    from .gauges import Gauge
    from .measures import Counter
    from .model import Scope, Trim
    from .view import View

DEEPEST = 32
"""Scopes count to this depth; deeper ones are left out."""

SHARE = 4
"""Labels and lines around a chunk may cost one part in this many of the size."""

FEW = 32
"""Units of a measure, by which an estimate may be wrong for its blocks' edges alone."""

GLANCE = 16
"""Characters at an edge that are looked at before the whole stretch is."""

_INK = r"\S"
_BLANK_LINES = r"\s*[\r\n]"


class Limits(NamedTuple):
    """What a chunk may cost.

    Attributes:
        counter: The measure.
        size: The ceiling.
        overlap: The most that neighbors share.
        labels: Whether the path is put in front.
    """

    counter: Counter
    size: int
    overlap: int
    labels: bool


class ScopeTree:
    """A document's scopes in the view, as arrays in the order of their starts.

    Attributes:
        scopes: The scopes, outer before inner.
        starts: Where each begins.
        ends: Where each ends.
        first_ink: Where its first character stands that is not white space, for scopes with
            carried lines: a part that begins there has the scope's start, though an indent in
            front of it was trimmed.
        settled: An offset behind which nothing is new in any of the scopes around: a chunk that
            begins later has neither their heads nor their starts.
        split: Which ones have carried or closing lines and are too long to stay whole.
        edges: The edges of sealing scopes, sorted.
    """

    def __init__(self, scopes: Iterable[Scope], view: View) -> None:
        self.scopes: list[Scope] = []
        self.starts = array("q")
        self.ends = array("q")
        self.first_ink = array("q")
        self.settled = array("q")
        self.heads: list[Span | None] = []
        self._parents: list[int] = []
        self._chains: dict[int, tuple[int, ...]] = {-1: ()}
        self._add_all(scopes, view)
        self.split = bytearray(len(self.scopes))
        sealing = [place for place, scope in enumerate(self.scopes) if scope.seals]
        self.edges = array(
            "q", sorted({edge for at in sealing for edge in (self.starts[at], self.ends[at])})
        )
        self._head_spans = _disjoint(sorted(head for head in self.heads if head))
        self._head_starts = array("q", (head.start for head in self._head_spans))

    def _add_all(self, scopes: Iterable[Scope], view: View) -> None:
        ink, text = Ink(view.text), view.text
        open_scopes: list[int] = []
        for scope, (start, end), head in _in_view(scopes, view):
            carry = scope.carry
            while open_scopes and self.ends[open_scopes[-1]] <= start:
                open_scopes.pop()
            if start == end or len(open_scopes) == DEEPEST:
                continue
            parent = open_scopes[-1] if open_scopes else -1
            first_ink = ink(start) if carry and text[start].isspace() else start
            around = self.settled[parent] if open_scopes else 0
            self._parents.append(parent)
            open_scopes.append(len(self.scopes))
            self.scopes.append(scope)
            self.starts.append(start)
            self.first_ink.append(first_ink)
            self.settled.append(max(around, first_ink if carry else 0, head.start if head else 0))
            self.ends.append(end)
            self.heads.append(head)

    def chain(self, offset: int) -> tuple[int, ...]:
        """Return the scopes that hold an offset, outermost first."""
        return self.chain_of(self.innermost(offset))

    def innermost(self, offset: int) -> int:
        """Return the smallest scope that holds an offset, or -1."""
        at = bisect_right(self.starts, offset) - 1
        while at >= 0 and self.ends[at] <= offset:
            at = self._parents[at]
        return at

    def chain_of(self, scope: int) -> tuple[int, ...]:
        """Return a scope, behind those that hold it."""
        chain = self._chains.get(scope)
        if chain is None:
            chain = (*self.chain_of(self._parents[scope]), scope)
            self._chains[scope] = chain
        return chain

    def behind_heads(self, start: int, end: int, ink: Callable[[int], int]) -> int:
        """Return the first character of a stretch that is in no heading, or its last one."""
        at = ink(start)
        while at < end:
            place = bisect_right(self._head_starts, at) - 1
            if place < 0 or self._head_spans[place].end <= at:
                return at
            at = ink(self._head_spans[place].end)
        return end - 1

    def shared(self, start: int, end: int, ink: Callable[[int], int]) -> tuple[int, ...]:
        """Return the scopes that hold a stretch's first character in no heading and its last."""
        at = self.innermost(self.behind_heads(start, end, ink))
        while at >= 0 and self.ends[at] < end:
            at = self._parents[at]
        return self.chain_of(at)

    def parent_of(self, start: int, end: int, ink: Callable[[int], int]) -> int:
        """Return the smallest scope that holds a stretch and more text than it, or -1."""
        first, last = self.chain(start), self.chain(end - 1)
        both = [one for one, other in zip(first, last, strict=False) if one == other]
        rest = ink(end)
        while both and ink(self.starts[both[-1]]) >= start and self.ends[both[-1]] <= rest:
            both.pop()
        return both[-1] if both else -1


def _in_view(
    scopes: Iterable[Scope], view: View
) -> Iterable[tuple[Scope, tuple[int, int], Span | None]]:
    """Yield scopes with their stretches of the view, and their heads."""
    scopes = list(scopes)
    spans = [scope[:2] for scope in scopes]
    if not view.edited:
        return zip(scopes, spans, (scope.head for scope in scopes), strict=True)
    heads = iter(view.spans([scope.head for scope in scopes if scope.head]))
    moved = (Span(*next(heads)) if scope.head else None for scope in scopes)
    return zip(scopes, view.spans(spans), moved, strict=True)


def _disjoint(spans: list[Span]) -> list[Span]:
    """Join spans that overlap, given in order."""
    if all(map(le, (span[1] for span in spans), (span[0] for span in islice(spans, 1, None)))):
        return spans
    joined: list[Span] = []
    for span in spans:
        if joined and span.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


class Wrap(NamedTuple):
    """What is put around a chunk.

    Attributes:
        labels: Scopes, by their place in the tree, whose labels stand in front.
        carried: Those whose carried lines do.
        closing: Those whose closing lines stand behind.
        cost: What all of it measures.
        before: The text in front of the body.
        after: The text behind it.
        context: The labels in front, outermost first.
        lines: The carried lines, outermost scope first.
    """

    labels: tuple[int, ...] = ()
    carried: tuple[int, ...] = ()
    closing: tuple[int, ...] = ()
    cost: int = 0
    before: str = ""
    after: str = ""
    context: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


BARE = Wrap()


class Wrapping:
    """Labels, carried lines and closing lines: which a chunk needs, and what they cost.

    Args:
        tree: The document's scopes.
        limits: What a chunk may cost.

    Attributes:
        tree: The document's scopes.
    """

    def __init__(self, tree: ScopeTree, limits: Limits) -> None:
        self.tree = tree
        self._count = limits.counter.count
        self._adds_up = limits.counter.adds_up
        self._size = limits.size
        self._with_labels = limits.labels
        self._wraps: dict[tuple[tuple[int, ...], ...], Wrap] = {}
        # By the smallest scope: what a chunk needs that begins well inside it.
        self._inside: dict[int, Wrap] = {-1: BARE}
        self._line_costs: dict[str, int] = {}
        self._forms: dict[int, tuple[str, ...]] = {}
        self._labels: dict[tuple[int, ...], tuple[str, ...]] = {(): ()}

    def forget(self) -> None:
        """Forget what was found out of scopes, since one of them turned out to be split."""
        self._inside = {-1: BARE}

    def needed(self, ink: int) -> Wrap:
        """Return what a chunk needs whose first character that is not white space is at ``ink``."""
        tree = self.tree
        at = tree.innermost(ink)
        wrap = self._inside.get(at)
        if wrap is None or (at >= 0 and ink <= tree.settled[at]):
            wrap = self._needed(tree.chain_of(at), ink)
            if ink > tree.settled[at]:
                self._inside[at] = wrap
        return wrap

    def _needed(self, chain: tuple[int, ...], ink: int) -> Wrap:
        tree = self.tree
        labels: list[int] = []
        carried: list[int] = []
        closing: list[int] = []
        for at in chain:
            scope = tree.scopes[at]
            head = tree.heads[at]
            has_head = head is not None and head.start >= ink
            if self._with_labels and scope.label and not has_head:
                labels.append(at)
            if scope.carry and not has_head and tree.first_ink[at] < ink:
                carried.append(at)
            if scope.close and tree.split[at]:
                closing.append(at)
        return self.wrap(tuple(labels), tuple(carried), tuple(closing))

    def wrap(
        self, labels: tuple[int, ...], carried: tuple[int, ...], closing: tuple[int, ...]
    ) -> Wrap:
        """Return labels and lines as a wrap, less what is too dear."""
        parts = labels, carried, closing
        wrap = self._wraps.get(parts)
        if wrap is None:
            wrap = self._wraps[parts] = self._with_fewest_dropped(self._made(*parts))
        return wrap

    def _with_fewest_dropped(self, wrap: Wrap) -> Wrap:
        """Drop labels, outermost first, then lines, until the rest is cheap enough.

        How many labels is found by halving, since each try is measured.
        """
        if wrap.cost * SHARE <= self._size:
            return wrap
        first, last, cheap = 1, len(wrap.labels), None
        while first < last:
            middle = (first + last) // 2
            shorter = self._made(wrap.labels[middle:], wrap.carried, wrap.closing)
            if shorter.cost * SHARE > self._size:
                first = middle + 1
            else:
                last, cheap = middle, shorter
        wrap = cheap or self._made((), wrap.carried, wrap.closing)
        while wrap.cost * SHARE > self._size and wrap != BARE:
            wrap = self.give_up(wrap)
        return wrap

    def give_up(self, wrap: Wrap) -> Wrap:
        """Drop the outermost label, else the lines of the outermost scope that has some."""
        labels, carried, closing = wrap[:3]
        if labels:
            labels = labels[1:]
        else:
            outermost = min((*carried, *closing), default=-1)
            carried = tuple(at for at in carried if at != outermost)
            closing = tuple(at for at in closing if at != outermost)
        return self._made(labels, carried, closing)

    def _made(
        self, labels: tuple[int, ...], carried: tuple[int, ...], closing: tuple[int, ...]
    ) -> Wrap:
        """Make a wrap: its text, and what that costs.

        A measure that is only estimated is asked once for each label and line, and the counts
        are added: a budget is a guess there, and finished texts are measured as a whole.
        """
        scopes, count = self.tree.scopes, self._count
        context = self.labels_of(labels)
        front = tuple([line for at in carried for line in self._carried_by(at)])
        back = [line for at in reversed(closing) for line in scopes[at].close]
        first = [" > ".join(context)] if context else []
        before = "".join([f"{line}\n" for line in (*first, *front)])
        after = "".join(f"\n{line}" for line in back)
        if self._adds_up:
            cost = (count(before) if before else 0) + (count(after) if after else 0)
        else:
            lines = [f" > {scopes[at].label}" for at in labels]
            cost = sum(map(self._line_cost, [*lines, *(f"{line}\n" for line in (*front, *back))]))
        return Wrap(labels, carried, closing, cost, before, after, context, front)

    def _carried_by(self, at: int) -> tuple[str, ...]:
        """Return the carried lines of a scope, in the longest form that is cheap enough."""
        scope = self.tree.scopes[at]
        if at not in self._forms:
            forms = (scope.carry, *scope.brief) if scope.brief else ()
            self._forms[at] = next(filter(self._is_cheap, forms), scope.carry)
        return self._forms[at]

    def _is_cheap(self, lines: tuple[str, ...]) -> bool:
        return self._count("".join([f"{line}\n" for line in lines])) * SHARE <= self._size

    def _line_cost(self, line: str) -> int:
        cost = self._line_costs.get(line)
        if cost is None:
            cost = self._line_costs[line] = self._count(line)
        return cost

    def labels_of(self, scopes: tuple[int, ...]) -> tuple[str, ...]:
        """Return the labels of scopes, less those without one."""
        found = self._labels.get(scopes)
        if found is None:
            tree = self.tree.scopes
            found = self._labels[scopes] = tuple(filter(None, [tree[at].label for at in scopes]))
        return found


class Ink:
    """Finds the first character that is not white space, with a memory for long blanks."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._search = re.compile(_INK).search
        self._from, self._to = 0, -1

    def __call__(self, offset: int) -> int:
        """Return the first such offset at or after another, or the text's length."""
        if not self._text[offset : offset + 1].isspace():
            return offset
        if self._from <= offset <= self._to:
            return self._to
        found = self._search(self._text, offset)
        self._from = offset
        self._to = found.start() if found else len(self._text)
        return self._to


def _has_line_end(blank: str) -> bool:
    return "\n" in blank or "\r" in blank


class Body(NamedTuple):
    """A chunk before it is made into one: trimmed, wrapped and measured."""

    start: int
    end: int
    wrap: Wrap
    size: int


class Room:
    """How far a chunk may reach where nothing is put around it: the size, everywhere.

    Args:
        view: The text as a reader sees it.
        limits: What a chunk may cost.
        trim: How edges are trimmed.

    Attributes:
        exact: Whether ``reach`` is the truth, so that no finished text need be measured to
            know that it fits.
        is_even: Whether every chunk may be just ``size`` characters long.
        reach: Returns how far a chunk may go that begins at an offset.
    """

    def __init__(self, view: View, limits: Limits, trim: Trim) -> None:
        self._view = view
        self.text = view.text
        self.size = limits.size
        self.overlap = limits.overlap
        self.count = limits.counter.count
        self.gauge: Gauge = limits.counter.gauge(view.text, limits.size)
        self.exact = self.gauge.exact
        self.is_even = isinstance(self.gauge, CharacterGauge)
        self.reach = self.gauge.reacher(limits.size)
        self._trim_space = trim == "space"
        # What ``fits`` measured last; and what fitted, by its start, to be measured only once.
        self._size_seen = 0
        self._fitted: dict[int, Body] = {}

    def budget(self, start: int) -> int:
        """Return how much of the size is left for the text of a chunk that begins here."""
        return self.size

    def is_good(self, start: int, end: int) -> bool:
        """Tell whether a piece is smaller than a chunk that begins with it may be."""
        return end <= self.gauge.reach(start, self.budget(start) - 1)

    def back(self, end: int) -> int:
        """Return where the longest overlap begins that ends here."""
        return self.gauge.back(end, self.overlap)

    def earliest(self, end: int) -> int:
        """Return an offset before which no chunk that reaches this end can begin."""
        return self.gauge.back(end, self.size) if self.exact else 0

    def seal(self, offset: int) -> int:
        """Return the last edge at or before an offset that overlap must not cross, or 0."""
        return 0

    def fits(self, start: int, end: int) -> bool:
        """Tell whether the finished text of a chunk, measured, is within the size."""
        body = self._wrapped(*self.trim(start, end))
        self._size_seen = body.size
        self.gauge.learn(body.start, body.end, body.size - body.wrap.cost)
        if body.size > self.size:
            return False
        self._fitted[body.start] = body
        return True

    def may_share(self, start: int, end: int) -> bool:
        """Tell whether a stretch is within the overlap, measuring it where need be."""
        if self.exact:
            return True
        # What is shared in the end is trimmed, and may measure more without its blanks.
        first, last = self.trim(start, end)
        return first == last or self.gauge.measured(first, last) <= self.overlap

    def farthest(self, start: int) -> int:
        """Return an end beyond which hardly anything fits, however wrong the estimates were."""
        return self.gauge.farthest(start, self.budget(start))

    def hopeless(self, start: int) -> int:
        """Return an end beyond which it is not worth while to measure."""
        return self.gauge.farthest(start, self.budget(start) + FEW)

    def shorter(self, start: int, end: int) -> int:
        """Return an end below ``end`` that may fit, right after ``start … end`` did not."""
        guess = start + (end - start) * self.size // max(1, self._size_seen)
        # However wrong the guess, a few steps must do.
        return min(guess, end - 1 - (end - start) // 256)

    def trim(self, start: int, end: int) -> tuple[int, int]:
        """Take white space off both edges; an empty stretch comes out where nothing is left."""
        if start == end:
            return start, start
        text = self.text
        if not text[start].isspace():
            # Mostly there is a line end at most.
            bare = end - text[end - 1].isspace()
            if not text[bare - 1].isspace():
                return self._view.around_edits(start, bare) if self._view.edited else (start, bare)
        for first, last, _ in self.trimmed([(start, end, 0)]):
            return first, last
        return start, start

    def trimmed(self, cuts: Iterable[Cut]) -> list[Cut]:
        """Take white space off the edges of stretches, and leave out those that are blank."""
        text, edited, anything = self.text, self._view.edited, self._trim_space
        found: list[Cut] = []
        for start, end, level in cuts:
            # Most edges are bare, or hold a separator: a glance at a few characters settles them.
            first, last = start, end
            if text[start].isspace():
                head = text[start : min(start + GLANCE, end)]
                blank = len(head) - len(head.lstrip())
                if blank == len(head) or (not anything and _has_line_end(head[:blank])):
                    first, last = self._trim_all(start, end)
                elif anything:
                    first += blank
            if first >= last:
                continue
            if text[last - 1].isspace():
                tail = text[max(first, last - GLANCE) : last]
                bare = len(tail.rstrip())
                last = last - len(tail) + bare if bare else first + len(text[first:last].rstrip())
            if edited:
                first, last = self._view.around_edits(first, last)
            found.append((first, last, level))
        return found

    def _trim_all(self, start: int, end: int) -> tuple[int, int]:
        body = self.text[start:end]
        end = start + len(body.rstrip())
        if end == start:
            return start, start
        if self._trim_space:
            return start + len(body) - len(body.lstrip()), end
        lines = re.compile(_BLANK_LINES).match(self.text, start, end)
        return lines.end() if lines else start, end

    def finish(self, start: int, end: int) -> Body:
        """Wrap and measure a stretch that was trimmed."""
        known = self._fitted.pop(start, None)
        if known is not None and known.end == end:
            return known
        return self._finished(start, end)

    def holds(self, start: int, end: int) -> bool:
        """Tell whether a stretch fits into one chunk that begins with it."""
        if self.exact:
            return end <= self.reach(start)
        return end <= self.hopeless(start) and self.fits(start, end)

    def is_bare_too_big(self, start: int, end: int) -> bool:
        """Tell whether a stretch would not fit even with nothing put around it."""
        first, last = self.trim(start, end)
        return self.gauge.measured(first, last) > self.size

    def forget(self) -> None:
        """Forget what was found out of scopes, since one of them turned out to be split."""

    def _finished(self, start: int, end: int) -> Body:
        return self._wrapped(start, end)

    def _wrapped(self, start: int, end: int) -> Body:
        return Body(start, end, BARE, self.gauge.measured(start, end))


class ScopedRoom(Room):
    """Room that depends on where a chunk begins, since scopes put lines around it."""

    def __init__(self, wrapping: Wrapping, view: View, limits: Limits, trim: Trim) -> None:
        super().__init__(view, limits, trim)
        self.is_even = False
        self._tree = wrapping.tree
        self._wrapping = wrapping
        self.ink = Ink(view.text)
        self.reach = self._reach
        # By the start: a chunk is asked about when its end is looked for, and when it is made.
        self._needed: dict[int, Wrap] = {}

    def needed(self, start: int) -> Wrap:
        """Return what a chunk needs around it that begins here."""
        wrap = self._needed.get(start)
        if wrap is None:
            wrap = self._needed[start] = self._wrapping.needed(self.ink(start))
        return wrap

    def forget(self) -> None:
        """Forget what was found out of scopes, since one of them turned out to be split."""
        self._needed.clear()
        self._wrapping.forget()

    def budget(self, start: int) -> int:
        """Return how much of the size is left for the text of a chunk that begins here."""
        return self.size - self.needed(start).cost

    def _reach(self, start: int) -> int:
        return self.gauge.reach(start, self.budget(start))

    def holds(self, start: int, end: int) -> bool:
        """Tell whether a stretch fits into one chunk that begins with it.

        What stands around a chunk costs nothing to a share of the size, so most stretches are
        told without asking what it is.
        """
        if self.exact:
            if end <= self.gauge.reach(start, self.size - self.size // SHARE):
                return True
            if end > self.gauge.reach(start, self.size):
                return False
        return super().holds(start, end)

    def seal(self, offset: int) -> int:
        """Return the last edge at or before an offset that overlap must not cross, or 0."""
        place = bisect_right(self._tree.edges, offset)
        return self._tree.edges[place - 1] if place else 0

    def _finished(self, start: int, end: int) -> Body:
        """Wrap and measure a stretch, giving up lines and labels while it is too big."""
        wrap = self._true_of(start, end)
        measured = self.gauge.measured
        size = measured(start, end, wrap.before, wrap.after)
        while size > self.size and any(wrap[:3]):
            wrap = self._wrapping.give_up(wrap)
            size = measured(start, end, wrap.before, wrap.after)
        return Body(start, end, wrap, size)

    def _wrapped(self, start: int, end: int) -> Body:
        if start == end:
            return Body(start, end, BARE, 0)
        wrap = self._true_of(start, end)
        return Body(start, end, wrap, self.gauge.measured(start, end, wrap.before, wrap.after))

    def _true_of(self, start: int, end: int) -> Wrap:
        """Return what of the needed lines and labels is true of a whole stretch."""
        needed = self.needed(start)
        labels, carried, closing = needed[:3]
        ends = self._tree.ends
        # Labels are those of scopes inside one another: what the smallest holds, all of them hold.
        if labels and ends[labels[-1]] < end:
            labels = tuple(at for at in labels if ends[at] >= end)
        if closing:
            closing = tuple(at for at in closing if self.ink(end) < ends[at])
        if labels is needed.labels and len(closing) == len(needed.closing):
            return needed
        return self._wrapping.wrap(labels, carried, closing)


def split_scopes(tree: ScopeTree, room: Room) -> None:
    """Mark the scopes that have lines of their own and are too long to stay whole.

    Outermost first: a scope that is split adds its closing lines to what inner ones cost.
    """
    for at, scope in enumerate(tree.scopes):
        has_lines = scope.carry or scope.close
        if has_lines and not room.holds(tree.starts[at], tree.ends[at]):
            tree.split[at] = True
            room.forget()


def walls_of(tree: ScopeTree) -> set[int]:
    """Return the edges that no run, chunk or overlap crosses."""
    return {
        edge
        for at, is_split in enumerate(tree.split)
        if is_split
        for edge in (tree.starts[at], tree.ends[at])
    }
