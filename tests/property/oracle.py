"""SPLIT and PACK for structured text as the rules state them: pieces, lists and loops.

Nothing here is taken from the library, and nothing here is fast. The measure is characters. All
offsets point into the text as a reader sees it; the way from and to the source is the business
of ``plans``.

Where the rules leave a choice, this is the reading taken:

* Whether a scope is split is settled in the order of the scopes, outer before inner; one that is
  not settled yet adds no closing lines to the budget that settles another.
* "The carried and closing lines of one scope" that are given up are the outermost scope's.
* Closing lines stand innermost first, as nested fences would.
* A scope's closing lines are left out where only blanks follow in the scope.
* An edit is neither cut nor trimmed inside: the text that it puts in place of another stays whole
  unless all of it is blank. Blanks inserted at the very front of a chunk go, though they belong to
  the character after them.
* "The first character that is not a heading" is the first one that is not blank either; a chunk
  of headings alone counts by its last character.
"""

from __future__ import annotations

from typing import NamedTuple

END = "end"


class OracleScope(NamedTuple):
    """A scope, in offsets of the text as a reader sees it."""

    start: int
    end: int
    label: str = ""
    head: tuple[int, int] | None = None
    carry: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    seals: bool = True


class OracleEdit(NamedTuple):
    """Where the text of an edit stands, in the text as a reader sees it; drops need none."""

    start: int
    end: int
    inserts: bool = False

    @property
    def solid_end(self) -> int:
        """The end of what is never cut: an insertion belongs to the character after it."""
        return self.end + self.inserts


class Wanted(NamedTuple):
    """What a chunk should come out as."""

    start: int
    end: int
    context: tuple[str, ...]
    carried: tuple[str, ...]
    embed_text: str
    path: tuple[str, ...]
    rung: str


class _Raw(NamedTuple):
    """A chunk before it is trimmed."""

    start: int
    end: int
    rung: str


class _Lines(NamedTuple):
    """The scopes whose labels, carried lines and closing lines are put around a chunk."""

    labels: list[int]
    carried: list[int]
    closing: list[int]


class Oracle:
    """One text, and how it should be cut.

    Args:
        text: The text as a reader sees it.
        rungs: Names and cuts, coarse to fine; cuts may be in any order.
        scopes: Nested or apart, outer before inner.
        atoms: Nested or apart.
        edits: Where the text of edits stands.
        size: The ceiling.
        overlap: The most that neighbors share.
        labels: Whether labels are put in front.
        trim: ``"space"`` or ``"lines"``.
    """

    def __init__(  # noqa: PLR0913 - the rules have as many inputs
        self,
        text: str,
        rungs: list[tuple[str, list[int]]],
        scopes: list[OracleScope],
        atoms: list[tuple[int, int]],
        *,
        edits: list[OracleEdit] | None = None,
        size: int,
        overlap: int = 0,
        labels: bool = True,
        trim: str = "space",
    ) -> None:
        self.text = text
        self.scopes = scopes
        self.edits = edits or []
        self.size = size
        self.overlap = overlap
        self.with_labels = labels
        heads = [scope.head for scope in scopes if scope.head]
        self._headings = {at for start, end in heads for at in range(start, end)}
        self.trim_mode = trim
        self.split: set[int] = set()
        self._budgets: dict[int, int] = {}
        self._settle_split()
        solid = [(edit.start, edit.solid_end) for edit in self.edits]
        solid += [self.trimmed(a, b) for a, b in atoms if b - a <= self.budget(a)]
        self.rungs = [
            (name, sorted(cut for cut in cuts if not any(a < cut < b for a, b in solid)))
            for name, cuts in rungs
        ]

    def _settle_split(self) -> None:
        for at, scope in enumerate(self.scopes):
            has_lines = scope.carry or scope.close
            if has_lines and scope.end - scope.start > self.budget(scope.start):
                self.split.add(at)
            self._budgets.clear()

    # Rules 1 to 3: needs, budgets, contexts.

    def ink(self, offset: int) -> int:
        """Return the first character that is not blank, at or after an offset."""
        while offset < len(self.text) and self.text[offset].isspace():
            offset += 1
        return offset

    def need(self, start: int) -> _Lines:
        """Return what a chunk may need around it that begins here, before the price is asked."""
        ink = self.ink(start)
        lines = _Lines([], [], [])
        for at, scope in enumerate(self.scopes):
            if not scope.start <= ink < scope.end:
                continue
            if self.with_labels and scope.label and not (scope.head and scope.head[0] >= ink):
                lines.labels.append(at)
            has_head = scope.head and scope.head[0] >= ink
            if scope.carry and self.ink(scope.start) < ink and not has_head:
                lines.carried.append(at)
            if scope.close and at in self.split:
                lines.closing.append(at)
        return lines

    def affordable(self, start: int) -> _Lines:
        """Return what a chunk that begins here may have around it."""
        lines = self.need(start)
        while 4 * self.cost(lines) > self.size:
            give_up(lines)
        return lines

    def budget(self, start: int) -> int:
        """Return what is left for the text of a chunk that begins here."""
        if start not in self._budgets:
            self._budgets[start] = self.size - self.cost(self.affordable(start))
        return self._budgets[start]

    def cost(self, lines: _Lines) -> int:
        """Return the length of what stands around a chunk."""
        return len(self.wrap(lines, ""))

    def context(self, lines: _Lines) -> tuple[str, ...]:
        """Return the labels in front of a chunk."""
        return tuple(self.scopes[at].label for at in lines.labels)

    def carried(self, lines: _Lines) -> tuple[str, ...]:
        """Return the carried lines in front of a chunk."""
        return tuple(line for at in lines.carried for line in self.scopes[at].carry)

    def wrap(self, lines: _Lines, body: str) -> str:
        """Put labels and lines around a body."""
        before = self.carried(lines)
        if lines.labels:
            before = (" > ".join(self.context(lines)), *before)
        after = [line for at in reversed(lines.closing) for line in self.scopes[at].close]
        return "".join(f"{line}\n" for line in before) + body + "".join(f"\n{x}" for x in after)

    def holding(self, start: int, end: int) -> list[int]:
        """Return the scopes that hold the first character in no heading, and the last one."""
        first = end - 1
        for at in range(end - 1, start - 1, -1):
            if not self.text[at].isspace() and at not in self._headings:
                first = at
        return [
            at
            for at, scope in enumerate(self.scopes)
            if scope.start <= first < scope.end and scope.start <= end - 1 < scope.end
        ]

    def dressed(self, start: int, end: int, rung: str) -> Wanted:
        """Return a chunk with what is put around it. Rules 3 and 7."""
        holding = self.holding(start, end)
        lines = self.affordable(start)
        lines = _Lines(
            [at for at in lines.labels if at in holding],
            lines.carried,
            [at for at in lines.closing if self.ink(end) < self.scopes[at].end],
        )
        body = self.text[start:end]
        while len(self.wrap(lines, body)) > self.size and any(lines):
            give_up(lines)
        return Wanted(
            start,
            end,
            self.context(lines),
            self.carried(lines),
            self.wrap(lines, body),
            tuple(self.scopes[at].label for at in holding if self.scopes[at].label),
            rung,
        )

    # Rules 4 and 6: walls, SPLIT and PACK.

    def raw(self) -> list[_Raw]:
        """Return the chunks before they are trimmed."""
        edges = {0, len(self.text)}
        for at in self.split:
            edges |= {self.scopes[at].start, self.scopes[at].end}
        chunks: list[_Raw] = []
        walls = sorted(edges)
        for i in range(len(walls) - 1):
            self._split(walls[i], walls[i + 1], 0, END, chunks)
        return chunks

    def _split(self, lo: int, hi: int, level: int, end: str, chunks: list[_Raw]) -> None:
        for at in range(level, len(self.rungs)):
            name, cuts = self.rungs[at]
            inside = [cut for cut in cuts if lo < cut < hi]
            if inside:
                edges = [lo, *inside, hi]
                names = [name] * len(inside) + [end]
                pieces = [_Raw(a, edges[i + 1], names[i]) for i, a in enumerate(edges[:-1])]
                self._walk(pieces, at, chunks)
                return
        chunks.append(_Raw(lo, hi, end))

    def _walk(self, pieces: list[_Raw], level: int, chunks: list[_Raw]) -> None:
        buffer: list[_Raw] = []
        for piece in pieces:
            a, b, _ = piece
            if buffer and self._takes(buffer[0].start, b):
                buffer.append(piece)
            elif b - a < self.budget(a):
                _emit(buffer, chunks)
                while buffer and not self._may_stay(buffer[0].start, a, b):
                    del buffer[0]
                buffer.append(piece)
            else:
                _emit(buffer, chunks)
                buffer = []
                if b - a == self.budget(a):
                    chunks.append(piece)
                else:
                    self._split(a, b, level + 1, piece.rung, chunks)
        _emit(buffer, chunks)

    def _takes(self, start: int, end: int) -> bool:
        return end - start <= self.budget(start)

    def _may_stay(self, start: int, a: int, b: int) -> bool:
        sealed = any(
            scope.seals and (start < scope.start <= a or start < scope.end <= a)
            for scope in self.scopes
        )
        return a - start <= self.overlap and self._takes(start, b) and not sealed

    # What is left of the chunks at the end.

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """Take blanks off both edges; the stretch comes out empty where nothing is left."""
        first, last = start, end
        while first < last and self.text[first].isspace():
            first += 1
        while first < last and self.text[last - 1].isspace():
            last -= 1
        if first == last:
            return first, first
        if self.trim_mode == "lines":
            first = max(start, self.text.rfind("\n", start, first) + 1)
        for edit in self.edits:
            if edit.start < first < edit.end:
                first = edit.start
            if edit.start < last < edit.solid_end:
                last = edit.solid_end
        return first, last

    def chunks(self) -> list[Wanted]:
        """Return the chunks."""
        kept = [_Raw(*self.trimmed(start, end), rung) for start, end, rung in self.raw()]
        kept = [chunk for chunk in kept if chunk.start < chunk.end]
        return [self.dressed(*chunk) for chunk in apart(kept)]


def give_up(lines: _Lines) -> None:
    """Drop the outermost label, else the carried and closing lines of the outermost scope."""
    if lines.labels:
        del lines.labels[0]
        return
    outermost = min(lines.carried + lines.closing)
    for part in (lines.carried, lines.closing):
        if outermost in part:
            part.remove(outermost)


def apart(chunks: list[_Raw]) -> list[_Raw]:
    """Drop, until none is left, each chunk that lies inside a neighbor; of equals the second."""
    for at, chunk in enumerate(chunks):
        before, behind = chunks[max(0, at - 1) : at], chunks[at + 1 : at + 2]
        behind = [other for other in behind if other[:2] != chunk[:2]]
        for other in before + behind:
            if other.start <= chunk.start and chunk.end <= other.end:
                return apart(chunks[:at] + chunks[at + 1 :])
    return chunks


def _emit(buffer: list[_Raw], chunks: list[_Raw]) -> None:
    if buffer:
        chunks.append(_Raw(buffer[0].start, buffer[-1].end, buffer[-1].rung))
