"""Lines, and the blocks that they make at the left edge of a document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_ADORNED = re.compile(r"([!-/:-@\[-`{-~])\1+[ \t]*")
_ITEM = re.compile(
    r"(?:[-*+•‣⁃]|(?:#|\d{1,4}|[A-Za-z]|[ivxlcdmIVXLCDM]{1,6})[.)]|\([\w#]{1,6}\))[ \t]+\S"
)
_FIELD = re.compile(r":(?!:)[^:\r\n][^\r\n]*?:(?:\s|$)")
_EXPLICIT = re.compile(r"\.\.(?:[ \t]|$)")
_TARGET = re.compile(r"\.\. _[^\r\n]*:|__ ")
_DIRECTIVE = re.compile(r"\.\. (?:\|[^|\r\n]+\| )?([\w:+.-]+)::(?:[ \t]+([^\r\n]*))?(?:[ \t]|$)")
_NOTE = re.compile(r"\.\. \[[^\]\r\n]+\]")
_TABLE = re.compile(r"\+[-=+]{2,}\+[ \t]*|={2,}(?:[ \t]+={2,})+[ \t]*")
_LEAST = 4
"""An underline of fewer signs has to be as long as its title."""


class Line(NamedTuple):
    """A line: its offsets, its end included, what it says, and how far it is indented."""

    start: int
    end: int
    says: str
    indent: int

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return self.indent == len(self.says)


class Block(NamedTuple):
    """What stands between two lines, the first of which is at the left edge or at the start.

    Attributes:
        kind: "title", "target", "comment", "directive", "note", "table", "item", "literal",
            "paragraph".
        first: Index of its first line.
        behind: Index of the line behind its last one that is not blank.
        name: The title; the directive's name.
        argument: The sign under a title, twice if it stands above, too; the directive's argument.
    """

    kind: str
    first: int
    behind: int
    name: str = ""
    argument: str = ""


def lines_of(text: str) -> list[Line]:
    """Return the lines of a text."""
    found = []
    for match in _LINE.finditer(text):
        if match.start() < match.end():
            says = match[1]
            found.append(Line(*match.span(), says, len(says) - len(says.lstrip())))
    return found


def blocks_of(lines: Sequence[Line]) -> Iterator[Block]:
    """Yield the blocks, in order."""
    at = 0
    is_literal = False
    while at < len(lines):
        if lines[at].is_blank:
            at += 1
            continue
        block = _block(lines, at, is_literal=is_literal)
        yield block
        is_literal = _opens_literal(lines, block)
        at = block.behind


def _block(lines: Sequence[Line], at: int, *, is_literal: bool) -> Block:
    if lines[at].indent:
        return Block("literal" if is_literal else "paragraph", at, _indented(lines, at))
    title = _title(lines, at)
    if title:
        return title
    says = lines[at].says
    if _EXPLICIT.match(says) or says.startswith("__ "):
        return _explicit(lines, at)
    if _TABLE.fullmatch(says):
        return Block("table", at, _table(lines, at))
    if _ITEM.match(says) or _FIELD.match(says):
        return Block("item", at, _indented(lines, at + 1))
    return Block("paragraph", at, _paragraph(lines, at))


def _title(lines: Sequence[Line], at: int) -> Block | None:
    says = [line.says for line in lines[at : at + 3]]
    if len(says) > 2 and _ADORNED.fullmatch(says[0]) and says[1].strip():
        over, under = says[0].rstrip(), says[2].rstrip()
        if over == under and _is_wide(over, says[1].strip()):
            return Block("title", at, at + 3, says[1].strip(), over[0] * 2)
    if len(says) < 2 or _EXPLICIT.match(says[0]) or _ADORNED.fullmatch(says[0]):
        return None
    if _ADORNED.fullmatch(says[1]) and _is_wide(says[1].rstrip(), says[0].strip()):
        return Block("title", at, at + 2, says[0].strip(), says[1][0])
    return None


def _is_wide(signs: str, title: str) -> bool:
    # Wide letters count twice there and once here, so a long underline need not be as long.
    return len(signs) >= min(_LEAST, len(title))


def _explicit(lines: Sequence[Line], at: int) -> Block:
    says = lines[at].says
    behind = _indented(lines, at + 1)
    directive = _DIRECTIVE.match(says)
    if directive:
        return Block("directive", at, behind, directive[1].lower(), directive[2] or "")
    if _TARGET.match(says):
        return Block("target", at, behind)
    return Block("note" if _NOTE.match(says) else "comment", at, behind)


def _indented(lines: Sequence[Line], at: int) -> int:
    """Return the index behind the lines that are blank or indented, less blank ones at the end."""
    behind = at
    while at < len(lines) and (lines[at].indent or lines[at].is_blank):
        at += 1
        if not lines[at - 1].is_blank:
            behind = at
    return behind


def _table(lines: Sequence[Line], at: int) -> int:
    """Return the index behind a table: at a blank line, for a simple one behind its last rule."""
    behind = at + 1
    while behind < len(lines) and not lines[behind].is_blank:
        behind += 1
    return behind


def _paragraph(lines: Sequence[Line], at: int) -> int:
    """Return the index behind a paragraph, or a term and its definition."""
    behind = at + 1
    while behind < len(lines) and not lines[behind].is_blank and not lines[behind].indent:
        behind += 1
    if behind < len(lines) and lines[behind].indent and not lines[behind].is_blank:
        return _indented(lines, behind)
    return behind


def _opens_literal(lines: Sequence[Line], block: Block) -> bool:
    is_text = block.kind in ("paragraph", "item")
    return is_text and lines[block.behind - 1].says.rstrip().endswith("::")
