"""The laws on Markdown with code in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder.plugins import registry

from ...property import laws  # noqa: TID252 - the tests are no package that has a name
from ...property.trial import Trial  # noqa: TID252

FERRY = (Path(__file__).parents[2] / "golden" / "fixtures" / "ferry.md").read_text("utf-8")
CODE = FERRY[FERRY.index("```python") : FERRY.index("~~~~ markdown")]


@pytest.mark.parametrize("overlap", [0, 0.2])
@pytest.mark.parametrize("size", [60, 120, 200, 400, 800])
def test_laws_hold_on_a_whole_document(size: int, overlap: float) -> None:
    laws.check_all(Trial(FERRY, "markdown", registry(), {"size": size, "overlap": overlap}))


@given(st.data())
def test_laws_hold_on_a_document_with_something_put_in(data: st.DataObject) -> None:
    text = FERRY
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        odd = data.draw(
            st.sampled_from(["```", "\n", "# ", "> ", "- ", "\r", "é", CODE]) | st.text()
        )
        text = text[:at] + odd + text[at + data.draw(st.integers(0, 40)) :]
    text = text[data.draw(st.integers(0, 1500)) :][:2500]
    size = data.draw(st.sampled_from([20, 60, 200, 800]))
    laws.check_all(Trial(text, "markdown", registry(), {"size": size}))
