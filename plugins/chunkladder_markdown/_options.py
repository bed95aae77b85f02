"""The options of the Markdown format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class MarkdownOptions:
    """What may be chosen.

    Attributes:
        front_matter: ``"drop"`` leaves the front matter out of the body and puts it into the
            metadata; ``"keep"`` also leaves it in the body.
        tables: ``"rows"`` cuts a table that is too big between rows; ``"whole"`` keeps each table
            in one chunk whatever it costs.
        html: ``"keep"`` leaves blocks of HTML as they are; ``"no-comments"`` leaves comments out
            of the body; ``"drop"`` leaves all such blocks out.
        fences: ``"language"`` cuts a fence that is too big by the format of its language, where
            that is installed; ``"lines"`` cuts it between lines.
    """

    front_matter: Literal["drop", "keep"] = "drop"
    tables: Literal["rows", "whole"] = "rows"
    html: Literal["keep", "no-comments", "drop"] = "keep"
    fences: Literal["language", "lines"] = "language"
