"""What records are written as: lines of JSON, or Parquet."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from chunkladder.errors import MissingDependencyError
from chunkladder.records import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PARQUET = ".parquet"
_ROWS = 4096  # of a group: large enough to compress well, small enough to hold


def check_output(path: Path | None) -> None:
    """Make sure that what an output file's name asks for can be written.

    Raises:
        UsageError: A package is missing.
    """
    if path is not None and path.suffix == PARQUET:
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError:
            error = MissingDependencyError("pyarrow", "parquet", plugin="parquet")
            raise click.UsageError(str(error)) from None


@contextmanager
def sink(stream: BinaryIO, path: Path | None) -> Iterator[Callable[[bytes], object]]:
    """Yield what takes the records of one file, as lines of JSON, and writes them.

    The name of the output decides how: Parquet if it ends with ``.parquet``.
    """
    if path is not None and path.suffix == PARQUET:
        table = _Parquet(stream)
        yield table.write
        table.close()
    else:
        yield lambda lines: _write_all(stream, lines)


def _write_all(stream: BinaryIO, lines: bytes) -> None:
    """Write bytes to the last; an unbuffered standard output may take a part of them."""
    view = memoryview(lines)
    while view:
        view = view[stream.write(view) :]


class _Parquet:
    """Writes records as the rows of a Parquet file, some thousands at a time."""

    def __init__(self, stream: BinaryIO) -> None:
        import pyarrow
        import pyarrow.parquet

        self._arrow = pyarrow
        self._schema = _schema(pyarrow)
        self._writer = pyarrow.parquet.ParquetWriter(stream, self._schema, compression="zstd")
        self._rows: list[dict[str, Any]] = []

    def write(self, lines: bytes) -> None:
        """Take the records of one file."""
        # Lines of JSON end with \n and hold no other.
        self._rows += [_row(json.loads(line)) for line in lines.split(b"\n") if line]
        if len(self._rows) >= _ROWS:
            self._flush()

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        table = self._arrow.Table.from_pylist(self._rows, schema=self._schema)
        self._writer.write_table(table)
        self._rows = []


def _row(record: dict[str, Any]) -> dict[str, Any]:
    """Make a record fit the columns: metadata, which may be anything, as JSON."""
    row = {key: _encodable(value) for key, value in record.items()}
    row["metadata"] = encode(record["metadata"]).decode()
    row.setdefault("level", "child")
    return row


def _encodable(value: Any) -> Any:
    r"""Write lone surrogates, which a column of UTF-8 cannot hold, as ``\udXXX``."""
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    return value


def _schema(arrow: Any) -> Any:
    text, texts = arrow.string(), arrow.list_(arrow.string())
    number, line = arrow.int64(), arrow.int32()
    columns = {
        **dict.fromkeys(("text", "body"), text),
        **dict.fromkeys(("context", "carried"), texts),
        "embed_text": text,
        "path": texts,
        **dict.fromkeys(("start", "end"), number),
        **dict.fromkeys(("start_line", "end_line"), line),
        "size": number,
        "measure": text,
        "shared": number,
        "rung": text,
        "oversized": arrow.bool_(),
        **dict.fromkeys(("format", "source"), text),
        "index": line,
        **dict.fromkeys(("id", "content_hash", "parent_id"), text),
        "metadata": text,
        "level": text,
    }
    return arrow.schema(list(columns.items()))
