"""Measure formats beside their own parsers, and beside the splitters of others for them.

    pip install -e ".[bench]"
    python tests/benchmarks/formats.py [FILE ...] [--rounds 7] [--check]

Files are sorted by their suffixes: ``.md`` for Markdown, ``.py`` for Python, ``.html``, ``.json``,
``.jsonl``, ``.csv`` and ``.log``. Without any, Python is a part of the standard library, and all
else is made up.
"""

import argparse
import csv
import sys
import sysconfig
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from statistics import median

import _texts
from _timing import INSTALL, Verdict, conclude, median_ratio, print_table, time_all

from chunkladder import Document, Splitter
from chunkladder.plugins import registry

try:
    import tree_sitter_html
    import tree_sitter_json
    import tree_sitter_language_pack as pack
    import tree_sitter_python
    from langchain_text_splitters import RecursiveCharacterTextSplitter
    from llama_index.core.node_parser import CodeSplitter as LlamaIndexCodeSplitter
    from markdown_it import MarkdownIt
    from semantic_text_splitter import CodeSplitter, MarkdownSplitter
    from tree_sitter import Language, Parser
except ImportError as error:
    print(f"{error}\n{INSTALL}", file=sys.stderr)
    raise SystemExit(2) from None

SIZE = 1000
CODE_SIZE = 1500
FEW_CHARACTERS = 1_000_000
OURS = "chunkladder.split"
MODULES = ("argparse", "ast", "dataclasses", "datetime", "inspect", "pathlib", "tarfile", "typing")
NOTE = (
    "x …: how many times as long as that takes for the same files, within each round, the median."
)


@dataclass(frozen=True)
class Row:
    """Texts of one format, its parser, how much splitting may cost, and who takes part."""

    name: str
    texts: Sequence[str]
    parser: str
    most: float | None
    contenders: Mapping[str, Callable[[str], object]]


def markdown(files: Sequence[Path]) -> Row:
    texts = read(files, ".md") or [_texts.markdown(FEW_CHARACTERS, seed) for seed in range(2)]
    parser = MarkdownIt("commonmark").enable("table").disable("inline")
    return Row(
        "markdown",
        texts,
        "markdown-it, blocks",
        1.4,
        {
            "markdown-it, blocks": parser.parse,
            OURS: Splitter(SIZE, format="markdown").split,
            "semantic-text-splitter, Markdown": MarkdownSplitter(SIZE).chunks,
        },
    )


def python(files: Sequence[Path]) -> Row:
    library = Path(sysconfig.get_paths()["stdlib"])
    texts = read(files, ".py") or read([library / f"{name}.py" for name in MODULES], ".py")
    parser = pack.get_parser("python")
    llama_index = LlamaIndexCodeSplitter(language="python", max_chars=CODE_SIZE, parser=parser)
    semantic = CodeSplitter(tree_sitter_python.language(), CODE_SIZE)
    return Row(
        "python",
        texts,
        "tree-sitter",
        1.5,
        {
            "tree-sitter": lambda text: parser.parse(text.encode()),
            OURS: Splitter(CODE_SIZE, format="python").split,
            "LlamaIndex, code": llama_index.split_text,
            "semantic-text-splitter, code": semantic.chunks,
        },
    )


def html(files: Sequence[Path]) -> Row:
    texts = read(files, ".html") or [MarkdownIt().render(_texts.markdown(FEW_CHARACTERS))]
    parser = Parser(Language(tree_sitter_html.language()))
    return Row(
        "html",
        texts,
        "tree-sitter-html",
        2,
        {
            "tree-sitter-html": lambda text: parser.parse(text.encode()),
            OURS: Splitter(SIZE, format="html").split,
        },
    )


def tree(files: Sequence[Path]) -> Row:
    texts = read(files, ".json") or [_texts.tree(FEW_CHARACTERS)]
    return json_like("json", texts)


def lines_of_json(files: Sequence[Path]) -> Row:
    texts = read(files, ".jsonl") or [_texts.lines_of_json(FEW_CHARACTERS)]
    return json_like("jsonl", texts)


def json_like(name: str, texts: Sequence[str]) -> Row:
    parser = Parser(Language(tree_sitter_json.language()))
    contenders = {
        "tree-sitter": lambda text: parser.parse(text.encode()),
        "chunkladder, outline": outline_of(name),
        OURS: Splitter(SIZE, format=name).split,
    }
    return Row(name, texts, "tree-sitter", 2, contenders)


def table(files: Sequence[Path]) -> Row:
    return rows_like("csv", read(files, ".csv") or [_texts.table(FEW_CHARACTERS)])


def log(files: Sequence[Path]) -> Row:
    return rows_like("log", read(files, ".log") or [_texts.log(FEW_CHARACTERS)])


def rows_like(name: str, texts: Sequence[str]) -> Row:
    """Put a format of rows beside Python's reader of CSV, whatever that makes of them."""
    contenders = {
        "csv.reader": lambda text: deque(csv.reader(StringIO(text, newline="")), maxlen=0),
        "chunkladder, outline": outline_of(name),
        "chunkladder.spans": Splitter(SIZE, format=name).spans,
        OURS: Splitter(SIZE, format=name).split,
    }
    return Row(name, texts, "csv.reader", 2, contenders)


def outline_of(name: str) -> Callable[[str], object]:
    own = registry().format(name)
    return lambda text: own.outline(Document(text), own.options())


def prose_like(name: str, text: str) -> Row:
    """Put a format of prose, which has no parser, beside a splitter that knows no format."""
    other = RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=0)
    contenders = {
        "LangChain recursive": other.split_text,
        OURS: Splitter(SIZE, format=name).split,
        "chunkladder.split, as text": Splitter(SIZE, format="text").split,
    }
    return Row(name, [text], "LangChain recursive", None, contenders)


def read(files: Sequence[Path], suffix: str) -> list[str]:
    return [file.read_bytes().decode() for file in files if file.suffix == suffix]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure formats beside their parsers.")
    parser.add_argument("files", nargs="*", type=Path, help="UTF-8 files")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    options = parser.parse_args()
    verdicts: list[Verdict] = []
    for make in (markdown, python, html, tree, lines_of_json, table, log):
        verdicts += measure(make(options.files), options.rounds)
    for name, text in (("transcript", _texts.transcript), ("legal", _texts.contract)):
        measure(prose_like(name, text(FEW_CHARACTERS)), options.rounds)
    print(NOTE)
    return conclude(verdicts, check=options.check)


def measure(row: Row, rounds: int) -> list[Verdict]:
    """Time a row's contenders, print their table, and judge ours against those of others."""
    characters = sum(map(len, row.texts))
    seconds = time_all(row.contenders, row.texts, rounds)
    ratios = {name: median_ratio(taken, seconds[row.parser]) for name, taken in seconds.items()}
    print(f"{row.name}: {len(row.texts)} texts, {characters:,} characters")
    lines = [
        (name, f"{characters / median(seconds[name]) / 1e6:.1f}", f"{ratio:.2f}")
        for name, ratio in ratios.items()
    ]
    print_table(("", "M chars/s", f"x {row.parser}"), lines)
    print()
    if row.most is None:
        return []
    ours = ratios[OURS]
    verdicts = [
        Verdict(f"{row.name}: {ours:.2f} x {row.parser} (at most {row.most:g})", ours <= row.most)
    ]
    for name, ratio in ratios.items():
        if name != row.parser and not name.startswith("chunkladder"):
            words = f"{row.name}: {ratio / ours:.2f} x as fast as {name} (at least 1)"
            verdicts.append(Verdict(words, ours <= ratio))
    return verdicts


if __name__ == "__main__":
    sys.exit(main())
