"""What the format finds in a text, in a form that tests can compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunkladder import Document, Registry, Splitter
from chunkladder_transcript._formatting import TranscriptFormat, TranscriptOptions
from chunkladder_transcript._outlining import TranscriptOutline

if TYPE_CHECKING:
    from chunkladder import Outline

FORMAT = TranscriptFormat()
REGISTRY = Registry.of(FORMAT)


def outline_of(text: str, **options: Any) -> Outline:
    """Return the outline of a text."""
    return FORMAT.outline(Document(text), TranscriptOptions(**options))


def turns_of(text: str, **options: Any) -> list[tuple[str, str]]:
    """Return who speaks, and what a reader sees of each turn, on one line."""
    outline = outline_of(text, **options)
    if not isinstance(outline, TranscriptOutline):
        return []
    facts = outline.facts
    assert facts is not None
    ends = [*facts.starts[1:], len(text)]
    return [
        (
            facts.names[facts.speakers[turn]] if facts.speakers[turn] >= 0 else "",
            " ".join(seen(text, outline, start, end).split()),
        )
        for start, end, turn in zip(facts.starts, ends, facts.turns, strict=True)
        if turn >= 0
    ]


def speakers_of(text: str, **options: Any) -> list[str]:
    """Return who speaks, turn by turn."""
    return [name for name, _ in turns_of(text, **options)]


def seen(text: str, outline: Outline, start: int, end: int) -> str:
    """Return a stretch of a text with the edits made that lie in it."""
    parts, at = [], start
    for edit in outline.edits:
        if start <= edit.start and edit.end <= end:
            parts += [text[at : edit.start], edit.text]
            at = edit.end
    return "".join([*parts, text[at:end]])


def splitter(size: int = 200, **settings: Any) -> Splitter:
    """Return a splitter for transcripts alone."""
    return Splitter(size=size, format="transcript", registry=REGISTRY, **settings)
