"""At a seam the counts of a tokenizer add up."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

from chunkladder.seams import (
    ANYWHERE,
    IDEOGRAPHS,
    LETTERS,
    NONE,
    Seams,
    alternatives,
    seams_of_parts,
)
from chunkladder.tokenizers import tokenizer_of

from .counting_texts import texts
from .made_up_tokenizers import CL100K, GPT2, LLAMA3, MADE_UP, O200K, WHOLE, tokens_of

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
PLAIN_BYTES = step("ByteLevel", add_prefix_space=False, use_regex=False)
META = step("Metaspace", prepend_scheme="always", split=True)


REPLACE = step("Replace", pattern={"Regex": " {2,}"}, content=" ")


@pytest.mark.parametrize(
    ("words", "normalizer", "behind"),
    [
        (BERT, None, "a b\nc.d"),
        (BERT, step("BertNormalizer"), "a b\nc.d"),
        (BERT, step("NFC"), "a b"),
        (step("Whitespace"), None, "a b"),
        (step("WhitespaceSplit"), step("Lowercase"), "a b"),
        (BYTES, None, "a b\nc.d"),
        (BYTES, step("NFC"), "a b\nc.d"),
        (BYTES, step("NFKC"), "a b"),
        (step("Sequence", pretokenizers=[split(GPT2), PLAIN_BYTES]), None, "a b\nc.d"),
        (step("Sequence", pretokenizers=[split(CL100K), PLAIN_BYTES]), step("NFC"), "a b\nc.d"),
        (step("Sequence", pretokenizers=[step("Digits"), BYTES]), None, "a b\nc.d"),
        (META, step("Sequence", normalizers=[step("Precompiled"), REPLACE]), "a b"),
        (META, step("Sequence", normalizers=[step("NFKC"), step("Lowercase")]), "a b"),
        (step("Sequence", pretokenizers=[step("WhitespaceSplit"), META]), None, "a b"),
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
        (PLAIN_BYTES, None),
        (step("Digits"), None),
        (step("CharDelimiterSplit", delimiter="-"), None),
        (step("UnicodeScripts"), None),
        *(
            (step("Sequence", pretokenizers=[step_before, PLAIN_BYTES]), None)
            for step_before in (
                split("New York|.+?"),
                split(r"\s+"),
                split(r" ?\p{L}+|\s+"),
                split(r"\p{N}{1,3}"),
                split(GPT2, invert=True),
                split(GPT2, behavior="MergedWithNext"),
                step("Split", pattern={"String": " "}, behavior="Isolated", invert=False),
            )
        ),
        (step("Sequence", pretokenizers=[PLAIN_BYTES, split(GPT2)]), None),
        (step("Sequence", pretokenizers=[BYTES, step("Unheard")]), None),
        (step("Sequence", pretokenizers=[BYTES, step("Whitespace")]), None),
        (step("Sequence", pretokenizers=[BERT, step("Punctuation", behavior="Removed")]), None),
        (BERT, step("Replace", pattern={"String": "a b"}, content="c")),
        (BERT, step("Strip", strip_left=True, strip_right=True)),
        (BERT, step("Prepend", prepend="x")),
        (BERT, step("Unheard")),
        (BYTES, step("BertNormalizer")),
        (META, step("Strip", strip_left=True, strip_right=True)),
        (META, step("Replace", pattern={"Regex": " {2,}"}, content="")),
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


NORMALIZERS = {
    "none": None,
    "bert": normalizers.BertNormalizer(),
    "lowercase": normalizers.Lowercase(),
    "nfc": normalizers.NFC(),
    "nfd": normalizers.NFD(),
    "nfkc": normalizers.NFKC(),
    "nfkd": normalizers.NFKD(),
    "nmt": normalizers.Nmt(),
    "strip": normalizers.Strip(),
    "accents": normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents()]),
    "joined": normalizers.Replace(Regex(" {2,}"), " "),
    "removed": normalizers.Replace(Regex(" {2,}"), ""),
}


def _by(expression: str) -> Any:
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(expression), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )


WORDS = {
    "bert": pre_tokenizers.BertPreTokenizer(),
    "whitespace": pre_tokenizers.Whitespace(),
    "blanks": pre_tokenizers.WhitespaceSplit(),
    "bytes": pre_tokenizers.ByteLevel(add_prefix_space=False),
    "prefixed": pre_tokenizers.ByteLevel(add_prefix_space=True),
    "digits": pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(False)]
    ),
    "gpt2": _by(GPT2),
    "cl100k": _by(LLAMA3),
    "o200k": _by(O200K),
    "letters": _by(r" ?\p{L}+"),
    "always": pre_tokenizers.Metaspace(prepend_scheme="always"),
    "first": pre_tokenizers.Metaspace(prepend_scheme="first"),
    "never": pre_tokenizers.Metaspace(prepend_scheme="never"),
}
ODD = "aZé中か。，.,;:!?()<>=|'\"_ \n\t…—1½가İ" + (
    "\u03a2\u0130\u0140\u0338\u0301\u3099\ufeff\u2581\u00a0\u200b"
)


def odd_texts(how_many: int) -> list[str]:
    """Draw short texts of a few odd signs, the same every time."""
    draw = random.Random(7)
    texts = []
    for _ in range(how_many):
        signs = draw.sample(ODD, draw.choice((3, 6, 12)))
        texts.append("".join(draw.choices([*signs, " ", "ab"], k=draw.choice((4, 12, 30)))))
    return texts


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("form", NORMALIZERS)
def test_counts_add_up_for_every_way_to_make_a_tokenizer(form: str, words: str) -> None:
    texts = odd_texts(250)
    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = WORDS[words]
    normalizer = NORMALIZERS[form]
    if normalizer:
        tokenizer.normalizer = normalizer
    trainer = trainers.BpeTrainer(vocab_size=1500, special_tokens=["[UNK]"], show_progress=False)
    # Tokens of several words, wherever the parts of the tokenizer allow them.
    tokenizer.train_from_iterator(texts, trainer)
    seams = seams_of_parts(json.loads(tokenizer.to_str()))
    for text in texts if seams else ():
        seam = 0
        while (seam := seams.first(text, seam, len(text))) != NONE:
            before, after = text[:seam], text[seam:]
            whole = tokens_of(tokenizer, before) + tokens_of(tokenizer, after)
            assert whole == tokens_of(tokenizer, text), (before, after)


def test_what_stands_before_a_seam_is_a_letter() -> None:
    letter = re.compile(f"[{LETTERS}{IDEOGRAPHS}]")
    for sign in map(chr, range(0x110000)):
        assert not letter.match(sign) or category(sign).startswith("L"), hex(ord(sign))
