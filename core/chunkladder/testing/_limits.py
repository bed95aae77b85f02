"""An end for what does not come to one."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ._faults import ConformanceError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

LEAST = 20.0
"""How long a format may take for any text, in seconds of the processor."""

_A_SECOND = 5000
"""How many characters more it may have for each second more; slow formats take a tenth of it."""

_RULE = "A format comes to an end, whatever the text."


class EndlessError(ConformanceError):
    """A format does not come to an end."""


class _StopError(BaseException):
    """Nothing that a plugin catches, and nothing that stands for a failing outline."""


def seconds_for(length: int) -> float:
    """Return how long a format may take for texts of so many characters."""
    return LEAST + length / _A_SECOND


def endless(told: str, text: str | None = None, where: str = "") -> EndlessError:
    """Return the error for a format that was stopped."""
    end = len(text or "")
    return EndlessError(f"no end after {told}", rule=_RULE, text=text, end=end, where=where)


@contextmanager
def ending(text: str, where: str = "") -> Iterator[None]:
    """Stop what a format does with a text once it takes far too long.

    Counts the time of this process alone, so that a busy machine stops nothing. Does nothing where
    there is no such clock, as on Windows, and outside of the main thread.

    Raises:
        EndlessError: It was stopped.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGPROF"):
        yield
        return
    limit = seconds_for(len(text))
    before = signal.signal(signal.SIGPROF, _stop)
    # Again and again: a plugin may catch the first one.
    signal.setitimer(signal.ITIMER_PROF, limit, 1.0)
    try:
        yield
    except _StopError:
        raise endless(f"{limit:.0f} s", text, where) from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise _StopError
