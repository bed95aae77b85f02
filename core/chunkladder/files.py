"""Many files, one after the other or side by side: what each is split with, and what came of it."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import sha256
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from .choices import ALL, Choice
from .errors import DocumentError, reason
from .settings import ARGUMENTS, plain
from .splitter import Splitter
from .tokenizers import TOKENIZERS
from .workers import Lost, run_apart

if TYPE_CHECKING:
    from .rungs import Keep, UserRung
    from .tokenizers import SpecialTokens

_T = TypeVar("_T")

LITTLE = 2 << 20
"""Bytes of all files together below which starting processes takes longer than it saves."""


_ATTEMPTS = 3
"""How often a file is read that changes meanwhile."""


@dataclass(frozen=True, slots=True)
class FileSettings:
    """What one file is split with, after all rules.

    Attributes:
        format: The format's name; None finds it from name and content.
        size: As in ``Splitter``, like those up to ``options``.
        overlap: See there.
        measure: See there.
        ladder: See there.
        context: See there.
        keep_separator: See there.
        overlap_at: See there.
        min_size: See there.
        parent: See there.
        special_tokens: See there.
        stable: See there.
        options: See there; only formats that the configuration speaks of.
        metadata: Facts that every chunk of the file inherits.
        rules: Which rules matched, counted from 0, in their order.
        plugins: Which plugins there are, and who owns a name that several claim.
    """

    format: str | None = None
    size: int = 1000
    overlap: int | float = 0
    measure: str = "characters"
    ladder: tuple[UserRung, ...] | None = None
    context: bool = True
    keep_separator: Keep = "start"
    overlap_at: UserRung | None = None
    min_size: int = 0
    parent: int | str | None = None
    special_tokens: SpecialTokens = 0
    stable: bool = False
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    metadata: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[int, ...] = ()
    plugins: Choice = ALL

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of ``Splitter``, all but the registry."""
        return {name: getattr(self, name) for name in ARGUMENTS if name != "registry"}

    def splitter(self) -> Splitter:
        """Return a splitter with these settings; files with equal ones share it.

        Raises:
            ChunkladderError: As ``Splitter`` does.
        """
        return _splitter(_Key(self))


def measure_name(measure: str) -> str:
    """Return what a measure is called, wherever a tokenizer's file lies."""
    if measure.startswith(TOKENIZERS):
        return TOKENIZERS + os.path.basename(measure.removeprefix(TOKENIZERS))
    return measure


class _Key:
    """Settings as a key: equal where the splitter is."""

    def __init__(self, settings: FileSettings) -> None:
        self.settings = settings
        # What ``repr`` shows of a long pattern is its beginning.
        self._is = (repr(plain(settings.arguments())), settings.plugins)

    def __hash__(self) -> int:
        return hash(self._is)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._is == other._is


@lru_cache(maxsize=64)
def _splitter(key: _Key) -> Splitter:
    settings, registry = key.settings, None
    if settings.plugins != ALL:
        from .plugins import chosen

        registry = chosen(settings.plugins)
    return Splitter(registry=registry, **settings.arguments())


class Job(NamedTuple):
    """A file to do.

    Attributes:
        key: What it is called: its path relative to the root, with forward slashes. Bytes that
            are not UTF-8 are lone surrogates, as ``os.fsdecode`` gives them.
        path: Where it is, absolute.
        settings: What it is split with.
    """

    key: str
    path: str
    settings: FileSettings


class Outcome(NamedTuple, Generic[_T]):
    """What came of one file.

    Attributes:
        job: The file.
        result: What the work returned; None if it failed.
        error: Why it failed, without the file's name; empty if it did not.
        size: How many bytes were read.
        mtime_ns: When the file was last changed, the same before and after it was read; 0 if it
            could not be read.
        sha256: Of the bytes that were read, in hexadecimal; empty if it could not be read.
        traceback: Where in the program the error arose; may be empty.
    """

    job: Job
    result: _T | None
    error: str = ""
    size: int = 0
    mtime_ns: int = 0
    sha256: str = ""
    traceback: str = ""


class Fault(NamedTuple):
    """A file or folder that failed.

    Attributes:
        key: Its path relative to the root.
        error: Why.
        traceback: Where in the program the error arose; may be empty.
    """

    key: str
    error: str
    traceback: str = ""


def fault_of(outcome: Outcome[Any]) -> Fault:
    """Return what is to be told of a file that failed."""
    return Fault(outcome.job.key, outcome.error, outcome.traceback)


Work = Callable[[Job, bytes], _T]
"""What is done with a file and its bytes."""


def run(
    jobs: Iterable[Job], work: Work[_T], workers: int = 1, time_limit: float | None = None
) -> Generator[Outcome[_T], None, None]:
    """Read files and work on them.

    Whatever happens to one of them is its outcome, and the others are done.

    Args:
        jobs: The files; taken as they are needed, some ahead.
        work: A function of a module, so that another process finds it, too. What it returns must
            be picklable.
        workers: How many processes do the work, 1 or more. One without a time limit is this
            process: whatever ends it then ends everything.
        time_limit: Seconds that one file may take, reading included, before its process is ended.

    Yields:
        An outcome for each job, in the order of the jobs.
    """
    if workers == 1 and time_limit is None:
        for job in jobs:
            yield attempt(job, work)
        return
    for each in run_apart(partial(attempt, work=work), jobs, _weight, workers, time_limit):
        if isinstance(each, Lost):
            yield Outcome(each.item, None, each.reason)
        else:
            yield each.value


def workers_for(jobs: Iterable[Job], wanted: int | None) -> int:
    """Return how many processes to start: those that are wanted, or as many as it is worth."""
    if wanted is not None:
        return wanted
    total = 0
    for job in jobs:
        total += os.path.getsize(job.path) if os.path.isfile(job.path) else 0
        if total >= LITTLE:
            return cores()
    return 1


def cores() -> int:
    """Return how many processor cores this process may use, 1 or more."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _weight(job: Job) -> int:
    try:
        return os.stat(job.path).st_size
    except OSError:
        return 0


def attempt(job: Job, work: Work[_T]) -> Outcome[_T]:
    """Read one file and work on it, here and now."""
    size = mtime_ns = 0
    digest = ""
    try:
        data, mtime_ns = _read(job.path)
        size, digest = len(data), sha256(data).hexdigest()
        return Outcome(job, work(job, data), "", size, mtime_ns, digest)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a plugin is called
        told = reason(error).removeprefix(f"{job.key}: ")
        trace = "".join(traceback.format_exception(error))
        return Outcome(job, None, told, size, mtime_ns, digest, trace)


class ChangedError(DocumentError):
    """A file changed each time it was read."""


def _read(path: str) -> tuple[bytes, int]:
    """Return a file's bytes and when it was last changed.

    A file that changes meanwhile is read again.

    Raises:
        OSError: It cannot be read.
        ChangedError: It never stands still.
    """
    for _ in range(_ATTEMPTS):
        with open(path, "rb") as stream:
            before = os.fstat(stream.fileno())
            data = stream.read()
            after = os.fstat(stream.fileno())
        if not S_ISREG(before.st_mode) or _same(before, after, len(data)):
            return data, after.st_mtime_ns
    raise ChangedError(f"changed each of the {_ATTEMPTS} times that it was read")


def _same(before: os.stat_result, after: os.stat_result, read: int) -> bool:
    size = after.st_size
    # What a kernel makes up, such as /proc/cpuinfo, says that it is empty.
    unchanged = (before.st_size, before.st_mtime_ns) == (size, after.st_mtime_ns)
    return unchanged and read == (size or read)
