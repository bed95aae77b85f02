"""``chunkladder split``."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import click

from chunkladder.config import Rule
from chunkladder.corpus import Fault, Records, fault_of, records_of, workers_for
from chunkladder.errors import ConfigError, FormatError
from chunkladder.files import FileSettings, Job, Outcome, run
from chunkladder.walking import Walk

from ._configured import config_options, configured, run_options, walk_options
from ._errors import FAILED, Say, echo, failure, stopping_in_order, traceback_option
from ._inputs import Finder, stored
from ._output import open_output, output_identities, output_path
from ._progress import Tally, shown
from ._sinks import check_output, sink
from ._values import number_or_auto, number_or_rung, overlap, rung

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_EXAMPLES = """\b
Examples:
  chunkladder split docs -o chunks.jsonl
  chunkladder split book.txt --size 300 --measure words --overlap 15%
  chunkladder split log.txt --ladder '\\n\\n' --ladder '\\n' --ladder ''
  cat page.txt | chunkladder split - --format text --parent 4000
"""


@click.command(epilog=_EXAMPLES)
@click.argument(
    "paths",
    metavar="PATH…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, allow_dash=True, readable=False),
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    callback=output_path,
    help="Write there, when all is done; without it, to standard output as it comes.",
)
@click.option(
    "--format",
    metavar="F",
    help="Format of all files; see 'chunkladder formats'. [default: found from name and content]",
)
@click.option(
    "--size",
    metavar="N",
    type=int,
    default=1000,
    show_default=True,
    help="The most that a chunk with its context may measure, in the unit of --measure.",
)
@click.option(
    "--overlap",
    metavar="N|15%",
    type=overlap,
    default="0",
    show_default=True,
    help="The most that neighbors may share, in the unit of --measure or as a share of the size.",
)
@click.option(
    "--overlap-at",
    metavar="RUNG",
    help="Let chunks begin earlier, by up to --overlap, at this rung's cuts, such as sentence. "
    "[default: overlap is whole pieces]",
)
@click.option(
    "--min-size",
    metavar="N",
    type=int,
    default=0,
    show_default=True,
    help="Join a smaller chunk to its neighbor if both fit, in the unit of --measure.",
)
@click.option(
    "--parent",
    metavar="N|RUNG",
    type=number_or_rung,
    help="Also write the larger chunks that hold the others: of this size, in the unit of "
    "--measure, or cut at this rung. [default: none]",
)
@click.option(
    "--measure",
    metavar="M",
    default="characters",
    show_default=True,
    help="Unit of every size: characters, words, bytes, tiktoken:ENCODING, tokenizers:FILE.json, "
    "or a plugin's measure.",
)
@click.option(
    "--special-tokens",
    metavar="N|auto",
    type=number_or_auto,
    default="0",
    show_default=True,
    help="Tokens that the model puts around every text, which count too; auto: as many as the "
    "tokenizer says.",
)
@click.option(
    "--ladder",
    metavar="RUNG",
    multiple=True,
    type=rung,
    help=r"Where to cut, coarse to fine, once for each rung: a rung's name, a literal such as "
    r"'\n\n', '' for between any two characters, or re: and a regular expression. "
    "[default: the format's own]",
)
@click.option(
    "--keep-separator",
    type=click.Choice(["start", "end", "drop"]),
    default="start",
    show_default=True,
    help="Where literals and expressions of --ladder stay: at the start of the next piece, at "
    "the end of the one before, or in neither.",
)
@click.option(
    "--stable",
    is_flag=True,
    help="Let the text decide where a chunk ends, so that an edit changes only the chunks around "
    "it. [default: chunks are as full as can be, by a quarter fuller]",
)
@click.option(
    "--no-context",
    is_flag=True,
    help="Leave the labels of the path out of embed_text. [default: they are put in front]",
)
@config_options
@walk_options
@run_options
@click.option(
    "--strict",
    is_flag=True,
    help="Stop at the first file that fails, and write no output file. "
    "[default: the others are done]",
)
@traceback_option
@click.pass_context
def split(ctx: click.Context, /, paths: tuple[str, ...], output: Path | None, **given: Any) -> None:
    """Cut files into chunks, one JSON record a line.

    An output whose name ends with .parquet becomes a table instead.
    A PATH is a file, a folder (walked, without hidden and ignored files and links to folders), or
    - for standard input. Settings come from the nearest configuration; what is given here wins.
    A file that cannot be read as text is named on stderr and the others are done; the exit status
    is then 1. With --parent each record has a level, parent or child, and parents come before
    their children.
    """
    check_output(output)
    found = _found(ctx, paths, output, given)
    jobs = [each for each in found if isinstance(each, Job)]
    tally = Tally(total=len(jobs))
    with (
        stopping_in_order(),
        open_output(output) as stream,
        sink(stream, output) as write,
        shown(tally, on_terminal=_has_room(output)) as say,
        stored(jobs) as here,
    ):
        desk = _Desk(tally, write, say, given["strict"])
        for fault in found:
            if isinstance(fault, Fault):
                desk.tell(fault)
        workers = workers_for(here, given["jobs"])
        with closing(run(here, records_of, workers, given["time_limit"])) as outcomes:
            for outcome in outcomes:
                desk.take(outcome)
    echo(tally.summary())
    ctx.exit(FAILED if tally.failed else 0)


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where outcomes arrive: records go out, failures are told, and all are counted."""

    tally: Tally
    write: Callable[[bytes], object]
    say: Say
    is_strict: bool

    def take(self, outcome: Outcome[Records]) -> None:
        """Write the records of one file, all of them or, if it failed, none."""
        self.tally.files += 1
        if outcome.result is None:
            self.tell(fault_of(outcome))
            return
        self.write(outcome.result.lines)
        self.tally.chunks += outcome.result.chunks
        self.tally.parents += outcome.result.parents

    def tell(self, fault: Fault) -> None:
        """Tell of a file or folder that failed.

        Raises:
            StrictError: That is to be the end.
        """
        self.tally.failed += 1
        self.say(failure(fault))
        if self.is_strict:
            raise StrictError("stopped at the first failure, as --strict asks for")


class StrictError(click.ClickException):
    """Something failed, and nothing was to fail."""

    exit_code = FAILED


def _found(
    ctx: click.Context, paths: tuple[str, ...], output: Path | None, given: dict[str, Any]
) -> list[Job | Fault]:
    """Return the files to split with their settings, and the folders that cannot be walked.

    Raises:
        UsageError: The settings are wrong.
    """
    config = configured(paths, given["config"], given["no_config"])
    config = replace(config, overrides=Rule("", (), values=_overrides(ctx, given)))
    walk = Walk(ignore=not given["no_ignore"], follow_links=given["follow_links"])
    try:
        config.check()
        return list(Finder(config, walk, output_identities(output)).find(paths))
    except (ConfigError, FormatError) as error:
        raise click.UsageError(str(error)) from error


def _overrides(ctx: click.Context, given: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that were given here, under the names of ``FileSettings``."""
    from click.core import ParameterSource

    named = {
        name for name in given if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    values = {name: given[name] for name in named & {each.name for each in fields(FileSettings)}}
    return values | ({"context": False} if "no_context" in named else {})


def _has_room(output: Path | None) -> bool:
    """Tell whether progress can be shown: on a terminal that the records do not fill."""
    return sys.stderr.isatty() and not (output is None and sys.stdout.isatty())
