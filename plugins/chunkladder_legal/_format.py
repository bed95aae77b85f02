"""The format: what chunkladder asks of legal text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._sequence import DEEPEST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunkladder import Document, Outline


@dataclass(frozen=True, slots=True)
class LegalOptions:
    """Legal text has no options."""


class LegalFormat:
    """Contracts, licenses, statutes: an outline of numbered clauses."""

    name = "legal"
    suffixes: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    rungs = (
        *(
            (f"level-{depth}", f"before a clause with {depth - 1} around it")
            for depth in range(1, DEEPEST + 1)
        ),
        ("definition", "before the definition of a term"),
        ("paragraph", "after a blank line, or a row of spaces, that ends a sentence"),
        ("line", "after a line end that does not only wrap a sentence"),
        ("sentence", "after a sentence; knows the abbreviations of legal citations"),
        ("item", 'behind ";" or ":" and before "(b)" inside a sentence'),
        ("word", "before a word"),
        ("grapheme", "between two characters as a reader sees them"),
    )
    options = LegalOptions

    def sniff(self, head: str) -> float:
        """Rate by numbered clauses and the words that only legal text uses this often."""
        from ._sniff import rate

        return rate(head)

    def outline(self, document: Document, options: LegalOptions) -> Outline:
        """Mark clauses by the sequence of their numbers.

        Returns:
            Rungs ``level-1`` and so on by depth, then those inside a clause. Without clauses the
            ladder of plain text; ``metadata["fallback"]`` says so.
        """
        from ._outline import outline_of

        return outline_of(document.text)

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return the clauses, the defined terms and the references of a chunk."""
        from ._outline import LegalOutline

        if not isinstance(outline, LegalOutline):
            return {}
        clauses, terms, references = outline.starts
        # A chunk tells of the clause that it begins in, too.
        first = max(bisect_right(clauses, start) - 1, 0)
        told = outline.clauses[first : bisect_left(clauses, end)]
        inside = outline.references[bisect_left(references, start) : bisect_left(references, end)]
        facts: dict[str, list[str]] = {
            "clauses": [clause.id for clause in told if clause.id],
            "terms": [
                term.words
                for term in outline.terms[bisect_left(terms, start) : bisect_left(terms, end)]
            ],
            "references": [reference.words for reference in inside if reference.end <= end],
        }
        return {name: list(dict.fromkeys(values)) for name, values in facts.items() if values}
