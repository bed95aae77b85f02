"""The options of HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Choice = Literal["drop", "keep"]

_SELECTOR = re.compile(r"[\w-]*(?:[.#][\w-]+|\[[\w:-]+(?:=[^\]]*)?\])*")


@dataclass(frozen=True, slots=True)
class HtmlOptions:
    """What may be chosen.

    Attributes:
        tables: ``"rows"`` cuts a table that is too big between rows, which carry its header;
            ``"whole"`` keeps each table in one chunk whatever it costs.
        navigation: ``"drop"`` leaves ``nav`` out.
        footers: ``"drop"`` leaves ``footer`` out, but for that of a quote.
        roles: ``"drop"`` also leaves out what only says by its role that it is navigation or a
            footer: ``role="navigation"``, ``"search"`` or ``"contentinfo"``.
        hidden: ``"drop"`` leaves out what a browser does not show: ``hidden``,
            ``display: none``, ``visibility: hidden``, ``template``, ``noscript``, a ``dialog``
            that is closed.
        scripts: ``"drop"`` leaves ``script`` out.
        styles: ``"drop"`` leaves ``style`` out.
        comments: ``"drop"`` leaves comments out.
        title: ``"metadata"`` tells the title of the page in the metadata; ``"path"`` also makes it
            the first label of every path.
        images: ``"alt"`` shows the alternative text of images; ``"drop"`` shows nothing.
        omit: What else is left out, as selectors: a tag, ``.class``, ``#id``, ``[name=value]``,
            or some of them joined, such as ``ul.menu``.
    """

    tables: Literal["rows", "whole"] = "rows"
    navigation: Choice = "drop"
    footers: Choice = "drop"
    roles: Choice = "keep"
    hidden: Choice = "drop"
    scripts: Choice = "drop"
    styles: Choice = "drop"
    comments: Choice = "drop"
    title: Literal["metadata", "path"] = "metadata"
    images: Literal["drop", "alt"] = "drop"
    omit: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for selector in self.omit:
            if not selector or not _SELECTOR.fullmatch(selector):
                raise ValueError(f'omit: "{selector}" is not a tag, .class, #id or [name=value]')
