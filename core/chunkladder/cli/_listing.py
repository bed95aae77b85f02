"""``chunkladder formats`` and ``chunkladder plugins``."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from ._errors import traceback_option
from ._table import print_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunkladder import Format, Registry

_Rows = list[dict[str, Any]]

_MOST_NAMES = 8
"""How many names of formats a row of a table shows."""

_RANGE = 3
"""From how many numbered names on they are written as a range."""

_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, with more detail, instead of a table."
)


@click.command()
@_json_option
@traceback_option
def formats(as_json: bool) -> None:
    """List the formats, with their suffixes and rungs.

    Rungs are the places where a format may be cut, coarse to fine.
    """
    from chunkladder.plugins import registry

    rows = [_format_row(found, registry()) for found in registry().formats()]
    if as_json:
        _print_json(rows)
        return
    names = [_collapsed([rung["name"] for rung in row["rungs"]]) for row in rows]
    rows = [row | {"rungs": rungs} for row, rungs in zip(rows, names, strict=True)]
    _print_table(rows, ("name", "suffixes", "rungs", "distribution"))


@click.command()
@_json_option
@traceback_option
def plugins(as_json: bool) -> None:
    """List the plugins, with version and state.

    A plugin that failed is listed with the reason; every other one stays usable.
    """
    from chunkladder.plugins import registry

    columns = ("name", "distribution", "version", "state", "reason", "formats", "measures")
    rows = [{key: getattr(state, key) for key in columns} for state in registry().plugins()]
    if as_json:
        _print_json(rows)
    elif rows:
        short = [row | {"formats": _shortened(row["formats"])} for row in rows]
        _print_table(short, columns)
    else:
        click.echo("No plugins are installed; plain text needs none.", err=True)


def _shortened(names: Sequence[str]) -> Sequence[str]:
    """Leave out the names of a long list, which a table has no room for."""
    return names if len(names) <= _MOST_NAMES else [f"{len(names)} formats"]


def _collapsed(names: Sequence[str]) -> list[str]:
    """Write numbered names that follow each other, such as those of headings, as a range."""
    families = [list(family) for _, family in groupby(names, key=_family)]
    return [
        name
        for family in families
        for name in (family if len(family) < _RANGE else [f"{family[0]} … {family[-1]}"])
    ]


def _family(name: str) -> str:
    return name.rstrip("0123456789")


def _format_row(found: Format, among: Registry) -> dict[str, Any]:
    return {
        "name": found.name,
        "suffixes": list(found.suffixes),
        "media_types": list(found.media_types),
        "rungs": [{"name": name, "line": line} for name, line in found.rungs],
        "distribution": among.owner(found.name),
    }


def _print_json(rows: _Rows) -> None:
    click.echo(json.dumps(rows, ensure_ascii=False, indent=2))


def _print_table(rows: _Rows, columns: Sequence[str]) -> None:
    print_table(columns, [[_cell(row[column]) for column in columns] for row in rows])


def _cell(value: object) -> str:
    text = ", ".join(value) if isinstance(value, list | tuple) else str(value or "")
    return " ".join(text.split())
