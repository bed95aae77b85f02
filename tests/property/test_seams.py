"""At a seam the counts of a tokenizer add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder.seams import ANYWHERE, NONE, Seams, alternatives, seams_of_parts
from chunkladder.tokenizers import tokenizer_of

from .counting_texts import texts
from .made_up_tokenizers import CL100K, GPT2, MADE_UP, WHOLE, tokens_of

if TYPE_CHECKING:
    from collections.abc import Mapping

WITH_SEAMS = sorted(MADE_UP.keys() - WHOLE)


@pytest.mark.parametrize("kind", sorted(MADE_UP))
def test_only_what_is_known_has_seams(kind: str) -> None:
    tokenizer = tokenizer_of(MADE_UP[kind]())
    assert tokenizer is not None
    assert (tokenizer.seams is None) == (kind in WHOLE)


@pytest.mark.parametrize("kind", WITH_SEAMS)
@given(texts(300))
def test_counts_add_up_at_every_seam(kind: str, text: str) -> None:
    made = MADE_UP[kind]()
    tokenizer = tokenizer_of(made)
    assert tokenizer is not None
    assert tokenizer.seams is not None
    whole = tokens_of(made, text)
    seam = tokenizer.seams.first(text, 0, len(text))
    while seam != NONE:
        before, after = text[:seam], text[seam:]
        assert tokens_of(made, before) + tokens_of(made, after) == whole, (before, after)
        seam = tokenizer.seams.first(text, seam, len(text))


@given(texts(300), st.data())
def test_the_last_seam_is_the_last_of_all(text: str, data: st.DataObject) -> None:
    seams = Seams(ANYWHERE)
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    found = [NONE]
    while (seam := seams.first(text, max(start, found[-1]), stop)) != NONE:
        found.append(seam)
    assert seams.last(text, start, stop) == found[-1]
    assert found == sorted(set(found))


def test_a_seam_far_from_the_end_is_found() -> None:
    assert Seams(ANYWHERE).last("two words" + "-" * 100_000, 0, 100_009) == 9
    assert Seams(ANYWHERE).last("-" * 100_000, 0, 100_000) == NONE


@pytest.mark.parametrize(
    ("expression", "parts"),
    [
        ("a|b", ["a", "b"]),
        ("(a|b)|[|c]|d", ["(a|b)", "[|c]", "d"]),
        (r"\||\(|x", [r"\|", r"\(", "x"]),
        (r"[\]|]|x", [r"[\]|]", "x"]),
    ],
)
def test_an_expression_is_parted_at_its_outer_bars(expression: str, parts: list[str]) -> None:
    assert list(alternatives(expression)) == parts


def step(kind: str, **more: object) -> dict[str, object]:
    return {"type": kind, **more}


def split(expression: str, **more: object) -> dict[str, object]:
    pattern = {"Regex": expression}
    return step("Split", **{"pattern": pattern, "behavior": "Isolated", "invert": False, **more})


BERT = step("BertPreTokenizer")
BYTES = step("ByteLevel", add_prefix_space=False, use_regex=True)
META = step("Metaspace", prepend_scheme="always", split=True)


@pytest.mark.parametrize(
    ("words", "normalizer", "behind"),
    [
        (BERT, None, "a b\nc.d"),
        (step("Whitespace"), None, "a b\nc.d"),
        (step("WhitespaceSplit"), None, "a b\nc"),
        (BYTES, None, "a b\nc.d"),
        (split(GPT2), None, "a b\nc.d"),
        (split(CL100K), step("NFC"), "a b\nc.d"),
        (step("Sequence", pretokenizers=[step("Digits"), BYTES]), None, "a b\nc.d"),
        (META, step("Precompiled"), "a b"),
        (META, step("Strip", strip_left=True, strip_right=True), "a b"),
        (META, step("Sequence", normalizers=[step("NFKC"), step("Lowercase")]), "a b"),
    ],
)
def test_known_parts_have_seams(
    words: Mapping[str, Any], normalizer: Mapping[str, Any] | None, behind: str
) -> None:
    seams = seams_of_parts({"pre_tokenizer": words, "normalizer": normalizer, "added_tokens": []})
    assert seams is not None
    text, found = "a b\nc.d", []
    while (seam := seams.first(text, found[-1] if found else 0, len(text))) != NONE:
        found.append(seam)
    assert found == [behind.index(sign) for sign in " \n." if sign in behind]


@pytest.mark.parametrize(
    ("words", "normalizer"),
    [
        (None, None),
        (step("Metaspace", prepend_scheme="always", split=False), None),
        (step("ByteLevel", add_prefix_space=False, use_regex=False), None),
        (step("Digits"), None),
        (step("CharDelimiterSplit", delimiter="-"), None),
        (step("UnicodeScripts"), None),
        (split("New York|.+?"), None),
        (split(GPT2, invert=True), None),
        (split(GPT2, behavior="MergedWithNext"), None),
        (split(r"\p{N}{1,3}"), None),
        (step("Split", pattern={"String": " "}, behavior="Isolated", invert=False), None),
        (step("Sequence", pretokenizers=[BYTES, step("Unheard")]), None),
        (step("Sequence", pretokenizers=[BERT, step("Punctuation", behavior="Removed")]), None),
        (BERT, step("Replace", pattern={"String": "a b"}, content="c")),
        (BERT, step("Strip", strip_left=True, strip_right=True)),
        (BERT, step("Prepend", prepend="x")),
        (BERT, step("Unheard")),
    ],
)
def test_unknown_parts_have_none(
    words: Mapping[str, Any] | None, normalizer: Mapping[str, Any] | None
) -> None:
    assert seams_of_parts({"pre_tokenizer": words, "normalizer": normalizer}) is None


def test_a_token_that_is_looked_for_first_takes_its_signs_from_the_seams() -> None:
    added = [{"content": "<a|b>"}]
    seams = seams_of_parts({"pre_tokenizer": BERT, "added_tokens": added})
    assert seams is not None
    assert seams.first("<a|b>", 0, 5) == NONE
    assert seams.first("a+b", 0, 3) == 1
    for blank in ({"content": "of the"}, {"content": "<mask>", "rstrip": True}):
        assert seams_of_parts({"pre_tokenizer": BERT, "added_tokens": [blank]}) is None
