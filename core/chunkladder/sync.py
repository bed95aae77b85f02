"""Bringing a store up to date with the files of a folder, and no more work than that takes."""

from __future__ import annotations

import os
import time
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import file_digest
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import ConfigError
from .files import Fault, Job, Outcome, fault_of, measure_name, run, workers_for
from .fingerprints import detected, detection, settings_hash, versions
from .model import Document
from .records import encode
from .splitter import split_whole
from .store import Counts, Row, Store, StoredDocument, row
from .text import decode
from .writing import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from pathlib import Path

    from .files import FileSettings

SECOND = 1_000_000_000
FINE, COARSE = SECOND // 20, 2 * SECOND
"""Nanoseconds within which two changes of a file may bear the same time: by the clock of the
system, which ticks every few milliseconds, and on file systems that know only (even) seconds."""


class DocumentCounts(NamedTuple):
    """What became of documents.

    Attributes:
        added: Files that the store did not have.
        changed: Files that were split again.
        removed: Documents whose files are gone.
        kept: Documents that stayed as they were, those included whose files failed.
        failed: Files and folders that failed.
    """

    added: int = 0
    changed: int = 0
    removed: int = 0
    kept: int = 0
    failed: int = 0


class SyncReport(NamedTuple):
    """What a run did.

    Attributes:
        documents: What became of documents.
        chunks: What became of chunks, parents included.
        faults: What could not be done, in the order of the files.
    """

    documents: DocumentCounts
    chunks: Counts
    faults: tuple[Fault, ...]


@dataclass(slots=True)
class Difference:
    """How the files of a folder differ from what a store has.

    Attributes:
        added: Files that the store does not have.
        changed: Files whose content, settings or versions are not those of the store.
        kept: Keys of documents that stay as they are.
        removed: Keys of documents whose files are gone.
        noted: Of the kept ones, those that were looked into, with what is known now.
        stats: What showed of each file that was added or changed, by its key.
    """

    added: list[Job] = field(default_factory=list)
    changed: list[Job] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    noted: list[StoredDocument] = field(default_factory=list)
    stats: dict[str, os.stat_result] = field(default_factory=dict)


def difference(
    store: Store,
    jobs: Iterable[Job],
    unlisted: Collection[str] = (),
    without: Collection[Path] = (),
) -> Difference:
    """Tell what a run would do, without doing it.

    A file is read only where nothing else tells: the time that it was changed is another, but
    its size is not.

    Args:
        store: The store.
        jobs: The files of the folder.
        unlisted: Keys of folders that could not be listed: what the store has of them stays.
        without: Files to leave out, beside those of the store.
    """
    found = Difference()
    own = set(filter(None, map(_identity, (*store.files(), *without))))
    seen = set()
    for job in jobs:
        stat = _stat(job.path)
        if stat is not None and (stat.st_dev, stat.st_ino) in own:
            continue
        seen.add(job.key)
        _sort(job, stat, store.document(job.key), found)
    inside = tuple(f"{key}/" if key else "" for key in unlisted)
    for source in store.sources():
        if source not in seen:
            (found.kept if source.startswith(inside) else found.removed).append(source)
    return found


def _sort(
    job: Job, stat: os.stat_result | None, known: StoredDocument | None, found: Difference
) -> None:
    renewed = None if known is None else _still(job, stat, known)
    if renewed is None:
        (found.added if known is None else found.changed).append(job)
        if stat is not None:
            found.stats[job.key] = stat
        return
    found.kept.append(job.key)
    if renewed != known:
        found.noted.append(renewed)


def _still(job: Job, stat: os.stat_result | None, known: StoredDocument) -> StoredDocument | None:
    """Return what is known now of a document that need not be split again, else None."""
    settings = job.settings
    if stat is None or known.settings != settings_hash(settings):
        return None
    if known.versions != versions(known.formats, settings):
        return None
    choice = _detection(settings)
    if known.stat == _shown(stat) and known.detection == choice:
        return known
    if known.stat and int(known.stat.split()[0]) != stat.st_size:
        return None
    began = _after_a_tick([stat])
    if not _is_same(job, known, choice):
        return None
    return known._replace(stat=_reliable(stat, began), detection=choice)


def _is_same(job: Job, known: StoredDocument, choice: str) -> bool:
    """Look into a file: tell whether its content and its format are those that the store has."""
    try:
        with open(job.path, "rb") as stream:
            if file_digest(stream, "sha256").hexdigest() != known.sha256:
                return False
            if choice == known.detection:
                return True
            stream.seek(0)
            text = decode(stream.read(), source=job.key)
    except (OSError, ValueError):
        # Whoever splits it tells.
        return False
    return detected(text, job.key, job.settings.plugins) == known.format


def _detection(settings: FileSettings) -> str:
    return "" if settings.format else detection(settings.plugins)


def _stat(path: str | Path) -> os.stat_result | None:
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


def _identity(path: Path) -> tuple[int, int] | None:
    found = _stat(path)
    return None if found is None else (found.st_dev, found.st_ino)


def _shown(stat: os.stat_result) -> str:
    """Return what of a file changes when it does; the size comes first, then the time."""
    return f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}"


def _reliable(stat: os.stat_result, began: int) -> str:
    """Return what showed of a file that was read later, or an empty text.

    A file that was changed right before may be changed again within one tick of the clock, and
    nothing would show.

    Args:
        stat: What showed.
        began: A time before the file was read, in nanoseconds.
    """
    return _shown(stat) if began > _settled(stat) else ""


def _settled(stat: os.stat_result) -> int:
    """Return the time from which on another change would show."""
    tick = FINE if stat.st_mtime_ns % SECOND else COARSE
    return max(stat.st_mtime_ns + tick, stat.st_ctime_ns + FINE)


class _Split(NamedTuple):
    format: str
    formats: tuple[str, ...]
    rows: list[Row]


def _split(job: Job, data: bytes) -> _Split:
    """Split one file; this runs in the process of a worker."""
    settings = job.settings
    splitter = settings.splitter()
    text = decode(data, source=job.key)
    whole = split_whole(splitter, Document(text, job.key, settings.format, settings.metadata))
    measure = measure_name(splitter.measure)
    rows = [row(chunk, measure, "parent") for chunk in whole.parents]
    rows += [row(chunk, measure, "child") for chunk in whole.chunks]
    return _Split(whole.format, tuple(sorted(whole.formats)), rows)


@dataclass(frozen=True, slots=True)
class Way:
    """How a store is brought up to date.

    Attributes:
        workers: How many processes split files; None: one for each core, if there is enough to do.
        time_limit: Seconds that one file may take; None for no limit.
        wait: Seconds to wait for another run.
        strict: Whether the first fault ends the run.
        changes: Where to write what has changed since this was last written; None: nowhere.
        expect: Called once with how many files are to be split.
        watch: Called with each file that was split, and each failure.
    """

    workers: int | None = None
    time_limit: float | None = None
    wait: float = 0
    strict: bool = False
    changes: Path | None = None
    expect: Callable[[int], object] | None = None
    watch: Callable[[Outcome[Any] | Fault], object] | None = None


def sync(
    store: Store, jobs: Iterable[Job], faults: Collection[Fault] = (), way: Way | None = None
) -> SyncReport:
    """Bring a store up to date with the files of a folder.

    Each document is one transaction: a run that ends early leaves the store consistent, and the
    next one goes on. A file that fails keeps the chunks that the store has of it.

    Args:
        store: The store.
        jobs: All files of the folder.
        faults: Folders that could not be listed.
        way: How to do it.

    Raises:
        StoreBusyError: Another run is at work, and does not end in time.
        StoreError: The store cannot be written.
        ConfigError: The changes are to be written over the store.
        OSError: The changes cannot be written.
    """
    way = way or Way()
    _check_changes(way.changes, store)
    with store.lock(way.wait):
        store.begin()
        report = _Run(store, way).do(jobs, faults)
        if way.changes is not None:
            write_changes(store, way.changes)
    return report


def _check_changes(changes: Path | None, store: Store) -> None:
    """Make sure that the file of changes does not take the place of the store."""
    if changes is not None and os.path.realpath(changes) in map(os.path.realpath, store.files()):
        raise ConfigError("changes", str(changes), "a file that is none of the store's")


class _Run:
    """One run over the files of a folder."""

    def __init__(self, store: Store, way: Way) -> None:
        self._store = store
        self._way = way
        self._faults: list[Fault] = []
        self._chunks: list[Counts] = []
        self._done: set[str] = set()

    def do(self, jobs: Iterable[Job], faults: Collection[Fault]) -> SyncReport:
        for fault in faults:
            self._fail(fault)
        if self._is_over:
            return self._report(Difference(kept=self._store.sources()))
        without = () if self._way.changes is None else (self._way.changes,)
        found = difference(self._store, jobs, [fault.key for fault in faults], without)
        for document in found.noted:
            self._store.note(document)
        self._split(found)
        if self._is_over:
            found.kept += found.removed
            found.removed = []
        self._chunks += map(self._store.remove, found.removed)
        return self._report(found)

    @property
    def _is_over(self) -> bool:
        return self._way.strict and bool(self._faults)

    def _split(self, found: Difference) -> None:
        jobs = sorted([*found.added, *found.changed], key=lambda job: job.key)
        began = _after_a_tick(found.stats[job.key] for job in jobs if job.key in found.stats)
        if self._way.expect is not None:
            self._way.expect(len(jobs))
        workers = workers_for(jobs, self._way.workers)
        with closing(run(jobs, _split, workers, self._way.time_limit)) as outcomes:
            for outcome in outcomes:
                if outcome.result is None:
                    self._fail(fault_of(outcome))
                else:
                    stat = found.stats.get(outcome.job.key)
                    document = _document(outcome, outcome.result, stat, began)
                    self._put(document, outcome.result.rows)
                    self._watch(outcome)
                if self._is_over:
                    return

    def _put(self, document: StoredDocument, rows: Sequence[Row]) -> None:
        self._chunks.append(self._store.put(document, rows))
        self._done.add(document.source)

    def _watch(self, news: Outcome[_Split] | Fault) -> None:
        if self._way.watch is not None:
            self._way.watch(news)

    def _fail(self, fault: Fault) -> None:
        self._faults.append(fault)
        self._watch(fault)

    def _report(self, found: Difference) -> SyncReport:
        changed = sum(job.key in self._done for job in found.changed)
        documents = DocumentCounts(
            added=sum(job.key in self._done for job in found.added),
            changed=changed,
            removed=len(found.removed),
            kept=len(found.kept) + len(found.changed) - changed,
            failed=len(self._faults),
        )
        added = sum(counts.added for counts in self._chunks)
        removed = sum(counts.removed for counts in self._chunks)
        chunks = Counts(added, removed, self._store.count() - added)
        return SyncReport(documents, chunks, tuple(self._faults))


def _document(
    outcome: Outcome[_Split], split: _Split, stat: os.stat_result | None, began: int
) -> StoredDocument:
    job = outcome.job
    # It may have been changed since it was looked at, and then been read as it is now.
    same = stat is not None and (stat.st_size, stat.st_mtime_ns) == (outcome.size, outcome.mtime_ns)
    return StoredDocument(
        job.key,
        _reliable(stat, began) if stat is not None and same else "",
        outcome.sha256,
        settings_hash(job.settings),
        split.format,
        split.formats,
        versions(split.formats, job.settings),
        _detection(job.settings),
    )


def _after_a_tick(stats: Iterable[os.stat_result]) -> int:
    """Wait until any new change of files would show, if that is a matter of one tick.

    Without it, all files of a folder that was made a moment ago would be read once more.

    Returns:
        The time, in nanoseconds.
    """
    now = time.time_ns()
    settled = [when - now for when in map(_settled, stats) if 0 <= when - now <= FINE]
    if settled:
        time.sleep((max(settled) + 1) / SECOND)
    return time.time_ns()


def write_changes(store: Store, path: Path) -> int:
    """Write what has changed since this was last done, one JSON record a line.

    The file appears at once or not at all. Only when it is in place does the store take note of
    it, so a run that is killed loses nothing: the next one writes the same again.

    Returns:
        How many changes there are.

    Raises:
        StoreError: The store cannot be read or written.
        OSError: The file cannot be written.
    """
    changes = store.changes()
    number = 0
    with replacing(path) as stream:
        for change in changes:
            stream.write(encode(change) + b"\n")
            number += 1
    changes.acknowledge()
    return number
