"""Structured text: the library against an oracle that knows only the rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import Splitter
from chunkladder.model import Outline
from chunkladder.plugins import Registry
from chunkladder.rungs import Ladder

from .nested_format import NestedFormat
from .oracle import OracleScope
from .plans import Plan, RandomDraw, Source, random_plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunkladder import Chunk

SEEDS = range(1000)


class HypothesisDraw:
    """Choices of Hypothesis."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def number(self, least: int, most: int) -> int:
        """Return a number, both ends included."""
        return self._draw(st.integers(least, most))

    def text(self, alphabet: str, length: int) -> str:
        """Return a text."""
        return self._draw(st.text(alphabet, min_size=length, max_size=length))


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Draw a document with its structure and settings."""
    return random_plan(HypothesisDraw(draw), edited=draw(st.booleans()))


def splitter_for(plan: Plan, outline: Outline, ladder: Sequence[str] | None = None) -> Splitter:
    """Return a splitter whose one format answers with an outline."""
    return Splitter(
        plan.size,
        plan.overlap,
        format="nested",
        context=plan.labels,
        ladder=ladder,
        registry=Registry.of(NestedFormat(outline)),
    )


def facts_wanted(plan: Plan, source: Source) -> list[tuple[object, ...]]:
    """Return what the rules settle of each chunk, as the oracle sees it."""
    facts = []
    previous = 0
    for chunk in plan.oracle().chunks():
        start, end = source.span(chunk.start, chunk.end)
        text = source.text[start:end]
        body = plan.text[chunk.start : chunk.end]
        size = len(chunk.embed_text)
        shared = max(0, previous - start)
        facts.append((start, end, text, body, *chunk[2:], size, size > plan.size, shared))
        previous = end
    return facts


def facts_of(chunk: Chunk) -> tuple[object, ...]:
    """Return the same facts of a chunk of the library."""
    return (
        chunk.start,
        chunk.end,
        chunk.text,
        chunk.body,
        chunk.context,
        chunk.carried,
        chunk.embed_text,
        chunk.path,
        chunk.rung,
        chunk.size,
        chunk.oversized,
        chunk.shared,
    )


def assert_cut_as_the_rules_say(plan: Plan) -> None:
    source = plan.source()
    splitter = splitter_for(plan, source.outline())
    wanted = facts_wanted(plan, source)
    assert [facts_of(chunk) for chunk in splitter.split(source.text)] == wanted, plan
    assert splitter.spans(source.text) == [facts[:2] for facts in wanted], plan


@pytest.mark.parametrize("edited", [False, True], ids=["plain", "edited"])
def test_documents_of_any_structure_are_cut_as_the_rules_say(edited: bool) -> None:
    for seed in SEEDS:
        assert_cut_as_the_rules_say(random_plan(RandomDraw(Random(seed)), edited=edited))


@given(plans())
def test_no_counterexample_to_the_rules_is_found(plan: Plan) -> None:
    assert_cut_as_the_rules_say(plan)


def test_literals_match_the_edited_text_and_respect_its_structure() -> None:
    for seed in range(500):
        plan = random_plan(RandomDraw(Random(seed)), edited=seed % 2 == 1)
        source = plan.source()
        cuts = {sign: [at for at, one in enumerate(plan.text) if one == sign] for sign in "\n "}
        cuts[""] = list(range(len(plan.text) + 1))
        splitter = splitter_for(plan, source.outline(), ladder=list(cuts))
        wanted = facts_wanted(replace(plan, rungs=list(cuts.items())), source)
        assert [facts_of(chunk) for chunk in splitter.split(source.text)] == wanted, plan


@pytest.mark.parametrize("edited", [False, True], ids=["plain", "edited"])
def test_the_rules_keep_the_laws(edited: bool) -> None:
    for seed in SEEDS[::3]:
        plan = random_plan(RandomDraw(Random(seed)), edited=edited)
        chunks = plan.oracle().chunks()
        covered = {at for chunk in chunks for at in range(chunk.start, chunk.end)}
        seen = {at for at, sign in enumerate(plan.text) if not sign.isspace()}
        assert seen <= covered, plan
        for before, behind in pairwise(chunks):
            assert before.start < behind.start, plan
            assert before.end < behind.end, plan
            assert before.end - behind.start <= plan.overlap, plan
        if not edited and plan.rungs[-1][0] == "":
            assert all(len(chunk.embed_text) <= plan.size for chunk in chunks), plan


@pytest.mark.parametrize(
    ("end", "spans"),
    [
        # Smaller than the budget where it begins: the piece in front is shared.
        (28, [(0, 11), (10, 28), (28, 40)]),
        # As large as the budget: emitted alone.
        (29, [(0, 11), (11, 29), (29, 40)]),
        # Larger: SPLIT alone, although with the piece in front it would be within the size.
        (30, [(0, 11), (11, 29), (24, 30), (30, 40)]),
    ],
)
def test_a_piece_that_fills_its_budget_takes_no_overlap_from_where_there_is_more_room(
    end: int, spans: list[tuple[int, int]]
) -> None:
    scope = OracleScope(11, end, "L", seals=False)
    rungs = [("block", [10, 11, end]), ("", list(range(41)))]
    plan = Plan("a" * 40, size=20, overlap=5, scopes=[scope], rungs=rungs)
    assert_cut_as_the_rules_say(plan)
    assert splitter_for(plan, plan.source().outline()).spans(plan.text) == spans


@pytest.mark.parametrize("gap", ["\n", " \n\n", " " * 40])
def test_blanks_in_front_of_a_document_hide_no_scope(gap: str) -> None:
    text = gap + "aaaa bbbb cccc"
    scope = OracleScope(len(gap), len(text), "Label")
    plan = Plan(text, size=24, scopes=[scope], rungs=[("", list(range(len(text) + 1)))])
    assert_cut_as_the_rules_say(plan)


def test_a_heading_inside_a_heading_does_not_end_it() -> None:
    scopes = [
        OracleScope(0, 11, "outer", head=(0, 8)),
        OracleScope(1, 3, "inner", head=(1, 1)),
        OracleScope(8, 11, "body"),
    ]
    plan = Plan("  aa bb ccc", 40, scopes=scopes, rungs=[("", list(range(12)))])
    assert_cut_as_the_rules_say(plan)
    (chunk,) = splitter_for(plan, plan.source().outline()).split(plan.text)
    assert chunk.path == ("outer", "body")


def test_a_format_without_rungs_of_its_own_is_one() -> None:
    class Bare(NestedFormat):
        rungs = ()

    bare = Bare(Outline(Ladder(["word"])))
    chunks = Splitter(4, format="nested", registry=Registry.of(bare)).split("aaa bbb")
    assert [chunk.text for chunk in chunks] == ["aaa", "bbb"]
