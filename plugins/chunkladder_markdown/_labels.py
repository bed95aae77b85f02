"""The plain text of a heading."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_ATTRIBUTES = re.compile(r"\s*\{:?\s*[#.][^{}]*\}\s*$")
_MARKED = re.compile(r"[\\`*_\[\]<>&!]")

LONGEST = 200
"""Characters of a heading that are shown in a path."""


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")


def label_of(content: str) -> str:
    """Return the text that a reader sees of a heading, on one line.

    Emphasis, code marks, links and a trailing ``{#id}`` are taken off. A long heading is cut
    short.
    """
    content = _ATTRIBUTES.sub("", content[: 4 * LONGEST])
    if _MARKED.search(content):
        content = "".join(map(_text_of, _parser().parseInline(content)))
    label = " ".join(content.split())
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1].rstrip()}…"


def _text_of(token: Token) -> str:
    if token.children:
        return "".join(map(_text_of, token.children))
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    # Markup in HTML is no text; what it marks is.
    return "" if token.type == "html_inline" else token.content
