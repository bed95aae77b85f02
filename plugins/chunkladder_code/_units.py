"""Units: what stands between two cuts, such as a function with its comment and decorators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tree_sitter import Node

    from ._languages import Language

LONG = 240
"""Bytes above which a node that is no definition is looked into, for cuts inside."""

OVERLOADS = 12
"""Signatures in a row, at most, that stay with the definition that follows them."""

_LEAD = "(lead)"
"""Stands for the type of what opens a group: it belongs to the group's first member."""

_BLANKS = b" \t\r\n\f\v"
_BODY = re.compile("block|body|suite|statements$|compound_statement|then|do_group")


class Unit:
    """A stretch between two cuts.

    Attributes:
        start: Its first byte: that of its line, where nothing else stands in front.
        end: The byte after its last.
        nodes: The nodes in it that are no comments and no marks.
        after_blank: Whether a blank line stands in front.
        signature: Whether it ends with a signature, which only a definition takes in.
    """

    __slots__ = ("after_blank", "end", "nodes", "signature", "start")

    def __init__(self, start: int, end: int, after_blank: bool) -> None:
        self.start = start
        self.end = end
        self.nodes: list[tuple[str, Node]] = []
        self.after_blank = after_blank
        self.signature = False


class Children(NamedTuple):
    """Nodes to be read one after another.

    Attributes:
        nodes: The nodes with their types.
        opened: The byte after what stands in front of them.
        joins_bodies: Whether a block belongs to what stands in front of it.
    """

    nodes: Sequence[tuple[str, Node]]
    opened: int
    joins_bodies: bool = False


class _Reader:
    """Reads nodes from first to last into units."""

    def __init__(self, data: bytes, language: Language) -> None:
        self._data = data
        self._language = language
        self.units: list[Unit] = []
        self._held: list[Unit] = []
        self._done = 0

    def read(self, children: Children) -> list[Unit]:
        """Return the units of some nodes."""
        self.units, self._held, self._done = [], [], children.opened
        data, leading = self._data, self._language.leading
        for kind, node in children.nodes:
            start, end = node.start_byte, node.end_byte
            if start >= end or start < self._done:
                continue
            while end > start and data[end - 1] in _BLANKS:
                end -= 1
            gap = data[self._done : start]
            lines = gap.count(b"\n")
            if "comment" in kind or kind in leading or kind == _LEAD:
                self._lead(kind, node, start, end, gap, lines)
            elif not node.is_named:
                self._mark(end)
            elif children.joins_bodies and self.units and _BODY.search(kind):
                self._flush()
                self.units[-1].end = end
                self.units[-1].nodes.append((kind, node))
            else:
                self._member(kind, node, start, end, gap, lines)
            self._done = max(self._done, end)
        self._flush()
        return self.units

    def _lead(self, kind: str, node: Node, start: int, end: int, gap: bytes, lines: int) -> None:
        """Hold a comment or an attribute until it is known what it belongs to."""
        held = self._held
        if not lines and not held and self.units:
            self.units[-1].end = end
            return
        if lines > 1:
            self._flush()
        is_signature = "signature" in kind
        if held and not held[-1].signature:
            held[-1].end = end
            held[-1].signature = is_signature
        else:
            held.append(Unit(self._line_start(start, gap), end, lines > 1))
            held[-1].signature = is_signature
        if "comment" not in kind and kind != _LEAD:
            held[-1].nodes.append((kind, node))

    def _flush(self) -> None:
        self.units += self._held
        self._held.clear()

    def _mark(self, end: int) -> None:
        """Leave a bracket, a comma or a keyword with what stands in front of it."""
        self._flush()
        if self.units:
            self.units[-1].end = end

    def _member(self, kind: str, node: Node, start: int, end: int, gap: bytes, lines: int) -> None:
        if lines > 1:
            self._flush()
        elif not lines and not self._held and self._joins_line(kind, start):
            unit = self.units[-1]
            unit.end = end
            unit.nodes.append((kind, node))
            return
        unit = Unit(self._line_start(start, gap), end, lines > 1)
        self._take_held(unit, kind)
        unit.nodes.append((kind, node))
        self.units.append(unit)

    def _joins_line(self, kind: str, start: int) -> bool:
        """Tell whether a node stays with the one in front of it on its line."""
        if not self.units or kind in self._language.definitions:
            return False
        return start - self.units[-1].start <= LONG

    def _take_held(self, unit: Unit, kind: str) -> None:
        held = self._held
        if not held:
            return
        defines = kind in self._language.definitions or kind in self._language.wrappers
        first = max(0, len(held) - OVERLOADS) if defines else len(held)
        if not defines and not held[-1].signature:
            first -= 1
        for one in held[first:]:
            unit.nodes += one.nodes
        if first < len(held):
            unit.start = held[first].start
            unit.after_blank = held[first].after_blank
        self.units += held[:first]
        held.clear()

    def _line_start(self, start: int, gap: bytes) -> int:
        """Return the start of a node's line, if nothing but white space stands in front."""
        blank = len(gap) - len(gap.rstrip(b" \t\f\v"))
        before = start - blank
        if before and self._data[before - 1] != 0x0A:
            return start
        return before


def reader(data: bytes, language: Language) -> _Reader:
    """Return a reader of units."""
    return _Reader(data, language)


def expanded(nodes: Iterable[Node], groups: frozenset[str], data: bytes) -> list[tuple[str, Node]]:
    """Return nodes with their types, the children of groups in the groups' place.

    Takes time in proportion to the nodes, however deep groups lie in groups.
    """
    found = [(node.type, node) for node in nodes]
    if not any(kind in groups for kind, _ in found):
        return found
    flat: list[tuple[str, Node]] = []
    todo = found[::-1]
    while todo:
        kind, node = todo.pop()
        if kind in groups:
            todo += list(_opened(node, data))[::-1]
        else:
            flat.append((kind, node))
    return flat


def _opened(group: Node, data: bytes) -> Iterator[tuple[str, Node]]:
    children = group.children
    if not children:
        yield "(text)", group
        return
    start = group.start_byte
    is_open = group.type != "ERROR"
    for node in children:
        is_open = is_open and data.find(b"\n", start, node.start_byte) < 0
        yield _LEAD if is_open else node.type, node
