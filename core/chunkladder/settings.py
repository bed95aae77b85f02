"""What a splitter was asked for, checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, get_args

from .errors import ConfigError, did_you_mean
from .measures import AnyMeasure, Counter, counter_for
from .rungs import TEXT_LADDER, Keep, Ladder, UserRung, resolve_ladder

if TYPE_CHECKING:
    from .plugins import Registry
    from .tokenizers import SpecialTokens

WRONG_NAMES: Mapping[str, str] = {
    "chunk_size": "size",
    "max_tokens": "size",
    "capacity": "size",
    "chunk_overlap": "overlap",
    "overlap_size": "overlap",
    "separators": "ladder",
    "separator": "ladder",
    "is_separator_regex": "ladder",
    "length_function": "measure",
    "tokenizer": "measure",
    "token_counter": "measure",
    "tokenizer_or_token_counter": "measure",
    "encoding_name": "measure",
    "model_name": "measure",
    "add_special_tokens": "special_tokens",
    "min_characters_per_chunk": "min_size",
    "language": "format",
}
"""What the same things are called in other libraries."""

ARGUMENTS = (
    "size",
    "overlap",
    "measure",
    "format",
    "ladder",
    "keep_separator",
    "context",
    "overlap_at",
    "min_size",
    "parent",
    "options",
    "special_tokens",
    "stable",
    "registry",
)
"""The arguments of ``Splitter``."""


ROUNDING = 1e-9

_ANY = Ladder(TEXT_LADDER)


@dataclass(frozen=True, slots=True)
class Settings:
    """The arguments of ``Splitter``, checked; see there."""

    size: int
    overlap: int
    counter: Counter
    ladder: tuple[UserRung, ...] | None
    keep: Keep
    context: bool
    overlap_at: UserRung | None
    min_size: int
    parent: int | str | None
    stable: bool


def check_settings(  # noqa: PLR0913 - one for each argument of the splitter
    *,
    size: int,
    overlap: float,
    measure: AnyMeasure,
    ladder: Sequence[UserRung] | None,
    keep_separator: str,
    context: bool,
    overlap_at: UserRung | None,
    min_size: int,
    parent: int | str | None,
    special_tokens: SpecialTokens = 0,
    stable: bool = False,
    registry: Registry | None = None,
) -> Settings:
    """Check the arguments of a splitter, each by itself and against each other.

    Raises:
        ConfigError: One of them is wrong.
    """
    _check_whole("size", size, 1, "a whole number above 0")
    _check_whole("min_size", min_size, 0, "a whole number from 0 to the size")
    if min_size > size:
        raise ConfigError("min_size", min_size, f"a whole number from 0 to the size, {size}")
    if keep_separator not in get_args(Keep):
        raise ConfigError("keep_separator", keep_separator, '"start", "end" or "drop"')
    for key, flag in (("context", context), ("stable", stable)):
        if not isinstance(flag, bool):
            raise ConfigError(key, flag, "True or False")
    if special_tokens != "auto":
        _check_whole("special_tokens", special_tokens, 0, 'a whole number from 0 up, or "auto"')
    counter = counter_for(measure, registry, special_tokens)
    if size <= counter.special_tokens:
        expected = f"a whole number above {counter.special_tokens}, the special tokens of a chunk"
        raise ConfigError("size", size, expected)
    return Settings(
        size=size,
        overlap=_overlap(overlap, size - counter.special_tokens),
        counter=counter,
        ladder=None if ladder is None else _ladder(ladder),
        keep=keep_separator,  # type: ignore[arg-type]
        context=context,
        overlap_at=_overlap_at(overlap_at),
        min_size=min_size,
        parent=_parent(parent, size),
        stable=stable,
    )


def check_format_settings(format: object, options: object) -> None:  # noqa: A002
    """Check the kinds of the arguments that are about formats.

    Raises:
        ConfigError: One of them is wrong.
    """
    if format is not None and not isinstance(format, str):
        raise ConfigError("format", format, "a format's name, or None")
    if options is not None and not isinstance(options, Mapping):
        raise ConfigError("options", options, "a mapping from format names to options")


def check_document_settings(
    source: object,
    format: object,  # noqa: A002
    media_type: object,
    metadata: object,
) -> None:
    """Check the kinds of what is said of one document.

    Raises:
        ConfigError: One of them is wrong.
    """
    named = (("source", source), ("format", format), ("media_type", media_type))
    for key, value in named:
        if value is not None and not isinstance(value, str):
            raise ConfigError(key, value, "a str, or None")
    if metadata is not None and not isinstance(metadata, Mapping):
        raise ConfigError("metadata", metadata, "a mapping, or None")


def check_names(unknown: Mapping[str, object]) -> None:
    """Refuse arguments that do not exist, with a hint.

    Raises:
        ConfigError: There is one.
    """
    for name in unknown:
        right = WRONG_NAMES.get(name)
        hint = f'; did you mean "{right}"?' if right else did_you_mean(name, ARGUMENTS)
        expected = f"one of the arguments {', '.join(ARGUMENTS)}"
        raise ConfigError("Splitter", name, expected, hint=hint)


def _check_whole(key: str, value: object, least: int, expected: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ConfigError(key, value, expected)


def _overlap(overlap: float, size: int) -> int:
    expected = f"a whole number from 0 to {size - 1} (below the size), or a share below 1 like 0.15"
    if isinstance(overlap, float):
        if not 0 <= overlap < 1:
            raise ConfigError("overlap", overlap, expected)
        # A share like 0.29 is a little less than it looks.
        return int(overlap * size + ROUNDING)
    _check_whole("overlap", overlap, 0, expected)
    if overlap >= size:
        raise ConfigError("overlap", overlap, expected)
    return overlap


def _ladder(ladder: Sequence[UserRung]) -> tuple[UserRung, ...]:
    # Names are looked up when the format is known; all else can be told now.
    expected = "a list of at least one rung: names, literals, patterns or rung objects"
    if isinstance(ladder, str | bytes) or not isinstance(ladder, Sequence) or not ladder:
        raise ConfigError("ladder", ladder, expected)
    for rung in ladder:
        if not isinstance(rung, str):
            resolve_ladder([rung], _ANY)
    return tuple(ladder)


def _overlap_at(rung: UserRung | None) -> UserRung | None:
    if rung is not None and not isinstance(rung, str):
        resolve_ladder([rung], _ANY, "overlap_at")
    return rung


def _parent(parent: int | str | None, size: int) -> int | str | None:
    if isinstance(parent, str) or parent is None:
        return parent
    _check_whole("parent", parent, size, f"a whole number from the size, {size}, up, or a rung")
    return parent


def plain(value: object) -> object:
    """Turn a setting into what JSON knows, so that different settings stay different.

    Mappings lose their order.
    """
    if isinstance(value, Mapping):
        return {str(key): plain(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Set):
        return sorted(map(plain, value), key=str)
    if isinstance(value, str | int | float | None):
        return value
    return [type(value).__name__, plain(_insides(value))]


def _insides(value: object) -> object:
    if isinstance(value, re.Pattern):
        return [value.pattern, value.flags]
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    return str(value)
