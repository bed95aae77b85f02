"""``chunkladder search``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from ._errors import echo, traceback_option

if TYPE_CHECKING:
    from chunkladder.store import Hit

_SHOWN, _BEFORE = 240, 60
"""Characters of a chunk that are shown, and how many of them in front of the first word found."""

_EXAMPLES = """\b
Examples:
  chunkladder search 'harbor master' --store chunks.db
  chunkladder search '"harbor master" fees' --store chunks.db -n 3 --json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--store",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False),
    help="A store that 'chunkladder sync' made.  [required]",
)
@click.option(
    "-n",
    "--number",
    metavar="N",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="How many chunks to print at most.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print records, one a line, with their score. [default: where, path and an excerpt]",
)
@traceback_option
def search(words: tuple[str, ...], store: str, number: int, as_json: bool) -> None:
    """Print the chunks of a store that fit WORDS best.

    Words in double quotes are a phrase, which must be there. The more of the others a chunk has,
    and the rarer they are, the better. Capitals and accents do not count.
    """
    from chunkladder.store import Store

    wanted = " ".join(words)
    with Store(store, create=False) as opened:
        hits = opened.search(wanted, number)
    if not hits:
        echo("chunkladder: nothing found")
    for place, hit in enumerate(hits):
        if as_json:
            _print_record(hit)
        else:
            click.echo(("\n" if place else "") + _told(hit, wanted))


def _print_record(hit: Hit) -> None:
    from chunkladder.records import encode

    click.echo(encode({"score": hit.score, **hit.record}))


def _told(hit: Hit, words: str) -> str:
    record = hit.record
    where = _printable(f"{record['source']}:{record['start_line']}-{record['end_line']}")
    path = " > ".join(record["path"])
    return f"{where}  {_printable(path)}".rstrip() + f"\n  {_excerpt(record['body'], words)}"


def _excerpt(body: str, words: str) -> str:
    """Return a stretch of a chunk in one line, around the first of the words that it has."""
    text = " ".join(body.split())
    start = max(0, _first(text, words) - _BEFORE)
    if len(text) <= _SHOWN:
        start = 0
    elif start:
        # Not in the middle of a word, where there is a blank near.
        start = max(start, text.find(" ", start, start + _BEFORE) + 1)
    end = start + _SHOWN
    shown = text[start:end]
    return ("… " if start else "") + _printable(shown) + (" …" if end < len(text) else "")


def _first(text: str, words: str) -> int:
    wanted = "|".join(map(re.escape, re.findall(r"\w+", words)))
    found = re.search(rf"\b(?:{wanted})\b", text, re.IGNORECASE) or re.search(
        wanted, text, re.IGNORECASE
    )
    return found.start() if found else 0


def _printable(text: str) -> str:
    """Replace what a terminal would obey or refuse."""
    seen = "".join(char if char.isprintable() else "\ufffd" for char in text)
    return seen.encode("utf-8", "replace").decode()
