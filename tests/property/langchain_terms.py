"""The terms in which chunkladder and LangChain must agree."""

from __future__ import annotations


def in_terms(texts: list[str]) -> list[str]:
    """Strip, drop blanks, and drop until stable every result that lies inside a neighbor."""
    kept = [text.strip() for text in texts]
    kept = [text for text in kept if text]
    while True:
        thinner = _without_one(kept)
        if thinner == kept:
            return kept
        kept = thinner


def _without_one(texts: list[str]) -> list[str]:
    for at, text in enumerate(texts):
        if any(text in other for other in texts[max(0, at - 1) : at] + texts[at + 1 : at + 2]):
            return texts[:at] + texts[at + 1 :]
    return texts
