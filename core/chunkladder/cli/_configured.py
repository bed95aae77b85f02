"""The options that all commands on files have: configuration, walk, processes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

import click

from chunkladder.errors import ChunkladderError, reason

from ._values import number_of_jobs, seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from chunkladder.config import Config

_Callable = TypeVar("_Callable", bound="Callable[..., Any]")


def config_options(command: _Callable) -> _Callable:
    """Add ``--config`` and ``--no-config``."""
    for option in (
        click.option(
            "--no-config",
            is_flag=True,
            help="Use no configuration, even if there is one. [default: the nearest is used]",
        ),
        click.option(
            "--config",
            metavar="FILE",
            type=click.Path(exists=True, dir_okay=False),
            help="The configuration. [default: the nearest chunkladder.toml, or pyproject.toml "
            "with a table tool.chunkladder, in the folder or above it]",
        ),
    ):
        command = option(command)
    return command


def walk_options(command: _Callable) -> _Callable:
    """Add ``--no-ignore`` and ``--follow-links``."""
    for option in (
        click.option(
            "--follow-links",
            is_flag=True,
            help="Follow links to folders, and to files outside the folder. "
            "[default: they are left out]",
        ),
        click.option(
            "--no-ignore",
            is_flag=True,
            help="Read hidden files and those that .gitignore names, too. "
            "[default: they are left out]",
        ),
    ):
        command = option(command)
    return command


def run_options(command: _Callable) -> _Callable:
    """Add ``--jobs`` and ``--time-limit``."""
    for option in (
        click.option(
            "--time-limit",
            metavar="SECONDS",
            type=seconds,
            help="End the work on a file that takes longer, and report the file as failed. "
            "[default: no limit]",
        ),
        click.option(
            "--jobs",
            metavar="N|auto",
            type=number_of_jobs,
            default="auto",
            show_default=True,
            help="How many processes split files; auto: one for each core, if there is enough "
            "to do. The output is the same.",
        ),
    ):
        command = option(command)
    return command


def configured(paths: Iterable[str], config: str | None, no_config: bool) -> Config:
    """Return the configuration for some paths: the one that is named, or the nearest.

    Raises:
        UsageError: Something in it is wrong.
    """
    from chunkladder.config import Config, find_config, load_config

    folder = _common_folder(paths)
    try:
        found = config or (None if no_config else find_config(folder))
        return load_config(found) if found else Config(folder)
    except ChunkladderError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {reason(error)}") from error


def _common_folder(paths: Iterable[str]) -> Any:
    from pathlib import Path

    real = [os.path.abspath(path) for path in paths if path != "-"]
    try:
        common = os.path.commonpath(real)
    except ValueError:  # none, or on several drives
        common = os.getcwd()
    return Path(common if os.path.isdir(common) else os.path.dirname(common))
