"""Format-aware recursive text chunking with plugins.

``split(text)`` and ``Splitter`` are the front door; the other names are for those who write
formats. Importing this package imports no parser, tokenizer, command line or plugin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chunk import Chunk
from .errors import (
    AmbiguousFormatError,
    ChunkladderError,
    ConfigError,
    DocumentError,
    FormatError,
    MissingDependencyError,
    OptionError,
    PluginContractError,
    PluginError,
    PluginLoadError,
    StoreBusyError,
    StoreError,
)
from .formats import Format
from .measures import Measure
from .model import Document, Edit, Outline, Region, Scope, Span
from .rungs import Keep, Ladder, Offsets, Regex, Separator, UserRung
from .splitter import Splitter, split

if TYPE_CHECKING:
    from .corpus import Corpus
    from .declared import CutPattern, DeclaredFormat, ScopePattern, format_from_table
    from .plugins import Registry, hookimpl
    from .store import Store

__version__ = "0.1.0"

__all__ = [
    "AmbiguousFormatError",
    "Chunk",
    "ChunkladderError",
    "ConfigError",
    "Corpus",
    "CutPattern",
    "DeclaredFormat",
    "Document",
    "DocumentError",
    "Edit",
    "Format",
    "FormatError",
    "Keep",
    "Ladder",
    "Measure",
    "MissingDependencyError",
    "Offsets",
    "OptionError",
    "Outline",
    "PluginContractError",
    "PluginError",
    "PluginLoadError",
    "Regex",
    "Region",
    "Registry",
    "Scope",
    "ScopePattern",
    "Separator",
    "Span",
    "Splitter",
    "Store",
    "StoreBusyError",
    "StoreError",
    "UserRung",
    "__version__",
    "format_from_table",
    "hookimpl",
    "split",
]


def __getattr__(name: str) -> object:
    # pluggy is for plugins, and files are for folders; a program that only splits loads neither.
    if name == "Corpus":
        from .corpus import Corpus

        return Corpus
    if name in {"Registry", "hookimpl"}:
        from . import plugins

        return getattr(plugins, name)
    if name == "Store":
        from .store import Store

        return Store
    if name in {"CutPattern", "DeclaredFormat", "ScopePattern", "format_from_table"}:
        from . import declared

        return getattr(declared, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
