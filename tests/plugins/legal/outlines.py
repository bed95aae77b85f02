"""How the tests write an outline down: a line for each clause, set in by its depth."""

from __future__ import annotations

from inspect import cleandoc

from chunkladder import Document
from chunkladder_legal._format import LegalFormat, LegalOptions
from chunkladder_legal._outline import LegalOutline


def outline_of(text: str) -> LegalOutline:
    """Return the outline of a text that has clauses."""
    outline = LegalFormat().outline(Document(text), LegalOptions())
    assert isinstance(outline, LegalOutline), outline.metadata
    return outline


def outlined(text: str) -> list[str]:
    """Return the labels of the clauses, each set in by two spaces a level."""
    return [f"{'  ' * clause.depth}{clause.label}" for clause in outline_of(text).clauses]


def labels(text: str) -> list[str]:
    """Read an expected outline as it is written in a test."""
    return cleandoc(text).split("\n")
