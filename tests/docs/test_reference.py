"""The reference names what there is, no less and no more.

What a page tells is read off its tables: the first cell of each row below a heading.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import click
import pytest

import chunkladder
from chunkladder import (
    Chunk,
    ChunkladderError,
    Corpus,
    DeclaredFormat,
    Document,
    Format,
    Registry,
    Splitter,
    Store,
)
from chunkladder.cli import main
from chunkladder.config import Config
from chunkladder.keys import PLUGINS, RULE, SETTINGS, TOP
from chunkladder.measures import BUILT_IN
from chunkladder.plugins import HOOKS, PluginState
from chunkladder.rungs import GENERAL_RUNGS, TEXT_LADDER
from chunkladder.store import StoredDocument
from chunkladder.tokenizers import TIKTOKEN, TOKENIZERS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "reference"
README = (ROOT / "README.md").read_text(encoding="utf-8")
LIBRARY, ERRORS, COMMANDS, CONFIGURATION, STORE = (
    (ROOT / "docs" / "reference" / page).read_text(encoding="utf-8")
    for page in ("library.md", "errors.md", "command-line.md", "configuration.md", "store.md")
)

_PUBLIC: dict[str, Any] = {name: getattr(chunkladder, name) for name in chunkladder.__all__}
_ERRORS = [
    thing
    for thing in _PUBLIC.values()
    if isinstance(thing, type) and issubclass(thing, ChunkladderError)
]
_VALUES = (
    "CutPattern",
    "ScopePattern",
    "Edit",
    "Ladder",
    "Offsets",
    "Outline",
    "Regex",
    "Region",
    "Scope",
    "Separator",
)


@pytest.mark.parametrize("name", chunkladder.__all__)
def test_public_name_stands_in_the_reference(name: str) -> None:
    assert re.search(rf"`{name}\b", LIBRARY + ERRORS)


def test_arguments_of_splitter() -> None:
    parameters = inspect.signature(Splitter).parameters.values()
    told = {row[0].strip("`"): row[1].strip("`") for row in rows(LIBRARY, "`Splitter`")}
    assert told == {
        parameter.name: repr(parameter.default).replace("'", '"')
        for parameter in parameters
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    }


@pytest.mark.parametrize("method", ["split", "iter_split", "split_file", "spans", "parents"])
def test_arguments_of_a_method_of_splitter(method: str) -> None:
    parameters = list(inspect.signature(getattr(Splitter, method)).parameters.values())[1:]
    positional, *keywords = [str(p.replace(annotation=p.empty)) for p in parameters]
    assert f"`{method}({', '.join([positional, '*', *keywords])})`" in LIBRARY


def test_public_methods_of_splitter() -> None:
    methods = members(Splitter) - {"size", "measure"}
    assert methods == set(re.findall(r"`(\w+)\((?:text|path), [*…]", LIBRARY))
    assert told(LIBRARY, "Attributes") == {"size", "measure"}


def test_attributes_of_chunk() -> None:
    assert told(LIBRARY, "Chunk") == members(Chunk)


def test_attributes_of_document() -> None:
    assert told(LIBRARY, "`Document`") == members(Document)


@pytest.mark.parametrize("name", _VALUES)
def test_attributes_of_a_value(name: str) -> None:
    assert told(LIBRARY, f"`{name}") == members(_PUBLIC[name])


def test_attributes_and_methods_of_a_format() -> None:
    assert told(LIBRARY, "`Format`") == members(Format)


def test_arguments_of_a_declared_format() -> None:
    parameters = inspect.signature(DeclaredFormat).parameters.values()
    table = {
        name: row[1].strip("`")
        for row in rows(LIBRARY, "`DeclaredFormat`")
        for name in re.findall(r"`(\w+)`", row[0])
    }
    assert table == {
        parameter.name: "required"
        if parameter.default is parameter.empty
        else repr(parameter.default).replace("'", '"')
        for parameter in parameters
    }


def test_methods_of_the_registry_and_attributes_of_a_plugin() -> None:
    assert told(LIBRARY, "`Registry`") == members(Registry) | members(PluginState)


def test_hooks() -> None:
    assert told(LIBRARY, "Hooks") == set(HOOKS)


def test_measures() -> None:
    assert told(LIBRARY, "Measures") == {*BUILT_IN, TIKTOKEN[:-1], TOKENIZERS[:-1]}


def test_general_rungs() -> None:
    found = {row[0].strip("`"): row[1] for row in rows(LIBRARY, "The general rungs")}
    assert found == dict(GENERAL_RUNGS)
    assert ", ".join(f"`{rung}`" for rung in TEXT_LADDER) in LIBRARY


@pytest.mark.parametrize("error", _ERRORS, ids=lambda error: error.__name__)
def test_error_stands_in_the_tree_with_its_attributes(error: type[ChunkladderError]) -> None:
    assert re.search(rf"^[ │├└─]*{error.__name__}\b", ERRORS, re.MULTILINE)
    listed = inspect.getdoc(error) or ""
    attributes = re.findall(r"^    (\w+): ", listed.partition("Attributes:")[2], re.MULTILINE)
    assert told(ERRORS, f"`{error.__name__}`") == set(attributes)


FORMAT_PAGES = {page.stem: page.read_text("utf-8") for page in (DOCS / "formats").glob("*.md")}
OWN_FORMATS = [
    own
    for own in Registry.discover().formats()
    if (Registry.discover().owner(own.name) or "").startswith("chunkladder ") and own.name != "text"
]


def page_of(own: Format) -> str:
    """Return the page of a format, which is called as its plugin is."""
    return FORMAT_PAGES[type(own).__module__.partition(".")[0].removeprefix("chunkladder_")]


@pytest.mark.parametrize("own", OWN_FORMATS, ids=lambda own: own.name)
def test_a_format_has_a_page_with_its_rungs_and_options(own: Format) -> None:
    page = page_of(own)
    assert f"`{own.name}`" in page
    known = {row[0] for row in rows(page, "Rungs")}
    for name, _ in own.rungs:
        family = re.sub(r"\d+$", "", name)
        assert any(f"`{name}`" in rung or f"`{family}1` …" in rung for rung in known), name
    options = {row[0].strip("`"): row[1].strip("`") for row in rows(page, "Options")}
    defaults = {field.name: repr(field.default).replace("'", '"') for field in fields(own.options)}
    # Two formats may share a page, of which one has none.
    has_none = not defaults and f"`{own.name}` has no options" in page
    assert has_none or options == defaults


def test_every_page_of_formats_is_linked_from_the_readme() -> None:
    for name in FORMAT_PAGES:
        assert f"(docs/reference/formats/{name}.md)" in README


_COMMANDS = [
    ("The command line", main),
    *((f"`chunkladder {name}", command) for name, command in main.commands.items()),
]


@pytest.mark.parametrize(("heading", "command"), _COMMANDS, ids=str)
def test_options_of_a_command(heading: str, command: click.Command) -> None:
    with click.Context(command, **command.context_settings) as context:
        options = {
            flag
            for parameter in command.get_params(context)
            if isinstance(parameter, click.Option)
            for flag in [*parameter.opts, *parameter.secondary_opts]
        }
    everywhere = {"-h", "--help", "--traceback"} if command is not main else set()
    cells = [row[0] for row in rows(COMMANDS, heading)]
    flags = {flag for cell in cells for flag in re.findall(r"`(--?[a-z][\w-]*)", cell)}
    assert flags == options - everywhere


def test_defaults_of_the_command_line_are_those_of_the_library() -> None:
    library = inspect.signature(Splitter).parameters
    chosen = main.commands["split"].make_context("split", [str(ROOT)]).params
    # No ladder is () there and None here.
    assert {name: chosen[name] or None for name in chosen if name in library} == {
        name: library[name].default or None for name in chosen if name in library
    }


_TABLES = {"Rules": [key for key in RULE if key not in SETTINGS], "Settings": SETTINGS}
_TABLES["Plugins"] = PLUGINS


@pytest.mark.parametrize("heading", _TABLES)
def test_keys_of_a_configuration(heading: str) -> None:
    expected = [[f"`{k.name}`", k.expected, k.default, k.meaning] for k in _TABLES[heading]]
    assert rows(CONFIGURATION, heading) == expected


def test_tables_of_a_configuration() -> None:
    assert rows(CONFIGURATION, "The tables") == [[f"`{n}`", line] for n, line in TOP.items()]


def test_attributes_and_arguments_of_a_corpus() -> None:
    parameters = [*inspect.signature(Corpus.from_config).parameters.values()]
    keywords = {p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY}
    attributes = set(vars(Corpus(Config(ROOT))))
    public = {name for name in members(Corpus) | attributes if not name.startswith("_")}
    assert told(LIBRARY, "`Corpus`") == public | keywords


def test_attributes_and_methods_of_the_store() -> None:
    assert told(STORE, "`Store(") == members(Store) | {"path"}
    assert told(STORE, "`StoredDocument`") == members(StoredDocument)


def members(kind: type) -> set[str]:
    """Return the public attributes and methods of a class."""
    found = {field.name for field in fields(kind)} if is_dataclass(kind) else set(dir(kind))
    if issubclass(kind, tuple):
        # What every tuple has does not count, unless a field has its name, as Chunk.index does.
        found = found - set(dir(tuple)) | set(kind._fields)
    return {name for name in found | set(vars(kind)) if not name.startswith("_")}


def told(page: str, heading: str) -> set[str]:
    """Return the names in the first cells of the tables below a heading."""
    cells = [row[0] for row in rows(page, heading)]
    return {name for cell in cells for name in re.findall(r"`(?:Corpus\.|Registry\.)?(\w+)", cell)}


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the rows of all tables between a heading, given by its beginning, and the next."""
    _, found, rest = re.split(rf"^#+ ({re.escape(heading)}).*$", page, maxsplit=1, flags=re.M)
    below = re.split(r"^#+ ", rest, maxsplit=1, flags=re.M)[0] if found else ""
    tables = re.findall(r"^\|.*\n\|[-|]+\n((?:\|.*\n)*)", below, re.M)
    lines = [line for table in tables for line in table.splitlines()]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
