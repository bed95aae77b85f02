"""What cutters answer: small cases, and every kind against its definition by brute force.

A stretch's cuts by definition are a dictionary: where a piece ends, and where the next one begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkladder.cutters import (
    NONE,
    CharacterCutter,
    Cutter,
    DropCutter,
    ForwardCutter,
    GraphemeCutter,
    LiteralCutter,
    LocalCutter,
    OffsetsCutter,
    RunCutter,
    cutter_for,
)
from chunkladder.guards import GraphemeGuard, InsideGuard, SolidGuard, outside
from chunkladder.rungs import Keep, Regex, Separator

few = settings(max_examples=settings().max_examples // 6)


@dataclass
class Stretch:
    """What a cutter must say of one stretch."""

    lo: int
    hi: int
    cuts: dict[int, int] = field(default_factory=dict)
    first: int = -1
    end: int = -1

    def __post_init__(self) -> None:
        self.first = self.lo if self.first < 0 else self.first
        self.end = self.hi if self.end < 0 else self.end

    @property
    def is_bare(self) -> bool:
        """Whether there is no cut inside and nothing dropped at the edges."""
        return not self.cuts and (self.first, self.end) == (self.lo, self.hi)


def plain(lo: int, hi: int, cuts: set[int]) -> Stretch:
    """Return a stretch whose pieces lie side by side."""
    return Stretch(lo, hi, {cut: cut for cut in sorted(cuts) if lo < cut < hi})


def check(cutter: Cutter, right: Stretch, *, from_cuts: bool = False) -> None:
    """Ask a cutter everything about a stretch.

    Args:
        cutter: The cutter.
        right: The right answers.
        from_cuts: Whether windows begin at cuts only, as the engine's do.
    """
    entered = cutter.enter(right.lo, right.hi)
    if right.is_bare:
        assert entered == NONE
        return
    assert (entered, cutter.end(right.hi)) == (right.first, right.end)
    afters = [right.first, *right.cuts] if from_cuts else range(right.first, right.end)
    for after in afters:
        check_windows(cutter, right, after)
    for offset in range(right.first + 1, right.end):
        expected = min(
            (start for start in right.cuts.values() if start >= offset), default=right.end
        )
        assert cutter.onward(offset) == expected, ("onward", offset)
    for cut, start in right.cuts.items():
        assert cutter.resume(cut) == start, ("resume", cut)
        for after in range(right.first, cut):
            expected = [one for one in right.cuts if after < one <= cut]
            assert list(cutter.between(after, cut)) == expected, ("between", after, cut)


def check_windows(cutter: Cutter, right: Stretch, after: int) -> None:
    expected = min((cut for cut in right.cuts if cut > after), default=right.end)
    assert cutter.next(after) == expected, ("next", after)
    for limit in range(after, right.end):
        expected = max((cut for cut in right.cuts if after < cut <= limit), default=NONE)
        assert cutter.last(after, limit) == expected, ("last", after, limit)


@st.composite
def stretches(draw: st.DrawFn, alphabet: str) -> tuple[str, list[tuple[int, int]]]:
    """Draw a text, and a few stretches of it to turn to, one after the other."""
    text = draw(st.text(st.sampled_from(alphabet), min_size=1, max_size=16))
    offsets = st.integers(0, len(text))
    pairs = st.tuples(offsets, offsets).map(sorted).filter(lambda pair: pair[0] < pair[1])
    return text, draw(st.lists(pairs.map(tuple), min_size=1, max_size=3))


def cutter_of(text: str, rung: Separator | Regex, keep: Keep) -> Cutter:
    return cutter_for(rung, text, keep)


# Literals.


def found(text: str, literal: str, lo: int, hi: int) -> list[tuple[int, int]]:
    """Return the matches of a literal in a stretch, from the left, none in another."""
    matches, at = [], text.find(literal, lo, hi)
    while at >= 0:
        matches.append((at, at + len(literal)))
        at = text.find(literal, at + len(literal), hi)
    return matches


@pytest.mark.parametrize(
    ("literal", "kind"),
    [
        ("a", LiteralCutter),
        ("ab", LiteralCutter),
        ("\n\n", RunCutter),
        ("aaa", RunCutter),
        ("aba", ForwardCutter),
        ("abab", ForwardCutter),
        ("", CharacterCutter),
    ],
)
def test_a_literal_gets_the_cutter_that_it_needs(literal: str, kind: type[Cutter]) -> None:
    assert type(cutter_of("text", Separator(literal), "start")) is kind
    dropping = cutter_of("text", Separator(literal), "drop")
    assert type(dropping) is (DropCutter if literal else CharacterCutter)


@pytest.mark.parametrize("literal", ["a", "ab", "aab", "aa", "aaa", "aba", "abab", "\n\n"])
@pytest.mark.parametrize("keep", ["start", "end"])
@few
@given(drawn=stretches("aab\n"))
def test_literals_match_from_the_left_of_the_stretch(
    literal: str, keep: Keep, drawn: tuple[str, list[tuple[int, int]]]
) -> None:
    text, places = drawn
    cutter = cutter_of(text, Separator(literal), keep)
    for lo, hi in places:
        matches = found(text, literal, lo, hi)
        check(cutter, plain(lo, hi, {match[keep == "end"] for match in matches}))


@pytest.mark.parametrize(
    ("text", "lo", "cuts"),
    [
        ("a\n\n\nb", 0, {1}),
        ("a\n\n\n\nb", 0, {1, 3}),
        ("a\n\n\n\n\nb", 0, {1, 3}),
        ("a\n\n\nb", 2, set()),
        ("a\n\n\n\nb", 2, set()),
        ("a\n\n\n\n\nb", 2, {4}),
        ("\n\n\nb", 0, set()),
    ],
)
def test_two_line_ends_stand_once_in_three_counted_from_the_left(
    text: str, lo: int, cuts: set[int]
) -> None:
    check(RunCutter(text, "\n\n", at_end=False), plain(lo, len(text), cuts))


# Patterns.


def spans_of(pattern: str, text: str, lo: int, hi: int) -> list[tuple[int, int]]:
    """Return the matches inside a stretch of an expression that sees the whole text."""
    matches = re.compile(pattern).finditer(text, lo)
    return [match.span() for match in matches if match.end() <= hi]


@pytest.mark.parametrize(
    "pattern",
    [
        "(a)|b",
        "((a)(b))",
        "(?<=a)b",
        "(?<!a)b",
        "a(?=b)",
        "a(?!b)",
        r"(a)(?!\1)",
        r"\ba",
        r"a\b",
        "a$",
        "(?m:^)a",
        "(?<=aa)b",
        "",
        "(?=b)",
        "(?<=a)",
        "(?!b)",
        r"\b",
        "$",
        "(?m:^)",
        "b|(?=a)",
    ],
)
@pytest.mark.parametrize("keep", ["start", "end"])
@few
@given(drawn=stretches("ab\n "))
def test_groups_do_nothing_and_look_arounds_see_past_the_stretch(
    pattern: str, keep: Keep, drawn: tuple[str, list[tuple[int, int]]]
) -> None:
    text, places = drawn
    cutter = cutter_of(text, Regex(pattern), keep)
    for lo, hi in places:
        matches = spans_of(pattern, text, lo, hi)
        check(cutter, plain(lo, hi, {match[keep == "end"] for match in matches}))


@pytest.mark.parametrize("pattern", ["a*", r"\n+", "(ab?)+", "a+?b", "(a|ab)(b|aab)?", r"\s*b"])
@pytest.mark.parametrize("keep", ["start", "end"])
@few
@given(drawn=stretches("ab\n "))
def test_a_match_never_reaches_out_of_the_stretch(
    pattern: str, keep: Keep, drawn: tuple[str, list[tuple[int, int]]]
) -> None:
    text, places = drawn
    cutter = cutter_of(text, Regex(pattern), keep)
    for lo, hi in places:
        matches = re.finditer(pattern, text[lo:hi])
        check(cutter, plain(lo, hi, {lo + match.span()[keep == "end"] for match in matches}))


def test_a_look_behind_sees_the_piece_before() -> None:
    text = "b\na\na"
    cutter = cutter_of(text, Regex(r"(?<!b\n)a"), "start")
    assert cutter.enter(1, 4) == NONE
    assert (cutter.enter(1, 5), cutter.next(1)) == (1, 4)


def test_a_look_ahead_sees_the_piece_behind() -> None:
    cutter = cutter_of("xxa\nb a", Regex(r"a(?!\nb)"), "start")
    assert cutter.enter(0, 3) == NONE


def test_flags_of_a_pattern_count() -> None:
    cutter = cutter_of("xABx", Regex("ab", re.IGNORECASE), "start")
    assert (cutter.enter(0, 4), cutter.next(0)) == (0, 1)


# Separators that are dropped.


def gaps(matches: list[tuple[int, int]], lo: int, hi: int) -> Stretch:
    """Return the pieces that dropped matches leave; matches that adjoin are one gap."""
    joined: list[tuple[int, int]] = []
    for start, end in matches:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    first, last = lo, hi
    if joined and joined[0][0] == lo:
        first = joined.pop(0)[1]
    if joined and joined[-1][1] == hi:
        last = joined.pop()[0]
    return Stretch(lo, hi, dict(joined), first, last)


@pytest.mark.parametrize("literal", ["a", "ab", "aa", "aba", "\n\n"])
@few
@given(drawn=stretches("aab\n"))
def test_dropped_separators_stand_in_no_piece(
    literal: str, drawn: tuple[str, list[tuple[int, int]]]
) -> None:
    text, places = drawn
    cutter = cutter_of(text, Separator(literal), "drop")
    for lo, hi in places:
        check(cutter, gaps(found(text, literal, lo, hi), lo, hi))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("a,b", Stretch(0, 3, {1: 2})),
        ("a,,b", Stretch(0, 4, {1: 3})),
        (",a,b,", Stretch(0, 5, {2: 3}, 1, 4)),
        (",,a", Stretch(0, 3, {}, 2)),
        (",,", Stretch(0, 2, {}, 2)),
        ("ab", Stretch(0, 2)),
    ],
)
def test_separators_that_adjoin_are_dropped_as_one(text: str, right: Stretch) -> None:
    check(DropCutter(text, re.compile(",")), right)


# Offsets, characters, words, lines.


@given(drawn=stretches("a"), data=st.data())
def test_offsets_cut_where_they_say(
    drawn: tuple[str, list[tuple[int, int]]], data: st.DataObject
) -> None:
    text, places = drawn
    cuts = data.draw(st.sets(st.integers(0, len(text))))
    cutter = OffsetsCutter(sorted(cuts))
    for lo, hi in places:
        check(cutter, plain(lo, hi, cuts))


@given(drawn=stretches("a\r\n"))
def test_characters_part_everywhere(drawn: tuple[str, list[tuple[int, int]]]) -> None:
    for lo, hi in drawn[1]:
        check(CharacterCutter(), plain(lo, hi, set(range(lo, hi))))


def begins_word(before: str, char: str) -> bool:
    if before.isspace() or before == "\u200b":
        return not char.isspace()
    return (
        before in "，、；：" and not char.isspace() and char not in "，、；：。！？”’）】」』》〉"
    )


@given(drawn=stretches("ab \t\u200b\u3000，。"))
def test_words_show_in_the_two_characters_around_a_cut(
    drawn: tuple[str, list[tuple[int, int]]],
) -> None:
    text, places = drawn
    cuts = {at for at in range(1, len(text)) if begins_word(text[at - 1], text[at])}
    cutter = cutter_for("word", text.replace("\u3000", " "), "start")
    assert isinstance(cutter, LocalCutter)
    for lo, hi in places:
        check(cutter, plain(lo, hi, cuts))


@pytest.mark.parametrize("alphabet", ["ab\n", "a\r\n\u2028"])
@given(data=st.data())
def test_lines_end_at_lf_crlf_and_cr(alphabet: str, data: st.DataObject) -> None:
    text, places = data.draw(stretches(alphabet))
    cuts = {
        at
        for at in range(1, len(text))
        if text[at - 1] == "\n" or (text[at - 1] == "\r" and text[at] != "\n")
    }
    for lo, hi in places:
        # A stretch never begins or ends inside a CRLF.
        if not any(text[at - 1 : at + 1] == "\r\n" for at in (lo, hi) if at):
            check(cutter_for("line", text, "start"), plain(lo, hi, cuts), from_cuts=True)


@pytest.mark.parametrize("far", [1, 31, 32, 33, 287, 288, 289, 5000])
def test_a_word_is_found_however_far_back_it_begins(far: int) -> None:
    text = "a " + "b" * far + " c"
    cutter = cutter_for("word", text, "start")
    assert cutter.enter(0, len(text)) == 0
    assert cutter.last(0, 1 + far) == 2
    assert cutter.last(2, 1 + far) == NONE


# Graphemes.

MARKS = "a1\r\n\u200d\u0301\ufe0f🇩🇪👩👨❤🏽\u1100\u1161\u11a8가각क\u094dष\u0600\u0e33"


def boundaries(text: str) -> set[int]:
    return {cluster.end() for cluster in regex.finditer(r"\X", text)}


@given(st.text(st.sampled_from(MARKS), min_size=1, max_size=24), st.data())
def test_graphemes_are_those_of_the_standard(text: str, data: st.DataObject) -> None:
    edges = sorted({0, *boundaries(text)})
    lo, hi = data.draw(
        st.tuples(st.sampled_from(edges), st.sampled_from(edges)).filter(
            lambda two: two[0] < two[1]
        )
    )
    check(GraphemeCutter(text), plain(lo, hi, boundaries(text)), from_cuts=True)


@given(st.text(st.sampled_from(MARKS), min_size=1, max_size=24), st.data())
def test_a_guard_takes_the_cuts_inside_graphemes_away(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.sets(st.integers(0, len(text))))
    guard = GraphemeGuard(OffsetsCutter(sorted(cuts)), text)
    check(guard, plain(0, len(text), cuts & boundaries(text)), from_cuts=True)


# Spans that stay whole, and spans outside which nothing is cut.


@st.composite
def spans_within(draw: st.DrawFn, length: int) -> list[tuple[int, int]]:
    """Draw spans, disjoint and sorted; two may touch."""
    edges = sorted(draw(st.lists(st.integers(0, length), max_size=8, unique=True)))
    return list(zip(edges[::2], edges[1::2], strict=False))


def is_inside(spans: list[tuple[int, int]], cut: int) -> bool:
    return any(start < cut < end for start, end in spans)


@pytest.mark.parametrize("guard", [SolidGuard, InsideGuard])
@pytest.mark.parametrize("literal", ["", "a", "aa"])
@few
@given(drawn=stretches("aab"), data=st.data())
def test_guards_leave_the_cuts_that_they_should(
    guard: type[SolidGuard | InsideGuard],
    literal: str,
    drawn: tuple[str, list[tuple[int, int]]],
    data: st.DataObject,
) -> None:
    text, places = drawn
    spans = data.draw(spans_within(len(text)))
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    cutter = guard(cutter_of(text, Separator(literal), "start"), starts, ends)
    for lo, hi in places:
        cuts = {at for at, _ in found(text, literal, lo, hi)} if literal else set(range(lo, hi))
        wanted = {cut for cut in cuts if is_inside(spans, cut) is (guard is InsideGuard)}
        check(cutter, plain(lo, hi, wanted))


@pytest.mark.parametrize(
    ("text", "atom", "cuts"),
    [
        ("ab,cd,ef", (3, 5), {2: 3, 5: 6}),
        ("ab,cd,ef", (2, 6), {}),
        ("ab,cd,ef", (2, 5), {5: 6}),
        ("ab,cd,ef", (3, 6), {2: 3}),
    ],
)
def test_a_separator_inside_an_atom_is_not_dropped(
    text: str, atom: tuple[int, int], cuts: dict[int, int]
) -> None:
    guard = outside(DropCutter(text, re.compile(",")), [atom[0]], [atom[1]])
    check(guard, Stretch(0, len(text), cuts))
