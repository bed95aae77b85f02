"""What is read off a page, for an outline to be made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._places import CELL, ROW
from ._tokens import SPACE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._places import Place
    from ._tables import Grid

BLANKS = SPACE + "\xa0"
"""White space, and the no-break space, which is none to a browser."""

_META = frozenset({"description", "author", "keywords"})


@dataclass(slots=True)
class Heading:
    """A heading, with its section, in runs.

    Attributes:
        rank: From 1 to 6.
        gap: Offset at which the tags in front of it begin.
        first: Its first run.
        bound: How many elements are open that bound sections.
        last: The run behind it.
        end: The run behind its section.
    """

    rank: int
    gap: int
    first: int
    bound: int
    last: int = 0
    end: int = 0


@dataclass(slots=True)
class Findings:
    """What was read.

    Attributes:
        starts: Where each edit begins; ``ends`` and ``texts`` go with it.
        run_starts: Where each run begins; ``run_ends`` and ``places`` go with it.
        headings: In order of their starts.
        kept: Elements that are kept whole if they fit, as runs.
        terms: Terms of lists of definitions, each with its first run and that behind it.
        verbatim: Runs in which white space counts.
        led: Runs that begin a list, a table or the like.
        grids: The tables, in order of their ends.
        metadata: What the page says of itself.
        has_blank_prefixes: Whether there are edits that change nothing.
    """

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    run_starts: list[int] = field(default_factory=list)
    run_ends: list[int] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    kept: list[tuple[int, int]] = field(default_factory=list)
    terms: list[tuple[int, int]] = field(default_factory=list)
    verbatim: list[tuple[int, int]] = field(default_factory=list)
    led: set[int] = field(default_factory=set)
    grids: list[Grid] = field(default_factory=list)
    metadata: dict[str, object] = field(default_factory=dict)
    has_blank_prefixes: bool = False

    def take_back_blanks(self, text: str, start: int, end: int) -> int:
        """Take back the edits of white space at the end of a stretch; return where it ends then."""
        while end > start:
            if self.ends and self.ends[-1] == end > self.starts[-1]:
                if self.texts[-1].strip(BLANKS):
                    break
                self.texts.pop()
                self.ends.pop()
                end = self.starts.pop()
            elif text[end - 1] in BLANKS:
                end -= 1
            else:
                break
        return end

    def note(self, key: str, value: str) -> None:
        """Note a fact about the page; of two the first."""
        value = " ".join(value.split())
        if value and key not in self.metadata:
            self.metadata[key] = value

    def note_attributes(self, name: str, attributes: Mapping[str, str]) -> None:
        """Note what a tag says of the page."""
        if name == "html":
            self.note("lang", attributes.get("lang") or attributes.get("xml:lang") or "")
        elif name == "meta":
            key = attributes.get("name", "").lower()
            if key in _META:
                self.note(key, attributes.get("content", ""))
        elif attributes.get("rel", "").lower() == "canonical":
            self.note("canonical", attributes.get("href", ""))

    def settle(self, grid: Grid) -> None:
        """Show a table as what it turned out to be."""
        if grid.is_layout:
            for edit, prefix in grid.prefixes:
                self.texts[edit] = prefix
                self.has_blank_prefixes = True
            return
        for gap in grid.gaps:
            self.texts[gap.edit] = gap.data
            self.places[gap.run] = (ROW if gap.begins_row else CELL, 0, gap.place[2])
