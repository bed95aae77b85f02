"""The store: what is put comes back, is found, and survives."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from chunkladder import Splitter, Store, StoreBusyError, StoreError
from chunkladder.records import record
from chunkladder.store import Counts, StoredDocument, row
from chunkladder.store._schema import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MARKDOWN = "# Harbor\n\nThe lamp is green.\n\n## Fees &amp; rules\n\n" + "One pays a coin. " * 20


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chunks.db") as opened:
        yield opened


def document(source: str) -> StoredDocument:
    return StoredDocument(source, "1 2 3 4", "00", "11", "text", ("text",), "1", "")


def put(store: Store, source: str, text: str, format: str = "text", **settings: object) -> Counts:  # noqa: A002
    splitter = Splitter(format=format, **settings)  # type: ignore[arg-type]
    parents = splitter.parents(text, source=source) if "parent" in settings else []
    rows = [row(chunk, splitter.measure, "parent") for chunk in parents]
    rows += [row(chunk, splitter.measure, "child") for chunk in splitter.split(text, source=source)]
    return store.put(document(source), rows)


@pytest.mark.parametrize(
    ("text", "format", "settings"),
    [
        ("", "text", {}),
        ("A few words. " * 99, "text", {"size": 80, "overlap": 20}),
        (MARKDOWN, "markdown", {"size": 90}),
        (MARKDOWN, "markdown", {"size": 60, "parent": 200}),
        ("```python\n" + "x = 1\n" * 60 + "```\n", "markdown", {"size": 80}),
        ("a,b\n" + "1,2\n" * 99, "csv", {"size": 50}),
        (
            "a\0b \ud800 c \U0001f600 中文没有空格\n" * 9,
            "text",
            {"size": 30, "ladder": ["\ud800", ""]},
        ),
    ],
)
def test_records_come_back_as_they_are_written(
    store: Store,
    text: str,
    format: str,  # noqa: A002
    settings: dict[str, object],
) -> None:
    put(store, "a\udce9.x", text, format, **settings)
    splitter = Splitter(format=format, **settings)  # type: ignore[arg-type]
    wanted = [
        record(chunk, splitter.measure) | {"level": "child"}
        for chunk in splitter.split(text, source="a\udce9.x")
    ]
    found = list(store.records())
    assert [one for one in found if one["level"] == "child"] == wanted
    if "parent" in settings:
        parents = splitter.parents(text, source="a\udce9.x")
        assert [one["id"] for one in found if one["level"] == "parent"] == [
            parent.id for parent in parents
        ]
        assert found[0]["level"] == "parent"
    assert list(store.records("a\udce9.x")) == found
    assert list(store.records("other")) == []
    assert store.sources() == ["a\udce9.x"]
    assert store.count() == store.count("a\udce9.x") == len(found)


def test_what_is_known_of_a_document_comes_back(store: Store) -> None:
    known = StoredDocument("a\udcff", "", "ab", "cd", "x", ("x", "y z"), "x: 1", "ef")
    store.put(known, [])
    assert store.document("a\udcff") == known
    store.note(known._replace(stat="9 9 9 9"))
    assert store.document("a\udcff") == known._replace(stat="9 9 9 9")
    assert store.document("b") is None


def test_chunks_whose_content_stays_are_kept(store: Store) -> None:
    assert put(store, "a", "One.\n\nTwo.\n\nThree.", size=6) == Counts(3, 0, 0)
    assert put(store, "a", "One.\n\nTwo!\n\nThree.\n\nFour.", size=6) == Counts(2, 1, 2)
    assert [one["text"] for one in store.records()] == ["One.", "Two!", "Three.", "Four."]
    assert [one["start"] for one in store.records()] == [0, 6, 12, 20]
    assert store.remove("a") == Counts(0, 4, 0)
    assert store.remove("a") == Counts(0, 0, 0)
    assert store.sources() == []


def found(store: Store, words: str) -> list[str]:
    return [hit.record["source"] for hit in store.search(words)]


def test_best_chunks_come_first(store: Store) -> None:
    put(store, "once", "The harbor is far. " + "Nothing else to see here. " * 9)
    put(store, "twice", "Harbor fees: the harbor takes a coin.")
    put(store, "never", "A mill by the river.")
    assert found(store, "harbor coin") == ["twice", "once"]
    assert [hit.score for hit in store.search("harbor")] == sorted(
        (hit.score for hit in store.search("harbor")), reverse=True
    )
    assert len(store.search("the", limit=2)) == 2


def test_a_phrase_must_be_there(store: Store) -> None:
    put(store, "a", "the green lamp of the harbor")
    put(store, "b", "the lamp is green, harbor harbor")
    assert found(store, '"green lamp"') == ["a"]
    assert found(store, '"green lamp" harbor nowhere') == ["a"]
    assert found(store, '"green lamp" "the harbor"') == ["a"]
    assert set(found(store, "green lamp")) == {"a", "b"}


def test_capitals_accents_and_scripts_without_spaces(store: Store) -> None:
    put(store, "fr", "Élan vital à Genève")
    put(store, "zh", "他们在搜索中文没有空格的文本。")
    put(store, "th", "ภาษาไทยไม่มีช่องว่าง")
    put(store, "id", "def split_file(path): ...")
    assert found(store, "elan GENEVE") == ["fr"]
    assert found(store, "中文") == ["zh"]
    assert found(store, "文中") == []
    assert found(store, "ไทย") == ["th"]
    assert found(store, "split_file") == ["id"]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "  ",
        '"',
        '""',
        "*",
        "(",
        "NOT",
        "a OR",
        "^a:b",
        "col:x",
        "a\0b",
        "\ud800",
        "'; --",
        "-x",
        '"a" NEAR/2 "',
    ],
)
def test_no_words_are_an_error(store: Store, words: str) -> None:
    put(store, "a", "a b")
    assert isinstance(store.search(words), list)


def test_a_quote_without_another_is_none(store: Store) -> None:
    put(store, "a", "a pipe of 5 inches")
    assert found(store, '5" pipe') == ["a"]


def test_what_is_gone_is_not_found(store: Store) -> None:
    for text in ("old words 中文 " * 9, "new words"):
        put(store, "a", text, size=40)
    assert found(store, "old") == found(store, "中文") == []
    assert found(store, "new") == ["a"]
    store.remove("a")
    assert found(store, "words") == []


def test_parents_are_not_searched(store: Store) -> None:
    put(store, "a", "The lamp. " * 3 + "The harbor. " * 3, size=40, parent=400)
    hits = store.search("harbor")
    assert {hit.record["level"] for hit in hits} == {"child"}
    assert all(hit.record["parent_id"] for hit in hits)


# Changes


def ops(store: Store) -> list[tuple[str, str]]:
    return [(change["op"], change.get("text", change["id"])) for change in store.changes()]


def test_changes_are_told_until_they_are_acknowledged(store: Store) -> None:
    store.begin()
    put(store, "a", "One.\n\nTwo.", size=6)
    assert ops(store) == ops(store) == [("add", "One."), ("add", "Two.")]
    store.changes().acknowledge()
    assert ops(store) == []


def test_kept_chunks_of_a_changed_document_are_told_with_their_new_place(store: Store) -> None:
    store.begin()
    put(store, "a", "One.\n\nTwo.", size=6)
    put(store, "b", "Else.")
    list(store.changes())
    store.changes().acknowledge()
    store.begin()
    put(store, "a", "New.\n\nTwo.", size=6)
    delete, keep, add = store.changes()
    assert set(delete) == {"op", "id", "content_hash", "source"}
    assert (keep["op"], keep["start"], keep["source"]) == ("keep", 6, "a")
    assert not {"text", "body", "embed_text"} & set(keep)
    assert (add["op"], add["text"], add["embed_text"]) == ("add", "New.", "New.")


def test_what_came_and_went_unseen_is_not_told(store: Store) -> None:
    put(store, "a", "One.")
    store.remove("a")
    assert ops(store) == []
    put(store, "a", "One.")
    list(store.changes())
    store.changes().acknowledge()
    store.begin()
    store.remove("a")
    put(store, "a", "One.")
    assert [op for op, _ in ops(store)] == ["keep"]


def test_what_was_handed_out_and_never_acknowledged_is_deleted_when_it_goes(store: Store) -> None:
    put(store, "a", "One.")
    (added,) = store.changes()
    # Whether it arrived is not known.
    store.remove("a")
    assert [(change["op"], change["id"]) for change in store.changes()] == [("delete", added["id"])]
    store.changes().acknowledge()
    assert ops(store) == []


# The file


def test_importing_the_package_loads_no_database() -> None:
    program = "import sys, chunkladder; print('sqlite3' in sys.modules); chunkladder.Store"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "False"


def test_a_store_that_is_not_there_is_only_made_on_demand(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such store: 'chunkladder sync' makes one"):
        Store(tmp_path / "none.db", create=False)
    with pytest.raises(StoreError, match="there is no folder"):
        Store(tmp_path / "none" / "none.db")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "a.db").touch()
    with Store(tmp_path / "a.db") as store:
        assert store.sources() == []


@pytest.mark.parametrize("create", [True, False])
def test_another_file_is_left_alone(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"some text that is no database at all\n" * 99)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="expected a store of chunkladder"):
        Store(path, create=create)
    assert path.read_bytes() == before


def test_another_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    with pytest.raises(StoreError, match="got another database: name another file") as caught:
        Store(tmp_path / "a.db")
    assert caught.value.file == str(tmp_path / "a.db")


@pytest.mark.parametrize(("by", "advice"), [(1, "update chunkladder"), (-1, "delete it and sync")])
def test_a_store_of_another_version_is_refused(tmp_path: Path, by: int, advice: str) -> None:
    Store(tmp_path / "a.db").close()
    with sqlite3.connect(tmp_path / "a.db") as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + by}")
    connection.close()
    with pytest.raises(StoreError, match=f"expected a store of version {VERSION}, got .*{advice}"):
        Store(tmp_path / "a.db")


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Store(path) as store:
        for number in range(40):
            put(store, f"{number}", f"some words {number} " * 99)
    data = bytearray(path.read_bytes())
    data[8192:-4096] = b"\x55" * (len(data) - 8192 - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="damaged"), Store(path) as store:
        list(store.records())


def test_a_full_disk_loses_nothing(store: Store) -> None:
    put(store, "a", "first words")
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreError, match="the disk is full; what was stored so far is kept"):
        put(store, "b", "".join(f"word{n} " for n in range(20_000)), size=100)
    assert store.sources() == ["a"]
    assert found(store, "first") == ["a"]
    store._connection.execute("PRAGMA max_page_count = 1000000")
    assert put(store, "b", "second words") == Counts(1, 0, 0)


def test_a_store_that_is_only_read_cannot_be_changed(store: Store) -> None:
    put(store, "a", "words")
    with Store(store.path, create=False) as reader:
        assert found(reader, "words") == ["a"]
        with pytest.raises(StoreError, match="cannot be written: change its permissions"):
            reader.remove("a")


def test_reading_goes_on_while_another_writes(store: Store) -> None:
    for source in "abc":
        put(store, source, "words")
    with Store(store.path, create=False) as reader:
        records = reader.records()
        next(records)
        store.remove("b")
        put(store, "c", "other words")
        assert [one["text"] for one in records] == ["words", "words"]
        assert found(reader, "words") == ["a", "c"]


def test_a_second_run_says_so(store: Store) -> None:
    with Store(store.path) as other:
        for first, second, wait in ((store, other, 0), (other, store, 0.1)):
            with first.lock():
                lock = second.lock(wait)
                with pytest.raises(StoreBusyError, match="another sync is at work on it"):
                    lock.__enter__()


def test_a_second_run_waits_if_it_is_to(store: Store) -> None:
    waiting = threading.Thread(target=_hold, args=(store.path,))
    with store.lock():
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
    waiting.join(10)
    assert not waiting.is_alive()


def _hold(path: Path) -> None:
    with Store(path) as store, store.lock(wait=10):
        pass
