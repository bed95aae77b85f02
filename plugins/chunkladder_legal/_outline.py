"""From headings to the outline: clauses, scopes, atoms, rungs."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Ladder, Offsets, Outline, Scope, Span

from ._blocks import item_cuts, line_cuts, paragraph_cuts
from ._candidates import ITEM_RANK, Candidate, candidates
from ._contents import in_contents
from ._sequence import DEEPEST, Heading, headings_of
from ._terms import Reference, Term, references_of, terms_of
from ._titles import clean, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TEXT_LADDER = ("paragraph", "line", "sentence", "word", "grapheme")
"""The ladder of a text without clauses."""

LONGEST_TIE = 200
"""A heading is tied to so much of its text, at most."""
LONGEST_LEAD = 160
"""A lead-in with more characters would crowd out the text that it introduces."""

_SIGNS = r"[\s*_.:–—-]*+"
"""What may stand between a number and its text: "1.", "1:", "1 –"."""
_FIRST_WORD = re.compile(rf"{_SIGNS}\S{{1,40}}")
_FIRST_SENTENCE = re.compile(r"[.;:!?。；：](?=\s|[\"”)])[\"”)]*|[。；]|\r|\n[ \t]*(?=[\r\n])|\n")
_INK = re.compile(rf"{_SIGNS}(?=\S)")
_LEAD_END = re.compile(r"[:：—–](?:\s*(?:and|or))?\s*$|:\*\*\s*$")
_LEAD_START = re.compile(r"[.;!?。；]\s+(?=\S)|[\r\n]\s*[\r\n]\s*")


class Clause(NamedTuple):
    """A heading with all that is known of it.

    Attributes:
        start: Offset of its first sign.
        mark: Offset behind its number.
        body: Offset behind its number and title.
        end: Offset where the next clause of its depth, or further out, begins.
        depth: How many clauses are around it.
        number: The number as it stands: ``Section 4.2``, ``(b)``; empty for a heading without.
        label: Number and title.
        id: The number with those around it that it needs: ``4.2(b)``.
    """

    start: int
    mark: int
    body: int
    end: int
    depth: int
    number: str
    label: str
    id: str


@dataclass(frozen=True, slots=True)
class LegalOutline(Outline):
    """An outline that remembers what the chunks' metadata tell of, each in order.

    Attributes:
        clauses: The clauses.
        terms: The defined terms.
        references: References to clauses, less the numbers of the clauses' own headings.
        starts: Where clauses, terms and references begin.
    """

    clauses: Sequence[Clause] = field(default=())
    terms: Sequence[Term] = field(default=())
    references: Sequence[Reference] = field(default=())
    starts: tuple[Sequence[int], ...] = field(default=())


def outline_of(text: str) -> Outline:
    """Return the outline of a text; that of plain text, which says so, where it has no clauses."""
    found = candidates(text)
    headings = headings_of(found, in_contents(text, found))
    if len(headings) < 2:  # noqa: PLR2004 - a single number makes no outline
        return Outline(Ladder(TEXT_LADDER), metadata={"fallback": "no clauses were found"})
    clauses = list(_clauses(text, found, headings))
    terms = terms_of(text)
    references = _without_headings(references_of(text), clauses)
    return LegalOutline(
        Ladder(_rungs(text, clauses, terms)),
        scopes=_scopes(text, clauses),
        atoms=_atoms(text, clauses),
        clauses=clauses,
        terms=terms,
        references=references,
        starts=tuple([one.start for one in known] for known in (clauses, terms, references)),
    )


def _without_headings(
    references: Sequence[Reference], clauses: Sequence[Clause]
) -> list[Reference]:
    starts = [clause.start for clause in clauses]
    return [found for found in references if not _is_heading(clauses, starts, found.start)]


def _is_heading(clauses: Sequence[Clause], starts: Sequence[int], offset: int) -> bool:
    at = bisect_right(starts, offset) - 1
    return at >= 0 and offset < starts[at] + len(clauses[at].number) + 1


def _clauses(
    text: str, found: Sequence[Candidate], headings: Sequence[Heading]
) -> Iterator[Clause]:
    ends = _ends(text, found, headings)
    ids: list[str] = []
    limits = [*(found[heading.at].start for heading in headings[1:]), len(text)]
    for heading, end, limit in zip(headings, ends, limits, strict=True):
        one = found[heading.at]
        title = title_of(text, one, limit)
        number = clean(text[one.number : one.end]) if one.readings else ""
        del ids[heading.depth :]
        ids.append(_id(number, one, ids))
        label = f"{number} {title.words}".strip() if title.words else number
        yield Clause(
            one.start, one.end, min(title.end, limit), end, heading.depth, number, label, ids[-1]
        )


def _id(number: str, one: Candidate, around: Sequence[str]) -> str:
    if one.rank < ITEM_RANK or len(one.parts) > 1 or not around or not number:
        return number
    parent = around[-1]
    return f"{parent}{number}" if number.startswith(("(", "（")) else f"{parent} {number}".strip()


def _ends(text: str, found: Sequence[Candidate], headings: Sequence[Heading]) -> list[int]:
    """Return where each clause ends, from the last to the first."""
    ends = [0] * len(headings)
    # The nearest beginning, so far, of a heading at each depth or further out.
    nearest = [len(text)] * (DEEPEST + 1)
    for at in range(len(headings) - 1, -1, -1):
        depth = headings[at].depth
        ends[at] = nearest[depth]
        start = found[headings[at].at].start
        nearest[depth:] = [start] * (DEEPEST + 1 - depth)
    return ends


def _rungs(text: str, clauses: Sequence[Clause], terms: Sequence[Term]) -> list[Offsets | str]:
    by_depth: list[list[int]] = [[] for _ in range(DEEPEST)]
    for clause in clauses:
        by_depth[clause.depth].append(clause.start)
    levels = [Offsets(f"level-{n}", cuts) for n, cuts in enumerate(by_depth, 1) if cuts]
    return [
        *levels,
        Offsets("definition", sorted({term.start for term in terms if term.opens})),
        Offsets("paragraph", paragraph_cuts(text)),
        Offsets("line", line_cuts(text)),
        "sentence",
        Offsets("item", item_cuts(text)),
        "word",
        "grapheme",
    ]


def _scopes(text: str, clauses: Sequence[Clause]) -> list[Scope]:
    scopes = []
    for at, clause in enumerate(clauses):
        if clause.label:
            head = Span(clause.start, clause.body)
            scopes.append(Scope(clause.start, clause.end, clause.label, head))
        lead = _lead_in(text, clauses, at)
        if lead:
            scopes.append(Scope(clauses[at + 1].start, clause.end, lead))
    return scopes


def _lead_in(text: str, clauses: Sequence[Clause], at: int) -> str:
    """Return the words that lead into the clauses inside of one: "The Supplier shall:"."""
    clause = clauses[at]
    if at + 1 == len(clauses) or clauses[at + 1].depth <= clause.depth:
        return ""
    end = clauses[at + 1].start
    words = text[max(clause.body, end - 2 * LONGEST_LEAD) : end].rstrip()
    if not _LEAD_END.search(words):
        return ""
    starts = [match.end() for match in _LEAD_START.finditer(words)]
    lead = " ".join(words[starts[-1] if starts else 0 :].split())
    return lead if len(lead) <= LONGEST_LEAD else ""


def _atoms(text: str, clauses: Sequence[Clause]) -> list[Span]:
    """Tie each number to its first word, and each heading to its first sentence.

    A heading whose text begins with a deeper heading is tied to that one's first sentence.
    """
    ties = [(0, 0)] * len(clauses)
    for at in range(len(clauses) - 1, -1, -1):
        ties[at] = _ties(text, clauses, at, ties)
    atoms: list[Span] = []
    tied = -1
    for clause, (word, sentence) in zip(clauses, ties, strict=True):
        # From most to least, so that some of it fits into any size. What the heading before is
        # tied to already reaches to the same sentence; a second one would cross it.
        if sentence != tied:
            atoms.append(Span(clause.start, sentence))
        if word < sentence or sentence == tied:
            atoms.append(Span(clause.start, word))
        tied = sentence
    return atoms


def _ties(
    text: str, clauses: Sequence[Clause], at: int, ties: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    """Return the ends of the first word and of the first sentence that a heading is tied to."""
    clause = clauses[at]
    limit = clauses[at + 1].start if at + 1 < len(clauses) else len(text)
    word = _FIRST_WORD.match(text, clause.mark, limit)
    ink = _INK.match(text, clause.body, limit)
    if ink is None:
        inside = at + 1 < len(clauses) and clauses[at + 1].depth > clause.depth
        if not inside:
            return min(word.end(), clause.body) if word else clause.body, clause.body
        return ties[at + 1]
    sentence = _sentence_end(text, ink.end(), min(limit, ink.end() + LONGEST_TIE))
    return min(word.end(), sentence) if word else sentence, sentence


def _sentence_end(text: str, start: int, limit: int) -> int:
    stop = _FIRST_SENTENCE.search(text, start, limit)
    if stop:
        return stop.end()
    # The limit may stand in a word, or right before the next clause.
    if limit == len(text) or text[limit].isspace() or text[limit - 1].isspace():
        return limit
    space = max(text.rfind(" ", start, limit), text.rfind("\n", start, limit))
    return space if space > start else limit
