"""Where paragraphs, lines and items end in legal text.

Contracts that went through a PDF have blank lines at the turn of each page, in mid-sentence, and
rows of spaces where their paragraphs were. So a blank line counts only where no sentence goes on,
and a row of spaces counts where one has ended.
"""

from __future__ import annotations

import re

_PARAGRAPH = re.compile(
    r"[\r\n ](?:(?<=[\r\n])(?:(?<=\r)\n)?[ \t\xa0]*+(?:\r\n?|\n)\s*+"
    r"|(?<=[.;:!?”\")] ) {2,}+(?=\S))"
)
_LINE = re.compile(r"\r\n?|\n")
_ITEM = re.compile(
    r" (?:(?<=[;:] )|(?<=[;,:] and )|(?<=[;,] or )|(?<=\w )(?=\([a-z]{1,4}\) )) *+(?=\S)"
)
_GOING_ON = frozenset(",-–(&/")
_CLOSING = frozenset(".;:!?)”\"'|>*_。；：）」』}]")
_SHORT = 50


def paragraph_cuts(text: str) -> list[int]:
    """Return the offsets behind blank lines, and behind rows of spaces that end a sentence."""
    return [
        match.end()
        for match in _PARAGRAPH.finditer(text)
        if match.end() < len(text) and not _goes_on(text, match.start(), match.end())
    ]


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
    return [match.end() for match in _ITEM.finditer(text) if match.end() < len(text)]
