"""``chunkladder check``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chunkladder.errors import (
    ChunkladderError,
    DocumentError,
    FormatError,
    MissingDependencyError,
    reason,
)

from ._configured import config_options, configured
from ._errors import FAILED, PROGRAM, echo, told, traceback_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from chunkladder.choices import Choice
    from chunkladder.testing import Sample, Subject

_UNSEEN = "rungs-occur"
"""What real files need not show: it is told, and is no failure."""


@click.command()
@click.argument("name")
@click.argument("files", nargs=-1, type=click.Path(exists=True))
@click.option("--only", multiple=True, metavar="CHECK", help="Run this check; may be repeated.")
@click.option(
    "--examples",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="How many random texts to try.",
)
@config_options
@traceback_option
@click.pass_context
def check(  # noqa: PLR0913, PLR0917 - one for each argument and option
    ctx: click.Context,
    /,
    name: str,
    files: tuple[str, ...],
    only: tuple[str, ...],
    examples: int,
    config: str | None,
    no_config: bool,
) -> None:
    """Check that a format does what all formats do.

    NAME is a format that is installed, or that the nearest configuration declares. FILES are
    documents of it, or folders of such. Texts of other formats, broken ones and random ones are
    tried in any case. What is broken is told with the rule, the offsets and an excerpt; the exit
    status is then 1.
    """
    _check_extra()
    subject = _subject(name, examples, configured((), config, no_config).plugins)
    samples, failed = _read(files)
    given = replace(subject, samples=tuple(samples or _foreign()))
    wanted = _wanted(only)
    if not samples and _UNSEEN in wanted:
        wanted.remove(_UNSEEN)
        click.echo(f"skipped  {_UNSEEN}: give files of the format")
    broken = sum([not _is_fine(each, given) for each in wanted])
    echo(f"format {name}: {broken or 'nothing'} broken")
    ctx.exit(FAILED if broken or failed else 0)


def _check_extra() -> None:
    try:
        import hypothesis  # noqa: F401
    except ImportError:
        message = 'check needs the module hypothesis: run pip install "chunkladder[testing]"'
        raise click.ClickException(message) from None


def _subject(name: str, examples: int, choice: Choice) -> Subject:
    """Return what is to be checked.

    Raises:
        UsageError: There is no such format.
        PluginLoadError: Its plugin could not be loaded.
    """
    from chunkladder.testing import Subject

    subject = Subject(name, (), examples, choice)
    try:
        _ = subject.format
    except FormatError as error:
        raise click.UsageError(str(error)) from error
    return subject


def _read(files: Iterable[str]) -> tuple[list[Sample], bool]:
    """Return the samples, and whether one could not be read."""
    from chunkladder.testing import samples_from

    samples: list[Sample] = []
    failed = False
    for path in _expanded(files):
        try:
            found = samples_from(path)
        except (OSError, DocumentError) as error:
            echo(told(f"{PROGRAM}: {path}: {reason(error).removeprefix(f'{path}: ')}", error))
            failed = True
        else:
            samples += [sample._replace(name=path.as_posix()) for sample in found]
    return samples, failed


def _foreign() -> Iterator[Sample]:
    """Yield documents of other formats, for want of better ones."""
    from chunkladder.testing import Sample
    from chunkladder.testing._texts import FOREIGN

    for text in FOREIGN:
        yield Sample(text, f"another format, {text[:20]!r}")


def _expanded(files: Iterable[str]) -> Iterator[Path]:
    for path in map(Path, files):
        if path.is_dir():
            yield from sorted(inner for inner in path.rglob("*") if inner.is_file())
        else:
            yield path


def _wanted(only: tuple[str, ...]) -> list[str]:
    from chunkladder.testing import CHECKS

    for name in only:
        if name not in CHECKS:
            expected = f"one of {', '.join(CHECKS)}"
            raise click.BadParameter(f"expected {expected}, got {name}", param_hint="--only")
    return [name for name in CHECKS if not only or name in only]


def _is_fine(name: str, subject: Subject) -> bool:
    """Run one check, and tell what came of it."""
    from chunkladder.testing import ConformanceError, run_check

    try:
        run_check(name, subject)
    except ConformanceError as error:
        unseen = name == _UNSEEN and "no sample has a cut of it" in error.found
        click.echo(f"{'unseen' if unseen else 'BROKEN':8} {name}")
        click.echo("".join(f"    {line}\n" for line in error.lines()), nl=False)
        return unseen
    except MissingDependencyError:
        raise  # that is no fault, and no check gets further
    except ChunkladderError as error:
        click.echo(f"BROKEN   {name}\n    {reason(error)}")
        return False
    click.echo(f"ok       {name}")
    return True
