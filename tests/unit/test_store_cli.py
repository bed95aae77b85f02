"""``sync``, ``search`` and ``plan --store`` on the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from chunkladder import Store
from chunkladder.cli import main

from .synced_folder import write_folder

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

FILES = 12
SYNC = ("sync", "folder", "--store", "chunks.db")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="chunkladder")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_folder(tmp_path / "folder", FILES)
    (tmp_path / "chunkladder.toml").write_text("[defaults]\nsize = 300\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_sync_prints_what_became_of_documents_and_chunks() -> None:
    first = run(*SYNC)
    assert first.exit_code == 0
    documents, chunks = first.stdout.rstrip("\n").split("\n")
    assert documents == f"documents: {FILES} added, 0 changed, 0 removed, 0 kept"
    number = int(chunks.split()[1])
    assert chunks == f"chunks: {number} added, 0 removed, 0 kept"
    second = run(*SYNC)
    assert second.stdout.split("\n")[1] == f"chunks: 0 added, 0 removed, {number} kept"


def test_the_configuration_is_obeyed(here: Path) -> None:
    run(*SYNC)
    (here / "other.toml").write_text(
        '[defaults]\nsize = 100\n[[rule]]\nmatch = "*.csv"\nskip = true\n', "utf-8"
    )
    told = run(*SYNC, "--config", "other.toml").stdout
    assert told.startswith(f"documents: 0 added, {FILES - 2} changed, 2 removed, 0 kept")
    with Store("chunks.db", create=False) as store:
        assert all(record["size"] <= 100 for record in store.records())


def test_a_wrong_configuration_is_told(here: Path) -> None:
    (here / "chunkladder.toml").write_text("[defaults]\nsize = 0\n", "utf-8")
    result = run(*SYNC)
    assert result.exit_code == 2
    assert "size" in result.stderr
    assert not (here / "chunks.db").exists()


def test_a_file_that_fails_is_named(here: Path) -> None:
    (here / "folder" / "bad.txt").write_bytes(bytes(range(256)))
    result = run(*SYNC)
    assert result.exit_code == 1
    assert "chunkladder: bad.txt: " in result.stderr
    assert f"documents: {FILES} added, 0 changed, 0 removed, 0 kept, 1 failed\n" in result.stdout
    result = run(*SYNC, "--strict")
    assert result.exit_code == 1
    assert "stopped at the first failure, as --strict asks for" in result.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_any_number_of_processes_makes_the_same_store(here: Path, jobs: str) -> None:
    run(*SYNC)
    run("sync", "folder", "--store", "other.db", "--jobs", jobs, "--time-limit", "60")
    with Store("chunks.db", create=False) as one, Store("other.db", create=False) as other:
        assert list(one.records()) == list(other.records())


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def test_changes_are_written(here: Path) -> None:
    assert run(*SYNC, "--changes", "c.jsonl").exit_code == 0
    assert {change["op"] for change in lines(here / "c.jsonl")} == {"add"}
    (here / "folder" / "part-0" / "file-0.md").unlink()
    assert run(*SYNC, "--changes", "c.jsonl").exit_code == 0
    assert {change["op"] for change in lines(here / "c.jsonl")} == {"delete"}
    assert [path.name for path in here.glob(".c.jsonl*")] == []


def test_changes_that_cannot_be_written_are_told(here: Path) -> None:
    result = run(*SYNC, "--changes", "nowhere/c.jsonl")
    assert result.exit_code == 2
    assert "there is no folder nowhere" in result.stderr
    assert not (here / "chunks.db").exists()


def test_another_run_is_told_or_waited_for(here: Path) -> None:
    with Store(here / "chunks.db") as store, store.lock():
        for wait in ("0", "0.1"):
            result = run(*SYNC, "--wait", wait)
            assert result.exit_code == 1
            assert "chunks.db: another sync is at work on it" in result.stderr
    assert run(*SYNC, "--wait", "5").exit_code == 0
    assert run(*SYNC, "--wait", "-1").exit_code == 2


def test_a_store_that_is_none_is_told(here: Path) -> None:
    (here / "chunks.db").write_text("no database\n" * 99, "utf-8")
    for arguments in (SYNC, ("search", "x", "--store", "chunks.db")):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "chunks.db: expected a store of chunkladder" in result.stderr


def test_search_prints_where_and_an_excerpt(here: Path) -> None:
    (here / "folder" / "guide.md").write_text(
        "# Guide\n\n## Zebras\n\n" + "Nothing here. " * 17 + "A zebra crosses.\x1b[0m\n", "utf-8"
    )
    run(*SYNC)
    result = run("search", "ZEBRA", "crosses", "--store", "chunks.db", "-n", "1")
    assert result.exit_code == 0
    where, excerpt, _ = result.stdout.split("\n")
    assert where == "guide.md:1-5  Guide > Zebras"
    assert excerpt.startswith("  … ")
    # What a terminal would obey is not printed.
    assert "A zebra crosses.\ufffd[0m" in excerpt
    assert len(excerpt) < 260


def test_search_prints_records() -> None:
    run(*SYNC)
    result = run("search", "harbor", "--store", "chunks.db", "-n", "3", "--json")
    found = [json.loads(line) for line in result.stdout.split("\n") if line]
    assert len(found) == 3
    assert [next(iter(one)) for one in found] == ["score"] * 3
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)
    assert all("harbor" in one["embed_text"].lower() for one in found)


@pytest.mark.parametrize("words", ['"', "*", "NOT (", "qqqqqq", ""])
def test_a_search_that_finds_nothing_says_so(words: str) -> None:
    run(*SYNC)
    result = run("search", words, "--store", "chunks.db")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "chunkladder: nothing found\n"


def test_a_plan_tells_what_a_sync_would_do(here: Path) -> None:
    def total(*arguments: str) -> dict[str, Any]:
        return json.loads(run("plan", "folder", "--json", *arguments).stdout)[-1]

    assert "added" not in total()
    assert total("--store", "none.db")["added"] == FILES
    assert not (here / "none.db").exists()
    run("sync", "folder", "--store", "folder/chunks.db")
    (here / "folder" / "part-0" / "file-0.md").unlink()
    (here / "folder" / "part-1" / "file-1.csv").write_text("a,b\n1,2\n", "utf-8")
    (here / "folder" / "new.txt").write_text("New.", "utf-8")
    told = total("--store", "folder/chunks.db")
    counts = {name: told[name] for name in ("files", "failed", "added", "changed", "removed")}
    assert counts == {"files": FILES, "failed": 0, "added": 1, "changed": 1, "removed": 1}
    assert told["kept"] == FILES - 2


@pytest.mark.parametrize("command", ["sync", "search"])
def test_every_option_has_help_with_its_default(command: str) -> None:
    for param in main.commands[command].params:
        if param.opts[0] in {"folder", "words", "--traceback"}:
            continue
        text = getattr(param, "help", None) or ""
        told = "[default: " in text or param.required or getattr(param, "show_default", False)
        assert told, param.name
    assert run(command, "--help").stdout.count("[required]") == 1


@pytest.mark.parametrize("changes", ["chunks.db", "./chunks.db-wal", "chunks.db-lock", "-"])
def test_changes_take_the_place_of_no_store(changes: str) -> None:
    assert run(*SYNC).exit_code == 0
    result = run(*SYNC, "--changes", changes)
    assert result.exit_code == 2
    assert "changes" in result.stderr
    assert run("search", "harbor", "--store", "chunks.db").exit_code == 0


def test_a_tokenizer_found_from_another_folder_splits_nothing_again(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    words.save(str(here / "words.json"))
    (here / "chunkladder.toml").write_text(
        '[defaults]\nsize = 50\nmeasure = "tokenizers:words.json"'
    )
    run(*SYNC)
    monkeypatch.chdir(here / "folder")
    told = run("sync", ".", "--store", "../chunks.db").stdout
    assert told.startswith(f"documents: 0 added, 0 changed, 0 removed, {FILES} kept")
    monkeypatch.chdir("/")
    told = run("sync", str(here / "folder"), "--store", str(here / "chunks.db")).stdout
    assert told.startswith(f"documents: 0 added, 0 changed, 0 removed, {FILES} kept")
