"""What may part a run of text from the one before it."""

from __future__ import annotations

from typing import TypeAlias

BLOCK, ITEM, ROW, CELL, LINE = range(5)
"""A block; an item of a list, or a block in one; a row; what else stands in a table of data; no
more than a line break."""

Place: TypeAlias = tuple[int, int, int]
"""What parts a run from the one before: one of the five; how deep that stands, from 0; and how
deep the section or article stands that begins or ends there, from 1, or 0. A bare tuple, since
one is made for each run."""
