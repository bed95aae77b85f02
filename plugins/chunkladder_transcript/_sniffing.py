"""How sure the first characters of a text make it that it is a transcript."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from ._evidence import Head, Verdict, best
from ._scanning import scannable
from ._shapes import BOLD, CHEVRON, COLON, DRAMA, QUESTION, STAMPED, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

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
_SURE, _LIKELY, _HARDLY = 0.75, 0.6, 0.4
_BACK, _BACK_AT_ALL = 0.8, 0.5
"""The share of turns by names that come back: for strong evidence, and for any."""
_SENTENCES = 0.5
_TALKS = 0.1
"""The share of turns in which people ask or address each other."""
_CHANGES = 0.5
_DENSE = 0.35
_IN_ORDER = 0.9
_LOOKED_AT = 2000
_SENTENCE = re.compile(r"(?:[^\na-z]|[a-z]+['’ ,]).*[.!?…。！？؟।\-–—\])}\"”»][*_]*$")
_TALK = re.compile(
    r"[?？؟]|\b(?:I|I'm|I’m|[Yy]ou|[Yy]our|[Ww]e|[Mm]y|[Oo]ur|[Uu]s|ich|wir|[Ss]ie|je|nous|vous|yo"
    r"|[Hh]ello|[Hh]i|[Yy]eah|[Tt]hanks|[Tt]hank|[Oo]kay|Roger)\b"
)
_FIELDS = frozenset(
    """
    accept accept-encoding accept-language api app background black broker build
    cache changetype cn cons connection consumer cookie cron daemon database db dc
    debug description disadvantages dn driver engine err error etag examples expires fatal feature
    friday from givenname gui handler info ingredients init instructions job kernel
    level listener loader logger mail main master memberof message method misc monday
    monitor moves network node notice objectclass origin ou parser pool prep process producer pros
    proxy queue range referer result router rule runner saturday scanner scenario scheduler
    serves server service servings set-cookie sn socket step steps stderr stdout storage subject
    sunday task telephonenumber then thread thursday to trace tuesday uid user-agent vary
    via warn warning watcher wednesday when white worker yield yields advantages strengths
    weaknesses departure arrival platform gate stop route train bus line
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
"""Names of fields, of parts of a program, of the headings of short lists."""
_FIRST_OF_FIELDS = frozenset(
    """
    prep cook cooking total feature scenario worker thread process task train platform step
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
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
        from ._messages import looks_like_messages

        if looks_like_messages(head):
            return 0.8
    from ._reading import count_lines

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
    if words < _WORDS:
        return 0.0
    return _weighed(scan, verdict.shape, turns, share)


def _weighed(scan: str, shape: Shape, turns: Sequence[Head], share: float) -> float:
    """Rate what has the shape of turns; glossaries, logs and records of fields have it, too."""
    counts = Counter(head.name for head in turns)
    if sum(count for name, count in counts.items() if _is_field(name)) > len(turns) / 4:
        return _HARDLY
    if shape is QUESTION:
        # Questions that people ask often are written like this, too.
        return _SURE if len(counts) > 2 or "EXAMINATION" in scan else _LIKELY  # noqa: PLR2004
    if shape.is_marked:
        return _LIKELY if shape is CHEVRON else _SURE
    says = [_first_line(scan, head) for head in turns]
    total = len(turns)
    back = sum(count for count in counts.values() if count > 1) / total
    sentences = sum(_SENTENCE.match(line) is not None for line in says) / total
    talk = sum(_TALK.search(line) is not None for line in says) / total
    if back < _BACK_AT_ALL or not sentences or _is_indented(scan, shape, turns):
        return _HARDLY
    if not talk or (_is_record(turns, counts) and talk < _TALKS):
        return _HARDLY
    is_sure = (
        back >= _BACK
        and sum(count > 1 for count in counts.values()) > 1
        and _alternates(turns)
        and sentences >= _SENTENCES
        and talk >= _TALKS
        and (shape not in (COLON, DRAMA) or share >= _DENSE)
    )
    return _SURE if is_sure else _LIKELY


def _is_field(name: str) -> bool:
    return name.casefold() in _FIELDS or name.casefold().partition(" ")[0] in _FIRST_OF_FIELDS


def _first_line(scan: str, head: Head) -> str:
    """Return what stands behind a head on its line, or on the next one that is not blank."""
    return scan[head.end + 1 : head.end + 1 + _LOOKED_AT].lstrip().partition("\n")[0].strip()


def _is_indented(scan: str, shape: Shape, turns: Sequence[Head]) -> bool:
    """Tell whether names stand as the parts of a comment in code do."""
    indented = sum(scan[head.start] == " " for head in turns if head.start)
    indented += sum(scan[head.start + 1] in " \t" for head in turns)
    return shape is COLON and indented > len(turns) / 2


def _alternates(turns: Sequence[Head]) -> bool:
    changes = sum(one.name != other.name for one, other in pairwise(turns))
    return changes >= _CHANGES * (len(turns) - 1)


def _is_record(turns: Sequence[Head], counts: Counter[str]) -> bool:
    """Tell whether three names or more always follow each other in the same order."""
    followers: dict[str, Counter[str]] = {}
    for one, other in pairwise(turns):
        followers.setdefault(one.name, Counter())[other.name] += 1
    usual = sum(max(after.values()) for after in followers.values())
    return len(counts) > 2 and usual >= _IN_ORDER * (len(turns) - 1)  # noqa: PLR2004
