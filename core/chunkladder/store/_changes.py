"""What an index outside has to be told.

The store remembers which chunks were told, and not which ones changed: the difference is made
when it is asked for. So nothing is lost when a run is killed, and what came and went in between
is not told at all.

A chunk is told in two steps. Before it is handed out, it is noted as told, perhaps: whether it
arrives is not known. When it has been acknowledged, it is told for sure. If that never comes, it
is handed out again, and if it goes meanwhile, that is told, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._rows import RECORD, TEXTS, as_record, restored
from ._schema import explained, transaction

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

_JOINED = "chunks JOIN documents ON documents.number = chunks.document"
_ORDER = "ORDER BY documents.source, level DESC, place"
_IS_NEW = "NOT EXISTS (SELECT 1 FROM told WHERE told.id = chunks.id AND sure)"
_IS_GONE = "NOT EXISTS (SELECT 1 FROM chunks WHERE chunks.id = told.id)"
_OFFER = f"""
INSERT OR REPLACE INTO told
SELECT id, content_hash, source, run, 0 FROM {_JOINED} WHERE {_IS_NEW}
"""
_DELETES = f"SELECT id, content_hash, source FROM told WHERE {_IS_GONE} ORDER BY source, id"
_KEEPS = f"""
SELECT {RECORD} FROM {_JOINED} JOIN told ON told.id = chunks.id
WHERE sure AND chunks.run > told.run {_ORDER}
"""
_ADDS = f"SELECT {RECORD} FROM {_JOINED} WHERE {_IS_NEW} {_ORDER}"
_ACKNOWLEDGE = (
    f"DELETE FROM told WHERE {_IS_GONE}",
    "UPDATE told SET sure = 1, run = (SELECT run FROM chunks WHERE chunks.id = told.id) "
    "WHERE NOT sure OR run < (SELECT run FROM chunks WHERE chunks.id = told.id)",
)


class Changes:
    """What has changed since changes were last acknowledged.

    Iterate over it for dictionaries with an ``op``:

    - ``"delete"``: a chunk is gone; with ``id``, ``content_hash`` and ``source``.
    - ``"keep"``: a chunk is still there, and what is known beside its text may be new; a record
      less its texts.
    - ``"add"``: a chunk is new; a record.

    Chunks of documents that were not touched are not told. Hold the lock of the store until the
    changes are acknowledged.
    """

    def __init__(self, store: Path, connection: sqlite3.Connection) -> None:
        self._store = store
        self._connection = connection

    def __iter__(self) -> Iterator[dict[str, Any]]:
        with explained(self._store):
            with transaction(self._connection):
                self._connection.execute(_OFFER)
            for id, content_hash, source in self._connection.execute(_DELETES):  # noqa: A001
                known = {"id": id, "content_hash": content_hash, "source": restored(source)}
                yield {"op": "delete", **known}
            for columns in self._connection.execute(_KEEPS):
                record = as_record(columns)
                yield {"op": "keep"} | {
                    name: value for name, value in record.items() if name not in TEXTS
                }
            for columns in self._connection.execute(_ADDS):
                yield {"op": "add", **as_record(columns)}

    def acknowledge(self) -> None:
        """Take note that whoever was told has all changes, so that they are not told again."""
        with explained(self._store), transaction(self._connection):
            for statement in _ACKNOWLEDGE:
                self._connection.execute(statement)
