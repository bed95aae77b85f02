"""``chunkladder check``: what it prints, and its exit status."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from chunkladder import DeclaredFormat, Edit, Ladder, Outline, Registry
from chunkladder.cli import main
from chunkladder.plugins import chosen
from chunkladder.testing import CHECKS

if TYPE_CHECKING:
    from pathlib import Path

QUICK = ("--only", "well-formed", "--only", "sniff", "--only", "contract", "--only", "rungs-occur")


class Lying(DeclaredFormat):
    """A format with edits that overlap where a text has a brace in it."""

    def outline(self, document, options):
        """Lie."""
        at = document.text.find("{")
        edits = [Edit(at, at + 2), Edit(at + 1, at + 3)] if 0 <= at < len(document.text) - 3 else []
        return Outline(Ladder(["line"]), edits=edits)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that two formats are installed."""
    registry = Registry.of(
        DeclaredFormat(name="notes", ladder={"day": "^Day"}),
        Lying(name="lying", ladder={"part": "^"}),
    )
    monkeypatch.setattr("chunkladder.testing._subjects.chosen", lambda choice: registry)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments])


def test_a_good_format_is_fine(tmp_path: Path) -> None:
    (tmp_path / "a.notes").write_text("x\nDay 1\ny", encoding="utf-8")
    done = run("notes", str(tmp_path), *QUICK)
    assert done.stdout.split("\n") == [
        "ok       well-formed",
        "ok       sniff",
        "ok       contract",
        "ok       rungs-occur",
        "",
    ]
    assert done.stderr == "format notes: nothing broken\n"
    assert done.exit_code == 0


def test_what_is_broken_is_told_with_rule_offsets_and_excerpt(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a { b c\n", encoding="utf-8")
    done = run("lying", str(tmp_path / "a.txt"), "--only", "contract")
    assert done.stdout.split("\n") == [
        "BROKEN   contract",
        f"    where: format lying, {tmp_path.as_posix()}/a.txt",
        "    rule: edits are sorted and lie apart",
        "    found: [2, 4), then [3, 5)",
        "    offsets: 3–4",
        "    text: 'a { b c\\n'",
        "",
    ]
    assert done.stderr == "format lying: 1 broken\n"
    assert done.exit_code == 1


def test_a_rung_that_no_file_has_is_told_and_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("no day here\n", encoding="utf-8")
    done = run("notes", str(tmp_path), "--only", "rungs-occur")
    assert done.stdout.startswith("unseen   rungs-occur\n")
    assert "found: day: no sample has a cut of it" in done.stdout
    assert done.exit_code == 0


def test_without_files_the_rest_is_checked() -> None:
    done = run("notes", "--only", "rungs-occur", "--only", "laws-on-random-text", "--examples", "5")
    assert done.stdout.split("\n")[:2] == [
        "skipped  rungs-occur: give files of the format",
        "ok       laws-on-random-text",
    ]
    assert done.exit_code == 0


def test_without_files_documents_of_other_formats_stand_in() -> None:
    done = run("lying", "--only", "describe")
    assert "BROKEN   describe" in done.stdout
    assert "another format, " in done.stdout
    assert "rule: edits are sorted and lie apart" in done.stdout


def test_a_file_that_is_no_text_is_named_and_the_others_are_done(tmp_path: Path) -> None:
    (tmp_path / "a.notes").write_bytes(b"\x00\x01\xff\xfe\x81" * 90)
    (tmp_path / "b.notes").write_text("Day 1\n", encoding="utf-8")
    done = run("notes", str(tmp_path), "--only", "contract")
    assert done.stdout == "ok       contract\n"
    assert f"{tmp_path.as_posix()}/a.notes: " in done.stderr
    assert done.exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("note",), 'did you mean "notes"'),
        (("notes", "--only", "all"), "expected one of well-formed, "),
        (("notes", "no-such-file"), "does not exist"),
        (("notes", "--examples", "0"), "0 is not in the range"),
    ],
)
def test_wrong_usage_is_answered(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    done = run("notes")
    assert done.exit_code == 1
    assert done.stderr == (
        'Error: check needs the module hypothesis: run pip install "chunkladder[testing]"\n'
    )


TABLE = """\
[format.minutes]
suffixes = [".minutes"]
ladder = [{ name = "topic", pattern = "^TOPIC " }]

[plugins]
disable = ["csv"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a configuration, in which the command runs with what is installed."""
    monkeypatch.setattr("chunkladder.testing._subjects.chosen", chosen)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chunkladder.toml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "a.minutes").write_text("Begin.\nTOPIC Pier\nLamps.\n", encoding="utf-8")
    return tmp_path


def test_a_format_that_the_configuration_declares_is_checked(folder: Path) -> None:
    done = run("minutes", "a.minutes", "--examples", "5")
    assert done.stdout.split("\n")[:-1] == [f"ok       {name}" for name in CHECKS]
    assert done.exit_code == 0


def test_a_plugin_that_the_configuration_disables_is_not_there(folder: Path) -> None:
    done = run("tsv", "--only", "sniff")
    assert done.exit_code == 2
    assert 'got "tsv"' in done.stderr


def test_without_the_configuration_there_are_only_plugins(folder: Path) -> None:
    assert run("minutes", "--no-config").exit_code == 2
    assert run("tsv", "--no-config", "--only", "sniff").exit_code == 0


def test_a_wrong_configuration_is_told(folder: Path) -> None:
    wrong = TABLE.replace("^TOPIC ", "^(TOPIC ")
    (folder / "other.toml").write_text(wrong, encoding="utf-8")
    done = run("minutes", "--config", "other.toml")
    assert done.exit_code == 2
    assert "format.minutes.ladder[0].pattern" in done.stderr


def test_a_package_that_is_not_installed_is_told_once(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    done = run("rust", "--only", "contract", "--only", "describe")
    assert done.stdout == ""
    assert done.stderr.count('pip install "chunkladder[code]"') == 1
    assert done.exit_code == 1
