"""What is found in tables of each kind: dialect, what stands before and behind, header, rows."""

from __future__ import annotations

from bisect import bisect_left

import pytest

from chunkladder.text import decode
from chunkladder_csv._options import CsvOptions
from chunkladder_csv._outline import TableOutline, outline_of

DAYS = [f"2031-01-{n:02},{n / 2},{n % 5},rain" for n in range(1, 25)]
HEAD = "date,oil,wicks,weather"
PLAIN = "\n".join([HEAD, *DAYS]) + "\n"
WIDE = "day," + ",".join(f"2031-01-{n % 28 + 1:02}" for n in range(90))
FIGURES = [f"{name}," + ",".join(str(n / 3) for n in range(90)) for name in ("oil", "wick", "rain")]
QUOTED = PLAIN.replace("rain", '"rain, ""much"" of it"').replace('"rain', '"line one\nrain', 3)

# What the text is like; delimiter, quote, escape; rows before the header, in it, below it, behind.
KINDS: dict[str, tuple[str | bytes, tuple[str, str, str], tuple[int, int, int, int]]] = {
    "plain": (PLAIN, (",", '"', ""), (0, 1, 24, 0)),
    "no header": ("\n".join(DAYS), (",", '"', ""), (0, 0, 24, 0)),
    "header alone": (HEAD + "\n", (",", '"', ""), (0, 1, 0, 0)),
    "quoted line ends": (QUOTED, (",", '"', ""), (0, 1, 24, 0)),
    "semicolons": (PLAIN.replace(",", ";").replace(".", ","), (";", '"', ""), (0, 1, 24, 0)),
    "tabs in UTF-16": (PLAIN.replace(",", "\t").encode("utf-16"), ("\t", '"', ""), (0, 1, 24, 0)),
    "BOM and sep line": ("\ufeffsep=;\n" + PLAIN.replace(",", ";"), (";", '"', ""), (1, 1, 24, 0)),
    "single quotes": (
        PLAIN.replace("rain", "'rain, \"much\" of it'"),
        (",", "'", ""),
        (0, 1, 24, 0),
    ),
    "backslashes": (
        "\n".join(
            ",".join(f'"{cell}"' for cell in row.split(",")) for row in [HEAD, *DAYS]
        ).replace("rain", 'rain, \\"much\\" of it'),
        (",", '"', "\\"),
        (0, 1, 24, 0),
    ),
    "CR alone": (PLAIN.replace("\n", "\r"), (",", '"', ""), (0, 1, 24, 0)),
    "NUL in a cell": (PLAIN.replace("rain", "ra\0in", 3), (",", '"', ""), (0, 1, 24, 0)),
    "comments": ("# lamps\n# of the harbor\n" + PLAIN, (",", '"', ""), (2, 1, 24, 0)),
    "preamble and footer": (
        f'Report of 2031-02-01\n"Source: the keeper, all rights waived"\n\n{PLAIN}'
        "\nTotal,24 days,,\n* provisional\n",
        (",", '"', ""),
        (3, 1, 24, 3),
    ),
    "ragged": (
        PLAIN.replace(",rain\n2031-01-05", ",rain,,more\n2031-01-05").replace(",3,rain", "", 1),
        (",", '"', ""),
        (0, 1, 24, 0),
    ),
    "a lone number at the end": (PLAIN + "25\n\n\n", (",", '"', ""), (0, 1, 25, 2)),
    "a quote that never closes": (
        PLAIN.replace("2031-01-09,", '2031-01-09,"', 1),
        (",", '"', ""),
        (0, 1, 24, 0),
    ),
    "transposed": ("\n".join([WIDE, *FIGURES]), (",", '"', ""), (0, 1, 3, 0)),
    "JSON in cells": (
        'key,shape\n1,"{""type"": ""Point"", ""at"": [102.0, 0.5]}"\n',
        (",", '"', ""),
        (0, 1, 1, 0),
    ),
    "JSON in cells, no header": (
        '"{""a"": ""x"", ""b"":""y""}",13:31:38,06:00:04\n' * 8,
        (",", '"', ""),
        (0, 0, 8, 0),
    ),
    "another table in a cell": (
        'id,note\n1,hello\n2,goodbye\n3,"A table:\nid|key\n1|apple\n2|carrot"',
        (",", '"', ""),
        (0, 1, 3, 0),
    ),
}


def found(text: str | bytes) -> TableOutline:
    return outline_of(decode(text) if isinstance(text, bytes) else text, CsvOptions())


def counts(outline: TableOutline, at: int = 0) -> tuple[int, int, int, int]:
    table, skipped = outline.tables[at], outline.skipped
    rows = (
        table.end - table.body - bisect_left(skipped, table.end) + bisect_left(skipped, table.body)
    )
    return table.head - table.lead, table.body - table.head, rows, table.stop - table.end


@pytest.mark.parametrize("kind", KINDS)
def test_dialect_header_and_rows_are_found(kind: str) -> None:
    text, (delimiter, quote, escape), rows = KINDS[kind]
    outline = found(text)
    (table,) = outline.tables
    dialect = table.dialect
    assert (dialect.delimiter, dialect.quote, dialect.escape) == (delimiter, quote, escape)
    assert not dialect.space
    assert counts(outline) == rows


def test_blanks_in_front_of_quotes_are_found() -> None:
    rows = [", ".join(f'"{cell}"' for cell in row.split(",")) for row in [HEAD, *DAYS]]
    outline = found("\n".join(rows))
    assert outline.tables[0].dialect.space
    assert counts(outline) == (0, 1, 24, 0)


def test_tables_one_below_the_other_are_found() -> None:
    outline = found(f"{PLAIN}\n\nlegend;meaning\nrain;wet\nsun;dry\n")
    assert [table.dialect.delimiter for table in outline.tables] == [",", ";"]
    assert (counts(outline), counts(outline, 1)) == ((0, 1, 24, 2), (0, 1, 2, 0))


def test_a_header_in_a_comment_is_found() -> None:
    text = "# lamps\n#\n#code\tat\tzone\n" + "AD\t+4230\tEurope/Andorra\n" * 9 + "#\n# The end.\n"
    outline = found(text)
    assert outline.tables[0].names == ("code", "at", "zone")
    assert counts(outline) == (3, 0, 9, 2)
