"""``chunkladder new-plugin`` writes a project that works as it is."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from chunkladder.cli import main
from chunkladder.testing import CHECKS

from .environments import Environment, checked


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["new-plugin", *arguments])


def test_a_new_project_passes_its_tests_once_it_is_installed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    done = run("ship-log", "--folder", str(project))
    assert done.exit_code == 0, done.output
    assert sorted(done.stdout.split("\n")[:-1]) == sorted(
        file.as_posix() for file in project.rglob("*") if file.is_file()
    )
    environment = Environment(tmp_path / "environment")
    environment.install_editable(project)
    tests = environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=project)
    last = tests.stdout.strip().split("\n")[-1]
    assert last.startswith(f"{len(CHECKS) + 1} passed"), tests.stdout
    split = environment.chunkladder("split", "tests/samples", "--size", "60", cwd=project)
    records = [json.loads(line) for line in split.stdout.split("\n") if line]
    assert {record["format"] for record in records} == {"ship-log"}
    assert records[0]["path"] == ["Harbor"]
    only = ("--only", "contract", "--only", "rungs-occur")
    check = environment.chunkladder("check", "ship-log", "tests/samples", *only, cwd=project)
    assert (check.returncode, check.stdout.count("ok ")) == (0, 2), check.stdout


def test_a_new_project_is_clean(tmp_path: Path) -> None:
    run("minutes", "--folder", str(tmp_path / "new"))
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "-q", str(tmp_path / "new")]
    checked(command)
    checked([*command[:3], "format", "--isolated", "--check", "-q", str(tmp_path / "new")])
    project = tomllib.loads((tmp_path / "new" / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["chunkladder"] == {"minutes": "chunkladder_minutes"}


def test_the_folder_is_named_after_the_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("minutes").exit_code == 0
    assert Path("chunkladder-minutes/src/chunkladder_minutes/__init__.py").is_file()
    again = run("minutes")
    assert again.exit_code == 2
    assert "chunkladder-minutes exists and is not empty" in again.stderr


@pytest.mark.parametrize("name", ["Minutes", "two words", "a_b", "-a", "1a", "a-", ""])
def test_a_name_that_will_not_do_is_refused(name: str, tmp_path: Path) -> None:
    done = run("--folder", str(tmp_path / "new"), "--", name)
    assert done.exit_code == 2
    assert not (tmp_path / "new").exists()


def test_the_name_of_an_installed_format_is_refused(tmp_path: Path) -> None:
    done = run("markdown", "--folder", str(tmp_path / "new"))
    assert done.exit_code == 2
    assert "markdown is a format of chunkladder" in done.stderr


def test_the_name_of_an_installed_module_is_refused(tmp_path: Path) -> None:
    done = run("code", "--folder", str(tmp_path / "new"))
    assert done.exit_code == 2
    assert "there is a module chunkladder_code already" in done.stderr
    assert not (tmp_path / "new").exists()
