"""What chunks are told of: speakers, turns, times."""

from __future__ import annotations

from .reading import outline_of, splitter

TEXT = (
    "[00:00:05] Bram Tollef: We drained it.\n\n[00:01:10] Oda Quint: All?\n\n"
    "[00:01:12] Bram Tollef: Most.\n\n[01:00:00] Oda Quint: Good.\n"
)
CUES = (
    "WEBVTT - trams\n\nSTYLE\n::cue { color: red }\n\nNOTE a comment\nof two lines\n\n"
    "intro\n00:01.500 --> 00:03.000 align:start position:0%\n<v Bram>We <i>drained</i>\n\n"
    "2\n00:03.000 --> 00:04.250\n<v Bram>it &amp; left.</v>\n\n"
    "3\n00:04.000 --> 01:00:06.000\n<v Oda>All?</v>"
)


def test_speakers_turns_and_times() -> None:
    first, second = splitter(90).split(TEXT)
    assert first.metadata == {
        "shape": "colon",
        "speakers": ["Bram Tollef", "Oda Quint"],
        "turns": [0, 1],
        "start_time": 5.0,
        "end_time": 70.0,
    }
    assert second.metadata["turns"] == [2, 3]
    assert second.metadata["start_time"] == 72.0
    assert second.metadata["end_time"] == 3600.0


def test_a_reader_of_cues_sees_what_was_said() -> None:
    (chunk,) = splitter(400).split(CUES)
    assert chunk.body == "Bram: We drained\nit & left.\nOda: All?"
    assert chunk.text == CUES[chunk.start : chunk.end]
    assert chunk.text.startswith("<v Bram>We")
    assert chunk.metadata["start_time"] == 1.5
    assert chunk.metadata["end_time"] == 3606.0


def test_a_sentence_goes_on_over_cues() -> None:
    cues = ["We drained all", "of it. And then", "we left the tram", "in the rain. Yes."]
    text = "\n\n".join(
        f"{place}\n00:00:{place:02},000 --> 00:00:{place + 1:02},000\n{words}"
        for place, words in enumerate(cues, 1)
    )
    chunks = splitter(45).split(text)
    assert [chunk.body for chunk in chunks] == [
        "We drained all\nof it.",
        "And then\nwe left the tram\nin the rain. Yes.",
    ]
    assert [chunk.metadata["start_time"] for chunk in chunks] == [1.0, 2.0]
    assert [chunk.metadata["end_time"] for chunk in chunks] == [3.0, 5.0]


def test_speech_without_full_stops_is_cut_at_pauses() -> None:
    times = [(1, 2), (2, 3), (9, 10), (10, 11)]
    text = "WEBVTT\n\n" + "\n\n".join(
        f"00:{first:02}.000 --> 00:{last:02}.000\nnumber {first} is drained"
        for first, last in times
    )
    assert [chunk.body for chunk in splitter(55).split(text)] == [
        "number 1 is drained\nnumber 2 is drained",
        "number 9 is drained\nnumber 10 is drained",
    ]


def test_captions_that_roll_up_are_read_once() -> None:
    lines = [f"number {place} was drained" for place in range(8)]
    cues = [
        f"00:{at:02}.000 --> 00:{at + 1:02}.000\n{lines[at - 1]}\n{lines[at]}" for at in range(1, 8)
    ]
    text = "WEBVTT\nKind: captions\nLanguage: en\n\n" + "\n\n".join(cues)
    (chunk,) = splitter(400).split(text)
    assert chunk.body.split("\n") == lines


def test_words_said_twice_are_kept_where_captions_do_not_roll() -> None:
    cues = [
        "Yes.",
        "Yes.",
        "All of it.",
        "We drained it.",
        "And then?",
        "We left.",
        "Where?",
        "Home.",
        "Oh.",
    ]
    text = "WEBVTT\n\n" + "\n\n".join(
        f"00:{at:02}.000 --> 00:{at + 1:02}.000\n{words}" for at, words in enumerate(cues)
    )
    (chunk,) = splitter(400).split(text)
    assert chunk.body.split("\n") == cues


def test_sbv_and_srt_are_read() -> None:
    sbv = "0:00:01.000,0:00:03.000\nWe drained\n\n0:00:03.000,0:00:04.000\nit.\n"
    srt = (
        "\ufeff1\r\n00:00:01,000 --> 00:00:03,000\r\n"
        "{\\an8}<font color=red>We drained</font>\r\n\r\n"
        "2\r\n00:00:03,000 --> 00:00:04,000\r\nit.\r\n"
    )
    for text in (sbv, srt):
        (chunk,) = splitter(100).split(text)
        assert chunk.body == "We drained\nit."
    assert outline_of(sbv).metadata == {"shape": "sbv"}
    assert outline_of(srt).metadata == {"shape": "srt"}


def test_a_heading_stays_with_the_turn_below_it() -> None:
    long = "We drained it all day. " * 12
    text = f"Bram: Yes.\n\nOda: No.\n\nBram: Ah.\n\n## Trams\n\nOda: {long}\n"
    chunks = splitter(150).split(text)
    assert chunks[1].text.startswith("## Trams\n\nOda: We drained")
    assert chunks[2].path == ("Trams",)
    assert chunks[2].context == ("Trams",)
    assert chunks[2].carried == ("Oda (continued):",)


def test_a_name_on_its_own_line_stays_with_its_words() -> None:
    long = "We drained it all day. " * 12
    text = (
        f"Bram Tollef:\n\n{long}\n\nOda Quint:\n\nAll?\n\nBram Tollef:\n\nMost.\n\n"
        f"Oda Quint:\n\nGood.\n"
    )
    first = splitter(100).split(text)[0]
    assert first.text.startswith("Bram Tollef:\n\nWe drained")


def test_a_shape_named_by_hand_is_believed() -> None:
    text = "Bram: We drained it.\n"
    assert "fallback" in outline_of(text).metadata
    outline = outline_of(text, shape="colon")
    assert outline.metadata == {"shape": "colon"}
    assert outline_of(text, shape="irc").metadata == {
        "fallback": 'transcript: no turns of the shape "irc" were found'
    }
