"""The library: text in, chunks out."""

from __future__ import annotations

import pickle
import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import chunkladder
from chunkladder import (
    Chunk,
    ConfigError,
    Document,
    DocumentError,
    Regex,
    Separator,
    Splitter,
    split,
)

if TYPE_CHECKING:
    from pathlib import Path

EVERYBODYS = ["\n\n", "\n", " ", ""]
DJANGO = (
    "Django models map to tables.\n\n"
    "Each field is a column.\n\n"
    "Migrations are versioned Python files that describe schema changes and "
    "apply them to the database in a deterministic order every single time."
)
LETTERS = "A" * 26 + "\n\n" + "B" * 10


def texts(text: str, **settings: object) -> list[str]:
    """Return the texts of a plain text's chunks."""
    settings.setdefault("format", "text")
    return [chunk.text for chunk in Splitter(**settings).split(text)]  # type: ignore[arg-type]


# SPLIT and PACK.


def test_the_worked_example_comes_out_to_the_character() -> None:
    chunks = Splitter(100, 20, ladder=EVERYBODYS, format="text").split(DJANGO)
    assert [chunk.text for chunk in chunks] == [
        "Django models map to tables.\n\nEach field is a column.",
        "Migrations are versioned Python files that describe schema changes and "
        "apply them to the database",
        "to the database in a deterministic order every single time.",
    ]
    assert [len(chunk.text) for chunk in chunks] == [53, 97, 59]
    assert [chunk.shared for chunk in chunks] == [0, 0, len("to the database")]
    assert [chunk.rung for chunk in chunks] == ["\n\n", " ", "end"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t\u3000\u2028", []),
        ("one", ["one"]),
        ("  one  ", ["one"]),
        ("one\n\ntwo", ["one\n\ntwo"]),
        ("one two three", ["one two", "three"]),
        ("one\n\ntwo three four", ["one", "two three", "four"]),
        ("onetwothreefour", ["onetwothre", "efour"]),
        ("One. Two. Three.", ["One. Two.", "Three."]),
        ("a\r\nb\r\ncccccccc", ["a\r\nb", "cccccccc"]),
    ],
)
def test_plain_text_is_cut_at_the_largest_boundary_that_fits(
    text: str, expected: list[str]
) -> None:
    assert texts(text, size=10) == expected


def test_a_piece_as_long_as_the_size_comes_alone() -> None:
    assert texts("aa bbbbb cc", size=5, overlap=2, ladder=[Separator(" ", keep="end")]) == [
        "aa",
        "bbbbb",
        "cc",
    ]


def test_without_a_bottom_rung_a_chunk_may_be_oversized() -> None:
    chunks = Splitter(10, ladder=[" "], format="text").split("aa " + "b" * 20)
    assert [(chunk.size, chunk.oversized) for chunk in chunks] == [(2, False), (20, True)]
    assert texts("aa " + "b" * 20, size=10, ladder=[" ", ""]) == ["aa", "b" * 9, "b" * 10, "b"]


def test_a_grapheme_over_the_size_is_parted_between_code_points() -> None:
    family = "👩\u200d👩\u200d👧"
    assert "".join(texts(family, size=2)) == family
    assert texts(f"a {family} b", size=5) == ["a", family, "b"]


# Separators.


@pytest.mark.parametrize(
    ("keep", "expected"),
    [
        ("start", ["aa", ", bb", ", cc"]),
        ("end", ["aa,", "bb,", "cc"]),
        ("drop", ["aa", "bb", "cc"]),
    ],
)
@pytest.mark.parametrize("rung", [", ", re.compile(",( )"), Regex("(?:, )"), Separator(", ")])
def test_a_separator_stays_in_front_behind_or_nowhere(
    rung: object, keep: str, expected: list[str]
) -> None:
    assert texts("aa, bb, cc", size=4, ladder=[rung], keep_separator=keep) == expected


def test_a_separator_is_dropped_only_where_a_chunk_is_cut() -> None:
    assert texts("a,b,c,d", size=3, ladder=[","], keep_separator="drop") == ["a,b", "c,d"]


def test_separators_at_the_edges_are_dropped_even_where_all_fits() -> None:
    assert texts(",a,b,", size=9, ladder=[","], keep_separator="drop") == ["a,b"]


def test_names_literals_patterns_and_rung_objects_mix() -> None:
    ladder = ["paragraph", "--", re.compile(r"\d"), Separator("|", keep="drop"), ""]
    assert texts("aa\n\nbb--cc1dd|eeee", size=4, ladder=ladder) == [
        "aa",
        "bb",
        "--cc",
        "1dd",
        "eeee",
    ]


# Overlap.


def test_overlap_is_whole_pieces_and_stays_within_a_run() -> None:
    assert texts("aa bb cc dd", size=6, overlap=4, ladder=[" "]) == ["aa bb", "bb cc", "cc dd"]
    assert texts(LETTERS, size=30, overlap=10, ladder=EVERYBODYS) == ["A" * 26, "B" * 10]


def test_a_rung_to_overlap_at_gives_the_tail_across_runs() -> None:
    expected = ["A" * 26, "A" * 10 + "\n\n" + "B" * 10]
    assert (
        texts(LETTERS, size=30, overlap=10, ladder=EVERYBODYS, overlap_at="character") == expected
    )


def test_overlap_at_begins_at_the_earliest_cut_within_the_overlap() -> None:
    text = "One two three. Four five six. Seven eight nine."
    assert texts(text, size=30, overlap=15, overlap_at="word") == [
        "One two three. Four five six.",
        "five six. Seven eight nine.",
    ]
    assert texts(text, size=30, overlap=14, overlap_at="sentence")[1] == "Seven eight nine."
    assert texts(text, size=32, overlap=15, overlap_at="sentence")[1] == (
        "Four five six. Seven eight nine."
    )


def test_overlap_at_gives_way_to_the_first_new_piece() -> None:
    chunks = Splitter(12, 8, overlap_at="word", format="text").split("aa bb cc dddddddd ee")
    assert all(chunk.size <= 12 for chunk in chunks)
    assert [chunk.text for chunk in chunks] == ["aa bb cc", "cc dddddddd", "ee"]


def test_overlap_at_without_overlap_shares_nothing() -> None:
    chunks = Splitter(10, overlap_at="word", format="text").split("aa bb cc dd ee ff gg")
    assert not any(chunk.shared for chunk in chunks)


@pytest.mark.parametrize("at", [None, "word", "character", ""])
def test_what_is_shared_is_within_the_overlap_and_moves_on(at: str | None) -> None:
    splitter = Splitter(40, 13, overlap_at=at, format="text")
    chunks = splitter.split(DJANGO)
    assert any(chunk.shared for chunk in chunks)
    for before, after in pairwise(chunks):
        assert before.start < after.start
        assert before.end < after.end
        assert after.shared == max(0, before.end - after.start) <= 13


# A least size.


@pytest.mark.parametrize(
    ("least", "expected"),
    [
        (0, ["aaaa aaaa aaaa", "b", "cccc cccc cccc", "cccc"]),
        (1, ["aaaa aaaa aaaa", "b", "cccc cccc cccc", "cccc"]),
        (2, ["aaaa aaaa aaaa\n\nb", "cccc cccc cccc", "cccc"]),
        (5, ["aaaa aaaa aaaa\n\nb", "cccc cccc cccc", "cccc"]),
    ],
)
def test_a_small_chunk_joins_the_one_before(least: int, expected: list[str]) -> None:
    text = "aaaa aaaa aaaa\n\nb\n\ncccc cccc cccc cccc"
    assert texts(text, size=18, min_size=least) == expected


def test_a_small_chunk_joins_the_one_behind_where_there_is_none_before_or_no_room() -> None:
    assert texts("a\n\nbbbbbbbb cc dd", size=11) == ["a", "bbbbbbbb", "cc dd"]
    assert texts("a\n\nbbbbbbbb cc dd", size=11, min_size=2) == ["a\n\nbbbbbbbb", "cc dd"]
    text = "aaaaaaaaaaa\n\nb\n\ncccccccc dddd"
    assert texts(text, size=11, min_size=2) == ["aaaaaaaaaaa", "b\n\ncccccccc", "dddd"]


def test_a_small_chunk_stays_where_it_fits_with_no_neighbor() -> None:
    assert texts("a\n\nbbbbbbbbbb cc", size=11, min_size=2) == ["a", "bbbbbbbbbb", "cc"]


# Parents.

TWO_PARAGRAPHS = "aa bb cc dd ee ff gg\n\nhh ii jj"


def test_parents_hold_the_small_chunks() -> None:
    splitter = Splitter(5, parent=12, format="text")
    parents, children = splitter.parents(TWO_PARAGRAPHS), splitter.split(TWO_PARAGRAPHS)
    assert [parent.text for parent in parents] == ["aa bb cc dd", "ee ff gg", "hh ii jj"]
    assert [child.text for child in children] == ["aa", "bb", "cc dd", "ee", "ff gg", "hh", "ii jj"]
    by_id = {parent.id: parent for parent in parents}
    for child in children:
        parent = by_id[child.parent_id or ""]
        assert parent.start <= child.start < child.end <= parent.end
    assert [parent.parent_id for parent in parents] == [None, None, None]


def test_a_rung_as_parent_cuts_at_each_of_its_cuts_whatever_the_size() -> None:
    splitter = Splitter(5, 2, parent="paragraph", format="text")
    parents = splitter.parents(TWO_PARAGRAPHS)
    assert [parent.text for parent in parents] == TWO_PARAGRAPHS.split("\n\n")
    assert [parent.rung for parent in parents] == ["paragraph", "end"]
    assert not any(parent.oversized for parent in parents)
    assert {child.parent_id for child in splitter.split(TWO_PARAGRAPHS)} == {
        parent.id for parent in parents
    }


def test_a_parents_edge_is_a_wall() -> None:
    splitter = Splitter(12, 6, parent="paragraph", overlap_at="word", min_size=6, format="text")
    assert [child.text for child in splitter.split("aa bb\n\ncc\n\ndd")] == ["aa bb", "cc", "dd"]


def test_parents_do_not_overlap() -> None:
    splitter = Splitter(8, 4, parent=11, format="text", ladder=[" "])
    parents = splitter.parents("aa bb cc dd ee ff gg hh")
    assert [parent.shared for parent in parents] == [0] * len(parents)
    assert any(child.shared for child in splitter.split("aa bb cc dd ee ff gg hh"))


def test_the_ids_of_the_two_levels_differ() -> None:
    splitter = Splitter(20, parent=20, format="text")
    assert splitter.split("same")[0].id != splitter.parents("same")[0].id


# What goes in.


def test_split_is_a_splitter_for_one_document() -> None:
    text = "one two three"
    assert split(text, 8, 3, format="text", source="a.txt") == Splitter(8, 3, format="text").split(
        text, source="a.txt"
    )


@pytest.mark.parametrize("overlap", [0, 20])
@pytest.mark.parametrize("min_size", [0, 30])
@pytest.mark.parametrize("parent", [None, 150, "paragraph"])
def test_spans_and_the_lazy_way_give_the_same_chunks(
    overlap: int, min_size: int, parent: int | str | None
) -> None:
    splitter = Splitter(60, overlap, min_size=min_size, parent=parent, format="text")
    chunks = splitter.split(DJANGO)
    assert list(splitter.iter_split(DJANGO)) == chunks
    assert splitter.spans(DJANGO) == [(chunk.start, chunk.end) for chunk in chunks]
    assert [chunk.text for chunk in chunks] == [
        DJANGO[start:end] for start, end in splitter.spans(DJANGO)
    ]


@pytest.mark.parametrize(
    "data",
    [
        "naïve – 中".encode(),
        "naïve – 中".encode("utf-8-sig"),
        "naïve – 中".encode("utf-16"),
        bytearray("naïve – 中".encode()),
        memoryview("naïve – 中".encode()),
    ],
)
def test_bytes_are_decoded(data: bytes) -> None:
    assert [chunk.text for chunk in split(data, format="text")] == ["naïve – 中"]


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(DocumentError, match="photo") as caught:
        split(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xfe\x00", source="photo.png")
    assert caught.value.source == "photo.png"
    assert caught.value.offset == 0


def test_a_document_brings_its_own_facts() -> None:
    document = Document("one two", "a.txt", metadata={"author": "Ada"})
    (chunk,) = Splitter().split(document)
    assert (chunk.source, chunk.format, chunk.metadata["author"]) == ("a.txt", "text", "Ada")


def test_arguments_count_more_than_what_a_document_brings() -> None:
    document = Document("one two", "a.txt", metadata={"author": "Ada", "year": 1843})
    (chunk,) = Splitter().split(document, source="b.txt", metadata={"author": "Bob"})
    assert chunk.source == "b.txt"
    assert dict(chunk.metadata) == {"author": "Bob", "year": 1843}


def test_a_format_is_found_by_name_and_plain_text_is_the_fallback() -> None:
    assert split("no marks at all")[0].format == "text"
    assert split("no marks at all", source="notes.txt")[0].format == "text"


def test_a_file_is_known_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "guide.txt"
    path.write_bytes("one\r\ntwo – three\r\n".encode())
    splitter = Splitter(8, parent=16)
    chunks = splitter.split_file(path)
    assert [chunk.text for chunk in chunks] == ["one", "two –", "three"]
    assert {chunk.source for chunk in chunks} == {path.as_posix()}
    assert splitter.split_file(str(path)) == chunks
    chunk = splitter.split_file(path, source="guide", metadata={"shelf": 3})[0]
    assert (chunk.source, chunk.metadata["shelf"]) == ("guide", 3)
    parents = {parent.id for parent in splitter.parents_file(path)}
    assert {chunk.parent_id for chunk in chunks} == parents


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Splitter().split_file(tmp_path / "missing.txt")


def test_one_splitter_serves_many_documents() -> None:
    splitter = Splitter(8, format="text")
    first = splitter.split("one two three")
    splitter.split("four")
    assert splitter.split("one two three") == first


def test_errors_come_before_the_first_chunk_is_asked_for() -> None:
    with pytest.raises(ConfigError):
        Splitter(ladder=["sentense"]).iter_split("text")


# What comes out.


def test_a_chunk_knows_where_it_stands() -> None:
    text = "one\r\ntwo\rthree\nfour  five"
    chunks = Splitter(9, format="text", ladder=["line"]).split(text, source="a")
    assert [chunk.text for chunk in chunks] == ["one\r\ntwo", "three", "four  five"]
    assert [(chunk.start_line, chunk.end_line) for chunk in chunks] == [(1, 2), (3, 3), (4, 4)]
    assert [chunk.index for chunk in chunks] == [0, 1, 2]
    assert [chunk.oversized for chunk in chunks] == [False, False, True]
    assert [chunk.rung for chunk in chunks] == ["line", "line", "end"]
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)


def test_plain_text_is_embedded_as_it_is() -> None:
    (chunk,) = split("one\r\ntwo", format="text")
    assert chunk.body is chunk.text
    assert chunk.embed_text == chunk.text
    assert (chunk.context, chunk.carried, chunk.path) == ((), (), ())
    assert (chunk.size, chunk.shared, chunk.occurrence) == (8, 0, 0)
    assert chunk.parent_id is None


def test_a_chunk_is_an_immutable_value() -> None:
    (chunk,) = split("one", format="text", metadata={"a": 1})
    with pytest.raises(AttributeError):
        chunk.text = "two"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        chunk.note = "two"  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        chunk.metadata["a"] = 2  # type: ignore[index]
    assert split("one", format="text", metadata={"a": 1}) == [chunk]
    assert len({chunk, *split("one", format="text", metadata={"a": 1})}) == 1


def test_changing_what_was_handed_in_changes_no_chunk() -> None:
    facts: dict[str, object] = {"a": 1}
    (chunk,) = split("one", format="text", metadata=facts)
    facts["a"] = 2
    assert chunk.metadata["a"] == 1


def test_a_chunk_travels_between_processes() -> None:
    chunk = split("one\ud800 two", format="text", source="a", metadata={"a": 1})[0]
    copy = pickle.loads(pickle.dumps(chunk))
    assert copy == chunk
    assert isinstance(copy, Chunk)
    assert (copy.id, dict(copy.metadata)) == (chunk.id, {"a": 1})


def test_a_chunk_shows_what_it_is() -> None:
    assert repr(split("one", format="text")[0]) == "Chunk(0:3, 'one', path=())"
    assert "…" in repr(split("x" * 200, format="text")[0])


# Identity.


def ids(text: str, **settings: object) -> dict[tuple[str, int], str]:
    """Return ids by text and occurrence."""
    chunks = split(text, 6, format="text", **settings)  # type: ignore[arg-type]
    return {(chunk.text, chunk.occurrence): chunk.id for chunk in chunks}


def test_equal_chunks_are_told_apart_by_their_occurrence() -> None:
    chunks = split("same\n\nsame\n\nother\n\nsame", 6, format="text")
    assert [chunk.occurrence for chunk in chunks] == [0, 1, 0, 2]
    assert len({chunk.id for chunk in chunks}) == 4
    assert len({chunk.content_hash for chunk in chunks}) == 2


def test_text_that_is_put_elsewhere_leaves_ids_alone() -> None:
    before = ids("same\n\nsame\n\nother")
    after = ids("new\n\nsame\n\nsame\n\nother\n\nlast")
    assert after.items() >= before.items()


def test_an_id_depends_on_source_and_content_and_nothing_else() -> None:
    (one,) = split("text", format="text", source="a")
    assert split("text", 9, 3, format="text", source="a", metadata={"b": 1})[0].id == one.id
    assert split("text", format="text", source="b")[0].id != one.id
    assert split("texts", format="text", source="a")[0].id != one.id
    assert split("text", format="text", source="b")[0].content_hash == one.content_hash


def test_ids_are_the_same_on_every_day_and_machine() -> None:
    (chunk,) = split("text", format="text", source="a")
    assert re.fullmatch("[0-9a-f]{32}", chunk.id)
    assert re.fullmatch("[0-9a-f]{32}", chunk.content_hash)
    assert (
        split("\ud800", format="text")[0].content_hash != split("?", format="text")[0].content_hash
    )


def test_every_public_name_is_there() -> None:
    assert all(hasattr(chunkladder, name) for name in chunkladder.__all__)
    with pytest.raises(AttributeError):
        chunkladder.nothing  # noqa: B018
