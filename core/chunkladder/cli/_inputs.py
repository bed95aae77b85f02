"""Which files to read."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

STDIN = "-"

Identity = tuple[int, int]
"""Device and number of a file, the same under all its names."""


class Input(NamedTuple):
    """A document to read.

    Attributes:
        source: What records and messages call it: the path as given, with forward slashes.
        path: Where it is; None for standard input.
    """

    source: str
    path: Path | None

    def read(self) -> bytes:
        """Return all its bytes.

        Raises:
            OSError: It cannot be read.
        """
        if self.path is None:
            return sys.stdin.buffer.read()
        return self.path.read_bytes()


class Unread(NamedTuple):
    """A folder that could not be listed, and why."""

    source: str
    error: OSError


def find(paths: Iterable[str], outputs: Collection[Identity]) -> Iterator[Input | Unread]:
    """Yield the files to read, each once: those that are named, and those in named folders.

    Folders are walked in the order of their names, down to the last; hidden files and folders,
    links to folders, devices and the output files are left out.

    Raises:
        UsageError: An output file is named.
    """
    seen = set()
    for path in paths:
        for found in _expand(path, outputs):
            key = STDIN if isinstance(found, Input) and found.path is None else found.source
            where = key if key == STDIN else os.path.abspath(key)
            if where not in seen:
                seen.add(where)
                yield found


def identity(file: str | int) -> Identity | None:
    """Return what identifies a regular file, given by its path or descriptor, else None."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _expand(path: str, outputs: Collection[Identity]) -> Iterator[Input | Unread]:
    if path == STDIN:
        yield Input(STDIN, None)
    elif os.path.isdir(path):
        yield from _walk(Path(path), outputs)
    elif outputs and identity(path) in outputs:
        raise click.UsageError(f"{path} is the output file: it cannot be read as well")
    else:
        yield Input(Path(path).as_posix(), Path(path))


def _walk(top: Path, outputs: Collection[Identity]) -> Iterator[Input | Unread]:
    waiting = [(top, True)]
    while waiting:
        path, is_folder = waiting.pop()
        if not is_folder:
            if not outputs or identity(str(path)) not in outputs:
                yield Input(path.as_posix(), path)
            continue
        try:
            waiting += reversed(_listed(path))
        except OSError as error:
            yield Unread(path.as_posix(), error)


def _listed(folder: Path) -> list[tuple[Path, bool]]:
    """Return what to visit in a folder, sorted by name, and whether each is a folder."""
    with os.scandir(folder) as entries:
        wanted = sorted(filter(_is_wanted, entries), key=lambda entry: entry.name)
    return [(folder / entry.name, entry.is_dir(follow_symlinks=False)) for entry in wanted]


def _is_wanted(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith("."):
        return False
    if entry.is_symlink():
        # One that leads nowhere is taken: it fails when read, and so is told.
        return os.path.isfile(entry.path) or not os.path.exists(entry.path)
    return entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False)
