"""Chunks equal those of LangChain's RecursiveCharacterTextSplitter, in stated terms.

The terms: plain text, no context, sizes from 2, patterns that need no text outside their match and
hold no capturing group (LangChain repeats a group's text), separators dropped only where no two
adjoin (there LangChain joins text that is no slice of the source); ``in_terms`` on both sides.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkladder import Regex, Separator, Splitter

from .langchain_terms import in_terms

langchain = pytest.importorskip("langchain_text_splitters")

LITERALS = [
    "\n\n", "\n", " ", "a", "b", "ab", "aa", "aba", "abab", "xx", "bb", "  ", ". ", ", ", "\n\n\n",
]  # fmt: skip
PATTERNS = [
    r"\n+", r"\s+", r"a+", r"(?:ab)+", r"[.,]\s*", r"(?:a)(?:b)?", r"b|ab", r"x{2}", r"\n{2}",
    r"a*",
    r"(?i:B)", r"a|aa", r"\n \n?",
]  # fmt: skip
APART = ["\n\n", "--", "/", "~", ", "]
ALPHABETS = ["ab \n", "ab\n", "abcx. ,\n", "a\n", "ab", "word \n\n.", "xxab\n "]


class Case(NamedTuple):
    """One comparison."""

    text: str
    ladder: list[str]
    is_pattern: bool
    keep: str
    size: int
    overlap: int


def ours(case: Case) -> list[str]:
    rung = Regex if case.is_pattern else Separator
    splitter = Splitter(
        case.size,
        case.overlap,
        ladder=[rung(one) if one else "" for one in case.ladder],
        keep_separator=case.keep,
        context=False,
        format="text",
    )
    return [chunk.text for chunk in splitter.split(case.text)]


def theirs(case: Case) -> list[str]:
    splitter = langchain.RecursiveCharacterTextSplitter(
        chunk_size=case.size,
        chunk_overlap=case.overlap,
        separators=case.ladder,
        keep_separator=False if case.keep == "drop" else case.keep,
        is_separator_regex=case.is_pattern,
    )
    return splitter.split_text(case.text)


def comparable(case: Case) -> bool:
    """Tell whether the terms hold for dropped separators."""
    if case.keep != "drop":
        return True
    literals = [one for one in case.ladder if one]
    either = "|".join(map(re.escape, literals))
    adjoin = bool(literals) and re.search(f"(?:{either})(?:{either})", case.text)
    # Literals that share a character may overlap, and adjoin once the first of them is dropped.
    shared = len(set("".join(literals))) < sum(len(set(one)) for one in literals)
    return not case.is_pattern and not adjoin and not shared


def check(case: Case) -> None:
    assert in_terms(ours(case)) == in_terms(theirs(case)), case


def random_case(rng: random.Random) -> Case:
    alphabet = rng.choice(ALPHABETS)
    text = "".join(rng.choices(alphabet, k=rng.choice([5, 20, 60, 200, 400])))
    is_pattern = rng.random() < 0.4
    ladder = rng.sample(PATTERNS if is_pattern else LITERALS, rng.randint(1, 4))
    if rng.random() < 0.6:
        ladder.append("")
    size = rng.randint(2, rng.choice([6, 20, 200]))
    overlap = 0 if rng.random() < 0.3 else rng.randint(0, size - 1)
    keep = rng.choice(["start", "end", "drop"])
    if keep == "drop":
        # Words parted by one separator each, so that most of these cases are within the terms.
        ladder = rng.sample(APART, rng.randint(1, 4)) + [""] * rng.randint(0, 1)
        words = ("".join(rng.choices("xyz", k=rng.randint(1, 12))) for _ in range(40))
        text = "".join(word + rng.choice(APART) for word in words)
        return Case(text, ladder, False, keep, size, overlap)
    return Case(text, ladder, is_pattern, keep, size, overlap)


@pytest.mark.parametrize("seed", range(5))
def test_five_times_five_thousand_random_documents_come_out_alike(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    while compared < 5000:
        case = random_case(rng)
        if comparable(case):
            check(case)
            compared += 1


@st.composite
def cases(draw: st.DrawFn) -> Case:
    is_pattern = draw(st.booleans())
    text = draw(st.text(st.sampled_from("ab x.,\n"), max_size=300))
    pool = st.sampled_from(PATTERNS if is_pattern else [*LITERALS, ""])
    ladder = draw(st.lists(pool, min_size=1, max_size=5, unique=True))
    size = draw(st.integers(2, 200))
    overlap = draw(st.integers(0, size - 1))
    return Case(text, ladder, is_pattern, draw(st.sampled_from(["start", "end"])), size, overlap)


@settings(max_examples=500)
@given(cases())
def test_any_document_and_ladder_comes_out_alike(case: Case) -> None:
    check(case)


@settings(max_examples=300)
@given(
    st.lists(st.text(st.sampled_from("xyz"), min_size=1, max_size=30), max_size=30),
    st.sampled_from([", ", " ", "\n\n", "--"]),
    st.integers(2, 60),
    st.data(),
)
def test_dropped_separators_come_out_alike(
    words: list[str], literal: str, size: int, data: st.DataObject
) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    check(Case(literal.join(words), [literal, ""], False, "drop", size, overlap))


@pytest.mark.parametrize("keep", ["start", "end"])
@pytest.mark.parametrize("overlap", [0, 60])
def test_long_prose_comes_out_alike(keep: str, overlap: int) -> None:
    rng = random.Random(7)
    words = ["tide", "harbor", "lantern", "of", "a", "reading.", "Slowly,", "the"]
    text = "\n\n".join(
        "\n".join(" ".join(rng.choices(words, k=12)) for _ in range(rng.randint(1, 30)))
        for _ in range(200)
    )
    check(Case(text, ["\n\n", "\n", " ", ""], False, keep, 400, overlap))
