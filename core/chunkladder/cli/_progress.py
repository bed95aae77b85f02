"""What has been done so far, and how that is shown."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._errors import Say, echo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table


@dataclass(slots=True)
class Tally:
    """What has been done so far.

    Attributes:
        total: Files to do.
        files: Files done, those that failed included.
        failed: Files and folders that failed.
        chunks: Chunks of the files done.
        parents: Parents of the files done.
        began: When it began, on the monotonic clock, in seconds.
    """

    total: int = 0
    files: int = 0
    failed: int = 0
    chunks: int = 0
    parents: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self.began

    def summary(self) -> str:
        """Return all of it in one line, such as ``3 files, 120 chunks, 1 failed, 0.4 s``."""
        parts = [_counted(self.files, "file"), _counted(self.chunks, "chunk")]
        if self.parents:
            parts.append(_counted(self.parents, "parent"))
        if self.failed:
            parts.append(f"{self.failed} failed")
        return ", ".join([*parts, f"{self.seconds:.1f} s"])


@contextmanager
def shown(tally: Tally, *, on_terminal: bool) -> Iterator[Say]:
    """Show a tally as it changes, on a terminal.

    Yields:
        What prints a message without disturbing the display.
    """
    if not on_terminal:
        yield echo
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    with Live(
        console=console,
        get_renderable=lambda: _bar(tally),
        refresh_per_second=8,
        transient=True,
        redirect_stdout=False,
    ):
        yield lambda message: console.print(
            message, markup=False, highlight=False, emoji=False, soft_wrap=True
        )


def _bar(tally: Tally) -> Table:
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    rate = tally.chunks / max(tally.seconds, 0.001)
    row = Table.grid(padding=(0, 2))
    row.add_row(
        ProgressBar(total=max(tally.total, 1), completed=tally.files, width=30),
        f"{tally.files}/{_counted(tally.total, 'file')}",
        _counted(tally.chunks, "chunk"),
        f"{rate:,.0f} chunks/s",
        f"{tally.seconds:.0f} s",
    )
    return row


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
