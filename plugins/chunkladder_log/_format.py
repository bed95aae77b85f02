"""The log format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document, Outline


@dataclass(frozen=True, slots=True)
class LogOptions:
    """What may be chosen.

    Attributes:
        start: An expression that the first line of each record begins with; None finds its shape.
        gap_minutes: How long nothing is logged at a ``gap``; 0 for session markers alone.
    """

    start: str | None = None
    gap_minutes: int = 10

    def __post_init__(self) -> None:
        if self.gap_minutes < 0:
            raise ValueError("gap_minutes: expected 0 or more")
        try:
            re.compile(self.start or "")
        except re.error as error:
            raise ValueError(f"start: not a regular expression: {error}") from error


class LogFormat:
    """Logs: records of one line or several."""

    name = "log"
    # JSON lines only with times and levels: of several formats with a suffix, content decides.
    suffixes = (".log", "syslog", "messages", ".json", ".jsonl", ".ndjson")
    media_types = ()
    rungs = (
        ("gap", "before a record after a silence, and before a session marker"),
        ("record", "before the first line of a record"),
        ("frame", "before a frame or a cause of a trace, in a record of more than 400 characters"),
        ("line", "after a line end"),
        ("word", "before a word"),
        ("grapheme", "between characters as a reader sees them"),
    )
    options = LogOptions

    def sniff(self, head: str) -> float:
        """Rate by how many lines begin with one shape of time stamp or level."""
        from ._sniff import rate

        return rate(head)

    def outline(self, document: Document, options: LogOptions) -> Outline:
        """Find the records by the shape of their first lines; linear, and mostly in C."""
        from ._outline import outline_of

        return outline_of(document.text, options)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return the first and the last time stamp, the levels, and the range of records."""
        # By its attribute, not by its class: an import here would be made for each chunk.
        facts = getattr(outline, "facts", None)
        return facts.describe(start, end) if facts else {}
