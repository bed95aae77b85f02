"""What a file's chunks depend on beside its content: settings, and the versions that took part."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from importlib import metadata
from typing import TYPE_CHECKING

from .files import measure_name
from .formats import HEAD, detect
from .plugins import PROJECT, chosen
from .settings import plain
from .tokenizers import TIKTOKEN, TOKENIZERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .choices import Choice
    from .files import FileSettings
    from .formats import Format
    from .plugins import Registry

DIGEST = 16
"""Bytes of a hash; twice as many hexadecimal digits."""

_CORE = (PROJECT, "charset-normalizer", "nupunkt", "regex")
"""What takes part whatever the format: decoding, sentences, graphemes."""

_LIBRARIES = {TIKTOKEN: "tiktoken", TOKENIZERS: "tokenizers"}


def settings_hash(settings: FileSettings) -> str:
    """Hash all settings that bear on a file's chunks: 32 hexadecimal digits.

    What the chunks are cut with, the metadata that they inherit, and the content of a file that
    holds a tokenizer. Which rules the settings come from, and which plugins there are, is not in
    it. The same in every process.
    """
    parts = {**settings.arguments(), "metadata": settings.metadata}
    parts |= {"measure": measure_name(settings.measure), "tokenizer": _tokenizer(settings.measure)}
    text = json.dumps(plain(parts), sort_keys=True, ensure_ascii=True)
    return blake2b(text.encode(), digest_size=DIGEST).hexdigest()


def versions(formats: Iterable[str], settings: FileSettings) -> str:
    """Return the versions of what took part in cutting a file, as one line.

    Args:
        formats: Names of the formats that took part; some may not be installed.
        settings: What the file was split with.
    """
    return _versions(tuple(sorted(formats)), settings.plugins, settings.measure)


def detection(choice: Choice) -> str:
    """Return the formats that there are to choose from, with their versions, as a hash.

    While it is the same, a file whose content is the same is found to be of the same format.
    """
    return _detection(choice)


def detected(text: str, key: str, choice: Choice) -> str:
    """Return the name of the format that a file is found to be of."""
    return detect(chosen(choice).formats(), text[:HEAD], source=key).format


@cache
def _versions(formats: tuple[str, ...], choice: Choice, measure: str) -> str:
    parts = [" ".join(map(_version, (*_CORE, *_measuring(measure))))]
    registry = chosen(choice)
    known = {found.name: found for found in registry.formats()}
    for name in formats:
        parts.append(f"{name}: {_makers(known[name], registry) if name in known else ''}")
    return "; ".join(parts)


@cache
def _detection(choice: Choice) -> str:
    registry = chosen(choice)
    listed = [f"{found.name}: {registry.owner(found.name)}" for found in registry.formats()]
    return blake2b("; ".join(listed).encode(), digest_size=DIGEST).hexdigest()


def _makers(found: Format, registry: Registry) -> str:
    """Return the distributions that a format is made of, with their versions."""
    needed: Sequence[str] = getattr(found, "depends_on", ())
    return " ".join([registry.owner(found.name) or "", *map(_version, needed)]).strip()


def _measuring(measure: str) -> tuple[str, ...]:
    for prefix, library in _LIBRARIES.items():
        if measure.startswith(prefix):
            return (library,)
    return ()


@cache
def _version(distribution: str) -> str:
    try:
        return f"{distribution} {metadata.version(distribution)}"
    except metadata.PackageNotFoundError:
        return f"{distribution} none"


@cache
def _tokenizer(measure: str) -> str:
    """Return a hash of the file that holds a tokenizer; empty for any other measure."""
    if not measure.startswith(TOKENIZERS):
        return ""
    try:
        with open(measure.removeprefix(TOKENIZERS), "rb") as stream:
            return blake2b(stream.read(), digest_size=DIGEST).hexdigest()
    except OSError:
        # Whoever makes the splitter is told.
        return ""
