"""Units: what stands between two cuts, such as a function with its comment and decorators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from ._languages import Language

LONG = 400
"""Bytes up to which a node that is no definition is not looked into, for cuts inside."""

OVERLOADS = 12
"""Signatures in a row, at most, that stay with the definition that follows them."""

PLAIN, LEAD, MARK, DEFINES, BODY, TEXT = range(6)
"""What a node is to its neighbors: nothing special; a comment or the like, which belongs to what
follows; a bracket, a comma or a keyword, which belongs to what stands in front; what may define
something; a block; and what is not looked into, however long.
"""

_BLANKS = b" \t\r\n\f\v"
_TEXT = re.compile("string|text|content")
_BODY = re.compile("block|body|suite|statements$|compound_statement|then|do_group")


class Unit:
    """A stretch between two cuts.

    Attributes:
        start: Its first byte: that of its line, where nothing else stands in front.
        end: The byte after its last.
        nodes: The nodes in it that are worth a look, each with its role and whether it begins
            the unit, but for comments.
        after_blank: Whether a blank line stands in front.
        is_signature: Whether it is a signature, which only a definition takes in.
    """

    __slots__ = ("after_blank", "end", "is_signature", "nodes", "start")

    def __init__(self, start: int, end: int, after_blank: bool) -> None:
        self.start = start
        self.end = end
        self.nodes: list[tuple[int, Node, bool]] = []
        self.after_blank = after_blank
        self.is_signature = False


class Children(NamedTuple):
    """Nodes to be read one after another.

    Attributes:
        nodes: The nodes.
        opened: The byte after what stands in front of them.
        joins_bodies: Whether a block belongs to what stands in front of it.
        openers: Where nodes begin that open a group, and belong to its first member.
    """

    nodes: Sequence[Node]
    opened: int
    joins_bodies: bool = False
    openers: frozenset[int] | set[int] = frozenset()


class Reader:
    """Reads nodes from first to last into units.

    Args:
        data: The text.
        language: What is known of its language.
    """

    def __init__(self, data: bytes, language: Language) -> None:
        self._data = data
        self._language = language
        self._defining = {*language.definitions, *language.wrappers, *language.callers}
        # By the number of a node's kind, which is cheaper to ask for than its name.
        self._roles: dict[int, int] = {}
        self._units: list[Unit] = []
        self._held: list[Unit] = []

    def read(self, children: Children) -> list[Unit]:
        """Return the units of some nodes."""
        data, roles, openers = self._data, self._roles, children.openers
        units: list[Unit] = []
        self._units, self._held, done = units, [], children.opened
        for node in children.nodes:
            start, end = node.start_byte, node.end_byte
            if not done <= start < end:
                continue
            role = roles.get(node.kind_id)
            if role is None:
                role = self._learn(node)
            if data[end - 1] in _BLANKS:
                end = self._bare_end(start, end)
            if role == MARK and start not in openers:
                self._mark(start, end)
            elif role == LEAD or start in openers:
                self._lead(node, start, end, data[done:start])
            elif role == BODY and children.joins_bodies and units:
                self._join(units[-1], role, node, end)
            else:
                self._member(role, node, start, end, data[done:start])
            done = end
        self._flush()
        return units

    def _learn(self, node: Node) -> int:
        role = self._roles[node.kind_id] = self._role(node)
        return role

    def _role(self, node: Node) -> int:
        kind = node.type
        if not node.is_named:
            return MARK
        if "comment" in kind or kind in self._language.leading:
            return LEAD
        if kind in self._defining:
            return DEFINES
        if _TEXT.search(kind):
            return TEXT
        return BODY if _BODY.search(kind) else PLAIN

    def _bare_end(self, start: int, end: int) -> int:
        while end > start + 1 and self._data[end - 1] in _BLANKS:
            end -= 1
        return end

    def _mark(self, start: int, end: int) -> None:
        held = self._held
        if held:
            if b"\n" not in self._data[held[-1].end : start]:
                held[-1].end = end  # The semicolon of a signature.
                return
            self._flush()
        if self._units:
            self._units[-1].end = end

    def _lead(self, node: Node, start: int, end: int, gap: bytes) -> None:
        """Hold a comment or an attribute until it is known what it belongs to."""
        held, lines = self._held, gap.count(b"\n")
        if not lines and not held and self._units and not self._begins_line(start):
            self._units[-1].end = end
            return
        if lines > 1:
            self._flush()
        if held and not held[-1].is_signature:
            held[-1].end = end
        else:
            held.append(Unit(self._line_start(start, gap), end, lines > 1))
        held[-1].is_signature = "signature" in node.type

    def _begins_line(self, start: int) -> bool:
        """Tell whether a node begins its line; some comments hold the line end before it."""
        return self._data[start - 1 : start] == b"\n"

    def _flush(self) -> None:
        self._units += self._held
        self._held.clear()

    def _join(self, unit: Unit, role: int, node: Node, end: int) -> None:
        self._flush()
        unit.end = end
        if end - node.start_byte > LONG:
            unit.nodes.append((role, node, False))

    def _member(self, role: int, node: Node, start: int, end: int, gap: bytes) -> None:
        units, held = self._units, self._held
        is_new = b"\n" in gap or held or not units
        if not is_new and role != DEFINES and start - units[-1].start <= LONG:
            unit, begins = units[-1], False
            unit.end = end
        else:
            unit, begins = Unit(self._line_start(start, gap), end, gap.count(b"\n") > 1), True
            if held:
                self._take_held(unit, role)
            units.append(unit)
        if role == DEFINES or (end - start > LONG and role != TEXT):
            unit.nodes.append((role, node, begins))

    def _take_held(self, unit: Unit, role: int) -> None:
        """Give a unit the comments and the like that stand in front of it."""
        held = self._held
        if unit.after_blank:
            self._flush()
            return
        first = len(held) - 1
        if role == DEFINES:
            first = max(0, len(held) - OVERLOADS)
        elif held[-1].is_signature:
            first = len(held)
        if first < len(held):
            unit.start = held[first].start
            unit.after_blank = held[first].after_blank
        self._units += held[:first]
        held.clear()

    def _line_start(self, start: int, gap: bytes) -> int:
        """Return the start of a node's line, if nothing but white space stands in front."""
        before = start - len(gap) + len(gap.rstrip(b" \t\f\v"))
        if before and self._data[before - 1 : before] != b"\n":
            return start
        return before


class Groups:
    """Puts the children of groups, such as ``#ifdef``, in the groups' place.

    Args:
        data: The text.
        kinds: Node types of groups.
    """

    def __init__(self, data: bytes, kinds: frozenset[str]) -> None:
        self._data = data
        self._kinds = kinds

    def children(
        self, nodes: Sequence[Node], opened: int, *, joins_bodies: bool = False
    ) -> Children:
        """Return nodes to be read, the children of groups in the groups' place.

        Takes time in proportion to the nodes, however deep groups lie in groups.
        """
        kinds = self._kinds
        if not kinds or not any(node.type in kinds for node in nodes):
            return Children(nodes, opened, joins_bodies)
        flat: list[Node] = []
        openers: set[int] = set()
        todo = list(reversed(nodes))
        while todo:
            node = todo.pop()
            if node.type in kinds and node.child_count:
                todo += reversed(node.children)
                if node.type != "ERROR":
                    openers.update(self._openers(node))
            else:
                flat.append(node)
        return Children(flat, opened, joins_bodies, openers)

    def _openers(self, group: Node) -> list[int]:
        """Return where the children begin that stand in the line that opens a group."""
        first = group.children[0]
        if first.is_named and not first.type.endswith("modifier"):
            return []
        end = self._data.find(b"\n", group.start_byte, group.end_byte)
        return [child.start_byte for child in group.children if child.start_byte < end]
