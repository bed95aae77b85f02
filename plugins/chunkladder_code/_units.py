"""Units: what stands between two cuts, such as a function with its comment and decorators."""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
_INDENT = b" \t\f\v"
_TEXT = re.compile("string|text|content")
_BODY = re.compile("block|body|suite|statements$|compound_statement|then|do_group")


Found: TypeAlias = "tuple[int, int, Node, bool]"
"""A node in a unit: the unit's place, the node's role, the node, and whether it begins the unit,
but for comments."""


class Units:
    """Stretches between two cuts, in order.

    Columns, since a file has thousands of units and hardly any is looked at by itself.

    Attributes:
        starts: The first byte of each: that of its line, where nothing else stands in front.
        ends: The byte after the last of each.
        spaced: The starts of those that have a blank line in front.
        nodes: The nodes that are worth a look, in order.
    """

    __slots__ = ("ends", "nodes", "spaced", "starts")

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.spaced: list[int] = []
        self.nodes: list[Found] = []

    def add(self, start: int, end: int, after_blank: bool) -> None:
        """Add a unit behind the others."""
        self.starts.append(start)
        self.ends.append(end)
        if after_blank:
            self.spaced.append(start)

    def ends_with(self, at: int) -> bool:
        """Tell whether no other node behind one of the nodes lies in its unit."""
        nodes = self.nodes
        return at + 1 == len(nodes) or nodes[at + 1][0] != nodes[at][0]


class _Held:
    """A comment or the like, held until it is known what it belongs to.

    Attributes:
        start: Its first byte, or that of its line.
        end: The byte after its last.
        after_blank: Whether a blank line stands in front.
        is_signature: Whether it is a signature, which only a definition takes in.
    """

    __slots__ = ("after_blank", "end", "is_signature", "start")

    def __init__(self, start: int, end: int, after_blank: bool) -> None:
        self.start = start
        self.end = end
        self.after_blank = after_blank
        self.is_signature = False


class Children(NamedTuple):
    """Nodes to be read one after another.

    Attributes:
        nodes: The nodes.
        opened: The byte after what stands in front of them.
        joins_bodies: Whether a block belongs to what stands in front of it.
        openers: Where nodes begin that open a group, and belong to its first member.
        ends: Where nodes end that hold comments of what follows, which are among the nodes, by
            their starts. A line end stands at the ends of such nodes.
    """

    nodes: Sequence[Node]
    opened: int
    joins_bodies: bool = False
    openers: frozenset[int] | set[int] = frozenset()
    ends: Mapping[int, int] = MappingProxyType({})


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
        self._roles = _roles_in(language.name)
        self._gaps: dict[bytes, tuple[int, int]] = {}
        self._units = Units()
        self._held: list[_Held] = []

    def read(self, children: Children) -> Units:  # noqa: C901 - a call for each node would cost
        """Return the units of some nodes."""
        nodes, done, joins_bodies, openers, own_ends = children
        data, roles, held = self._data, self._roles, self._held
        units = self._units = Units()
        ends = units.ends
        for node in nodes:
            start, end = node.start_byte, node.end_byte
            if not done <= start < end:
                continue
            role = roles.get(node.kind_id)
            if role is None:
                role = self._learn(node)
            if data[end - 1] in _BLANKS:
                end = self._bare_end(start, own_ends.get(start, end))
            if role == LEAD or start in openers:
                self._lead(node, start, end, data[done:start])
            elif role == MARK:
                if held:
                    self._mark_held(start, end)
                elif ends:
                    ends[-1] = end
            elif role == BODY and ends and self._is_signed():
                ends[-1] = end
            elif role == BODY and joins_bodies and ends:
                self._join(node, end)
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

    def _mark_held(self, start: int, end: int) -> None:
        held = self._held
        if self._data.find(b"\n", held[-1].end, start) < 0:
            held[-1].end = end  # The semicolon of a signature.
            return
        self._flush()
        self._units.ends[-1] = end

    def _lead(self, node: Node, start: int, end: int, gap: bytes) -> None:
        """Hold a comment or an attribute until it is known what it belongs to."""
        held, lines = self._held, gap.count(b"\n")
        if not lines and not held and self._units.ends and not self._begins_line(start):
            self._units.ends[-1] = end
            return
        if lines > 1:
            self._flush()
        if held and not held[-1].is_signature:
            held[-1].end = end
        else:
            held.append(_Held(self._line_start(start, gap), end, lines > 1))
        held[-1].is_signature = "signature" in node.type

    def _begins_line(self, start: int) -> bool:
        """Tell whether a node begins its line; some comments hold the line end before it."""
        return self._data[start - 1 : start] == b"\n"

    def _flush(self) -> None:
        for one in self._held:
            self._units.add(one.start, one.end, one.after_blank)
        self._held.clear()

    def _is_signed(self) -> bool:
        """Tell whether the last unit ends with a signature, whose body is still to come."""
        signatures, units = self._language.signatures, self._units
        if not signatures or self._held or not units.nodes:
            return False
        place, _, node, _ = units.nodes[-1]
        return place == len(units.ends) - 1 and node.type in signatures

    def _join(self, node: Node, end: int) -> None:
        units = self._units
        place = len(units.ends) - 1
        units.ends[place] = end
        if end - node.start_byte > LONG:
            units.nodes.append((place, BODY, node, False))
        self._flush()

    def _member(self, role: int, node: Node, start: int, end: int, gap: bytes) -> None:
        units, held = self._units, self._held
        # Most gaps are one of a few: a line end and an indent.
        lines, indent = self._gaps.get(gap) or self._learn_gap(gap)
        starts = units.starts
        begins = True
        if lines == 1 and not held:
            starts.append(start - indent)
            units.ends.append(end)
        elif lines or held or not starts or role == DEFINES or start - starts[-1] > LONG:
            first = start - indent if lines else self._line_start(start, gap)
            after_blank = lines > 1
            if held:
                first, after_blank = self._take_held(role, first, after_blank)
            units.add(first, end, after_blank)
        else:
            units.ends[-1] = end
            begins = False
        if role == DEFINES or (end - start > LONG and role != TEXT):
            units.nodes.append((len(starts) - 1, role, node, begins))

    def _learn_gap(self, gap: bytes) -> tuple[int, int]:
        """Note of what stands between two nodes how many lines end in it, and the indent."""
        behind = gap[gap.rfind(b"\n") + 1 :]
        indent = 0 if behind.strip(_INDENT) else len(behind)
        found = self._gaps[gap] = gap.count(b"\n"), indent
        return found

    def _take_held(self, role: int, start: int, after_blank: bool) -> tuple[int, bool]:
        """Make units of the comments and the like in front of a unit, but for its own.

        Returns:
            Where the unit begins with its own, and whether a blank line stands in front of that.
        """
        held = self._held
        first = len(held)
        if role == DEFINES:
            first = max(0, first - OVERLOADS)
        elif not held[-1].is_signature:
            first -= 1
        if not after_blank and first < len(held):
            start, after_blank = held[first].start, held[first].after_blank
            del held[first:]
        self._flush()
        return start, after_blank

    def _line_start(self, start: int, gap: bytes) -> int:
        """Return the start of a node's line, if nothing but white space stands in front."""
        before = start - len(gap) + len(gap.rstrip(_INDENT))
        if before and self._data[before - 1 : before] != b"\n":
            return start
        return before


@cache
def _roles_in(language: str) -> dict[int, int]:
    """Return where the roles of a language's nodes are noted.

    They are noted by the number of a node's kind, which is cheaper to ask for than its name.
    """
    return {}


class Groups:
    """Puts the children of groups, such as ``#ifdef``, in the groups' place.

    Args:
        data: The text.
        language: What is known of its language.
        has_error: Whether what the parser could make no sense of is a group.
    """

    def __init__(self, data: bytes, language: Language, *, has_error: bool) -> None:
        self._data = data
        self._groups = language.groups if has_error else language.groups - {"ERROR"}
        self._lists = language.lists
        self._trailing = language.trailing
        self._kinds = self._groups | self._lists
        self._definitions = language.definitions

    def children(
        self, nodes: Sequence[Node], opened: int, *, joins_bodies: bool = False
    ) -> Children:
        """Return nodes to be read, the children of groups in the groups' place.

        Takes time in proportion to the nodes, however deep groups lie in groups.
        """
        kinds = self._kinds
        ends: dict[int, int] = {}
        if self._trailing:
            nodes, ends = self._parted(nodes)
        if not kinds or not any(node.type in kinds for node in nodes):
            return Children(nodes, opened, joins_bodies, ends=ends)
        flat: list[Node] = []
        openers: set[int] = set()
        todo = list(reversed(nodes))
        while todo:
            node = todo.pop()
            if node.type in kinds and self._is_group(node):
                todo += reversed(node.children)
                if node.type in self._lists:
                    openers.update(_keywords(node))
                elif node.type != "ERROR":
                    openers.update(self._openers(node))
            else:
                flat.append(node)
        return Children(flat, opened, joins_bodies, openers, ends)

    def _parted(self, nodes: Sequence[Node]) -> tuple[list[Node], dict[int, int]]:
        """Put the last comments in nodes behind these, if they touch what follows."""
        parted: list[Node] = []
        ends: dict[int, int] = {}
        for node, behind in zip_longest(nodes, nodes[1:]):
            parted.append(node)
            if behind is not None and node.type in self._trailing:
                comments = self._comments_before(behind.start_byte, node)
                if comments:
                    ends[node.start_byte] = comments[0].start_byte
                    parted += comments
        return parted, ends

    def _comments_before(self, end: int, node: Node) -> list[Node]:
        """Return the last comments in a node from which no blank line parts what follows."""
        data = self._data
        found: list[Node] = []
        for child in reversed(node.children):
            start = child.start_byte
            line = data.rfind(b"\n", 0, start) + 1
            touches = data.count(b"\n", child.end_byte, end) < 2  # noqa: PLR2004
            if "comment" not in child.type or not touches or data[line:start].strip():
                break
            end = start
            found.append(child)
        return found[::-1]

    def _is_group(self, node: Node) -> bool:
        if node.type not in self._lists:
            return node.child_count > 0
        kinds = [child.type for child in node.children]
        return "(" in kinds or sum(kind in self._definitions for kind in kinds) > 1

    def _openers(self, group: Node) -> list[int]:
        """Return where the children begin that stand in the line that opens a group."""
        first = group.children[0]
        if first.is_named and not first.type.endswith("modifier"):
            return []
        if first.type == "{":
            return [first.start_byte]
        body = group.child_by_field_name("body")
        end = self._data.find(b"\n", group.start_byte, body.start_byte if body else group.end_byte)
        if body and end < 0:
            end = body.start_byte
        return [child.start_byte for child in group.children if child.start_byte < end]


def _keywords(group: Node) -> list[int]:
    """Return where the keywords and the bracket stand in front of the definitions of a list."""
    return [
        child.start_byte
        for child in group.children
        if not child.is_named and (child.type.isalpha() or child.type == "(")
    ]
