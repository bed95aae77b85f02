"""Transcripts: meetings, podcasts, courts, hearings, chats and subtitles, cut between turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunkladder import hookimpl

if TYPE_CHECKING:
    from chunkladder import Format


@hookimpl
def chunkladder_formats() -> list[Format]:
    """Return the format."""
    from ._formatting import TranscriptFormat

    return [TranscriptFormat()]
