"""The format is sure of what is clearly a transcript."""

from __future__ import annotations

import pytest

from chunkladder import Registry, Splitter

from .reading import FORMAT, REGISTRY
from .test_shapes import SHAPES

CLEAR = [
    "bold name",
    "plain names, a line a turn",
    "Zoom chat",
    "IRC",
    "hearing",
    "deposition",
    "Slack, exported",
    "utterances",
]


@pytest.mark.parametrize("shape", CLEAR)
def test_clear_transcripts_are_recognized(shape: str) -> None:
    text = SHAPES[shape][0]
    if text[0] not in "[{":
        text = text.replace("Good.", "Good, but the tram was in the way again, all day.") * 4
    assert FORMAT.sniff(text[:8192]) >= 0.5


@pytest.mark.parametrize("start", ["WEBVTT\n", "\ufeffWEBVTT - trams\n", "WEBVTT\r\n\r\n"])
def test_webvtt_is_known_by_its_first_line(start: str) -> None:
    assert FORMAT.sniff(start) == 1.0


@pytest.mark.parametrize(
    "start",
    [
        "1\n00:00:01,000 --> 00:00:02,000\nWe drained it.\n",
        "\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nWe drained it.\r\n",
        "0:00:01.000,0:00:03.000\nWe drained it.\n",
    ],
)
def test_srt_and_sbv_are_known_by_their_first_cue(start: str) -> None:
    assert FORMAT.sniff(start) >= 0.5


def test_a_word_that_begins_like_webvtt_is_none() -> None:
    assert FORMAT.sniff("WEBVTTX is no header\n") < 0.5


def test_subtitles_are_found_by_name() -> None:
    chunks = Splitter(registry=REGISTRY).split("1\n\nWe drained it.\n", source="talk.srt")
    assert chunks[0].format == "transcript"


def test_the_plugin_is_installed() -> None:
    assert Registry.discover().format("transcript").name == "transcript"
