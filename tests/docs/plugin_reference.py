"""Writes ``docs/reference/plugins.md`` from the docstrings of what a plugin is made of."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

import chunkladder
from chunkladder import testing
from chunkladder.plugins import HOOKS, HookSpecs
from chunkladder.testing import CHECKS, LAWS

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = """\
# What plugins are made of

Made from the code by `pytest tests/docs/test_plugin_reference.py --update-golden`.
A test holds it against the code.
[The library](library.md) tells the same names from the side of those who split.
"""
PARTS = {
    "What a plugin brings": ("Format", "Measure"),
    "What a format is given, and returns": (
        *("Document", "Outline", "Scope", "Span", "Edit", "Region"),
        *("Ladder", "Offsets", "Separator", "Regex"),
    ),
    "Formats made of patterns": (
        *("DeclaredFormat", "CutPattern", "ScopePattern", "format_from_table"),
    ),
    "Errors of plugins": (
        *("PluginError", "PluginLoadError", "PluginContractError"),
        *("MissingDependencyError", "OptionError"),
    ),
}
KIT = ("conformance", "Sample", "samples_from", "Subject", "run_check", "ConformanceError")
LAWFUL = ("check_laws", "Trial")

_SECTION = re.compile(r"^(Args|Attributes|Returns|Raises):\n", re.MULTILINE)
_ITEM = re.compile(r"^ {4}([\w*, ]+): ((?:.*(?:\n(?: {5,}.*|(?=\n)))*))", re.MULTILINE)
_TITLES = {"Args": "argument", "Attributes": "attribute", "Raises": "error"}


def page() -> str:
    """Return the page."""
    parts = [HEAD, "## Hooks\n\n", _hooks()]
    for title, names in PARTS.items():
        parts.append(f"## {title}\n\n")
        parts += [_told(name, getattr(chunkladder, name)) for name in names]
    parts.append("## The kit: `chunkladder.testing`\n\n")
    parts += [_told(name, getattr(testing, name)) for name in KIT]
    parts += ["## The checks\n\n", _checks(), "## The laws\n\n", _laws()]
    parts += [_told(name, getattr(testing, name)) for name in LAWFUL]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"


def _hooks() -> str:
    return "\n".join(
        f"### `{name}() -> {_shown(inspect.signature(getattr(HookSpecs, name)).return_annotation)}`"
        f"\n\n{_body(getattr(HookSpecs, name))}"
        for name in HOOKS
    )


def _checks() -> str:
    rows = [f"| `{name}` | {_first(check)} |" for name, check in CHECKS.items()]
    return "\n".join(["| check | what holds |", "|---|---|", *rows]) + "\n"


def _laws() -> str:
    rows = [f"| `{law.__name__.removeprefix('check_')}` | {_first(law)} |" for law in LAWS]
    return "\n".join(["| law | what holds |", "|---|---|", *rows]) + "\n"


def _told(name: str, thing: Any) -> str:
    parts = [f"### `{_signature(name, thing)}`\n\n{_body(thing)}"]
    if inspect.isclass(thing) and name not in LAWFUL:
        parts += [
            f"#### `{name}.{_signature(member, found)}`\n\n{_body(found)}"
            for member, found in _members(thing)
        ]
    return "\n".join(parts)


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the methods and properties that a class defines, in order."""
    for name, found in vars(kind).items():
        function = getattr(found, "fget", None) or getattr(found, "func", None) or found
        function = getattr(function, "__func__", function)
        if not name.startswith("_") and inspect.isfunction(function) and function.__doc__:
            yield name, function if function is found else found


def _signature(name: str, thing: Any) -> str:
    if isinstance(thing, property) or hasattr(thing, "func"):
        return name
    function = getattr(thing, "__func__", thing)
    is_error = inspect.isclass(thing) and issubclass(thing, BaseException)
    if is_error or getattr(thing, "_is_protocol", False):
        return name
    signature = inspect.signature(function)
    bare = [
        parameter.replace(annotation=parameter.empty, default=_default(parameter.default))
        for parameter in signature.parameters.values()
        if parameter.name != "self"
    ]
    told = signature.replace(parameters=bare, return_annotation=signature.empty)
    return f"{name}{told}".replace("'", '"')


class _Laws:
    """How the default of an argument is shown that would fill a page."""

    def __repr__(self) -> str:
        return "LAWS"


def _default(value: Any) -> Any:
    return _Laws() if value is LAWS else value


def _shown(annotation: object) -> str:
    return str(getattr(annotation, "__name__", annotation))


def _first(function: Any) -> str:
    return _cell(inspect.getdoc(function).partition("\n")[0])


def _body(thing: Any) -> str:
    """Return a docstring as Markdown: its text, then a table for each of its sections."""
    doc = inspect.getdoc(getattr(thing, "__func__", thing)) or ""
    text, *sections = _SECTION.split(doc)
    parts = [_prose(text)]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        parts.append(_section(title, body))
    return "\n".join(parts)


def _section(title: str, body: str) -> str:
    rows = _ITEM.findall(body)
    if title == "Returns" or not rows:
        return f"{title}: {_sentences(' '.join(body.split()))}\n"
    lines = [f"| `{name}` | {_cell(' '.join(told.split()))} |" for name, told in rows]
    return "\n".join([f"| {_TITLES[title]} | meaning |", "|---|---|", *lines]) + "\n"


def _prose(text: str) -> str:
    paragraphs = [part for part in text.split("\n\n") if part.strip()]
    return "\n\n".join(_paragraph(part) for part in paragraphs) + "\n"


def _paragraph(part: str) -> str:
    if part.startswith("    "):
        return f"```text\n{inspect.cleandoc(part)}\n```"
    return _sentences(" ".join(part.split()).replace("::", ":"))


def _sentences(text: str) -> str:
    """Give each sentence a line."""
    return re.sub(r"(?<=[a-z0-9`)])\. (?=[A-Z`])", ".\n", _plain(text))


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")


def _plain(text: str) -> str:
    return text.replace("``", "`")
