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


STRONG = {
    "names": "Bram Tollef: We drained it.\n\nOda Quint: All of it? I doubt it.\n\n" * 6,
    "one word": "Bram: We drained it, all day.\nOda: All of it? I doubt it.\n" * 6,
    "roles": "Host: Welcome back, it is late.\nGuest: Thank you for having me.\n" * 6,
    "numbered": "**Speaker 1:** We drained it, all day.\n\n**Speaker 2:** All of it?\n\n" * 6,
    "handles": "bram: We drained it, all day.\n\noda: All of it, honestly?\n\n" * 6,
    "times": "Bram Tollef  0:12\nWe drained it all day.\n\nOda Quint  0:15\nAll of it?\n\n" * 6,
}


@pytest.mark.parametrize("kind", STRONG)
def test_strong_evidence_claims_plain_text(kind: str) -> None:
    assert FORMAT.sniff(STRONG[kind]) >= 0.7


def test_questions_and_answers_without_a_court_are_weaker_evidence() -> None:
    text = "Q. Who drained all of it?\nA. We did it, all day.\n\n" * 6
    assert 0.5 <= FORMAT.sniff(text) <= 0.6
    assert FORMAT.sniff("EXAMINATION\n\n" + text) >= 0.7


def test_names_that_come_once_are_weaker_evidence() -> None:
    names = ["Bram Tollef", "Oda Quint", "Wen Ansty", "Mirka Ose", "Bram Tollef", "Oda Quint"]
    text = "\n\n".join(f"{name}: We drained it. Did you?" for name in names)
    assert 0.5 <= FORMAT.sniff(text) <= 0.6
