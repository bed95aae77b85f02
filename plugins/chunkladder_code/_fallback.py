"""Ladders of literals, for code that has no tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import Ladder, Regex

if TYPE_CHECKING:
    from collections.abc import Mapping

_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async"
    r"|pub(?:\([a-z]+\))?|open|override|inline|data|sealed)[ \t]+)*"
)
_DEFINERS = (
    r"(?:class|struct|interface|enum|trait|impl|namespace|module|object|function|func|fun|fn|def"
    r"|type|extension|protocol)\b"
)

FAMILIES: Mapping[str, str] = {
    "indent": r"\n(?:class|def|async def|proc|func|type)\b",
    "brace": rf"\n{_MODIFIERS}{_DEFINERS}",
    "end": r"\n(?:class|module|def|function|local function|sub|package|defmodule)\b",
    "paren": r"\n(?=\()",
    "sql": r"\n(?:(?i:create|alter|drop|insert|select|update|delete|with|grant)\b)",
    "data": r"\n(?=[^\s#;/-])",
}
"""What begins a definition, at the start of a line, in languages that look alike."""


def literal_ladder(family: str) -> Ladder:
    """Return the ladder of a family: its definitions, then blank lines, lines and words."""
    definition = Regex(FAMILIES[family], keep="start", label="definition")
    return Ladder([definition, "paragraph", "line", "word", "grapheme"])
