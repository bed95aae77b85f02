"""What went wrong elsewhere, with the right value: each comment tells the symptom.

The symptoms were reported by people who use other splitters. What a case needs that belongs to a
topic of its own (settings, sentences, detection) stands with that topic.
"""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from chunkladder import Chunk, Separator, Splitter, split

if TYPE_CHECKING:
    from collections.abc import Callable

EVERYBODYS = ["\n\n", "\n", " ", ""]
MEASURES: list[str | Callable[[str], int]] = ["characters", "words", "bytes", len]
NASTY = [
    "One sentence that comes again. " * 6,
    "é def\r\n\tnaïve – 中文。没有空格\r\n\r\n👍🏽👍🏽 end",
    "first line\r\nsecond line\r\n\r\nthird line\r\n" * 3,
    "tab\tand\xa0no-break  two spaces\n    indented\n\n\n- list\n  - nested\n",
    "lone \ud800 surrogate \x00 and NUL \u2028 and separators \x0c here",
    "日本語のテキストです。空白がありません。" * 3,
]


def chunks_of(text: str, **settings: object) -> list[Chunk]:
    settings.setdefault("format", "text")
    return Splitter(**settings).split(text)  # type: ignore[arg-type]


def texts(text: str, **settings: object) -> list[str]:
    return [chunk.text for chunk in chunks_of(text, **settings)]


# Overlap.


def test_overlap_of_whole_pieces_may_be_nothing_and_overlap_at_makes_sure() -> None:
    # Pieces that just fill the size never overlap, which looks like a fault.
    assert texts("123,456", size=4, overlap=3, ladder=[","]) == ["123", ",456"]
    assert texts("123,456", size=6, overlap=2, ladder=[","], overlap_at="character") == [
        "123",
        "23,456",
    ]


def test_overlap_reaches_across_a_blank_line_when_asked_for() -> None:
    # Two runs of letters with a blank line between share nothing, whatever the overlap.
    text = "A" * 26 + "\n\n" + "B" * 10
    second = texts(text, size=30, overlap=10, ladder=EVERYBODYS, overlap_at="character")[1]
    assert second == "A" * 10 + "\n\n" + "B" * 10


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("overlap_at", [None, "word"])
def test_every_chunk_is_a_slice_of_the_source(
    text: str, measure: str | Callable[[str], int], overlap_at: str | None
) -> None:
    # Overlap put on once for each level of recursion yields text that is not in the source.
    # Starts that are searched for afterwards are -1 or wrong: where phrases come again, where
    # overlap is in tokens, where bytes are taken for characters, where CRLF counts as one.
    chunks = chunks_of(text, size=12, overlap=5, measure=measure, overlap_at=overlap_at)
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert all(one.start < two.start and one.end < two.end for one, two in pairwise(chunks))


def test_joining_a_last_small_window_does_not_repeat_the_overlap() -> None:
    # A small last window that is merged into the one before brings its overlap a second time.
    settings = {"size": 4, "overlap": 1, "measure": "words", "ladder": [" "]}
    text = "a b c d e f"
    assert texts(text, **settings) == ["a b c d", "d e f"]
    assert texts(text, **settings | {"size": 5, "overlap": 2}, min_size=3) == ["a b c d e", "d e f"]
    joined = texts("a b c d\n\ne f", size=8, overlap=1, measure="words", min_size=3)
    assert joined == ["a b c d\n\ne f"]


@pytest.mark.parametrize("overlap", [0, 0.0])
@pytest.mark.parametrize("overlap_at", [None, "character"])
def test_no_overlap_is_none(overlap: float, overlap_at: str | None) -> None:
    # A slice from -0 carries the whole chunk before.
    chunks = chunks_of("word " * 40, size=20, overlap=overlap, overlap_at=overlap_at)
    assert not any(chunk.shared for chunk in chunks)
    assert all(one.end <= two.start for one, two in pairwise(chunks))


def test_overlap_shrinks_where_it_leaves_no_room_and_says_so() -> None:
    # Overlap is given up in silence as soon as it and the next piece are over the limit.
    pieces = ["aaa ", "bb ", "cc ", "ddddddd "]
    chunks = chunks_of("".join(pieces), size=12, overlap=9, ladder=[Separator(" ", keep="end")])
    assert [chunk.text for chunk in chunks] == ["aaa bb cc", "cc ddddddd"]
    assert [chunk.shared for chunk in chunks] == [0, len("cc")]


@pytest.mark.parametrize("overlap_at", [None, "word", "character"])
def test_the_overlap_that_came_out_is_reported(overlap_at: str | None) -> None:
    # Overlap is a ceiling; nobody can tell what it came to.
    chunks = chunks_of("one two three " * 9, size=30, overlap=9, overlap_at=overlap_at)
    for one, two in pairwise(chunks):
        assert two.shared == max(0, one.end - two.start) <= 9
        assert two.text[: two.shared] == one.text[len(one.text) - two.shared :]


# Offsets.


def test_a_word_counter_with_overlap_keeps_its_starts() -> None:
    # Searched from an offset that was counted in words, the second start is -1.
    text = " ".join(f"number{at}" for at in range(20))
    chunks = chunks_of(text, size=10, overlap=4, measure=lambda text: len(text.split()))
    assert chunks[0].start == 0
    assert chunks[1].start == text.index("number6")
    assert all(chunk.text == text[chunk.start : chunk.end] for chunk in chunks)


def test_a_sentence_that_comes_again_has_starts_of_its_own() -> None:
    # All copies of one sentence are given the start of the first one.
    text = "It is the same sentence. " * 6
    starts = [chunk.start for chunk in chunks_of(text, size=30)]
    assert starts == [25 * at for at in range(6)]


def test_offsets_count_code_points_behind_wide_characters() -> None:
    # Behind an é, offsets of bytes are taken for offsets of characters.
    chunks = chunks_of("é😀 def f", size=5, measure="bytes")
    assert [(chunk.start, chunk.end) for chunk in chunks] == [(0, 1), (1, 2), (3, 8)]


def test_crlf_is_two_characters_and_one_line() -> None:
    # Offsets fall short by one for each line before.
    text = "a\r\nb\r\nc\r\nd"
    chunks = chunks_of(text, size=3)
    assert [(chunk.start, chunk.start_line) for chunk in chunks] == [(0, 1), (3, 2), (6, 3), (9, 4)]


def test_every_chunk_has_its_place_index_and_lines() -> None:
    # People ask for start, end, length and index, and get them from some splitters only.
    for index, chunk in enumerate(split("one\ntwo\nthree\nfour", 9, format="text")):
        assert chunk.index == index
        assert len(chunk.text) == chunk.end - chunk.start == chunk.size
        assert chunk.start_line <= chunk.end_line


def test_parents_and_children_share_one_system_of_offsets() -> None:
    # A second splitter behind the first, to cap the size, loses the place in the document.
    text = "one two three four five six seven eight nine ten"
    for chunk in chunks_of(text, size=9, parent=20):
        assert chunk.text == text[chunk.start : chunk.end]


def test_white_space_between_pieces_is_not_lost() -> None:
    # Pieces without the space between them are glued to "three.Four", and have no place.
    (chunk,) = chunks_of("One two three. Four five.", size=100)
    assert chunk.text == "One two three. Four five."


# The limit.


def test_a_chunk_over_the_limit_is_marked() -> None:
    # With one separator in the ladder, what holds none comes out huge, without a word.
    (chunk,) = chunks_of("a" * 50, size=10, ladder=["\n"])
    assert chunk.oversized
    assert chunk.size == 50


@pytest.mark.parametrize("text", [*NASTY, "a" * 50, "long" * 9 + ". Short."])
@pytest.mark.parametrize("measure", MEASURES)
def test_the_limit_holds_on_the_finished_text(
    text: str, measure: str | Callable[[str], int]
) -> None:
    # Sentences over the limit come whole, text grows after it was measured, a budget of tokens is
    # kept by an estimate of characters.
    for chunk in chunks_of(text, size=10, overlap=3, measure=measure):
        count = {"characters": len, "words": lambda text: len(text.split())}.get(str(measure), len)
        if measure == "bytes":
            assert len(chunk.embed_text.encode("utf-8", "surrogatepass")) == chunk.size
        else:
            assert count(chunk.embed_text) == chunk.size
        assert chunk.size <= 10
        assert not chunk.oversized


def test_metadata_is_not_counted() -> None:
    # Facts that are never embedded use up the limit, or are over it and raise.
    facts = {"summary": "x" * 500}
    assert [chunk.text for chunk in split("one two", 8, format="text", metadata=facts)] == [
        "one two"
    ]


def test_a_piece_between_size_less_overlap_and_size_is_no_trap() -> None:
    # It does not fit behind the overlap, and asks for itself for ever.
    assert texts("aa bbbbbbbb cc", size=10, overlap=5, ladder=[" "]) == ["aa", "bbbbbbbb", "cc"]


def test_pieces_shorter_than_the_least_size_are_no_error() -> None:
    # An index error where all pieces are shorter than the minimum.
    assert texts("a b c", size=2, min_size=2) == ["a", "b", "c"]
    assert texts("a", size=10, min_size=10) == ["a"]


# White space and losslessness.


def test_blank_lines_tabs_and_indentation_stay_as_they_are() -> None:
    # A blank line comes out as two spaces, a nested list flat.
    text = "- list\n  - nested\n\n\tcode\xa0here"
    assert texts(text, size=100) == [text]


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("keep", ["start", "end"])
@pytest.mark.parametrize("ladder", [None, EVERYBODYS, [re.compile(r"\s+"), ""]])
def test_nothing_but_white_space_is_lost_and_nothing_comes_twice(
    text: str, keep: str, ladder: list[str | re.Pattern[str]] | None
) -> None:
    # People translate the chunks and join them again, and miss what stood between.
    chunks = chunks_of(text, size=11, ladder=ladder, keep_separator=keep)
    at = 0
    for chunk in chunks:
        assert not text[at : chunk.start].strip()
        at = chunk.end
    assert not text[at:].strip()


def test_a_second_call_knows_nothing_of_the_first() -> None:
    # Rows leak into later chunks, and every index is 0.
    splitter = Splitter(5, format="text")
    first = splitter.split("one two")
    assert splitter.split("three four")[0].text == "three"
    assert splitter.split("one two") == first
    assert [chunk.index for chunk in first] == [0, 1]


# Unicode.


def test_japanese_sentences_need_no_space() -> None:
    # Two sentences are taken for one, for there is no space behind the full stop.
    text = "田中の猫はかわいいですね。日本語上手。"
    assert texts(text, size=14) == ["田中の猫はかわいいですね。", "日本語上手。"]


def test_a_comma_is_no_full_stop() -> None:
    # 、 parts sentences, and joining puts spaces where none stood.
    assert texts("はい、そうです。次。", size=8) == ["はい、そうです。", "次。"]
    assert texts("はい、そうです。次。", size=100) == ["はい、そうです。次。"]


def test_text_without_marks_and_spaces_is_cut_between_characters() -> None:
    # Chinese without punctuation comes whole, or is cut inside a character.
    assert texts("没有标点的中文句子很长", size=4) == ["没有标点", "的中文句", "子很长"]


@pytest.mark.parametrize("measure", ["characters", "bytes"])
def test_an_emoji_keeps_its_skin_tone(measure: str) -> None:
    # The tone is cut off, as it lies across the edge of a token or a window.
    chunks = texts("👍🏽" * 6, size={"characters": 5, "bytes": 20}[measure], measure=measure)
    assert chunks == ["👍🏽👍🏽", "👍🏽👍🏽", "👍🏽👍🏽"]


def test_bytes_are_counted_and_never_cut() -> None:
    # A window of ten bytes ends inside a character, which raises.
    text = "日本語のテキスト"
    chunks = chunks_of(text, size=10, measure="bytes")
    assert "".join(chunk.text for chunk in chunks) == text
    assert [chunk.size for chunk in chunks] == [9, 9, 6]


# Line ends.


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_ends_paragraphs_and_lines(end: str) -> None:
    # Documents of Windows have neither paragraphs nor lines.
    text = f"one{end}two{end}{end}three four"
    assert texts(text, size=10) == [f"one{end}two", "three four"]
    assert texts(text, size=6) == ["one", "two", "three", "four"]


# Separators.


def test_a_pattern_is_not_put_in_as_text() -> None:
    # Dropped separators come back as the pattern that found them: "AAA\s+BBB\s+CCC".
    text = "AAA \n BBB\tCCC"
    for keep in ("start", "end", "drop"):
        (whole,) = texts(text, size=100, ladder=[re.compile(r"\s+")], keep_separator=keep)
        assert whole == text
        parts = texts(text, size=4, ladder=[re.compile(r"\s+")], keep_separator=keep)
        assert parts == ["AAA", "BBB", "CCC"]


def test_a_literal_keeps_its_spaces() -> None:
    # "\n# " is stripped to "\n#", and matches "##" too.
    text = "# a\n## b\n# c"
    assert texts(text, size=9, ladder=["\n# "]) == ["# a\n## b", "# c"]


def test_a_literal_is_taken_as_it_is() -> None:
    # "." as a separator matches everything.
    assert texts("a.b|c", size=2, ladder=["."]) == ["a", ".b|c"]
    assert texts("a.b|c", size=3, ladder=["|"]) == ["a.b", "|c"]


def test_a_group_in_a_pattern_has_no_effect() -> None:
    # What a group matched comes twice.
    assert texts("a1b2c", size=2, ladder=[re.compile(r"(\d)")]) == ["a", "1b", "2c"]


def test_a_separator_may_end_the_piece_before() -> None:
    # Full stops begin the next sentence.
    assert texts("One. Two.", size=5, ladder=[". "], keep_separator="end") == ["One.", "Two."]


def test_parents_and_children_have_separators_of_their_own() -> None:
    # One setting for both levels.
    splitter = Splitter(
        3, ladder=["\n\n", ","], keep_separator="drop", parent="\n\n", format="text"
    )
    assert [parent.text for parent in splitter.parents("a,b,c\n\nd,e,f")] == ["a,b,c", "d,e,f"]
    assert [chunk.text for chunk in splitter.split("a,b,c\n\nd,e,f")] == ["a,b", "c", "d,e", "f"]


# Speed.

SLOW = {
    "flat": "word " * 60_000,
    "no spaces": "x" * 300_000,
    "blank lines": "\n" * 300_000,
    "crlf": "\r\n" * 150_000,
    "blank lines with spaces": " \n" * 150_000,
    "marks": "?!" * 30_000,
    "cjk": "字" * 300_000,
    "emoji": "👍🏽" * 20_000,
    "flags": "🇩🇪" * 10_000,
    "combining": "e" + "\u0301" * 300_000,
}


@pytest.mark.timeout(30)
@pytest.mark.parametrize("kind", SLOW)
@pytest.mark.parametrize("measure", ["characters", str.__len__])
def test_no_text_takes_minutes(kind: str, measure: str | Callable[[str], int]) -> None:
    # One flat line, blank lines without end and repeated searches take minutes or hours.
    chunks = chunks_of(SLOW[kind], size=200, overlap=20, measure=measure)
    assert bool(chunks) is bool(SLOW[kind].strip())


def test_a_function_is_not_called_for_the_same_text_again_and_again() -> None:
    # A tokenizer is handed the document ten or twenty times.
    handed = 0

    def count(text: str) -> int:
        nonlocal handed
        handed += len(text)
        return len(text.split())

    text = "Some plain words, and some more of them. " * 500
    chunks_of(text, size=50, overlap=10, measure=count)
    assert handed < 6 * len(text)


def test_importing_loads_nothing_that_is_not_needed() -> None:
    # An import pulls in whole machine learning frameworks and takes seconds.
    code = (
        "import sys, chunkladder\n"
        "chunkladder.split('One. Two.', format='text')\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"torch", "numpy", "nupunkt", "regex", "click", "rich", "pluggy", "charset_normalizer"}
    assert not heavy & set(run.stdout.split())


def test_a_text_as_deep_as_it_likes_exhausts_no_stack() -> None:
    # Each rung of the ladder and each nested piece is a call of its own.
    ladder = [*(chr(0x4E00 + at) * 2 for at in range(3000)), ""]
    text = "".join(f"{rung}x" for rung in ladder)
    assert "".join(texts(text, size=3, ladder=ladder)) == text
