"""Two plugins of others: built, installed, and held against the kit where they are."""

from __future__ import annotations

import ast
import json
import shutil
from typing import TYPE_CHECKING

import pytest

import chunkladder
from chunkladder.testing import CHECKS

from .environments import GOOD, Environment

if TYPE_CHECKING:
    from pathlib import Path

RST = """\
.. _lamps:

Lamps
=====

There are two, see :ref:`lamps`.

.. code-block:: python

   def turn(lens):
       return lens.turned(30)

Lens
----

The lens is made of glass.
"""
LATEX = r"""\documentclass{article}
\begin{document}
\section{Lamps}
There are two. % or three
\subsection*{The \emph{lens}}
\begin{verbatim}
\section{Not one}
\end{verbatim}
The end.
\end{document}
"""


@pytest.mark.parametrize("name", ["latex", "rst"])
def test_a_plugin_passes_its_own_tests_where_it_is_installed(
    good: Environment, tmp_path: Path, name: str
) -> None:
    source = GOOD[f"chunkladder-{name}"]
    shutil.copy(source / "pyproject.toml", tmp_path)
    shutil.copytree(source / "tests", tmp_path / "tests")
    done = good.run("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=tmp_path)
    assert done.stdout.strip().split("\n")[-1].startswith(f"{len(CHECKS)} passed"), done.stdout


@pytest.mark.parametrize("name", GOOD)
def test_a_plugin_uses_public_names_only(name: str) -> None:
    for file in (GOOD[name]).glob("chunkladder_*/*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("chunkladder") for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert not (node.module or "").startswith("chunkladder."), file
                if node.module == "chunkladder":
                    assert {alias.name for alias in node.names} <= set(chunkladder.__all__), file


def test_plugins_are_listed_with_their_distributions(good: Environment) -> None:
    plugins = {row["name"]: row for row in good.told("plugins")}
    for name in ("latex", "rst"):
        row = plugins[name]
        assert (row["distribution"], row["version"], row["state"], row["formats"]) == (
            f"chunkladder-{name}",
            "1.0",
            "ok",
            [name],
        )


def split(good: Environment, folder: Path, file: str, text: str, *settings: str) -> list[dict]:
    (folder / file).write_text(text, encoding="utf-8")
    done = good.chunkladder("split", file, *settings, cwd=folder)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def test_restructured_text_is_cut_at_its_sections(good: Environment, tmp_path: Path) -> None:
    records = split(good, tmp_path, "a.rst", RST, "--size", "110")
    assert [(record["format"], record["path"], record["body"]) for record in records] == [
        ("rst", ["Lamps"], "Lamps\n=====\n\nThere are two, see :ref:`lamps`."),
        (
            "rst",
            ["Lamps", "turn"],
            ".. code-block:: python\n\n   def turn(lens):\n       return lens.turned(30)",
        ),
        ("rst", ["Lamps", "Lens"], "Lens\n----\n\nThe lens is made of glass."),
    ]


def test_latex_is_cut_at_its_sections_and_verbatim_text_is_left_alone(
    good: Environment, tmp_path: Path
) -> None:
    records = split(good, tmp_path, "a.tex", LATEX, "--size", "90")
    assert [(record["path"], record["body"]) for record in records] == [
        ([], "\\documentclass{article}\n\\begin{document}"),
        (["Lamps"], "\\section{Lamps}\nThere are two."),
        (
            ["Lamps", "The lens"],
            "\\subsection*{The \\emph{lens}}\n"
            "\\begin{verbatim}\n\\section{Not one}\n\\end{verbatim}",
        ),
        (["Lamps", "The lens"], "The end.\n\\end{document}"),
    ]


@pytest.mark.parametrize(("text", "name"), [(RST, "rst"), (LATEX, "latex")])
def test_a_format_is_found_by_its_looks(
    good: Environment, tmp_path: Path, text: str, name: str
) -> None:
    assert {record["format"] for record in split(good, tmp_path, "a", text)} == {name}
