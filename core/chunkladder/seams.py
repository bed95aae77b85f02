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
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator

NONE = -1
"""There is no seam."""

LETTERS = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u013e\u0141-\u024f"
    "\u0391-\u03a1\u03a3-\u03a9\u03b1-\u03c9\u0410-\u044f"
)
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

    Finding one costs no more than looking at the characters up to it, once.

    Args:
        after: The marks and blanks that may stand behind a letter, the space among them.
        closers: The marks that may stand before a space.
        lone: Whether a space is a seam only where no other blank follows it.
    """

    def __init__(self, after: str, closers: str = CLOSERS, *, lone: bool = False) -> None:
        blank = r" \S" if lone else " "
        marks = re.escape(after.replace(" ", ""))
        behind = f"{blank}|[{marks}]" if marks else blank
        place = f"[{LETTERS}{IDEOGRAPHS}](?={behind})"
        if closers:
            place = f"(?:{place}|[{re.escape(closers)}](?={blank}))"
        self._next = re.compile(place).search
        self._last = re.compile(f"(?s:.*){place}").match

    def first(self, text: str, start: int, stop: int) -> int:
        """Return the first seam that has a character between itself and ``start``, or ``NONE``.

        What stands at or behind ``stop`` is not looked at, so no seam is found there.
        """
        found = self._next(text, start, stop)
        return found.end() if found else NONE

    def last(self, text: str, start: int, stop: int) -> int:
        """Return the last seam that has a character between itself and ``start``, or ``NONE``.

        What stands at or behind ``stop`` is not looked at, so no seam is found there.
        """
        width = WINDOW
        low = stop
        while low > start:
            high, low = low, max(start, stop - width)
            # Two characters more, so that no seam is missed between two windows.
            found = self._last(text, low, min(stop, high + 2))
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
    }
)
"""Alternatives of the expressions that tokenizers find words with, less what makes them possessive.
None of them matches a letter together with what may stand behind a seam, or a closing mark together
with a space behind it; none looks behind itself; and what they see ahead is white space only."""


def _parted(expression: str) -> set[str]:
    return set(alternatives(_POSSESSIVE.sub(r"\1", expression)))


def seams_of_expression(expression: str) -> Seams | None:
    """Return the seams of a tokenizer that finds words with an expression, and nothing else."""
    return Seams(ANYWHERE) if _parted(expression) <= KNOWN else None


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
        tokenizer: The file's content, as ``Tokenizer.to_str()`` of ``tokenizers`` 0.20 and later
            writes it.
    """
    words = list(_flat(tokenizer.get("pre_tokenizer"), "pretokenizers"))
    normalizers = list(_flat(tokenizer.get("normalizer"), "normalizers"))
    after = ""
    for family in (_like_bert, _like_gpt, _like_sentence_piece, _by_blanks):
        after = after or family(words, normalizers)
    taken = _taken(tokenizer)
    if not after or " " in taken:
        return None
    return Seams(
        "".join(sign for sign in after if sign not in taken),
        "".join(sign for sign in CLOSERS if sign not in taken),
        lone=after == " ",
    )


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


def _kinds(steps: Sequence[Parts]) -> list[object]:
    return [step.get("type") for step in steps]


def _without(signs: str) -> str:
    return "".join(sign for sign in ANYWHERE if sign not in signs)


# Each family returns what may stand behind a letter at a seam; nothing for a tokenizer that is not
# of it. What a normalizer makes of a letter or of a mark must be the same beside the other and
# alone; blanks are left alone by all those that are named here.

_DECOMPOSING = {"Lowercase", "NFD", "StripAccents"}
_ANY_FORM = _DECOMPOSING | {"NFC", "NFKC", "NFKD"}
_COMPOSED_WITH = "<=>"
"""Marks that NFC joins with U+0338 to another mark."""


def _like_bert(words: Sequence[Parts], normalizers: Sequence[Parts]) -> str:
    if _kinds(words) != ["BertPreTokenizer"]:
        return ""
    kinds = set(_kinds(normalizers))
    if kinds <= _DECOMPOSING | {"BertNormalizer"}:
        return ANYWHERE
    return " " if kinds <= _ANY_FORM else ""


def _like_gpt(words: Sequence[Parts], normalizers: Sequence[Parts]) -> str:
    """Words by a known expression, then bytes: GPT-2, RoBERTa, Llama 3, Qwen and their like."""
    if not words or words[-1].get("type") != "ByteLevel":
        return ""
    *before, last = words
    finders = [step for step in before if not _parts_numbers(step)]
    if last.get("use_regex"):
        is_known = not finders
    else:
        is_known = len(finders) == 1 and _finds_words(finders[0])
    kinds = set(_kinds(normalizers))
    if not is_known or not kinds <= _ANY_FORM:
        return ""
    # A blank is put before what does not begin with one.
    if last.get("add_prefix_space") or not kinds <= {"NFC"}:
        return " "
    return _without(_COMPOSED_WITH) if kinds else ANYWHERE


_NUMBERS = {r"\p{N}{1,3}", r"\p{N}", r"\p{N}+"}
_LETTER_RUNS = {part for part in KNOWN if r"\p{L}+" in part or r"\p{Ll}" in part}
_MARK_RUNS = {part for part in KNOWN if part.startswith(r" ?[^\s\p{L}\p{N}]+")}
_BLANK_RUNS = {r"\s+", r"\s"}


def _expression_of(step: Parts) -> str | None:
    """Return the expression at whose matches a step parts a text, if that is all it does."""
    pattern = step.get("pattern")
    expression = pattern.get("Regex") if isinstance(pattern, Mapping) else None
    if step.get("type") != "Split" or step.get("behavior") != "Isolated" or step.get("invert"):
        return None
    return expression if isinstance(expression, str) else None


def _parts_numbers(step: Parts) -> bool:
    expression = _expression_of(step)
    return step.get("type") == "Digits" or (expression is not None and expression in _NUMBERS)


def _finds_words(step: Parts) -> bool:
    """Tell whether a step knows all kinds of words: what it does not match stays in one piece."""
    expression = _expression_of(step)
    parts = _parted(expression) if expression is not None else set()
    kinds = (_LETTER_RUNS, _MARK_RUNS, _BLANK_RUNS)
    return parts <= KNOWN and all(parts & kind for kind in kinds)


def _like_sentence_piece(words: Sequence[Parts], normalizers: Sequence[Parts]) -> str:
    """Words that begin with a blank, written as a letter: T5, XLM-R and their like."""
    if _kinds(words) not in (["Metaspace"], ["WhitespaceSplit", "Metaspace"]):
        return ""
    is_known = words[-1].get("split") and all(map(_leaves_blanks, normalizers))
    return " " if is_known else ""


def _leaves_blanks(step: Parts) -> bool:
    """Tell whether a normalizer leaves a single blank between two words alone."""
    kind = step.get("type")
    if kind == "Strip":
        # A text that begins with a blank would lose it.
        return not step.get("strip_left")
    if kind == "Replace":
        pattern = step.get("pattern")
        values = list(pattern.values()) if isinstance(pattern, Mapping) else []
        joins_blanks = values == [" {2,}"] and step.get("content") in {" ", "\u2581"}
        return joins_blanks or values in (["``"], ["''"])
    return kind in _ANY_FORM | {"Precompiled", "Nmt"}


def _by_blanks(words: Sequence[Parts], normalizers: Sequence[Parts]) -> str:
    """Words between blanks, taken apart further or not."""
    kinds = _kinds(words)
    if kinds[:1] not in (["Whitespace"], ["WhitespaceSplit"]) or not set(kinds[1:]) <= {"Digits"}:
        return ""
    return " " if set(_kinds(normalizers)) <= _ANY_FORM else ""


def _taken(tokenizer: Parts) -> set[str]:
    """Return the signs of tokens that are looked for before words are found."""
    taken: set[str] = set()
    tokens = tokenizer.get("added_tokens")
    for token in tokens if isinstance(tokens, Sequence) else ():
        if isinstance(token, Mapping):
            content = str(token.get("content", ""))
            # It may be looked for in what a normalizer has made of the text.
            taken.update(content, normalize("NFKC", content), normalize("NFKD", content))
            if token.get("rstrip"):
                # White space on its right is taken in.
                taken.add(" ")
    return taken
