"""The legal plugin: contracts, licenses, statutes and regulations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return the format for contracts and statutes."""
    from ._format import LegalFormat

    return [LegalFormat()]
