"""Option values that are more than a word or a number."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import click

from chunkladder.errors import ConfigError
from chunkladder.rungs import Regex

if TYPE_CHECKING:
    from chunkladder.rungs import UserRung

_ESCAPE = re.compile(
    r"\\(?:x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<one>.?))",
    re.DOTALL,
)
_ONE = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "f": "\f", "0": "\0", "\\": "\\"}
_PATTERN = "re:"


def overlap(value: str) -> int | float:
    """Read a whole number as an int, and a share such as ``15%`` or ``0.15`` as a float.

    Raises:
        BadParameter: It is neither.
    """
    try:
        if value.endswith("%"):
            return float(value[:-1]) / 100
        return float(value) if "." in value else int(value)
    except ValueError:
        expected = "a whole number or a share such as 15%"
        raise click.BadParameter(f"expected {expected}, got {value!r}") from None


def number_or_rung(value: str) -> int | str:
    """Read a whole number as an int; anything else is the name of a rung."""
    try:
        return int(value)
    except ValueError:
        return value


def number_or_auto(value: str) -> int | Literal["auto"]:
    """Read a whole number as an int, and ``auto`` as it is.

    Raises:
        BadParameter: It is neither.
    """
    if value == "auto":
        return "auto"
    try:
        return int(value)
    except ValueError:
        raise click.BadParameter(f"expected a whole number or auto, got {value!r}") from None


def number_of_jobs(value: str) -> int | None:
    """Read a whole number as an int, and ``auto`` or 0 as None.

    Raises:
        BadParameter: It is neither.
    """
    if value in ("auto", "0"):
        return None
    if not (value.isascii() and value.isdigit()):
        raise click.BadParameter(f"expected a whole number or auto, got {value!r}")
    return int(value)


def seconds(value: str) -> float:
    """Read a number above 0.

    Raises:
        BadParameter: It is none.
    """
    with suppress(ValueError):
        if 0 < float(value) < float("inf"):
            return float(value)
    raise click.BadParameter(f"expected a number of seconds above 0, got {value!r}")


def rung(value: str) -> UserRung:
    r"""Read a rung's name, a literal with its escapes (``\n``), or ``re:`` and an expression.

    Raises:
        BadParameter: An escape is unknown, or the expression does not compile.
    """
    try:
        if value.startswith(_PATTERN):
            return Regex(value.removeprefix(_PATTERN))
        return _ESCAPE.sub(_unescaped, value)
    except (ConfigError, ValueError, OverflowError) as error:
        raise click.BadParameter(str(error)) from None


def _unescaped(escape: re.Match[str]) -> str:
    if code := escape["x"] or escape["u"] or escape["U"]:
        return chr(int(code, 16))
    known = _ONE.get(escape["one"])
    if known is None:
        raise ValueError(
            rf"expected an escape such as \n, \t, \x1e, \u2029 or \\, got {escape[0]!r}; "
            f"{_PATTERN} begins a regular expression"
        )
    return known
