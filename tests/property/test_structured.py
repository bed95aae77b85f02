"""Structured text: the library against an oracle that knows only the rules."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunkladder import Splitter
from chunkladder.plugins import Registry

from .nested_format import NestedFormat
from .plans import Plan, RandomDraw, random_plan

DOCUMENTS = 1500


def _splitter(plan: Plan) -> Splitter:
    return Splitter(
        plan.size,
        plan.overlap,
        format="nested",
        context=plan.labels,
        registry=Registry.of(NestedFormat(plan.source().outline())),
    )


def assert_as_oracle(plan: Plan) -> None:
    """Compare every fact of every chunk that the rules settle."""
    source = plan.source()
    wanted = []
    previous = 0
    for chunk in plan.oracle().chunks():
        start, end = source.span(chunk.start, chunk.end)
        body = plan.text[chunk.start : chunk.end]
        shared = max(0, previous - start)
        size = len(chunk.embed_text)
        wanted.append((start, end, source.text[start:end], body, *chunk[2:], shared, size))
        previous = end
    splitter = _splitter(plan)
    found = splitter.split(source.text)
    got = [
        (
            chunk.start,
            chunk.end,
            chunk.text,
            chunk.body,
            chunk.context,
            chunk.carried,
            chunk.embed_text,
            chunk.path,
            chunk.rung,
            chunk.shared,
            chunk.size,
        )
        for chunk in found
    ]
    assert got == wanted, plan
    assert [chunk.oversized for chunk in found] == [chunk.size > plan.size for chunk in found]
    assert splitter.spans(source.text) == [one[:2] for one in wanted]
