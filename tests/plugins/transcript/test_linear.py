"""Ten times the text takes about ten times the time, whatever the text."""

from __future__ import annotations

import pytest

from ...property.growth import growth  # noqa: TID252
from .reading import FORMAT, outline_of
from .test_shapes import SHAPES

# What transcripts are made of; single signs are tried by the kit, on each format.
HOSTILE = {
    "colons": "a:" * 100_000,
    "colons and blanks": "A : " * 100_000,
    "blanks and a line end": "\n" + " " * 500_000 + "x\n",
    "opening parentheses": "\nBram (" * 50_000,
    "bold without end": "\n**Bram" * 100_000,
    "quotes": '["' + '\\"' * 200_000,
    "braces": '{"text":' * 50_000,
    "timings": "WEBVTT\n\n" + "00:00.000 --> 00:01.000\n" * 20_000,
    "tags without end": "WEBVTT\n\n00:00.000 --> 00:01.000\n" + "<v " * 100_000,
    "comments": "WEBVTT\n\n00:00.000 --> 00:01.000\n" + "\nNOTE a\n" * 50_000,
    "rows of numbers": "\n 1   a" * 50_000,
    "front matter without end": "---\n" * 100_000,
    "times": "1:00 " * 100_000,
    "times alone": "1:00\n" * 50_000,
    "headings": "# a\n" * 50_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_time_is_in_proportion_on_hostile_text(text: str) -> None:
    # A quadratic step would take a hundred times as long; the short text ends anywhere, which may
    # make it cheaper by a half.
    assert growth(outline_and_rating, text[: len(text) // 10], text, 60) < 60


@pytest.mark.parametrize("shape", ["bold name", "voice tags", "court, numbered lines", "dashes"])
def test_time_grows_with_the_text(shape: str) -> None:
    text = SHAPES[shape][0] + "\n\n"
    assert growth(outline_and_rating, text * 200, text * 2000, 30) < 30


def outline_and_rating(text: str) -> None:
    outline_of(text)
    FORMAT.sniff(text[:8192])
