"""A configuration to start from, after a look at a folder."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from .errors import DocumentError
from .formats import HEAD, detect
from .schema import SHIPPED, options_schema
from .text import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from .formats import Format
    from .keys import Schema
    from .walking import Found

_ENOUGH = 4 * HEAD  # bytes; so many hold as many characters as a format looks at

_TEXT = "text"

_KINDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "string": "a string",
}
"""Types of a JSON schema, in words."""

_HEADER = """\
#:schema {schema}
# How chunkladder splits this folder.
# Globs are as in .gitignore, relative to the folder of this file; later rules win, key by key.
# "chunkladder plan" shows what comes of it, and writes nothing.

[defaults]
size = 1000                 # the most that a chunk with its context may measure
# overlap = 0               # the most that neighbors may share; 0.15: a share of the size
# measure = "characters"    # or "words", "bytes", "tiktoken:cl100k_base", "tokenizers:FILE.json"
# ladder = ["paragraph", "sentence", ""]    # where to cut, coarse to fine; else the format's own
# context = true            # whether headings and the like are put in front of what is embedded
# stable = true             # for tables and logs that change: an insertion moves few cuts

# [defaults.metadata]
# project = "…"             # facts that every chunk inherits
"""


class Seen(NamedTuple):
    """What a look at a folder gave.

    Attributes:
        formats: For each format, how many files of each kind of name are in it.
        binary: How many files of each kind of name are no text.
        unread: Files and folders that could not be read.
    """

    formats: Mapping[str, Counter[str]]
    binary: Counter[str]
    unread: list[str]


def look(found: Iterable[Found], formats: Iterable[Format]) -> Seen:
    """Find the formats of files by their names and their first characters."""
    known = tuple(formats)
    seen = Seen(defaultdict(Counter), Counter(), [])
    for each in found:
        try:
            head = _head(each.path)
        except OSError:
            seen.unread.append(each.key)
        except DocumentError:
            seen.binary[_glob(each.key)] += 1
        else:
            name = detect(known, head, source=each.key).format
            seen.formats[name][_glob(each.key)] += 1
    return seen


def first_config(seen: Seen, formats: Iterable[Format]) -> str:
    """Write a configuration with a rule for each format, and what may be said in it."""
    known = {each.name: each for each in formats}
    parts = [_HEADER.format(schema=SHIPPED.as_uri())]
    mixed = _mixed(seen)
    for name in sorted(seen.formats):
        own = {glob: n for glob, n in sorted(seen.formats[name].items()) if glob not in mixed}
        if own:
            parts.append("\n".join(_rule(name, own, known[name])))
    parts += ["\n".join(_mixed_rule(glob, names)) for glob, names in sorted(mixed.items())]
    if seen.binary:
        parts.append("\n".join(_skip(seen.binary)))
    return "\n".join(parts)


def _head(path: str) -> str:
    with open(path, "rb") as stream:
        data = stream.read(_ENOUGH + 1)
    if len(data) > _ENOUGH:
        # Not in the middle of a character: in a wide encoding they have 2 or 4 bytes.
        end = _ENOUGH if b"\0" in data else data.rfind(b"\n", 0, _ENOUGH) + 1
        data = data[: end or _ENOUGH]
    return decode(data)


def _glob(key: str) -> str:
    """Return the glob that stands for files with such a name."""
    base = key.rpartition("/")[2]
    suffix = os.path.splitext(base)[1]
    return f"*{_escaped(suffix)}" if suffix else _escaped(base)


def _escaped(name: str) -> str:
    escaped = "".join(f"\\{sign}" if sign in "\\*?[]!# " else sign for sign in name)
    return escaped.encode("utf-8", "replace").decode()


def _mixed(seen: Seen) -> dict[str, Counter[str]]:
    """Return the globs whose files are in several formats, with how many are in each."""
    by_glob: dict[str, Counter[str]] = defaultdict(Counter)
    for name, globs in seen.formats.items():
        for glob, number in globs.items():
            by_glob[glob][name] += number
    return {glob: names for glob, names in by_glob.items() if len(names) > 1}


def _rule(name: str, globs: Mapping[str, int], known: Format) -> Iterator[str]:
    yield f"# {_counted(globs)}"
    yield "[[rule]]"
    yield f"match = {_globs(globs)}"
    # Plain text is also what is left when no plugin knows better; one that does may come.
    yield f"{'# ' if name == _TEXT else ''}format = {_text(name)}"
    options = list(_options(known))
    if options:
        yield "# [rule.options]"
        yield from options
    yield ""


def _mixed_rule(glob: str, names: Counter[str]) -> Iterator[str]:
    told = ", ".join(f"{number} {name}" for name, number in sorted(names.items()))
    yield f"# {glob}: {told}; the format of each is found by its content"
    yield "[[rule]]"
    yield f"match = {_text(glob)}"
    yield f"# format = {_text(names.most_common(1)[0][0])}"
    yield ""


def _skip(binary: Counter[str]) -> Iterator[str]:
    yield f"# {_counted(dict(sorted(binary.items())))}: no text"
    yield "[[rule]]"
    yield f"match = {_globs(sorted(binary))}"
    yield "skip = true"
    yield ""


def _options(known: Format) -> Iterator[str]:
    """Yield a line for each option that has a value to show, and one with all others."""
    more = []
    for name, schema in options_schema(known.options)["properties"].items():
        values = list(map(_value, _values(schema)))
        if not values:
            more.append(f"{name} ({_kind(schema)})")
            continue
        others = f"    # or {', '.join(values[1:])}" if values[1:] else ""
        yield f"# {name} = {values[0]}{others}" + ("" if "default" in schema else "; else found")
    if more:
        yield f"# more: {', '.join(more)}"


def _values(schema: Schema) -> list[object]:
    """Return the values that an option may have, the default first; none: too many to list."""
    default = [schema["default"]] if "default" in schema else []
    return default + [choice for choice in schema.get("enum", ()) if choice not in default]


def _kind(schema: Schema) -> str:
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    kind = _KINDS.get(schema.get("type", ""), "a value")
    items = _KINDS.get(schema.get("items", {}).get("type", ""), "")
    return f"{kind} of {items.removeprefix('a ')}s" if items else kind


def _counted(globs: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {glob}" for glob, number in globs.items())


def _globs(globs: Iterable[str]) -> str:
    listed = [_text(glob) for glob in globs]
    return listed[0] if len(listed) == 1 else f"[{', '.join(listed)}]"


def _text(value: str) -> str:
    # What JSON writes between quotes is a basic string of TOML, too; DEL alone it does not escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object) -> str:
    return _text(value) if isinstance(value, str) else json.dumps(value)
