"""What the documentation shows is true: code runs, commands run, links lead somewhere.

On each page, blocks run in order in one folder that holds a copy of README.md and docs/.

- ``python`` blocks share their names. What one prints stands in the ``text`` block behind it,
  under a line that ends with "prints:", to the character.
- ``console`` blocks: lines that begin with ``$`` are run, pipes and all, and must succeed, unless
  they install something or run the checks. The lines under one are its output; ``…`` stands for
  anything.
- ``toml`` and ``json`` blocks parse.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "plugins").glob("*/README.md")),
)

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_INLINE_CODE = re.compile(r"`[^`]*`")
_HEADING = re.compile(r"#{1,6} (.*)")
_NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")
ELSEWHERE = {ROOT / "docs" / "tutorial" / "your-first-format.md"}
"""Pages whose commands need what a reader installs: ``test_tutorial.py`` runs them."""
RUN = ("chunkladder", "cat", "cp", "head", "mkdir", "printf")
SCRIPTS = sysconfig.get_path("scripts")


class Block(NamedTuple):
    """A fenced block.

    Attributes:
        language: The word behind the opening fence.
        code: What stands between the fences.
        line: The line of its first line, counted from 1.
        lead: The last line of text before it that is not blank; empty behind another block.
    """

    language: str
    code: str
    line: int
    lead: str


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


each_page = pytest.mark.parametrize("page", PAGES, ids=name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder like the one in which a reader stands."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "README.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@each_page
def test_examples_of_a_page_run(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    for block, after in pairwise([*blocks(page), None]):
        if block.language == "python":
            run_python(page, block, module, printed_by(block, after))
        if block.language == "console" and page not in ELSEWHERE:
            run_console(page, block, folder)


@each_page
def test_data_of_a_page_parses(page: Path) -> None:
    parsers = {"toml": tomllib.loads, "json": json.loads}
    for block in blocks(page):
        if block.language in parsers:
            parsers[block.language](block.code)


@each_page
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{name(page)}: {link}"
        if anchor:
            assert anchor in anchors(target), f"{name(page)}: {link}"


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {(index.parent / link.partition("#")[0]).resolve() for link in links(index)}
    assert {page for page in PAGES if "docs" in page.parts} <= {*listed, index}


def test_readme_has_the_two_commands_that_the_checks_run() -> None:
    commands = [block.code for block in blocks(ROOT / "README.md") if block.language == "sh"]
    assert len(commands) == 2
    assert "chunkladder split docs" in commands[0]
    assert "pytest" in commands[1]


def test_format_of_the_how_to_loads_as_an_entry_point(folder: Path) -> None:
    page = ROOT / "docs" / "how-to" / "write-a-format.md"
    module = next(block.code for block in blocks(page) if "@hookimpl" in block.code)
    config = next(block.code for block in blocks(page) if block.language == "toml")
    project = tomllib.loads(config)["project"]
    ((entry, target),) = project["entry-points"]["chunkladder"].items()
    (folder / f"{target}.py").write_text(module, encoding="utf-8")
    info = folder / f"{target}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n",
        encoding="utf-8",
    )
    (info / "entry_points.txt").write_text(f"[chunkladder]\n{entry} = {target}\n", encoding="utf-8")
    listed = shell("chunkladder formats", folder, PYTHONPATH=str(folder))
    assert entry in listed.stdout


def test_record_of_the_reference_is_what_is_written(folder: Path) -> None:
    page = ROOT / "docs" / "reference" / "command-line.md"
    shown = next(json.loads(block.code) for block in blocks(page) if block.language == "json")
    document = folder / shown["source"]
    document.parent.mkdir()
    document.write_text(shown["text"], encoding="utf-8")
    done = shell(f"chunkladder split {shown['source']}", folder)
    assert json.dumps(json.loads(done.stdout.split("\n")[0])) == json.dumps(shown)


def printed_by(block: Block, after: Block | None) -> str:
    """Return what the page says that a block prints."""
    told = after is not None and after.language == "text" and after.lead.endswith("prints:")
    return after.code if after and told else ""


def run_python(page: Path, block: Block, module: ModuleType, expected: str) -> None:
    # Empty lines in front: a traceback then shows the lines of the page.
    code = compile("\n" * (block.line - 1) + block.code, str(page), "exec")
    printed = StringIO()
    with redirect_stdout(printed):
        exec(code, module.__dict__)
    assert printed.getvalue() == expected, f"{name(page)}:{block.line}"


def run_console(page: Path, block: Block, folder: Path) -> None:
    for command, output in commands(block):
        if command.split()[0] not in RUN:
            continue
        done = shell(command, folder)
        where = f"{name(page)}:{block.line}: {command}\n{done.stdout}"
        assert done.returncode == 0, where
        assert not output or matches(output, done.stdout), where


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Yield each command of a block with the output that is shown for it."""
    for part in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a reader does; what it says on stderr counts as output."""
    path = os.pathsep.join([SCRIPTS, os.environ["PATH"]])
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "100", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def matches(pattern: str, output: str) -> bool:
    """Compare an output with what the page shows, in which ``…`` stands for anything."""
    expression = ".*".join(map(re.escape, pattern.strip().split("…")))
    return re.fullmatch(expression, output.strip(), re.DOTALL) is not None


def blocks(page: Path) -> list[Block]:
    return [part for part in _parts(page) if isinstance(part, Block)]


def links(page: Path) -> list[str]:
    """Return the targets of all links that lead to a file or to a heading."""
    prose = "\n".join(part for part in _parts(page) if isinstance(part, str))
    targets = _LINK.findall(_INLINE_CODE.sub("", prose))
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors(page: Path) -> set[str]:
    """Return what GitHub calls the headings of a page."""
    prose = (part for part in _parts(page) if isinstance(part, str))
    headings = filter(None, map(_HEADING.fullmatch, prose))
    return {_NOT_IN_ANCHORS.sub("", heading[1].lower()).replace(" ", "-") for heading in headings}


def _parts(page: Path) -> Iterator[str | Block]:
    """Yield the lines of prose and the blocks, in order."""
    lead, fence, language, begin, code = "", "", "", 0, []  # type: ignore[var-annotated]
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), start=1):
        if fence:
            if line == fence:
                yield Block(language, "".join(f"{line}\n" for line in code), begin, lead)
                lead, fence = "", ""
            else:
                code.append(line)
        elif opening := re.fullmatch(r"(`{3,})(\w*)", line):
            fence, language = opening[1], opening[2]
            begin, code = number + 1, []
        else:
            lead = line.strip() or lead
            yield line
    assert not fence, f"{name(page)}:{begin}: the block has no end"
