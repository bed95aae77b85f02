"""``chunkladder init``."""

from __future__ import annotations

import os

import click

from chunkladder.errors import reason
from chunkladder.keys import FILE
from chunkladder.walking import Walk

from ._errors import FAILED, echo, traceback_option
from ._output import OutputError


@click.command()
@click.argument("folder", default=".", type=click.Path(exists=True, file_okay=False))
@click.option("--force", is_flag=True, help="Replace a configuration that is there.")
@traceback_option
@click.pass_context
def init(ctx: click.Context, /, folder: str, force: bool) -> None:
    """Look at FOLDER and write a chunkladder.toml to start from.

    It has a rule for each format that is found there, by name and content, with the format's
    options to choose from; files that are no text are skipped.
    """
    path = os.path.normpath(os.path.join(folder, FILE))
    if os.path.lexists(path) and not force:
        raise click.UsageError(f"{path} is there already: --force replaces it")
    text, unread = _first(folder)
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {reason(error)}") from error
    for key in unread:
        echo(f"chunkladder: {key}: cannot be read")
    echo(f"wrote {path}; 'chunkladder plan' shows what comes of it")
    ctx.exit(FAILED if unread else 0)


def _first(folder: str) -> tuple[str, list[str]]:
    from chunkladder.plugins import registry
    from chunkladder.starting import first_config, look

    formats = registry().formats()
    found = [each for each in Walk().files(folder) if each.key != FILE]
    seen = look(found, formats)
    return first_config(seen, formats), seen.unread
