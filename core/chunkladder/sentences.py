"""Where sentences end, in many scripts.

Latin and kindred scripts: nupunkt, which knows abbreviations, initials, decimal numbers, quotes
and legal citations. Scripts whose full stops need no space after them: the marks below.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BLOCK = 1 << 16
"""Characters that are looked at in one go; a bound on memory, not on a sentence."""

_CLOSERS = "\"'”’»›）)]］】〕〉》」』〗〙｣"
# CJK and full-width; Devanagari and kin, Arabic and Urdu, Ethiopic, Khmer, Burmese, Tibetan,
# Armenian.
_MARKS = "。｡！？।॥؟۔።፧፨។៕။།༎։"
# A full-width point between digits is a decimal point. The expression begins with one set of
# characters, which is what is looked for most quickly.
_OWN_MARKS = re.compile(
    rf"[{_MARKS}．](?:(?<!．)|(?<![０-９0-9]．)|(?![０-９0-9]))"
    rf"(?:[{_MARKS}]|(?<![０-９0-9])．|．(?![０-９0-9]))*[{re.escape(_CLOSERS)}]*\s*"
)
_LATIN_MARK = re.compile(r"[.!?…]")
# German and its neighbors close with the signs that English and French open with. What follows in
# lower case goes on with the sentence.
_CLOSED_LOW = re.compile(r"[.!?…][“«‹]\s+")
# A row this long is no punctuation, and costs nupunkt the square of its length.
_ROW_OF_MARKS = re.compile(rf"[.!?…{re.escape(_CLOSERS)}]{{32,}}")


@cache
def _latin_spans() -> Callable[[str], list[tuple[int, int]]]:
    from nupunkt import sent_spans

    return sent_spans


def sentence_cuts(text: str, lo: int, hi: int) -> Iterator[int]:
    """Yield the offsets where a new sentence begins, strictly between ``lo`` and ``hi``.

    Lazy: looks at one block at a time. Each block begins where a sentence does, and its last
    sentence, which may go on, is looked at again with the next block.
    """
    width = BLOCK
    while lo < hi:
        end = min(lo + width, hi)
        cuts = _block_cuts(text[lo:end])
        if end == hi:
            yield from (lo + cut for cut in cuts)
            return
        # The last cut may move when more of the text is seen, and so may an only one.
        if len(cuts) < 2:  # noqa: PLR2004
            width *= 2
            continue
        yield from (lo + cut for cut in cuts[:-1])
        lo += cuts[-2]
        width = BLOCK


def _block_cuts(block: str) -> list[int]:
    cuts: set[int] = set()
    if not block.isascii():
        # None of these marks is.
        found = _OWN_MARKS.finditer(block)
        cuts.update(match.end() for match in found if not _goes_on(block, match))
    if _LATIN_MARK.search(block):
        cuts.update(
            match.end()
            for match in _CLOSED_LOW.finditer(block)
            if not block[match.end() : match.end() + 1].islower()
        )
        quick = _ROW_OF_MARKS.sub(_as_one_word, block)
        cuts.update(start for start, _ in _latin_spans()(quick))
    return sorted(cut for cut in cuts if 0 < cut < len(block))


def _as_one_word(row: re.Match[str]) -> str:
    """Put letters in place of all marks of a row but the last two."""
    return "x" * (len(row[0]) - 2) + row[0][-2:]


def _goes_on(block: str, match: re.Match[str]) -> bool:
    """Tell whether a Japanese quotation is followed by the particle that reports it."""
    return match[0][-1] in "」』" and block.startswith(("と", "って"), match.end())
