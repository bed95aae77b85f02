"""The keys of a configuration: what each may hold, in words, as a check and as a JSON schema."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from math import isfinite
from typing import Any, get_args

from .errors import ConfigError
from .rungs import Keep, Regex

FILE = "chunkladder.toml"
SCHEMA_FILE = "chunkladder.schema.json"

Schema = dict[str, Any]


class UnfitError(Exception):
    """A value is not what a key may hold."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    Attributes:
        name: The key.
        expected: What it may hold, in words.
        read: Returns the value as the splitter wants it, or raises ``UnfitError``.
        schema: What it may hold, as a JSON schema.
        default: What holds without it, in words.
        meaning: What it is for, in one sentence or two.
    """

    name: str
    expected: str
    read: Callable[[object], Any]
    schema: Schema
    default: str
    meaning: str


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise UnfitError
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise UnfitError
    return value


def _whole(least: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise UnfitError
        return value

    return read


def _share(value: object) -> int | float:
    if isinstance(value, float) and 0 <= value < 1:
        return value
    return _whole(0)(value)


def _tokens(value: object) -> int | str:
    return "auto" if value == "auto" else _whole(0)(value)


def _parent(value: object) -> int | str:
    return _text(value) if isinstance(value, str) else _whole(1)(value)


def _keep(value: object) -> str:
    if value not in get_args(Keep):
        raise UnfitError
    return str(value)


def _rung(value: object) -> str | Regex:
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping) or not set(value) <= {"pattern", "keep"}:
        raise UnfitError
    keep = _keep(value["keep"]) if "keep" in value else None
    try:
        return Regex(_text(value.get("pattern")), keep=keep)  # type: ignore[arg-type]
    except ConfigError as error:
        raise UnfitError(error.expected) from error


def _ladder(value: object) -> tuple[str | Regex, ...]:
    if not isinstance(value, list) or not value:
        raise UnfitError
    return tuple(map(_rung, value))


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise UnfitError
    return dict(value)


def _facts(value: object) -> Mapping[str, object]:
    facts = _table(value)
    if any(_is_beyond_json(one) for one in facts.values()):
        raise UnfitError("facts that JSON can write, so neither nan nor inf")
    return facts


def _is_beyond_json(value: object) -> bool:
    if isinstance(value, float):
        return not isfinite(value)
    if isinstance(value, Mapping):
        value = list(value.values())
    return isinstance(value, list) and any(map(_is_beyond_json, value))


def _tables(value: object) -> Mapping[str, Mapping[str, object]]:
    return {name: _table(inner) for name, inner in _table(value).items()}


def _globs(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not value:
        raise UnfitError
    return tuple(map(_glob, value))


def _glob(value: object) -> str:
    from pathspec import GitIgnoreSpec

    glob = _text(value)
    try:
        about = [each.include for each in GitIgnoreSpec.from_lines([glob]).patterns]
    except ValueError:
        about = []
    if about in ([], [None]):
        expected = f"globs as in .gitignore, of which {dumps(glob, ensure_ascii=False)} is none"
        raise UnfitError(expected + (r"; a # that begins a name is \#" if glob[0] == "#" else ""))
    return glob


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise UnfitError
    return tuple(map(_text, value))


def _owners(value: object) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, _text(owner)) for name, owner in _table(value).items()))


_TEXT: Schema = {"type": "string", "minLength": 1}
_RUNG_SCHEMA: Schema = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {"pattern": _TEXT, "keep": {"enum": [*get_args(Keep)]}},
            "required": ["pattern"],
            "additionalProperties": False,
        },
    ]
}


def _from(least: int) -> Schema:
    return {"type": "integer", "minimum": least}


SETTINGS: tuple[Key, ...] = (
    Key(
        "format",
        "a format's name",
        _text,
        _TEXT,
        "found",
        "The format. By default it is found from the name and the content of each file.",
    ),
    Key(
        "size",
        "a whole number above 0",
        _whole(1),
        _from(1),
        "1000",
        "The most that a chunk with its context may measure, in the unit of `measure`.",
    ),
    Key(
        "overlap",
        "a whole number from 0 up, or a share below 1 like 0.15",
        _share,
        {"anyOf": [_from(0), {"type": "number", "minimum": 0, "exclusiveMaximum": 1}]},
        "0",
        "The most that neighbors may share: in the same unit, or as a share of the size.",
    ),
    Key(
        "overlap_at",
        "a rung: a name, a literal or {pattern = …}",
        _rung,
        _RUNG_SCHEMA,
        "whole pieces",
        "A rung at whose cuts chunks may begin earlier, by up to `overlap`.",
    ),
    Key(
        "measure",
        "a measure's name",
        _text,
        _TEXT,
        "`characters`",
        "`characters`, `words`, `bytes`, `tiktoken:ENCODING`, `tokenizers:FILE.json`, or a "
        "plugin's measure.",
    ),
    Key(
        "special_tokens",
        'a whole number from 0 up, or "auto"',
        _tokens,
        {"anyOf": [_from(0), {"const": "auto"}]},
        "0",
        "How many tokens the model puts around every text; `auto`: as many as the tokenizer says.",
    ),
    Key(
        "ladder",
        "a list of at least one rung: names, literals or {pattern = …}",
        _ladder,
        {"type": "array", "items": _RUNG_SCHEMA, "minItems": 1},
        "the format's",
        "Where to cut, coarse to fine.",
    ),
    Key(
        "context",
        "true or false",
        _flag,
        {"type": "boolean"},
        "true",
        "Whether the path is put in front of the text to embed.",
    ),
    Key(
        "keep",
        '"start", "end" or "drop"',
        _keep,
        {"enum": [*get_args(Keep)]},
        "`start`",
        "Where literals and patterns of the ladder stay: with the piece after them, with the one "
        "before, or in neither.",
    ),
    Key(
        "min_size",
        "a whole number from 0 up",
        _whole(0),
        _from(0),
        "0",
        "A smaller chunk joins a neighbor under the same parent scope if both fit.",
    ),
    Key(
        "parent",
        "a whole number above 0, or a rung's name",
        _parent,
        {"anyOf": [_from(1), _TEXT]},
        "none",
        "The size of larger chunks that hold the others, or the rung to cut them at.",
    ),
    Key(
        "stable",
        "true or false",
        _flag,
        {"type": "boolean"},
        "false",
        "Whether rows and records are cut where their content says so, so that an insertion moves"
        " few cuts.",
    ),
    Key(
        "options",
        "a table of options",
        _table,
        {"type": "object"},
        "the format's",
        "Options of the format. Where no `format` stands beside it: a table of options for each "
        "format.",
    ),
    Key(
        "metadata",
        "a table",
        _facts,
        {"type": "object"},
        "none",
        "Facts that every chunk inherits.",
    ),
)
"""What ``[defaults]`` and rules may hold."""

RULE: tuple[Key, ...] = (
    Key(
        "match",
        "a glob, or a list of at least one",
        _globs,
        {"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]},
        "",
        "Which files: globs as in `.gitignore`, relative to the folder of the configuration. "
        "Every rule has it.",
    ),
    Key(
        "skip",
        "true or false",
        _flag,
        {"type": "boolean"},
        "false",
        "Whether the files are left out.",
    ),
    *SETTINGS,
)
"""What a rule may hold."""

PLUGINS: tuple[Key, ...] = (
    Key(
        "disable",
        "a list of plugins' names",
        _names,
        {"type": "array", "items": _TEXT},
        "none",
        "Plugins that are not loaded, as `chunkladder plugins` names them or their distribution.",
    ),
    Key(
        "prefer",
        'a table like {csv = "my-distribution"}',
        _owners,
        {"type": "object", "additionalProperties": _TEXT},
        "none",
        "For a format or measure that several distributions claim: the one that brings it.",
    ),
)
"""What ``[plugins]`` may hold."""

TOP: Mapping[str, str] = {
    "defaults": "What holds for every file.",
    "rule": "What holds for some of them. Later rules win, key by key.",
    "plugins": "Which plugins there are.",
    "format": "Formats that are declared here.",
}
"""The tables of the file."""


def named(keys: Iterable[Key]) -> Mapping[str, Key]:
    """Return keys by their names."""
    return {key.name: key for key in keys}


def object_schema(keys: Sequence[Key]) -> Schema:
    """Return the JSON schema of a table with these keys."""
    return {
        "type": "object",
        "properties": {
            key.name: {"description": key.meaning.replace("`", ""), **key.schema} for key in keys
        },
        "additionalProperties": False,
    }
