"""Processes that work on items side by side, and what happens when one of them dies.

A pool of the standard library breaks as a whole when a process of it dies, and starts processes
by running the main module of the program again. Here a process is a plain Python that imports this
module: it is replaced when it dies, and the item that it was at is known.
"""

from __future__ import annotations

import heapq
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from struct import Struct
from threading import Thread
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from .errors import ChunkladderError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_T = TypeVar("_T")
_R = TypeVar("_R")

AHEAD = 1000
"""How many items, at most, are taken before the first of them is given back."""

HELD = 128 << 20
"""Bytes of results that may wait for an earlier one; beyond it only that one is begun."""

SMALL = 1 << 18
"""Weight below which an item is sent to a process that is still at another one."""

_PATIENCE = 1.0  # seconds, after which it is seen to that each process is alive
_TRIES = 3  # how many processes in a row may die before they have begun
_LENGTH = Struct("<Q")
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from chunkladder.workers import serve; serve()"
)


class Lost(NamedTuple, Generic[_T]):
    """An item of which nothing came back.

    Attributes:
        item: The item.
        reason: What became of the process that was at it.
    """

    item: _T
    reason: str


class Result(NamedTuple, Generic[_R]):
    """What the function returned for an item."""

    value: _R


def run_apart(
    function: Callable[[_T], _R],
    items: Iterable[_T],
    weigh: Callable[[_T], int],
    workers: int,
    time_limit: float | None,
) -> Iterator[Result[_R] | Lost[_T]]:
    """Call a function for each item in processes of their own.

    Args:
        function: Picklable, by the name of a module that another process can import. It raises
            nothing.
        items: Picklable; taken as they are needed, up to ``AHEAD`` of them early.
        weigh: Tells about how much work an item is. One that outweighs its share of all that wait
            is begun first, so that it is not the last one left.
        workers: How many processes, 1 or more.
        time_limit: Seconds that a process may be at one item before it is ended.

    Yields:
        The result for each item, in the order of the items.

    Raises:
        ChunkladderError: No process can be started, or it cannot find the function.
    """
    crew: _Crew[_T, _R] = _Crew(pickle.dumps(function), iter(items), weigh, workers, time_limit)
    try:
        yield from crew.results()
    finally:
        crew.end()


@dataclass(eq=False, slots=True)
class _Worker:
    """One process, as seen from here.

    Attributes:
        process: The process.
        items: What it was sent and has not answered, in order; it is at the first.
        ready: Whether it has begun to work.
        since: When it began with the first of the items, on the monotonic clock.
        overdue: The item for which it was ended from here; None if it was not.
    """

    process: subprocess.Popen[bytes]
    items: deque[int] = field(default_factory=deque)
    ready: bool = False
    since: float = 0.0
    overdue: int | None = None

    def send(self, frame: bytes) -> None:
        """Send a frame; one that has died is noticed elsewhere."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            _write(self.process.stdin.fileno(), frame)

    def kill(self) -> None:
        """End it, with whatever processes a plugin has started in it."""
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix" and self.process.returncode is None:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def is_dead(self) -> bool:
        """Tell whether it has ended, without taking its exit status."""
        if self.process.returncode is not None or not hasattr(os, "waitid"):
            return False
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.process.pid, how) is not None

    def bury(self) -> int:
        """Wait for its end, and return its exit status."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()
        return self.process.wait()


@dataclass(eq=False, slots=True)
class _Crew(Generic[_T, _R]):
    """The processes, the items that wait for one, and the results that wait for their turn."""

    function: bytes
    source: Iterator[_T]
    weigh: Callable[[_T], int]
    number: int
    time_limit: float | None
    news: SimpleQueue[tuple[_Worker, bytes | None]] = field(default_factory=SimpleQueue)
    workers: list[_Worker] = field(default_factory=list)
    items: dict[int, tuple[_T, int]] = field(default_factory=dict)
    waiting: dict[int, None] = field(default_factory=dict)
    heaviest: list[tuple[int, int]] = field(default_factory=list)
    weight: int = 0
    done: dict[int, bytes | str] = field(default_factory=dict)
    held: int = 0
    taken: int = 0
    given: int = 0
    stillborn: int = 0

    def results(self) -> Iterator[Result[_R] | Lost[_T]]:
        """Yield the results in order, keeping the processes busy."""
        while self._take() or self.given < self.taken:
            self._hand_out()
            while self.given in self.done:
                yield self._give()
                self._hear(wait=False)
                self._hand_out()
            if self.given < self.taken:
                self._hear(wait=True)

    def end(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.kill()
        for worker in self.workers:
            worker.bury()

    def _take(self) -> bool:
        """Take items from the source until enough wait; tell whether any wait or are under way."""
        while len(self.items) < AHEAD:
            item = next(self.source, self)
            if item is self:
                break
            weight = self.weigh(item)  # type: ignore[arg-type]
            self.items[self.taken] = item, weight  # type: ignore[assignment]
            self._put_back(self.taken)
            self.taken += 1
        return bool(self.items)

    def _put_back(self, index: int) -> None:
        weight = self.items[index][1]
        self.waiting[index] = None
        self.weight += weight
        heapq.heappush(self.heaviest, (-weight, index))

    def _give(self) -> Result[_R] | Lost[_T]:
        index, self.given = self.given, self.given + 1
        item, _ = self.items.pop(index)
        self._take()
        result = self.done.pop(index)
        if isinstance(result, str):
            return Lost(item, result)
        self.held -= len(result)
        return pickle.loads(result)  # type: ignore[no-any-return]

    def _hand_out(self) -> None:
        """Send items to the processes that have room for one, to idle ones first."""
        while self.waiting and (worker := self._free()):
            index = self._next()
            if worker.items and not self._are_small(index, *worker.items):
                return
            if self.held > HELD and index != self.given:
                return
            self._send(worker, index)

    def _free(self) -> _Worker | None:
        idle = next((worker for worker in self.workers if not worker.items), None)
        if idle is None and len(self.workers) < self.number:
            idle = self._started()
        return idle or next((worker for worker in self.workers if len(worker.items) == 1), None)

    def _next(self) -> int:
        """Return the first item that waits, or the heaviest if the others would wait for it."""
        first = next(iter(self.waiting))
        while self.heaviest[0][1] not in self.waiting:
            heapq.heappop(self.heaviest)
        weight, index = self.heaviest[0]
        outweighs = -weight * self.number >= self.weight and self.held <= HELD
        return index if outweighs else first

    def _are_small(self, *indexes: int) -> bool:
        return all(self.items[index][1] < SMALL for index in indexes)

    def _send(self, worker: _Worker, index: int) -> None:
        item, weight = self.items[index]
        del self.waiting[index]
        self.weight -= weight
        if not worker.items:
            worker.since = time.monotonic()
        worker.items.append(index)
        worker.send(pickle.dumps(item))

    def _hear(self, *, wait: bool) -> None:
        """Take in what processes have answered, and end those that are over the time limit."""
        with suppress(Empty):
            self._note(*self.news.get(block=wait, timeout=self._patience()))
            while True:
                self._note(*self.news.get_nowait())
        for worker in self._overdue():
            worker.overdue = worker.items[0]
            worker.kill()
        for worker in self.workers:
            if worker.is_dead():
                worker.kill()  # what it has forked would keep its pipe open, and it silent

    def _patience(self) -> float:
        """Return how long to wait for an answer, in seconds."""
        if self.time_limit is None:
            return _PATIENCE
        since = [worker.since for worker in self.workers if self._is_timed(worker)]
        passed = time.monotonic() - min(since, default=time.monotonic())
        return min(max(0.0, self.time_limit - passed), _PATIENCE)

    def _overdue(self) -> list[_Worker]:
        if self.time_limit is None:
            return []
        began = time.monotonic() - self.time_limit
        return [w for w in self.workers if self._is_timed(w) and w.since <= began]

    def _is_timed(self, worker: _Worker) -> bool:
        return worker.ready and bool(worker.items) and worker.overdue is None

    def _note(self, worker: _Worker, frame: bytes | None) -> None:
        if frame is None:
            self._bury(worker)
        elif not worker.ready:
            self._welcome(worker, frame)
        else:
            self._keep(worker.items.popleft(), frame)
            worker.since = time.monotonic()

    def _welcome(self, worker: _Worker, frame: bytes) -> None:
        if frame:
            raise ChunkladderError(f"a worker process cannot begin: {frame.decode()}")
        worker.ready = True
        self.stillborn = 0
        worker.since = time.monotonic()

    def _keep(self, index: int, frame: bytes) -> None:
        # A result that could not be sent is told in words behind a zero byte; a pickle has none.
        if frame[:1] == _WORDS:
            self.done[index] = frame[1:].decode()
        else:
            self.done[index] = frame
            self.held += len(frame)

    def _bury(self, worker: _Worker) -> None:
        """Blame the item that a dead process was at, and let the others wait again."""
        self.workers.remove(worker)
        death = _cause(worker.bury())
        self.stillborn += not worker.ready
        if self.stillborn >= _TRIES:
            raise ChunkladderError(f"a worker process cannot begin: {death}")
        # One that was overdue may have been done just then, and the next one is without blame.
        if worker.overdue is not None:
            death = f"took longer than the time limit of {self.time_limit:g} s"
        if worker.ready and worker.items and worker.overdue in (None, worker.items[0]):
            self.done[worker.items.popleft()] = death
        for index in worker.items:
            self._put_back(index)
        self.waiting = dict.fromkeys(sorted(self.waiting))

    def _started(self) -> _Worker:
        process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            process_group=0 if os.name == "posix" else None,  # Ctrl-C is for us alone
        )
        worker = _Worker(process)
        self.workers.append(worker)
        worker.send(self.function)
        Thread(target=_listen, args=(worker, self.news), daemon=True).start()
        return worker


def _cause(status: int) -> str:
    if status >= 0:
        return f"its worker process ended by itself, with exit status {status}"
    with suppress(ValueError):
        name = signal.Signals(-status).name
        hint = ", as the system does when memory runs out" if name == "SIGKILL" else ""
        return f"its worker process was ended by {name}{hint}"
    return f"its worker process was ended by signal {-status}"


def _listen(worker: _Worker, news: SimpleQueue[tuple[_Worker, bytes | None]]) -> None:
    """Pass on what a process sends, and None when it is gone."""
    assert worker.process.stdout is not None
    with worker.process.stdout as stream:
        for frame in _frames(stream):
            news.put((worker, frame))
    news.put((worker, None))


def _frames(stream: Any) -> Iterator[bytes]:
    """Yield the frames of an unbuffered stream until it ends; one cut short does not count."""
    while (head := _exactly(stream, _LENGTH.size)) is not None:
        frame = _exactly(stream, _LENGTH.unpack(head)[0])
        if frame is None:
            return
        yield frame


def _exactly(stream: Any, length: int) -> bytes | None:
    buffer = bytearray(length)
    view = memoryview(buffer)
    while view:
        read = stream.readinto(view)
        if not read:
            return None
        view = view[read:]
    return bytes(buffer)


def _write(descriptor: int, frame: bytes) -> None:
    """Write a frame to the last byte: a pipe may take a part of it."""
    for part in (_LENGTH.pack(len(frame)), frame):
        view = memoryview(part)
        while view:
            view = view[os.write(descriptor, view) :]


# In the process

_WORDS = b"\0"


def serve() -> None:
    """Work off what the parent sends, until it is gone."""
    incoming, outgoing = _private_pipes()
    tasks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_watch, args=(incoming, tasks), daemon=True).start()
    try:
        function = pickle.loads(tasks.get())
    except Exception as error:  # noqa: BLE001 - somebody else's module is imported
        _write(outgoing, f"{type(error).__name__}: {error}".encode())
        return
    _write(outgoing, b"")
    # Without a reader the parent is gone, and nobody is left to be told.
    with suppress(BrokenPipeError):
        while True:
            _write(outgoing, _answer(function, tasks.get()))


def _answer(function: Callable[[Any], Any], task: bytes) -> bytes:
    value = function(pickle.loads(task))
    try:
        return pickle.dumps(Result(value), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - it may be of any type
        return _WORDS + f"its result cannot be sent: {type(error).__name__}: {error}".encode()


def _private_pipes() -> tuple[Any, int]:
    """Take the pipes to the parent for ourselves: what a plugin prints goes to stderr."""
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return open(incoming, "rb", buffering=0), outgoing


def _watch(incoming: Any, tasks: SimpleQueue[bytes]) -> None:
    """Pass on tasks, and end the process, whatever it is at, when the parent is gone."""
    for frame in _frames(incoming):
        tasks.put(frame)
    os._exit(0)
