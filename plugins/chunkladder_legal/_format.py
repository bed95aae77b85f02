"""The format: what chunkladder asks of legal text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from ._sequence import DEEPEST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunkladder import Document, Outline

    from ._outline import Clause

_START = attrgetter("start")


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
        from ._terms import references_in

        if not isinstance(outline, LegalOutline):
            return {}
        facts: dict[str, list[str]] = {
            "clauses": _clause_ids(outline.clauses, start, end),
            "terms": [
                term.words
                for term in outline.terms[
                    bisect_left(outline.terms, start, key=_START) : bisect_left(
                        outline.terms, end, key=_START
                    )
                ]
            ],
            "references": _references(outline.clauses, references_in(document.text, start, end)),
        }
        return {name: list(dict.fromkeys(values)) for name, values in facts.items() if values}


def _clause_ids(clauses: Sequence[Clause], start: int, end: int) -> list[str]:
    """Return the clause that a stretch begins in, and those that begin in it."""
    first = max(bisect_right(clauses, start, key=_START) - 1, 0)
    last = bisect_left(clauses, end, key=_START)
    return [clause.id for clause in clauses[first:last] if clause.id]


def _references(clauses: Sequence[Clause], found: Sequence[tuple[int, str]]) -> list[str]:
    """Leave out the numbers of the clauses' own headings."""
    return [words for at, words in found if not _is_heading(clauses, at)]


def _is_heading(clauses: Sequence[Clause], offset: int) -> bool:
    at = bisect_right(clauses, offset, key=_START) - 1
    return at >= 0 and offset < clauses[at].start + len(clauses[at].number) + 1
