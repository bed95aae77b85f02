"""How size is counted.

A measure is a function from text to a whole number, with a name. What the engine asks is answered
by the gauge that a measure lays along a text.
"""

from __future__ import annotations

from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from .errors import ConfigError, did_you_mean
from .gauges import (
    UNLIMITED,
    ByteGauge,
    CharacterGauge,
    EstimateGauge,
    Gauge,
    WordGauge,
    count_bytes_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from .plugins import Registry
    from .tokenizers import SpecialTokens
    from .tokens import Tokenizer


class Measure(Protocol):
    """A way to count size that has a name; what ``chunkladder_measures`` returns."""

    @property
    def name(self) -> str:
        """Its name, as in ``Splitter(measure=name)``."""
        ...

    def __call__(self, text: str) -> int:
        """Return the size of a text: 0 or more, 0 for the empty text.

        Longer texts should not be smaller; counts need not add up across a cut.
        """
        ...


USUAL_ENCODINGS = ("cl100k_base", "o200k_base", "gpt2")
"""Encodings of tiktoken that people ask for by their bare names."""


class Encoder(Protocol):
    """A tokenizer: of ``tiktoken`` (``Encoding``), ``tokenizers`` or ``transformers``."""

    encode: Callable[..., Any]


AnyMeasure: TypeAlias = "str | Callable[[str], int] | Encoder"
"""A measure's name, a function from text to a whole number, or a tokenizer."""


class Counter:
    """A measure that is in use: a name, a count, and a gauge for any text.

    Args:
        name: The measure's name.
        count: The measure.
        gauge: Lays it along a text, given the text and the count; None: it is estimated.
        adds_up: Whether the sizes of lines put one below the other add up.
        is_our_own: Whether nothing that counts is Python code of others.
        special_tokens: How many tokens a model puts around every text.
    """

    def __init__(
        self,
        name: str,
        count: Callable[[str], int],
        gauge: Callable[[str, Callable[[str], int]], Gauge] | None = None,
        *,
        adds_up: bool = False,
        is_our_own: bool = False,
        special_tokens: int = 0,
    ) -> None:
        # Sizes that count special tokens are another unit than those that do not.
        self.name = f"{name}+{special_tokens}" if special_tokens else name
        self.count = count
        self.adds_up = adds_up
        self.is_our_own = is_our_own
        self.special_tokens = special_tokens
        self._gauge = gauge

    def gauge(self, text: str, size: int) -> Gauge:
        """Lay the measure along a text that is to be cut to a size."""
        if size >= UNLIMITED:
            return CharacterGauge(text, self.count)
        if self._gauge is None:
            return EstimateGauge(text, self.count, size)
        return self._gauge(text, self.count)


def count_words(text: str) -> int:
    """Count the stretches without white space."""
    return len(text.split())


def count_bytes(text: str) -> int:
    """Count the bytes of UTF-8; a lone surrogate counts three."""
    return len(text) if text.isascii() else len(count_bytes_of(text))


def _byte_gauge(text: str, count: Callable[[str], int]) -> Gauge:
    return CharacterGauge(text, count) if text.isascii() else ByteGauge(text, count)


def _built_in(
    name: str,
    count: Callable[[str], int],
    gauge: Callable[[str, Callable[[str], int]], Gauge],
) -> Counter:
    return Counter(name, count, gauge, adds_up=True, is_our_own=True)


BUILT_IN: dict[str, Counter] = {
    "characters": _built_in("characters", len, CharacterGauge),
    "words": _built_in("words", count_words, WordGauge),
    "bytes": _built_in("bytes", count_bytes, _byte_gauge),
}


def counter_for(
    measure: AnyMeasure,
    registry: Registry | None = None,
    special_tokens: SpecialTokens = 0,
) -> Counter:
    """Turn what people write into a measure that can be used.

    Args:
        measure: A name, a tokenizer, or a function from text to a whole number.
        registry: Where to look for names that are not built in; None: all that is installed.
        special_tokens: How many tokens a model puts around every text.

    Raises:
        ConfigError: No measure has that name, it cannot be called, or it counts no tokens.
        MissingDependencyError: The library of a tokenizer is not installed.
    """
    tokenizer = _tokenizer(measure)
    if special_tokens == "auto":
        if tokenizer is None:
            expected = 'a whole number, or with a tokenizer as the measure "auto"'
            raise ConfigError("special_tokens", special_tokens, expected)
        special_tokens = tokenizer.special_tokens
    if tokenizer is not None:
        return _token_counter(tokenizer, special_tokens)
    if measure is len or (isinstance(measure, str) and measure in BUILT_IN):
        if special_tokens:
            expected = "0, for the measure counts no tokens"
            raise ConfigError("special_tokens", special_tokens, expected)
        return BUILT_IN["characters" if measure is len else str(measure)]
    if isinstance(measure, str):
        return _plugin_counter(measure, registry, special_tokens)
    if not callable(measure):
        expected = "a measure's name, a tokenizer, or a function from text to int"
        raise ConfigError("measure", measure, expected)
    name = getattr(measure, "name", None) or getattr(measure, "__qualname__", None)
    name = str(name or type(measure).__qualname__)
    return Counter(name, _checked(measure), special_tokens=special_tokens)


def _tokenizer(measure: AnyMeasure) -> Tokenizer | None:
    if measure is len or (isinstance(measure, str) and ":" not in measure):
        return None
    from .tokenizers import tokenizer_named, tokenizer_of

    return tokenizer_named(measure) if isinstance(measure, str) else tokenizer_of(measure)


def _token_counter(tokenizer: Tokenizer, special_tokens: int) -> Counter:
    from .tokens import TokenGauge

    return Counter(
        tokenizer.name,
        tokenizer.count,
        partial(TokenGauge, tokenizer=tokenizer),
        is_our_own=tokenizer.is_native,
        special_tokens=special_tokens,
    )


def _checked(measure: Callable[[str], int]) -> Callable[[str], int]:
    """Refuse what is no size as soon as a function returns it."""

    def count(text: str) -> int:
        counted: object = measure(text)
        try:
            size = index(counted)  # type: ignore[arg-type]
        except TypeError:
            size = -1
        if size < 0:
            raise ConfigError("measure", counted, "a function that returns whole numbers from 0 up")
        return size

    return count


def _plugin_counter(name: str, registry: Registry | None, special_tokens: int) -> Counter:
    if registry is None:
        from .plugins import registry as installed

        registry = installed()
    found = registry.measure(name)
    if found is not None:
        return Counter(found.name, _checked(found), special_tokens=special_tokens)
    known = sorted({*BUILT_IN, *(measure.name for measure in registry.measures())})
    expected = (
        f"one of {', '.join(known)}, tiktoken:<encoding>, tokenizers:<file.json>, a tokenizer, "
        "or a function from text to a whole number"
    )
    known = [*known, *(f"tiktoken:{encoding}" for encoding in USUAL_ENCODINGS)]
    raise ConfigError("measure", name, expected, hint=did_you_mean(name, known))
