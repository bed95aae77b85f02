"""Whether a text is surely a contract, a statute or a regulation."""

from __future__ import annotations

import re

from ._candidates import GAP, ITEM_RANK, Candidate, candidates
from ._contents import in_contents
from ._sequence import headings_of

_WORDS = re.compile(
    r"\b(?:hereby|herein|hereof|hereto|hereunder|hereinafter|thereof|thereto|therein|whereas|witnesseth"
    r"|notwithstanding|pursuant to|in witness whereof|shall|this (?:agreement|act|license|contract)"
    r"|the parties|indemnif\w+|governing law|force majeure|liable|liability"
    r"|Absatz|Satz \d|Gesetz(?:es)?|gemäß|weggefallen|Rechtsverordnung"
    r"|ci-après|le présent|la présente|loi n°|alinéa|sous réserve|conformément|en vertu"
    r"|décret|dispositions|est puni)\b",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"^[ \t]*(?:[#*]{1,6}[ \t]*)?"
    r"(?:(?:ARTICLE|Article|Artikel|Art\.?|SECTION|Section|SEC\.|Chapter|CHAPTER|Clause)"
    r"[ ](?:\d|[IVXLC])|§§?[ ]?\d|第[一二三四五六七八九十百千零\d]+[条章节编]|"
    r"\d{1,3}\.(?:\d|[ \t]+[A-Z*“\"])"
    r"|\([a-z0-9]{1,4}\)[ \t])",
    re.MULTILINE,
)
_INLINE = re.compile(
    r"(?:\s{2,}|[.;:] )(?:\d{1,2}\.\d{0,2}\.? [A-Z“\"]|\([a-z]{1,3}\) |ARTICLE [IVX\d])"
)
_STRONG = re.compile(
    r"\b(?:hereby|hereof|hereto|hereunder|hereinafter|witnesseth|in witness whereof"
    r"|(?-i:WHEREAS|Whereas,)|this (?:agreement|act|licen[sc]e|contract)|governing law"
    r"|force majeure|indemnif\w+)(?!\w)",
    re.IGNORECASE,
)
"""Words of contracts and statutes only; papers and specifications have the others, too."""
_HAN = re.compile(
    r"应当|不得|依照|本法|本合同|本协议|本条例|当事人|法律|责任|权利|义务|甲方|乙方|规定"
)
_STUDY = re.compile(
    r"^[ \t\d.#*]*(?:Abstract|References|Bibliography|Keywords|Internet-Draft)\b[ \t*]*(?:$|[.:—-])"
    r"|\bRFC[ ]?\d{3,4}\b|^Request for Comments|\bet al\.",
    re.MULTILINE | re.IGNORECASE,
)
"""What papers and specifications have, and law has not."""
_REQUIREMENT = re.compile(
    r"\b(?:system|software|application|device|module|interface|component|server|client) shall\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"^(?:```|~~~|#!|<\?xml|<!DOCTYPE|<html|import |from \w+ import |def |class |WEBVTT)",
    re.MULTILINE,
)
_FEWEST = 200


_DOUBTFUL = 0.6
"""The most that a text is rated without clauses in sequence, so that its name counts for more."""
_FEW = 3
_OFTEN = 5


def rate(head: str) -> float:
    """Return 0.7 or more where clauses in sequence and legal words leave no doubt.

    Where the words are there but not the sequence, or words that other kinds of text have as
    well, the rate is 0.6 at most.
    """
    if len(head) < _FEWEST or _OTHER.search(head):
        return 0.0
    if "条" in head or "條" in head:
        return _rate_han(head)
    numbers = len(_NUMBERS.findall(head)) + len(_INLINE.findall(head))
    words = [word.lower() for word in _WORDS.findall(head)]
    thousands = len(head) / 1000
    dense = len(words) / thousands
    kinds = len(set(words))
    if numbers < _FEW or kinds < _FEW or dense < 1.5:  # noqa: PLR2004
        return 0.0
    score = 0.5 + 0.05 * min(numbers, 4) + 0.03 * min(kinds, 8)
    return min(0.95, max(score, 0.7)) if _is_sure(head) else min(score, _DOUBTFUL)


def _rate_han(head: str) -> float:
    if len(set(_HAN.findall(head))) < 2:  # noqa: PLR2004 - one may be chance
        return 0.0
    articles = [style for style, rank in _numbered_lines(head) if rank < ITEM_RANK]
    return 0.8 if articles.count("条") + articles.count("條") >= _FEW else 0.0


def _is_sure(head: str) -> bool:
    strong = [word.lower() for word in _STRONG.findall(head)]
    if _STUDY.search(head) or len(_REQUIREMENT.findall(head)) > len(strong):
        return False
    lines, kinds = _numbered_lines(head), len(set(strong))
    if len(lines) < _FEW:
        # A contract's parties and recitals may leave little room for clauses.
        return len(lines) > 1 and kinds > _FEW
    worded = sum(rank < ITEM_RANK and style != "CHAPTER" for style, rank in lines)
    return worded >= _FEW or kinds > 1 or len(strong) > _OFTEN


def _numbered_lines(head: str) -> list[tuple[str, int]]:
    """Return style and rank of the clauses at line starts, those of lists such as "(a)" aside."""
    found = candidates(head)
    return [
        (heading.reading.style, found[heading.at].rank)
        for heading in headings_of(found, in_contents(head, found))
        if heading.reading and found[heading.at].place >= GAP and _counts(found[heading.at])
    ]


def _counts(one: Candidate) -> bool:
    return one.rank < ITEM_RANK or bool(one.parts)
