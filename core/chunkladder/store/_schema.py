"""The tables of a store, and how its file is opened."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from chunkladder.errors import StoreBusyError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

APPLICATION = 0x43684C64
"""What says in the file's header that it is a store: ``ChLd`` in ASCII."""

VERSION = 1
"""Of the tables; goes up when a store of the version before cannot be used as it is."""

PATIENCE = 30
"""Seconds that a statement waits for another connection, which is busy for moments only."""

_TABLES = (
    # Numbers that the store keeps about itself.
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    """
    CREATE TABLE documents (
        number INTEGER PRIMARY KEY,
        source TEXT NOT NULL UNIQUE,
        stat TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        settings TEXT NOT NULL,
        format TEXT NOT NULL,
        formats TEXT NOT NULL,
        versions TEXT NOT NULL,
        detection TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE chunks (
        number INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents (number),
        run INTEGER NOT NULL,
        id TEXT NOT NULL UNIQUE,
        level TEXT NOT NULL,
        place INTEGER NOT NULL,
        content_hash TEXT NOT NULL,
        parent_id TEXT,
        text TEXT NOT NULL,
        body TEXT,
        embed_text TEXT,
        context TEXT NOT NULL,
        carried TEXT NOT NULL,
        path TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        first_line INTEGER NOT NULL,
        last_line INTEGER NOT NULL,
        size INTEGER NOT NULL,
        measure TEXT NOT NULL,
        shared INTEGER NOT NULL,
        rung TEXT NOT NULL,
        oversized INTEGER NOT NULL,
        format TEXT NOT NULL,
        metadata TEXT NOT NULL
    )
    """,
    "CREATE INDEX chunks_of_documents ON chunks (document, level, place)",
    # What an index outside knows: the chunks that were in a report of changes.
    """
    CREATE TABLE told (
        id TEXT PRIMARY KEY,
        content_hash TEXT NOT NULL,
        source TEXT NOT NULL,
        run INTEGER NOT NULL,
        sure INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    # Without the text, which stands in the chunks: one number for each chunk that is no parent.
    """
    CREATE VIRTUAL TABLE words USING fts5 (
        embed_text, content = '', tokenize = 'unicode61 remove_diacritics 2'
    )
    """,
    "INSERT INTO facts VALUES ('run', 0)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open a store, making its tables in a file that is new or empty.

    Args:
        path: The file.
        create: Whether it may be new; also, whether it is to be written.

    Raises:
        StoreError: It is no store, or of a newer version, or cannot be opened.
    """
    if not create and not path.is_file():
        raise StoreError("there is no such store: 'chunkladder sync' makes one", file=str(path))
    if create and not path.parent.is_dir():
        raise StoreError(f"there is no folder {path.parent}: make it", file=str(path))
    with explained(path):
        connection = sqlite3.connect(
            _address(path), timeout=PATIENCE, isolation_level=None, uri=True
        )
        try:
            _prepare(connection, path, create=create)
        except BaseException:
            connection.close()
            raise
        return connection


def _address(path: Path) -> str:
    address = path.absolute().as_uri()
    folder = path.absolute().parent
    # Readers put a file beside it, unless they are told that nobody writes.
    is_still = not os.access(folder, os.W_OK) and not Path(f"{path}-wal").exists()
    return f"{address}?immutable=1" if is_still else address


def _prepare(connection: sqlite3.Connection, path: Path, *, create: bool) -> None:
    is_new = _check(connection, path)
    if not create:
        connection.execute("PRAGMA query_only = ON")
        return
    # What was committed survives a program that is killed; a power cut may undo the last few
    # documents, and the next run does them again.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if is_new:
        with transaction(connection):
            # Another program may have made them meanwhile.
            if _check(connection, path):
                for statement in _TABLES:
                    connection.execute(statement)


def _check(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether a file is still empty.

    Raises:
        StoreError: It is no store that this version can use.
    """
    version, application, tables = (
        connection.execute(query).fetchone()[0]
        for query in (
            "PRAGMA user_version",
            "PRAGMA application_id",
            "SELECT count(*) FROM sqlite_master",
        )
    )
    if not (version or application or tables):
        return True
    if application != APPLICATION:
        raise StoreError(
            "expected a store of chunkladder, got another database: name another file",
            file=str(path),
        )
    if version != VERSION:
        raise StoreError(
            f"expected a store of version {VERSION}, got version {version}: "
            + ("update chunkladder" if version > VERSION else "delete it and sync again"),
            file=str(path),
        )
    return False


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of it, or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        # A full disk has already rolled back.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an error of SQLite into one that says what to do.

    Raises:
        StoreError: In its place.
    """
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        for begin, (kind, told) in _ADVICE.items():
            if name.startswith(begin):
                raise kind(told, file=str(path)) from error
        raise StoreError(f"SQLite: {error}", file=str(path)) from error


_ADVICE = {
    "SQLITE_BUSY": (StoreBusyError, "another program is writing to it: try again when it is done"),
    "SQLITE_LOCKED": (
        StoreBusyError,
        "another program is writing to it: try again when it is done",
    ),
    "SQLITE_FULL": (
        StoreError,
        "the disk is full; what was stored so far is kept: make room and run it again",
    ),
    "SQLITE_READONLY": (StoreError, "cannot be written: change its permissions, or copy it"),
    "SQLITE_CANTOPEN": (StoreError, "cannot be opened: look at its permissions and its folder's"),
    "SQLITE_NOTADB": (
        StoreError,
        "expected a store of chunkladder, got a file that is none, or damaged: name another one",
    ),
    "SQLITE_CORRUPT": (StoreError, "is damaged: delete it and sync again"),
    "SQLITE_IOERR": (
        StoreError,
        "cannot be read or written: the disk may be full, or failing",
    ),
}
