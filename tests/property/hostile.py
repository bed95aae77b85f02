"""Texts on which splitting could be slow, of any length."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def prose(length: int) -> str:
    """Write paragraphs of sentences of words, the same every time."""
    draw = random.Random(length)
    parts: list[str] = []
    total = 0
    while total < length:
        words = ["".join(draw.choices("abcdefghijklmnop", k=draw.randint(1, 9))) for _ in range(12)]
        end = draw.choice((". ", ". ", ".\n", ".\n\n", "? "))
        parts.append(" ".join(words).capitalize() + end)
        total += len(parts[-1])
    return "".join(parts)[:length]


def _repeated(unit: str) -> Callable[[int], str]:
    return lambda length: (unit * (length // len(unit) + 1))[:length]


def _nested(length: int) -> str:
    depth, parts, total = 0, [], 0
    while total < length:
        depth = depth % 60 + 1
        parts.append(f"{'#' * depth} Title {depth}\n\nA line.\n")
        total += len(parts[-1])
    return "".join(parts)[:length]


PLAIN: Mapping[str, Callable[[int], str]] = {
    "endless line": _repeated("A word and another, then a full stop. "),
    "no spaces": _repeated("abcdefghij"),
    "blank lines": _repeated("\n"),
    "blanks": _repeated(" "),
    "carriage returns": _repeated("\r"),
    "full stops": _repeated("."),
    "no Latin": _repeated("中文没有空格也没有句号"),
    "combining marks": _repeated("\u0301"),
    "flags": _repeated("🇩🇪"),
    "joined emoji": _repeated("👩\u200d"),
    "surrogates": _repeated("\ud800"),
}
"""Plain texts by name, each a function of the length."""

MADE_UP: Mapping[str, Callable[[int], str]] = {
    "deep nesting": _nested,
    "one huge table": _repeated("| a cell | another cell |\n"),
    "many tiny sections": _repeated("# T\nx\n"),
    "one huge fence": lambda length: "```\n" + _repeated("some = code\n")(length),
    "comments": _repeated("%% c\n"),
    "edits": _repeated("a&amp;"),
    "items": _repeated("- an item\n"),
    "kept lines": _repeated("!k\n"),
    "turns": _repeated("@ann\nHello.\n"),
}
"""Texts of the made-up format."""
