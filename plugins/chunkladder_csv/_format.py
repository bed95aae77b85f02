"""The formats CSV and TSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._options import CsvOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document, Outline

_RUNGS = (
    ("row", "before a row"),
    ("field", "before a field, if long rows are split"),
    ("word", "before a word, if long rows are split"),
    ("grapheme", "between characters as a reader sees them, if long rows are split"),
)


class CsvFormat:
    """Tables with one record a row, in any dialect."""

    name = "csv"
    suffixes: tuple[str, ...] = (".csv", ".psv", ".csvy")
    media_types: tuple[str, ...] = ("text/csv", "application/csv")
    rungs = _RUNGS
    options = CsvOptions
    _preferred = ""

    def sniff(self, head: str) -> float:
        """Rate by lines with the same number of delimiters: four such lines are sure."""
        from ._sniff import rate

        return rate(head, ",;|")

    def outline(self, document: Document, options: CsvOptions) -> Outline:
        """Find the dialect, then mark rows, and carry the header of each table."""
        from ._outline import outline_of

        return outline_of(document.text, options, self._preferred)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return the first and the last row, and the columns."""
        # By its attribute, not by its class: an import here would be made for each chunk.
        facts_of = getattr(outline, "facts_of", None)
        return facts_of(start, end) if facts_of else {}


class TsvFormat(CsvFormat):
    """The same with tabs, unless the text has none."""

    name = "tsv"
    suffixes = (".tsv", ".tab")
    media_types = ("text/tab-separated-values",)
    _preferred = "\t"

    def sniff(self, head: str) -> float:
        """Rate by lines with the same number of tabs: four such lines are sure."""
        from ._sniff import rate

        return rate(head, "\t")
