"""Where each key of a TOML file stands, which the parser of the standard library does not tell."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Path: TypeAlias = tuple[str | int, ...]
"""Keys from the outermost table in; a number, counted from 0, picks one of an array of tables."""

_TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*|\n'''
    r"""|[\[\]{}=.,]|[^\s\[\]{}=.,"'\#]+""",
    re.DOTALL,
)
_OPENING, _CLOSING = "[{", "]}"


def places(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, on which each table and each key of one begins.

    Keys inside an array or an inline table are not among them; ``line_of`` gives the line of what
    they stand in.

    Args:
        text: Valid TOML 1.0.
    """
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for line, tokens in _statements(text):
        if tokens[0] == "[":
            table = _header(tokens, counts)
            found.setdefault(table, line)
        else:
            found.setdefault(table + _key(tokens[: tokens.index("=")]), line)
    return found


def line_of(path: Path, places: Mapping[Path, int]) -> int | None:
    """Return the line of a key, or that of the nearest table that holds it and has one.

    A table without a header of its own has the line of the first that stands in it.
    """
    for length in range(len(path), 0, -1):
        found = [line for each, line in places.items() if each[:length] == path[:length]]
        if found:
            return places.get(path[:length], min(found))
    return None


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each header, and each key with its value, as tokens, with its line."""
    line, depth = 1, 0
    began, tokens = 1, list[str]()
    for token in _TOKEN.findall(text.replace("\r\n", "\n") + "\n"):
        if token == "\n" and depth == 0:
            if tokens:
                yield began, tokens
            tokens = []
        elif token != "\n" and not token.startswith("#"):
            began = began if tokens else line
            tokens.append(token)
            depth += (token in _OPENING) - (token in _CLOSING)
        line += token.count("\n")


def _header(tokens: Sequence[str], counts: dict[Path, int]) -> Path:
    is_array = tokens[:2] == ["[", "["]
    names = _key([token for token in tokens if token not in _OPENING + _CLOSING])
    path: Path = ()
    for at, name in enumerate(names):
        path += (name,)
        if is_array and at == len(names) - 1:
            counts[path] = counts.get(path, 0) + 1
        if path in counts:
            path += (counts[path] - 1,)
    return path


def _key(tokens: Sequence[str]) -> Path:
    return tuple(_name(token) for token in tokens if token != ".")


def _name(token: str) -> str:
    if token[0] in "\"'":
        return str(tomllib.loads(f"key = {token}")["key"])
    return token
