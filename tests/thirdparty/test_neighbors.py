"""Bad plugins beside good ones: each breaks only itself, and is named with its reason."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from .test_plugins import LATEX, RST

if TYPE_CHECKING:
    from pathlib import Path

    from .environments import Environment

DOCUMENTS = {
    "a.rst": RST,
    "a.tex": LATEX,
    "a.md": "# One\n\nText.\n\n```python\ndef f():\n    return 1\n```\n",
    "a.csv": "id,name\n1,Ann\n2,Ben\n",
    "a.py": "def f():\n    return 1\n\n\nclass A:\n    b = 1\n",
    "a.txt": "Some prose. And some more.\n",
    "a.diary": "Day 1\nIt rained.\nDay 2\nIt did not.\n",
    "calm.moody": "all is well\nand so is this\n",
}
STATES = {
    "import-error": ("failed", "No module named 'no_such_module_anywhere'"),
    "unknown-hook": ("failed", 'did you mean "chunkladder_formats"'),
    "taken-name": ("ok", "format log is claimed by chunkladder 0.1.0, chunkladder-taken-name 0.3"),
    "lying": ("ok", ""),
    "moody": ("ok", ""),
    "rst": ("ok", ""),
    "latex": ("ok", ""),
    "markdown": ("ok", ""),
}
LIES = {
    "range": "cuts lie in the document",
    "order": "cuts strictly increase",
    "scopes": "scopes nest or lie apart",
    "edits": "edits are sorted and lie apart",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with documents that nobody has trouble with."""
    for name, text in DOCUMENTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.split("\n") if line]


def test_each_plugin_is_listed_with_its_distribution_and_reason(
    crowded: list[Environment],
) -> None:
    rows = {row["name"]: row for row in crowded[0].told("plugins")}
    for name, (state, reason) in STATES.items():
        assert rows[name]["state"] == state, name
        assert reason in rows[name]["reason"], name
        own = "chunkladder" if name == "markdown" else f"chunkladder-{name}"
        assert rows[name]["distribution"] == own


def test_every_good_format_works(
    good: Environment, crowded: list[Environment], folder: Path
) -> None:
    for one in ("a.diary", "calm.moody"):
        (folder / one).rename(folder / f"{one}.txt")
    alone = good.chunkladder("split", ".", "--size", "40", cwd=folder)
    among = crowded[0].chunkladder("split", ".", "--size", "40", cwd=folder)
    assert alone.returncode == among.returncode == 0, among.stderr
    assert among.stdout == alone.stdout
    assert {record["format"] for record in records(among.stdout)} == {
        *("rst", "latex", "markdown", "csv", "python", "text")
    }


def test_the_order_of_installation_has_no_effect(crowded: list[Environment], folder: Path) -> None:
    for arguments in (("split", "."), ("plugins", "--json"), ("formats", "--json")):
        one, other = (each.chunkladder(*arguments, cwd=folder) for each in crowded)
        assert one.stdout, one.stderr
        assert (one.stdout, one.returncode) == (other.stdout, other.returncode)


def test_a_good_format_of_a_plugin_with_a_taken_name_works(
    crowded: list[Environment], folder: Path
) -> None:
    done = crowded[0].chunkladder("split", "a.diary", "--size", "20", cwd=folder)
    assert [record["text"] for record in records(done.stdout)] == [
        "Day 1\nIt rained.",
        "Day 2\nIt did not.",
    ]


def test_a_taken_name_is_refused_and_both_are_named(
    crowded: list[Environment], folder: Path
) -> None:
    done = crowded[0].chunkladder("split", "a.txt", "--format", "log", cwd=folder)
    assert done.returncode == 2
    assert "claimed by chunkladder 0.1.0, chunkladder-taken-name 0.3" in done.stderr


def test_a_format_that_was_not_loaded_is_named_with_the_reason(
    crowded: list[Environment], folder: Path
) -> None:
    done = crowded[0].chunkladder("split", "a.txt", "--format", "import-error", cwd=folder)
    assert done.returncode != 0
    assert "plugin import-error (chunkladder-import-error 0.3)" in done.stderr
    assert "no_such_module_anywhere" in done.stderr


@pytest.mark.parametrize(("lie", "rule"), LIES.items())
def test_a_lie_is_told_with_the_plugin_and_the_rule_and_the_rest_is_done(
    crowded: list[Environment], folder: Path, lie: str, rule: str
) -> None:
    (folder / f"b.lie-{lie}").write_text("a text of some length\n", encoding="utf-8")
    done = crowded[0].chunkladder("split", "a.rst", f"b.lie-{lie}", "a.txt", cwd=folder)
    assert done.returncode == 1
    assert f"b.lie-{lie}: plugin lie-{lie} (chunkladder-lying 0.3): " in done.stderr
    assert f"broke the outline contract: {rule}: " in done.stderr
    assert {record["source"] for record in records(done.stdout)} == {"a.rst", "a.txt"}


@pytest.mark.parametrize(("lie", "rule"), LIES.items())
def test_a_lie_is_found_from_the_command_line(
    crowded: list[Environment], lie: str, rule: str
) -> None:
    done = crowded[0].chunkladder("check", f"lie-{lie}", "--only", "contract")
    assert done.returncode == 1
    assert f"    where: format lie-{lie} (chunkladder-lying 0.3), " in done.stdout
    assert f"    rule: {rule}\n" in done.stdout
    assert "    offsets: " in done.stdout


def test_a_format_that_raises_now_and_then_costs_only_its_own_document(
    crowded: list[Environment], folder: Path
) -> None:
    (folder / "loud.moody").write_text("all is lost!\n", encoding="utf-8")
    (folder / "odd.moody").write_text("is it?\n", encoding="utf-8")
    (folder / "1").write_text("10 lamps are lit at the pier\n", encoding="utf-8")
    files = ["calm.moody", "loud.moody", "odd.moody", "1"]
    done = crowded[0].chunkladder("split", *files, cwd=folder)
    assert done.returncode == 1
    told = {record["source"]: record for record in records(done.stdout)}
    assert "fallback" not in told["calm.moody"]["metadata"]
    assert told["loud.moody"]["metadata"]["fallback"] == "moody failed: RuntimeError: do not shout"
    assert "plugin moody (chunkladder-moody 0.3): failed to describe" in done.stderr
    assert told["1"]["format"] == "text"
