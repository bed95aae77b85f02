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
_OWN_MARKS = re.compile(
    # CJK and full-width; a full-width point between digits is a decimal point.
    rf"(?:(?:[。｡！？]|(?<![０-９0-9])．|．(?![０-９0-9]))+[{re.escape(_CLOSERS)}]*"
    # Devanagari and kin, Arabic and Urdu, Ethiopic, Khmer, Burmese, Tibetan, Armenian.
    rf"|[।॥؟۔።፧፨។៕။།༎։]+[{re.escape(_CLOSERS)}]*)\s*"
)
_LATIN_MARK = re.compile(r"[.!?…]")


@cache
def _latin_spans() -> Callable[[str], list[tuple[int, int]]]:
    from nupunkt import sent_spans

    return sent_spans


def sentence_cuts(text: str, lo: int, hi: int) -> Iterator[int]:
    """Yield the offsets where a new sentence begins, strictly between ``lo`` and ``hi``.

    Lazy: looks at one block at a time. Each block begins where a sentence does, and its last
    sentence, which may go on, is looked at again with the next block.
    """
    while lo < hi:
        end = min(lo + BLOCK, hi)
        cuts = _block_cuts(text[lo:end])
        for cut in cuts if end == hi else cuts[:-1]:
            yield lo + cut
        if end == hi:
            return
        # A block without two sentences is no prose: go on behind it.
        lo = lo + cuts[-2] if len(cuts) > 1 else end


def _block_cuts(block: str) -> list[int]:
    cuts = {match.end() for match in _OWN_MARKS.finditer(block)}
    if _LATIN_MARK.search(block):
        cuts.update(start for start, _ in _latin_spans()(block))
    return sorted(cut for cut in cuts if 0 < cut < len(block))
