"""Nothing is ever said by the wrong person, checked against a parser written apart."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from .reading import splitter
from .told import Said, speakers_between, told_by_json, told_by_lines, told_by_voices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunkladder import Chunk

NAMES = ["Bram Tollef", "Oda Quint", "Dr. Wen Ansty", "Mirka Ose-Vance"]
SENTENCES = [
    "The lantern on level 7 was amber, and nobody told the harbour crew.",
    "See item 43: the beacon, the tram and, for the record, the spare tram.",
    "Honestly?",
    "[laughter] It was fine at 10:05 yesterday.",
    "Yes.",
]
SIZES = [60, 150, 400, 2000]


def made_up(seed: int) -> list[tuple[str, str]]:
    """Return turns, some short, some far too long for a chunk."""
    dice = random.Random(seed)
    return [
        (dice.choice(NAMES), " ".join(dice.choices(SENTENCES, k=dice.choice([1, 1, 2, 5, 30]))))
        for _ in range(40)
    ]


def check_speakers(text: str, said: Sequence[Said], chunks: Sequence[Chunk]) -> None:
    """Hold speakers and carried lines of chunks against what a document tells."""
    for chunk in chunks:
        told = speakers_between(said, chunk.start, chunk.end, text)
        assert set(chunk.metadata.get("speakers", ())) == told, chunk
        check_continuation(text, said, chunk)


def check_continuation(text: str, said: Sequence[Said], chunk: Chunk) -> None:
    """Make sure that a chunk that begins within somebody's words says whose they are."""
    around = [one for one in said if one.start < chunk.start < one.end]
    begun = [one for one in around if text[one.start : chunk.start].strip(" \n*:")]
    for one in begun:
        if one.speaker and not text[one.start : chunk.start].strip().endswith(">"):
            line = f"{one.speaker} (continued):"
            affordable = 4 * (len(line) + 1) <= 150
            assert chunk.carried in ((line,), () if not affordable else (line,)), chunk


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("seed", range(5))
def test_speakers_of_named_lines(size: int, seed: int) -> None:
    text = "\n\n".join(f"{name}: {words}" for name, words in made_up(seed))
    check_speakers(text, told_by_lines(text, NAMES), splitter(size).split(text))


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("seed", range(5))
def test_speakers_of_bold_names_under_headings(size: int, seed: int) -> None:
    turns = [f"**{name}:** {words}" for name, words in made_up(seed)]
    text = "\n\n".join(["# Ledgers", *turns[:15], "## Trams", "A list of links.", *turns[15:]])
    check_speakers(text, told_by_lines(text, NAMES), splitter(size).split(text))


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("seed", range(5))
def test_speakers_of_voice_tags(size: int, seed: int) -> None:
    cues = [
        f"id-{place}\n00:{place:02}:01.000 --> 00:{place:02}:02.000\n<v {name}>{words}</v>"
        for place, (name, words) in enumerate(made_up(seed))
    ]
    text = "\n\n".join(["WEBVTT", *cues])
    said = told_by_voices(text)
    for chunk in splitter(size).split(text):
        told = speakers_between(said, chunk.start, chunk.end, text)
        assert set(chunk.metadata["speakers"]) == told
        if not chunk.text.startswith("<v"):
            assert len(chunk.carried) == 1
            assert chunk.carried[0].removesuffix(" (continued):") in told


@pytest.mark.parametrize("seed", range(5))
def test_speakers_by_a_twin_in_json(seed: int) -> None:
    turns = made_up(seed)
    text = "\n".join(f"{name}: {words}" for name, words in turns)
    messages = [{"speaker": name, "content": words} for name, words in turns]
    twin = json.dumps({"meeting_transcripts": messages})
    chunks = splitter(400).split(text)
    check_speakers(text, told_by_json(text, twin), chunks)
    in_json = splitter(400).split(twin)
    assert {name for chunk in in_json for name in chunk.metadata["speakers"]} == {
        name for name, _ in turns
    }


@pytest.mark.parametrize("size", SIZES)
def test_a_turn_that_fits_is_never_parted(size: int) -> None:
    turns = made_up(7)
    text = "\n\n".join(f"{name}: {words}" for name, words in turns)
    chunks = splitter(size).split(text)
    for name, words in turns:
        if len(f"{name}: {words}") <= size:
            assert any(f"{name}: {words}" in chunk.text for chunk in chunks)


def test_a_turn_too_big_is_cut_at_sentences_and_says_who_speaks() -> None:
    text = f"Oda Quint: All?\n\nBram Tollef: {'We drained it all day. ' * 20}\n\nOda Quint: Good.\n"
    text += "\nBram Tollef: Yes.\n"
    first, *rest = splitter(160).split(text)
    assert first.text == "Oda Quint: All?"
    assert rest[0].embed_text.startswith("Bram Tollef: We drained")
    assert {chunk.carried for chunk in rest[1:-1]} == {("Bram Tollef (continued):",)}
    assert all(chunk.body.endswith("day.") for chunk in rest[:-1])
    assert rest[-1].text == "Oda Quint: Good.\n\nBram Tollef: Yes."
    assert max(chunk.size for chunk in rest) <= 160


def test_overlap_at_turns_repeats_whole_turns() -> None:
    text = "\n".join(
        f"{name}: Number {place} is drained." for place, (name, _) in enumerate(made_up(1))
    )
    chunks = splitter(300, overlap=100, overlap_at="turn").split(text)
    assert all(chunk.shared for chunk in chunks[1:])
    assert all(chunk.text.startswith(tuple(NAMES)) for chunk in chunks)
