"""Which files to read, and with which settings."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chunkladder.corpus import Fault
from chunkladder.errors import reason
from chunkladder.files import Job

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from chunkladder.config import Config
    from chunkladder.files import FileSettings
    from chunkladder.walking import Identity, Walk

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds what the paths of a command line lead to, each file once.

    Attributes:
        config: What each file is split with.
        walk: How folders are walked.
        outputs: Files that are written; they are left out.
        seen: What has been found.
        skipped: Files of folders that rules leave out, relative to the configuration's folder.
    """

    config: Config
    walk: Walk
    outputs: Collection[Identity]
    seen: set[str] = field(default_factory=set)
    skipped: list[str] = field(default_factory=list)

    def find(self, paths: Iterable[str]) -> Iterator[Job | Fault]:
        """Yield the files that are named, and those in folders that are named.

        A file that is named is taken even if it is hidden, ignored or skipped by a rule.

        Raises:
            UsageError: An output file is named.
            ConfigError: Rules that match a file do not go together.
        """
        for path in paths:
            for found in self._expanded(path):
                where = found.path if isinstance(found, Job) else os.path.abspath(found.key)
                if where not in self.seen:
                    self.seen.add(where)
                    yield found

    def _expanded(self, path: str) -> Iterator[Job | Fault]:
        if path == STDIN:
            yield Job(STDIN, STDIN, self.config.settings_for(STDIN))
        elif os.path.isdir(path):
            yield from self._walked(path)
        elif self.outputs and identity(path) in self.outputs:
            raise click.UsageError(f"{path} is the output file: it cannot be read as well")
        else:
            yield self._job(path)

    def _walked(self, folder: str) -> Iterator[Job | Fault]:
        for found in self.walk.files(folder):
            if found.error is not None:
                yield Fault(Path(found.path).as_posix(), reason(found.error))
            elif self._is_ours(found.path):
                continue
            elif self.config.skips(inner := self._inner(found.path)):
                self.skipped.append(inner)
            else:
                yield self._job(found.path)

    def _is_ours(self, path: str) -> bool:
        """Tell whether a file is one that this run writes, or its configuration."""
        if self.outputs and identity(path) in self.outputs:
            return True
        return self.config.file is not None and os.path.abspath(path) == str(self.config.file)

    def _job(self, path: str) -> Job:
        return Job(self._key(path), os.path.abspath(path), self._settings(path))

    def _key(self, path: str) -> str:
        """Return what a file is called: with a configuration, relative to its folder."""
        inside = self.config.inside(path) if self.config.file else None
        return inside or Path(path).as_posix()

    def _inner(self, path: str) -> str:
        return self.config.inside(path) or Path(path).as_posix()

    def _settings(self, path: str) -> FileSettings:
        return self.config.settings_for(self._inner(path))


@contextmanager
def stored(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Put standard input into a file, if one of the jobs is about it, so that workers find it."""
    if all(job.path != STDIN for job in jobs):
        yield list(jobs)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input")
        with open(path, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield [job._replace(path=path) if job.path == STDIN else job for job in jobs]


def identity(file: str | int) -> Identity | None:
    """Return what identifies a regular file, given by its path or descriptor, else None."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
