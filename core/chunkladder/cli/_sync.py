"""``chunkladder sync``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from chunkladder.errors import ConfigError, FormatError, reason
from chunkladder.files import Fault

from ._configured import config_options, configured, run_options, walk_options
from ._errors import FAILED, echo, failure, stopping_in_order, traceback_option
from ._output import OutputError, file_path
from ._progress import Tally, shown
from ._values import seconds_or_none

if TYPE_CHECKING:
    from pathlib import Path

    from chunkladder.corpus import Corpus
    from chunkladder.files import Outcome
    from chunkladder.sync import SyncReport, Way

_EXAMPLES = """\b
Examples:
  chunkladder sync docs --store chunks.db
  chunkladder sync docs --store chunks.db --changes changes.jsonl
"""


@click.command(epilog=_EXAMPLES)
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@click.option(
    "--store",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False),
    help="The store, made if it is not there.",
)
@click.option(
    "--changes",
    metavar="FILE",
    callback=file_path,
    help="Write there which chunks were added, deleted and kept since this was last done, one "
    "JSON record a line. [default: nowhere]",
)
@click.option(
    "--wait",
    metavar="SECONDS",
    type=seconds_or_none,
    default="0",
    show_default=True,
    help="How long to wait for another run on the same store.",
)
@config_options
@walk_options
@run_options
@click.option(
    "--strict",
    is_flag=True,
    help="Stop at the first file that fails; what was done until then stays. "
    "[default: the others are done]",
)
@traceback_option
@click.pass_context
def sync(
    ctx: click.Context, /, folder: str, store: str, changes: Path | None, **given: Any
) -> None:
    """Bring a store up to date with the files of FOLDER.

    The store is one SQLite file that holds chunks and an index of their words. Only files whose
    content, settings or plugins changed are split again, and chunks whose content stays keep
    their ids. Each file is one transaction: a run that is killed leaves the store consistent, and
    the next one goes on. A file that fails is named on stderr and keeps its chunks; the exit
    status is then 1.
    """
    from chunkladder.sync import Way

    corpus = _corpus(folder, given)
    tally = Tally()
    with stopping_in_order(), shown(tally, on_terminal=sys.stderr.isatty()) as say:

        def expect(number: int) -> None:
            tally.total = number

        def watch(news: Outcome[Any] | Fault) -> None:
            tally.files += 1
            if isinstance(news, Fault):
                tally.failed += 1
                say(failure(news))
            elif news.result is not None:
                tally.chunks += len(news.result.rows)

        way = Way(
            given["jobs"],
            given["time_limit"],
            given["wait"],
            given["strict"],
            changes,
            expect,
            watch,
        )
        report = _synced(corpus, store, way)
    _print(report)
    if given["strict"] and report.faults:
        echo("chunkladder: stopped at the first failure, as --strict asks for")
    ctx.exit(FAILED if report.faults else 0)


def _corpus(folder: str, given: dict[str, Any]) -> Corpus:
    from chunkladder.corpus import Corpus

    config = configured([folder], given["config"], given["no_config"])
    try:
        config.check()
    except (ConfigError, FormatError) as error:
        raise click.UsageError(str(error)) from error
    return Corpus(config, folder, ignore=not given["no_ignore"], follow_links=given["follow_links"])


def _synced(corpus: Corpus, store: str, way: Way) -> SyncReport:
    from chunkladder.store import Store
    from chunkladder.sync import sync

    try:
        jobs = list(corpus.documents())
        with Store(store) as opened:
            return sync(opened, jobs, corpus.faults, way)
    except ConfigError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise OutputError(f"{way.changes}: cannot be written: {reason(error)}") from error


def _print(report: SyncReport) -> None:
    for name in ("documents", "chunks"):
        counts = getattr(report, name)._asdict()
        if not counts.get("failed", True):
            del counts["failed"]
        told = ", ".join(f"{number} {what}" for what, number in counts.items())
        click.echo(f"{name}: {told}")
