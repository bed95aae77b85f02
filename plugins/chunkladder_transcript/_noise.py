"""What stands in a transcript and nobody said: front matter, footers, page and line numbers."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Edit

if TYPE_CHECKING:
    from collections.abc import Iterator

_FRONT_MATTER = re.compile(r"\n---[ \t]*+\n(?:(?!---[ \t]*+\n)[^\n]*+\n){0,500}?---[ \t]*+(?=\n)")
_TITLE = re.compile(r"\ntitle:[ \t]*+(?P<title>[^\n]{1,300}+)")
_FOOTERS = re.compile(
    r"\n(?:"
    r"Transcribed by https?://\S++[ \t]*+"
    r"|[^\n:]{1,80}? (?:started|stopped) transcription[ \t]*+"
    r"|[#* \t]*+(?:Transcription|Meeting) ended after [\d:]++[^\w\n]*+"
    r"|[#*_ \t]*+This editable transcript was computer generated[^\n]*+"
    r"|\*{4} (?:BEGIN|ENDING) LOGGING AT [^\n]*+"
    r")(?=\n)"
)
_REACTIONS = re.compile(
    r"\n(?::[\w+\-]{1,40}:[ \t]*+(?:\n\d{1,4}[ \t]*+)?|\d{1,4} repl(?:y|ies)[^\n]{0,40}+)(?=\n)"
)
_DISFLUENCY = re.compile(r"\{(?:disfmarker|gap)\}[ \t]?")
_DIRECTIVE = re.compile(r"\n_(?:page|tape|extra|comment)[ \t]*+:[^\n]*+")
_NUMBERED = re.compile(r"\n[ \t]{0,3}+(?P<number>\d{1,2})(?:[ \t]{2,}+|[ \t]*+(?=\n))")
_PAGE = re.compile(r"[ \t\f]*+(?:Page[ \t]++)?-?[ \t]?\d{1,5}[ \t]?-?[ \t]*+", re.IGNORECASE)
_COURT_HEADING = re.compile(
    r"\n[ \t]*+(?:\d{1,2}[ \t]{2,}+)?(?P<at>)"
    r"(?:(?:(?:ORAL|REBUTTAL|OPENING|CLOSING) )?(?:ARGUMENT|STATEMENT) (?:OF|BY|ON)\b[^\na-z:]*+"
    r"|(?:(?:RE|FURTHER |VOIR )?-?(?:DIRECT|CROSS|DIRE)[ -]*+)?EXAMINATION)[ \t]*+(?=\n)"
)
_MOST_LINES_BETWEEN_PAGES = 12
_STEPS = 0.8


class FrontMatter(NamedTuple):
    """The block of settings that a Markdown file may begin with."""

    end: int
    title: str


def front_matter(scan: str) -> FrontMatter:
    """Return where the front matter ends, 0 without any, and the title in it."""
    found = _FRONT_MATTER.match(scan)
    if not found:
        return FrontMatter(0, "")
    title = _TITLE.search(scan, 0, found.end())
    says = title["title"].strip().strip("'\"") if title else ""
    return FrontMatter(found.end() - 1, says)


def footers(scan: str) -> Iterator[Edit]:
    """Yield what an export writes around what was said."""
    for found in _FOOTERS.finditer(scan) if _may_have_footer(scan) else ():
        yield Edit(found.start(), found.end() - 1)


def _may_have_footer(scan: str) -> bool:
    return any(word in scan for word in ("transcription", "Transcri", "ended after", "LOGGING"))


def reactions(scan: str) -> Iterator[Edit]:
    """Yield the counters below the messages of a pasted chat."""
    for found in _REACTIONS.finditer(scan):
        yield Edit(found.start(), found.end() - 1)


def disfluencies(scan: str) -> Iterator[Edit]:
    """Yield the marks by which meeting corpora say that a speaker broke off."""
    for found in _DISFLUENCY.finditer(scan) if "{disfmarker}" in scan else ():
        yield Edit(found.start() - 1, found.end() - 1)


def directives(scan: str) -> Iterator[Edit]:
    """Yield the lines that tell pages and tapes of an air-to-ground transcript."""
    for found in _DIRECTIVE.finditer(scan) if "\n_" in scan else ():
        yield Edit(found.start(), found.end() - 1)


def court_headings(scan: str) -> Iterator[int]:
    """Yield where a court reporter says that somebody else will ask or argue from here on."""
    if "ARGUMENT" in scan or "EXAMINATION" in scan or "STATEMENT" in scan:
        for found in _COURT_HEADING.finditer(scan):
            yield found.start("at") - 1


def court_numbers(scan: str) -> list[Edit]:
    """Return the line numbers of a court reporter's pages, and what stands between pages.

    A document is numbered if most of its numbers follow the one before, or begin anew with 1.
    """
    found = list(_NUMBERED.finditer(scan))
    if not _counts_up([int(match["number"]) for match in found]):
        return []
    between = list(_between(scan, found))
    repeated = Counter(line.strip() for _, lines in between for line in lines)
    edits = [
        _page_edit(match, start, lines, repeated)
        for match, (start, lines) in zip(found, between, strict=False)
    ]
    start, lines = between[-1]
    if lines and all(_is_furniture(line, repeated) for line in lines):
        edits.append(Edit(start, len(scan) - 2))
    return edits


def _page_edit(match: re.Match[str], start: int, lines: list[str], repeated: Counter[str]) -> Edit:
    """Leave out a line's number, and what stands between the page before and this one."""
    end = match.end() - 1
    if lines and all(_is_furniture(line, repeated) for line in lines):
        return Edit(start, end, "\n" if start else "")
    return Edit(match.start(), end)


def _counts_up(numbers: list[int]) -> bool:
    if len(numbers) < 5 or max(numbers) > 60:  # noqa: PLR2004
        return False
    steps = sum(after in (before + 1, 1) for before, after in pairwise(numbers))
    return steps >= _STEPS * (len(numbers) - 1)


def _between(scan: str, found: list[re.Match[str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield where pages end and the lines up to the next, for each number and for the end.

    There are no lines for a number inside a page.
    """
    before = 0
    for match in found:
        if match["number"] == "1":
            yield max(0, before - 1), _few_lines(scan[before : match.start()])
        else:
            yield 0, []
        before = scan.find("\n", match.end())
    yield before - 1, _few_lines(scan[before:].rstrip("\n"))


def _few_lines(part: str) -> list[str]:
    # Counted first: a long part is no gap between pages, and is not taken apart.
    return part.split("\n")[1:] if part.count("\n") <= _MOST_LINES_BETWEEN_PAGES else []


def _is_furniture(line: str, repeated: Counter[str]) -> bool:
    line = line.strip()
    return not line or _PAGE.fullmatch(line) is not None or repeated[line] > 1
