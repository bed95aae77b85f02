"""From a draft to an outline: rungs, scopes, atoms, edits, and the facts behind ``describe``."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from heapq import merge
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Edit, Ladder, Offsets, Outline, Scope, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ._draft import Draft, Mark, Section, Turn

DEEPEST = 32
_OPENING = 100
"""Characters from which a turn may open a topic."""
_SPEECH = 300
"""Characters from which a turn is worth a chunk's beginning; shorter ones stay with one before."""
_LONG = 160
"""Characters up to which a turn gets no tie of its own between its head and its first words."""
_TIE = 240
_NAME = 80
_FIRST_SENTENCE = re.compile(r"\S[^\n]{0,200}?(?:[.!?…。！？][\"'”’)\]]*(?=\s)|(?=\n))")
# What people say when they go on to something else, after what they say before anything.
_TOPIC = re.compile(
    r"\s*(?:\{\w{1,20}\}\s*)*"
    r"(?:(?:um|uh|okay|ok|all ?right|right|well|and|now|yeah|great|cool|good)[\s,.]+){0,8}"
    r"(?:so|next|now|let(?:['’]s| us| ['’] s)|we['’]ll|the next|moving on|anyway|first|thank you"
    r"|any other)\b",
    re.IGNORECASE,
)


class Stretch(NamedTuple):
    """What lies between two places where the speaker may change."""

    start: int
    turn: int
    """Place of its turn in the draft; -1 where nobody speaks."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What ``describe`` looks up by bisection.

    Attributes:
        starts: Where each stretch begins; the first one at 0.
        turns: For each stretch the number of its turn from 0, or -1 where nobody speaks.
        speakers: For each turn the place of its speaker in ``names``, or -1.
        names: The speakers.
        marks: From where each time is true.
        firsts: When what follows a mark was said, in seconds.
        lasts: When it ended.
    """

    starts: array[int]
    turns: array[int]
    speakers: array[int]
    names: tuple[str, ...]
    marks: array[int]
    firsts: array[float]
    lasts: array[float]

    def describe(self, start: int, end: int) -> dict[str, object]:
        """Return speakers, turns and times of a chunk."""
        found: dict[str, object] = {}
        here = slice(bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1))
        turns = [turn for turn in self.turns[here] if turn >= 0]
        if turns:
            said = dict.fromkeys(self.speakers[turns[0] : turns[-1] + 1])
            found["speakers"] = [self.names[speaker] for speaker in said if speaker >= 0]
            found["turns"] = [turns[0], turns[-1]]
        if self.marks:
            first = max(0, bisect_right(self.marks, start) - 1)
            behind = bisect_right(self.marks, end - 1, first)
            if first < behind:
                found["start_time"] = min(self.firsts[first:behind])
                found["end_time"] = max(self.lasts[first:behind])
        return found


@dataclass(frozen=True, slots=True)
class TranscriptOutline(Outline):
    """An outline that knows who speaks where, and when."""

    facts: Facts | None = None


def outlined(text: str, draft: Draft) -> Outline:
    """Return the outline of a draft."""
    edits = disjoint(draft.edits)
    stretches = _stretches(text, draft, edits)
    ends = [*(one.start for one in stretches[1:]), len(text)]
    turns = [
        (Span(one.start, end), draft.turns[one.turn])
        for one, end in zip(stretches, ends, strict=True)
        if one.turn >= 0 and one.start < end
    ]
    return TranscriptOutline(
        _ladder(text, draft, turns, stretches),
        scopes=_scopes(text, draft.sections, turns),
        atoms=_atoms(text, draft.sections, turns),
        edits=edits,
        metadata=_metadata(draft),
        facts=_facts(draft, stretches),
    )


def disjoint(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits in order, without those that begin inside one before, and without no-ops."""
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if edit.start < edit.end and (not kept or edit.start >= kept[-1].end):
            kept.append(edit)
    return kept


def _metadata(draft: Draft) -> dict[str, object]:
    return {"shape": draft.shape, **({"title": draft.title} if draft.title else {})}


def _stretches(text: str, draft: Draft, edits: Sequence[Edit]) -> list[Stretch]:
    """Part a document where the speaker may change.

    A turn begins with the heading right above it, so that the two stay together.
    """
    pulled = _pulled(text, draft, edits)
    speaks = {start: place for place, start in enumerate(pulled)}
    starts = {0, *draft.interludes, *(section.start for section in draft.sections), *pulled}
    return [
        Stretch(start, speaks.get(start, -1))
        for start in sorted(starts)
        if start < len(text) or not start
    ]


def _pulled(text: str, draft: Draft, edits: Sequence[Edit]) -> list[int]:
    """Return where turns begin, with the heading in front of one if no text is between."""
    heads = [section.start for section in draft.sections]
    starts = [turn.start for turn in draft.turns]
    if not heads:
        return starts
    pulled = list(starts)
    for place, start in enumerate(starts):
        at = bisect_right(heads, start) - 1
        if at < 0 or (place and starts[place - 1] >= heads[at]):
            continue
        if _is_bare(text, draft.sections[at].end, start, edits):
            pulled[place] = heads[at]
    return pulled


def _is_bare(text: str, start: int, end: int, edits: Sequence[Edit]) -> bool:
    """Tell whether a reader sees nothing in a stretch."""
    at = bisect_right(edits, start, key=lambda edit: edit.end)
    while start < end:
        behind = min(edits[at].start, end) if at < len(edits) else end
        if text[start:behind].strip():
            return False
        start = edits[at].end if at < len(edits) else end
        at += 1
    return True


def _ladder(
    text: str,
    draft: Draft,
    turns: Sequence[tuple[Span, Turn]],
    stretches: Sequence[Stretch],
) -> Ladder:
    sections = [section.start for section in draft.sections]
    topics = [span.start for span, turn in turns if _opens_topic(text, span, turn)]
    long = [span.start for span, _ in turns if span.end - span.start >= _SPEECH]
    own = [
        Offsets("section", sections),
        Offsets("topic", topics),
        Offsets("exchange", long),
        Offsets("turn", [one.start for one in stretches]),
    ]
    if not draft.cues:
        return Ladder([*own, "paragraph", "sentence", "word", "grapheme"])
    # A sentence goes on from cue to cue: cues cut only what no sentence's end cuts.
    pause, cue = Offsets("pause", draft.pauses), Offsets("cue", draft.cues)
    return Ladder([*own, pause, "sentence", cue, "word", "grapheme"])


def _opens_topic(text: str, span: Span, turn: Turn) -> bool:
    if span.end - span.start < _OPENING:
        return False
    return _TOPIC.match(text, turn.body, min(span.end, turn.body + _OPENING)) is not None


def _scopes(
    text: str, sections: Sequence[Section], turns: Sequence[tuple[Span, Turn]]
) -> list[Scope]:
    carried = list(_carrying(turns, 2 if text.isascii() else 1))
    if not sections:
        return carried
    return list(
        merge(
            _section_scopes(sections, len(text)),
            carried,
            key=lambda scope: (scope.start, -scope.end),
        )
    )


def _carrying(turns: Sequence[tuple[Span, Turn]], share: int) -> Iterator[Scope]:
    """Yield the scopes of turns that repeat their speaker.

    A line may cost a quarter of a chunk at most, so a turn that is hardly longer than its line is
    never parted with it, whatever the measure: in ASCII one that is twice as long, else one that
    is as long, since a character of another script may count for several.
    """
    lines: dict[str, tuple[str]] = {}
    for (start, end), turn in turns:
        name = turn.name
        if not name:
            continue
        carry = lines.get(name)
        if carry is None:
            carry = lines[name] = (f"{name[:_NAME]} (continued):",)
        if end - start > share * len(carry[0]):
            yield Scope(start, end, "", None, carry, (), False)


def _section_scopes(sections: Sequence[Section], end: int) -> list[Scope]:
    scopes: list[Scope] = []
    around: list[Section] = []
    for section in sections:
        _close(around, section.depth, section.start, scopes)
        around.append(section)
    _close(around, 0, end, scopes)
    return sorted(scopes, key=lambda scope: (scope.start, -scope.end))


def _close(around: list[Section], depth: int, end: int, scopes: list[Scope]) -> None:
    while around and around[-1].depth >= depth:
        section = around.pop()
        head = Span(section.start, section.end)
        scopes.append(Scope(section.start, end, section.label, head))


def _atoms(
    text: str, sections: Sequence[Section], turns: Sequence[tuple[Span, Turn]]
) -> list[Span]:
    """Keep turns whole, and what stands at their head with their first words."""
    atoms: list[Span] = []
    heads = {section.start for section in sections}
    for span, turn in turns:
        atoms.append(span)
        if (turn.alone or span.start in heads) and span.end - span.start > _LONG:
            tie = _tie(text, span, turn)
            if tie < span.end:
                atoms.append(Span(span.start, tie))
    return atoms


def _tie(text: str, span: Span, turn: Turn) -> int:
    """Return where the first sentence of a turn ends, or a word near enough."""
    start = min(max(turn.body, span.start), span.end)
    found = _FIRST_SENTENCE.search(text, start, min(span.end, start + 2 * _TIE))
    if found:
        return found.end()
    blank = text.rfind(" ", start, min(span.end, start + _TIE))
    return blank if blank > start else span.end


def _facts(draft: Draft, stretches: Sequence[Stretch]) -> Facts:
    places: dict[str, int] = {}
    speakers = array("q")
    numbers = array("q")
    for one in stretches:
        if one.turn < 0:
            numbers.append(-1)
            continue
        name = draft.turns[one.turn].name
        numbers.append(len(speakers))
        speakers.append(places.setdefault(name, len(places)) if name else -1)
    marks: Sequence[Mark] = draft.marks
    return Facts(
        array("q", (one.start for one in stretches)),
        numbers,
        speakers,
        tuple(places),
        array("q", (mark.at for mark in marks)),
        array("d", (mark.first for mark in marks)),
        array("d", (mark.last for mark in marks)),
    )
