"""Tokenizers as measures: tiktoken, tokenizers, transformers.

None of them is imported unless one of theirs is named or handed over.
"""

from __future__ import annotations

import json
import re
import sys
from array import array
from functools import lru_cache
from operator import sub
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .errors import ConfigError, MissingDependencyError
from .seams import seams_of_expression, seams_of_parts

if TYPE_CHECKING:
    from .seams import Seams
    from .tokens import Tokenizer

TIKTOKEN, TOKENIZERS = "tiktoken:", "tokenizers:"
"""What names of measures begin with that one of these libraries counts."""

SpecialTokens = int | Literal["auto"]
"""How many tokens a model puts around every text; ``"auto"``: as the tokenizer says."""

_SURROGATES = re.compile("[\ud800-\udfff]")


class TiktokenTokenizer:
    """An encoding of tiktoken. Special tokens in a text are ordinary text, as for any document."""

    special_tokens = 0
    is_native = True

    def __init__(self, encoding: Any) -> None:
        self.name = f"{TIKTOKEN}{encoding.name}"
        self.seams = seams_of_expression(encoding._pat_str)
        self._encode = encoding.encode_ordinary
        self._bytes_of = encoding.decode_single_token_bytes
        # How many characters begin in each token, where that has been asked. Special tokens are
        # never among them, and may have any number.
        most = max(encoding._mergeable_ranks.values(), default=0)
        self._known: list[int | None] = [None] * (most + 1)

    def count(self, text: str) -> int:
        """Return the number of tokens."""
        return len(self._encode(text))

    def widths(self, text: str) -> array[int] | None:
        """Return by how many characters each token ends behind the one before it."""
        tokens = self._encode(text)
        try:
            widths: array[int] = array("I", map(self._known.__getitem__, tokens))  # type: ignore[arg-type]
        except TypeError:
            for token in set(tokens):
                self._known[token] = _width(self._bytes_of(token))
            return self.widths(text)
        # tiktoken joins lone surrogates that make a pair into one character.
        return widths if sum(widths) == len(text) else None


def _width(data: bytes) -> int:
    """Return how many characters begin in a part of some UTF-8."""
    if data.isascii():
        return len(data)
    # RFC 3629 section 3: a byte 10xxxxxx goes on with a character.
    return sum(byte & 0xC0 != 0x80 for byte in data)  # noqa: PLR2004


class HuggingFaceTokenizer:
    """A tokenizer of ``tokenizers``, without its truncation and padding.

    Args:
        tokenizer: The tokenizer; it is not changed.
        name: What to call it.
        parts: What its JSON file says of it; None: it has none.
    """

    def __init__(self, tokenizer: Any, name: str, parts: Any) -> None:
        self.name = name
        self.seams = None if parts is None else seams_of_parts(parts)
        self.is_native = parts is not None
        self.special_tokens = int(tokenizer.num_special_tokens_to_add(is_pair=False))
        self._encode = tokenizer.encode

    def count(self, text: str) -> int:
        """Return the number of tokens; a lone surrogate counts as U+FFFD."""
        return len(self._encode(_without_surrogates(text), add_special_tokens=False))

    def widths(self, text: str) -> array[int] | None:
        """Return by how many characters each token ends behind the one before it.

        None: they are not in order, or go beyond the text.
        """
        encoding = self._encode(_without_surrogates(text), add_special_tokens=False)
        ends = [end for _, end in encoding.offsets]
        if ends and ends[-1] > len(text):
            # Bytes that stand for no character of the text have been counted.
            return None
        try:
            return array("I", map(sub, ends, [0, *ends]))
        except OverflowError:
            return None


class SlowTokenizer:
    """A tokenizer of ``transformers`` that is written in Python."""

    seams: Seams | None = None
    is_native = False

    def __init__(self, tokenizer: Any, name: str) -> None:
        self.name = name
        self.special_tokens = int(tokenizer.num_special_tokens_to_add(pair=False))
        self._tokenize = tokenizer.tokenize

    def count(self, text: str) -> int:
        """Return the number of tokens."""
        return len(self._tokenize(_without_surrogates(text)))

    def widths(self, text: str) -> array[int] | None:
        """Return None: such a tokenizer does not say where its tokens end."""
        return None


def _without_surrogates(text: str) -> str:
    """Put U+FFFD in place of what no tokenizer takes."""
    if text.isascii():
        return text
    return _SURROGATES.sub("\ufffd", text)


@lru_cache(maxsize=8)
def _tiktoken(encoding: Any) -> TiktokenTokenizer:
    """Return the one tokenizer of an encoding: the widths that it has learned serve all."""
    return TiktokenTokenizer(encoding)


def tokenizer_named(name: str) -> Tokenizer | None:
    """Load the tokenizer that a measure's name asks for, or return None if it asks for none.

    Raises:
        ConfigError: There is none, or it cannot be loaded.
        MissingDependencyError: Its library is not installed.
    """
    if name.startswith(TIKTOKEN):
        return _tiktoken(_load_encoding(name))
    return _load_file(name) if name.startswith(TOKENIZERS) else None


def tokenizer_of(value: object) -> Tokenizer | None:
    """Take the tokenizer that was handed over, or None if the value is none.

    Raises:
        ConfigError: It truncates or pads, and cannot be copied to switch that off.
    """
    # Whoever has made one has imported its library.
    tiktoken, tokenizers = sys.modules.get("tiktoken"), sys.modules.get("tokenizers")
    transformers = sys.modules.get("transformers")
    if tiktoken and isinstance(value, tiktoken.Encoding):
        return _tiktoken(value)
    if tokenizers and isinstance(value, tokenizers.Tokenizer):
        model = type(value.model).__name__
        return _copied(value, f"tokenizers.{model}")
    if transformers and isinstance(value, transformers.PreTrainedTokenizerBase):
        name = f"transformers:{value.name_or_path}" if value.name_or_path else "transformers"
        backend = getattr(value, "backend_tokenizer", None)
        return SlowTokenizer(value, name) if backend is None else _copied(backend, name)
    return None


def _load_encoding(name: str) -> Any:
    try:
        import tiktoken
    except ImportError as error:
        raise MissingDependencyError("tiktoken", "tiktoken", plugin=name) from error
    wanted = name.removeprefix(TIKTOKEN)
    known = tiktoken.list_encoding_names()
    if wanted not in known:
        from .errors import did_you_mean

        names = ", ".join(f"{TIKTOKEN}{one}" for one in known)
        raise ConfigError("measure", name, f"one of {names}", hint=did_you_mean(wanted, known))
    try:
        return tiktoken.get_encoding(wanted)
    except Exception as error:
        expected = (
            "an encoding whose file tiktoken can load. Offline, set TIKTOKEN_CACHE_DIR to a folder "
            f"that holds it: one that tiktoken.get_encoding({wanted!r}) has filled where there is "
            "a network"
        )
        raise ConfigError("measure", name, expected, hint=f" ({_in_short(error)})") from error


def _load_file(name: str) -> Tokenizer:
    try:
        import tokenizers
    except ImportError as error:
        raise MissingDependencyError("tokenizers", "tokenizers", plugin=name) from error
    path = name.removeprefix(TOKENIZERS)
    try:
        text = Path(path).read_text(encoding="utf-8")
        tokenizer = tokenizers.Tokenizer.from_str(text)
    except Exception as error:
        expected = f'"{TOKENIZERS}" and the path of a tokenizer.json file'
        raise ConfigError("measure", name, expected, hint=f" ({_in_short(error)})") from error
    return _evened(tokenizer, name, json.loads(tokenizer.to_str()))


def _in_short(error: Exception) -> str:
    """Return the beginning of an error's message, and what kind it is."""
    reason, _, _ = f"{type(error).__name__}: {error}".partition("\n")
    return reason[:200]


def _copied(tokenizer: Any, name: str) -> Tokenizer:
    """Copy a tokenizer, since its owner may set it to truncate at any time."""
    try:
        saved = tokenizer.to_str()
    except Exception as error:
        # A part of it is written in Python.
        if tokenizer.truncation or tokenizer.padding:
            expected = "a tokenizer that neither truncates nor pads, or that can be saved"
            raise ConfigError("measure", name, expected) from error
        return HuggingFaceTokenizer(tokenizer, name, None)
    copy = type(tokenizer).from_str(saved)
    copy.encode_special_tokens = tokenizer.encode_special_tokens
    return _evened(copy, name, json.loads(saved))


def _evened(tokenizer: Any, name: str, parts: Any) -> Tokenizer:
    """Make a tokenizer of our own count every text whole, without padding or drawing lots."""
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if parts["model"].get("dropout"):
        tokenizer.model.dropout = None
    measuring = HuggingFaceTokenizer(tokenizer, name, parts)
    # Its last step adds special tokens, which it has told, and may take blanks off the offsets.
    tokenizer.post_processor = None
    return measuring
