"""Transcripts in which lines say who speaks, or when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import Edit

from . import _noise as noise
from ._draft import Draft, Mark, Section, Turn
from ._shapes import (
    BOLD,
    COLON,
    DIVIDER,
    DRAMA,
    HEADING,
    QUESTION,
    SCENE,
    STAMPED,
    TIME_ALONE,
    TIME_FIRST,
    TIMES_LINE,
)
from ._times import seconds

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from ._evidence import Head, Verdict

_TIMED = 0.6
"""The share of lines that must begin with a time where no name is said."""
_LONE = 0.3
"""The share of lines that must be times alone where no name is said and no line begins with one."""


def draft_speech(scan: str, verdict: Verdict) -> Draft:
    """Return what a document in a shape of lines says."""
    draft = Draft(verdict.shape.name)
    start = _start(scan, draft)
    _add_heads(draft, [head for head in verdict.heads if head.start >= start])
    _add_times(scan, draft, verdict)
    _add_sections(scan, draft, verdict, start)
    _add_noise(scan, draft, verdict)
    return draft


def _start(scan: str, draft: Draft) -> int:
    """Leave the front matter out; return where it ends."""
    front = noise.front_matter(scan)
    draft.title = front.title
    if front.end:
        draft.edits.append(Edit(0, front.end))
    return front.end


def _add_heads(draft: Draft, heads: list[Head]) -> None:
    for head in heads:
        if head.is_turn:
            draft.turns.append(Turn(head.start, head.name, head.end, head.alone))
        else:
            draft.interludes.append(head.start)
    for head in heads:
        if head.stamp is not None:
            time = seconds(head.stamp)
            draft.marks.append(Mark(head.start, time, time))


def _add_times(scan: str, draft: Draft, verdict: Verdict) -> None:
    """Take lines that are only a time out, and remember the times."""
    if ":" not in scan:
        return
    nameless = {head.start for head in verdict.heads if verdict.shape is STAMPED and not head.name}
    for found in TIME_ALONE.finditer(scan):
        start, end = found.start(), found.end() - 1
        draft.edits.append(Edit(start, end))
        if start not in nameless:
            time = seconds(found["before"])
            draft.marks.append(Mark(end, time, time))
    if verdict.shape is BOLD:
        for found in TIME_FIRST.finditer(scan):
            time = seconds(found["before"])
            draft.marks.append(Mark(found.start(), time, time))
    draft.marks.sort()


def _add_sections(scan: str, draft: Draft, verdict: Verdict, start: int) -> None:
    heads = {turn.start for turn in draft.turns}
    times = {edit.start for edit in draft.edits}
    for section in _sections(scan, verdict):
        if section.start >= start and section.start not in heads and section.start not in times:
            draft.sections.append(section)


def _sections(scan: str, verdict: Verdict) -> Iterator[Section]:
    if verdict.shape is STAMPED:
        found = [*_matches(HEADING, "\n#", scan), *_matches(DIVIDER, "\n---", scan)]
        found.sort(key=lambda match: match.start())
    elif verdict.shape is DRAMA:
        found = _matches(SCENE, "\n", scan)
    else:
        found = _matches(HEADING, "\n#", scan)
    for match in found:
        label = _plain(match["label"])
        if label:
            yield Section(match.start(), match.end() - 1, _depth(match), label)


def _matches(pattern: re.Pattern[str], needs: str, scan: str) -> list[re.Match[str]]:
    return list(pattern.finditer(scan)) if needs in scan else []


def _depth(match: re.Match[str]) -> int:
    signs = match.groupdict().get("signs") or "#"
    return {"ACT": 1, "SCENE": 2}.get(signs, len(signs))


def _plain(label: str) -> str:
    return " ".join(label.replace("**", "").replace("\\", "").strip().rstrip("#").split())


def _add_noise(scan: str, draft: Draft, verdict: Verdict) -> None:
    edits = [*noise.footers(scan), *noise.disfluencies(scan)]
    if verdict.shape is STAMPED:
        edits.extend(noise.reactions(scan))
    if verdict.shape in (COLON, QUESTION):
        edits.extend(noise.directives(scan))
        edits.extend(noise.court_numbers(scan))
        draft.interludes.extend(noise.court_headings(scan))
    draft.edits.extend(edits)
    dropped = {edit.start for edit in edits}
    draft.sections = [section for section in draft.sections if section.start not in dropped]


def draft_times(scan: str, lines: int) -> Draft | None:
    """Return what a document says in which each line begins with a time and nobody is named."""
    found = list(TIMES_LINE.finditer(scan))
    if len(found) < max(3, _TIMED * lines):
        return _draft_lone_times(scan, lines)
    draft = Draft("times")
    for match in found:
        start, end = match.start(), match.end() - 1
        time = seconds(match["before"])
        draft.edits.append(Edit(start, end))
        draft.cues.append(start)
        draft.marks.append(Mark(start, time, seconds(match["last"] or match["before"])))
    return draft


def _draft_lone_times(scan: str, lines: int) -> Draft | None:
    """Return what a document says in which every few lines stand below a line with their time."""
    found = list(TIME_ALONE.finditer(scan))
    if len(found) < max(3, _LONE * lines):
        return None
    draft = Draft("times")
    for match in found:
        time = seconds(match["before"])
        # With its line end: what stands above may go on below.
        draft.edits.append(Edit(match.start(), min(match.end(), len(scan) - 2)))
        draft.cues.append(match.start())
        draft.marks.append(Mark(match.start(), time, time))
    return draft
