"""Building distributions, and environments to install them into."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent
GOOD = {name: HERE / name for name in ("chunkladder-latex", "chunkladder-rst")}
NEIGHBORS = sorted(file.stem for file in (HERE / "neighbors").glob("*.py"))
BAD = [name for name in NEIGHBORS if name != "endless"]
"""All but the one that never returns, which gets an environment of its own."""

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "chunkladder-{plain}"
version = "0.3"
dependencies = ["chunkladder"]

[project.entry-points.chunkladder]
{plain} = "chunkladder_{name}"

[tool.hatch.build.targets.wheel]
only-include = ["chunkladder_{name}.py"]
"""


def neighbor_source(name: str, folder: Path) -> Path:
    """Make the source of a distribution around one module of ``neighbors``."""
    project = PROJECT.format(name=name, plain=name.replace("_", "-"))
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    code = (HERE / "neighbors" / f"{name}.py").read_text(encoding="utf-8")
    (folder / f"chunkladder_{name}.py").write_text(code, encoding="utf-8")
    return folder


def build(sources: Mapping[str, Path], folder: Path) -> dict[str, Path]:
    """Build the wheels of distributions, and return them by name."""

    def wheel(name: str) -> Path:
        to = folder / name
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(to)]
        checked(command, cwd=sources[name])
        return next(to.glob("*.whl"))

    with ThreadPoolExecutor(2) as workers:
        return dict(zip(sources, workers.map(wheel, sources), strict=True))


class Environment:
    """A fresh virtual environment that sees what the tests' own one has.

    chunkladder and its dependencies come from there, so that nothing has to be fetched.
    """

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=os.name != "nt", with_pip=False)
        scripts = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = scripts / "python"
        paths = {"base": str(folder), "platbase": str(folder)}
        self.site = Path(sysconfig.get_path("purelib", "venv", vars=paths))
        ours = sysconfig.get_path("purelib")
        line = f"import site; site.addsitedir({ours!r})\n"
        (self.site / "ours.pth").write_text(line, encoding="utf-8")

    def install(self, *wheels: Path) -> None:
        """Install wheels, and nothing that they depend on."""
        self._pip("--no-compile", *map(str, wheels))

    def install_editable(self, project: Path) -> None:
        """Install a project as its author does, with the build backend that is here already."""
        self._pip("--no-build-isolation", "-e", str(project))

    def install_project(self, project: Path) -> None:
        """Install a project from its folder, with the build backend that is here already."""
        self._pip("--no-build-isolation", str(project))

    def _pip(self, *arguments: str) -> None:
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "-q"]
        checked([*pip, "--no-deps", "--no-index", *arguments])

    def run(
        self, *arguments: str, cwd: Path | None = None, timeout: float = 100
    ) -> subprocess.CompletedProcess[str]:
        """Run the environment's Python, in UTF-8."""
        return subprocess.run(
            [str(self.python), "-X", "utf8", *arguments],
            cwd=cwd,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=timeout,
        )

    def chunkladder(
        self, *arguments: str, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run the command line."""
        return self.run("-m", "chunkladder", *arguments, cwd=cwd)

    def told(self, command: str) -> list[dict[str, Any]]:
        """Return what ``chunkladder formats`` or ``plugins`` lists."""
        rows: list[dict[str, Any]] = json.loads(self.chunkladder(command, "--json").stdout)
        return rows


def checked(command: list[str], cwd: Path | None = None) -> None:
    """Run a command that has to succeed."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
