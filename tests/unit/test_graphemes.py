r"""Where graphemes end, against ``\X`` of ``regex`` run over the whole text."""

from __future__ import annotations

from bisect import bisect_right

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import Splitter
from chunkladder.graphemes import Graphemes, needs_graphemes

FLAGS = "🇩🇪🇫🇷"
NASTY = [
    *FLAGS,
    *"a 1👩👨👧❤🏽🏿",
    *("\r", "\n", "\r\n", "\t", "\x00", "\u200b", "\u2028", "\ud83d", "\xad"),
    *("\u0301", "\u0308", "\u20e3", "\ufe0f", "\u200d", "\U000e0067", "\U000e007f"),
    *("\u1100", "\u1161", "\u11a8", "가", "각", "\ua960", "\ud7b0"),
    *("क", "ष", "\u094d", "\u093c", "\u0903", "ि", "\u0d4d", "ക", "\u0e33", "\u0eb3"),
    *("\u0600", "\u06dd", "\u0d4e", "\U000110bd"),
    *("👩\u200d👩\u200d👧", "🏴\U000e0067\U000e0062\U000e007f", "1\ufe0f\u20e3", "क्ष"),
]
texts = st.lists(st.sampled_from(NASTY), min_size=1, max_size=24).map("".join)


def boundaries(text: str) -> list[int]:
    """Return every boundary, both ends of the text included."""
    return [0, *(cluster.end() for cluster in regex.finditer(r"\X", text))]


@pytest.mark.parametrize(
    "grapheme",
    [
        "e\u0301",
        "\r\n",
        "🇩🇪",
        "👍🏽",
        "❤\ufe0f",
        "👩\u200d👩\u200d👧",
        "1\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\u1100\u1161\u11a8",
        "क्षि",
        "\u0600१",
        "e" + "\u0301" * 500,
    ],
)
def test_one_grapheme_is_never_parted(grapheme: str) -> None:
    text = f"a{grapheme}b"
    end = 1 + len(grapheme)
    assert [at for at in range(len(text) + 1) if Graphemes(text).is_boundary(at)] == [
        0,
        1,
        end,
        end + 1,
    ]


@given(texts)
def test_boundaries_are_those_of_the_standard(text: str) -> None:
    expected = boundaries(text)
    is_boundary = Graphemes(text).is_boundary
    assert [at for at in range(len(text) + 1) if is_boundary(at)] == expected


@given(texts, st.data())
def test_the_last_boundary_is_found_whatever_was_asked_before(
    text: str, data: st.DataObject
) -> None:
    expected = boundaries(text)
    graphemes = Graphemes(text)
    for offset in data.draw(st.lists(st.integers(0, len(text)), max_size=20)):
        assert graphemes.at_or_before(offset) == max(at for at in expected if at <= offset)


@given(texts)
def test_the_next_boundary_is_found_from_each(text: str) -> None:
    expected = boundaries(text)
    assert [Graphemes(text).after(boundary) for boundary in expected[:-1]] == expected[1:]


@given(texts, st.integers(1, 8))
def test_chunks_are_cut_between_graphemes_unless_one_is_over_the_size(text: str, size: int) -> None:
    expected = boundaries(text)
    spans = Splitter(size=size, format="text", ladder=["grapheme"]).spans(text)
    for start, end in spans:
        # White space is trimmed off also where a mark sits on it.
        if not text[max(0, start - 1)].isspace():
            assert_no_cut_inside(expected, start, size)
        if not text[end : end + 1].isspace():
            assert_no_cut_inside(expected, end, size)


def assert_no_cut_inside(expected: list[int], cut: int, size: int) -> None:
    after = bisect_right(expected, cut)
    if expected[after - 1] != cut:
        assert expected[after] - expected[after - 1] > size


@pytest.mark.parametrize(
    ("text", "needs"),
    [("", False), ("plain\n", False), ("a\r\nb", True), ("a\rb", True), ("é", True)],
)
def test_ascii_without_cr_has_no_graphemes_longer_than_one(text: str, needs: bool) -> None:
    assert needs_graphemes(text) is needs


@pytest.mark.timeout(30)
@pytest.mark.parametrize("overlap", [0, 20])
@pytest.mark.parametrize(
    "unit",
    [
        "🇩🇪",
        "\u0301",
        "\u0301 ",
        "\u200d ",
        "👩\u200d",
        "\u0600",
        "\u1100",
        "क\u094d",
        "\r",
        "e\u0301\n",
    ],
)
def test_no_long_walk_where_no_pair_of_characters_parts_for_sure(unit: str, overlap: int) -> None:
    text = unit * (20_000 // len(unit))
    spans = Splitter(size=100, overlap=overlap, format="text").spans(text)
    assert bool(spans) is bool(text.strip())


@pytest.mark.timeout(30)
@pytest.mark.parametrize("mark", ["\u0301", "\u1161", "\u200d"])
def test_one_endless_grapheme_is_walked_once(mark: str) -> None:
    text = "a word. " * 50 + "e" + mark * 300_000
    assert Splitter(100, 25, overlap_at="grapheme", format="text").spans(text)
    assert Splitter(100, parent=500, format="text").spans(text)
