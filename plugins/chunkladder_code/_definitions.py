"""What a node of a tree defines: its kind, its name, its signature, and its inside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ._languages import FUNCTION
from ._units import LONG

if TYPE_CHECKING:
    from tree_sitter import Node

    from ._languages import Language

_BODY_FIELDS = ("body", "declarations")
_LAST_FIELDS = ("value", "match", "type")
"""Fields that hold the inside of a definition, if nothing but a mark comes behind."""

_BODY = re.compile(
    "block(?!_end|_start)|body|suite|statements$|compound_statement|declaration_list|braced|members"
)
_NAME_FIELDS = ("name", "declarator", "left", "key", "lhs", "pattern")
_NAME = re.compile("identifier$|name$|constant$|reference$|word$|alias$|^signature$|^type_head$")
_CALLED_NAME = re.compile(rb"[(,\n]|\bwhen\b|\bdo\b")
_DECORATOR = re.compile("decorator|annotation$|attribute|comment")
_RECEIVER = re.compile(rb"([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?\s*\)$")

IMPL = "impl"
"""The kind of a definition that has no name of its own, but those of a trait and a type."""

_WIDE_LABEL = 80
_WIDE_WORD = 32
_MOST_SEEN = 12
_MOST_CHILDREN = 4
_MOST_WRAPPERS = 5
_MOST_DECLARATORS = 8

_NEEDS_BODY = frozenset({"namespace", "package"})
"""Kinds that hold the rest of a file, and not what is in them, where there is no body."""

_SPECIFIER = "_specifier"
"""End of node types, of C and what comes from it, that only name a type where there is no body."""


class Defined(NamedTuple):
    """What a node defines.

    Attributes:
        kind: The kind, as in ``Language.definitions``.
        node: The definition itself, without wrappers.
        body: What holds its members or statements, if there is such a node.
        name: Its name; that of what has none is its signature.
        label: Its name, with its kind unless that is a function or labels are bare.
        head: Where its signature begins and ends.
    """

    kind: str
    node: Node
    body: Node | None
    name: bytes
    label: bytes
    head: tuple[int, int]


class _Found(NamedTuple):
    """A definition inside its wrappers, with the innermost of these, or itself."""

    kind: str
    node: Node
    holder: Node


class Definer:
    """Tells what nodes define.

    Args:
        data: The text.
        language: What is known of its language.
    """

    def __init__(self, data: bytes, language: Language) -> None:
        self._data = data
        self._language = language

    def define(self, node: Node) -> Defined | None:
        """Return what a node defines, or None."""
        found = self._find(node)
        if found is None:
            return None
        found = found._replace(kind=self._kind(found))
        is_signature = node.type in self._language.signatures
        body = _body_behind(node) if is_signature else _body_of(found.node)
        if body is None and (found.kind in _NEEDS_BODY or found.node.type.endswith(_SPECIFIER)):
            return None
        if self._language.bare and self._data.find(b"\n", node.start_byte, node.end_byte) < 0:
            return None  # A key with its value in one line has no parts to be told apart.
        signed = node
        if found.node is not node and node.type in self._language.decorators:
            signed = found.node
        head = self._head(signed, found.node, body)
        name, label = self._called_by(found, head)
        return Defined(found.kind, found.node, body, name, label, head) if label else None

    def _find(self, node: Node) -> _Found | None:
        language, kind = self._language, node.type
        if kind in language.definitions:
            return _Found(language.definitions[kind], node, node)
        return self._called(node) if kind in language.callers else self._unwrapped(node)

    def _unwrapped(self, node: Node) -> _Found | None:
        language = self._language
        todo, seen = [(node, 0)], 0
        while todo and seen < _MOST_SEEN:
            holder, depth = todo.pop()
            for child in holder.named_children[:_MOST_CHILDREN]:
                seen += 1
                kind = child.type
                if kind in language.definitions:
                    return _Found(language.definitions[kind], child, holder)
                if kind in language.wrappers and depth < _MOST_WRAPPERS:
                    todo.append((child, depth + 1))
        return None

    def _kind(self, found: _Found) -> str:
        """Return the kind that a keyword tells, or that of the node type."""
        words = self._language.keywords
        if not words or found.kind == FUNCTION:
            return found.kind
        for child in found.node.children:
            if child.type in words:
                return child.type
            if child.is_named and _NAME.search(child.type):
                break
        return found.kind

    def _called(self, node: Node) -> _Found | None:
        target = node.child(0)
        if target is None or target.end_byte - target.start_byte > _WIDE_WORD:
            return None
        word = self._text(target).decode("ascii", "replace")
        kind = self._language.calls.get(word)
        return _Found(kind, node, node) if kind else None

    def _text(self, node: Node) -> bytes:
        return self._data[node.start_byte : node.end_byte]

    def _head(self, node: Node, inner: Node, body: Node | None) -> tuple[int, int]:
        start = self._own_start(node)
        if body is None or body.start_byte <= start:
            line = self._data.find(b"\n", start, node.end_byte)
            text = self._data[start : node.end_byte if line < 0 else line]
        else:
            text = self._data[start : self._header_end(start, inner, body)]
        return start, start + len(text.rstrip())

    def _own_start(self, node: Node) -> int:
        """Return where a definition begins, behind decorators that have lines of their own."""
        start = node.start_byte
        if self._data[start] not in b"@[#_":
            return start
        todo, seen = [node], 0
        while todo and seen < _MOST_SEEN:
            holder = todo.pop()
            seen += 1
            if _DECORATOR.search(holder.type):
                continue
            # What holds decorators begins with one, such as the modifiers of Java.
            if holder.start_byte > start:
                has_lines = b"\n" in self._data[start : holder.start_byte]
                return holder.start_byte if has_lines else start
            todo += reversed(holder.children)
        return start

    def _header_end(self, start: int, node: Node, body: Node) -> int:
        """Return where a signature ends: at its bracket, or at comments in front of the body."""
        end, data = body.start_byte, self._data
        if body.type == "interface_type":
            # Of the grammar of Go, whose methods have no node around them as fields have.
            return next((one.end_byte for one in body.children if one.type == "{"), end)
        if b"\n" in data[start:end]:
            for child in reversed(node.children):
                if child.end_byte <= end and child.start_byte < body.start_byte:
                    if "comment" not in child.type:
                        break
                    end = child.start_byte
        if data[end : end + 1] != b"{":
            return end
        is_alone = data[start:end].rstrip(b" \t").endswith(b"\n")
        return end if is_alone else end + 1

    def _called_by(self, found: _Found, head: tuple[int, int]) -> tuple[bytes, bytes]:
        """Return a definition's name and its label, both empty for a function without a name."""
        name, kind = self._name(found), found.kind.encode()
        if found.kind == FUNCTION:
            return name, name
        if found.kind == IMPL or not name:
            label = _clipped(self._data[slice(*head)].strip(b"{}[]: \t\r\n"))
            return name or label.removeprefix(kind + b" "), label
        return name, name if self._language.bare else kind + b" " + name

    def _name(self, found: _Found) -> bytes:
        node, callers = found.node, self._language.callers
        if callers and node.type in callers:
            rest = node.child(1)
            return _clipped(_CALLED_NAME.split(self._text(rest), maxsplit=1)[0]) if rest else b""
        if found.kind == IMPL:
            return self._implemented(node)
        named = _assigned(found) or _named(node)
        if named is None:
            return b"" if self._language.bare else self._guessed(node)
        return self._owner(node) + _clipped(self._text(named))

    def _implemented(self, node: Node) -> bytes:
        """Return the type that has an implementation, behind the trait if it is of one."""
        owner = node.child_by_field_name("type")
        trait = node.child_by_field_name("trait") or owner
        if trait is None or owner is None:
            return b""
        return _clipped(self._data[trait.start_byte : owner.end_byte])

    def _owner(self, node: Node) -> bytes:
        """Return the type that a method of Go belongs to, with a dot."""
        receiver = node.child_by_field_name("receiver")
        owner = _RECEIVER.search(self._text(receiver)) if receiver else None
        return owner[1] + b"." if owner else b""

    def _guessed(self, node: Node) -> bytes:
        for child in node.named_children[:_MOST_DECLARATORS]:
            if _NAME.search(child.type):
                return _clipped(self._text(child).partition(b"(")[0])
        return b""


def inside(defined: Defined) -> list[Node]:
    """Return the nodes behind a definition's signature: members or statements."""
    children, body, opened = defined.node.children, defined.body, defined.head[1]
    if body is None:
        return _behind(defined.node, opened)
    start, end = body.start_byte, body.end_byte
    before: list[Node] = []
    behind: list[Node] = []
    for child in children:
        at = child.start_byte
        if at >= end:
            behind.append(child)
        # Comments in front of the first member stand outside of the body in some grammars.
        elif opened <= at and child.end_byte <= start and "comment" in child.type:
            before.append(child)
    return [*before, *body.children, *behind]


def _behind(node: Node, opened: int) -> list[Node]:
    """Return the children behind a signature of one line, and those of a long list it opens."""
    found: list[Node] = []
    for child in node.children:
        if child.start_byte >= opened:
            found.append(child)
        elif child.end_byte - opened > LONG:
            found += [one for one in child.children if one.start_byte >= opened]
    return found


def _body_of(node: Node) -> Node | None:
    for name in _BODY_FIELDS:
        found = node.child_by_field_name(name)
        if found is not None:
            return found
    for name in _LAST_FIELDS:
        found = node.child_by_field_name(name)
        if found is not None and found.end_byte >= node.end_byte - 1:
            return _list_of(found) if name == "type" else found
    return next(
        (child for child in reversed(node.named_children) if _BODY.search(child.type)), None
    )


def _body_behind(node: Node) -> Node | None:
    body = node.next_named_sibling
    if body is None or "body" not in body.type:
        return None
    last = body.named_children[-1] if body.named_child_count else body
    return last if last.type == "block" else body


def _list_of(kind: Node) -> Node:
    """Return what holds the fields of a type such as ``struct { … }``, or the type itself."""
    last = kind.named_children[-1] if kind.named_child_count else kind
    return last if _BODY.search(last.type) and last.end_byte == kind.end_byte else kind


def _assigned(found: _Found) -> Node | None:
    """Return the node of the name that a wrapper gives what it holds."""
    holder = found.holder
    if holder is found.node:
        return None
    if holder.type != "expression_list":
        return _named(holder)
    # In Lua the names stand in a list of their own, each where its value stands in the other.
    names = holder.prev_named_sibling
    place = holder.named_children.index(found.node)
    return names.named_child(place) if names else None


def _named(node: Node) -> Node | None:
    """Return the node of a definition's name, through the declarators of C."""
    found: Node | None = None
    for _ in range(_MOST_DECLARATORS):
        inner = _field(found or node)
        if inner is None:
            break
        found = inner
        if "declarator" not in found.type:
            break
    return found


def _field(node: Node) -> Node | None:
    for name in _NAME_FIELDS:
        found = node.child_by_field_name(name)
        if found is not None:
            return found
    return None


def _clipped(name: bytes) -> bytes:
    name = b" ".join(name.split())
    if len(name) <= _WIDE_LABEL:
        return name
    return name[:_WIDE_LABEL].decode("utf-8", "ignore").encode()
