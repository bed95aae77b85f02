"""Subtitles: what people say again stays, and nobody gets the words of the voice before."""

from __future__ import annotations

from .reading import splitter, turns_of


def srt(*cues: str, step: float = 1.0, length: float = 0.9) -> str:
    """Return cues, one a second."""
    return "\n".join(
        f"{place + 1}\n{stamp(place * step)} --> {stamp(place * step + length)}\n{cue}\n"
        for place, cue in enumerate(cues)
    )


def stamp(seconds: float) -> str:
    """Return a time as SRT writes it."""
    return f"00:00:{int(seconds):02},{round(seconds % 1 * 1000):03}"


def shown(text: str) -> list[str]:
    """Return the words a reader sees."""
    return "\n".join(chunk.embed_text for chunk in splitter(300).split(text)).split()


CRIES = "Help! Help! Who is there? Help! Help! I come. Help! Help!"
CUES = ["Help!", "Help!", "Who is there?", "Help!", "Help!", "I come.", "Help!", "Help!"]


def test_cries_that_come_again_are_not_rolled_up() -> None:
    assert shown(srt(*CUES)) == CRIES.split()
    assert shown(srt(*CUES, length=1.0)) == CRIES.split()


def test_captions_that_add_lines_roll_up() -> None:
    cues = ["We drained it", "We drained it\nall day", "all day\nand left", "and left\nlate"]
    assert shown(srt(*cues)) == ["We", "drained", "it", "all", "day", "and", "left", "late"]


def test_cues_that_overlap_roll_up() -> None:
    assert shown(srt("Late", "Late", "Late", "Left", length=1.5)) == ["Late", "Left"]


def vtt(*cues: str) -> str:
    """Return cues of WebVTT."""
    return "WEBVTT\n\n" + "\n".join(
        f"00:0{place}.000 --> 00:0{place}.900\n{cue}\n" for place, cue in enumerate(cues)
    )


def test_cues_behind_a_closed_voice_are_nobodys() -> None:
    cues = ["<v Bob>Late.</v>", "The tram rings.", "It leaves.", "<v Bob>Left.</v>"]
    text = vtt(*cues, "<v Bob>Yes.</v>", "<v Ann>No.</v> A bell.")
    assert turns_of(text) == [
        ("Bob", "Bob: Late."),
        ("Bob", "Bob: Left. Yes."),
        ("Ann", "Ann: No."),
    ]
    chunks = splitter(40).split(text)
    rings = next(chunk for chunk in chunks if "rings" in chunk.text)
    assert "Bob" not in "".join(rings.carried)
    assert "A bell." in chunks[-1].embed_text


def test_a_voice_that_is_not_closed_goes_on() -> None:
    assert turns_of(vtt("<v Bob>We are", "late.")) == [("Bob", "Bob: We are late.")]


def test_a_tag_broken_over_a_line_is_a_tag() -> None:
    text = vtt("<v Bob\n>Hi", "<v\nAnn>Ho", "<c.loud\n>Hey</c>")
    assert turns_of(text) == [("Bob", "Bob: Hi"), ("Ann", "Ann: Ho Hey")]


def test_a_number_is_the_name_of_a_cue_only_if_it_counts_up() -> None:
    times = [f"{stamp(at)} --> {stamp(at + 0.5)}" for at in range(3)]
    plain = f"{times[0]}\n42\n{times[1]}\nHow many?\n7\n{times[2]}\n9\n"
    assert shown(plain) == ["42", "How", "many?", "7", "9"]
    counted = f"1\n{times[0]}\n42\n2\n{times[1]}\nHow many?\n3\n{times[2]}\n9\n"
    assert shown(counted) == ["42", "How", "many?", "9"]
    apart = f"1\n{times[0]}\n42\n\n2\n{times[1]}\nMany?\n7\n\n3\n{times[2]}\n9\n"
    assert shown(apart) == ["42", "Many?", "7", "9"]
    empty = f"1\n{times[0]}\n2\n{times[1]}\nMany?\n\n3\n{times[2]}\n9\n"
    assert shown(empty) == ["Many?", "9"]
