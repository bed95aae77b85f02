"""Tokenizers as measures: what may be named and handed over, and what is said when it cannot."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import tiktoken
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers

from chunkladder import ConfigError, MissingDependencyError, Splitter

from .made_up_tokenizers import CL100K, MADE_UP, byte_bpe, cl100k, tokens_of, unigram, word_piece

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "The harbor master kept a list of all the lights along the coast. " * 30


def check(splitter: Splitter, tokenizer: Any, special: int = 0) -> None:
    chunks = splitter.split(TEXT)
    assert len(chunks) > 3
    for chunk in chunks:
        assert chunk.size == tokens_of(tokenizer, chunk.embed_text) + special <= splitter.size


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tokenizer.json"
    word_piece().save(str(path))
    return path


@pytest.fixture
def made_up_encoding(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register an encoding as packages do that bring one."""
    from tiktoken import registry

    tiktoken.list_encoding_names()
    assert registry.ENCODING_CONSTRUCTORS is not None
    made = cl100k()
    facts = {
        "name": "made-up",
        "pat_str": made._pat_str,
        "mergeable_ranks": made._mergeable_ranks,
        "special_tokens": {},
    }
    monkeypatch.setitem(registry.ENCODING_CONSTRUCTORS, "made-up", lambda: facts)
    yield "made-up"
    registry.ENCODINGS.pop("made-up", None)


def test_an_encoding_by_its_name(made_up_encoding: str) -> None:
    splitter = Splitter(64, measure=f"tiktoken:{made_up_encoding}", format="text")
    assert splitter.measure == "tiktoken:made-up"
    check(splitter, cl100k())


def test_a_file_by_its_path(file: Path) -> None:
    splitter = Splitter(64, measure=f"tokenizers:{file}", format="text")
    assert splitter.measure == f"tokenizers:{file}"
    check(splitter, word_piece())


@pytest.mark.parametrize("kind", sorted(MADE_UP))
def test_an_object(kind: str) -> None:
    check(Splitter(64, measure=MADE_UP[kind](), format="text"), MADE_UP[kind]())


def test_the_name_of_an_object_tells_what_it_is() -> None:
    assert Splitter(64, measure=cl100k()).measure == "tiktoken:cl100k-like"
    assert Splitter(64, measure=unigram()).measure == "tokenizers.Unigram"


def fast(tokenizer: Tokenizer) -> transformers.PreTrainedTokenizerFast:
    return transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=16)


class Slow(transformers.PreTrainedTokenizer):
    """A tokenizer written in Python: its tokens are letters."""

    vocab_size = 1

    def get_vocab(self) -> dict[str, int]:
        """Return what transformers asks for."""
        return {"a": 0}

    def _tokenize(self, text: str, **_: object) -> list[str]:
        return list(text)

    def _convert_token_to_id(self, token: str) -> int:
        return 0

    def _convert_id_to_token(self, index: int) -> str:
        return "a"


def test_a_fast_tokenizer_of_transformers_and_nothing_is_printed(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    splitter = Splitter(64, measure=fast(byte_bpe()), format="text")
    assert splitter.measure == "transformers"
    check(splitter, byte_bpe())
    assert "".join(capfd.readouterr()) == ""
    assert not caplog.records


def test_a_slow_tokenizer_of_transformers_and_nothing_is_printed(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    slow = Slow(model_max_length=16)
    for chunk in Splitter(64, measure=slow, format="text").split(TEXT):
        assert chunk.size == len(slow.tokenize(chunk.embed_text)) <= 64
    assert "".join(capfd.readouterr()) == ""
    assert not caplog.records


def test_a_tokenizer_that_truncates_and_pads_is_copied_and_left_as_it_was() -> None:
    tokenizer = Tokenizer.from_str(word_piece().to_str())
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8)
    splitter = Splitter(64, measure=tokenizer, format="text")
    check(splitter, word_piece())
    assert tokenizer.truncation["max_length"] == tokenizer.padding["length"] == 8
    wrapped = fast(Tokenizer.from_str(word_piece().to_str()))
    splitter = Splitter(64, measure=wrapped, format="text")
    wrapped(TEXT, truncation=True, max_length=8)
    check(splitter, word_piece())


def test_a_file_that_says_to_truncate(tmp_path: Path) -> None:
    tokenizer = Tokenizer.from_str(word_piece().to_str())
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8)
    tokenizer.save(str(tmp_path / "t.json"))
    check(Splitter(64, measure=f"tokenizers:{tmp_path / 't.json'}", format="text"), word_piece())


def test_a_tokenizer_that_draws_lots_does_not() -> None:
    tokenizer = Tokenizer.from_str(byte_bpe().to_str())
    tokenizer.model.dropout = 0.5
    check(Splitter(64, measure=tokenizer, format="text"), byte_bpe())
    assert tokenizer.model.dropout == 0.5


class _Words:
    def pre_tokenize(self, words: Any) -> None:
        words.split(lambda _, text: [text])


def test_a_tokenizer_with_a_part_in_python_is_taken_as_it_is() -> None:
    tokenizer = Tokenizer(models.WordLevel({"a": 0, "[UNK]": 1}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.PreTokenizer.custom(_Words())
    assert len(Splitter(4, measure=tokenizer, format="text").split("a b c")) == 1
    tokenizer.enable_truncation(8)
    with pytest.raises(ConfigError, match="neither truncates nor pads, or that can be saved"):
        Splitter(4, measure=tokenizer)


@pytest.mark.parametrize(("special", "added"), [(0, 0), (2, 2), (5, 5), ("auto", 2)])
def test_special_tokens_count(special: Any, added: int) -> None:
    splitter = Splitter(64, measure=word_piece(), special_tokens=special, format="text")
    check(splitter, word_piece(), added)
    assert splitter.measure == "tokenizers.WordPiece" + (f"+{added}" if added else "")


def test_special_tokens_of_a_function() -> None:
    chunks = Splitter(20, measure=str.__len__, special_tokens=3).split("word " * 40)
    assert all(len(chunk.text) + 3 == chunk.size <= 20 for chunk in chunks)


def test_special_tokens_of_parents_and_of_small_chunks() -> None:
    text = "One.\n\nTwo.\n\n" + TEXT
    splitter = Splitter(
        40, measure=word_piece(), special_tokens=2, min_size=12, parent=100, format="text"
    )
    for chunk in (*splitter.split(text), *splitter.parents(text)):
        assert chunk.size == tokens_of(word_piece(), chunk.embed_text) + 2
    assert splitter.split(text)[0].text.startswith("One.\n\nTwo.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"special_tokens": 2}, "special_tokens: expected 0, for the measure counts no tokens"),
        ({"special_tokens": "auto"}, 'with a tokenizer as the measure "auto"'),
        ({"special_tokens": "auto", "measure": abs}, 'with a tokenizer as the measure "auto"'),
        ({"special_tokens": -1, "measure": abs}, "a whole number from 0 up"),
        ({"special_tokens": "two", "measure": abs}, "a whole number from 0 up"),
        ({"special_tokens": 9, "measure": abs, "size": 9}, "size: expected a whole number above 9"),
        ({"special_tokens": 5, "measure": abs, "size": 9, "overlap": 4}, "from 0 to 3"),
        ({"measure": "tiktoken:cl100k"}, 'did you mean "cl100k_base"'),
        ({"measure": "cl100k_base"}, 'did you mean "tiktoken:cl100k_base"'),
        ({"measure": "tiktoken:"}, "one of tiktoken:"),
        ({"measure": "tokenizers:none.json"}, '"tokenizers:" and the path of a tokenizer.json'),
        ({"measure": 3}, "a measure's name, a tokenizer, or a function"),
        ({"encoding_name": "cl100k_base"}, 'did you mean "measure"'),
        ({"add_special_tokens": True}, 'did you mean "special_tokens"'),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message.replace("(", r"\(")):
        Splitter(**arguments)


def test_a_file_that_is_no_tokenizer(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ConfigError, match="and the path of a tokenizer"):
        Splitter(measure=f"tokenizers:{path}")


def test_offline_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(path: str) -> bytes:
        raise OSError(f"no network, wanted {path}")

    monkeypatch.setattr("tiktoken.load.read_file", refuse)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    with pytest.raises(ConfigError, match="set TIKTOKEN_CACHE_DIR to a folder") as caught:
        Splitter(measure="tiktoken:p50k_base")
    assert "no network" in str(caught.value)


@pytest.mark.parametrize(
    ("module", "name"), [("tiktoken", "tiktoken:gpt2"), ("tokenizers", "tokenizers:t.json")]
)
def test_a_library_that_is_missing_is_named_with_the_line_that_installs_it(
    module: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingDependencyError, match=f'pip install "chunkladder.{module}."'):
        Splitter(measure=name)


def test_no_tokenizer_is_imported_unless_it_is_named() -> None:
    program = (
        "import sys, chunkladder;"
        "chunkladder.split('a b', measure=lambda text: len(text));"
        "print({'tiktoken', 'tokenizers', 'transformers'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "set()"


def test_a_tokenizer_that_makes_no_tokens_of_a_text() -> None:
    silent = tiktoken.Encoding(
        "silent",
        pat_str=r"\p{N}{1,3}",
        mergeable_ranks=cl100k()._mergeable_ranks,
        special_tokens={},
    )
    assert [chunk.size for chunk in Splitter(5, measure=silent, format="text").split("a b")] == [0]


def test_offsets_beyond_the_text_are_not_believed() -> None:
    vocabulary = {"a": 0, "<unk>": 1} | {f"<0x{byte:02X}>": byte + 2 for byte in range(256)}
    model = models.BPE(
        vocabulary, [], unk_token="<unk>", byte_fallback=True, end_of_word_suffix="</w>"
    )
    tokenizer = Tokenizer(model)
    text = "{" * 100_000
    for chunk in Splitter(500, measure=tokenizer, format="text").split(text):
        assert chunk.size == tokens_of(tokenizer, chunk.text) <= 500


def test_a_special_token_may_have_any_number() -> None:
    ranks = cl100k()._mergeable_ranks
    special = {"<|far|>": 2_000_000_000}
    far = tiktoken.Encoding("far", pat_str=CL100K, mergeable_ranks=ranks, special_tokens=special)
    check(Splitter(64, measure=far, format="text"), cl100k())


def test_a_text_may_be_split_when_the_interpreter_shuts_down() -> None:
    program = (
        "import atexit; from tokenizers import Tokenizer, models, pre_tokenizers;"
        "from chunkladder import Splitter;"
        "tokenizer = Tokenizer(models.WordLevel({'[UNK]': 0}, unk_token='[UNK]'));"
        "tokenizer.pre_tokenizer = pre_tokenizers.Whitespace();"
        "splitter = Splitter(500, measure=tokenizer, format='text');"
        "atexit.register(lambda: print(len(splitter.split('word ' * 50_000))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "100"
    assert not done.stderr
