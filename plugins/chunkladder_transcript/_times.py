"""Time stamps and what they say in seconds."""

from __future__ import annotations

import re

TIMER = r"-?\d{1,3}(?::\d\d){1,3}(?:[.,]\d{1,3})?"
"""``4:11``, ``01:02:03.45``, ``-00:00:00:03`` (days first)."""

CLOCK = rf"{TIMER}(?:[ \u202f]?[AaPp]\.?[Mm]\b\.?)?"
"""The same, or ``10:02 AM``."""

_HALVES = re.compile(r"[ \u202f]?([AaPp])\.?[Mm]\.?$")
_UNITS = (1, 60, 3600, 86400)


def seconds(stamp: str) -> float:
    """Return the seconds of a stamp as ``CLOCK`` matches it.

    Two numbers are minutes and seconds, but hours and minutes before ``AM`` or ``PM``.
    """
    half = _HALVES.search(stamp) if stamp[-1] in "mM." else None
    digits = stamp[: half.start()] if half else stamp
    parts = [float(part) for part in digits.lstrip("-").replace(",", ".").split(":")]
    if half:
        parts = _full_day(parts, half[1])
    total = 0.0
    for part, unit in zip(reversed(parts), _UNITS, strict=False):
        total += part * unit
    return -total if digits[0] == "-" else total


def _full_day(parts: list[float], half: str) -> list[float]:
    hours = parts[0] % 12 + (12 if half in "Pp" else 0)
    return [hours, *parts[1:], *([0.0] if len(parts) == 2 else [])]  # noqa: PLR2004
