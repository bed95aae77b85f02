"""From a tree to cuts, functions and named definitions, in bytes."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Scope, Span

from ._languages import FUNCTION, KEY
from ._rungs import BLOCK, DEEPEST, DEFINITION, MEMBERS, STATEMENTS
from ._units import DEFINES, LONG, Children, Groups, Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tree_sitter import Node

    from ._languages import Language
    from ._units import Unit

STEEPEST = 256
"""Nodes inside nodes are followed to this depth, also where none of them adds a cut."""

_BODY_FIELDS = ("body", "declarations")
_LAST_FIELDS = ("value", "match", "type")
"""Fields that hold the inside of a definition, if nothing but a mark comes behind."""

_BODY = re.compile(
    "block|body|suite|statements$|compound_statement|declaration_list|braced|members"
)
_NAME_FIELDS = ("name", "declarator", "left", "key", "lhs", "pattern")
_NAME = re.compile("identifier$|name$|constant$|reference$|word$|alias$|^signature$|^type_head$")
_RECEIVER = re.compile(rb"([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?\s*\)$")
_WIDE_LABEL = 80
_WIDE_LINE = 160
_WIDE_WORD = 32
_MOST_LINES = 3
_MOST_SEEN = 12
_MOST_CHILDREN = 4
_MOST_WRAPPERS = 5
_MOST_DECLARATORS = 8
_NEEDS_BODY = frozenset({"class", "struct", "union", "enum", "namespace", "package"})
"""Kinds that only name something where there is no body."""

_NEVER_CARRIED = (b"namespace ", b"package ", b"module ", b"mod ")


class Definition(NamedTuple):
    """A named definition, in bytes.

    Attributes:
        start: Where it begins, its comments and decorators included.
        end: Where it ends.
        label: What it is called, with its kind unless that is a function.
        head: Where its signature begins and ends.
    """

    start: int
    end: int
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
    """

    children: Children
    level: int
    in_function: bool
    end: int
    depth: int


class Around(NamedTuple):
    """Where what a unit holds lies: as in ``Task``, and whether the unit is the only one."""

    level: int
    in_function: bool
    depth: int
    alone: bool


class Findings(NamedTuple):
    """What there is to say of a tree, in bytes, unsorted.

    Attributes:
        data: The text.
        cuts: Cuts by rung.
        functions: Where functions begin and end, comments and decorators included.
        definitions: What has a name.
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
        """Return the definitions as scopes in code points, sorted."""
        found = sorted(self.definitions, key=lambda one: (one.start, -one.end))
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
        if one.end - one.start <= LONG or one.label.startswith(_NEVER_CARRIED):
            return ()
        start, end = one.head
        line = self.data.rfind(b"\n", max(0, start - _WIDE_LINE), start) + 1
        if line and not self.data[line:start].strip():
            start = line
        lines = [row.rstrip() for row in decode(self.data[start:end]).split("\n")]
        lines = [row for row in lines if row]
        while len(lines) > 1 and lines[0].lstrip().startswith(("@", "#[", "[")):
            del lines[0]
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
        self._language = language
        self._reader = Reader(data, language)
        groups = language.groups if root.has_error else language.groups - {"ERROR"}
        self._children = Groups(data, groups).children
        self._todo = [Task(self._children(root.children, 0), 0, False, 0, 0)]
        self.findings = Findings(data, defaultdict(list), [], [])

    def read(self) -> Findings:
        while self._todo:
            self._read(self._todo.pop())
        return self.findings

    def _read(self, task: Task) -> None:
        units = self._reader.read(task.children)
        if not units:
            return
        has_cuts = self._cut(task, units)
        if task.end:
            units[-1].end = task.end
        around = Around(task.level + has_cuts, task.in_function, task.depth + 1, len(units) == 1)
        for unit in units:
            if unit.nodes:
                self._look(unit, around)

    def _cut(self, task: Task, units: Sequence[Unit]) -> bool:
        """Note the cuts between units; tell whether there are any."""
        is_first_cut = not task.in_function and task.end > 0 and _defines(units[0])
        cuts = [unit.start for unit in (units if is_first_cut else units[1:])]
        if not cuts:
            return False
        found = self.findings.cuts
        if not task.in_function:
            found[MEMBERS[task.level - 1] if task.level else DEFINITION] += cuts
            return True
        found[STATEMENTS[task.level]] += cuts
        if task.level == 0:
            found[BLOCK] += [unit.start for unit in units[1:] if unit.after_blank]
        return True

    def _look(self, unit: Unit, around: Around) -> None:
        """Note what a unit defines, and come back to what is long in it."""
        last = unit.nodes[-1][1]
        for role, node, begins in unit.nodes:
            start = unit.start if begins else node.start_byte
            end = unit.end if node is last else node.end_byte
            if role == DEFINES and self._define(node, start, end, around):
                continue
            if node.end_byte - node.start_byte > LONG:
                self._come_back(node, around)

    def _come_back(self, node: Node, around: Around) -> None:
        stays = around.alone and not around.in_function and around.level == 0
        level = around.level if stays or around.in_function else 0
        if level >= DEEPEST or around.depth >= STEEPEST or not node.child_count:
            return
        children = self._children(node.children, node.start_byte, joins_bodies=not stays)
        self._todo.append(Task(children, level, not stays, 0, around.depth))

    def _define(self, node: Node, start: int, end: int, around: Around) -> bool:
        """Note a definition and come back to its inside; tell whether it is one."""
        kind = node.type
        found = self._found(kind, node)
        if found is None:
            return False
        word, inner, holder = found
        body = _body_of(inner)
        if body is None and word in _NEEDS_BODY:
            return False
        signed = inner if kind in self._language.decorators else node
        head = self._head(signed, inner, body)
        label = self._label(word, inner, holder, head)
        if not label:
            return False
        self.findings.definitions.append(Definition(start, end, label, head))
        if word == FUNCTION:
            self._note_function(start, node.start_byte, end)
            if end - start <= LONG:
                return True
        in_function = around.in_function or word == FUNCTION
        level = around.level
        if in_function and not around.in_function:
            level = 0
        if level >= DEEPEST or around.depth >= STEEPEST:
            return True
        children = self._inside(inner, body, head[1])
        self._todo.append(Task(children, level, in_function, end, around.depth))
        return True

    def _note_function(self, start: int, bare: int, end: int) -> None:
        """Note a function, and once more without a long comment, with which it may not fit."""
        functions = self.findings.functions
        functions.append((start, end))
        if bare - start > LONG:
            line = self._data.rfind(b"\n", start, bare) + 1
            functions.append((bare if self._data[line:bare].strip() else line, end))

    def _found(self, kind: str, node: Node) -> tuple[str, Node, Node] | None:
        """Return what a node defines: its kind, its node, and the wrapper next to that."""
        language = self._language
        if kind in language.definitions:
            return language.definitions[kind], node, node
        if kind in language.callers:
            return self._called(node)
        todo, seen = [(node, 0)], 0
        while todo and seen < _MOST_SEEN:
            holder, depth = todo.pop()
            for child in holder.named_children[:_MOST_CHILDREN]:
                seen += 1
                inner = child.type
                if inner in language.definitions:
                    return language.definitions[inner], child, holder
                if inner in language.wrappers and depth < _MOST_WRAPPERS:
                    todo.append((child, depth + 1))
        return None

    def _called(self, node: Node) -> tuple[str, Node, Node] | None:
        target = node.child(0)
        if target is None or target.end_byte - target.start_byte > _WIDE_WORD:
            return None
        word = self._language.calls.get(
            self._data[target.start_byte : target.end_byte].decode("ascii", "replace")
        )
        return (word, node, node) if word else None

    def _head(self, node: Node, inner: Node, body: Node | None) -> tuple[int, int]:
        start = node.start_byte
        data = self._data
        if body is None or body.start_byte <= start:
            line = data.find(b"\n", start, node.end_byte)
            end = node.end_byte if line < 0 else line
        else:
            end = (
                _header_end(inner, body)
                if b"\n" in data[start : body.start_byte]
                else body.start_byte
            )
            if data[end : end + 1] in (b"{", b":"):
                end += 1
        text = data[start:end].rstrip(b" \t\r\n")
        if text.endswith(b"\n{") or not text:
            return start, max(start, end)
        if text.endswith(b"{"):
            bare = text[:-1].rstrip(b" \t")
            if bare.endswith((b"\n", b"\r")):
                text = bare.rstrip()
        return start, start + len(text)

    def _label(self, word: str, inner: Node, holder: Node, head: tuple[int, int]) -> bytes:
        name = self._name(word, inner, holder)
        if word == FUNCTION:
            return name
        if word == "impl" or not name:
            text = self._data[slice(*head)]
            return _clipped(text.strip(b"{}[]: \t\r\n"))
        return name if word == KEY else word.encode() + b" " + name

    def _name(self, word: str, inner: Node, holder: Node) -> bytes:
        data = self._data
        if self._language.callers and inner.type in self._language.callers:
            rest = inner.child(1)
            text = data[rest.start_byte : rest.end_byte] if rest else b""
            return _clipped(re.split(rb"[(,\n]|\bwhen\b|\bdo\b", text, maxsplit=1)[0])
        found = (_named(holder) if holder is not inner else None) or _named(inner)
        if found is None and word != KEY:
            return self._guessed(inner)
        if found is None:
            return b""
        name = _clipped(data[found.start_byte : found.end_byte])
        receiver = inner.child_by_field_name("receiver")
        if receiver is not None:
            owner = _RECEIVER.search(data[receiver.start_byte : receiver.end_byte])
            if owner:
                return owner[1] + b"." + name
        return name

    def _guessed(self, node: Node) -> bytes:
        for child in node.named_children[:_MOST_DECLARATORS]:
            if _NAME.search(child.type):
                name = self._data[child.start_byte : child.end_byte]
                return _clipped(name.partition(b"(")[0])
        return b""

    def _inside(self, node: Node, body: Node | None, opened: int) -> Children:
        """Return what stands behind a definition's signature."""
        children = node.children
        if body is None:
            rest = [child for child in children if child.start_byte >= opened]
            return self._children(rest, opened)
        start, end = body.start_byte, body.end_byte
        nodes = [
            child
            for child in children
            if child.end_byte <= start and "comment" in child.type and child.start_byte >= opened
        ]
        nodes += body.children
        nodes += [child for child in children if child.start_byte >= end]
        return self._children(nodes, opened)


def _defines(unit: Unit) -> bool:
    return any(role == DEFINES for role, _, _ in unit.nodes)


def _body_of(node: Node) -> Node | None:
    for name in _BODY_FIELDS:
        found = node.child_by_field_name(name)
        if found is not None:
            return found
    for name in _LAST_FIELDS:
        found = node.child_by_field_name(name)
        if found is not None and found.end_byte >= node.end_byte - 1:
            return found
    for child in reversed(node.named_children):
        if _BODY.search(child.type):
            return child
    return None


def _header_end(node: Node, body: Node) -> int:
    """Return where a body begins, or the comments between the signature and it."""
    end = body.start_byte
    for child in reversed(node.children):
        if child.end_byte <= end and child.start_byte < body.start_byte:
            if "comment" not in child.type:
                break
            end = child.start_byte
    return end


def _named(node: Node) -> Node | None:
    """Return the node of a definition's name, through the declarators of C."""
    found: Node | None = node
    for _ in range(_MOST_DECLARATORS):
        inner = None
        for name in _NAME_FIELDS:
            inner = found.child_by_field_name(name) if found else None
            if inner is not None:
                break
        if inner is None:
            break
        found = inner
        if "declarator" not in found.type:
            break
    return None if found is node else found


def _clipped(name: bytes) -> bytes:
    name = b" ".join(name.split())
    if len(name) <= _WIDE_LABEL:
        return name
    return name[:_WIDE_LABEL].decode("utf-8", "ignore").encode()
