"""Files that are read and worked on: their outcomes, whatever happens to them."""

from __future__ import annotations

import os
import pickle
import re
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from chunkladder.choices import Choice
from chunkladder.declared import CutPattern, DeclaredFormat
from chunkladder.files import FileSettings, Job, Outcome, measure_name, run
from chunkladder.rungs import Regex

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def length(job: Job, data: bytes) -> int:
    return len(data)


def job(path: Path) -> Job:
    return Job(path.name, str(path), FileSettings())


def test_an_outcome_says_what_was_read(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"four")
    found = list(run([job(file)], length))
    digest = sha256(b"four").hexdigest()
    assert found == [Outcome(job(file), 4, "", 4, file.stat().st_mtime_ns, digest)]


def test_what_cannot_be_read_is_told_and_the_others_are_done(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"b")
    (tmp_path / "c").mkdir()
    outcomes = list(run([job(tmp_path / name) for name in "abc"], length))
    assert [each.result for each in outcomes] == [None, 1, None]
    assert [each.error for each in outcomes] == ["No such file or directory", "", "Is a directory"]
    assert "FileNotFoundError" in outcomes[0].traceback


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("a\nplugin's  fault"), "ValueError: a plugin's fault"),
        (MemoryError(), "out of memory"),
        (SystemExit(3), "SystemExit: 3"),
        (RecursionError(), "RecursionError"),
    ],
)
def test_what_the_work_raises_is_told(error: BaseException, told: str, tmp_path: Path) -> None:
    def failing(job: Job, data: bytes) -> None:
        raise error

    (tmp_path / "a").write_bytes(b"four")
    (outcome,) = run([job(tmp_path / "a")], failing)
    assert (outcome.error, outcome.result, outcome.size) == (told, None, 4)


@pytest.fixture
def changing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Path]:
    """Return what makes a file that grows while it is read, that many times."""
    fstat = os.fstat

    def make(times: int) -> Path:
        file = tmp_path / "growing"
        file.write_bytes(b"0")
        reads = 0

        def growing(descriptor: int) -> os.stat_result:
            # Called before and after each reading: it grows before the second call.
            nonlocal reads
            reads += 1
            if reads % 2 == 0 and reads // 2 <= times:
                with file.open("ab") as more:
                    more.write(b"1")
            return fstat(descriptor)

        monkeypatch.setattr("chunkladder.files.os.fstat", growing)
        return file

    return make


def test_a_file_that_changes_while_it_is_read_is_read_again(
    changing: Callable[[int], Path],
) -> None:
    file = changing(2)
    (outcome,) = run([job(file)], lambda job, data: data)
    assert outcome.result == b"011" == file.read_bytes()
    assert outcome.error == ""


def test_a_file_that_never_stands_still_is_told(changing: Callable[[int], Path]) -> None:
    (outcome,) = run([job(changing(99))], length)
    assert outcome.error == "changed each of the 3 times that it was read"
    assert outcome.result is None


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs /proc")
def test_a_file_that_says_it_is_empty_is_read(tmp_path: Path) -> None:
    (outcome,) = run([Job("status", "/proc/self/status", FileSettings())], length)
    assert outcome.error == ""
    assert outcome.size > 0


def test_files_with_equal_settings_share_a_splitter() -> None:
    one = FileSettings(size=50, options={"csv": {"header": "row"}}, rules=(1,))
    two = FileSettings(size=50, options={"csv": {"header": "row"}}, metadata={"a": 1})
    assert one.splitter() is two.splitter()
    assert one.splitter() is not FileSettings(size=51).splitter()
    assert one.splitter() is not FileSettings(size=50, plugins=Choice(("csv",))).splitter()


def test_settings_travel_between_processes() -> None:
    given = FileSettings(ladder=("row", Regex("x", keep="drop")), options={"csv": {}}, parent=2000)
    assert pickle.loads(pickle.dumps(given)) == given


def test_settings_with_long_patterns_share_no_splitter() -> None:
    # What repr shows of a pattern is its first 200 characters.
    long = "a" * 300

    def splitter(end: str, flags: int = 0) -> object:
        ladder = (Regex(re.compile(long + end, flags)), re.compile(end + long + end), "")
        return FileSettings(ladder=ladder).splitter()  # type: ignore[arg-type]

    assert splitter("b") is splitter("b")
    assert splitter("b") is not splitter("c")
    assert splitter("b") is not splitter("b", re.IGNORECASE)


def test_settings_with_long_patterns_of_declared_formats_share_no_splitter() -> None:
    def splitter(end: str) -> object:
        declared = DeclaredFormat(name="minutes", ladder=[CutPattern("turn", "a" * 300 + end)])
        return FileSettings(plugins=Choice(declared=(declared,))).splitter()

    assert splitter("b") is splitter("b")
    assert splitter("b") is not splitter("c")


def test_a_tokenizers_file_is_called_the_same_wherever_it_lies() -> None:
    for where in ("b.json", "a/b.json", "/a/b.json"):
        assert measure_name(f"tokenizers:{where}") == "tokenizers:b.json"
    assert measure_name("tokenizers:a/b.json+2") == "tokenizers:b.json+2"
    assert measure_name("tiktoken:gpt2") == "tiktoken:gpt2"
