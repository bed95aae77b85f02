"""Who speaks where, by a parser of its own: nothing of the plugin is used here.

It reads the few shapes in which a document says it without doubt, line by line, and slowly: the
voice tags of WebVTT, messages in JSON, and ``Name:`` for names that are told beforehand.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Said(NamedTuple):
    """A stretch of a document and who speaks in it; None where nobody is known to."""

    start: int
    end: int
    speaker: str | None


def told_by_voices(text: str) -> list[Said]:
    """Read the voice tags of WebVTT: a stretch for each tag, up to the end of its cue."""
    found = list(re.finditer(r"<v(?:\.\S+)? ([^>]+)>", text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return [
        Said(match.end(), _end_of_cue(text, match.end(), end), match[1])
        for match, end in zip(found, ends, strict=True)
    ]


def _end_of_cue(text: str, start: int, end: int) -> int:
    blank = re.search(r"\r?\n\r?\n", text[start:end])
    return start + blank.start() if blank else end


def told_by_lines(text: str, names: Sequence[str], *, closes: str = "^#") -> list[Said]:
    """Read lines that begin with one of the names, in bold or not, and a colon.

    Args:
        text: The document.
        names: All that speak in it.
        closes: Matches a line after which nobody speaks until the next name.
    """
    said: list[Said] = []
    start, speaker, at = 0, None, 0
    for line in text.split("\n"):
        name = _name_of(line, names)
        if name is not None or re.match(closes, line):
            said.append(Said(start, at, speaker))
            start, speaker = at, name
        at += len(line) + 1
    return [one for one in [*said, Said(start, len(text), speaker)] if one.start < one.end]


def _name_of(line: str, names: Sequence[str]) -> str | None:
    bare = line.replace("*", "").lstrip(" \t•-")
    for name in names:
        if bare.startswith((f"{name}:", f"{name} :", f"{name} (cont.):")):
            return name
    return None


def told_by_json(text: str, twin: str) -> list[Said]:
    """Read a document whose turns, in order, are those of a list of messages in JSON."""
    said, at = [], 0
    for message in json.loads(twin)["meeting_transcripts"]:
        words = message["content"].strip()
        start = text.index(words, at)
        at = start + len(words)
        said.append(Said(start, at, message["speaker"]))
    return said


def speakers_between(said: Sequence[Said], start: int, end: int, text: str) -> set[str]:
    """Return who says something that is not blank in a stretch."""
    return {
        one.speaker
        for one in said
        if one.speaker and text[max(one.start, start) : min(one.end, end)].strip()
    }
