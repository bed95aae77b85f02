"""Where paragraphs, lines and items end in legal text.

Contracts that went through a PDF have blank lines at the turn of each page, in mid-sentence, and
rows of spaces where their paragraphs were. So a blank line counts only where no sentence goes on,
and a row of spaces counts where one has ended.
"""

from __future__ import annotations

import re

_BLANK = re.compile(r"(?:\r\n?+|\n)[ \t\xa0]*+(?:\r\n?|\n)\s*+")
_GAP = re.compile(r"   (?<=[.;:!?”\")]   ) *+(?=\S)")
_LINE = re.compile(r"\r\n?|\n")
_LISTED = re.compile(r"[;:] ++(?:(?:and|or) ++)?")
_LETTERED = re.compile(r"\((?:[a-z]{1,4}|\d{1,2})\) ")
_GOING_ON = frozenset(",-–(&/")
_CLOSING = frozenset(".;:!?)”\"'|>*_。；：）」』}]")
_SHORT = 50


def paragraph_cuts(text: str) -> list[int]:
    """Return the offsets behind blank lines, and behind rows of spaces that end a sentence."""
    cuts = [
        match.end()
        for match in _BLANK.finditer(text)
        if match.end() < len(text) and not _goes_on(text, match.start(), match.end())
    ]
    gaps = [match.end() for match in _GAP.finditer(text)]
    return sorted({*cuts, *gaps}) if gaps else cuts


def _goes_on(text: str, start: int, end: int) -> bool:
    """Tell whether a sentence goes on over a gap."""
    if start == 0:
        return True
    before, after = text[start - 1], text[end]
    return after.islower() and (before.islower() or before in _GOING_ON)


def line_cuts(text: str) -> list[int]:
    """Return the offsets behind the ends of lines, but not those that only wrap a sentence."""
    cuts = []
    begin = 0
    for match in _LINE.finditer(text):
        start, end = match.span()
        if end < len(text) and (text[start - 1 : start] in _CLOSING or start - begin < _SHORT):
            cuts.append(end)
        begin = end
    return cuts


def item_cuts(text: str) -> list[int]:
    """Return the offsets in front of what a sentence lists: behind ";" and before "(b)"."""
    listed = {match.end() for match in _LISTED.finditer(text)}
    listed.update(
        match.start()
        for match in _LETTERED.finditer(text)
        if text[match.start() - 1 : match.start()] == " "
    )
    return sorted(cut for cut in listed if 0 < cut < len(text))
