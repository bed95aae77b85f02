"""Rungs and ladders as data: what kinds of cut there are, coarse to fine.

How a rung finds its cuts in a text is the business of ``cutters``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from .errors import ConfigError, did_you_mean

Keep: TypeAlias = Literal["start", "end", "drop"]

GENERAL_RUNGS: Mapping[str, str] = {
    "paragraph": "after one or more blank lines",
    "line": "after a line end (LF, CRLF or CR)",
    "sentence": "after a sentence, in Latin, CJK, Devanagari, Arabic and kindred scripts",
    "word": "before a word, and after the clause marks of CJK; not behind a no-break space",
    "grapheme": "between two characters as a reader sees them",
    "character": "between any two code points",
}
"""The rungs that every format may use, coarse to fine, with a line on each."""

TEXT_LADDER: tuple[str, ...] = ("paragraph", "line", "sentence", "word", "grapheme")
"""The ladder of plain text."""

_NAME = re.compile(r"[a-z][a-z0-9-]{2,}")


def _check_keep(keep: object) -> None:
    if keep is not None and keep not in get_args(Keep):
        raise ConfigError("keep", keep, '"start", "end", "drop" or None')


@dataclass(frozen=True, slots=True)
class Separator:
    """A literal that parts the text wherever it stands; ``""`` parts any two characters.

    Attributes:
        text: The literal.
        keep: Where it stays: in front of the piece that follows (``"start"``), behind the piece
            before (``"end"``), or in neither when a chunk is cut there (``"drop"``). None leaves
            the choice to the splitter's ``keep_separator``.
        label: What ``Chunk.rung`` says; the literal itself when empty.
    """

    text: str
    keep: Keep | None = None
    label: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise ConfigError("ladder", self.text, "a literal, as a str")
        _check_keep(self.keep)

    @property
    def name(self) -> str:
        """The label, or the literal."""
        return self.label or self.text


@dataclass(frozen=True, slots=True)
class Regex:
    """A regular expression that parts the text wherever it matches.

    Look-arounds and anchors see the whole document, also past the piece that is being split;
    a match itself never reaches out of that piece. Groups have no effect.

    Attributes:
        pattern: The expression, in the syntax of ``re``.
        flags: Flags of ``re``, as a whole number.
        keep: As in ``Separator``.
        label: What ``Chunk.rung`` says; the expression itself when empty.

    Raises:
        ConfigError: The expression does not compile.
    """

    pattern: str
    flags: int = 0
    keep: Keep | None = None
    label: str = ""

    def __post_init__(self) -> None:
        self.compiled()
        _check_keep(self.keep)

    @property
    def name(self) -> str:
        """The label, or the expression."""
        return self.label or self.pattern

    def compiled(self) -> re.Pattern[str]:
        """Return the compiled expression (``re`` keeps it)."""
        try:
            return re.compile(self.pattern, self.flags)
        except (re.error, OverflowError, RecursionError) as error:
            raise ConfigError(
                "ladder", self.pattern, f"a regular expression ({error} in this one)"
            ) from error


@dataclass(frozen=True, slots=True)
class Offsets:
    """Cuts that a format's parser found.

    Attributes:
        name: The rung's name, such as ``"heading-2"``.
        cuts: Code-point offsets, strictly increasing, inside the document; may be empty.
    """

    name: str
    cuts: Sequence[int]


Rung: TypeAlias = str | Separator | Regex | Offsets
"""A general rung by its name, or a rung object."""

UserRung: TypeAlias = Rung | re.Pattern[str]
"""What people may write in a ladder: also literals and compiled expressions."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rungs, coarse to fine.

    Attributes:
        rungs: General rungs by name, or rung objects; never empty.

    Raises:
        ConfigError: There is no rung, or a name that is not a general rung's.
    """

    rungs: tuple[Rung, ...]

    def __init__(self, rungs: Iterable[Rung]) -> None:
        object.__setattr__(self, "rungs", tuple(rungs))
        if not self.rungs:
            raise ConfigError("ladder", [], "at least one rung")
        for rung in self.rungs:
            if isinstance(rung, str) and rung not in GENERAL_RUNGS:
                raise ConfigError(
                    "ladder",
                    rung,
                    "a general rung's name (" + ", ".join(GENERAL_RUNGS) + ") or a rung object",
                )

    def names(self) -> tuple[str, ...]:
        """Return the rungs' names, coarse to fine."""
        return tuple(rung_name(rung) for rung in self.rungs)


def is_rung_name(text: str) -> bool:
    """Tell whether a string in a ladder is always taken for a name, never for a literal."""
    return _NAME.fullmatch(text) is not None


def rung_name(rung: Rung) -> str:
    """Return what ``Chunk.rung`` calls a rung."""
    return rung if isinstance(rung, str) else rung.name


def resolve_ladder(wanted: Sequence[UserRung], own: Ladder, key: str = "ladder") -> Ladder:
    """Turn a ladder as people write it into rungs.

    A string is the format's rung of that name, else the general rung of that name, else a
    literal. Three or more lower-case letters, digits and hyphens that begin with a letter are
    always a name, so that a misspelled one is not taken for a literal.

    Args:
        wanted: Names, literals, compiled expressions and rung objects, coarse to fine.
        own: The format's own ladder for this document.
        key: The setting that the ladder comes from, for errors.

    Raises:
        ConfigError: An unknown name, an empty ladder, or something that is no rung.
    """
    if isinstance(wanted, str | bytes) or not isinstance(wanted, Sequence):
        raise ConfigError(key, wanted, "a list of rungs")
    named: dict[str, Rung] = {rung_name(rung): rung for rung in own.rungs}
    return Ladder(_resolve_rung(rung, named, key) for rung in wanted)


def _resolve_rung(rung: UserRung, named: Mapping[str, Rung], key: str) -> Rung:
    if isinstance(rung, str):
        return _resolve_string(rung, named, key)
    if isinstance(rung, re.Pattern):
        if not isinstance(rung.pattern, str):
            raise ConfigError(key, rung, "a pattern over text, not over bytes")
        return Regex(rung.pattern, rung.flags)
    if isinstance(rung, Offsets):
        return _checked_offsets(rung, key)
    if isinstance(rung, Separator | Regex):
        return rung
    raise ConfigError(key, rung, "a rung's name, a literal, a pattern or a rung object")


def _checked_offsets(rung: Offsets, key: str) -> Offsets:
    cuts = list(rung.cuts)
    whole = all(isinstance(cut, int) and cut >= 0 for cut in cuts)
    if not whole or any(one >= other for one, other in pairwise(cuts)):
        raise ConfigError(key, rung, "offsets from 0 up, strictly increasing")
    return rung


def _resolve_string(text: str, named: Mapping[str, Rung], key: str) -> Rung:
    if text in named:
        return named[text]
    if text in GENERAL_RUNGS:
        return text
    if is_rung_name(text):
        known = [*named, *(name for name in GENERAL_RUNGS if name not in named)]
        expected = f'one of the rungs {", ".join(known)}, or Separator("{text}") for the literal'
        raise ConfigError(key, text, expected, hint=did_you_mean(text, known))
    return Separator(text)
