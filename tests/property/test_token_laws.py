"""No chunk is over its size in tokens, and every size is what the tokenizer counts."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import Chunk, Splitter

from .counting_texts import texts
from .made_up_tokenizers import MADE_UP, WHOLE, tokens_of

LADDERS = st.one_of(
    st.none(),
    st.sampled_from(
        [
            ["\n\n", "\n", " ", ""],
            ["paragraph", "line", "sentence", "word", "grapheme"],
            ["sentence", "word", ""],
            [". ", "a", ""],
            ["word", "grapheme"],
            [""],
        ]
    ),
)


def check(chunks: list[Chunk], kind: str, size: int, special: int) -> None:
    for chunk in chunks:
        counted = tokens_of(MADE_UP[kind](), chunk.embed_text) + special
        assert chunk.size == counted, chunk
        assert chunk.oversized == (counted > size), chunk
        # Only a single character may need more tokens than there are.
        assert not chunk.oversized or len(chunk.body) == 1, chunk


@pytest.mark.parametrize("kind", sorted(MADE_UP))
@given(st.data())
def test_sizes_are_exact_and_kept(kind: str, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 40))
    special = data.draw(st.sampled_from([0, 0, min(2, size - 1)]))
    overlap = data.draw(st.sampled_from([0, 0, (size - special) // 3]))
    splitter = Splitter(
        size,
        overlap,
        measure=MADE_UP[kind](),
        ladder=data.draw(LADDERS),
        min_size=data.draw(st.sampled_from([0, 0, size // 2])),
        overlap_at=data.draw(st.sampled_from([None, None, "word"])),
        special_tokens=special,
        format="text",
    )
    text = data.draw(texts(400))
    chunks = splitter.split(text)
    check(chunks, kind, size, special)
    assert splitter.spans(text) == [(chunk.start, chunk.end) for chunk in chunks]
    for chunk in chunks:
        shared = text[chunk.start : chunk.start + chunk.shared].strip()
        assert not shared or tokens_of(MADE_UP[kind](), shared) <= overlap


SHORT = (
    "Nobody answered.",
    "So they waited, and it rained.",
    "The harbor master kept a list of all the lights.",
    "Why not?",
    "A letter in green ink lay on the table.",
    "When the ferry was late, she asked for the key.",
)


def story() -> str:
    """Write paragraphs of one to three short sentences."""
    draw = random.Random(4)
    paragraphs = (draw.choices(SHORT, k=draw.randint(1, 3)) for _ in range(900))
    return "\n\n".join(" ".join(sentences) for sentences in paragraphs)


@pytest.mark.parametrize("kind", ["cl100k", "word_piece", "unigram", "byte_bpe", "whole_bpe"])
@pytest.mark.parametrize(("size", "fill"), [(256, 0.88), (512, 0.92)])
def test_chunks_of_prose_are_full(kind: str, size: int, fill: float) -> None:
    chunks = Splitter(size, measure=MADE_UP[kind](), format="text").split(story())
    assert len(chunks) > 20
    assert sum(chunk.size for chunk in chunks) / len(chunks) >= fill * size


@pytest.mark.parametrize("kind", sorted(MADE_UP.keys() - WHOLE))
def test_no_chunk_has_room_for_the_next_word(kind: str) -> None:
    text = " ".join(story().split())
    chunks = Splitter(100, measure=MADE_UP[kind](), ladder=["word"], format="text").split(text)
    for chunk in chunks[:-1]:
        longer = text[chunk.start : f"{text} ".index(" ", chunk.end + 1)]
        assert tokens_of(MADE_UP[kind](), longer) > 100, chunk
