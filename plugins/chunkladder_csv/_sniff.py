"""Whether a text without a name is a table."""

from __future__ import annotations

import re

from ._dialect import SEP_LINE

_QUOTED = re.compile(r'"(?:[^"]|"")*+"')
_LINE_END = re.compile(r"\r\n?|\n")
_LEAST = 4
_ENOUGH = 6
_SURE = 0.9
_LIKELY = 0.6
# Code, Markdown and prose: braces, statements, pipes at the edge, a space behind each comma.
_NOT = re.compile(
    r"[{}]|^\s|[;,]\s*$|^\s*[|#>*]|\w\(|^(?:import|from|def|class|return|let|var|const)\b"
    r"|[.!?][\"')]?\s*$|^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S* +\S+ |\b(?:INFO|WARN|ERROR|DEBUG)\b"
)
_SPACED = re.compile(r"[,;] ")
_PART = 20


def rate(head: str, delimiters: str) -> float:
    """Return how sure it is that a text is a table with one of some delimiters."""
    told = SEP_LINE.match(head)
    if told:
        return _SURE if told[1] in delimiters else 0.0
    lines = _LINE_END.split(_QUOTED.sub('""', head.removeprefix("\ufeff")))
    if len(lines) > 1:
        lines = lines[:-1] if len(head) > 8000 or not lines[-1] else lines  # noqa: PLR2004
    lines = [line for line in lines if line]
    if len(lines) < _LEAST:
        return 0.0
    return max(_rate(lines, delimiter) for delimiter in delimiters)


def _is_odd(line: str, delimiter: str) -> bool:
    """Tell whether a line is hardly a row; only commas and semicolons are marks of prose, too."""
    if _NOT.search(line):
        return True
    spaced = len(_SPACED.findall(line))
    return delimiter in ",;" and 2 * spaced > line.count(",") + line.count(";")


def _rate(lines: list[str], delimiter: str) -> float:
    odd = sum(_is_odd(line, delimiter) for line in lines)
    if _PART * odd > len(lines):
        return 0.0
    counts = {line.count(delimiter) for line in lines}
    if len(counts) > 1 or counts <= {0, 1}:
        return 0.0
    return _SURE if len(lines) >= _ENOUGH else _LIKELY
