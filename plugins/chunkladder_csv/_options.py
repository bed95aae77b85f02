"""The options of the formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LineEnd = Literal["lf", "cr", "crlf", "any"]


@dataclass(frozen=True, slots=True)
class CsvOptions:
    """What may be chosen; None leaves it to be found in the text.

    Attributes:
        delimiter: One character between fields.
        quote: One character around fields; empty for none.
        escape: One character in front of a quote that is text; empty for none.
        line_end: What ends a row: ``"lf"``, ``"cr"``, ``"crlf"``, or any of them.
        comment: What lines begin with that are no rows; empty for none.
        preamble: How many rows stand before the header, blank ones and comments included.
        header_rows: How many rows are the header of a table.
        footer: How many rows stand behind the last table.
        tables: ``"many"`` looks for tables behind blank lines; ``"one"`` does not.
        header: ``"row"`` carries the header row; ``"labels"`` shows rows as ``column: value``
            lines; ``"none"`` does neither.
        header_size: How many characters of a header are carried at most; names in a longer one
            are cut short.
        group_by: A column, by its name or its number from 1; neighboring rows that have the same
            value there stay together if they fit.
        long_rows: ``"keep"`` keeps a row whole whatever it costs; ``"split"`` cuts it further.
    """

    delimiter: str | None = None
    quote: str | None = None
    escape: str | None = None
    line_end: LineEnd | None = None
    comment: str | None = None
    preamble: int | None = None
    header_rows: int | None = None
    footer: int | None = None
    tables: Literal["many", "one"] = "many"
    header: Literal["row", "labels", "none"] = "row"
    header_size: int = 250
    group_by: str | None = None
    long_rows: Literal["keep", "split"] = "keep"

    def __post_init__(self) -> None:
        if self.delimiter is not None and len(self.delimiter) != 1:
            raise ValueError("delimiter is one character")
        for name in ("quote", "escape"):
            if len(getattr(self, name) or "") > 1:
                raise ValueError(f"{name} is one character, or empty")
        if (self.delimiter or "") in "\r\n" and self.delimiter:
            raise ValueError("delimiter is no line end")
        for name in ("preamble", "header_rows", "footer", "header_size"):
            if (getattr(self, name) or 0) < 0:
                raise ValueError(f"{name} is 0 or more")
