"""JSON and JSON lines for chunkladder: members by depth, records, and the path to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return the formats; their expressions are compiled when a document needs them."""
    from ._format import JsonFormat, JsonlFormat

    return [JsonFormat(), JsonlFormat()]
