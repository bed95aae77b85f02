"""Rules about the code that no single test of behavior would notice being broken."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import chunkladder

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "core" / "chunkladder"
PLUGINS = ROOT / "plugins"
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# A module imports only what stands before it. docs/explanation/architecture.md says what each does.
ORDER = (
    "errors",
    "model",
    "lines",
    "text",
    "rungs",
    "gauges",
    "seams",
    "tokens",
    "tokenizers",
    "measures",
    "graphemes",
    "sentences",
    "cutters",
    "guards",
    "view",
    "chunk",
    "anchors",
    "engine",
    "plaintext",
    "formats",
    "declared",
    "choices",
    "plugins",
    "context",
    "nesting",
    "layout",
    "assembly",
    "outlining",
    "settings",
    "pipeline",
    "splitter",
    "records",
    "writing",
    "workers",
    "files",
    "toml_places",
    "keys",
    "schema",
    "config",
    "fingerprints",
    "store",
    "walking",
    "sync",
    "corpus",
    "planning",
    "starting",
    "__init__",
    "testing",
    "cli",
    "__main__",
)
# Looked up by name when nothing built in has it; the plugins know nothing of the module.
UPWARD = {("measures", "plugins")}

LONGEST = 650  # lines of a file that one reads in one sitting

# Parsers, tokenizers, command line and config: plain text needs none.
NOT_AT_START = (
    "charset_normalizer",
    "click",
    "markdown_it",
    "msgspec",
    "nupunkt",
    "pathspec",
    "pluggy",
    "regex",
    "rich",
    "sqlite3",
    "tiktoken",
    "tokenizers",
    "tomllib",
    "tree_sitter",
)

_FILES = sorted([*CORE.rglob("*.py"), *PLUGINS.rglob("*.py")])
each_file = pytest.mark.parametrize(
    "file", _FILES, ids=lambda file: file.relative_to(ROOT).as_posix()
)


@each_file
def test_imports_point_one_way(file: Path) -> None:
    if not file.is_relative_to(CORE):
        pytest.skip("a plugin")
    here = module_of(file)
    assert here in ORDER, f"{here} has no place in the order of modules: give it one"
    below = ORDER[: ORDER.index(here)]
    for found in imports(file):
        if found.startswith("chunkladder."):
            there = found.split(".")[1]
            allowed = there == here or there in below or (here, there) in UPWARD
            assert allowed, f"{here} imports {there}, which stands behind it"


@each_file
def test_core_imports_no_plugin_and_a_plugin_only_public_names(file: Path) -> None:
    for found in imports(file):
        if file.is_relative_to(CORE):
            assert not found.startswith("chunkladder_"), found
        elif found.startswith("chunkladder."):
            assert found.split(".")[1:] in [[name] for name in chunkladder.__all__], found


@each_file
def test_lines_are_not_split_where_no_line_ends(file: Path) -> None:
    # str.splitlines also cuts at form feeds, U+0085 and U+2028.
    tree = ast.parse(file.read_text(encoding="utf-8"))
    attributes = (node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    assert "splitlines" not in attributes


@each_file
def test_file_can_be_read_in_one_sitting(file: Path) -> None:
    assert file.read_text(encoding="utf-8").count("\n") <= LONGEST


def test_first_split_loads_no_library() -> None:
    program = (
        "import sys; from chunkladder import split; split('x', format='text'); "
        f"print(*sorted(set(sys.modules) & set({NOT_AT_START!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_architecture_page_has_every_module() -> None:
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1] for row in page.split("\n") if row.startswith("| `")]
    listed = [name.strip(" `") for row in rows for name in row.split(",")]
    assert listed == [name for name in ORDER if not name.startswith("__")]


def test_order_has_no_module_that_is_gone() -> None:
    assert {module_of(file) for file in CORE.rglob("*.py")} == set(ORDER)


def test_folders_of_plugins_and_entry_points_agree() -> None:
    folders = {folder.name for folder in PLUGINS.glob("chunkladder_*") if folder.is_dir()}
    assert set(own_entry_points().values()) == folders


def test_installed_metadata_is_that_of_the_source() -> None:
    project = CONFIG["project"]
    installed = metadata.distribution("chunkladder")
    again = 'install again: pip install -e ".[dev]"'
    assert installed.version == project["version"] == chunkladder.__version__, again
    entries = {
        (entry.group, entry.name): entry.value
        for entry in installed.entry_points
        if entry.group in ("console_scripts", "chunkladder")
    }
    wanted = {("console_scripts", name): value for name, value in project["scripts"].items()}
    wanted |= {("chunkladder", name): value for name, value in own_entry_points().items()}
    assert entries == wanted, again


def own_entry_points() -> dict[str, str]:
    return CONFIG["project"].get("entry-points", {}).get("chunkladder", {})


def module_of(file: Path) -> str:
    """Return the module of the core that a file is, or is a part of."""
    return file.relative_to(CORE).parts[0].removesuffix(".py")


def imports(file: Path) -> Iterator[str]:
    """Yield what a file imports at run time, whenever that is, by full name.

    What is imported for type checkers alone does not count.
    """
    tree = ast.parse(file.read_text(encoding="utf-8"))
    typing_only = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from resolved(file, node)


def resolved(file: Path, node: ast.ImportFrom) -> Iterator[str]:
    """Yield what a ``from`` imports: the module, and what may be a module in a package."""
    source = CORE.parent if file.is_relative_to(CORE) else PLUGINS
    package = file.relative_to(source).with_suffix("").parts[: -node.level or None]
    base = ".".join([*(package if node.level else ()), *([node.module] if node.module else [])])
    for alias in node.names:
        name = f"{base}.{alias.name}"
        if base == "chunkladder" and file.is_relative_to(CORE) and alias.name not in ORDER:
            name = "chunkladder.__init__"
        yield name
