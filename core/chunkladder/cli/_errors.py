"""Errors as people see them: one line on stderr and an exit status."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from chunkladder.errors import reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from chunkladder.corpus import Fault

PROGRAM = "chunkladder"
FAILED = 1
"""Exit status: something in the input failed, and the rest was done."""
INTERRUPTED = 128 + signal.SIGINT
"""Exit status: Ctrl-C."""

_TRACEBACK = f"{PROGRAM}.traceback"
_OF_CLICK = (click.ClickException, click.exceptions.Exit, click.Abort)
_STOPS = ("SIGTERM", "SIGHUP")

_Callable = TypeVar("_Callable", bound="Callable[..., Any]")


class Say(Protocol):
    """Prints one message to stderr."""

    def __call__(self, message: str, /) -> None:
        """Print it."""


class Commands(click.Group):
    """A group that turns whatever its commands raise into a message and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; see the class."""
        try:
            return super().invoke(ctx)
        except _OF_CLICK:
            raise
        except KeyboardInterrupt:
            echo(f"{PROGRAM}: interrupted")
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            _hush()
        except Exception as error:  # noqa: BLE001 - the last stop: no traceback unless asked for
            echo(told(f"{PROGRAM}: {reason(error)}", error))
            ctx.exit(FAILED)


def traceback_option(command: _Callable) -> _Callable:
    """Add ``--traceback``."""
    return click.option(
        "--traceback",
        is_flag=True,
        expose_value=False,
        callback=_remember_traceback,
        help="Show where in the program an error arose.",
    )(command)


def failure(fault: Fault) -> str:
    """Return the message that names a document that failed, and why."""
    trace = fault.traceback if _is_traced() else ""
    return f"{trace}{PROGRAM}: {fault.key}: {fault.error}"


def told(message: str, error: BaseException) -> str:
    """Return a message, under the error's traceback if that was asked for."""
    return "".join(traceback.format_exception(error)) + message if _is_traced() else message


def _is_traced() -> bool:
    return bool(click.get_current_context().meta.get(_TRACEBACK))


def echo(message: str) -> None:
    """Print one message to stderr."""
    click.echo(message, err=True)


@contextmanager
def stopping_in_order() -> Iterator[None]:
    """Let the signals that end a process unwind it first, so that what is open is put away."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in _STOPS if hasattr(signal, name)]
        # One that is ignored, as under nohup, stays so.
        here = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
        before = {number: signal.signal(number, _stop) for number in here}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _remember_traceback(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        ctx.meta[_TRACEBACK] = True


def _hush() -> None:
    """Drop what is still buffered for a reader that has gone, such as ``head``."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
