"""``chunkladder split``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from chunkladder.errors import ConfigError, FormatError
from chunkladder.records import encode, record
from chunkladder.text import decode

from ._errors import FAILED, Say, echo, failure, stopping_in_order, traceback_option
from ._inputs import Input, Unread, find
from ._output import open_output, output_identities, output_path
from ._progress import Tally, shown
from ._values import number_or_auto, number_or_rung, overlap, rung

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from chunkladder import Chunk, Splitter

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
@traceback_option
@click.pass_context
def split(
    ctx: click.Context, /, paths: tuple[str, ...], output: Path | None, **settings: Any
) -> None:
    """Cut files into chunks, one JSON record a line.

    A PATH is a file, a folder (walked, without hidden files and links to folders), or - for
    standard input. A file that cannot be read as text is named on stderr and the others are done;
    the exit status is then 1. With --parent each record has a level, parent or child, and parents
    come before their children.
    """
    splitter = _splitter(settings)
    found = list(find(paths, output_identities(output)))
    inputs = [item for item in found if isinstance(item, Input)]
    tally = Tally(total=len(inputs))
    with (
        stopping_in_order(),
        open_output(output) as stream,
        shown(tally, on_terminal=_has_room(output)) as say,
    ):
        job = _Job(splitter, settings["parent"] is not None, stream, tally, say)
        for item in found:
            job.do(item)
    echo(tally.summary())
    ctx.exit(FAILED if tally.failed else 0)


@dataclass(frozen=True, slots=True)
class _Job:
    """What is needed to do one file after the other."""

    splitter: Splitter
    with_parents: bool
    stream: BinaryIO
    tally: Tally
    say: Say

    def do(self, item: Input | Unread) -> None:
        """Write the records of one file, all of them or, if it fails, none.

        Raises:
            UsageError: The settings do not suit its format.
        """
        if isinstance(item, Unread):
            self._fail(item.source, item.error)
            return
        self.tally.files += 1
        try:
            lines = list(self._lines(item))
        except Exception as error:  # noqa: BLE001 - a plugin is called
            self._fail(item.source, error)
        else:
            self.stream.writelines(lines)
            self.tally.settle(len(lines))

    def _lines(self, item: Input) -> Iterator[bytes]:
        text = decode(item.read(), source=item.source)
        if self.with_parents:
            for parent in self.splitter.parents(text, source=item.source):
                yield self._line(parent, "parent")
        for chunk in self.splitter.iter_split(text, source=item.source):
            self.tally.pending += 1
            yield self._line(chunk, "child")

    def _line(self, chunk: Chunk, level: str) -> bytes:
        levels = {"level": level} if self.with_parents else {}
        return encode(record(chunk, self.splitter.measure) | levels) + b"\n"

    def _fail(self, source: str, error: Exception) -> None:
        self.tally.fail()
        self.say(failure(source, error))


def _splitter(settings: dict[str, Any]) -> Splitter:
    from chunkladder import Splitter

    given = {name: value for name, value in settings.items() if name != "no_context"}
    given["ladder"] = list(settings["ladder"]) or None
    try:
        return Splitter(context=not settings["no_context"], **given)
    except (ConfigError, FormatError) as error:
        raise click.UsageError(str(error)) from error


def _has_room(output: Path | None) -> bool:
    """Tell whether progress can be shown: on a terminal that the records do not fill."""
    return sys.stderr.isatty() and not (output is None and sys.stdout.isatty())
