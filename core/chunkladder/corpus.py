"""A folder of files under one configuration: found, read and split, whatever happens to one."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from .config import Config, load_config
from .errors import reason
from .files import Fault, Job, fault_of, run, workers_for
from .pipeline import PARENT
from .records import encode, record
from .text import decode
from .walking import Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from .chunk import Chunk
    from .files import Outcome
    from .store import Store
    from .sync import Difference, SyncReport


class Corpus:
    """The files of a folder under one configuration.

    Attributes:
        root: The folder; keys of files are relative to it, so that moving it changes none.
        faults: What failed in the last ``documents``, ``split`` or ``sync``.
    """

    def __init__(
        self,
        config: Config,
        root: str | os.PathLike[str] | None = None,
        *,
        jobs: int | None = None,
        time_limit: float | None = None,
        ignore: bool = True,
        follow_links: bool = False,
    ) -> None:
        """Keep the settings; nothing is read.

        Args:
            config: The configuration.
            root: The folder; that of the configuration when None.
            jobs: How many processes split; None: one for each core, if there is enough to do.
            time_limit: Seconds that one file may take; None: as long as it likes.
            ignore: Whether hidden files and what ``.gitignore`` files name are left out.
            follow_links: Whether links to folders, and out of the root, are followed.
        """
        self.config = config
        self.root = os.path.abspath(config.folder if root is None else root)
        self.faults: list[Fault] = []
        self._jobs = jobs
        self._time_limit = time_limit
        self._walk = Walk(ignore=ignore, follow_links=follow_links)

    @classmethod
    def from_config(
        cls,
        file: str | os.PathLike[str],
        root: str | os.PathLike[str] | None = None,
        *,
        jobs: int | None = None,
        time_limit: float | None = None,
        ignore: bool = True,
        follow_links: bool = False,
    ) -> Corpus:
        """Read a configuration, and take the files of its folder, or of another one.

        Args:
            file: A ``chunkladder.toml``, or a ``pyproject.toml`` with ``[tool.chunkladder]``.
            root: As in ``Corpus``, like the others.
            jobs: See there.
            time_limit: See there.
            ignore: See there.
            follow_links: See there.

        Raises:
            OSError: The configuration cannot be read.
            ConfigError: Something in it is wrong.
        """
        return cls(
            load_config(file),
            root,
            jobs=jobs,
            time_limit=time_limit,
            ignore=ignore,
            follow_links=follow_links,
        )

    def documents(self) -> Iterator[Job]:
        """Yield the files that the configuration does not leave out, in the order of their paths.

        A folder that cannot be walked is added to ``faults``.

        Raises:
            ConfigError: Rules that match a file do not go together.
        """
        self.faults = []
        for found in self._walk.files(self.root):
            if found.error is not None:
                self.faults.append(Fault(found.key, reason(found.error)))
                continue
            path = self.config.inside(found.path) or found.key
            if not self.config.skips(path) and not self._is_config(found.path):
                yield Job(found.key, found.path, self.config.settings_for(path))

    def split(self, on_fault: Callable[[Fault], None] | None = None) -> Iterator[Chunk]:
        """Split all files.

        With ``parent`` set, the large chunks of a file come before the small ones that they hold;
        ``chunk.origin.level`` tells them apart.

        Args:
            on_fault: Called for each file or folder that failed, as it happens; an error that it
                raises ends the work. All of them stand in ``faults``, too.

        Yields:
            The chunks, file by file in the order of ``documents``, in any number of processes.
        """
        jobs = list(self.documents())
        for fault in self.faults:
            _tell(fault, on_fault)
        workers = workers_for(jobs, self._jobs)
        with closing(run(jobs, chunks_of, workers, self._time_limit)) as outcomes:
            for outcome in outcomes:
                if outcome.error:
                    self.faults.append(fault := fault_of(outcome))
                    _tell(fault, on_fault)
                yield from outcome.result or ()

    def sync(
        self,
        store: Store,
        *,
        wait: float = 0,
        strict: bool = False,
        changes: str | os.PathLike[str] | None = None,
        watch: Callable[[Outcome[Any] | Fault], object] | None = None,
    ) -> SyncReport:
        """Bring a store up to date with the files.

        Only files whose content, settings or versions changed are split, and one whose size and
        times are the same is not read. Each file is one transaction.

        Args:
            store: The store, open for writing.
            wait: Seconds to wait for another run on it.
            strict: Whether the first failure ends the run; what was done until then stays.
            changes: A file to write what has changed since this was last done, for whoever
                keeps an index of embeddings.
            watch: Called with each file that was split, and each failure.

        Returns:
            What became of documents and chunks. Failures stand in ``faults``, too.

        Raises:
            StoreBusyError: Another run is at work, and does not end in time.
            StoreError: The store cannot be written.
            ConfigError: Rules that match a file do not go together, or the changes are to be
                written over the store.
            OSError: The changes cannot be written.
        """
        from .sync import Way, sync

        way = Way(self._jobs, self._time_limit, wait, strict, _path(changes), watch=watch)
        jobs = list(self.documents())
        report = sync(store, jobs, self.faults, way)
        self.faults = list(report.faults)
        return report

    def difference(self, store: Store) -> Difference:
        """Tell what ``sync`` would do, without doing it."""
        from .sync import difference

        jobs = list(self.documents())
        return difference(store, jobs, [fault.key for fault in self.faults])

    def _is_config(self, path: str) -> bool:
        return path == str(self.config.file)


def _path(name: str | os.PathLike[str] | None) -> Path | None:
    from pathlib import Path

    return None if name is None else Path(name)


def _tell(fault: Fault, on_fault: Callable[[Fault], None] | None) -> None:
    if on_fault is not None:
        on_fault(fault)


# What is done with a file, here or in another process


def chunks_of(job: Job, data: bytes) -> list[Chunk]:
    """Split one file; its parents, if the settings ask for them, come first.

    Raises:
        ChunkladderError: As ``Splitter.split`` does.
    """
    settings = job.settings
    splitter = settings.splitter()
    text = decode(data, source=job.key)
    chunks = splitter.split(text, source=job.key, metadata=settings.metadata)
    if settings.parent is None:
        return chunks
    return [*splitter.parents(text, source=job.key, metadata=settings.metadata), *chunks]


class Records(NamedTuple):
    """The records of one file.

    Attributes:
        lines: One JSON object a line, in UTF-8.
        chunks: How many chunks are among them.
        parents: How many parents are among them.
    """

    lines: bytes
    chunks: int
    parents: int


def records_of(job: Job, data: bytes) -> Records:
    """Split one file and write its records, ready for a file of them: little to send home."""
    chunks = chunks_of(job, data)
    measure = job.settings.splitter().measure
    has_parents = job.settings.parent is not None
    lines = [encode(_record(chunk, measure, has_parents)) + b"\n" for chunk in chunks]
    parents = sum(chunk.origin.level == PARENT for chunk in chunks)
    return Records(b"".join(lines), len(chunks) - parents, parents)


def _record(chunk: Chunk, measure: str, has_parents: bool) -> dict[str, object]:
    found = record(chunk, measure)
    if has_parents:
        found["level"] = "parent" if chunk.origin.level == PARENT else "child"
    return found
