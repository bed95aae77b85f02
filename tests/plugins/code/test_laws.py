"""The laws, on code of every kind: whole, cut off, with odd bytes in it, and of another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder.plugins import registry

from ...property import laws  # noqa: TID252 - the tests are no package that has a name
from ...property.trial import Trial  # noqa: TID252
from .samples import SAMPLES

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = sorted({sample.format for sample in SAMPLES})
TEXTS = [sample.text for sample in SAMPLES]
ODD = [
    "\0",
    "\ufeff",
    "\ud800",
    "é",
    "中文",
    "e\u0301",
    "\r",
    "\r\n",
    "\t",
    "\n\n",
    "'",
    '"',
    "{",
    "(",
]


@st.composite
def codes(draw: st.DrawFn) -> str:
    """Draw a text of samples that are repeated, cut off, and have something put in."""
    parts = [draw(st.sampled_from(TEXTS)) for _ in range(draw(st.integers(1, 3)))]
    text = "\n".join(parts)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        odd = draw(st.sampled_from(ODD) | st.text(max_size=4))
        text = text[:at] + odd + text[at + draw(st.integers(0, 3)) :]
    return text[draw(st.integers(0, 20)) : len(text) - draw(st.integers(0, 20))]


def settings() -> st.SearchStrategy[Mapping[str, Any]]:
    """Draw settings of a splitter."""
    return st.fixed_dictionaries(
        {"size": st.sampled_from([1, 7, 20, 60, 200, 800])},
        optional={
            "overlap": st.sampled_from([0.2, 0.5]),
            "context": st.booleans(),
            "measure": st.sampled_from(["characters", "words", "bytes"]),
            "overlap_at": st.just("line"),
        },
    )


def check(text: str, name: str, chosen: Mapping[str, Any]) -> None:
    laws.check_all(Trial(text, name, registry(), chosen))


@given(codes(), st.sampled_from(NAMES), settings(), st.booleans())
def test_laws_hold_on_code_of_any_language(
    text: str, name: str, chosen: Mapping[str, Any], signatures: bool
) -> None:
    check(text, name, {**chosen, "options": {name: {"signatures": signatures}}})


@pytest.mark.parametrize("size", [60, 200, 800])
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.format)
def test_laws_hold_on_samples(sample: Any, size: int) -> None:
    check(sample.text * 8, sample.format, {"size": size})
