"""The check that time grows as the text does."""

from __future__ import annotations

import gc
from time import process_time
from typing import TYPE_CHECKING

from chunkladder import Document, MissingDependencyError, OptionError
from chunkladder.formats import HEAD, make_options

from ._faults import ConformanceError
from ._limits import ending
from ._texts import units

if TYPE_CHECKING:
    from ._subjects import Subject

_SHORT, _LONGEST = 2_000, 32_000
_TIMES = 8
_MOST = 3 * _TIMES
"""Linear work takes ``_TIMES`` as long, quadratic work ``_TIMES ** 2``; this lies far from both."""
_NOTABLE = 0.002  # seconds; below, the clock and what happens once weigh too much
_TRIES = 6
_STRETCH = 1000


def check_linear(subject: Subject) -> None:
    """Eight times the text takes about eight times the time, whatever the text."""
    for unit in units(subject.samples):
        _check_unit(subject, unit)


def _check_unit(subject: Subject, unit: str) -> None:
    length = _SHORT
    short = _seconds(subject, unit, length)
    while short < _NOTABLE and length < _LONGEST:
        length *= 2
        short = _seconds(subject, unit, length)
    long = _seconds(subject, unit, _TIMES * length)
    for _ in range(_TRIES):
        if long <= _MOST * max(short, _NOTABLE):
            return
        # A machine that is busy slows down now this one, now that one: the least of each counts.
        short = min(short, _seconds(subject, unit, length))
        long = min(long, _seconds(subject, unit, _TIMES * length))
    found = f"{unit[:40]!r} repeated: {length} characters take {short:.4f} s, "
    raise ConformanceError(
        f"{found}{_TIMES} times as many {long / max(short, _NOTABLE):.0f} times as long"
    )


def _seconds(subject: Subject, unit: str, length: int) -> float:
    """Return the time of the processor for all that a format does with a text."""
    text = (unit * (length // len(unit) + 1))[:length]
    document, found = Document(text, None, subject.name), subject.format
    options, told = make_options(found), f"{unit[:40]!r} repeated"
    gc.disable()
    try:
        with ending(text, told):
            started = process_time()
            found.sniff(text[:HEAD])
            outline = found.outline(document, options)
            for start in range(0, length, _STRETCH):
                found.describe(document, outline, start, min(length, start + _STRETCH))
            return process_time() - started
    except (ConformanceError, MissingDependencyError, OptionError):
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise ConformanceError(f"{told}: {length} characters raised {what}") from error
    finally:
        gc.enable()
