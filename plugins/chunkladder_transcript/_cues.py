"""Subtitles: WebVTT, SRT and SBV. Cues are joined into turns; their edges end no sentence."""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Edit

from ._draft import Draft, Mark, Turn
from ._evidence import Head, believed
from ._names import cleaned, is_likely_name
from ._shapes import COLON
from ._times import seconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CUE_CLOCK = r"(?:\d{1,4}:)?\d{1,2}:\d\d[.,]\d{1,3}"
_TIMING = re.compile(
    rf"\n[ \t]*+(?P<first>{_CUE_CLOCK})[ \t]*+(?:-->|,)[ \t]*+(?P<last>{_CUE_CLOCK})[^\n]*+"
)
_COMMENT = re.compile(r"(?:NOTE|STYLE|REGION)(?=\s|$)")
_TAG = re.compile(
    r"</?(?:[cibuv]|ruby|rt|lang|font)(?:[.\s][^<>\n]*+)?>|<\d[\d:.]*+>|\{\\[^{}\n]*+\}"
    r"|&(?:[a-zA-Z]{2,8}|#\d{1,7}|#x[\da-fA-F]{1,6});"
)
_VOICE = re.compile(r"<v(?:\.[^\s<>]*+)?[ \t]++(?P<name>[^<>\n]*+)>|</v>")
_BROKEN_TAG = re.compile(
    r"</?[cibuv](?:[.\s](?<!\n)[^<>\n]{0,200}+)?(?:\n(?![ \t]*\n)[^<>\n]{0,200}+){1,3}+(?<!--)>"
)
_CHEVRON = re.compile(
    r"(?:>>|&gt;&gt;)(?:>|&gt;)*+[ \t]*+(?:(?P<name>[^\W\d_][^\n:;!?\"<>]{0,60}+):(?=\s))?"
)
_DASH = re.compile(r"[-‐–—][ \t]*+(?=[^\s\-–—])")
_DASH_INSIDE = re.compile(r"(?<=[.!?…\]♪])[ \t]+(?=[-–—][ \t]+\S)")
_SHOWN = re.compile(r"(?P<name>[^\s:<>\[({♪>-][^\n:<>]{0,60}+):(?=\s)")
_NAMED = 0.9
"""The share of cues with a name in front, from which on all of them are names."""
_ROLLING = 0.25
_LONGEST_ID = 9
_MOST_SKIPPED = 10
"""Numbers by which the number of a cue may be larger than the one before."""
_FILLER = 0.1
"""Seconds up to which a cue is too short to be read."""
_PAUSE = 2.0
"""Seconds of silence at which speech without full stops may be cut first."""
_CLOSED = re.compile(r"[.!?…。！？؟♪][\"'”’)\]]*$")


class Line(NamedTuple):
    """A line of a cue, as offsets of the text."""

    start: int
    end: int
    cue: int


class Cue(NamedTuple):
    """When a cue is shown."""

    first: float
    last: float


@dataclass(slots=True)
class Track:
    """Cues and their lines."""

    scan: str
    cues: list[Cue]
    lines: list[Line]

    def says(self, line: Line) -> str:
        """Return a line with its tags."""
        return self.scan[line.start + 1 : line.end + 1]


def draft_cues(scan: str) -> Draft | None:
    """Return what subtitles say; None where there is no cue."""
    # A line may end inside a tag, where it is as good as a blank.
    scan = _BROKEN_TAG.sub(lambda tag: tag[0].replace("\n", " "), scan) if "<" in scan else scan
    track = _read(scan)
    if not track.lines:
        return None
    track.lines = _unrolled(track)
    draft = Draft(_kind(scan))
    _add_cues(track, draft)
    inside = _add_turns(track, draft)
    _add_edits(track, draft, inside)
    return draft


def _kind(scan: str) -> str:
    if scan.lstrip("\n\ufeff").startswith("WEBVTT"):
        return "webvtt"
    return "srt" if "-->" in scan else "sbv"


def _read(scan: str) -> Track:
    timings = list(_TIMING.finditer(scan))
    track = Track(scan, [], [])
    number = None
    if timings:
        number = _number(scan[: timings[0].start()].rpartition("\n")[2].strip("\ufeff"))
    for place, timing in enumerate(timings):
        is_followed = place + 1 < len(timings)
        end = timings[place + 1].start() if is_followed else len(scan) - 1
        track.cues.append(Cue(seconds(timing["first"]), seconds(timing["last"])))
        following = None
        if is_followed and number is not None:
            following = _id_of(scan, end, number)
        says = scan[timing.end() : end].split("\n")
        has_id = is_followed and _is_id(says, following)
        track.lines.extend(_payload(says, timing.end(), place, has_id=has_id))
        if has_id:
            number = following if following is not None else _number(says[-1])
    return track


def _number(says: str) -> int | None:
    bare = says.strip()
    return int(bare) if bare.isdecimal() and len(bare) <= _LONGEST_ID else None


def _payload(says: Sequence[str], start: int, cue: int, *, has_id: bool) -> Iterator[Line]:
    """Yield the lines that a cue shows; ``start`` stands at the end of its timing in the text."""
    start_of_id = len(says) - has_id
    at, is_comment, was_blank = start, False, False
    for place, line in enumerate(says):
        bare = line.strip()
        if was_blank and _COMMENT.match(line):
            is_comment = True
        is_comment = is_comment and bool(bare)
        if bare and not is_comment and place < start_of_id:
            begin = at + len(line) - len(line.lstrip()) - 1
            yield Line(begin, begin + len(bare), cue)
        was_blank = not bare
        at += len(line) + 1


def _id_of(scan: str, end: int, before: int) -> int | None:
    """Return the number in front of a timing at ``end``, if it counts up."""
    number = _number(scan[scan.rfind("\n", 0, end) + 1 : end])
    is_next = number is not None and before < number <= before + _MOST_SKIPPED
    return number if is_next else None


def _is_id(says: Sequence[str], number: int | None) -> bool:
    """Tell whether the last line before a timing is a cue's name; the first ends a timing."""
    last = says[-1].strip()
    if not last or len(says) < 2:  # noqa: PLR2004
        return False
    return number is not None or (len(says) > 2 and not says[-2].strip())  # noqa: PLR2004


def _unrolled(track: Track) -> list[Line]:
    """Leave out lines that a roll-up caption shows again, if these captions roll up.

    People do say things again. Captions roll up if cues that begin with the last lines before
    them add lines to them, or are fillers that hold them, or overlap the cue before in time.
    """
    kept: list[Line] = []
    shown: list[str] = []
    rolled, at, before = 0, 0, -1
    lines = track.lines
    while at < len(lines):
        behind = at
        while behind < len(lines) and lines[behind].cue == lines[at].cue:
            behind += 1
        cue = lines[at:behind]
        says = [_TAG.sub("", track.says(line)).strip() for line in cue]
        again = _again(shown, says)
        if again:
            rolled += again < len(says) or _is_held(track, before, cue[0].cue)
            again = again if again < len(says) or _is_joined(track, before, cue[0].cue) else 0
        kept.extend(cue[again:])
        shown, before, at = says, cue[0].cue, behind
    return kept if rolled >= max(2, _ROLLING * len(track.cues)) else lines


def _is_held(track: Track, before: int, after: int) -> bool:
    """Tell whether a cue that adds nothing is a filler, or lies over the one before."""
    last, time = track.cues[before].last, track.cues[after]
    return time.last - time.first <= _FILLER or time.first < last - _FILLER / 10


def _is_joined(track: Track, before: int, after: int) -> bool:
    return track.cues[after].first <= track.cues[before].last + _FILLER


def _again(shown: list[str], says: list[str]) -> int:
    """Return how many first lines of a cue are the last ones before it."""
    for count in range(min(len(shown), len(says)), 0, -1):
        if shown[-count:] == says[:count]:
            return count
    return 0


def _add_cues(track: Track, draft: Draft) -> None:
    cue = -1
    for place, line in enumerate(track.lines):
        if line.cue == cue:
            continue
        cue, time = line.cue, track.cues[line.cue]
        draft.marks.append(Mark(line.start, time.first, time.last))
        draft.cues.append(line.start)
        if place and _is_pause(track, track.lines[place - 1], line):
            draft.pauses.append(line.start)


def _is_pause(track: Track, before: Line, after: Line) -> bool:
    silence = track.cues[after.cue].first - track.cues[before.cue].last
    if silence < _PAUSE:
        return False
    says = _TAG.sub("", track.says(before)).strip()
    return _CLOSED.search(says) is not None or (says[-1:].isalpha() and _is_unpointed(track))


def _is_unpointed(track: Track) -> bool:
    """Tell from the first lines whether captions come without full stops."""
    first = track.lines[:40]
    return not any(_CLOSED.search(_TAG.sub("", track.says(line)).strip()) for line in first)


def _add_turns(track: Track, draft: Draft) -> list[Edit]:
    """Find who speaks; return the edits that write it, instead of the tags that say it."""
    if "<v" in track.scan and _has_voices(track):
        return _add_voices(track, draft)
    named = _named_lines(track)
    if named:
        return _add_named(track, draft, named)
    if not _add_chevrons(track, draft):
        _add_dashes(track, draft)
    return []


def _has_voices(track: Track) -> bool:
    found = (match for line in track.lines for match in _VOICE.finditer(track.says(line)))
    return any(match["name"] is not None for match in found)


def _add_voices(track: Track, draft: Draft) -> list[Edit]:
    edits: list[Edit] = []
    speaker: str | None = None
    is_closed = False
    for line in track.lines:
        at = line.start
        for found in _VOICE.finditer(track.scan, line.start + 1, line.end + 1):
            start, end = found.start() - 1, found.end() - 1
            if is_closed and _says_something(track, at, start):
                draft.interludes.append(at)
                speaker, is_closed = None, False
            at = end
            if found["name"] is None:
                is_closed = speaker is not None
                continue
            is_closed = False
            name = html.unescape(found["name"]).strip()
            if name != speaker:
                draft.turns.append(Turn(start, name, end))
                speaker = name
                edits.append(Edit(start, end, f"{name}: " if name else ""))
            else:
                edits.append(Edit(start, end))
        if is_closed and _says_something(track, at, line.end):
            draft.interludes.append(at)
            speaker, is_closed = None, False
    return edits


def _says_something(track: Track, start: int, end: int) -> bool:
    return bool(_TAG.sub("", track.scan[start + 1 : end + 1]).strip(" \t-–—"))


def _named_lines(track: Track) -> dict[int, Head]:
    heads: list[Head] = []
    for line in track.lines:
        found = COLON.head.match(f"\n{track.says(line)}\n")
        if found:
            name, end = cleaned(found["name"] or found["name2"]), line.start + found.end() - 1
            look = (found["before"] is None, False, False, False, False)
            heads.append(Head(line.start, min(end, line.end), name, None, False, look))
    named = believed(COLON, heads, track.scan, len(track.lines))
    if len(named) > 1:
        named = sorted({*named, *_all_named(track, {head.start for head in named})})
    return {head.start: head for head in named}


def _all_named(track: Track, believed_at: set[int]) -> list[Head]:
    """Return the names in front of cues that are none elsewhere, if almost every cue has one.

    Calls show what people call themselves: ``iPhone (2)``, ``bramt | Ferries``.
    """
    firsts = [
        line
        for place, line in enumerate(track.lines)
        if not place or track.lines[place - 1].cue != line.cue
    ]
    found = [(line, _SHOWN.match(track.scan, line.start + 1, line.end + 1)) for line in firsts]
    if sum(match is not None for _, match in found) < _NAMED * len(firsts):
        return []
    if sum(line.start in believed_at for line in firsts) < len(firsts) / 2:
        return []
    counts = Counter(match["name"] for _, match in found if match)
    return [
        Head(line.start, match.end() - 1, cleaned(match["name"]), None, False, ())
        for line, match in found
        if match and line.start not in believed_at and _may_be_shown(match["name"], counts)
    ]


def _may_be_shown(name: str, counts: Counter[str]) -> bool:
    """Tell the beginning of a sentence from a name: its words are small, and it comes once."""
    return counts[name] > 1 or name.count(" ") < 2 or not name.islower()  # noqa: PLR2004


def _add_named(track: Track, draft: Draft, named: dict[int, Head]) -> list[Edit]:
    edits: list[Edit] = []
    speaker: str | None = None
    for line in track.lines:
        head = named.get(line.start)
        if head is None:
            continue
        if head.name != speaker:
            draft.turns.append(Turn(line.start, head.name, head.end))
            speaker = head.name
            continue
        # The name again, within the speaker's turn: his sentence goes on over it.
        says = track.scan[head.end + 1 : line.end + 1]
        behind = head.end + len(says) - len(says.lstrip())
        if behind < line.end:
            edits.append(Edit(line.start, behind))
    return edits


def _add_chevrons(track: Track, draft: Draft) -> bool:
    found = [
        match
        for line in track.lines
        for match in _CHEVRON.finditer(track.scan, line.start + 1, line.end + 1)
    ]
    names = [cleaned(match["name"] or "") for match in found]
    counts = Counter(names)
    turns = [
        Turn(match.start() - 1, name, match.end() - 1)
        if is_likely_name(name, counts[name])
        else Turn(match.start() - 1, "", (match.start("name") if name else match.end()) - 1)
        for match, name in zip(found, names, strict=True)
    ]
    if len(turns) >= 2:  # noqa: PLR2004
        draft.turns.extend(turns)
    return bool(draft.turns)


def _add_dashes(track: Track, draft: Draft) -> None:
    turns: list[Turn] = []
    cues: dict[int, int] = {}
    for line in track.lines:
        if not _DASH.match(track.scan, line.start + 1):
            continue
        starts = [line.start]
        starts += [
            at.end() - 1 for at in _DASH_INSIDE.finditer(track.scan, line.start + 1, line.end + 1)
        ]
        turns.extend(Turn(start, "", start) for start in starts)
        cues[line.cue] = cues.get(line.cue, 0) + len(starts)
    if any(count > 1 for count in cues.values()):
        draft.turns.extend(turns)


def _add_edits(track: Track, draft: Draft, inside: list[Edit]) -> None:
    """Leave out all that is not shown; what is shown stays apart by a line end."""
    edits, end = [], 0
    for line in track.lines:
        if line.start > end or (end and line.start == end):
            edits.append(Edit(end, line.start, "\n" if end else ""))
        end = line.end
    last = len(track.scan) - 2
    if end < last:
        edits.append(Edit(end, last))
    # A single line end between two lines of a cue stays as it is.
    scan = track.scan
    draft.edits = [
        edit for edit in edits if edit.text != "\n" or scan[edit.start + 1 : edit.end + 1] != "\n"
    ]
    draft.edits.extend(_tag_edits(track, inside))


def _tag_edits(track: Track, inside: list[Edit]) -> Iterator[Edit]:
    yield from inside
    if not any(sign in track.scan for sign in ("<", "&", "{\\")):
        return
    taken = {edit.start: edit.end for edit in inside}
    for line in track.lines:
        behind = line.start
        for found in _TAG.finditer(track.scan, line.start + 1, line.end + 1):
            start, end = found.start() - 1, found.end() - 1
            if start in taken or start < behind:
                behind = max(behind, taken.get(start, behind))
                continue
            text = html.unescape(found[0]) if found[0][0] == "&" else ""
            if text != found[0]:
                yield Edit(start, end, text)
