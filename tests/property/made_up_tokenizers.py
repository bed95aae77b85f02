"""Small tokenizers of the kinds that models use, trained here on a few made-up sentences.

Each is made as the ones of that kind are: the same parts in the same order, with a smaller
vocabulary.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import tiktoken
from tokenizers import (
    Regex,
    Tokenizer,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_SENTENCES = (
    "The harbor master kept a list of all the lights along the coast, and nobody could read it.",
    "When the ferry was late, Dr. Hale asked for the key, the ledger and a pot of tea.",
    "A letter in green ink had put the height of the wall at 3.5 meters in 1911 (or 1912).",
    "def depth(reading, tide):\n    return reading - tide.height  # in meters\n\n",
    "Don't say it's over: they'll come back, won't they? No! “Never,” she said.",
    "Über den Dächern der Straße weht ein kühler Wind; das Wasser fällt um 20 %.",
    "Корабль пришёл утром, и все вышли на берег.",
    "中文的句子没有空格。它们以句号结束，逗号在中间。",
)
CORPUS = _SENTENCES * 8

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
CL100K = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
O200K = "|".join(
    (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def _trained(tokenizer: Tokenizer, trainer: Any) -> Tokenizer:
    tokenizer.train_from_iterator(CORPUS, trainer)
    return tokenizer


def _bytes_trainer() -> trainers.BpeTrainer:
    return trainers.BpeTrainer(
        vocab_size=700,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=["<|endoftext|>"],
        show_progress=False,
    )


@cache
def byte_bpe() -> Tokenizer:
    """Like GPT-2's."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return _trained(tokenizer, _bytes_trainer())


@cache
def prefixed_bpe() -> Tokenizer:
    """Like RoBERTa's: a blank is put before a text, and offsets leave blanks out."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=True)
    return _trained(tokenizer, _bytes_trainer())


@cache
def split_bpe() -> Tokenizer:
    """Like that of Llama 3: words by an expression, then bytes."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(LLAMA3), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    return _trained(tokenizer, _bytes_trainer())


@cache
def whole_bpe() -> Tokenizer:
    """Like that of Llama 2: a text is one word, and blanks are letters."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=700,
        max_token_length=8,
        special_tokens=["<unk>", *(f"<0x{byte:02X}>" for byte in range(256))],
        show_progress=False,
    )
    return _trained(tokenizer, trainer)


@cache
def word_piece() -> Tokenizer:
    """Like BERT's, with two special tokens around each text."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=500, special_tokens=["[UNK]", "[CLS]", "[SEP]"], show_progress=False
    )
    tokenizer = _trained(tokenizer, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    return tokenizer


def _unigram(*, split: bool) -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=split)
    trainer = trainers.UnigramTrainer(
        vocab_size=400,
        special_tokens=["<unk>", "</s>"],
        unk_token="<unk>",
        show_progress=False,
    )
    return _trained(tokenizer, trainer)


@cache
def unigram() -> Tokenizer:
    """Like those of T5 and XLM-R."""
    return _unigram(split=True)


@cache
def whole_unigram() -> Tokenizer:
    """Like the one above, but for it a whole text is one word."""
    return _unigram(split=False)


def encoding(name: str, expression: str) -> tiktoken.Encoding:
    """Make an encoding of tiktoken with the tokens of the BPE above."""
    letters = _bytes_of_letters()
    ranks: dict[bytes, int] = {bytes([byte]): byte for byte in range(256)}
    vocabulary = sorted(byte_bpe().get_vocab().items(), key=lambda item: item[1])
    for token, _ in vocabulary:
        if all(letter in letters for letter in token):
            ranks.setdefault(bytes(letters[letter] for letter in token), len(ranks))
    return tiktoken.Encoding(name, pat_str=expression, mergeable_ranks=ranks, special_tokens={})


def _bytes_of_letters() -> dict[str, int]:
    """Return which byte each letter of a byte-level vocabulary stands for."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = {chr(byte): byte for byte in shown}
    hidden = [byte for byte in range(256) if byte not in shown]
    return letters | {chr(256 + place): byte for place, byte in enumerate(hidden)}


@cache
def cl100k() -> tiktoken.Encoding:
    return encoding("cl100k-like", CL100K)


@cache
def o200k() -> tiktoken.Encoding:
    return encoding("o200k-like", O200K)


@cache
def unknown_words() -> tiktoken.Encoding:
    """Its words are known to nobody: pairs of words, and all sorts of other things."""
    return encoding("unknown", r"\p{L}+ \p{L}+|\p{L}+|\s+|[^\s\p{L}]+")


MADE_UP: dict[str, Callable[[], Any]] = {
    make.__name__: make
    for make in (
        cl100k,
        o200k,
        unknown_words,
        byte_bpe,
        prefixed_bpe,
        split_bpe,
        whole_bpe,
        word_piece,
        unigram,
        whole_unigram,
    )
}
WHOLE = {"unknown_words", "whole_bpe", "whole_unigram"}
"""Those whose chunks have to be measured whole."""


def tokens_of(tokenizer: Any, text: str) -> int:
    """Count as somebody would who knows nothing of chunkladder."""
    if isinstance(tokenizer, tiktoken.Encoding):
        return len(tokenizer.encode_ordinary(text))
    text = "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in text)
    return len(tokenizer.encode(text, add_special_tokens=False).ids)
