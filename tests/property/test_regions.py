"""Regions: stretches in another format, with expectations written by hand."""

from __future__ import annotations

import gc
from time import process_time

from chunkladder import Splitter
from chunkladder.model import Document, Edit, Outline, Region, Scope
from chunkladder.plugins import Registry
from chunkladder.rungs import Ladder, Offsets, Separator

from .nested_format import NestedFormat

HOST = Ladder([Separator("\n", keep="end"), Separator(" ")])
TEXT = "a a;a a\nb b;b b;b b\nc c;c c\n"
REGION = Region(8, 20, "inner")


def semicolons(document: Document) -> list[int]:
    """Return the offsets behind semicolons."""
    return [at + 1 for at, sign in enumerate(document.text) if sign == ";"]


def statements(document: Document) -> Outline:
    """Cut behind semicolons only."""
    return Outline(Ladder([Offsets("statement", semicolons(document))]))


def texts(outline: Outline, inner: NestedFormat, size: int, text: str = TEXT) -> list[str]:
    """Return the texts of the chunks of a document with a region."""
    registry = Registry.of(NestedFormat(outline), inner)
    splitter = Splitter(size, format="nested", registry=registry)
    return [chunk.text for chunk in splitter.split(text)]


def test_a_region_is_cut_by_its_own_rungs_and_the_text_around_it_by_the_hosts() -> None:
    found = texts(Outline(HOST, regions=[REGION]), NestedFormat(statements, "inner"), 4)
    assert found == ["a", "a;a", "a", "b b;", "b b;", "b b", "c", "c;c", "c"]


def test_where_a_format_is_not_at_hand_the_hosts_rungs_serve() -> None:
    found = texts(Outline(HOST, regions=[REGION]), NestedFormat(statements, "another"), 4)
    assert found == ["a", "a;a", "a", "b", "b;b", "b;b", "b", "c", "c;c", "c"]


def test_a_general_rung_of_both_cuts_in_both_and_below_the_regions_own() -> None:
    host = Outline(Ladder([Separator("\n", keep="end"), "word"]), regions=[REGION])

    def inner(document: Document) -> Outline:
        return Outline(Ladder([Offsets("statement", semicolons(document)), "word"]))

    assert texts(host, NestedFormat(inner, "inner"), 4) == (
        ["a", "a;a", "a", "b b;", "b b;", "b b", "c", "c;c", "c"]
    )
    assert texts(host, NestedFormat(inner, "inner"), 3) == (
        ["a", "a;a", "a", "b", "b;", "b", "b;", "b", "b", "c", "c;c", "c"]
    )


def test_scopes_atoms_and_edits_of_a_region_hold_inside_it() -> None:
    def inner(document: Document) -> Outline:
        return Outline(
            Ladder([Offsets("statement", semicolons(document))]),
            scopes=[Scope(0, len(document.text), "in", carry=("^",))],
            edits=[Edit(at - 1, at, "; ") for at in semicolons(document)],
        )

    registry = Registry.of(
        NestedFormat(Outline(HOST, regions=[REGION])), NestedFormat(inner, "inner")
    )
    chunks = Splitter(12, format="nested", registry=registry).split(TEXT)
    # The region reads "b b; b b; b b": first 9 characters fit below the label, then 10 below
    # the carried line, for the two together would be over a quarter of the size.
    assert [(chunk.text, chunk.embed_text, chunk.path) for chunk in chunks] == [
        ("a a;a a", "a a;a a", ()),
        ("b b;", "in\nb b; ", ("in",)),
        ("b b;b b", "^\nb b; b b", ("in",)),
        ("c c;c c", "c c;c c", ()),
    ]


def test_a_document_of_regions_takes_linear_time() -> None:
    line, code = "some words of the host here\n", "x = 1; y = 2; z = 3; w = 4\n"
    length = len(line) + len(code)

    def seconds(count: int) -> float:
        regions = [
            Region(at * length + len(line), (at + 1) * length, "inner") for at in range(count)
        ]
        outline = Outline(Ladder(["line", "word", "grapheme"]), regions=regions)
        # A collection walks over all that other tests have left behind.
        gc.collect()
        gc.disable()
        begin = process_time()
        texts(outline, NestedFormat(statements, "inner"), 20, (line + code) * count)
        taken = process_time() - begin
        gc.enable()
        return taken

    few = min(seconds(200) for _ in range(3))
    assert seconds(2000) < 25 * few
