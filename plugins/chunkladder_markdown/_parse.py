"""The parser's tokens, boiled down to what an outline needs, in line numbers.

Only blocks are parsed: what stands inside a line is of no use for cuts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

DEEPEST = 6
"""Lists and quotes inside each other are cut apart to this depth."""


class Block(NamedTuple):
    """A block at the top of the document: the parser's word for it, and its lines."""

    kind: str
    begin: int
    end: int
    content: str


class Heading(NamedTuple):
    """A heading at the top of the document.

    Attributes:
        first: The first line of its section: its own, or that of a target that names it.
        begin: Its own first line.
        end: The line behind it.
        level: From 1 to 6.
        content: Its source.
    """

    first: int
    begin: int
    end: int
    level: int
    content: str


class Fence(NamedTuple):
    """A fenced block: its lines, its marks, its info string, and how deep it stands."""

    begin: int
    end: int
    marks: str
    info: str
    level: int


class Table(NamedTuple):
    """A table: its lines, header and delimiter rows included."""

    begin: int
    end: int


@dataclass(slots=True)
class Blocks:
    """What stands where, in lines, half-open.

    Attributes:
        top: The blocks at the top, in order.
        headings: The headings at the top.
        fences: All fenced blocks.
        tables: All tables.
        inner: Lines with which an item, or a block inside an item or a quote, begins; by depth.
        kept: Items, quotes and blocks of code, which are kept whole if they fit.
        verbatim: Blocks in which lines mean something: fences, code, HTML.
    """

    top: list[Block] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    inner: list[list[int]] = field(default_factory=lambda: [[] for _ in range(DEEPEST)])
    kept: list[tuple[int, int]] = field(default_factory=list)
    verbatim: list[tuple[int, int]] = field(default_factory=list)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])


def parse(text: str, shift: int = 0) -> Blocks:
    """Parse the blocks of a text.

    Args:
        text: The text, from the start of a line on.
        shift: The number of that line; all lines are counted from it.
    """
    reader = _Reader(_parser().parse(text), shift)
    reader.read()
    return reader.blocks


class _Reader:
    """Walks the parser's tokens once."""

    def __init__(self, tokens: Sequence[Token], shift: int) -> None:
        self.blocks = Blocks()
        self._tokens = tokens
        self._shift = shift

    def read(self) -> None:
        """Walk the tokens, counting how many items and quotes are open."""
        depth, shift = 0, self._shift
        for at, token in enumerate(self._tokens):
            kind = token.type
            if kind in _NO_BLOCKS:
                continue
            if kind in _CLOSES:
                depth -= 1
            elif token.map is not None:
                begin, end = token.map
                self._add(at, token, begin + shift, end + shift, depth)
                depth += kind in _OPENS

    def _add(self, at: int, token: Token, begin: int, end: int, depth: int) -> None:
        blocks, kind = self.blocks, token.type
        if not token.level:
            blocks.top.append(Block(kind, begin, end, self._content(at)))
        elif depth < DEEPEST:
            blocks.inner[depth].append(begin)
        if kind in _OPENS or kind == "code_block":
            blocks.kept.append((begin, end))
        if kind in _VERBATIM:
            blocks.verbatim.append((begin, end))
        if kind == "fence":
            blocks.fences.append(Fence(begin, end, token.markup, token.info, token.level))
        elif kind == "table_open":
            blocks.tables.append(Table(begin, end))
        elif kind == "heading_open" and not token.level:
            first = _first_line(blocks.top, begin)
            heading = Heading(first, begin, end, int(token.tag[1:]), self._content(at))
            blocks.headings.append(heading)

    def _content(self, at: int) -> str:
        """Return the source of what stands in a block; of a paragraph or heading it comes next."""
        token = self._tokens[at]
        is_outer = token.type in {"paragraph_open", "heading_open"}
        return self._tokens[at + 1].content if is_outer else token.content


_OPENS = {"list_item_open", "blockquote_open"}
_CLOSES = {"list_item_close", "blockquote_close"}
_NO_BLOCKS = {"inline", "tr_open", "thead_open", "tbody_open", "th_open", "td_open"}
_VERBATIM = {"fence", "code_block", "html_block"}


_TARGET = re.compile(r"(?:\([\w -]+\)=|<a\s(?:name|id)=[^<>]*>\s*</a>|\[\]\(\)\{#[\w-]+\})\s*")


def is_target(block: Block) -> bool:
    """Tell whether a block only names what follows, for links to it."""
    is_text = block.kind in {"paragraph_open", "html_block"}
    return is_text and bool(_TARGET.fullmatch(block.content))


def _first_line(top: Sequence[Block], begin: int) -> int:
    """Return the line of the target right above a heading, else the heading's own."""
    if len(top) > 1 and is_target(top[-2]):
        return top[-2].begin
    return begin
