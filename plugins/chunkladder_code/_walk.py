"""From a tree to cuts, functions and named definitions, in bytes."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Scope, Span

from ._definitions import Definer, inside
from ._halving import halved
from ._languages import FUNCTION
from ._rungs import BLOCK, DEEPEST, DEFINITION, GROUPS, MEMBERS, STATEMENTS
from ._units import DEFINES, LONG, Children, Groups, Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tree_sitter import Node

    from ._languages import Language
    from ._units import Units

STEEPEST = 256
"""Nodes inside nodes are followed to this depth, also where none of them adds a cut."""

_WIDE_LINE = 160
_MOST_LINES = 3
_NEVER_CARRIED = frozenset({"namespace", "package", "module", "mod"})
"""Kinds of what holds most of a file, and has a signature that says no more."""


class Definition(NamedTuple):
    """A named definition, in bytes.

    Attributes:
        start: Where it begins, its comments and decorators included.
        end: Where it ends.
        kind: Its kind, as in ``Language.definitions``.
        name: What it is called.
        label: The name with what stands in front of it in a path.
        head: Where its signature begins and ends.
    """

    start: int
    end: int
    kind: str
    name: bytes
    label: bytes
    head: tuple[int, int]


class Task(NamedTuple):
    """Children that are still to be read.

    Attributes:
        children: The children.
        level: How deep their cuts lie, from 0, among members or among statements.
        in_function: Whether they are statements.
        end: Where what ends last may end, brackets behind it included.
        depth: How many nodes lie around them.
        halvings: How often what they stand in was halved.
    """

    children: Children
    level: int
    in_function: bool
    end: int
    depth: int
    halvings: int


class Around(NamedTuple):
    """Where what units hold lies: as in ``Task``, and whether there is only one unit."""

    level: int
    in_function: bool
    depth: int
    alone: bool


class Findings(NamedTuple):
    """What there is to say of a tree, in bytes, unsorted but for the definitions.

    Attributes:
        data: The text.
        cuts: Cuts by rung.
        functions: Where functions begin and end, comments and decorators included.
        definitions: What has a name, sorted by the starts, the outer one first.
    """

    data: bytes
    cuts: dict[str, list[int]]
    functions: list[tuple[int, int]]
    definitions: list[Definition]

    def scopes(
        self,
        places: Callable[[Iterable[int]], list[int]],
        decode: Callable[[bytes], str],
        *,
        carry: bool,
    ) -> list[Scope]:
        """Return the definitions as scopes in code points, in the same order."""
        found = self.definitions
        starts = places([one.start for one in found])
        ends = places([one.end for one in found])
        heads = places([one.head[0] for one in found])
        tails = places([one.head[1] for one in found])
        return [
            Scope(
                start,
                end,
                decode(one.label),
                Span(head, tail),
                self._carried(one, decode) if carry else (),
            )
            for one, start, end, head, tail in zip(found, starts, ends, heads, tails, strict=True)
        ]

    def _carried(self, one: Definition, decode: Callable[[bytes], str]) -> tuple[str, ...]:
        if one.end - one.start <= LONG or one.kind in _NEVER_CARRIED:
            return ()
        start, end = one.head
        line = self.data.rfind(b"\n", max(0, start - _WIDE_LINE), start) + 1
        if line and not self.data[line:start].strip():
            start = line
        text = decode(self.data[start:end])
        if "\n" not in text:
            return (text.rstrip()[:_WIDE_LINE],) if text.strip() else ()
        lines = [row for line in text.split("\n") if (row := line.rstrip())]
        return tuple(
            row[:_WIDE_LINE] for row in lines[: _MOST_LINES if len(lines) <= _MOST_LINES else 1]
        )


def read(root: Node, data: bytes, language: Language) -> Findings:
    """Read a tree: cuts, functions and definitions.

    Looks at the children of the file, of definitions and of long statements, and at nothing else.
    """
    return _Walk(root, data, language).read()


class _Walk:
    def __init__(self, root: Node, data: bytes, language: Language) -> None:
        self._data = data
        self._reader = Reader(data, language)
        self._definer = Definer(data, language)
        self._children = Groups(data, language, has_error=root.has_error).children
        self._todo = [Task(self._children(root.children, 0), 0, False, 0, 0, 0)]
        self.findings = Findings(data, defaultdict(list), [], [])

    def read(self) -> Findings:
        while self._todo:
            self._read(self._todo.pop())
        self.findings.definitions.sort(key=lambda one: (one.start, -one.end))
        return self.findings

    def _read(self, task: Task) -> None:
        units = self._reader.read(task.children)
        starts = units.starts
        if not starts:
            return
        if task.end:
            units.ends[-1] = task.end
        is_first_cut = not task.in_function and task.end > 0 and _begins_with_definition(units)
        cuts = starts if is_first_cut else starts[1:]
        depths = [task.halvings] * (len(cuts) + 1)
        if cuts:
            self._cut(task, cuts, units)
        if cuts and not task.in_function:
            depths = self._halve(task, cuts, units.ends[-1])
        if units.nodes:
            level, alone = task.level + bool(cuts), len(starts) == 1
            around = Around(level, task.in_function, task.depth + 1, alone)
            self._look(units, around, depths[is_first_cut:])

    def _halve(self, task: Task, cuts: Sequence[int], end: int) -> list[int]:
        """Note the cuts of groups; return how often each unit was halved."""
        used, depths = halved(cuts, task.children.opened, end, task.halvings)
        found = self.findings.cuts
        for depth, cut in used:
            found[GROUPS[depth]].append(cut)
        return depths

    def _cut(self, task: Task, cuts: Sequence[int], units: Units) -> None:
        """Note the cuts between units."""
        found = self.findings.cuts
        if not task.in_function:
            found[MEMBERS[task.level - 1] if task.level else DEFINITION] += cuts
            return
        found[STATEMENTS[task.level]] += cuts
        if task.level == 0:
            found[BLOCK] += [start for start in units.spaced if start > units.starts[0]]

    def _look(self, units: Units, around: Around, halvings: Sequence[int]) -> None:
        """Note what units define, and come back to what is long in them."""
        for at, (place, role, node, begins) in enumerate(units.nodes):
            halved = halvings[place]
            if role == DEFINES:
                start = units.starts[place] if begins else node.start_byte
                end = units.ends[place] if units.ends_with(at) else node.end_byte
                if self._define(node, start, end, around, halved):
                    continue
            if node.end_byte - node.start_byte > LONG:
                self._come_back(node, around, halved)

    def _come_back(self, node: Node, around: Around, halvings: int) -> None:
        stays = around.alone and not around.in_function
        level = around.level if stays or around.in_function else 0
        if level >= DEEPEST or around.depth >= STEEPEST or not node.child_count:
            return
        opened = self._indent_of(node)
        children = self._children(node.children, opened, joins_bodies=not stays)
        self._todo.append(Task(children, level, not stays, 0, around.depth, halvings))

    def _indent_of(self, node: Node) -> int:
        """Return where the line of a node begins, if it begins that line, else where it does."""
        line = self._data.rfind(b"\n", 0, node.start_byte) + 1
        return node.start_byte if self._data[line : node.start_byte].strip() else line

    def _define(self, node: Node, start: int, end: int, around: Around, halvings: int) -> bool:
        """Note a definition and come back to its inside; tell whether it is one."""
        defined = self._definer.define(node)
        if defined is None:
            return False
        self.findings.definitions.append(
            Definition(start, end, defined.kind, defined.name, defined.label, defined.head)
        )
        is_function = defined.kind == FUNCTION
        if is_function:
            self._note_function(start, node.start_byte, end)
        level = 0 if is_function and not around.in_function else around.level
        is_short = is_function and end - start <= LONG
        if not is_short and level < DEEPEST and around.depth < STEEPEST:
            # Comments of what follows are held by some nodes, but lie behind their ends.
            nodes = inside(defined)
            while nodes and nodes[-1].start_byte >= end:
                nodes.pop()
            children = self._children(nodes, defined.head[1])
            in_function = around.in_function or is_function
            self._todo.append(Task(children, level, in_function, end, around.depth, halvings))
        return True

    def _note_function(self, start: int, bare: int, end: int) -> None:
        """Note a function, and once more without a long comment, with which it may not fit."""
        functions = self.findings.functions
        functions.append((start, end))
        if bare - start > LONG:
            line = self._data.rfind(b"\n", start, bare) + 1
            functions.append((bare if self._data[line:bare].strip() else line, end))


def _begins_with_definition(units: Units) -> bool:
    """Tell whether the first unit holds something that may define something."""
    for place, role, _, _ in units.nodes:
        if place:
            break
        if role == DEFINES:
            return True
    return False
