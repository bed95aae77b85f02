"""How sure the first characters of a text make it that it is a transcript."""

from __future__ import annotations

import re

from .evidence import Verdict, best
from .scanning import scannable
from .shapes import BOLD, COLON, DRAMA, STAMPED

_TIME = r"(?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3}"
_CUED = re.compile(
    r"[\n\ufeff]*(?:WEBVTT(?=[ \t\n])"
    rf"|(?:\d+[ \t]*\n)?[ \t]*{_TIME}[ \t]*(?:-->|,)[ \t]*{_TIME})"
)
_ANY_TIMING = re.compile(r"\n[ \t]*+(?:\d{1,4}:)?\d{1,2}:\d\d[.,]\d{1,3}[ \t]*+-->")
_MESSAGES = re.compile(r"\s*[\[{]")
_SHARE = {BOLD.name: 0.25, COLON.name: 0.3, STAMPED.name: 0.25}
_WORDS = 4.0
"""Words of a turn, on average, below which it may be a table of settings."""
_BULLETS = ("- ", "* ", "+ ")


def is_cued(scan: str) -> bool:
    """Tell whether a text begins as subtitles do, or has a cue's timing in it."""
    return _CUED.match(scan) is not None or ("-->" in scan and _ANY_TIMING.search(scan) is not None)


def rate(head: str) -> float:
    """Return from 0.0 to 1.0 how sure it is that a text is a transcript."""
    scan = scannable(head)
    if _CUED.match(scan):
        return 1.0 if "WEBVTT" in scan[:12] else 0.95
    if _MESSAGES.match(head):
        from .messages import looks_like_messages

        if looks_like_messages(head):
            return 0.8
    from .reading import count_lines

    lines = count_lines(scan)
    verdict = best(scan, lines)
    return 0.0 if verdict is None else _rated(scan, verdict, lines)


def _rated(scan: str, verdict: Verdict, lines: int) -> float:
    turns = [head for head in verdict.heads if head.is_turn]
    if len(turns) < 4 or verdict.speakers < 2:  # noqa: PLR2004
        return 0.0
    if sum(scan[head.start + 1 : head.start + 3] in _BULLETS for head in turns) > len(turns) / 2:
        # A list of terms looks the same.
        return 0.0
    if verdict.shape is DRAMA and "\n\t" not in scan:
        # No speech goes on over a line: a table with tabs.
        return 0.0
    share = len(turns) / max(1, lines)
    if share < _SHARE.get(verdict.shape.name, 0.1):
        return 0.0
    behind = [*(head.start for head in turns[1:]), len(scan)]
    words = sum(
        len(scan[head.end : end].split()) for head, end in zip(turns, behind, strict=True)
    ) / len(turns)
    return 0.75 if words >= _WORDS else 0.0
