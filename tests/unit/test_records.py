"""Records: the same keys for every chunk, and JSON that any reader of lines understands."""

from __future__ import annotations

import datetime as dt
import json
import re
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import Chunk, Splitter
from chunkladder.records import encode, record

KEYS = """
text body context carried embed_text path start end start_line end_line size measure shared rung
oversized format source index id content_hash parent_id metadata
"""

# What JSON writes for one character reads as that character.
text = st.text(max_size=60).filter(
    lambda text: not re.search("[\ud800-\udbff][\udc00-\udfff]", text)
)


def chunks(text: str) -> list[Chunk]:
    return Splitter(size=20).split(text, source="a.txt", format="text", metadata={"k": (1, 2)})


def test_a_record_has_the_chunks_facts_in_a_fixed_order() -> None:
    for chunk in chunks("One sentence. Another one.\r\n\r\nA third paragraph, too long for one."):
        facts = record(chunk, "characters")
        assert list(facts) == KEYS.split()
        assert facts["measure"] == "characters"
        for key in set(KEYS.split()) - {"measure", "context", "carried", "path", "metadata"}:
            assert facts[key] == getattr(chunk, key)
        assert facts["metadata"] == {"k": (1, 2)}


def test_a_record_holds_plain_values() -> None:
    (chunk,) = chunks("short")
    assert {type(value) for value in record(chunk, "words").values()} <= {
        str,
        int,
        bool,
        list,
        dict,
        type(None),
    }


@given(text)
def test_any_text_comes_back_from_json(content: str) -> None:
    line = encode({"text": content})
    assert json.loads(line) == {"text": content}


@given(text)
def test_a_record_is_one_line_for_every_reader(content: str) -> None:
    line = encode({"text": content})
    assert line.decode().splitlines() == [line.decode()]


def test_a_lone_surrogate_is_escaped_and_all_else_is_utf_8() -> None:
    line = encode({"text": 'é\ud800\\\udfff"\0😀'})
    assert line == '{"text": "é\\ud800\\\\\\udfff\\"\\u0000😀"}'.encode()


def test_metadata_that_json_does_not_know_is_written_plainly() -> None:
    metadata = {
        "day": dt.date(2026, 11, 30),
        "names": frozenset({"b", "a"}),
        "deep": MappingProxyType({"pair": (1, 2)}),
    }
    assert json.loads(encode({"metadata": metadata})) == {
        "metadata": {"day": "2026-11-30", "names": ["a", "b"], "deep": {"pair": [1, 2]}}
    }


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_json_cannot_hold_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode({"metadata": {"share": number}})
