"""Processes that work side by side: order, memory, time, and those that die."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from chunkladder import workers
from chunkladder.errors import ChunkladderError
from chunkladder.workers import Lost, Result, run_apart

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")

# The functions: a module that the processes can import.
CODE = """
import os, signal, sys, time

def double(item):
    return item * 2

def slowly(item):
    time.sleep(item)
    return item

def nap(item):
    time.sleep(item[0])
    return item[1]

def noisy(item):
    print("to be seen by nobody who reads records")
    os.system("echo nor this")
    return item

def who(item):
    return os.getpid()

def large(item):
    return bytes(item)

def odd(item):
    return lambda: item

def deadly(item):
    if item == "exit":
        os._exit(7)
    if item == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if item == "loop":
        while True:
            pass
    return item

def forks(item):
    if item == "fork" and os.fork() == 0:
        time.sleep(600)
    if item == "fork":
        os._exit(9)
    if item == "late":
        os.fork() or time.sleep(600)
        time.sleep(600)
    return item

def recorded(item):
    folder, name = item
    open(f"{folder}/{name}-{time.monotonic_ns()}", "w").close()
    time.sleep(0.05)
    return name
"""


@pytest.fixture(scope="module", autouse=True)
def functions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("functions")
    (folder / "functions_apart.py").write_text(CODE)
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))
    sys.modules.pop("functions_apart", None)


def run(name: str, items: list, number: int = 2, limit: float | None = None, weigh=lambda _: 1):
    import functions_apart

    return run_apart(getattr(functions_apart, name), items, weigh, number, limit)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(number: int) -> None:
    assert list(run("double", list(range(100)), number)) == [Result(i * 2) for i in range(100)]
    naps = [(0.1, 0), (0, 1), (0.05, 2), (0, 3)]
    assert list(run("nap", naps, number)) == [Result(i) for i in range(4)]


def test_nothing_to_do_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.subprocess, "Popen", None)
    assert list(run("double", [])) == []


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("exit", "its worker process ended by itself, with exit status 7"),
        (
            "kill",
            "its worker process was ended by SIGKILL, as the system does when memory runs out",
        ),
    ],
)
def test_one_that_dies_is_blamed_alone_and_replaced(item: str, reason: str) -> None:
    items = ["a", item, "b", item, *"cdefg", item]
    found = list(run("deadly", items))
    assert found == [Lost(i, reason) if i == item else Result(i) for i in items]


def test_one_that_never_returns_is_ended() -> None:
    items = ["a", "loop", "b", "c", "loop"]
    found = list(run("deadly", items, limit=0.3))
    lost = "took longer than the time limit of 0.3 s"
    assert found == [Lost(i, lost) if i == "loop" else Result(i) for i in items]


def test_the_time_limit_is_that_of_one_item() -> None:
    assert list(run("slowly", [0.2] * 8, limit=0.9)) == [Result(0.2)] * 8


def test_a_slow_reader_is_no_slow_worker() -> None:
    found = []
    for each in run("double", list(range(6)), limit=0.2):
        time.sleep(0.3)
        found.append(each)
    assert found == [Result(i * 2) for i in range(6)]


def test_what_a_function_prints_does_not_mix_with_results(capfd: pytest.CaptureFixture) -> None:
    assert list(run("noisy", [1, 2])) == [Result(1), Result(2)]
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("to be seen") == err.count("nor this") == 2


def test_a_result_that_cannot_be_sent_is_told() -> None:
    (found,) = run("odd", [1])
    assert isinstance(found, Lost)
    assert found.reason.startswith("its result cannot be sent: ")


def test_a_function_that_another_process_cannot_find_is_told() -> None:
    import functions_apart

    functions_apart.only_here = lambda item: item
    functions_apart.only_here.__qualname__ = functions_apart.only_here.__name__ = "only_here"
    functions_apart.only_here.__module__ = "functions_apart"
    with pytest.raises(ChunkladderError, match=r"a worker process cannot begin: AttributeError"):
        list(run("only_here", [1]))


def test_large_results_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [10_000_000, 0, 3_000_001]
    assert [len(each.value) for each in run("large", sizes)] == sizes


def test_results_that_wait_for_an_earlier_one_take_bounded_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "HELD", 3_000_000)
    most = 0
    keep = workers._Crew._keep

    def watching(self, index: int, frame: bytes) -> None:
        nonlocal most
        keep(self, index, frame)
        most = max(most, self.held)

    monkeypatch.setattr(workers._Crew, "_keep", watching)
    # The first takes a while, and the others could all be done meanwhile.
    items = [60_000_000, *[1_000_000] * 40]
    assert [len(each.value) for each in run("large", items)] == items
    assert most <= 60_000_000 + 3_000_000 + 2 * 1_100_000


def test_items_are_taken_as_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "AHEAD", 5)
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    results = run("double", endless())
    for at in range(1, 50):
        assert next(results) == Result(at * 2)
        assert taken <= at + 5
    results.close()


def test_one_that_outweighs_the_others_is_begun_first(tmp_path: Path) -> None:
    items = [(str(tmp_path), f"small{at}") for at in range(8)] + [(str(tmp_path), "big")]
    found = run("recorded", items, weigh=lambda item: 100 if item[1] == "big" else 1)
    assert [each.value for each in found] == [name for _, name in items]
    begun = sorted(tmp_path.iterdir(), key=lambda path: int(path.name.rpartition("-")[2]))
    assert "big" in {path.name.rpartition("-")[0] for path in begun[:2]}


def test_leaving_early_leaves_no_process(tmp_path: Path) -> None:
    results = run("who", list(range(20)))
    (number,) = next(results)
    results.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("fork", "its worker process ended by itself, with exit status 9"),
        ("late", "took longer than the time limit of 2 s"),
    ],
)
def test_what_a_process_has_forked_goes_with_it(item: str, reason: str) -> None:
    found = list(run("forks", ["a", item, "b"], limit=2))
    assert found == [Result("a"), Lost(item, reason), Result("b")]


def test_processes_that_cannot_begin_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_PROGRAM", "import sys; sys.exit(4)")
    with pytest.raises(ChunkladderError, match=r"cannot begin: .* with exit status 4"):
        list(run("double", [1]))


def test_a_process_ends_when_its_parent_is_gone(tmp_path: Path) -> None:
    import subprocess

    program = (
        "import sys, os; sys.path.insert(0, sys.argv[1]); import functions_apart as f;"
        "from chunkladder.workers import run_apart;"
        "results = run_apart(f.deadly, ['a', 'loop'], len, 1, None); next(results);"
        "import chunkladder.workers as w; import gc;"
        "print([c.workers[0].process.pid for c in gc.get_objects() if type(c) is w._Crew][0]);"
        "sys.stdout.flush(); next(results)"
    )
    folder = os.path.dirname(sys.modules["functions_apart"].__file__ or "")
    with subprocess.Popen(
        [sys.executable, "-c", program, folder], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    end = time.monotonic() + 30
    while is_running(child):
        assert time.monotonic() < end, "the process lives on"
        time.sleep(0.02)


def is_running(number: int) -> bool:
    try:
        with open(f"/proc/{number}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_worker_whose_parent_is_gone_ends_without_a_word() -> None:
    how = [sys.executable, "-c", workers._PROGRAM, json.dumps(sys.path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(how, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        workers._write(worker.stdin.fileno(), pickle.dumps(len))
        worker.stdout.read(1)  # it has begun
        worker.stdout.close()
        workers._write(worker.stdin.fileno(), pickle.dumps("four"))
        assert worker.stderr.read() == b""
        assert worker.wait() == 0
