"""``chunkladder plan``."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from chunkladder.corpus import Corpus
from chunkladder.errors import ChunkladderError, reason
from chunkladder.files import Fault, Job, workers_for
from chunkladder.planning import compare, explained, planned
from chunkladder.walking import Walk

from ._configured import config_options, configured, run_options, walk_options
from ._errors import FAILED, echo, failure, stopping_in_order, traceback_option
from ._inputs import Finder, identity
from ._table import print_table

if TYPE_CHECKING:
    from chunkladder.config import Config
    from chunkladder.planning import Explanation, Line
    from chunkladder.sync import Difference
    from chunkladder.walking import Identity

_EXAMPLES = """\b
Examples:
  chunkladder plan
  chunkladder plan docs --explain docs/prices.csv
"""

_COLUMNS = ("rule", "match", "files", "skipped", "failed", "bytes", "chunks", "fill", "oversized")
_COMPARED = ("added", "changed", "removed", "kept")


@click.command(epilog=_EXAMPLES)
@click.argument("folder", default=".", type=click.Path(exists=True, file_okay=False))
@click.option(
    "--explain",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Show what decides how one file is split: rules, and what its format was found by.",
)
@click.option(
    "--store",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Also show how many documents 'chunkladder sync' would add, change, remove and keep in "
    "this store.",
)
@config_options
@walk_options
@run_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@traceback_option
@click.pass_context
def plan(ctx: click.Context, /, folder: str, explain: str | None, **given: Any) -> None:
    """Show what splitting FOLDER would give; write nothing.

    For each rule: files, how many of them are skipped or fail, bytes, chunks, how full a chunk is
    on average, and how many are over the size. A file that several rules are about counts for
    each of them, and once in the total. With --store, also how many of its documents are new,
    changed, gone and as they were.
    """
    config = configured([folder], given["config"], given["no_config"])
    try:
        if explain is not None:
            _print_explanation(explain, config, given["as_json"])
            return
        lines, failed = _planned(folder, config, given)
    except ChunkladderError as error:
        raise click.UsageError(str(error)) from error
    columns: tuple[str, ...] = _COLUMNS
    if given["store"] is not None:
        walk = {"ignore": not given["no_ignore"], "follow_links": given["follow_links"]}
        corpus = Corpus(config, folder, **walk)
        compare(lines, config, corpus.root, _difference(corpus, given["store"]))
        columns += _COMPARED
    _print_lines(lines, columns, given["as_json"])
    ctx.exit(FAILED if failed else 0)


def _planned(folder: str, config: Config, given: dict[str, Any]) -> tuple[list[Line], list[Fault]]:
    config.check()
    walk = Walk(ignore=not given["no_ignore"], follow_links=given["follow_links"])
    finder = Finder(config, walk, _own(given["store"]))
    found = list(finder.find([folder]))
    failed = [each for each in found if isinstance(each, Fault)]
    jobs = [each for each in found if isinstance(each, Job)]
    for fault in failed:
        echo(failure(fault))

    def tell(fault: Fault) -> None:
        failed.append(fault)
        echo(failure(fault))

    with stopping_in_order():
        workers = workers_for(jobs, given["jobs"])
        lines = planned(config, jobs, finder.skipped, workers, given["time_limit"], tell)
    return lines, failed


def _own(store: str | None) -> set[Identity]:
    """Return what identifies the files of a store, which are none of the documents."""
    from chunkladder.store import files_of

    files = () if store is None else files_of(store)
    return set(filter(None, map(identity, map(str, files))))


def _difference(corpus: Corpus, file: str) -> Difference:
    from chunkladder.store import Store
    from chunkladder.sync import Difference

    if not os.path.exists(file):
        # What the first run would do.
        return Difference(added=list(corpus.documents()))
    with Store(file, create=False) as store:
        return corpus.difference(store)


def _print_lines(lines: list[Line], columns: tuple[str, ...], as_json: bool) -> None:
    rows: list[dict[str, Any]] = [
        {column: getattr(line, column) for column in columns} for line in lines
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        print_table(columns, [[_cell(value) for value in row.values()] for row in rows])


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(value)
    return f"{value:.0%}" if isinstance(value, float) else str("" if value is None else value)


def _print_explanation(file: str, config: Config, as_json: bool) -> None:
    path = config.inside(file) or os.path.basename(file)
    try:
        with open(file, "rb") as stream:
            found = explained(config, path, stream.read())
    except OSError as error:
        raise click.UsageError(f"{file}: {reason(error)}") from error
    if as_json:
        click.echo(json.dumps(_as_data(found), ensure_ascii=False, indent=2, default=str))
        return
    for rule, match in found.rules:
        click.echo(f"{rule}: {' '.join(match)}")
    click.echo("" if found.rules else "no rule is about it\n")
    rows = [[one.key, _written(one.value), one.place] for one in found.decisions]
    print_table(("key", "value", "decided by"), rows)
    click.echo(f"\n{_format_line(found)}")
    for name, rate in found.ratings.items():
        click.echo(f"its content looks like {name}: {rate:.2f}")


def _format_line(found: Explanation) -> str:
    if found.format is None:
        return "its format is set, whatever its name and content say"
    return f"its format is found: {found.format.format}, by {found.format.evidence}"


def _as_data(found: Explanation) -> dict[str, Any]:
    detected = asdict(found.format) if found.format else None
    return {
        "rules": [{"rule": rule, "match": list(match)} for rule, match in found.rules],
        "keys": [one._asdict() for one in found.decisions],
        "detected": detected,
        "ratings": found.ratings,
    }


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda each: getattr(each, "pattern", ""))
