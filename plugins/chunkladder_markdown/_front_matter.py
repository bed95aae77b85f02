"""Front matter: YAML between lines of ``---``, TOML between lines of ``+++``."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_FRONT = re.compile(
    r"\ufeff?(?:---[ \t]*(?:\r\n?|\n)(?P<yaml>(?s:.*?))^(?:---|\.\.\.)"
    r"|\+\+\+[ \t]*(?:\r\n?|\n)(?P<toml>(?s:.*?))^\+\+\+)[ \t]*(?:\r\n?|\n|\Z)",
    re.MULTILINE,
)
_KEY = re.compile(r"^[\w\"'-][^:\n]*:(?:\s|$)", re.MULTILINE)

LONGEST = 1 << 13
"""Characters of front matter that are read; a longer one is kept as text."""


class FrontMatter(NamedTuple):
    """Front matter, read.

    Attributes:
        end: The offset behind it.
        metadata: What it says, under ``front_matter``: a mapping, or its text where it cannot be
            read.
    """

    end: int
    metadata: Mapping[str, object]


def front_matter(text: str) -> FrontMatter | None:
    """Find the front matter that a text begins with."""
    if not text.startswith(("---", "+++", "\ufeff")):
        return None
    found = _FRONT.match(text)
    if found is None:
        return None
    toml = found["toml"]
    inner = found["yaml"] if toml is None else toml
    if toml is None and inner.strip() and not _KEY.search(inner):
        # Two rules with text between them.
        return None
    return FrontMatter(found.end(), {"front_matter": _read(inner, is_toml=toml is not None)})


def _read(inner: str, *, is_toml: bool) -> object:
    if len(inner) > LONGEST:
        return inner
    try:
        read = tomllib.loads(inner.replace("\r\n", "\n")) if is_toml else _read_yaml(inner)
    except Exception:  # noqa: BLE001 - many kinds, and what cannot be read is kept as it is
        return inner
    return _plain(read) if isinstance(read, dict) else inner


def _read_yaml(inner: str) -> object:
    import yaml

    if any(isinstance(token, yaml.AliasToken) for token in yaml.scan(inner)):
        # A few aliases can stand for more data than there are atoms.
        return inner
    return yaml.safe_load(inner)


def _plain(value: object) -> object:
    """Turn what JSON cannot hold, such as dates, into text."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if value is None or isinstance(value, str | int | bool):
        return value
    return value if isinstance(value, float) and abs(value) < float("inf") else str(value)
