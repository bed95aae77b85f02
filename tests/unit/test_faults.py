"""Whatever happens to one file, it is named, the others are done, and the status is 1.

Each fault is made to happen, with a plugin where it takes one, in a run of the command line with
two processes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and limits")

PROGRAM = [sys.executable, "-m", "chunkladder"]

PLUGIN = """
import os, resource, signal, sys
from dataclasses import dataclass

from chunkladder import Ladder, Outline, hookimpl


@dataclass(frozen=True)
class Options:
    pass


class Bad:
    name = "bad"
    suffixes = (".bad",)
    media_types = ()
    rungs = (("line", "after each line"),)
    options = Options

    def sniff(self, head):
        return 0.0

    def outline(self, document, options):
        if document.text.startswith("exit"):
            os._exit(5)
        if document.text.startswith("kill"):
            os.kill(os.getpid(), signal.SIGKILL)
        if document.text.startswith("loop"):
            with open(document.source + ".begun", "w") as file:
                file.write(str(os.getpid()))
            while True:
                pass
        if document.text.startswith("greed"):
            bytearray(1 << 60)
        if document.text.startswith("lie"):
            return None
        return Outline(Ladder(["line"]))

    def describe(self, document, outline, start, end):
        if document.text.startswith("raise"):
            raise ValueError("a fault of its own")
        if document.text.startswith("quit"):
            sys.exit("no more")
        if document.text.startswith("hoard"):
            bytearray(1 << 60)
        return {}


@hookimpl
def chunkladder_formats():
    return [Bad()]
"""


class Done(NamedTuple):
    """What a run gave."""

    status: int
    stderr: str
    sources: list[str]


class Folder:
    """A folder of files, beside an installed plugin."""

    def __init__(self, root: Path) -> None:
        site = root / "site"
        info = site / "bad_neighbor-1.0.dist-info"
        info.mkdir(parents=True)
        (site / "bad_neighbor.py").write_text(PLUGIN)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-neighbor\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[chunkladder]\nbad = bad_neighbor\n")
        self.environment = {**os.environ, "PYTHONPATH": str(site)}
        self.root = root / "files"
        self.root.mkdir()
        self.add("a.txt", "first")
        self.add("z.txt", "last")

    def add(self, name: str, content: str | bytes) -> Path:
        """Write a file."""
        file = self.root / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    def command(self, *options: str) -> list[str]:
        """Return the command that splits the folder."""
        return [*PROGRAM, "split", ".", "--jobs", "2", *options]

    def run(self, *options: str, **how: object) -> Done:
        """Split the folder."""
        done = subprocess.run(
            self.command(*options),
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            check=False,
            **how,
        )
        found = [json.loads(line)["source"] for line in done.stdout.split(b"\n") if line]
        return Done(done.returncode, done.stderr.decode(), list(dict.fromkeys(found)))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def expect(done: Done, told: Sequence[str], sources: Sequence[str] = ("a.txt", "z.txt")) -> None:
    lines = done.stderr.split("\n")
    assert lines[:-2] == [f"chunkladder: {each}" for each in told]
    assert f"{len(told)} failed" in lines[-2]
    assert done.sources == [*sources]
    assert done.status == 1


FAULTS = {
    "exit": "its worker process ended by itself, with exit status 5",
    "kill": "its worker process was ended by SIGKILL, as the system does when memory runs out",
    "lie": "plugin bad (bad-neighbor 1.0): broke the outline contract: a format returns an "
    "Outline: got NoneType",
    "raise": "plugin bad (bad-neighbor 1.0): failed to describe 0 … 5: "
    "ValueError: a fault of its own",
    "quit": "SystemExit: no more",
    "greed": "out of memory",
    "hoard": "plugin bad (bad-neighbor 1.0): failed to describe 0 … 5: out of memory",
}


def test_a_plugin_that_fails_in_any_way_harms_its_own_document_only(folder: Folder) -> None:
    for name in FAULTS:
        folder.add(f"{name}.bad", name)
    folder.add("fine.bad", "a line")
    done = folder.run()
    expect(
        done,
        [f"{name}.bad: {FAULTS[name]}" for name in sorted(FAULTS)],
        ["a.txt", "fine.bad", "z.txt"],
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_plugin_that_never_returns_is_ended_at_the_time_limit(jobs: str, folder: Folder) -> None:
    folder.add("m.bad", "loop")
    done = folder.run("--time-limit", "4", "--jobs", jobs)
    expect(done, ["m.bad: took longer than the time limit of 4 s"])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_by_its_mode(folder: Folder) -> None:
    folder.add("m.txt", "secret").chmod(0)
    expect(folder.run(), ["m.txt: Permission denied"])


def test_an_unreadable_file(folder: Folder) -> None:
    # Root may read what it has no right to, but not through a link that leads to itself.
    (folder.root / "m.txt").symlink_to("m.txt")
    expect(folder.run(), ["m.txt: Too many levels of symbolic links"])


def test_a_broken_encoding(folder: Folder) -> None:
    folder.add("m.txt", "größer, schöner, weiß ".encode() * 9 + b"\xff")
    told = "m.txt: byte 234 is not UTF-8, though the rest mostly is: save it as UTF-8, or leave it"
    expect(folder.run(), [f"{told} out"])


def test_a_loop_of_links_is_told_once(folder: Folder) -> None:
    folder.add("sub/m.txt", "inner")
    (folder.root / "sub" / "up").symlink_to("..")
    told = ["sub/up: LoopError: a link that leads back to a folder around it"]
    expect(folder.run("--follow-links"), told, ["a.txt", "sub/m.txt", "z.txt"])


def test_memory_that_runs_out(folder: Folder) -> None:
    import resource

    with (folder.root / "m.txt").open("wb") as file:
        file.truncate(6 << 30)  # sparse: it takes no room on the disk

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    expect(folder.run(preexec_fn=limited), ["m.txt: out of memory"])


def test_a_large_file_among_small_ones(folder: Folder) -> None:
    with folder.add("m.txt", "A line of it.\n\n").open("ab") as file:
        file.truncate(300_000_000)  # sparse zeros: read to the last, and no text
    large = folder.add("n.txt", "Some words of a long text.\n\n" * 150_000)
    for at in range(50):
        folder.add(f"s{at:02}.txt", "small")
    done = folder.run("--size", "4000")
    told = "m.txt: byte 15 is the first of 299999985 NUL bytes, and it looks binary"
    assert done.stderr.startswith(f"chunkladder: {told}")
    assert done.sources == ["a.txt", large.name, *(f"s{at:02}.txt" for at in range(50)), "z.txt"]
    assert done.status == 1


def test_names_that_are_not_utf_8(folder: Folder) -> None:
    good, bad = os.fsdecode(b"caf\xe9.txt"), os.fsdecode(b"caf\xe9.bad")
    try:
        folder.add(good, "fine")
    except OSError:
        pytest.skip("this file system wants Unicode")
    folder.add(bad, "raise")
    done = folder.run()
    assert done.sources == ["a.txt", good, "z.txt"]
    assert done.stderr.startswith("chunkladder: caf\\udce9.bad: plugin bad")
    assert done.status == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("name", ["full", "full.parquet"])
def test_a_full_disk(name: str, folder: Folder) -> None:
    (folder.root.parent / name).symlink_to("/dev/full")
    done = folder.run("-o", f"../{name}")
    assert "cannot be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.status == 1


def test_strict_stops_at_the_first(folder: Folder) -> None:
    for name in ("exit", "raise"):
        folder.add(f"{name}.bad", name)
    done = folder.run("--strict", "-o", "../out.jsonl")
    assert done.stderr.split("\n") == [
        f"chunkladder: exit.bad: {FAULTS['exit']}",
        "Error: stopped at the first failure, as --strict asks for",
        "",
    ]
    assert done.status == 1
    assert not (folder.root.parent / "out.jsonl").exists()


def test_strict_is_content_when_nothing_fails(folder: Folder) -> None:
    assert folder.run("--strict").status == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interruption_ends_the_workers_too(number: signal.Signals, folder: Folder) -> None:
    folder.add("m.bad", "loop")
    begun = folder.root / "m.bad.begun"

    def heeding() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)

    with subprocess.Popen(
        folder.command("-o", "../out.jsonl"),
        cwd=folder.root,
        env=folder.environment,
        stderr=subprocess.PIPE,
        preexec_fn=heeding,  # noqa: PLW1509 - there are no threads here
    ) as process:
        wait_until(lambda: begun.exists() and begun.read_text() != "")
        process.send_signal(number)
        process.wait(30)
        assert process.stderr
        assert b"Traceback" not in process.stderr.read()
    expected = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}
    assert process.returncode == expected[number]
    wait_until(lambda: not is_running(int(begun.read_text())))
    assert not (folder.root.parent / "out.jsonl").exists()


def wait_until(condition) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def is_running(number: int) -> bool:
    try:
        with open(f"/proc/{number}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
