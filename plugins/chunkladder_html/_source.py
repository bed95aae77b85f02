"""HTML as source: nothing is left out, and cuts are made before the tags of blocks."""

from __future__ import annotations

from chunkladder import Ladder, Offsets, Outline

from ._elements import BLOCKS, VOID
from ._tokens import NAME, RAW, SPACE, tokens

DEPTHS = 6


def outline_of(text: str) -> Outline:
    """Return the outline of a text whose tags are part of what it says; one pass."""
    cuts: list[set[int]] = [set() for _ in range(DEPTHS)]
    open_names: list[str] = []
    counts: dict[str, int] = {}
    for token in tokens(text):
        start = token.start()
        if token.lastindex == RAW:
            cuts[min(len(open_names), DEPTHS - 1)].add(start)
        name = (token[NAME] or "").lower() if token.lastindex == NAME else ""
        if name[:1] == "/" and counts.get(name[1:]):
            while open_names and open_names[-1] != name[1:]:
                counts[open_names.pop()] -= 1
            counts[open_names.pop()] -= 1
            behind = start + len(token[0].rstrip(SPACE))
            cuts[min(len(open_names), DEPTHS - 1)].add(behind)
        elif name in BLOCKS and name not in VOID:
            cuts[min(len(open_names), DEPTHS - 1)].add(start)
            open_names.append(name)
            counts[name] = counts.get(name, 0) + 1
    rungs = [Offsets(f"element-{at}", sorted(found)) for at, found in enumerate(cuts, 1) if found]
    return Outline(Ladder([*rungs, "line", "word", "grapheme"]), trim="lines")
