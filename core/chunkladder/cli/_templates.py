"""The files of a new plugin's project.

``{name}`` is the format, ``{module}`` the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "chunkladder-{name}"
version = "0.1.0"
description = "The format {name} for chunkladder."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["chunkladder"]

[project.optional-dependencies]
test = ["chunkladder[testing]"]

# An entry point is read when the project is installed: after a change here, install again.
[project.entry-points.chunkladder]
{name} = "{module}"

[tool.hatch.build]
dev-mode-dirs = ["src"]

[tool.hatch.build.targets.wheel]
packages = ["src/{module}"]

[tool.pytest.ini_options]
testpaths = ["tests"]
filterwarnings = ["error"]
xfail_strict = true
timeout = 120
"""

_PLUGIN = '''\
"""The format {name} for chunkladder."""

from __future__ import annotations

from chunkladder import DeclaredFormat, ScopePattern, hookimpl

FORMAT = DeclaredFormat(
    name="{name}",
    suffixes=(".{name}",),
    # Rungs, coarse to fine: each cuts before what its pattern matches. Below them come those of
    # plain text: paragraph, line, sentence, word, grapheme.
    ladder={{
        "section": r"^= ",
        "entry": r"^- ",
    }},
    # Headings. Their labels stand in the path of each chunk below them.
    scopes=[ScopePattern(r"^(?P<level>=+) (.*)")],
    # Kept whole if it fits.
    atoms=[r"^- .*\\n(?:[ \\t]+\\S.*\\n)*"],
    # Not shown to a reader.
    drops=[r"^#.*\\n"],
)


@hookimpl
def chunkladder_formats() -> list[DeclaredFormat]:
    """Return the formats that this plugin brings."""
    return [FORMAT]
'''

_TEST = '''\
"""The format does what all formats do."""

from pathlib import Path

from chunkladder import Splitter
from chunkladder.testing import conformance

SAMPLES = Path(__file__).parent / "samples"


@conformance("{name}", samples=SAMPLES)
def test_{word}(check):
    check()


def test_sections_are_parted():
    chunks = Splitter(80).split_file(SAMPLES / "harbor.{name}")
    paths = [("Harbor",), ("Harbor", "Lamps"), ("Pier",)]
    assert [chunk.path for chunk in chunks] == paths
'''

_SAMPLE = """\
# A comment, which no reader sees.
= Harbor
The harbor was quiet.

== Lamps
- The north lamp is green.
- The south lamp is red
  and turns.

= Pier
Nobody is there.
"""

_README = """\
# chunkladder-{name}

The format {name} for [chunkladder](https://pypi.org/project/chunkladder/).
Files that end in `.{name}` are of it.

What is recognized, in words:

- `= Title` begins a section; more signs, a deeper one.
- `- entry` begins an entry, with the indented lines behind it; it is kept whole if it fits.
- `# comment` is left out.

Rungs, coarse to fine: `section`, `entry`, and those of plain text.
There are no options.

## Work on it

```console
$ python3 -m venv .venv
$ . .venv/bin/activate
$ pip install -e ".[test]"
$ pytest
$ chunkladder split tests/samples
$ chunkladder check {name} tests/samples
```

The patterns stand in `src/{module}/__init__.py`.
A format that needs more than patterns is a class with an `outline` of its own.
Put documents of yours into `tests/samples`: each rung has to occur in one of them.
"""

_CI = """\
name: tests
on: [push, pull_request]
jobs:
  tests:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        python: ["3.11", "3.13"]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: ${{{{ matrix.python }}}}
      - run: pip install -e ".[test]"
      - run: pytest
        env:
          CI: "1"
"""

_IGNORED = """\
/.venv/
/dist/
__pycache__/
.hypothesis/
.pytest_cache/
"""

_ATTRIBUTES = """\
# A sample with other line ends keeps them.
tests/samples/** -text
"""

_FILES = {
    "pyproject.toml": _PROJECT,
    "README.md": _README,
    ".gitignore": _IGNORED,
    ".gitattributes": _ATTRIBUTES,
    ".github/workflows/tests.yml": _CI,
    "src/{module}/__init__.py": _PLUGIN,
    "tests/test_{word}.py": _TEST,
    "tests/samples/harbor.{name}": _SAMPLE,
}


def project_files(name: str) -> Mapping[str, str]:
    """Return the files of a project for a format, by path."""
    word = name.replace("-", "_")
    names = {"name": name, "word": word, "module": module_of(name)}
    return {path.format(**names): text.format(**names) for path, text in _FILES.items()}


def module_of(name: str) -> str:
    """Return the package of the plugin for a format."""
    return f"chunkladder_{name.replace('-', '_')}"
