"""One walk over a text: headings, environments, items and comments."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

LEVELS = {
    name: level
    for level, name in enumerate(
        ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"),
        start=1,
    )
}
_VERBATIM = ("verbatim", "lstlisting", "minted", "lcode", "alltt", "Verbatim", "comment")
_TOKEN = re.compile(
    r"\\(?P<edge>begin|end)[ \t]*\{(?P<name>[^{}\r\n\\]*)\}"
    rf"|\\(?P<heading>{'|'.join(sorted(LEVELS, key=len, reverse=True))})(?![A-Za-z@])\*?"
    r"|\\verb\*?(?P<sign>[^A-Za-z\s*])"
    r"|\\(?P<item>item)(?![A-Za-z@])"
    r"|\\(?:[A-Za-z@]+|[\s\S])"
    r"|(?P<comment>%[^\r\n]*)"
)
_LINE_END = re.compile(r"\r\n|\n|\r")
_ARGUMENT = re.compile(r"[ \t]*(?:\r\n|\n|\r)?[ \t]*([\[{])")
_BRACE = re.compile(r"\\[\s\S]|[{}\[\]]|(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)")
_LONGEST = 1000
"""A heading's argument is no longer; without a limit, a missing brace costs all that follows."""
_COMMENT = re.compile(r"(?<!\\)%[^\r\n]*[\r\n]*")
_OTHER_TEXT = re.compile(r"\\texorpdfstring[ \t]*\{[^{}]*\}")
_UNSAID = re.compile(
    r"\\(?:label|index|footnote|thanks)\{[^{}]*\}|\\[A-Za-z@]+\*?|[{}$]|\\(?=[%&#_])"
)


class Heading(NamedTuple):
    """A heading: where it stands, how deep it is, and what it says."""

    start: int
    end: int
    level: int
    label: str


class Environment(NamedTuple):
    r"""An environment, from its ``\\begin`` to behind its ``\\end``, and where its body stands."""

    start: int
    end: int
    name: str
    body: int
    behind: int

    @property
    def is_verbatim(self) -> bool:
        """Whether its body is not LaTeX."""
        return self.name.rstrip("*") in _VERBATIM


class Found(NamedTuple):
    """All that is found in a text, each sorted by where it ends."""

    headings: list[Heading]
    environments: list[Environment]
    items: list[int]
    comments: list[tuple[int, int]]


def scan(text: str) -> Found:
    """Walk over a text once."""
    walk = _Walk(text)
    walk.run()
    return Found(walk.headings, walk.environments, walk.items, walk.comments)


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.headings: list[Heading] = []
        self.environments: list[Environment] = []
        self.items: list[int] = []
        self.comments: list[tuple[int, int]] = []
        self._open: list[tuple[str, int, int]] = []
        self._names: Counter[str] = Counter()
        self._unclosed: set[str] = set()

    def run(self) -> None:
        at = 0
        while found := _TOKEN.search(self.text, at):
            at = self._take(found)

    def _take(self, found: re.Match[str]) -> int:
        """Note a token, and return where to go on."""
        if found["edge"] == "begin":
            return self._begin(found)
        if found["edge"] == "end":
            self._end(found)
        elif found["heading"]:
            return self._heading(found)
        elif found["sign"]:
            return self._behind_sign(found)
        elif found["item"]:
            self.items.append(found.start())
        elif found["comment"]:
            self.comments.append(found.span())
        return found.end()

    def _begin(self, found: re.Match[str]) -> int:
        name = found["name"]
        if name.rstrip("*") in _VERBATIM and name not in self._unclosed:
            closing = f"\\end{{{name}}}"
            behind = self.text.find(closing, found.end())
            if behind >= 0:
                end = behind + len(closing)
                self.environments.append(Environment(found.start(), end, name, found.end(), behind))
                return end
            # Not looked for again: there is none behind any later place, either.
            self._unclosed.add(name)
        self._open.append((name, found.start(), found.end()))
        self._names[name] += 1
        return found.end()

    def _end(self, found: re.Match[str]) -> None:
        name = found["name"]
        while self._names[name]:
            opened, start, body = self._open.pop()
            self._names[opened] -= 1
            if opened == name:
                made = Environment(start, found.end(), name, body, found.start())
                self.environments.append(made)
                return

    def _behind_sign(self, found: re.Match[str]) -> int:
        r"""Return where what ``\\verb`` shows ends: at the same sign in the same line."""
        line = _LINE_END.search(self.text, found.end(), found.end() + _LONGEST)
        limit = line.start() if line else min(len(self.text), found.end() + _LONGEST)
        end = self.text.find(found["sign"], found.end(), limit)
        return end + 1 if end >= 0 else found.end()

    def _heading(self, found: re.Match[str]) -> int:
        end, inner = found.end(), None
        while opening := _ARGUMENT.match(self.text, end):
            behind = _closed(self.text, opening.start(1))
            if behind is None:
                return found.end()
            end = behind
            if opening[1] == "{":
                inner = self.text[opening.end() : behind - 1]
                break
        if inner is None:
            return found.end()
        level = LEVELS[found["heading"]]
        self.headings.append(Heading(found.start(), end, level, _said(inner)))
        return end


def _closed(text: str, start: int) -> int | None:
    """Return the offset behind the bracket that closes the one at ``start``."""
    opening = text[start]
    closing = "}" if opening == "{" else "]"
    depth = 0
    for found in _BRACE.finditer(text, start, start + _LONGEST):
        if found[0] == opening:
            depth += 1
        elif found[0] == closing:
            depth -= 1
            if not depth:
                return found.end()
        elif found[0][0] in "\r\n":
            return None
    return None


def _said(argument: str) -> str:
    """Return what a heading says, without commands."""
    said = _OTHER_TEXT.sub("", _COMMENT.sub("", argument))
    return " ".join(_UNSAID.sub("", said.replace("~", " ")).split())


def lines_in(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where lines begin inside a stretch."""
    for found in _LINE_END.finditer(text, start, end):
        if found.end() < end:
            yield found.end()
