r"""Tags, comments, entities and white space, one after the other.

By the tokenizer of the HTML standard (WHATWG, section 13.2.5), with two mercies: a tag whose
quotes swallow the rest of the text ends at its next ``>``, and a tag that never ends is text.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RAW, NAME, ENTITY, COMMENT, BROKEN = 1, 2, 3, 4, 5
"""The groups of a token: the name of an element whose content is no markup; the name of a tag,
with its slash; an entity; a comment; the beginning of a tag that does not end. Without any it is
white space or a declaration."""

SPACE = " \t\n\r\f"

_ATTRIBUTES = r"""
    [^>=]*+
    (?: = [ \t\n\r\f]*+ (?: "[^"]*+" | '[^']*+' | [^ \t\n\r\f>"'][^ \t\n\r\f>]*+ )?+ [^>=]*+ )*+
"""
_TAGS = r"""
    (?<=<) (script|style|title|xmp|iframe|noembed|noframes|plaintext)
        (?=[ \t\n\r\f/>]) {attributes}
        (?: (?<=/) > | > (?s:.*?) (?: </\1 (?=[ \t\n\r\f/>]) [^>]*+ > | \Z ) ) [ \t\n\r\f]*+
    | (?<=<) (?:
        (/?[a-z][^ \t\n\r\f/>]*+) {attributes} >
        | !\[CDATA\[ | \?(?:php\b|=) (?s:.*?) (?: \?> | \Z )
        | (?!!--) (?: /> | (?: [!?] | /[^a-z>] ) [^>]*+ > )
    ) [ \t\n\r\f]*+
    |"""
_TOKEN = r"""
    (?<=&) ( \#(?=[0-9])0*+[0-9]{0,99} ;? | \#x(?=[0-9a-f])0*+[0-9a-f]{0,99} ;?
        | [a-z][a-z0-9]{1,31} ;? )
    | (?<=<) (!-- (?: -?> | (?s:.*?) (?: --!?> | \Z ) )) [ \t\n\r\f]*+
    | (?<=[ \t\n\r\f]) [ \t\n\r\f]++ | (?<=[\t\n\r\f])
"""
_BROKEN = r"| (?<=<) ((?=[a-z!?/]))"


@cache
def _pattern(tags: str, broken: str) -> re.Pattern[str]:
    # It begins with a plain set of characters, to which the search can jump.
    pattern = rf"[<& \t\n\r\f] (?: {tags} {_TOKEN} {broken} )"
    return re.compile(pattern, re.VERBOSE | re.IGNORECASE | re.ASCII)


def tokens(text: str) -> Iterator[re.Match[str]]:
    """Yield the tokens of a text, less those that are plain text; one pass.

    White space behind a tag belongs to its token.
    """
    at = 0
    # Three times at most: as the standard has it, then without quotes, then without tags.
    for attributes in (_ATTRIBUTES, "[^>]*+"):
        for token in _pattern(_TAGS.format(attributes=attributes), _BROKEN).finditer(text, at):
            if token.lastindex == BROKEN:
                at = token.start()
                break
            yield token
        else:
            return
    # Groups have the same numbers here.
    yield from _pattern("(?!)()()|", "").finditer(text, at)


@lru_cache(1 << 12)
def decoded(entity: str) -> str:
    """Return what an entity stands for; itself if it stands for nothing.

    A soft hyphen only says where a word may be broken: a reader sees none.
    """
    return unescape(entity).replace("\u00ad", "")


def behind_line_end(text: str, offset: int) -> int:
    """Return the offset behind the line end at another, if there is one."""
    for line_end in ("\r\n", "\n", "\r"):
        if text.startswith(line_end, offset):
            return offset + len(line_end)
    return offset


_ATTRIBUTE = re.compile(
    r"""[ \t\n\r\f/"']([^ \t\n\r\f/>="'][^ \t\n\r\f/>=]*)
    (?: [ \t\n\r\f]*=[ \t\n\r\f]* (?: "([^"]*)" | '([^']*)' | ([^ \t\n\r\f>"'][^ \t\n\r\f>]*) ) )?
    """,
    re.VERBOSE,
)


def attributes_of(tag: str) -> Mapping[str, str]:
    """Return the attributes of a tag by their names in lower case; of two the first."""
    found: dict[str, str] = {}
    for each in _ATTRIBUTE.finditer(tag):
        value = each[2] or each[3] or each[4] or ""
        found.setdefault(each[1].lower(), unescape(value) if "&" in value else value)
    return found


def inside(token: re.Match[str]) -> tuple[int, int]:
    """Return where the content of a raw element stands; nowhere if it closes itself."""
    text, start, end = token.string, token.start(), token.end()
    name = token[RAW]
    closing = text.rfind("</", start + 1, end)
    tag = next(tokens(text[start:end].replace(name, "span", 1)))
    begin = start + len(tag[0].rstrip(SPACE)) + len(name) - len("span")
    return begin, max(begin, closing if closing >= 0 else end)


_DRAWING = 2_000


def is_in_drawing(token: re.Match[str]) -> bool:
    """Tell whether a token, mostly a title, belongs to a drawing that begins not far before it."""
    before = token.string[max(0, token.start() - _DRAWING) : token.start()].lower()
    return before.rfind("<svg") > before.rfind("</svg")
