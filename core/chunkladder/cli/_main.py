"""The entry point: what belongs to all commands."""

from __future__ import annotations

import click

from chunkladder import __version__

from ._check import check
from ._errors import Commands, traceback_option
from ._init import init
from ._listing import formats, plugins
from ._new_plugin import new_plugin
from ._plan import plan
from ._search import search
from ._split import split
from ._sync import sync

_EXAMPLES = """\b
Examples:
  chunkladder split docs -o chunks.jsonl
      Cut every file under docs into chunks of at most 1000 characters.
  chunkladder split notes.md --size 200 --measure words --overlap 15%
      Print the chunks of one file, counted in words, with overlap.

Each command has its own --help.
"""


@click.group(
    cls=Commands,
    epilog=_EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(
    __version__, "--version", prog_name="chunkladder", message="%(prog)s %(version)s"
)
@traceback_option
def main() -> None:
    """Cut documents into chunks for search and retrieval.

    Each document is cut where its format has natural boundaries: a paragraph before a sentence, a
    sentence before a word. A chunk is an exact slice of its file, and its record says where it
    stands, under which headings, and how large it is.
    """


main.add_command(init)
main.add_command(plan)
main.add_command(split)
main.add_command(sync)
main.add_command(search)
main.add_command(formats)
main.add_command(plugins)
main.add_command(check)
main.add_command(new_plugin)
