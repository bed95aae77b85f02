"""The tutorial on formats, followed to the letter in a fresh environment."""

from __future__ import annotations

import re
from pathlib import Path

from ..thirdparty.environments import Environment  # noqa: TID252
from .test_docs import Block, blocks, commands, matches

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial" / "your-first-format.md"
MOST_LINES = 20

_SAVED = re.compile(r"[Ss]ave (?:this|it there) as `([\w.]+)`:")


def saved() -> dict[str, Block]:
    """Return the blocks that a reader saves, by file name."""
    found = ((_SAVED.search(block.lead), block) for block in blocks(PAGE))
    return {name[1]: block for name, block in found if name}


def test_a_new_user_gets_chunks_by_following_the_tutorial(tmp_path: Path) -> None:
    environment = Environment(tmp_path / "environment")
    folder = tmp_path / "recipes"
    folder.mkdir()
    for name, block in saved().items():
        (folder / name).write_text(block.code, encoding="utf-8")
    for block in blocks(PAGE):
        for command, output in commands(block) if block.language == "console" else ():
            told = run(environment, command, folder)
            assert matches(output, told), told


def run(environment: Environment, command: str, folder: Path) -> str:
    """Do what a command does, in the environment, and return what it prints."""
    if command == "pip install .":
        environment.install_project(folder)
        return ""
    program, *arguments = command.split()
    if program == "cat":
        return (folder / arguments[0]).read_text(encoding="utf-8")
    assert program == "chunkladder"
    done = environment.chunkladder(*arguments, cwd=folder)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout + done.stderr


def test_the_format_of_the_tutorial_is_short() -> None:
    assert set(saved()) == {"kitchen.recipe", "chunkladder_recipe.py", "pyproject.toml"}
    lines = saved()["chunkladder_recipe.py"].code.strip().split("\n")
    assert len(lines) <= MOST_LINES
