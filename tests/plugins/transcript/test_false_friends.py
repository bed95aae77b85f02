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
        "United States: The best.",
        "Key Takeaway: We drain it.",
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


def test_a_bold_heading_of_two_words_is_no_turn() -> None:
    text = (
        "**Bram Tollef:** We drained it.\n\n**Key Takeaway:** We drain it.\n\n"
        "**Oda Quint:** All?\n\n**Bram Tollef:** Most.\n\n**Oda Quint:** Good.\n"
    )
    assert speakers_of(text) == NAMES


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


LOOK_ALIKES = {
    "a glossary of two words": "".join(
        f"{name}: A thing on rails, {name[0]} for short.\n\n"
        for name in ("Night Tram", "Day Ferry", "Hand Loom", "Rail Kettle", "Lamp Oil", "Tide Mill")
    ),
    "a bold glossary": "".join(
        f"**{name}**: a thing on rails. It is always late.\n\n"
        for name in ("Tram", "Ferry", "Loom", "Kettle", "Lamp", "Mill", "Quarry")
    ),
    "pros and cons": "## A tram\n\n**Pros:** It is fast and you see the sea.\n\n"
    "**Cons:** It is late and we have to wait.\n\n" * 5,
    "HTTP": "GET /trams HTTP/1.1\nHost: trams.example of the harbour\n"
    "User-Agent: Lantern/5.0 (X11; Linux x86_64) Kettle/1\n"
    "Accept-Language: en-US, en; q=0.5, de; q=0.3\n\n" * 8,
    "LDIF": "dn: cn=Bram Tollef, ou=Trams, o=Fern Harbour Board\ncn: Bram Tollef of the trams\n"
    "description: He drained it all day long.\nobjectClass: a person of this place\n\n" * 8,
    "Gherkin": "Feature: Trams that are late\n\nScenario: The tram is late\n"
    "  Given a tram and you wait\n  When it is late\n  Then we walk.\n\n" * 8,
    "recipes": "Prep Time: 10 minutes at the most.\nCook Time: 20 minutes in your oven.\n"
    "Ingredients: Flour, salt and what you have.\n\n" * 8,
    "a log": "Worker: Started to drain it at noon.\nMain: Waiting until it is drained.\n" * 20,
    "a log with times": "[00:00:01] Worker: Started to drain it.\n"
    "[00:00:02] Main: Waiting until it is drained.\n" * 20,
    "a log of levels": "Info: The tram is late today.\nWarning: The tram is lost today.\n" * 20,
    "a log of parts": "Harbour: Opened port 7 for trams.\nLantern: Lit at level 7.\n" * 20,
    "a timetable": "Fern Harbour: 10:02 from platform 7 north\n"
    "Quarry Lane: 10:12 from platform 2 south\n" * 20,
    "days": "Monday: We drain the first reservoir.\nTuesday: We wait for you, all day.\n" * 9,
    "chess": "White: I move the knight to the king's side.\nBlack: Takes the bishop on e5.\n" * 20,
    "records": "Tram Name: The night tram of Fern.\nTram Color: Amber with a bit of red.\n"
    "Tram Speed: As slow as can be.\n\n" * 9,
    "JSONL": '{"id": 7, "user": "bram", "text": "late again, the tram", "likes": 3}\n' * 20,
    "a list with users": '[{"user": "bram", "text": "late, again"}, {"user": "oda", "text": "no"}]',
    "a log with bare times": "10:00:01 Worker: Started to drain it.\n"
    "10:00:02 Main: Waiting until it is drained.\n" * 20,
    "a log with dates": "2031-01-05 10:00:01 Worker Started\n  to drain it, as we do.\n"
    "2031-01-05 10:00:02 Worker Stopped\n  and you wait until it is drained.\n" * 20,
    "link references": "We drained it, as you see.\n\n[Tram]: https://tram.example/a\n"
    "[Ferry]: /ferry 'The ferry'\n[Tram]: <b>\n[Ferry]: #top\n" * 9,
    "docstrings": "class Tram:\n    Attributes:\n        start: Where it stands, as you see it.\n"
    "        end: Where it goes, in our hours.\n        start_time: When it leaves.\n" * 20,
}


@pytest.mark.parametrize("kind", LOOK_ALIKES)
def test_look_alikes_are_not_taken_for_transcripts(kind: str) -> None:
    assert FORMAT.sniff(LOOK_ALIKES[kind][:8192]) < 0.5


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


def test_references_of_links_name_nobody() -> None:
    assert "fallback" in (outline_of(LOOK_ALIKES["link references"]).metadata or {})


def test_bold_titles_with_a_colon_name_nobody() -> None:
    text = "**1. Ferries: what we sail**\n\nA list.\n\n" + "**Bram**: Yes.\n\n**Oda**: No.\n\n" * 3
    assert set(speakers_of(text)) == {"Bram", "Oda"}
