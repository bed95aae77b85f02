"""Defined terms, and references from one clause to another."""

from __future__ import annotations

import re
from typing import NamedTuple

_VERB = (
    r"(?:means?\b|shall\s+mean|will\s+mean|has\s+the|have\s+the|shall\s+have\s+the|refers?\s+to\b"
    r"|is\s+defined|are\s+defined|includes?\b|:\s|bezeichnet|bedeutet|ist\b|désigne|signifie"
    r"|significa|in\s+relation\s+to|with\s+respect\s+to)"
)
_DEFINITION = re.compile(
    rf"[\"“„«*](?<=[\s(\"“„«*].)(?:(?<=[\"“„«])(?P<quoted>[^\"”“»\r\n]{{1,80}})[\"”“»]"
    rf"|(?<=\*)\*[“\"]?(?P<bold>[^*\"”\r\n]{{1,80}})[”\"]?\*\*)"
    rf"(?P<rest>\)|,?\s{{1,3}}(?:\([^()\r\n]{{1,60}}\)\s)?,?\s?{_VERB})?"
)
_BETWEEN = re.compile(r"(?:^|[\r\n]|\s{2,}|[.;:]\s)[\s*_-]*$")
_REFERENCE = re.compile(
    r"[SACPEsacp§第]"
    r"(?:(?:ections?|chedules?|ubsections?|ub-?paragraphs?|rt(?:icles?|ikels?|\.)|nnex(?:es)?"
    r"|ppendix|nlage|bs(?:\.|atz)|lauses?|aragraphs?|xhibits?)\s{1,2}"
    r"(?:(?:\d[\w.]*\w|\d|[IVXLC]{1,7}\b|[A-Z]\b)(?:\([\dA-Za-z]{1,5}\))*|(?:\([\dA-Za-z]{1,5}\))+)"
    r"|(?<=§)§?\s{0,2}\d[\w.]*(?:\([\dA-Za-z]{1,5}\))*(?:\s(?:Abs\.|Absatz)\s\d+\w?)?"
    r"|(?<=第)[零〇一二两三四五六七八九十百千\d]{1,9}条)"
)
"""Begins with a set of letters, which is the quickest thing to look for."""


class Term(NamedTuple):
    """A defined term and where its definition stands."""

    start: int
    words: str
    opens: bool
    """Whether the definition begins here, so that a text may be cut in front of it."""


class Reference(NamedTuple):
    """The words that refer to a clause, and where they stand."""

    start: int
    end: int
    words: str


def terms_of(text: str) -> list[Term]:
    """Return the terms that a text defines, in order; one pass."""
    found = []
    for match in _DEFINITION.finditer(text):
        rest = match["rest"]
        words = match["quoted"] or match["bold"]
        if not rest or not words.strip():
            continue
        if rest == ")":
            if "(" in text[max(0, match.start() - 20) : match.start()]:
                found.append(Term(match.start(), " ".join(words.split()), opens=False))
            continue
        before = text[max(0, match.start() - 8) : match.start()]
        opens = match.start() == 0 or _BETWEEN.search(before) is not None
        found.append(Term(match.start(), " ".join(words.split()), opens))
    return found


def references_of(text: str) -> list[Reference]:
    """Return the references to clauses in a text, in order; one pass."""
    return [
        Reference(match.start(), match.end(), " ".join(match[0].split()).rstrip("."))
        for match in _REFERENCE.finditer(text)
        if match[0][0] in "§第" or not text[match.start() - 1 : match.start()].isalpha()
    ]
