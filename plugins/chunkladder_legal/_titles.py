"""What a clause is called: the words behind its number that are a heading."""

from __future__ import annotations

import re
from typing import NamedTuple

from ._candidates import ITEM_RANK, LINE, Candidate

LONGEST = 100
"""A heading with more characters is taken for a sentence."""

_SMALL = (
    "a|an|and|as|at|by|for|from|if|in|into|its|no|nor|not|of|on|or|other|per|the|than|to|upon|via"
    "|vs?\\.?|with|without|under|between|during|after|before|und|oder|der|die|das|des|dem|den|von"
    "|für|zu|zur|zum|im|bei|mit|auf|de|la|le|les|du|des|et|ou|à|au|aux|en|y|del|los|las|e|da|do"
)
_END = re.compile(
    r"[.:;*_\s](?:(?<=\*)\*|(?<=[.:;])\*\*|(?<=[.:])_|(?<=_)[.:]"
    r"|(?<=[.:])(?<!\bNr.)(?<!\bNo.)(?<!Abs.)(?<!Art.)(?<!\bInc.)(?<!U\.S.)(?<!\bCo.)(?<!Ltd.)(?<!Sec.)"
    r"(?=\s|$|[—–-])"
    r"|(?<=\s)\s+|(?<=[\r\n\t])|(?<=\s)[—–-]{1,2}\s|(?<=\s)\(a\)\s)"
)
"""Begins with a set of signs, so that the letters of a heading are passed over quickly."""
_TITLE = re.compile(
    rf"[\"“‘']?(?:[A-ZÀ-ÖØ-Þ0-9(\[][^\s]*|&|[—–-])"
    rf"(?:[ \xa0](?:[(\"“‘'\[]?[A-ZÀ-ÖØ-Þ0-9][^\s]*|&|[—–-]|[(]?(?:{_SMALL})[,;)]?))*"
)
_TERM = re.compile(r"[\"“„«]([^\"”“»\r\n]{1,80})[\"”“»]")
_LEAD = re.compile(r"[ \t\xa0\u3000]*(?:[.:–—-]+[ \t\xa0\u3000]+|[–—:-]+)?(\*\*|__|\*|_)?[ \t]*")
_NEXT_LINE = re.compile(r"[ \t]*(?:\r\n?|\n)(?:[ \t]*(?:\r\n?|\n))?[ \t]*")
_UNFINISHED = ",;:.。；：，、"
_LONGEST_LINE = 60
_FEW_WORDS = 3
_BLANK_BELOW = re.compile(r"(?:\r\n?|\n)[ \t]*+[\r\n]")
_UNDERLINE = re.compile(r"[-=]{4,}")
_LINE = re.compile(r"[^\r\n]*")
_SPACES = re.compile(r"\s+")
_MARKS = re.compile(r"\*\*|__|(?<!\w)[*_]|[*_](?!\w)|<[^>]{1,40}>|\s#+$")


class Title(NamedTuple):
    """A clause's heading.

    Attributes:
        words: The heading without its number and marks; may be empty.
        end: Offset behind it in the text; behind the number where it has no words.
    """

    words: str
    end: int


def title_of(text: str, found: Candidate, limit: int) -> Title:
    """Return the heading that follows a number: on its line, or on the next one.

    Args:
        text: The document.
        found: The number.
        limit: Where the next number begins; no title reaches over it.
    """
    lead = _LEAD.match(text, found.end, limit)
    start = lead.end() if lead else found.end
    if found.hashes:
        return _whole_line(text, start)
    ahead = text[start : min(start + LONGEST + 20, limit)]
    if not ahead or ahead[0] in "\r\n":
        return _title_below(text, found, limit) if found.rank < ITEM_RANK else Title("", found.end)
    if lead and lead[1]:
        return _marked(start, ahead, lead[1], found)
    return _run_in(start, ahead, found)


def _whole_line(text: str, start: int) -> Title:
    line = _LINE.match(text, start)
    end = line.end() if line else start
    return Title(clean(text[start : min(end, start + 2 * LONGEST)]), end)


def _title_below(text: str, found: Candidate, limit: int) -> Title:
    """Return the next line as the title of "Article 5", if it is a short one by itself."""
    gap = _NEXT_LINE.match(text, found.end)
    if not gap or gap.end() >= limit:
        return Title("", found.end)
    line = _LINE.match(text, gap.end())
    if not line or len(line[0]) > LONGEST:
        return Title("", found.end)
    words = line[0].rstrip()
    alone = len(words) <= _LONGEST_LINE and _BLANK_BELOW.match(text, line.end()) is not None
    if not words or words[-1] in _UNFINISHED or words[0].islower():
        return Title("", found.end)
    if not alone and not _TITLE.fullmatch(words):
        return Title("", found.end)
    return Title(clean(words), gap.end() + len(words))


def _marked(start: int, ahead: str, mark: str, found: Candidate) -> Title:
    close = ahead.find(mark)
    if close <= 0 or "\n" in ahead[:close]:
        return _run_in(start, ahead, found)
    return Title(clean(ahead[:close]), start + close + len(mark))


def _run_in(start: int, ahead: str, found: Candidate) -> Title:
    """Return a heading that runs into its text: "4.2 Term of Agreement. This …"."""
    term = _TERM.match(ahead)
    if term:
        return Title(term[0], start + term.end())
    stop = _END.search(ahead)
    end = stop.start() if stop else len(ahead)
    words = ahead[:end].rstrip()
    if not words or len(words) > LONGEST or not _is_title(words, stop, found):
        return Title("", found.end)
    end = len(words)
    closed = end + (1 if ahead[end : end + 1] in (".", ":") else 0)
    return Title(clean(words), start + closed)


def _is_title(words: str, stop: re.Match[str] | None, found: Candidate) -> bool:
    if words[-1] in _UNFINISHED:
        return False
    if _TITLE.fullmatch(words):
        return not _goes_on(stop)
    if _is_short_run_in(words, stop):
        return True
    # A line of its own is a heading in any style, if no sentence goes on below it.
    if found.place < LINE or len(words) > _LONGEST_LINE or words[0].islower():
        return False
    if not found.parts and found.rank == ITEM_RANK:
        return False
    return stop is None or _ends_paragraph(stop)


def _goes_on(stop: re.Match[str] | None) -> bool:
    """Tell whether a sentence goes on in the next line; German nouns look like a heading."""
    if stop is None or stop[0] not in ("\n", "\r"):
        return False
    return stop.string[stop.end() :].lstrip()[:1].islower()


def _is_short_run_in(words: str, stop: re.Match[str] | None) -> bool:
    """Tell a heading such as "Governing law." from a sentence: it is short, and text follows."""
    if stop is None or stop[0] != "." or not words[0].isupper():
        return False
    return words.count(" ") < _FEW_WORDS and stop.string[stop.end() : stop.end() + 1] == " "


def _ends_paragraph(stop: re.Match[str]) -> bool:
    """Tell whether a heading is followed by a blank line, a ruler or the next clause."""
    if not stop[0].isspace():
        return False
    ends = stop[0].count("\n") > 1 or stop.end() == len(stop.string)
    return ends or _UNDERLINE.match(stop.string, stop.end()) is not None


def clean(words: str) -> str:
    """Return a heading on one line and without the marks of Markdown."""
    return _SPACES.sub(" ", _MARKS.sub("", words)).strip(" .:–—-\t")[:LONGEST]
