"""JSON: everything that somebody may have said stays, and is said by the right one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .reading import outline_of, seen, splitter, turns_of


def read(value: Any) -> str:
    """Return what a reader sees of a document."""
    return "\n".join(chunk.embed_text for chunk in splitter(300).split(json.dumps(value)))


def said(value: Any) -> list[tuple[str, str]]:
    """Return the turns of a document."""
    return turns_of(json.dumps(value))


ANN = {"speaker": "Ann", "text": "Hi"}
BOB = {"speaker": "Bob", "text": "inner reply"}
CAT = {"speaker": "Cat", "text": "yo"}


def test_replies_inside_a_message_are_turns() -> None:
    value = [{**ANN, "replies": [BOB]}, CAT]
    assert said(value) == [("Ann", "Ann: Hi"), ("Bob", "Bob: inner reply"), ("Cat", "Cat: yo")]
    assert read(value) == "Ann: Hi\n\nBob: inner reply\n\nCat: yo"


def test_words_behind_the_replies_to_them_keep_their_speaker() -> None:
    value = [{"replies": [BOB], **ANN}, CAT]
    assert said(value) == [("Bob", "Bob: inner reply"), ("Ann", "Ann: Hi"), ("Cat", "Cat: yo")]


def test_replies_without_a_name_stay() -> None:
    value = [{**ANN, "replies": [{"text": "Hi"}, {"text": "late reply"}]}, CAT]
    assert said(value)[0] == ("Ann", "Ann: Hi late reply")


def test_objects_that_nobody_says_stay_between_the_turns() -> None:
    value = [
        {"speaker": "Ann", "text": "Hello"},
        {"topic": "Budget", "notes": "we need 5 million"},
        {"speaker": "Bob", "text": "Hi"},
    ]
    assert read(value) == "Ann: Hello\n\nBudget\n\nwe need 5 million\n\nBob: Hi"
    assert said(value) == [("Ann", "Ann: Hello"), ("Bob", "Bob: Hi")]


def test_strings_of_a_message_that_are_not_its_words_stay() -> None:
    value = [{**ANN, "note": ["whispers it", "twice over"]}, CAT]
    assert said(value)[0] == ("Ann", "Ann: Hi whispers it twice over")


def test_a_text_around_the_utterances_does_not_swallow_them() -> None:
    value = {"text": "whole", "utterances": [ANN, BOB]}
    assert said(value) == [("Ann", "Ann: Hi"), ("Bob", "Bob: inner reply")]
    assert "whole" in read(value)


def test_words_one_by_one_are_not_told_twice() -> None:
    words = [{"text": "inner", "speaker": "Bob"}, {"text": "reply,", "speaker": "Bob"}]
    value = {"utterances": [ANN, {**BOB, "words": words}]}
    assert read(value) == "Ann: Hi\n\nBob: inner reply"


def test_facts_about_a_message_are_left_out() -> None:
    value = [
        {**ANN, "user_id": "U123", "type": "message", "url": "https://a.example", "at": "10:02"},
        CAT,
    ]
    assert read(value) == "Ann: Hi\n\nCat: yo"


@pytest.mark.parametrize("note", ["今日は", "yo", "1945 was late", "Budget"])
def test_any_text_beside_the_words_stays(note: str) -> None:
    assert note in said([{**ANN, "remark": note}, CAT])[0][1]


def test_json_with_more_text_beside_the_words_than_in_them_is_plain() -> None:
    value = [{**ANN, "minutes": "We met.", "summary": "No news."}, {**CAT, "minutes": "We left."}]
    outline = outline_of(json.dumps(value))
    assert outline.metadata == {"fallback": "transcript: no turns were found"}
    assert not outline.edits


@pytest.mark.parametrize("cut", range(0, 120, 7))
def test_broken_json_loses_no_words(cut: int) -> None:
    text = json.dumps([{**ANN, "replies": [BOB, {"note": "much later"}]}, CAT, ANN, BOB])
    text = text[: len(text) - cut]
    outline = outline_of(text)
    shown = seen(text, outline, 0, len(text))
    for words in ("Hi", "inner reply", "much later", "yo"):
        assert shown.count(words) >= text.count(f'"{words}"')
