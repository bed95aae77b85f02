"""Grammars: where they are found, which ones are not to be trusted, and parsing within bounds."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from chunkladder import MissingDependencyError

if TYPE_CHECKING:
    from tree_sitter import Tree

HANGING = frozenset({"cobol"})
"""Grammars that loop for ever, without a callback, on some input: COBOL's does on ``x``."""

STEPS = 1_000
STEPS_PER_BYTE = 1
"""Progress callbacks that a parse may take: some, and so many for each byte.

The parser calls back once for each hundred of its operations. Real code takes a call for every 25
to 350 bytes, and text of another language or with random bytes put in not many more.
"""


CHUNK = 1 << 14
"""Bytes that the parser is given in one go."""

READS, READS_PER_CHUNK = 64, 16
RESTLESS = {"perl": 1 << 12, "scala": 1 << 13}
"""How often it may come back for more: some, and so many for each chunk.

A scanner that runs to the end of the text again and again, for a comment that is never closed,
does so within one step. Real code is read once or twice, but for that in a few languages, whose
scanners look far ahead.
"""

DEEP = 200
"""Levels from which on text is not handed to a grammar that cannot take it.

The scanners of some grammars keep their open levels in 1,024 bytes, and write behind them.
"""

BY_INDENTS = frozenset(
    {
        *("agda", "elm", "fsharp", "fsharp_signature", "gdscript", "gn", "haskell", "nim"),
        *("pug", "purescript", "scala", "starlark", "yaml"),
    }
)
"""Grammars whose scanners keep the indents that are open."""

_INDENTS = (b"\n" + b" " * DEEP, b"\t" * DEEP, b"- " * DEEP, b"? " * DEEP)
_OPEN_STRINGS = re.compile(rb"(?:[\"`'][^\"`'{}\n]{0,64}[$#@]?\{[^\"`'{}\n]{0,64}){%d}" % DEEP)
"""Strings with expressions in them in which strings stand again."""


def distributions(grammar: str) -> tuple[str, ...]:
    """Return the distributions that a grammar may come from, and that of the parser."""
    return "tree-sitter", "tree-sitter-language-pack", f"tree-sitter-{grammar.replace('_', '-')}"


def is_too_deep(grammar: str, data: bytes) -> bool:
    """Tell whether a text is nested so deeply that a grammar's scanner might not survive it."""
    if grammar in BY_INDENTS and (
        data.startswith(_INDENTS[0][1:]) or any(indent in data for indent in _INDENTS)
    ):
        return True
    return data.count(b"{") >= DEEP and _OPEN_STRINGS.search(data) is not None


class UnparsedError(Exception):
    """There is no tree; the message says why, in words for people."""


def parse(grammar: str, data: bytes, *, plugin: str) -> Tree:
    """Parse a text within a number of steps that depends on its length alone.

    The steps are counted, not timed, so that the same text always has the same result.

    Args:
        grammar: The grammar's name.
        data: UTF-8.
        plugin: The format's name, for errors.

    Raises:
        UnparsedError: There is no such grammar, it cannot be trusted, or the steps ran out.
        MissingDependencyError: tree-sitter or the grammars are not installed.
    """
    parser = _parser(grammar, plugin)
    if is_too_deep(grammar, data):
        raise UnparsedError(f"the text is nested too deeply for the {grammar} grammar")
    rest = memoryview(data)
    left = STEPS + STEPS_PER_BYTE * len(data)
    reads = READS + RESTLESS.get(grammar, READS_PER_CHUNK) * (len(data) // CHUNK + 1)

    def read(offset: int, point: object) -> Any:
        nonlocal reads
        reads -= 1
        # Past the limit the text seems to end, so that the parse does.
        return rest[offset : offset + CHUNK] if reads > 0 else b""

    def is_too_long(offset: int, has_error: bool) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    try:
        tree: Tree | None = parser.parse(read, progress_callback=is_too_long)
    except ValueError:  # "Parsing failed", which is what a parser says that was stopped
        tree = None
    if tree is None or reads <= 0:
        raise UnparsedError(f"the {grammar} grammar ran out of steps")
    return tree


def _parser(grammar: str, plugin: str) -> Any:
    try:
        from tree_sitter import Parser
    except ImportError:
        raise MissingDependencyError("tree_sitter", "code", plugin=plugin) from None
    return Parser(_language(grammar, plugin))


def _language(grammar: str, plugin: str) -> Any:
    if grammar in HANGING:
        raise UnparsedError(f"the {grammar} grammar is known to hang")
    found = _packed(grammar) or _from_wheel(grammar)
    if found is not None:
        return found
    if not _has_pack():
        raise MissingDependencyError("tree_sitter_language_pack", "code", plugin=plugin)
    raise UnparsedError(f"no grammar named {grammar} is installed")


@cache
def _has_pack() -> bool:
    try:
        import_module("tree_sitter_language_pack")
    except ImportError:
        return False
    return True


@cache
def _packed(grammar: str) -> Any:
    """Return a grammar of the pack, or None."""
    if not _has_pack():
        return None
    try:
        return import_module("tree_sitter_language_pack").get_language(grammar)
    except (ImportError, LookupError, ValueError):
        return None


@cache
def _from_wheel(grammar: str) -> Any:
    """Return a grammar of a wheel of its own, ``tree-sitter-<language>``, or None."""
    from tree_sitter import Language

    try:
        return Language(import_module(f"tree_sitter_{grammar}").language())
    except (ImportError, AttributeError, ValueError):
        return None
