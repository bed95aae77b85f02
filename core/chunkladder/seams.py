r"""Where the counts of a tokenizer add up.

Most tokenizers first part a text into words and then each word into tokens. At a *seam*, a place
between two words that no tokenizer of its family joins, counts add up: the tokens of a text are
those before the seam and those behind it. So what a cut changes can be told from its surroundings.

Which places are seams is decided from how a tokenizer is made: the expressions it parts words
with, compared with those that are known, or its parts by name. One that is not known has none, and
its chunks are measured whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NONE = -1
"""There is no seam."""

LETTERS = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0391-\u03a9\u03b1-\u03c9\u0410-\u044f"
IDEOGRAPHS = "\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3"
"""What may stand before a seam, as the inside of a character class: letters that join with nothing
but letters, digits, marks and apostrophes."""

CLOSERS = '.,;:!?)]"\u3002\uff0c'
"""Marks that may stand before a blank that is a seam."""

BLANKS = " \n\t\r"
MARKS = (
    '!"#$%&()*+,-./:;<=>?@[\\]^`{|}~'
    + "\u2014\u201c\u201d\u2026\u3001\u3002\uff0c\uff01\uff1a\uff1b\uff1f"
)
"""What may stand behind a seam: all but letters, digits, combining marks, ``'`` and ``_``."""

WINDOW = 48
"""Characters that are looked at first, going back from an end."""


class Seams:
    """The seams of one tokenizer: between a letter and a mark or blank, a closing mark and a space.

    Args:
        after: The marks and blanks that may stand behind a letter.
        closers: The marks that may stand before a space.
    """

    def __init__(self, after: str, closers: str = CLOSERS) -> None:
        place = f"[{LETTERS}{IDEOGRAPHS}](?=[{re.escape(after)}])"
        if closers and " " in after:
            place = f"(?:{place}|[{re.escape(closers)}](?= ))"
        self._next = re.compile(place).search
        self._last = re.compile(f"(?s:.*){place}").match

    def first(self, text: str, start: int, stop: int) -> int:
        """Return the first seam that has a character between itself and ``start``, or ``NONE``.

        Only what stands before ``stop`` is looked at.
        """
        found = self._next(text, start, stop)
        return found.end() if found else NONE

    def last(self, text: str, start: int, stop: int) -> int:
        """Return the last seam that has a character between itself and ``start``, or ``NONE``."""
        width = WINDOW
        low = stop
        while low > start:
            high, low = low, max(start, stop - width)
            # One character more, so that no seam is missed between two windows.
            found = self._last(text, low, min(stop, high + 1))
            if found:
                return found.end()
            width *= 8
        return NONE


ANYWHERE = BLANKS + MARKS
"""Behind a letter, for tokenizers that part words at all marks."""

_POSSESSIVE = re.compile(r"([*+?]|\{\d+(?:,\d*)?\})\+")

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_UPPER, _LOWER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}", r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
KNOWN = frozenset(
    {
        # GPT-2 and its kin.
        *("'s", "'t", "'re", "'ve", "'m", "'ll", "'d"),
        "'(?:[sdmt]|ll|ve|re)",
        *(r" ?\p{L}+", r" ?\p{N}+", r" ?[\p{L}]+", r" ?[\p{N}]+", r" ?[^\s\p{L}\p{N}]+"),
        *(r"\s+(?!\S)", r"\s+", r"\s+$", r"\s"),
        # cl100k, Llama 3, Qwen.
        *("'(?i:[sdmt]|ll|ve|re)", "(?i:'s|'t|'re|'ve|'m|'ll|'d)"),
        *(r"[^\r\n\p{L}\p{N}]?\p{L}+", r"\p{N}{1,3}", r"\p{N}", r"\p{N}+"),
        *(r" ?[^\s\p{L}\p{N}]+[\r\n]*", r"\s*[\r\n]", r"\s*[\r\n]+"),
        # o200k.
        rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]*[{_LOWER}]+{_CONTRACTIONS}?",
        rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]+[{_LOWER}]*{_CONTRACTIONS}?",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        # DeepSeek.
        *(r"[一-龥぀-ゟ゠-ヿ]+", r"[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"),
        *(r" ?[\p{P}\p{S}]+[\r\n]*",),
    }
)
"""Alternatives of the expressions that tokenizers find words with, less what makes them possessive.
None of them matches a letter together with what may stand behind a seam, or a closing mark together
with a space behind it; none looks behind itself; and what they see ahead is white space only."""


def seams_of_expression(expression: str) -> Seams | None:
    """Return the seams of a tokenizer that finds words with an expression."""
    known = all(part in KNOWN for part in alternatives(_POSSESSIVE.sub(r"\1", expression)))
    return Seams(ANYWHERE) if known else None


def alternatives(expression: str) -> Iterator[str]:
    """Part an expression at the bars that stand in no group and in no class."""
    depth, in_class, begin, at = 0, False, 0, 0
    while at < len(expression):
        sign = expression[at]
        if sign == "\\":
            at += 1
        elif in_class:
            in_class = sign != "]"
        elif sign == "[":
            in_class = True
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        elif sign == "|" and not depth:
            yield expression[begin:at]
            begin = at + 1
        at += 1
    yield expression[begin:]


Parts = Mapping[str, object]
"""One part of a tokenizer, or all of it, as its JSON file tells it."""


def seams_of_parts(tokenizer: Parts) -> Seams | None:
    """Return the seams of a tokenizer by what its JSON file says of it.

    Args:
        tokenizer: The file's content. Layout: ``tokenizers`` 0.20 and later.
    """
    after, parts_words = set(ANYWHERE), False
    for step in _flat(tokenizer.get("pre_tokenizer"), "pretokenizers"):
        allowed = _behind(step)
        if allowed is None:
            return None
        parts_words = parts_words or "\0" not in allowed
        after &= set(allowed)
    if not parts_words:
        return None
    for step in _flat(tokenizer.get("normalizer"), "normalizers"):
        after &= set(_behind_normalized(step, tokenizer))
    closers = "".join(sign for sign in CLOSERS if _is_free(sign, tokenizer))
    after = {sign for sign in after if _is_free(sign, tokenizer)}
    return Seams("".join(sorted(after)), closers) if " " in after else None


def _flat(part: object, inner: str) -> Iterator[Parts]:
    """Return the steps of a part that may be a sequence, or nothing."""
    if not isinstance(part, Mapping):
        return
    steps = part.get(inner)
    if part.get("type") == "Sequence" and isinstance(steps, Sequence):
        for step in steps:
            yield from _flat(step, inner)
    else:
        yield part


ANYTHING = ANYWHERE + "\0"
"""Stands for a step that takes no word apart, nor joins any."""


def _behind(step: Parts) -> str | None:
    """Return what may stand behind a seam of a step that parts words; None: it has no seams."""
    kind = step.get("type")
    if kind in {"BertPreTokenizer", "Whitespace"}:
        return ANYWHERE
    if kind == "WhitespaceSplit":
        return BLANKS
    if kind == "Metaspace":
        return " " if step.get("split") else None
    if kind == "ByteLevel":
        # A blank is put before what does not begin with one.
        allowed = " " if step.get("add_prefix_space") else ANYWHERE
        return allowed if step.get("use_regex") else allowed + "\0"
    if kind == "Split":
        return _behind_split(step)
    is_harmless = kind == "Digits" or (kind == "Punctuation" and step.get("behavior") == "Isolated")
    return ANYTHING if is_harmless else None


def _behind_split(step: Parts) -> str | None:
    pattern = step.get("pattern")
    expression = pattern.get("Regex") if isinstance(pattern, Mapping) else None
    if not isinstance(expression, str) or step.get("invert"):
        return None
    if step.get("behavior") != "Isolated" or seams_of_expression(expression) is None:
        return None
    # Numbers alone part no words.
    numbers = {r"\p{N}{1,3}", r"\p{N}", r"\p{N}+"}
    return ANYTHING if set(alternatives(expression)) <= numbers else ANYWHERE


_PLAIN_NORMALIZERS = {
    "BertNormalizer",
    "Lowercase",
    "NFC",
    "NFD",
    "NFKC",
    "NFKD",
    "Nmt",
    "StripAccents",
}
_PLAIN_REPLACEMENTS = (" {2,}", "``", "''", "\n")


def _behind_normalized(step: Parts, tokenizer: Parts) -> str:
    """Return what may stand behind a seam where a text is normalized."""
    kind = step.get("type")
    if kind in _PLAIN_NORMALIZERS:
        return ANYWHERE
    if kind == "Precompiled":
        return " "
    if kind == "Replace":
        pattern = step.get("pattern")
        values = pattern.values() if isinstance(pattern, Mapping) else ()
        return " " if any(value in _PLAIN_REPLACEMENTS for value in values) else ""
    if kind == "Strip":
        return " " if not step.get("strip_left") or _puts_blank_first(tokenizer) else ""
    return ""


def _puts_blank_first(tokenizer: Parts) -> bool:
    """Tell whether a text that begins with no blank gets one before its words are found."""
    steps = _flat(tokenizer.get("pre_tokenizer"), "pretokenizers")
    return any(step.get("prepend_scheme") in {"always", "first"} for step in steps)


def _is_free(sign: str, tokenizer: Parts) -> bool:
    """Tell whether a sign is no part of a token that is looked for before words are found."""
    return not any(sign in content for content in _added(tokenizer))


def _added(tokenizer: Parts) -> Iterable[str]:
    tokens = tokenizer.get("added_tokens")
    for token in tokens if isinstance(tokens, Sequence) else ():
        if isinstance(token, Mapping):
            content = str(token.get("content", ""))
            # White space on its right is taken in: a blank may be part of it.
            yield f"{content} " if token.get("rstrip") else content
