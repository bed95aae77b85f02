"""Which shape a document has: decided for all of it, by how often the same names come back."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ._names import (
    Kind,
    cleaned,
    is_context,
    is_heading,
    is_interlude,
    is_likely_name,
    is_role,
    kind_of,
)
from ._shapes import (
    ABOVE,
    BOLD,
    CHEVRON,
    COLON,
    LINE_SHAPES,
    QUESTION,
    STAMPED,
    TIME_ALONE,
    TIMED,
    TIMES_LINE,
    Shape,
)

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

_NEAR = 4000
"""Characters within which a name that comes once needs a neighbor that comes back."""

_RARE = 0.01
"""The share of heads below which their look proves no name."""

_ODD = 0.05
"""The share of proven heads that must look like one that is not proven."""

_FEW_WORDS = 80
"""Characters in which three words are looked for."""

_DENSE = 0.3
"""The share of a short document's lines that must be heads where names hardly come back."""

_TIMES = {TIMED: TIMES_LINE, ABOVE: TIME_ALONE}
_MOST = 0.6
"""The share of a document's times that must stand with a name, in the shapes of ``_TIMES``."""

_LINES = 1.5
"""Lines of a turn in those shapes, at least: somebody who is named says something."""

_GROUPS = ("name", "name2", "before", "after", "paren", "alone", "colon", "notice")


class Head(NamedTuple):
    """A line that may say who speaks.

    Attributes:
        start: Offset of its first character, behind an indent and a line's number.
        end: Offset behind the head, where the speech begins.
        name: Cleaned; empty where the shape names nobody.
        stamp: The time that it tells, as it stands.
        alone: Whether the line holds nothing else.
        look: What it has in common with heads of the same hand.
        is_turn: Whether somebody speaks from here on; False for a break.
    """

    start: int
    end: int
    name: str
    stamp: str | None
    alone: bool
    look: tuple[bool, ...]
    is_turn: bool = True


class Verdict(NamedTuple):
    """A shape, and the heads that are believed.

    Attributes:
        shape: The shape.
        heads: In order.
        speakers: How many names there are.
    """

    shape: Shape
    heads: list[Head]
    speakers: int


def heads_of(shape: Shape, scan: str) -> list[Head]:
    """Return every line of a text that has a shape, whoever it names."""
    if shape.needs and shape.needs not in scan:
        return []
    names: dict[str, tuple[str, bool]] = {}
    if shape is CHEVRON:
        return _chevrons(scan, names)
    matches = list(shape.head.finditer(scan))
    if shape is STAMPED and _are_times(matches):
        return []
    return [_head(scan, match, names) for match in matches]


def _are_times(matches: Sequence[re.Match[str]]) -> bool:
    """Tell whether most are times alone on their lines; these stand for a speaker beside names."""
    alone = sum(match["name"] is None and match["name2"] is None for match in matches)
    return alone > len(matches) / 2


def _chevrons(scan: str, names: dict[str, tuple[str, bool]]) -> list[Head]:
    """Return a head for each ``>>``, with a name only where one is likely behind it."""
    matches = list(CHEVRON.head.finditer(scan))
    heads = [_head(scan, match, names) for match in matches]
    counts = Counter(head.name for head in heads)
    return [
        head._replace(is_turn=True)
        if is_likely_name(head.name, counts[head.name])
        else head._replace(is_turn=True, name="", end=_behind_sign(match))
        for head, match in zip(heads, matches, strict=True)
    ]


def _behind_sign(match: re.Match[str]) -> int:
    start = match.start("name")
    return (start if start >= 0 else match.end()) - 1


def _head(scan: str, match: re.Match[str], names: dict[str, tuple[str, bool]]) -> Head:
    """Make a head of a match; ``names`` keeps what was found out about each."""
    one, other, before, after, paren, alone, colon, notice = match.group(*_GROUPS)
    raw = one or other or ""
    known = names.get(raw)
    if known is None:
        known = names[raw] = _known(raw)
    name, is_turn = known
    stamp = before or after or paren
    line, first = match.start(), match.start("at")
    look = (
        scan[line - 1 : line] in ("\n", "") or scan[line - 2 : line] == "\n ",
        scan[line + 1] in " \t",
        stamp is None,
        # Bold marks a name enough, wherever its words begin.
        alone is not None and "*" not in (colon or ""),
        colon is None or _is_in_bold(scan, match),
    )
    return Head(
        line if first < 0 else first - 1,
        match.end() - 1,
        name,
        stamp,
        alone is not None,
        look,
        is_turn and notice is None,
    )


def _is_in_bold(scan: str, match: re.Match[str]) -> bool:
    """Tell whether a whole line is bold, as titles are: "**Ferries: what we sail**"."""
    return match["colon"] == ":" and scan[match.start("name") - 1] == "*"


def _known(raw: str) -> tuple[str, bool]:
    """Return a name as it is shown, and whether it is one that speaks."""
    name = cleaned(raw)
    is_turn = not (is_context(raw) or is_interlude(name))
    return name if is_turn else "", is_turn


def believed(
    shape: Shape, heads: Sequence[Head], scan: str, lines: int, *, sure: bool = False
) -> list[Head]:
    """Return the heads that are turns; none if the document does not bear the shape out.

    Args:
        shape: The shape.
        heads: All lines that have it.
        scan: The document, as ``scannable`` returns it.
        lines: How many lines of the document are not blank.
        sure: Whether a person named the shape, so that there is nothing to prove.
    """
    counts = Counter(head.name for head in heads if head.is_turn and _may_be(shape, head))
    if not counts:
        return []
    proven = {name for name, count in counts.items() if count >= _needed(shape, name)}
    if not _is_borne_out(shape, counts, proven, lines, scan) and not (sure and counts):
        return []
    if sure and not proven:
        proven = set(counts)
    return _with_once_only(shape, heads, scan, counts, proven)


def _may_be(shape: Shape, head: Head) -> bool:
    if shape.is_marked or (not head.name and shape is STAMPED):
        return True
    return kind_of(head.name) is not Kind.NONE


def _needed(shape: Shape, name: str) -> int:
    """Return how often a name must come to prove itself."""
    if shape.is_marked:
        return 1
    return 3 if kind_of(name) is Kind.HANDLE else 2


def _is_borne_out(
    shape: Shape, counts: Counter[str], proven: set[str], lines: int, scan: str
) -> bool:
    turns = sum(counts[name] for name in proven)
    if shape is QUESTION:
        return turns >= 3 and len(proven) == 2  # noqa: PLR2004
    if shape.is_marked:
        return turns >= 2  # noqa: PLR2004
    if shape in _TIMES and not _are_heads(shape, turns, lines, scan):
        return False
    if len(proven) >= 2 and turns >= 4:  # noqa: PLR2004
        return True
    known = sum(count for name, count in counts.items() if kind_of(name) is not Kind.HANDLE)
    if not known or known < _DENSE * lines:
        return False
    return len(counts) >= 2 or known >= 3  # noqa: PLR2004


def _are_heads(shape: Shape, turns: int, lines: int, scan: str) -> bool:
    """Tell whether names beside times stand above a speech, and are not the captions themselves.

    Captions begin with any word, so that most of their times stand with something else.
    """
    if lines < _LINES * turns:
        return False
    return not turns or turns >= _MOST * len(_TIMES[shape].findall(scan))


def _with_once_only(
    shape: Shape, heads: Sequence[Head], scan: str, counts: Counter[str], proven: set[str]
) -> list[Head]:
    """Add heads of names that come once where they look like their proven neighbors."""
    proven = _in_style(heads, proven)
    sure = [head for head in heads if head.name in proven and head.is_turn]
    looks = Counter(head.look for head in sure)
    least = _ODD * len(sure)
    kinds = {kind_of(name) for name in proven}
    starts = [head.start for head in sure]
    # Before the first proven head, and where the line says no sentence: ``Participant: P07``.
    first = starts[0] if starts else -1
    return [
        head
        for head in heads
        if not head.is_turn
        or head.name in proven
        or (
            looks[head.look] >= least
            and _is_likely(shape, head, counts, kinds)
            and (head.start > first or _says_more(head, scan))
            and (not sure or _has_neighbor(head, starts))
        )
    ]


def _in_style(heads: Sequence[Head], proven: set[str]) -> set[str]:
    """Return the names that stand as the others do, at least once.

    Where all others stand at the start of a line, an indented list of terms names nobody.
    """
    looks = Counter(head.look for head in heads if head.is_turn and head.name in proven)
    least = _RARE * looks.total()
    return {head.name for head in heads if head.name in proven and looks[head.look] >= least}


def _is_likely(shape: Shape, head: Head, counts: Counter[str], kinds: set[Kind]) -> bool:
    """Tell whether a name that comes once is one: of the kind of those that come back."""
    if not head.name or head.name not in counts:
        return not head.name
    if is_heading(head.name):
        return False
    kind = kind_of(head.name)
    if is_role(head.name):
        return True
    return kind is Kind.NAME or kind in kinds or (kind is Kind.WORD and shape is not COLON)


def _says_more(head: Head, scan: str) -> bool:
    """Tell whether three words or more stand behind a head on its line, or none at all."""
    rest = scan[head.end + 1 : head.end + _FEW_WORDS]
    return head.alone or len(rest.partition("\n")[0].split()) > 2  # noqa: PLR2004


def _has_neighbor(head: Head, starts: Sequence[int]) -> bool:
    place = bisect_left(starts, head.start)
    around = starts[max(0, place - 1) : place + 1]
    near = _NEAR if kind_of(head.name) is Kind.NAME else _NEAR // 2
    return any(abs(start - head.start) <= near for start in around)


def verdicts(scan: str, lines: int) -> Iterator[Verdict]:
    """Yield each shape that a document bears out."""
    for shape in LINE_SHAPES:
        heads = believed(shape, heads_of(shape, scan), scan, lines)
        if heads:
            speakers = len({head.name for head in heads if head.is_turn})
            yield Verdict(shape, heads, speakers)


def best(scan: str, lines: int) -> Verdict | None:
    """Return the shape with the most turns that a document bears out."""
    all_found = list(verdicts(scan, lines))
    found = max(all_found, key=_turns_in, default=None)
    if found and found.speakers == 1:
        found = _with_other_hand(found, all_found)
    if found and found.shape is QUESTION:
        return Verdict(QUESTION, _with_court(found.heads, scan), found.speakers)
    return found


def _turns_in(verdict: Verdict) -> int:
    return sum(head.is_turn for head in verdict.heads)


def _with_other_hand(one: Verdict, others: Sequence[Verdict]) -> Verdict:
    """Add the turns of the only other speaker, whose name is bold where this one's is not."""
    for other in others:
        if other.speakers == 1 and {one.shape, other.shape} == {BOLD, COLON}:
            starts = {head.start for head in one.heads}
            heads = [head for head in other.heads if head.start not in starts]
            return Verdict(one.shape, sorted([*one.heads, *heads]), 2)
    return one


def _with_court(heads: list[Head], scan: str) -> list[Head]:
    """Add what a court reporter's transcript says by name: ``THE WITNESS:``."""
    taken = {head.start for head in heads}
    named = [
        head
        for head in heads_of(COLON, scan)
        if head.start not in taken and (not head.is_turn or head.name.isupper())
    ]
    named = [head for head in named if not head.is_turn or kind_of(head.name) is not Kind.NONE]
    return sorted([*heads, *named])
