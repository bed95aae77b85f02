"""Time grows with the text, whatever the text."""

from __future__ import annotations

import pytest

from chunkladder import Document
from chunkladder_legal._format import LegalFormat, LegalOptions

from ...property.growth import growth  # noqa: TID252

# What contracts are made of; single signs are tried by the kit, on each format.
HOSTILE = {
    "figures and points": "1.1.",
    "ones": "1. ",
    "letters": "(a) ",
    "first letters on lines": "(a)\n",
    "headings": "# A\n",
    "words": "Article ",
    "articles": "Article 1\n",
    "Roman": "IVXLC",
    "stars": "**",
    "deep points": "1.2.3.4.5.6.7.8.9 ",
    "leaders": ".... 4 ",
    "capitals": "A ",
    "Chinese": "第一条",
    "colons": "A: ",
}


def outlined(text: str) -> None:
    LegalFormat().outline(Document(text), LegalOptions())


@pytest.mark.parametrize("name", HOSTILE)
def test_outline_takes_time_in_proportion(name: str) -> None:
    unit = HOSTILE[name]
    small, large = (unit * (length // len(unit)) for length in (20_000, 200_000))
    # A quadratic step would take a hundred times as long.
    assert growth(outlined, small, large, 30) < 30
