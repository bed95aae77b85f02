"""The format: which reader reads a document, how sure the name of the format is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from chunkladder import Ladder, Outline

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document


ShapeName = Literal[
    "bold",
    "colon",
    "stamped",
    "timed",
    "above",
    "question",
    "hearing",
    "zoom-chat",
    "irc",
    "dated",
    "chevron",
    "drama",
    "times",
    "cues",
    "json",
]

_PLAIN = ("paragraph", "line", "sentence", "word", "grapheme")
_FALLBACK = "fallback"
_INK_LINE = re.compile(r"\n(?=[^\n]*?\S)")


@dataclass(frozen=True, slots=True)
class TranscriptOptions:
    """What a person may set.

    Attributes:
        shape: The shape in which the document says who speaks; None finds it.
    """

    shape: ShapeName | None = None


class TranscriptFormat:
    """What people said, and who said it."""

    name = "transcript"
    # In JSON only where it says who speaks: of several formats with a suffix, content decides.
    suffixes = (".vtt", ".srt", ".sbv", ".json", ".jsonl", ".ndjson")
    media_types = ("text/vtt", "application/x-subrip")
    rungs = (
        ("section", "before a heading"),
        ("topic", "before a turn of 100 characters or more that opens a topic: “So, next …”"),
        ("exchange", "before a turn of 300 characters or more: replies stay with what they follow"),
        ("turn", "where the speaker may change"),
        ("pause", "where subtitles stop for two seconds or more"),
        ("paragraph", "after one or more blank lines"),
        ("line", "after a line end, in a document without turns"),
        ("sentence", "after a sentence, in Latin, CJK, Devanagari, Arabic and kindred scripts"),
        ("cue", "before a cue of subtitles, or a line that begins with a time"),
        ("word", "before a word, and after the clause marks of CJK; not behind a no-break space"),
        ("grapheme", "between two characters as a reader sees them"),
    )
    options = TranscriptOptions

    def sniff(self, head: str) -> float:
        """Rate how much a text looks like a transcript."""
        from ._sniffing import rate

        return rate(head)

    def outline(self, document: Document, options: TranscriptOptions) -> Outline:
        """Mark turns, sections and cues; leave out what nobody said.

        One pass for each family of shapes; memory grows with the number of turns and cues. A
        document in which nobody speaks, and that has no cues, gets the ladder of plain text;
        its metadata says so under ``fallback``.
        """
        from ._outlining import outlined
        from ._reading import read

        draft = read(document.text, options.shape)
        if draft is None:
            return Outline(Ladder(_PLAIN), metadata={_FALLBACK: _reason(options.shape)})
        return outlined(document.text, draft)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return who speaks in a chunk, which turns it holds, and when that was said."""
        # By its attribute, not by its class: an import here would be made for each chunk.
        facts = getattr(outline, "facts", None)
        return facts.describe(start, end) if facts else {}


def _reason(shape: str | None) -> str:
    if shape is None:
        return "transcript: no turns were found"
    return f'transcript: no turns of the shape "{shape}" were found'
