"""What may part a run of text from the one before it."""

from __future__ import annotations

from typing import NamedTuple

BLOCK, ITEM, ROW, CELL, LINE = range(5)
"""A block; an item of a list, or a block in one; a row; what else stands in a table of data; no
more than a line break."""


class Place(NamedTuple):
    """What parts a run from the one before.

    Attributes:
        kind: One of the five.
        depth: How deep that stands, from 0.
        section: How deep the section or article stands that begins or ends here, from 1; or 0.
    """

    kind: int
    depth: int
    section: int = 0
