"""One program at a time."""

from __future__ import annotations

import sqlite3
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from chunkladder.errors import StoreBusyError

from ._schema import explained

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SUFFIX = "-lock"
PAUSE = 0.05  # seconds between two looks at a lock


@contextmanager
def locked(store: Path, wait: float) -> Iterator[None]:
    """Hold the lock of a store.

    It is a lock on a file beside the store, which the system gives up when the program ends, in
    whatever way. SQLite takes it, since it knows how on every system. The file stays.

    Args:
        store: The store.
        wait: Seconds to wait for another program.

    Raises:
        StoreBusyError: Another program still holds it.
    """
    with explained(store):
        connection = sqlite3.connect(f"{store}{SUFFIX}", timeout=0, isolation_level=None)
    try:
        _take(connection, store, time.monotonic() + wait)
        yield
    finally:
        connection.close()


def _take(connection: sqlite3.Connection, store: Path, until: float) -> None:
    while True:
        try:
            connection.execute("BEGIN EXCLUSIVE")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY":
                with explained(store):
                    raise
            if time.monotonic() >= until:
                raise StoreBusyError(
                    "another sync is at work on it: wait for it, with --wait SECONDS or by hand",
                    file=str(store),
                ) from None
        time.sleep(PAUSE)
