"""Where records go: to standard output, or to a file that appears only when it is complete."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from chunkladder.errors import reason
from chunkladder.writing import replacing

from ._errors import FAILED
from ._inputs import STDIN, identity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunkladder.walking import Identity


class OutputError(click.ClickException):
    """The output cannot be written."""

    exit_code = FAILED


def output_path(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Check ``--output`` before any work is done.

    Returns:
        The file, links resolved; None for standard output.

    Raises:
        BadParameter: It is a folder, or in one that does not exist or cannot be written.
    """
    if value is None or value == STDIN:
        return None
    path = Path(value)
    if path.is_dir():
        raise click.BadParameter(f"{value} is a folder, expected a file", ctx, param)
    if path.exists() and not path.is_file():
        return path
    path = Path(os.path.realpath(path))
    if not path.parent.is_dir():
        raise click.BadParameter(f"there is no folder {Path(value).parent}: make it", ctx, param)
    if not os.access(path.parent, os.W_OK):
        raise click.BadParameter(f"cannot write into {Path(value).parent}", ctx, param)
    return path


def file_path(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Check the name of a file as ``output_path`` does; standard output is none.

    Raises:
        BadParameter: See there.
    """
    if value == STDIN:
        raise click.BadParameter("expected a file, got '-'", ctx, param)
    return output_path(ctx, param, value)


def output_identities(path: Path | None) -> set[Identity]:
    """Return what identifies the file that is written, if there is one yet."""
    found = None
    with suppress(OSError):
        found = identity(str(path) if path else sys.stdout.fileno())
    return {found} if found else set()


@contextmanager
def open_output(path: Path | None) -> Iterator[BinaryIO]:
    """Open the output for writing.

    A file is written under another name and put in place at the end, so that whatever happens
    before leaves what was there. A pipe or a device is written as it is.

    Raises:
        OutputError: It cannot be written. A reader that has gone is a ``BrokenPipeError``.
    """
    try:
        if path is None:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        else:
            with replacing(path) as stream:
                yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        name = path or "standard output"
        raise OutputError(f"{name}: cannot be written: {reason(error)}") from error
