"""Bringing a store up to date: what is done again, what is not, and what is reported."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import chunkladder.sync as syncing
from chunkladder import Separator, Store, StoreBusyError, fingerprints
from chunkladder.files import Fault, FileSettings
from chunkladder.fingerprints import settings_hash

from .synced_folder import contents, corpus, synced, write_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = 18


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_folder(tmp_path / "folder", FILES)
    return tmp_path / "folder"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "chunks.db"


@pytest.fixture
def split(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Take note of the files that are split."""
    done: list[str] = []
    real = syncing._split

    def noting(job: Any, data: bytes) -> Any:
        done.append(job.key)
        return real(job, data)

    monkeypatch.setattr(syncing, "_split", noting)
    return done


def raw(store: Path, source: str | None = None) -> list[tuple[Any, ...]]:
    """Return rows of chunks as they lie in the file."""
    with sqlite3.connect(store) as connection:
        found = connection.execute(
            "SELECT source, chunks.* FROM chunks JOIN documents ON documents.number = document "
            "ORDER BY chunks.number"
        ).fetchall()
    connection.close()
    return [row for row in found if source is None or row[0] == source]


# What is done again


def test_first_run_takes_all(folder: Path, store: Path) -> None:
    report = synced(folder, store)
    assert report.documents == (FILES, 0, 0, 0, 0)
    assert report.chunks == (len(raw(store)), 0, 0)
    wanted = [chunk.id for chunk in corpus(folder).split()]
    with Store(store, create=False) as opened:
        assert [record["id"] for record in opened.records()] == wanted


def test_second_run_does_nothing(folder: Path, store: Path, split: list[str]) -> None:
    synced(folder, store)
    split.clear()
    before = contents(store)
    report = synced(folder, store)
    assert report.documents == (0, 0, 0, FILES, 0)
    assert report.chunks == (0, 0, len(raw(store)))
    assert split == []
    assert contents(store) == before


UNTOUCHED = """
import sys, time
from pathlib import Path
from tests.unit.synced_folder import synced
import chunkladder.sync as syncing

folder, store = map(Path, sys.argv[1:])
began = time.process_time()
first = synced(folder, store)
took = time.process_time() - began

def refuse(event, arguments):
    name = str(arguments[0])
    if event == "open" and name.startswith(f"{folder}/") and not name.endswith(".gitignore"):
        raise AssertionError(f"read {name}")

def never(job, data):
    raise AssertionError(f"split {job.key}")

sys.addaudithook(refuse)
syncing._split = never
began = time.process_time()
second = synced(folder, store)
print(second.documents.kept, second.documents.failed, (time.process_time() - began) / took)
"""


def test_second_run_opens_no_file_and_takes_less_than_a_fifth(folder: Path, store: Path) -> None:
    write_folder(folder, 200)
    told = subprocess.run(
        [sys.executable, "-c", UNTOUCHED, str(folder), str(store)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not told.stderr
    kept, failed, share = told.stdout.split()
    assert (kept, failed) == ("200", "0")
    assert float(share) < 0.2


def test_editing_a_file_changes_only_its_rows(folder: Path, store: Path, split: list[str]) -> None:
    synced(folder, store)
    split.clear()
    source = "part-0/file-0.md"
    before = raw(store)
    path = folder / source
    path.write_text(path.read_text("utf-8") + "\n\nOne more paragraph, about a zebra.\n", "utf-8")
    report = synced(folder, store)
    assert split == [source]
    assert report.documents == (0, 1, 0, FILES - 1, 0)
    others = [row for row in raw(store) if row[0] != source]
    assert others == [row for row in before if row[0] != source]
    ids = {row[4] for row in before} & {row[4] for row in raw(store, source)}
    assert len(ids) == report.chunks.kept - len(others)
    assert ids


def test_new_files_are_added_and_old_ones_removed(folder: Path, store: Path) -> None:
    synced(folder, store)
    (folder / "part-0" / "file-0.md").rename(folder / "renamed.md")
    (folder / "part-1" / "file-1.csv").unlink()
    report = synced(folder, store)
    assert report.documents == (1, 0, 2, FILES - 2, 0)
    fresh = store.with_name("fresh.db")
    synced(folder, fresh)
    assert contents(store) == contents(fresh)


def test_a_file_that_was_only_touched_is_read_and_not_split(
    folder: Path, store: Path, split: list[str]
) -> None:
    synced(folder, store)
    split.clear()
    os.utime(folder / "part-0" / "file-0.md", (1, 1))
    assert synced(folder, store).documents.kept == FILES
    assert split == []
    with Store(store, create=False) as opened:
        known = opened.document("part-0/file-0.md")
        assert known is not None
        assert known.stat.split()[1] == "1000000000"


def test_a_moved_folder_keeps_ids(folder: Path, store: Path, split: list[str]) -> None:
    synced(folder, store)
    before = contents(store)
    split.clear()
    moved = folder.with_name("elsewhere")
    shutil.copytree(folder, moved)
    assert synced(moved, store).documents.kept == FILES
    assert split == []
    assert contents(store) == before


def test_a_change_that_keeps_size_and_time_is_seen(folder: Path, store: Path) -> None:
    path = folder / "a.txt"
    path.write_text("one two", "utf-8")
    os.utime(path, ns=(10**18 + 1, 10**18 + 1))
    synced(folder, store)
    path.write_text("two one", "utf-8")
    os.utime(path, ns=(10**18 + 1, 10**18 + 1))
    assert synced(folder, store).documents.changed == 1


@pytest.mark.parametrize("ahead", [0, 1_500_000_000, 60_000_000_000])
def test_a_file_that_may_change_unseen_is_read_again(folder: Path, store: Path, ahead: int) -> None:
    # A time in whole seconds may be all that the file system knows.
    seconds = (time.time_ns() + ahead) // 10**9 * 10**9
    path = folder / "a.txt"
    path.write_text("one two", "utf-8")
    os.utime(path, ns=(seconds, seconds))
    synced(folder, store)
    with Store(store, create=False) as opened:
        known, other = (opened.document(key) for key in ("a.txt", "part-0/file-0.md"))
    assert known is not None
    assert other is not None
    assert known.stat == ""
    assert other.stat
    assert synced(folder, store).documents.kept == FILES + 1


def test_a_file_that_changed_between_the_look_and_the_reading_is_read_again(
    folder: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "part-0" / "file-0.md"
    real = syncing._after_a_tick

    def change(stats: Any) -> int:
        path.write_text(path.read_text("utf-8") + "More.\n", "utf-8")
        return real(stats)

    monkeypatch.setattr(syncing, "_after_a_tick", change)
    synced(folder, store)
    monkeypatch.undo()
    with Store(store, create=False) as opened:
        known = opened.document("part-0/file-0.md")
        assert known is not None
        assert known.stat == ""
        assert opened.search("More")
    assert synced(folder, store).documents.kept == FILES


# Settings and versions


def test_other_settings_split_again_and_ids_stay_where_content_does(
    folder: Path, store: Path, split: list[str]
) -> None:
    (folder / "short.txt").write_text("A short note.", "utf-8")
    synced(folder, store)
    split.clear()
    before = {row[4] for row in raw(store, "short.txt")}
    assert synced(folder, store, size=200).documents.changed == FILES + 1
    assert len(split) == FILES + 1
    assert {row[4] for row in raw(store, "short.txt")} == before
    assert synced(folder, store, size=200).documents.changed == 0


def test_settings_that_differ_have_different_hashes() -> None:
    long = "x" * 300
    settings = [
        FileSettings(),
        FileSettings(size=10),
        FileSettings(stable=True),
        FileSettings(format="text"),
        FileSettings(metadata={"a": 1}),
        FileSettings(metadata={"a": "1"}),
        FileSettings(options={"csv": {"header": "none"}}),
        FileSettings(ladder=("\n", "")),
        FileSettings(ladder=(Separator("\n"), "")),
        FileSettings(ladder=(Separator("\n", "end"), "")),
        # The repr of a pattern is cut short.
        FileSettings(ladder=(re.compile(long + "a"),)),
        FileSettings(ladder=(re.compile(long + "b"),)),
        FileSettings(ladder=(re.compile(long + "b", re.IGNORECASE),)),
    ]
    assert len({settings_hash(each) for each in settings}) == len(settings)
    assert settings_hash(FileSettings()) == settings_hash(FileSettings(rules=(1, 2)))
    one, other = {"a": 1, "b": 2}, {"b": 2, "a": 1}
    assert settings_hash(FileSettings(metadata=one)) == settings_hash(FileSettings(metadata=other))


def test_the_content_of_a_tokenizer_is_a_setting(tmp_path: Path) -> None:
    hashes = set()
    for content in ("one", "two"):
        (tmp_path / "t.json").write_text(content, "utf-8")
        fingerprints._tokenizer.cache_clear()
        hashes.add(settings_hash(FileSettings(measure=f"tokenizers:{tmp_path / 't.json'}")))
    assert len(hashes) == 2


def renewed(monkeypatch: pytest.MonkeyPatch, distribution: str) -> None:
    """Install, as it were, another version of a distribution."""
    real = fingerprints._version

    def version(name: str) -> str:
        return f"{name} 99" if name == distribution else real(name)

    monkeypatch.setattr(fingerprints, "_version", version)
    fingerprints._versions.cache_clear()
    fingerprints._detection.cache_clear()


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    fingerprints._versions.cache_clear()
    fingerprints._detection.cache_clear()


@pytest.mark.parametrize(
    ("distribution", "suffixes"),
    [
        # Pages have fences of Python.
        ("tree-sitter-language-pack", {"md", "py"}),
        ("markdown-it-py", {"md"}),
        ("nupunkt", {"md", "csv", "py", "log", "txt"}),
    ],
)
def test_a_new_version_splits_only_what_it_took_part_in(
    folder: Path,
    store: Path,
    split: list[str],
    monkeypatch: pytest.MonkeyPatch,
    distribution: str,
    suffixes: set[str],
) -> None:
    synced(folder, store)
    before = contents(store)["records"]
    split.clear()
    renewed(monkeypatch, distribution)
    report = synced(folder, store)
    wanted = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.*")
        if path.suffix[1:] in suffixes
    )
    assert sorted(split) == wanted
    assert report.documents.changed == len(wanted)
    assert contents(store)["records"] == before
    assert synced(folder, store).documents.changed == 0


def test_an_own_format_splits_again_when_it_is_another_one(
    folder: Path, store: Path, split: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    synced(folder, store)
    split.clear()
    monkeypatch.setattr(syncing, "detected", lambda text, key, choice: "csv")
    monkeypatch.setattr(syncing, "detection", lambda choice: "others")
    # Only those of another format than before.
    synced(folder, store)
    assert split
    assert not [key for key in split if key.endswith(".csv")]


# Faults


def test_a_file_that_fails_keeps_its_chunks(folder: Path, store: Path, split: list[str]) -> None:
    synced(folder, store)
    before = raw(store)
    (folder / "part-0" / "file-0.md").write_bytes(bytes(range(256)) * 9)
    (folder / "bad.txt").write_bytes(bytes(range(256)) * 9)
    for _ in range(2):
        report = synced(folder, store)
        assert report.documents == (0, 0, 0, FILES, 2)
        assert [fault.key for fault in report.faults] == ["bad.txt", "part-0/file-0.md"]
        assert "looks binary" in report.faults[0].error
        assert raw(store) == before


def test_a_folder_that_cannot_be_listed_keeps_its_documents(folder: Path, store: Path) -> None:
    synced(folder, store)
    before = raw(store)
    shutil.rmtree(folder / "part-1")
    jobs = list(corpus(folder).documents())
    with Store(store) as opened:
        report = syncing.sync(opened, jobs, [Fault("part-1", "Permission denied")])
        assert report.documents == (0, 0, 0, FILES, 1)
        assert raw(store) == before
        # The root itself: nothing is known to be gone.
        report = syncing.sync(opened, [], [Fault("", "Permission denied")])
        assert report.documents.removed == 0
        assert syncing.sync(opened, jobs).documents.removed > 0


def test_strict_stops_at_the_first_fault_and_removes_nothing(folder: Path, store: Path) -> None:
    synced(folder, store)
    (folder / "a-bad.txt").write_bytes(bytes(range(256)) * 9)
    (folder / "part-0" / "file-0.md").unlink()
    (folder / "z.txt").write_text("Never reached.", "utf-8")
    with Store(store) as opened:
        report = corpus(folder).sync(opened, strict=True)
        assert report.documents == (0, 0, 0, FILES, 1)
        assert "part-0/file-0.md" in opened.sources()
        assert "z.txt" not in opened.sources()


def test_the_store_is_none_of_the_documents(folder: Path) -> None:
    store, changes = folder / "chunks.db", folder / "changes.jsonl"
    for _ in range(3):
        with Store(store) as opened:
            report = corpus(folder).sync(opened, changes=changes)
        assert report.documents.failed == 0
        assert len(report.faults) == 0
    assert report.documents.kept == FILES


@pytest.mark.skipif(sys.platform != "linux", reason="names are text on this system")
def test_names_that_are_not_utf8(folder: Path, store: Path) -> None:
    (Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt"))).write_text("A cup.", "utf-8")
    assert synced(folder, store).documents.added == FILES + 1
    assert synced(folder, store).documents.kept == FILES + 1
    with Store(store, create=False) as opened:
        assert [hit.record["source"] for hit in opened.search("cup")] == ["caf\udce9.txt"]


def test_another_run_is_told_of(folder: Path, store: Path) -> None:
    with Store(store) as opened, Store(store) as other, opened.lock():
        files = corpus(folder)
        with pytest.raises(StoreBusyError, match="another sync is at work"):
            files.sync(other)


# Plans and changes


def test_a_difference_is_what_a_run_then_does(folder: Path, store: Path) -> None:
    synced(folder, store)
    (folder / "part-0" / "file-0.md").unlink()
    (folder / "part-1" / "file-1.csv").write_text("a,b\n1,2\n", "utf-8")
    (folder / "new.txt").write_text("New.", "utf-8")
    with Store(store, create=False) as opened:
        found = corpus(folder).difference(opened)
    assert [job.key for job in found.added] == ["new.txt"]
    assert [job.key for job in found.changed] == ["part-1/file-1.csv"]
    assert found.removed == ["part-0/file-0.md"]
    assert len(found.kept) == FILES - 2
    assert synced(folder, store).documents == (1, 1, 1, FILES - 2, 0)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def test_changes_are_written_once(folder: Path, store: Path, tmp_path: Path) -> None:
    changes = tmp_path / "changes.jsonl"
    with Store(store) as opened:
        corpus(folder).sync(opened, changes=changes)
        assert {one["op"] for one in lines(changes)} == {"add"}
        assert len(lines(changes)) == opened.count()
        (folder / "part-0" / "file-0.md").unlink()
        gone = {record["id"] for record in opened.records("part-0/file-0.md")}
        corpus(folder).sync(opened, changes=changes)
        assert {one["id"] for one in lines(changes)} == gone
        corpus(folder).sync(opened, changes=changes)
        assert lines(changes) == []


def test_runs_without_a_report_are_told_by_the_next_one(folder: Path, store: Path) -> None:
    changes = store.with_name("changes.jsonl")
    with Store(store) as opened:
        corpus(folder).sync(opened)
        (folder / "new.txt").write_text("New.", "utf-8")
        corpus(folder).sync(opened, changes=changes)
        assert len(lines(changes)) == opened.count()


def test_changes_that_cannot_be_written_are_told_next_time(folder: Path, store: Path) -> None:
    with Store(store) as opened:
        nowhere = store.parent / "nowhere" / "changes.jsonl"
        files = corpus(folder)
        with pytest.raises(FileNotFoundError):
            files.sync(opened, changes=nowhere)
        files.sync(opened, changes=store.with_name("changes.jsonl"))
        assert len(lines(store.with_name("changes.jsonl"))) == opened.count()
