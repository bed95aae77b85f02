"""The laws on JSON, whole and broken."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .trials import check

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 10**9)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["Lamps are lit. They burn. " * 6, "C:\\new\\t", "one\ntwo\r\n" * 9, "灯" * 150]
    ),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.text(max_size=5) | st.just("a long key of a member"), inner, max_size=5
        )
    ),
    max_leaves=25,
)
BITS = ["{", "}", "[", "]", ",", ":", '"', "'", "\\", "\n", "\r\n", " ", "//", "/*", "*/", '"a": ']
BITS += ["\0", "\ufeff", "1", "null", "-", "é", "\u0301", "\u2028", "\ud800", '"b": [', '"word. ']
BITS += ["\\n", "\\u00e9", '\\"', "x" * 70, '{"a": 1}\n', "[1, 2]\n"]
SIZES = st.sampled_from([5, 20, 60, 200])
NAMES = st.sampled_from(["json", "jsonl"])
DOCUMENT = json.dumps(
    {
        "lamps": [{"id": n, "town": f"town {n}", "note": "very " * (9 * n)} for n in range(6)],
        "paths": {"/lamps": {"get": {"summary": "All lamps. " * 20, "tags": ["a", "b", "c"]}}},
        "empty": [{}, [], ""],
    },
    indent=2,
)


@given(VALUES, st.sampled_from([None, 2]), st.booleans(), SIZES, st.sampled_from([0, 0.2]), NAMES)
def test_laws_hold_on_json(
    value: object, indent: int | None, ascii_only: bool, size: int, overlap: float, name: str
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    check(text, {"size": size, "overlap": overlap}, name)


@given(st.lists(VALUES, max_size=5), st.sampled_from(["\n", "\r\n", "\n\n", " "]), SIZES, NAMES)
def test_laws_hold_on_records(values: list[object], end: str, size: int, name: str) -> None:
    check(end.join(map(json.dumps, values)), {"size": size}, name)


@given(st.data(), SIZES, NAMES)
def test_laws_hold_on_json_with_something_put_in(data: st.DataObject, size: int, name: str) -> None:
    at = data.draw(st.integers(0, len(DOCUMENT)))
    odd = data.draw(st.sampled_from(BITS))
    text = DOCUMENT[:at] + odd + DOCUMENT[at + data.draw(st.integers(0, 20)) :]
    check(text, {"size": size}, name)


@pytest.mark.parametrize("settings", [{"parent": 400}, {"min_size": 20}, {"measure": "words"}])
def test_laws_hold_with_other_settings(settings: dict[str, object]) -> None:
    check(DOCUMENT, {"size": 60, **settings})
