"""Chunks in one SQLite file, with search over their words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ._changes import Changes
from ._lock import SUFFIX, locked
from ._rows import EMBEDDED, RECORD, Row, as_record, embed_text, restored, row, storable
from ._schema import connect, explained, transaction
from ._words import query, searchable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from os import PathLike
    from types import TracebackType

__all__ = ["Counts", "Hit", "Row", "Store", "StoredDocument", "files_of", "is_store", "row"]

_SQLITE = b"SQLite format 3\0"
"""What a file of SQLite begins with."""

_JOINED = "chunks JOIN documents ON documents.number = chunks.document"


class StoredDocument(NamedTuple):
    """What a store knows of a document beside its chunks.

    Attributes:
        source: Its path relative to the folder, with forward slashes.
        stat: What showed of the file when it was read; empty if that cannot be relied upon.
        sha256: Of its bytes.
        settings: The hash of the settings that it was split with.
        format: Its format.
        formats: The formats that took part.
        versions: Their versions.
        detection: Which formats there were to choose from; empty if the settings named it.
    """

    source: str
    stat: str
    sha256: str
    settings: str
    format: str
    formats: tuple[str, ...]
    versions: str
    detection: str


class Counts(NamedTuple):
    """What became of the chunks of a document.

    Attributes:
        added: Chunks that are new.
        removed: Chunks that are gone.
        kept: Chunks whose ids were there before.
    """

    added: int = 0
    removed: int = 0
    kept: int = 0


class Hit(NamedTuple):
    """A chunk that was found.

    Attributes:
        score: How well it fits (BM25); higher is better, and only comparable within one search.
        record: The chunk, as ``Store.records`` gives it.
    """

    score: float
    record: dict[str, Any]


class Store:
    """A SQLite file that holds documents' chunks, and an index of their words.

    Use it in a ``with`` block, or close it. One thread at a time.

    Args:
        path: The file.
        create: Whether it is made if it is not there. If not, the store is only read.

    Raises:
        StoreError: It is no store, or of a newer version, or cannot be opened.
    """

    def __init__(self, path: str | PathLike[str], *, create: bool = True) -> None:
        self.path = Path(path)
        self._connection = connect(self.path, create=create)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        self._connection.close()

    def lock(self, wait: float = 0) -> AbstractContextManager[None]:
        """Keep other programs from changing the store, until the ``with`` block ends.

        Only those are kept off that ask for it, as ``sync`` does; all may read and search.

        Args:
            wait: Seconds to wait for another program.

        Raises:
            StoreBusyError: Another program still holds the lock.
        """
        return locked(self.path, wait)

    def files(self) -> tuple[Path, ...]:
        """Return the files that the store consists of while it is in use."""
        return files_of(self.path)

    def sources(self) -> list[str]:
        """Return the names of the documents, sorted."""
        return sorted(restored(source) for (source,) in self._rows("SELECT source FROM documents"))

    def records(self, source: str | None = None) -> Iterator[dict[str, Any]]:
        """Yield chunks as records, as ``chunkladder split`` writes them, with their ``level``.

        Args:
            source: The only document to look at; None: all, in the order of their names. Parents
                come before the others.
        """
        where, given = ("", ()) if source is None else ("WHERE source = ?", (storable(source),))
        # In the order of code points: text before the bytes of a name that is not UTF-8.
        order = "ORDER BY source, level DESC, place"
        for found in self._rows(f"SELECT {RECORD} FROM {_JOINED} {where} {order}", given):
            yield as_record(found)

    def search(self, words: str, limit: int = 10) -> list[Hit]:
        """Return the chunks that fit some words best, the best first.

        Capitals and accents do not count. Parents are not looked at: a hit names its own.

        Args:
            words: Any words; what stands in double quotes must be there, in this order. The more
                of the others, and the rarer, the better. May be anything: no character in it
                means anything else.
            limit: How many chunks at most.
        """
        wanted = query(words)
        if not wanted:
            return []
        found = self._rows(_SEARCH, (wanted, limit))
        return [Hit(-rank, as_record(columns)) for rank, *columns in found]

    def document(self, source: str) -> StoredDocument | None:
        """Return what is known of a document, or None."""
        columns = ", ".join(StoredDocument._fields[1:])
        statement = f"SELECT {columns} FROM documents WHERE source = ?"
        for stat, sha256, settings, format, formats, *rest in self._rows(  # noqa: A001
            statement, (storable(source),)
        ):
            parts = tuple(json.loads(formats))
            return StoredDocument(source, stat, sha256, settings, format, parts, *rest)
        return None

    def count(self, source: str | None = None) -> int:
        """Return how many chunks there are, parents included, of one document or of all."""
        where, given = ("", ()) if source is None else ("WHERE source = ?", (storable(source),))
        ((number,),) = self._rows(f"SELECT count(*) FROM {_JOINED} {where}", given)
        return int(number)

    def begin(self) -> None:
        """Begin a run, which all that is put from now on belongs to."""
        with explained(self.path), transaction(self._connection):
            self._connection.execute("UPDATE facts SET value = value + 1 WHERE name = 'run'")

    def put(self, document: StoredDocument, rows: Sequence[Row]) -> Counts:
        """Put a document in place of what is there of it, all at once or not at all.

        Chunks whose ids are there already stay, with their new places and metadata.

        Args:
            document: The document.
            rows: Its chunks; their ids differ.
        """
        with explained(self.path), transaction(self._connection):
            number = self._put_document(document)
            before = self._ids(number)
            gone = before.keys() - {one.id for one in rows}
            self._remove(before[id] for id in gone)  # noqa: A001
            self._update(one for one in rows if one.id in before)
            new = [one for one in rows if one.id not in before]
            self._insert(number, new)
        return Counts(len(new), len(gone), len(rows) - len(new))

    def note(self, document: StoredDocument) -> None:
        """Take note of what is known of a document whose chunks stay as they are."""
        with explained(self.path), transaction(self._connection):
            self._put_document(document)

    def remove(self, source: str) -> Counts:
        """Remove a document with its chunks, all at once or not at all."""
        with explained(self.path), transaction(self._connection):
            found = self._connection.execute(
                "SELECT number FROM documents WHERE source = ?", (storable(source),)
            ).fetchone()
            chunks = self._ids(found[0]) if found else {}
            self._remove(chunks.values())
            self._connection.execute("DELETE FROM documents WHERE source = ?", (storable(source),))
        return Counts(removed=len(chunks))

    def changes(self) -> Changes:
        """Return what has changed since changes were last acknowledged."""
        return Changes(self.path, self._connection)

    def _rows(self, statement: str, given: Iterable[object] = ()) -> Iterator[Any]:
        with explained(self.path):
            yield from self._connection.execute(statement, tuple(given))

    def _ids(self, document: int) -> dict[str, int]:
        return dict(
            self._connection.execute(
                "SELECT id, number FROM chunks WHERE document = ?", (document,)
            )
        )

    def _put_document(self, document: StoredDocument) -> int:
        fields = document._fields
        values = document._asdict() | {
            "source": storable(document.source),
            "formats": json.dumps(document.formats),
        }
        marks = ", ".join(f":{name}" for name in fields)
        news = ", ".join(f"{name} = excluded.{name}" for name in fields)
        (number,) = self._connection.execute(
            f"INSERT INTO documents ({', '.join(fields)}) VALUES ({marks}) "
            f"ON CONFLICT (source) DO UPDATE SET {news} RETURNING number",
            values,
        ).fetchone()
        return int(number)

    def _insert(self, document: int, rows: Iterable[Row]) -> None:
        execute = self._connection.execute
        for one in rows:
            number = execute(_INSERT, (document, *one)).lastrowid
            if one.level == CHILD:
                text = embed_text((one.text, one.body, one.embed_text, one.context, one.carried))
                execute(_INSERT_WORDS, (number, searchable(text)))

    def _update(self, rows: Iterable[Row]) -> None:
        # Chunks of one id have one text to embed: the words stay.
        self._connection.executemany(_UPDATE, ((*one, one.id) for one in rows))

    def _remove(self, numbers: Iterable[int]) -> None:
        execute = self._connection.execute
        for number in numbers:
            level, *columns = execute(
                f"SELECT level, {EMBEDDED} FROM chunks WHERE number = ?", (number,)
            ).fetchone()
            if level == CHILD:
                # The index has only the words: it must be told which ones to take out.
                execute(_DELETE_WORDS, (number, searchable(embed_text(columns))))
            execute("DELETE FROM chunks WHERE number = ?", (number,))


def files_of(store: str | PathLike[str]) -> tuple[Path, ...]:
    """Return the files that a store consists of while it is in use."""
    ends = ("", "-wal", "-shm", "-journal", SUFFIX, f"{SUFFIX}-journal")
    return tuple(Path(f"{store}{end}") for end in ends)


def is_store(path: str | PathLike[str]) -> bool:
    """Tell whether a file is a store that has been synced where it lies, at a glance."""
    try:
        if Path(f"{path}{SUFFIX}").stat().st_size:
            return False
        with open(path, "rb") as stream:
            return stream.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


PARENT, CHILD = "parent", "child"
"""The levels of chunks; without parents, all are children."""

_RUN = "(SELECT value FROM facts WHERE name = 'run')"
_INSERT = (
    f"INSERT INTO chunks (document, run, {', '.join(Row._fields)}) "
    f"VALUES (?, {_RUN}, {', '.join('?' * len(Row._fields))})"
)
_UPDATE = (
    f"UPDATE chunks SET run = {_RUN}, {', '.join(f'{name} = ?' for name in Row._fields)} "
    "WHERE id = ?"
)
_SEARCH = f"""
WITH best AS (
    SELECT rowid AS number, bm25(words) AS rank FROM words
    WHERE words MATCH ? ORDER BY rank, rowid LIMIT ?
)
SELECT best.rank, {RECORD} FROM best
JOIN chunks ON chunks.number = best.number JOIN documents ON documents.number = document
ORDER BY best.rank, source, place
"""
_INSERT_WORDS = "INSERT INTO words (rowid, embed_text) VALUES (?, ?)"
_DELETE_WORDS = "INSERT INTO words (words, rowid, embed_text) VALUES ('delete', ?, ?)"
