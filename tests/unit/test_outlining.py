"""What becomes of a document whose format, or whose region's format, is at fault."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from chunkladder import (
    ConfigError,
    Document,
    Edit,
    Ladder,
    MissingDependencyError,
    Offsets,
    Outline,
    PluginError,
    Regex,
    Region,
    Registry,
    Scope,
    Separator,
    Span,
    Splitter,
)

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Options:
    """None."""


class Answering:
    """A format that answers as it is told."""

    suffixes = (".ans",)
    media_types = ("text/x-answer",)
    rungs = (("line", "after a line end"),)
    options = Options

    def __init__(
        self,
        name: str,
        outline: Callable[[Document], Outline],
        describe: Callable[[], object] = dict,
    ) -> None:
        self.name = name
        self._outline = outline
        self._describe = describe

    def sniff(self, head: str) -> float:
        """Never."""
        return 0.0

    def outline(self, document: Document, options: Options) -> Outline:
        """Answer."""
        return self._outline(document)

    def describe(self, document: Document, outline: Outline, start: int, end: int) -> object:
        """Answer."""
        return self._describe()


PLAIN = Ladder(["line", "word", "grapheme"])


def missing(_: Document) -> Outline:
    raise MissingDependencyError("some_parser", "code", plugin="inner")


def failing(_: Document) -> Outline:
    raise RuntimeError("no")


def lying(_: Document) -> Outline:
    return Outline(PLAIN, atoms=[Span(5, 2)])


def misnaming(_: Document) -> Outline:
    return Outline(Ladder(["nope"]))


@pytest.mark.parametrize("inner", [missing, failing, lying, misnaming])
def test_a_region_never_fails_the_document_around_it(inner: Callable[[Document], Outline]) -> None:
    def outer(document: Document) -> Outline:
        return Outline(PLAIN, regions=[Region(2, 5, "inner")])

    registry = Registry.of(Answering("outer", outer), Answering("inner", inner))
    chunks = Splitter(4, format="outer", registry=registry).split("a\nb c\nd\n")
    assert [chunk.text for chunk in chunks] == ["a", "b c", "d"]
    assert "region 2 … 5: " in str(chunks[0].metadata["fallback"])


def test_a_region_in_an_unknown_format_is_no_failure() -> None:
    def outer(document: Document) -> Outline:
        return Outline(PLAIN, regions=[Region(2, 5, "unknown")])

    registry = Registry.of(Answering("outer", outer))
    chunks = Splitter(4, format="outer", registry=registry).split("a\nb c\nd\n")
    assert "fallback" not in chunks[0].metadata


@pytest.mark.parametrize("outline", [failing, misnaming])
def test_a_format_that_fails_leaves_the_document_to_plain_text(
    outline: Callable[[Document], Outline],
) -> None:
    registry = Registry.of(Answering("outer", outline))
    chunks = Splitter(4, format="outer", registry=registry).split("a\nb c\nd\n")
    assert [chunk.text for chunk in chunks] == ["a", "b c", "d"]
    assert str(chunks[0].metadata["fallback"]).startswith("outer failed: ")


def test_a_missing_dependency_is_raised_where_the_format_itself_needs_it() -> None:
    registry = Registry.of(Answering("outer", missing))
    with pytest.raises(MissingDependencyError, match=r'pip install "chunkladder\[code\]"'):
        Splitter(4, format="outer", registry=registry).split("a")


@pytest.mark.parametrize("described", [5, "x", [("a", 1, 2)], None])
def test_a_description_that_is_no_mapping_names_the_plugin(described: object) -> None:
    made = Answering("outer", lambda _: Outline(PLAIN), lambda: described)
    splitter = Splitter(4, format="outer", registry=Registry.of(made))
    with pytest.raises(PluginError, match="plugin outer"):
        splitter.split("a b c")


def test_a_kept_span_does_not_cross_a_scope_with_lines_of_its_own() -> None:
    def outer(document: Document) -> Outline:
        scope = Scope(0, 6, carry=("a",))
        return Outline(PLAIN, scopes=[scope], whole=[Span(4, 8)])

    registry = Registry.of(Answering("outer", outer))
    with pytest.raises(PluginError, match="whole spans and scopes with lines of their own nest"):
        Splitter(4, format="outer", registry=registry).split("aaaaaaaaaa")


REGISTRY = Registry.of(Answering("answer", lambda _: Outline(PLAIN)))


def test_a_document_without_a_format_takes_the_splitters() -> None:
    chunks = Splitter(9, format="answer", registry=REGISTRY).split(Document("a"))
    assert [chunk.format for chunk in chunks] == ["answer"]


def test_a_document_without_a_format_is_looked_at() -> None:
    chunks = Splitter(9, registry=REGISTRY).split(Document("a", "x.ans"))
    assert [chunk.format for chunk in chunks] == ["answer"]


def test_a_media_type_finds_the_format() -> None:
    splitter = Splitter(9, registry=REGISTRY)
    media_type = "text/x-answer; charset=utf-8"
    assert splitter.split("a", media_type=media_type)[0].format == "answer"
    assert splitter.split("a")[0].format == "text"


def test_metadata_stays_read_only_after_a_journey() -> None:
    chunk = pickle.loads(pickle.dumps(Splitter(9, format="text").split("a", metadata={"k": 1})[0]))
    assert chunk.metadata == {"k": 1}
    with pytest.raises(TypeError):
        chunk.metadata["k"] = 2


@pytest.mark.parametrize("counted", [-1, 4.5, None, "7"])
def test_what_a_measure_returns_must_be_a_size(counted: object) -> None:
    splitter = Splitter(9, measure=lambda _: counted, format="text")  # type: ignore[arg-type, return-value]
    with pytest.raises(
        ConfigError, match="measure: expected a function that returns whole numbers"
    ):
        splitter.split("some text")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Separator("a", keep="nope"),  # type: ignore[arg-type]
        lambda: Regex("a", keep="left"),  # type: ignore[arg-type]
        lambda: Separator(3),  # type: ignore[arg-type]
        lambda: Splitter(9, ladder=[Offsets("own", [5, 3])], format="text"),
        lambda: Splitter(9, ladder=[Offsets("own", [-1, 3])], format="text"),
        lambda: Splitter(9, format="text").split("a", source=3),  # type: ignore[arg-type]
        lambda: Splitter(9, format="text").split("a", metadata=3),  # type: ignore[arg-type]
        lambda: Splitter(9, parent="headin", format="text"),
    ],
)
def test_a_wrong_value_is_a_config_error(make: Callable[[], object]) -> None:
    with pytest.raises(ConfigError):
        make()


def test_a_size_beyond_all_bounds_takes_everything() -> None:
    for measure in ("characters", "words", "bytes"):
        spans = Splitter(10**30, measure=measure, format="text").spans("a b é " * 9)
        assert len(spans) == 1


def test_fitting_atoms_stay_whole_under_any_function() -> None:
    lines = [f"- {'w ' * (count % 7 + 1)}".rstrip() + "\n" for count in range(60)]
    text = "".join(lines)

    def items(document: Document) -> Outline:
        ends = [sum(map(len, lines[:at])) for at in range(len(lines) + 1)]
        spans = [Span(one, other) for one, other in pairwise(ends)]
        return Outline(Ladder(["word"]), atoms=spans)

    registry = Registry.of(Answering("items", items))
    for size in range(2, 9):
        splitter = Splitter(
            size, measure=lambda one: len(one.split()), format="items", registry=registry
        )
        whole = Splitter(size, measure="words", format="items", registry=registry)
        assert splitter.spans(text) == whole.spans(text)


@pytest.mark.parametrize("replacement", [". ", "zz"])
def test_a_scope_that_begins_inside_an_edit_parts_no_insertion_from_its_character(
    replacement: str,
) -> None:
    def outer(document: Document) -> Outline:
        scope = Scope(8, 28, "l", carry=("h",))
        edits = [Edit(6, 6, "QQ"), Edit(6, 10, replacement)]
        return Outline(Ladder(["word"]), scopes=[scope], edits=edits)

    splitter = Splitter(5, format="outer", registry=Registry.of(Answering("outer", outer)))
    chunks = splitter.split("abcdefghijklmnop qrs tuv wxyz")
    assert all(one.end <= other.start for one, other in pairwise(chunks))


@pytest.mark.timeout(30)
@pytest.mark.parametrize("unit", ["x", " ", "\n", "น้ำ", "。"])
def test_overlap_at_looks_for_a_far_cut_once(unit: str) -> None:
    text = "a" + unit * 600_000 + "b"
    assert Splitter(1000, 150, overlap_at="word", format="text").spans(text)
