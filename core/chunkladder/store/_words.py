"""What is searched for, and in what."""

from __future__ import annotations

import re

_UNSPACED = re.compile(
    # Thai, Lao, Burmese, Khmer; Japanese; Chinese; and beyond the basic plane.
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff])"
)
"""Characters of scripts that put no space between words."""

_PHRASE = re.compile(r'"([^"]*)"')
_WORD = re.compile(r"\w")


def searchable(text: str) -> str:
    """Return a text as the index of words sees it.

    In scripts without spaces each character is a word: one looks for a few that follow each
    other. Changing this is a new version of the store.
    """
    if text.isascii():
        return text
    return " ".join(_UNSPACED.split(text)).encode("utf-8", "replace").decode()


def query(words: str) -> str:
    """Turn what a person types into an expression of FTS5 that can have no error in it.

    What stands in double quotes is a phrase, which must be there. Of the words outside, chunks
    with more of them, and rarer ones, come first; with no phrase, one at least must be there.

    A quote without another is none.

    Returns:
        Empty where there is nothing to look for.
    """
    phrases = list(filter(_WORD.search, _PHRASE.findall(words)))
    loose = list(filter(_WORD.search, _PHRASE.sub(" ", words).split()))
    needed = [_quoted(phrase) for phrase in phrases]
    wished = " OR ".join([*needed, *map(_quoted, loose)])
    return " AND ".join([*needed, f"({wished})"]) if wished else ""


def _quoted(words: str) -> str:
    # NUL ends an expression.
    return '"' + searchable(words).replace('"', " ").replace("\0", " ") + '"'
