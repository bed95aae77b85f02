"""What a check raises, told so that an author can act on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_AROUND = 30
"""How many characters an excerpt shows in front of a place and behind it."""

_LONGEST = 120
"""The most characters of an excerpt."""


class ConformanceError(AssertionError):
    """A format does not do what all formats do.

    Attributes:
        rule: What should hold, in one sentence; empty where ``found`` says it all.
        found: What was found instead.
        text: The text that shows it, or None.
        start: Offset of the place in question.
        end: Offset after it.
        settings: What the splitter was given.
        where: The format, its distribution and the sample.
    """

    def __init__(  # noqa: PLR0913
        self,
        found: str,
        *,
        rule: str = "",
        text: str | None = None,
        start: int = 0,
        end: int = 0,
        settings: Mapping[str, Any] | None = None,
        where: str = "",
    ) -> None:
        super().__init__(found)
        self.rule = rule
        self.found = found
        self.text = text
        self.start = start
        self.end = end
        self.settings = settings or {}
        self.where = where

    def under(self, rule: str) -> ConformanceError:
        """Return the same error under a rule, unless it has one."""
        self.rule = self.rule or rule
        return self

    def at(self, where: str) -> ConformanceError:
        """Return the same error with where it was found in front."""
        self.where = f"{where}, {self.where}" if self.where else where
        return self

    def lines(self) -> list[str]:
        """Return where, rule, finding, offsets, excerpt and settings, a line each."""
        named = {
            "where": self.where,
            "rule": self.rule.replace("``", ""),
            "found": self.found,
            "offsets": f"{self.start}–{self.end}" if self.text is not None else "",
            "text": excerpt(self.text, self.start, self.end) if self.text is not None else "",
            "with": ", ".join(f"{name}={value!r}" for name, value in self.settings.items()),
        }
        return [f"{name}: {told}" for name, told in named.items() if told]

    def __str__(self) -> str:
        return "\n".join(self.lines())


def excerpt(text: str, start: int, end: int) -> str:
    """Show a stretch of a text with a little around it, as one line of ASCII and letters."""
    start = min(max(start, 0), len(text))
    first, last = max(0, start - _AROUND), min(len(text), max(start, end) + _AROUND)
    shown = text[first:last]
    if len(shown) > _LONGEST:
        shown = shown[: _LONGEST // 2] + " … " + shown[-_LONGEST // 2 :]
    told = repr(shown).encode("utf-8", "backslashreplace").decode("utf-8")
    return f"{'…' if first else ''}{told}{'…' if last < len(text) else ''}"
