"""The JSON schema of a configuration, for editors that complete and check it.

``python -m chunkladder.schema`` prints that of the formats that are installed. The one that is
shipped knows the formats of this project; others are allowed and not completed.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from .declared import DEEPEST, CutPattern, ScopePattern
from .keys import PLUGINS, RULE, SCHEMA_FILE, SETTINGS, TOP, Schema, object_schema
from .plaintext import TextFormat
from .rungs import GENERAL_RUNGS, Keep

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .formats import Format

SHIPPED = Path(__file__).with_name(SCHEMA_FILE)
"""Where the schema lies that is shipped."""

_PLAIN: Mapping[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
}


_RUNG_NAME = "^[a-z][a-z0-9-]{2,}$"


def _table(keys: Iterable[str], required: Sequence[str], **kinds: Schema) -> Schema:
    return {
        "type": "object",
        "properties": {key: kinds.get(key, {"type": "string"}) for key in keys},
        "required": list(required),
        "additionalProperties": False,
    }


_STRINGS: Schema = {"type": "array", "items": {"type": "string"}}
_RUNG: Schema = {
    "anyOf": [
        {"enum": [*GENERAL_RUNGS]},
        {"type": "string", "not": {"pattern": _RUNG_NAME}},
        _table(
            CutPattern._fields, ("name", "pattern"), name={"type": "string", "pattern": _RUNG_NAME}
        ),
        _table(("separator", "keep"), ("separator",), keep={"enum": [*get_args(Keep)]}),
    ]
}
_RUNGS: Schema = {
    "anyOf": [
        {"type": "array", "minItems": 1, "items": _RUNG},
        {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": _RUNG_NAME},
            "additionalProperties": {"type": "string"},
        },
    ]
}
_SCOPES: Schema = {
    "type": "array",
    "items": {
        "anyOf": [
            {"type": "string"},
            _table(
                ScopePattern._fields,
                ("pattern",),
                level={"type": "integer", "minimum": 1, "maximum": DEEPEST},
                carry={"type": "boolean"},
            ),
        ]
    },
}
_DECLARED: Schema = {
    "type": "object",
    "properties": {
        "suffixes": {"type": "array", "items": {"type": "string", "pattern": "^[^A-Z]+$"}},
        "media_types": _STRINGS,
        "looks_like": {"type": "string"},
        "ladder": _RUNGS,
        "scopes": _SCOPES,
        "atoms": _STRINGS,
        "drops": _STRINGS,
        "trim": {"enum": ["space", "lines"]},
    },
    "required": ["ladder"],
    "additionalProperties": False,
}
"""A format that is declared."""


def config_schema(formats: Iterable[Format]) -> Schema:
    """Return the schema of a configuration, with the options of these formats."""
    known = sorted(formats, key=lambda each: each.name)
    kinds = {each.options: f"options-of-{each.name}" for each in reversed(known)}
    by_format: Schema = {
        "type": "object",
        "properties": {each.name: _ref(kinds[each.options]) for each in known},
        "additionalProperties": {"type": "object"},
    }
    defaults, rule = object_schema(SETTINGS), object_schema(RULE)
    for table in (defaults, rule):
        table["properties"]["format"] |= {"anyOf": [{"enum": [f.name for f in known]}, {}]}
    defaults["properties"]["options"] = by_format
    rule["required"] = ["match"]
    rule["allOf"] = [
        _of_format([each.name for each in known if each.options is kind], _ref(name))
        for kind, name in reversed(kinds.items())
    ]
    rule["allOf"].append(_of_none(by_format))
    tables = {
        "defaults": defaults,
        "rule": {"type": "array", "items": rule},
        "plugins": object_schema(PLUGINS),
        "format": {
            "type": "object",
            "propertyNames": {"not": {"const": TextFormat.name}},
            "additionalProperties": _DECLARED,
        },
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "chunkladder.toml",
        "type": "object",
        "properties": {name: {"description": TOP[name], **tables[name]} for name in TOP},
        "additionalProperties": False,
        "definitions": {name: options_schema(kind) for kind, name in reversed(kinds.items())},
    }


def own_formats() -> list[Format]:
    """Return the formats that this distribution brings."""
    from .plugins import PROJECT, registry

    found = registry()
    return [
        each for each in found.formats() if (found.owner(each.name) or "").split(" ")[0] == PROJECT
    ]


def written(schema: Schema) -> str:
    """Return a schema as the text of a file."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _of_format(names: list[str], options: Schema) -> Schema:
    return {
        "if": {"properties": {"format": {"enum": names}}, "required": ["format"]},
        "then": {"properties": {"options": options}},
    }


def _of_none(options: Schema) -> Schema:
    return {
        "if": {"not": {"required": ["format"]}},
        "then": {"properties": {"options": options}},
    }


def options_schema(kind: Any) -> Schema:
    """Return the schema of a format's options."""
    hints = get_type_hints(kind)
    properties = {each.name: _typed(hints[each.name]) for each in fields(kind) if each.init}
    for each in fields(kind):
        if each.name in properties and isinstance(each.default, bool | int | float | str):
            properties[each.name]["default"] = each.default
        elif each.default not in (MISSING, None, ()):
            properties[each.name]["default"] = list(each.default)
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _typed(hint: Any) -> Schema:
    """Return the schema of an option's type; a type that is no plain one allows anything."""
    origin, args = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, UnionType):
        kinds = [_typed(each) for each in args if each is not NoneType]  # TOML has no null
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        items = {"items": _typed(args[0])} if args and args[-1] is Ellipsis else {}
        return {"type": "array", **items}
    return dict(_PLAIN.get(hint, {}))


if __name__ == "__main__":
    print(written(config_schema(own_formats())), end="")
