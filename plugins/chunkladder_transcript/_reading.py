"""Which reader reads a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._cues import draft_cues
from ._evidence import Verdict, believed, best, heads_of
from ._messages import draft_messages
from ._scanning import scannable
from ._shapes import LINE_SHAPES
from ._speech import draft_speech, draft_times

if TYPE_CHECKING:
    from ._draft import Draft

_CUE_SIGNS = ("-->",)


def read(text: str, shape: str | None = None) -> Draft | None:
    """Return what a document says, or None where nobody speaks.

    Args:
        text: Any text.
        shape: The name of its shape; None finds it.
    """
    scan = scannable(text)
    if shape is not None:
        return _read_as(scan, text, shape)
    return draft_messages(text) or _as_cues(scan) or _as_lines(scan)


def _as_cues(scan: str) -> Draft | None:
    from ._sniffing import is_cued

    return draft_cues(scan) if is_cued(scan) else None


def _as_lines(scan: str) -> Draft | None:
    lines = count_lines(scan)
    verdict = best(scan, lines)
    if verdict is None:
        return draft_times(scan, lines)
    return draft_speech(scan, verdict)


def _read_as(scan: str, text: str, shape: str) -> Draft | None:
    if shape == "json":
        return draft_messages(text)
    if shape == "cues":
        return draft_cues(scan)
    if shape == "times":
        return draft_times(scan, 0)
    named = next(one for one in LINE_SHAPES if one.name == shape)
    heads = believed(named, heads_of(named, scan), scan, count_lines(scan), sure=True)
    speakers = len({head.name for head in heads})
    return draft_speech(scan, Verdict(named, heads, speakers)) if heads else None


def count_lines(scan: str) -> int:
    """Return about how many lines are not blank."""
    return max(0, scan.count("\n") - scan.count("\n\n") - scan.count("\n \n") - 1)
