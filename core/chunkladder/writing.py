"""Files that appear only when they are complete."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAME = 40  # characters of the file's name in that of the temporary one; names have limits


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a file under another name, and put it in place at the end.

    Whatever happens before leaves what was there. A pipe or a device is written as it is.

    Raises:
        OSError: It cannot be written.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    temporary = path.with_name(f".{path.name[:_NAME]}.{secrets.token_hex(4)}.tmp")
    try:
        with temporary.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink()
