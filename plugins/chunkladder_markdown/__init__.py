"""Markdown for chunkladder: headings, blocks, lists, tables and fences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return the format; the parser is loaded when a document needs it."""
    from ._format import MarkdownFormat

    return [MarkdownFormat()]
