"""reStructuredText for chunkladder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return the format; what it needs is imported with the first document."""
    from ._format import make

    return [make()]
