"""What looks like a turn and is none, and documents that only look like transcripts."""

from __future__ import annotations

import pytest

from .reading import FORMAT, outline_of, speakers_of

TALK = (
    "Bram Tollef: We drained it.\n\n{}\n\nOda Quint: All of it?\n\nBram Tollef: Most.\n\n"
    "Oda Quint: Good.\n"
)
NAMES = ["Bram Tollef", "Oda Quint", "Bram Tollef", "Oda Quint"]


@pytest.mark.parametrize(
    "line",
    [
        "Slides: <https://slides.example/deck>",
        "Resolution: We drain it again.",
        "Conclusion: Nobody minds.",
        "Tweet: https://tweets.example/1",
        "Note: the tram was late.",
        "Decision 1.2: Drain it.",
        "https://lists.example/drain",
        "The one question that I have is this: who drained it?",
        "So: we drained it.",
        "It was 10:05 when we left.",
        "std::vector: a list.",
        "[laughter]",
        "(Laughter.)",
        "[The prepared statement of Dr. Wen follows:]",
        "______",
        "- a list: of things",
    ],
)
def test_line_that_is_no_turn(line: str) -> None:
    assert speakers_of(TALK.format(line)) == NAMES


def test_front_matter_is_no_turn_and_is_not_read() -> None:
    text = "---\ntitle: 'Draining'\nspeakers: ['Bram Tollef']\ndate: 2031\n---\n" + TALK.format("")
    assert speakers_of(text) == NAMES
    outline = outline_of(text)
    assert outline.metadata == {"shape": "colon", "title": "Draining"}
    assert text[outline.edits[0].start : outline.edits[0].end].endswith("---")


def test_bold_agenda_titles_are_no_turns() -> None:
    text = (
        "**Bram**: We drained it.\n\n**1. when do we drain it?**\n\n**Oda**: All?\n\n"
        "**Decision 1.2**: Drain it.\n\n**Bram**: Most.\n\n**Oda**: Good.\n"
    )
    assert speakers_of(text) == ["Bram", "Oda", "Bram", "Oda"]


def test_a_break_is_nobodys_turn() -> None:
    text = (
        "**Bram Tollef:** We drained it.\n\n**Break:** \\[14:22\\] to \\[15:01\\]\n\n"
        "**Oda Quint:** \\[15:02\\] All?\n\n**Bram Tollef:** \\[15:04\\] Most.\n\n"
        "**Oda Quint:** Good.\n\n**Outro:** \\[15:30\\] Bye.\n"
    )
    assert speakers_of(text) == NAMES


def test_lines_that_name_the_examiner_are_nobodys_turn() -> None:
    text = (
        "DIRECT EXAMINATION BY MR. TOLLEF:\n     Q.   Who?\n     A.   I.\nBY MS. OSE:\n"
        "     Q.   All?\n     A.   Yes.\n"
    )
    assert speakers_of(text) == ["Q", "A", "Q", "A"]


def test_a_heading_ends_a_turn() -> None:
    text = TALK.format("## Links\n\nhttps://trams.example\n\n## Trams")
    assert speakers_of(text) == NAMES
    assert [scope.label for scope in outline_of(text).scopes if scope.label] == ["Links", "Trams"]


CHEVRONS = [
    ("BRAM: We drained it.", "BRAM"),
    ("Bram Tollef: We drained it.", "Bram Tollef"),
    ("Oda: We drained it.", "Oda"),
    ("Here is the thing: we lost.", ""),
    ("Note: this is bad.", ""),
    ("Look: this is bad.", ""),
    ("Music: it goes on.", ""),
    ("so: this is bad.", ""),
]


@pytest.mark.parametrize(("words", "name"), CHEVRONS)
def test_a_sentence_behind_chevrons_names_nobody(words: str, name: str) -> None:
    lines = [f">> {words}", ">> All of it?", ">> Oda: Most.", ">> Good."]
    names = [name, "", "Oda" if name == "Oda" else "", ""]
    assert speakers_of("\n".join(lines)) == names
    cues = [f"00:0{at}.000 --> 00:0{at + 1}.000\n{line}\n" for at, line in enumerate(lines)]
    assert speakers_of("\n".join(["WEBVTT\n", *cues])) == names


OTHERS = {
    "prose": "The tram was late. It was always late, and nobody minded.\n\n" * 40,
    "a novel": '"We drained it," said Bram. "All of it?" Oda asked.\n\nHe nodded: most of it.\n\n'
    * 40,
    "Markdown": "# Trams\n\n**Note:** trams are late.\n\n- **Speed:** slow\n- **Color:** amber\n\n"
    * 20,
    "a log": "2031-01-05 10:02:11,123 INFO tram: late\n2031-01-05 10:02:12,001 ERROR tram: lost\n"
    * 40,
    "log levels": "INFO: the tram is late today\nERROR: the tram is lost today\nINFO: it is found\n"
    * 30,
    "Python": "def drain(tram):\n    if tram:\n        return 1\n    else:\n"
    "        raise ValueError\n\n" * 30,
    "YAML": "name: tram\nimage: fern/tram\nports:\n  - 80:80\nenv:\n  KEY: value\n" * 30,
    "CSV": 'name,time,note\nBram,10:02,late\nOda,10:03,"late, too"\n' * 40,
    "mail": "From: Bram Tollef\nTo: Oda Quint\nSubject: Trams\nDate: Monday\n\nThey are late.\n"
    * 20,
    "a glossary": "Tram: a thing on rails.\n\nFerry: a thing on water.\n\n"
    "Loom: a thing for cloth.\n" * 1,
    "JSON": '{"name": "tram", "text": "late", "sizes": [1, 2, 3]}',
    "times in prose": "10:02 the tram left\nand then nothing happened\nfor a long while\n" * 9,
    "a table with tabs": "BR\tThe reservoir\t+1234\nOD\tThe tram\t+2345\n" * 40,
    "Python sessions": ">>> drain(tram)\n'drained all of it'\n>>> leave(tram, now)\n" * 40,
    "XML": "<tram> drained all of it\n<loom> left all of it\n" * 40,
    "bullets": "* bram drained all of it\n* oda left all of it at noon\n" * 40,
    "nothing": "",
    "blank": "\n \n\t\n",
}


@pytest.mark.parametrize("kind", OTHERS)
def test_other_text_is_not_taken_for_a_transcript(kind: str) -> None:
    assert FORMAT.sniff(OTHERS[kind][:8192]) < 0.5


@pytest.mark.parametrize(
    "kind", ["prose", "a novel", "Python", "JSON", "times in prose", "nothing"]
)
def test_text_without_turns_falls_back_and_says_so(kind: str) -> None:
    outline = outline_of(OTHERS[kind])
    assert outline.ladder.names() == ("paragraph", "line", "sentence", "word", "grapheme")
    assert outline.metadata == {"fallback": "transcript: no turns were found"}
