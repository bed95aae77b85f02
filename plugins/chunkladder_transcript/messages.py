"""JSON in which each object is what somebody said: Slack exports, speech APIs, QMSum."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .draft import Draft


def draft_messages(text: str) -> Draft | None:
    """Return what the messages of a document say; None where there are none."""
    return None


def looks_like_messages(head: str) -> bool:
    """Tell whether a text begins as a list of messages does."""
    return False
