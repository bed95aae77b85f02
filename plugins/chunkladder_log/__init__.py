"""Logs for chunkladder: records with the lines that go on, gaps in time, levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return the format; its expressions are compiled when a document needs them."""
    from ._format import LogFormat

    return [LogFormat()]
