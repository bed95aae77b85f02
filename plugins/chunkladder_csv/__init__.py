"""CSV and TSV for chunkladder: rows, with the header row in each chunk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return the formats; what finds dialects is loaded when a document needs it."""
    from ._format import CsvFormat, TsvFormat

    return [CsvFormat(), TsvFormat()]
