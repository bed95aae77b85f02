"""Tables: whether one holds data or only places things, and which of its rows are the header."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._places import Place

_LONG = 400
"""Characters in a cell, on the average, from which on a table without headers only places
things."""


class Row(NamedTuple):
    """A row: its first run, the run behind it, its cells, and whether it is of a header."""

    first: int
    last: int
    cells: int
    is_header: bool


class Gap(NamedTuple):
    """What stands between two runs of a table, as far as that is up to what the table is.

    Attributes:
        run: The run behind it.
        edit: Which edit is in its place; what follows is the text of that if the table holds data.
        data: What is shown there if the table holds data.
        layout: What is shown there if it does not.
        begins_row: Whether a row begins here.
        place: What parts the two if the table holds no data.
    """

    run: int
    edit: int
    data: str
    layout: str
    begins_row: bool
    place: Place


@dataclass(slots=True)
class Grid:
    """A table that is open.

    Attributes:
        position: How many elements are open around it.
        first: Its first run.
        seen: How many characters of the source were in runs before it.
        last: The run behind it.
        is_layout: Whether its tag says that it only places things, or something in it does.
        is_data: Whether its tag says that it holds data, or something in it does.
        gaps: What is up to that.
        rows: Its rows that are closed.
        prefixes: Edits that show empty cells at the start of a row, with what is shown without.
        caption: The runs of its caption.
        heads: How many ``thead`` are open.
        row: The first run of the open row, or -1; its cells, and those that are headers, follow.
    """

    position: int
    first: int
    seen: int
    is_layout: bool = False
    is_data: bool = False
    last: int = 0
    gaps: list[Gap] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    prefixes: list[tuple[int, str]] = field(default_factory=list)
    caption: tuple[int, int] | None = None
    heads: int = 0
    row: int = -1
    cells: int = 0
    header_cells: int = 0

    def begin_row(self, run: int) -> None:
        """Note that a row begins with a run."""
        self.row, self.cells, self.header_cells = run, 0, 0

    def end_row(self, run: int) -> None:
        """Note that the open row ends before a run."""
        if self.row >= 0 and self.row < run:
            has_names = self.cells == self.header_cells or self.heads > 0
            # One cell alone is a title.
            is_header = has_names and self.cells > 1
            self.rows.append(Row(self.row, run, self.cells, is_header))
        self.row = -1

    def begin_cell(self, run: int, *, is_header: bool) -> None:
        """Note a cell, also one outside of a row."""
        if self.row < 0:
            self.begin_row(run)
        self.cells += 1
        self.header_cells += is_header

    def settle(self, lengths: int) -> None:
        """Make up one's mind, given how many characters of the source the runs have."""
        cells = sum(row.cells for row in self.rows)
        widest = max((row.cells for row in self.rows), default=0)
        has_headers = self.is_data or len(self.header()) > 0
        is_list = widest < 2 or len(self.rows) < 2  # noqa: PLR2004
        self.is_layout |= is_list or (not has_headers and lengths > _LONG * cells)

    def header(self) -> Sequence[Row]:
        """Return the rows of the header, if rows follow it that are none."""
        for at, row in enumerate(self.rows):
            if not row.is_header:
                return self.rows[:at]
        return ()
