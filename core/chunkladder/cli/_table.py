"""Rows as a table on a terminal, and as aligned columns anywhere else."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence


def print_table(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
    """Print rows under the names of their columns."""
    if sys.stdout.isatty():
        _print_rich(columns, cells)
    else:
        _print_plain([columns, *cells])


def _print_plain(lines: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(padded).rstrip())


def _print_rich(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(*columns, box=box.SIMPLE_HEAD)
    for row in cells:
        table.add_row(*row)
    Console(markup=False, highlight=False, emoji=False).print(table)
