"""What a clause number may mean: its styles and its place in each.

A *style* is a way of counting, such as ``(a)``, ``(i)``, ``1.`` or ``第一条``. Most numbers have
one reading; ``(i)`` has two, a letter and a Roman numeral, and only its neighbors can tell which.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

Value: TypeAlias = tuple[int, int]
"""A number and its insertion: ``12`` is ``(12, 0)``, ``12a`` or ``12bis`` is ``(12, 1)``."""


class Reading(NamedTuple):
    """One meaning of a number: a style, and where it stands in that style."""

    style: str
    value: Value


_LATIN_INSERTIONS = {"bis": 1, "ter": 2, "quater": 3, "quinquies": 4, "sexies": 5, "septies": 6}
_WORDS = [
    "ONE",
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "NINE",
    "TEN",
    "ELEVEN",
    "TWELVE",
    "THIRTEEN",
    "FOURTEEN",
    "FIFTEEN",
    "SIXTEEN",
    "SEVENTEEN",
    "EIGHTEEN",
    "NINETEEN",
    "TWENTY",
]
_ENGLISH = {word: index for index, word in enumerate(_WORDS, 1)}
_ENGLISH.update(
    FIRST=1, SECOND=2, THIRD=3, FOURTH=4, FIFTH=5, SIXTH=6, SEVENTH=7, EIGHTH=8, NINTH=9, TENTH=10
)
_GERMAN = [
    "erst",
    "zweit",
    "dritt",
    "viert",
    "fünft",
    "sechst",
    "siebt",
    "acht",
    "neunt",
    "zehnt",
    "elft",
    "zwölft",
    "dreizehnt",
    "vierzehnt",
    "fünfzehnt",
    "sechzehnt",
    "siebzehnt",
    "achtzehnt",
    "neunzehnt",
    "zwanzigst",
]
_FRENCH = {"premier": 1, "première": 1, "ier": 1, "1er": 1, "1re": 1, "unique": 1}
_ROMAN = re.compile(r"(?=.)(c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_ROMAN_SIGNS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ARABIC = re.compile(
    r"(\d{1,5})(?:\.(\d{1,2})|[ -]?([A-Za-z]{1,2}|bis|ter|quater|quinquies|\w+ies))?"
)
_CHINESE_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
}
_CHINESE_UNITS = {"十": 10, "百": 100, "千": 1000}


def roman(text: str) -> int:
    """Return the value of a Roman numeral below 400 in lower case; 0 where it is none."""
    if not _ROMAN.fullmatch(text):
        return 0
    values = [_ROMAN_SIGNS[sign] for sign in text]
    following = [*values[1:], 0]
    return sum(-one if one < two else one for one, two in zip(values, following, strict=True))


def chinese(text: str) -> int:
    """Return the value of a number spelled in Chinese signs or digits, below 10,000."""
    if text.isdecimal():
        return int(text)
    total, digit = 0, 0
    for sign in text:
        if sign in _CHINESE_UNITS:
            total += (digit or 1) * _CHINESE_UNITS[sign]
            digit = 0
        else:
            digit = _CHINESE_DIGITS.get(sign, 0)
    return total + digit


def german_ordinal(word: str) -> int:
    """Return the value of ``Erster``, ``Zweites``, …; 0 for another word."""
    stem = word.lower().rstrip("rsen")
    return next((n for n, known in enumerate(_GERMAN, 1) if stem in (known, known + "e")), 0)


@lru_cache(maxsize=4096)
def arabic(text: str) -> Value | None:
    """Return the value of ``12``, ``12a``, ``12bis`` or ``12.1``; None for anything else."""
    found = _ARABIC.fullmatch(text)
    if not found:
        return None
    number, point, suffix = found.groups()
    if point:
        return int(number), int(point)
    return int(number), _insertion(suffix or "")


def _insertion(suffix: str) -> int:
    if not suffix:
        return 0
    return _LATIN_INSERTIONS.get(suffix, ord(suffix[0].lower()) - 96)


@lru_cache(maxsize=4096)
def spelled(text: str) -> Value | None:
    """Return the value of what may follow the word "Article": ``4``, ``IV``, ``Four``, ``B``."""
    found = arabic(text)
    if found:
        return found
    if text.upper() in _ENGLISH:
        return _ENGLISH[text.upper()], 0
    if text.lower() in _FRENCH:
        return _FRENCH[text.lower()], 0
    if text.isascii() and text.isupper():
        return _roman_or_letter(text.lower())
    return None


def _roman_or_letter(text: str) -> Value | None:
    if roman(text):
        return roman(text), 0
    return (ord(text) - 96, 0) if len(text) == 1 else None


@lru_cache(maxsize=4096)
def item_readings(number: str, wrap: str) -> tuple[Reading, ...]:
    """Return the readings of a number that stands in signs: ``(a)``, ``(2a)``, ``iv.``, ``aa)``.

    Args:
        number: What stands between the signs.
        wrap: The signs: ``"()"``, ``")"`` or ``"."``.

    Returns:
        The likelier one first; empty where it is no number.
    """
    if number[0].isdecimal():
        value = arabic(number)
        return (Reading(f"1{wrap}", value),) if value else ()
    if not number.isascii():
        return (Reading(f"一{wrap}", (chinese(number), 0)),)
    stem, _, point = number.partition(".")
    insertion = int(point) if point else 0
    return tuple(
        Reading(style, (value, insertion)) for style, value in _letter_readings(stem, wrap)
    )


def _letter_readings(stem: str, wrap: str) -> list[tuple[str, int]]:
    small = stem.lower()
    if small != stem and stem.upper() != stem:
        return []
    big = small != stem
    found = []
    index = ord(small[0]) - 96
    if len(small) == 1:
        found.append((("A" if big else "a") + wrap, index))
    if roman(small):
        found.append((("I" if big else "i") + wrap, roman(small)))
    if len(small) == 2 and small[0] == small[1]:  # noqa: PLR2004 - doubled letters
        # Behind (z) they go on with the letters; else they are a level of their own.
        found.append((("A" if big else "a") + wrap, 26 + index))
        found.append((("AA" if big else "aa") + wrap, index))
    return found
