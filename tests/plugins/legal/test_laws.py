"""The laws hold on legal text of every shape, on parts of it, and on anything else."""

from __future__ import annotations

from inspect import cleandoc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import Registry
from chunkladder_legal._format import LegalFormat

# The laws are those of every format; pytest imports this folder as part of the tests.
from ...property import laws  # noqa: TID252
from ...property.trial import Trial  # noqa: TID252
from .test_chunks import CONTRACT, STATUTE
from .test_hazards import DEFINITIONS, HAZARDS
from .test_shapes import SHAPES

REGISTRY = Registry.of(LegalFormat())
TEXTS = [
    CONTRACT,
    STATUTE,
    DEFINITIONS,
    *(cleandoc(text) + "\n" for text, _ in [*SHAPES.values(), *HAZARDS.values()]),
]
SIZES = (12, 30, 60, 200, 800)

NUMBERS = st.sampled_from(
    [
        *(f"{n}. " for n in range(4)),
        *(f"{n}.{m} " for n in range(1, 3) for m in range(1, 4)),
        *(f"({n}) " for n in ("a", "b", "c", "h", "i", "ii", "iii", "v", "1", "2", "A", "aa")),
        *("Article 1", "Article 2. ", "Section 1.1 ", "SCHEDULE 1\n", "§ 1 ", "第一条 ", "（一）"),
        *("# ", "## § 2 ", "**3. ", "- (a) ", "    1. ", "(c) (1) ", "a) ", "I. ", "22757.10. "),
    ]
)
WORDS = st.sampled_from(
    [
        "The Seller shall: ",
        "Term of Lamps. ",
        "DEFINITIONS",
        '"Lamp" means a light. ',
        "see Section 4.2(b) of the Act",
        "Lamps .......... 4\n",
        " and\n\n\n",
        "; and ",
        "** ",
        "灯塔。",
        "e\u0301 ",
        "\ud800",
    ]
)
BREAKS = st.sampled_from(["\n", "\n\n", "\r\n", "  ", "     ", " ", "", "\r", "\f", "\t"])
MADE_UP = st.lists(st.one_of(NUMBERS, WORDS, BREAKS), max_size=40).map("".join)


def check(text: str, **settings: object) -> None:
    laws.check_all(Trial(text, "legal", REGISTRY, settings))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:20])
def test_laws_hold_on_each_shape(text: str, size: int) -> None:
    check(text, size=size)


@given(MADE_UP, st.integers(1, 120), st.sampled_from([0, 0.2]), st.booleans())
def test_laws_hold_on_made_up_text(text: str, size: int, overlap: float, context: bool) -> None:
    check(text, size=size, overlap=overlap, context=context)


@given(st.sampled_from(TEXTS), st.data(), st.integers(5, 200))
def test_laws_hold_on_parts(text: str, data: st.DataObject, size: int) -> None:
    start = data.draw(st.integers(0, len(text)))
    check(text[start : data.draw(st.integers(start, len(text)))], size=size)
