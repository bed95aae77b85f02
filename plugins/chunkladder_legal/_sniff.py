"""Whether a text is surely a contract, a statute or a regulation."""

from __future__ import annotations

import re

_WORDS = re.compile(
    r"\b(?:hereby|herein|hereof|hereto|hereunder|hereinafter|thereof|thereto|therein|whereas|witnesseth"
    r"|notwithstanding|pursuant to|in witness whereof|shall|this (?:agreement|act|license|contract)"
    r"|the parties|indemnif\w+|governing law|force majeure|liable|liability"
    r"|Absatz|Satz \d|Gesetz(?:es)?|gemäß|weggefallen|Rechtsverordnung"
    r"|ci-après|le présent|la présente|loi n°|alinéa)\b",
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
_HAN = re.compile(r"第[一二三四五六七八九十百千零]+条")
_OTHER = re.compile(
    r"^(?:```|~~~|#!|<\?xml|<!DOCTYPE|<html|import |from \w+ import |def |class |WEBVTT)",
    re.MULTILINE,
)
_FEWEST = 200


def rate(head: str) -> float:
    """Return 0.5 or more where numbered clauses and legal words leave no doubt."""
    if len(head) < _FEWEST or _OTHER.search(head):
        return 0.0
    numbers = len(_NUMBERS.findall(head)) + len(_INLINE.findall(head))
    if len(_HAN.findall(head)) >= 3:  # noqa: PLR2004
        return 0.8
    words = [word.lower() for word in _WORDS.findall(head)]
    thousands = len(head) / 1000
    dense = len(words) / thousands
    kinds = len(set(words))
    if numbers < 3 or kinds < 3 or dense < 1.5:  # noqa: PLR2004
        return 0.0
    return min(0.95, 0.5 + 0.05 * min(numbers, 4) + 0.03 * min(kinds, 8))
