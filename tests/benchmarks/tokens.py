"""Measure splitting in tokens beside one plain encoding of the same text, and beside others.

    pip install -e ".[bench]"
    python tests/benchmarks/tokens.py [FILE ...] [--sizes 512 256 128] [--rounds 7] [--check]
        [--tokenizer FILE.json]

Files, if any are named, are the prose. The encoding is tiktoken's cl100k_base, from the copy that
llama-index-core carries; the tokenizer of ``tokenizers`` is FILE.json, else one like BERT's that is
trained on the prose.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean, median

import _texts
from _timing import INSTALL, Cut, Verdict, conclude, interleave, median_ratio, print_table

from chunkladder import Splitter

try:
    import semchunk
    import tiktoken
    from chonkie import RecursiveChunker
    from langchain_text_splitters import RecursiveCharacterTextSplitter
    from semantic_text_splitter import TextSplitter
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers
except ImportError as error:
    print(f"{error}\n{INSTALL}", file=sys.stderr)
    raise SystemExit(2) from None

CHARACTERS = 1_500_000
FEW_CHARACTERS = 150_000  # what those are given that take more than ten times an encoding
ENCODING, SPANS, SPLIT = "one plain encoding", "chunkladder.spans", "chunkladder.split"
CHONKIE, LANGCHAIN = "chonkie recursive", "LangChain recursive"
SEMCHUNK, SEMANTIC = "semchunk", "semantic-text-splitter"
MOST = {512: 1.35, 256: 1.45, 128: 1.6}
"""How many encodings splitting may cost, by size. That of 256 lies between the two that are set."""
FULLEST = {512: 0.92, 256: 0.88}
NOTES = """\
x encoding: how many times as long as encoding the text once, divided within each round, then the
median. over: chunks that count more tokens than the size. fill: the mean chunk, in parts of the
size; with paragraphs shorter than a chunk it is bound by the lengths of the paragraphs.
fill, fine: the same with the ladder sentence, word."""


@dataclass(frozen=True)
class Kind:
    """A tokenizer, and how each library is given it."""

    name: str
    encode: Callable[[str], Sequence[int]]
    measure: object
    langchain: Callable[[int], RecursiveCharacterTextSplitter]
    semantic: Callable[[int], TextSplitter]

    def count(self, text: str) -> int:
        """Return the number of tokens."""
        return len(self.encode(text))


def tiktoken_kind() -> Kind:
    found = find_spec("llama_index.core")
    if found and found.origin:
        cache = Path(found.origin).parent / "_static" / "tiktoken_cache"
        os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(cache))
    encoding = tiktoken.get_encoding("cl100k_base")

    def langchain(size: int) -> RecursiveCharacterTextSplitter:
        return RecursiveCharacterTextSplitter.from_tiktoken_encoder(
            "cl100k_base", chunk_size=size, chunk_overlap=0
        )

    def semantic(size: int) -> TextSplitter:
        return TextSplitter.from_callback(lambda text: len(encoding.encode_ordinary(text)), size)

    measure = "tiktoken:cl100k_base"
    return Kind(measure, encoding.encode_ordinary, measure, langchain, semantic)


def tokenizers_kind(prose: str, file: Path | None) -> Kind:
    tokenizer = Tokenizer.from_file(str(file)) if file else trained(prose)
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def encode(text: str) -> Sequence[int]:
        return tokenizer.encode(text, add_special_tokens=False)

    def langchain(size: int) -> RecursiveCharacterTextSplitter:
        return RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=0, length_function=lambda text: len(encode(text))
        )

    def semantic(size: int) -> TextSplitter:
        return TextSplitter.from_huggingface_tokenizer(tokenizer, size)

    return Kind(file.name if file else "WordPiece", encode, tokenizer, langchain, semantic)


def trained(prose: str) -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=8000, special_tokens=["[UNK]"], show_progress=False
    )
    tokenizer.train_from_iterator(prose.splitlines(), trainer)
    return tokenizer


def contenders(kind: Kind, size: int) -> Mapping[str, Callable[[], Cut]]:
    def ours() -> Splitter:
        return Splitter(size, measure=kind.measure, format="text")

    return {
        ENCODING: lambda: kind.encode,
        SPANS: lambda: ours().spans,
        SPLIT: lambda: ours().split,
        CHONKIE: lambda: RecursiveChunker(kind.count, size).chunk,
        LANGCHAIN: lambda: kind.langchain(size).split_text,
        # Its memo would outlive a call.
        SEMCHUNK: lambda: semchunk.chunkerify(kind.count, size, memoize=False),
        SEMANTIC: lambda: kind.semantic(size).chunks,
    }


SLOW = (SEMCHUNK, SEMANTIC)


def main() -> int:
    options = parse_arguments()
    prose = read_prose(options.files) if options.files else _texts.prose(CHARACTERS)
    verdicts: list[Verdict] = []
    for kind in (tiktoken_kind(), tokenizers_kind(prose, options.tokenizer)):
        for size in options.sizes:
            verdicts += measure(kind, size, prose, options.rounds)
    print(NOTES)
    return conclude(verdicts, check=options.check)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure splitting in tokens.")
    parser.add_argument("files", nargs="*", type=Path, help="UTF-8 files to use as the prose")
    parser.add_argument("--sizes", nargs="+", type=int, default=(512, 256, 128))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--tokenizer", type=Path, help="a tokenizer.json")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    return parser.parse_args()


def read_prose(files: Sequence[Path]) -> str:
    """Join the files and repeat them until they are long enough to time."""
    text = "\n\n".join(file.read_bytes().decode() for file in files) + "\n\n"
    return text * -(-CHARACTERS // len(text))


def measure(kind: Kind, size: int, prose: str, rounds: int) -> list[Verdict]:
    """Time all contenders, print their table, and judge ours."""
    everyone = contenders(kind, size)
    slow = {ENCODING: everyone[ENCODING]} | {name: everyone[name] for name in SLOW}
    quick = {name: make for name, make in everyone.items() if name not in SLOW}
    counts = {name: sizes_of(quick[name](), prose, kind) for name in (SPLIT, CHONKIE, LANGCHAIN)}
    few = prose[:FEW_CHARACTERS]
    counts |= {name: sizes_of(slow[name](), few, kind) for name in SLOW}
    seconds = interleave(quick, prose, rounds)
    slow_seconds = interleave(slow, few, max(1, rounds // 2))
    ratios = {name: median_ratio(seconds[name], seconds[ENCODING]) for name in quick}
    ratios |= {name: median_ratio(slow_seconds[name], slow_seconds[ENCODING]) for name in SLOW}
    print(f"{kind.name}: {len(prose):,} characters, size {size}, overlap 0")
    lines = [table_line(name, ratios[name], counts.get(name), size) for name in everyone]
    print_table(("", "x encoding", "chunks", "over", "fill"), lines)
    speed = median(seconds[ENCODING])
    print(f"one encoding: {len(prose) / speed / 1e6:.1f} M chars/s\n")
    return judge(kind, size, prose, ratios, counts)


def sizes_of(cut: Cut, text: str, kind: Kind) -> list[int]:
    """Count the tokens of each chunk, whatever it is called there; also a warm-up."""
    return [kind.count(getattr(chunk, "text", chunk)) for chunk in cut(text)]


def table_line(name: str, ratio: float, sizes: Sequence[int] | None, size: int) -> tuple[str, ...]:
    if not sizes:
        return (name, f"{ratio:.2f}", "", "", "")
    over = sum(one > size for one in sizes)
    return (name, f"{ratio:.2f}", f"{len(sizes):,}", f"{over:,}", f"{fmean(sizes) / size:.1%}")


def judge(
    kind: Kind,
    size: int,
    prose: str,
    ratios: Mapping[str, float],
    counts: Mapping[str, Sequence[int]],
) -> list[Verdict]:
    where = f"{kind.name}, {size}"
    over = sum(one > size for one in counts[SPLIT])
    verdicts = [Verdict(f"{where}: {over} chunks over the size (0)", over == 0)]
    chunks = Splitter(size, measure=kind.measure, format="text").split(prose)
    wrong = sum(chunk.size != kind.count(chunk.embed_text) for chunk in chunks)
    verdicts.append(Verdict(f"{where}: {wrong} wrong sizes (0)", wrong == 0))
    if size in MOST:
        most = MOST[size]
        words = f"{where}: {ratios[SPLIT]:.2f} encodings (at most {most:g})"
        verdicts.append(Verdict(words, ratios[SPLIT] <= most))
    if size in FULLEST:
        fine = Splitter(size, measure=kind.measure, ladder=["sentence", "word"], format="text")
        fill = fmean(chunk.size for chunk in fine.split(prose)) / size
        words = f"{where}: fill, fine {fill:.1%} (at least {FULLEST[size]:.0%})"
        verdicts.append(Verdict(words, fill >= FULLEST[size]))
    return verdicts


if __name__ == "__main__":
    sys.exit(main())
