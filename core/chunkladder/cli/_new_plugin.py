"""``chunkladder new-plugin``."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ._errors import echo, traceback_option
from ._templates import project_files

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@click.command("new-plugin")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where to put the project; must not exist, or be empty. [default: chunkladder-NAME]",
)
@traceback_option
def new_plugin(name: str, folder: Path | None) -> None:
    """Write a working project for a plugin with the format NAME.

    It has a format made of patterns, a sample, tests that hold it against what all formats do, a
    README and a file for continuous integration.
    """
    _check_name(name)
    folder = folder or Path(f"chunkladder-{name}")
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise click.UsageError(f"{folder} exists and is not empty: name another --folder")
    for path, text in project_files(name).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
        click.echo(file.as_posix())
    echo(f'Next: cd {folder}, pip install -e ".[test]", pytest')


def _check_name(name: str) -> None:
    from chunkladder.plugins import registry

    if not _NAME.fullmatch(name):
        expected = "small letters and digits, a letter first, with hyphens between words"
        raise click.BadParameter(f"expected {expected}, got {name}", param_hint="NAME")
    if name in {found.name for found in registry().formats()}:
        owner = registry().owner(name)
        raise click.BadParameter(f"{name} is a format of {owner} already", param_hint="NAME")
