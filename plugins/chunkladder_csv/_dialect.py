"""In which dialect a table is written."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from ._rows import Dialect, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._options import CsvOptions, LineEnd

SAMPLE = 65_536
_ASKED = 8_192
"""How much others get to see, who take more than linear time."""

_LINES = 400
_LIKELY = ",;\t|"
_WEIGHTS = {
    ",": 1.0,
    ";": 1.0,
    "\t": 1.0,
    "|": 1.0,
    ":": 0.5,
    "~": 0.6,
    "^": 0.6,
    "*": 0.4,
    " ": 0.4,
}
_SURE = 0.7
_SOME = 0.4
_MOST = 0.95
SEP_LINE = re.compile(r"\ufeff?\"?sep=(.)\"?[ \t]*(?=\r|\n|\Z)", re.IGNORECASE)
_NO_ROW = re.compile(r"\s*(?:#.*|\Z)")
_QUOTED = {
    quote: re.compile(rf"(?<![\w{quote}]){quote}(?:[^{quote}]|{quote}{quote})*+{quote}(?!\w)")
    for quote in "\"'"
}


def sample_of(text: str) -> str:
    """Return the beginning of a text, in whole lines if it can be."""
    if len(text) <= SAMPLE:
        return text
    head = text[:SAMPLE]
    return head[: max(head.rfind("\n"), head.rfind("\r")) + 1] or head


def dialect_of(text: str, options: CsvOptions, preferred: str = "") -> Dialect:
    """Find the dialect of a text from its first 64 kB; options go before what is found.

    Args:
        text: Any text.
        options: What is known.
        preferred: The delimiter that the format is named after; taken if the text has it.
    """
    sample = sample_of(text)
    told = SEP_LINE.match(sample)
    body = sample[told.end() :] if told else sample.removeprefix("\ufeff")
    quote = options.quote if options.quote is not None else _quote(body)
    known = options.delimiter or (told[1] if told else "")
    if not known and preferred and preferred in body:
        known = preferred
    bare = _bare(body, quote)
    delimiter = known or _delimiter(body, bare)
    escape = options.escape if options.escape is not None else _escape(body, quote, delimiter)
    line_end = options.line_end or _line_end(bare, delimiter)
    return Dialect(
        delimiter,
        quote if quote != delimiter else "",
        escape if escape not in (delimiter, quote) else "",
        _has_space(body, delimiter, quote),
        line_end,
        options.comment if options.comment is not None else _comment(body, delimiter),
        _width(_lines(bare, line_end), delimiter)[0] + 1,
    )


def _bare(text: str, quote: str) -> str:
    """Return a text with what is quoted taken out."""
    pattern = _QUOTED.get(quote)
    if not pattern or quote not in text:
        return text
    # A field that holds this much is none: its quote is not closed.
    return pattern.sub(lambda found: found[0] if len(found[0]) > _ASKED else "", text)


def _lines(text: str, line_end: LineEnd) -> list[str]:
    lines = lines_of(text, line_end)[1]
    kept = [line for line in lines if not _NO_ROW.match(line)]
    return kept[:_LINES]


def _width(lines: list[str], delimiter: str) -> tuple[int, float]:
    """Return how often a delimiter mostly stands in a line, and in what part of the lines."""
    counts = Counter(line.count(delimiter) for line in lines)
    if not counts:
        return 0, 0.0
    most, times = max(counts.items(), key=lambda item: (item[1], item[0]))
    return most, times / len(lines)


def _delimiter(text: str, bare: str) -> str:
    """Return what stands equally often in most lines; a comma if nothing does."""
    scores = sorted(_scores(bare), reverse=True)
    if scores and scores[0][0] >= _SURE:
        return scores[0][2]
    parts = {delimiter: score / _WEIGHTS[delimiter] for score, _, delimiter in scores}
    asked = _ask(text[:_ASKED])
    least = _SOME if asked in _LIKELY else _MOST
    if asked and parts.get(asked, 0.0) >= least:
        return asked
    likely = [
        delimiter for score, _, delimiter in scores if delimiter in _LIKELY and score >= _SOME
    ]
    return likely[0] if likely else ","


def _scores(bare: str) -> Iterator[tuple[float, int, str]]:
    lines = _lines(bare, "any")
    for delimiter, weight in _WEIGHTS.items():
        most, part = _width(lines, delimiter)
        if most:
            yield weight * part, most, delimiter


def _ask(text: str) -> str:
    """Ask those who look at the types of cells, too."""
    try:
        import clevercsv
    except ImportError:
        return _ask_standard_library(text)
    try:
        found = clevercsv.Sniffer().sniff(text)
    except Exception:  # noqa: BLE001 - it fails in many ways on what is no table
        return ""
    return str(found.delimiter) if found and found.delimiter else ""


def _ask_standard_library(text: str) -> str:
    import csv

    try:
        return csv.Sniffer().sniff(text, _LIKELY).delimiter
    except csv.Error:
        return ""


def _quote(text: str) -> str:
    """Return the quote that more fields begin and end with."""
    times = {
        quote: len(
            re.findall(rf"(?:^|[,;\t|])[ ]?{quote}[^\n]*?{quote}(?=[ ]?[,;\t|\r\n]|\Z)", part, re.M)
        )
        for quote in "\"'"
        for part in [text[:_ASKED]]
    }
    return "'" if times["'"] > times['"'] else '"'


def _escape(text: str, quote: str, delimiter: str) -> str:
    """Return a backslash if quotes behind one are text more often than they close a field."""
    if not quote or "\\" + quote not in text:
        return ""
    behind = [
        text[found.end() : found.end() + 1]
        for found in re.finditer(rf"(?<!\\)(?:\\\\)*\\{re.escape(quote)}", text)
    ]
    closing = sum(char in ("", "\r", "\n", delimiter) for char in behind)
    return "\\" if 2 * closing < len(behind) else ""


def _has_space(text: str, delimiter: str, quote: str) -> bool:
    """Tell whether blanks stand between delimiters and quotes that open a field."""
    if not quote or delimiter in " \t" or f"{delimiter} {quote}" not in text:
        return False
    # A cell may hold JSON, in which the same stands.
    starts = (
        [found.start() for found in _QUOTED[quote].finditer(text[:_ASKED])]
        if quote in _QUOTED
        else []
    )
    spaced = sum(text.endswith(f"{delimiter} ", 0, at) for at in starts)
    return 0 < spaced >= sum(text.endswith(delimiter, 0, at) for at in starts)


def _line_end(bare: str, delimiter: str) -> LineEnd:
    """Return what ends rows, where cells may hold other line ends without quotes."""
    alone = len(re.findall(r"\r(?!\n)", bare))
    pairs = bare.count("\r\n")
    feeds = bare.count("\n") - pairs
    best: LineEnd = "any"
    if not (alone or pairs) or not (feeds or (alone and pairs)):
        return best
    most = _width(_lines(bare, "any"), delimiter)[1]
    choices: tuple[tuple[LineEnd, int], ...] = (("cr", alone), ("crlf", pairs))
    for choice, times in choices:
        width, part = _width(_lines(bare, choice), delimiter)
        if times and width and part > most:
            best, most = choice, part
    return best


def _comment(text: str, delimiter: str) -> str:
    """Return ``#`` if the first line begins with it; alone in a field it is a column's name."""
    lines = [line for line in lines_of(text[:_ASKED], "any")[1] if line.strip()]
    marked = sum(line.startswith("#") for line in lines)
    if not 0 < marked < len(lines) or not lines[0].startswith("#"):
        return ""
    return "" if lines[0].startswith("#" + delimiter) else "#"
