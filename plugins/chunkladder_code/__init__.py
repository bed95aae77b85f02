"""Source code, cut by tree-sitter at definitions, members and statements.

See ``README.md`` beside this file for the languages, the rungs and the options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return one format for each language; no parser is imported."""
    from ._format import CodeFormat
    from ._languages import LANGUAGES

    return [CodeFormat(language) for language in LANGUAGES]
