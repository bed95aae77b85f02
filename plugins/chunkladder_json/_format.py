"""The formats JSON and JSON lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._rungs import RUNGS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document, Outline


@dataclass(frozen=True, slots=True)
class JsonOptions:
    """JSON has no options."""


class JsonFormat:
    """One value, or several one behind the other; comments and trailing commas are tolerated."""

    name = "json"
    suffixes: tuple[str, ...] = (
        ".json",
        ".jsonc",
        ".json5",
        ".geojson",
        ".topojson",
        ".jsonld",
        ".sarif",
        ".har",
        ".webmanifest",
        ".avsc",
    )
    media_types: tuple[str, ...] = (
        "application/json",
        "text/json",
        "application/geo+json",
        "application/ld+json",
        "application/schema+json",
        "application/manifest+json",
    )
    rungs = RUNGS
    options = JsonOptions

    def sniff(self, head: str) -> float:
        """Rate by whether the first characters can be read as JSON, and have keys."""
        from ._sniff import rate

        return rate(head)

    def outline(self, document: Document, options: JsonOptions) -> Outline:
        """Mark members and elements by depth; one pass by an expression, in C for the most part."""
        from ._outline import outline_of

        return outline_of(document.text)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return the paths of the first and the last member, the keys, and the records."""
        # By its attribute, not by its class: an import here would be made for each chunk.
        facts = getattr(outline, "facts", None)
        return facts.describe(start, end) if facts else {}


class JsonlFormat(JsonFormat):
    """A value on each line."""

    name = "jsonl"
    suffixes = (".jsonl", ".ndjson", ".jsonlines", ".ldjson")
    media_types = (
        "application/jsonl",
        "application/x-jsonlines",
        "application/x-ndjson",
        "application/x-ldjson",
    )

    def sniff(self, head: str) -> float:
        """Rate by whether the first lines can be read as JSON, each by itself."""
        from ._sniff import rate_lines

        return rate_lines(head)

    def outline(self, document: Document, options: JsonOptions) -> Outline:
        """Mark lines, and members and elements by depth in each; one pass."""
        from ._outline import outline_of_lines

        return outline_of_lines(document.text)
