"""HTML for chunkladder: sections, headings, blocks, lists and tables, without the tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return the formats; what reads pages is loaded when a document needs it."""
    from ._format import HtmlFormat, HtmlSourceFormat

    return [HtmlFormat(), HtmlSourceFormat()]
