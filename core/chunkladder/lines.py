"""Counting line ends. Only LF, CRLF and CR end a line."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_LONE_CR = r"\r(?!\n)"


def line_counter(text: str) -> Callable[[int, int], int]:
    """Return a function that counts the lines that end inside ``start … end`` of a text.

    A CRLF counts where its LF is: between the two no line has ended yet. So only a text with a
    CR that stands alone needs more than its LFs counted.
    """
    alone = "\r" in text and re.search(_LONE_CR, text)
    return partial(_all_line_ends, text) if alone else partial(text.count, "\n")


def _all_line_ends(text: str, start: int, end: int) -> int:
    count = text.count("\n", start, end) + text.count("\r", start, end)
    count -= text.count("\r\n", start, end)
    between = start < end and text.startswith("\r\n", end - 1)
    return count - between
