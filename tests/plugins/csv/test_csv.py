"""What chunks of tables hold, and which tables are found."""

from __future__ import annotations

import subprocess
import sys

import pytest

from chunkladder import Chunk, Document, OptionError, Registry, Splitter
from chunkladder_csv._format import CsvFormat, TsvFormat
from chunkladder_csv._options import CsvOptions
from chunkladder_csv._outline import TableOutline, outline_of

ROWS = "".join(f"{n},lamp {n},{n % 3}\n" for n in range(1, 41))
TABLE = f"id,name,pier\n{ROWS}"


def split(text: str, size: int = 60, name: str = "csv", **options: object) -> list[Chunk]:
    registry = Registry.of(CsvFormat(), TsvFormat())
    splitter = Splitter(size=size, format=name, registry=registry, options={name: options})
    return splitter.split(text)


def outline(text: str, **options: object) -> TableOutline:
    return outline_of(text, CsvOptions(**options))  # type: ignore[arg-type]


def test_every_chunk_carries_the_header() -> None:
    first, *more = split(TABLE)
    assert first.text.startswith("id,name,pier\n1,")
    assert not first.carried
    assert all(chunk.carried == ("id,name,pier",) for chunk in more)
    assert all(chunk.size <= 60 for chunk in more)


def test_metadata_tells_rows_and_columns() -> None:
    chunks = split(TABLE)
    assert chunks[0].metadata == {
        "first_row": 1,
        "last_row": 4,
        "columns": ["id", "name", "pier"],
    }
    assert chunks[1].metadata["first_row"] == 5
    assert chunks[-1].metadata["last_row"] == 40


def test_labels_show_quotes_of_both_kinds_as_one() -> None:
    text = r'''lamp,note
red,"a \"b\" \\ ""c"""
blue,"\"d\" lit"
'''
    (chunk,) = split(text, 200, header="labels", header_rows=1, escape="\\")
    assert chunk.body == 'lamp: red\nnote: a "b" \\ "c"\n\nlamp: blue\nnote: "d" lit'


def test_labels_are_shown_and_the_text_stays() -> None:
    chunk = split('name,note\nred,"a ""b"" c"\nblue,\n1,2\n', 200, header="labels", header_rows=1)[
        0
    ]
    assert chunk.text == 'red,"a ""b"" c"\nblue,\n1,2'
    assert chunk.body == 'name: red\nnote: a "b" c\n\nname: blue\n\nname: 1\nnote: 2'


def test_header_none_carries_nothing() -> None:
    assert not any(chunk.carried for chunk in split(TABLE, header="none"))


def test_a_long_row_is_kept_whole() -> None:
    text = "id,note\n1," + "word " * 40 + "end\n2,x\n"
    (long,) = [chunk for chunk in split(text) if chunk.oversized]
    assert long.text == text.split("\n")[1]


def test_a_long_row_is_split_on_demand() -> None:
    text = "id,note\n1," + "word " * 40 + "end\n2,x\n"
    chunks = split(text, long_rows="split")
    assert not any(chunk.oversized for chunk in chunks)
    assert {"row", "word"} <= {chunk.rung for chunk in chunks}


def test_groups_stay_together() -> None:
    text = "town,year\n" + "".join(f"{town},{2000 + n}\n" for town in "abcdefgh" for n in range(3))
    for chunk in split(text, 50, group_by="town"):
        rows = [row for row in chunk.text.split("\n") if not row.startswith("town")]
        assert all(sum(row[0] == town for row in rows) in (0, 3) for town in "abcdefgh")


@pytest.mark.parametrize(
    ("text", "names", "row"),
    [
        ("a,b\n1,2\n", ("a", "b"), "1,2"),
        ("a;b\n1,5;2,5\n2,5;3\n", ("a", "b"), "1,5;2,5"),
        ("a\tb\n1\t2\n", ("a", "b"), "1\t2"),
        ("a|b\n1|2\n", ("a", "b"), "1|2"),
        ("a,b\r1,2\r3,4\r", ("a", "b"), "1,2"),
        ("\ufeffa,b\n1,2\n", ("a", "b"), "1,2"),
        ("\ufeffsep=|\na|b\n1|2\n", ("a", "b"), "1|2"),
        ("'a','b'\n'x, y','2'\n'z','3'\n", ("a", "b"), "'x, y','2'"),
        ('"a", "b"\n"x, y", "2"\n', ("a", "b"), '"x, y", "2"'),
        ("1,2\n3,4\n", (), "1,2"),
        ("Report\nof May\n\na,b,c\n1,2,3\n4,5,6\n", ("a", "b", "c"), "1,2,3"),
        ("# made by hand\n#a\tb\nx\t1\ny\t2\n", ("a", "b"), "x\t1"),
        ("country,2001,2002,2003\nx,1,2,3\n", ("country", "2001", "2002", "2003"), "x,1,2,3"),
        (",north,,south\nday,red,blue,red\n1,2,3,4\n2,3,4,5\n", None, "1,2,3,4"),
        ("name\nof one\n", (), "name"),
        ("name\nof one\nof two\nof ten\n", ("name",), "of one"),
        ("oda\nbram\nmila\nhanna\n", (), "oda"),
        ("lamp,note,note\nred,x,\nblue,y,z\n", ("lamp", "note", "note"), "red,x,"),
        ("red,no,no\nblue,no,yes\nred,yes,no\n", (), "red,no,no"),
        ("red,low,red\nblue,dim,x\ngreen,out,y\n", (), "red,low,red"),
    ],
)
def test_dialects_and_headers(text: str, names: tuple[str, ...] | None, row: str) -> None:
    found = outline(text)
    (table,) = found.tables
    if names is not None:
        assert table.names == names
    assert text[found.starts[table.body] :].startswith(row)


def test_stacked_tables_carry_their_own_header() -> None:
    second = "".join(f"x{n};{n}\n" for n in range(20))
    chunks = split(f"{TABLE}\n\nlens;rooms\n{second}")
    assert {chunk.carried for chunk in chunks} == {(), ("id,name,pier",), ("lens;rooms",)}
    assert chunks[-1].metadata["table"] == 2
    assert chunks[-1].metadata["last_row"] == 20


def test_a_footer_is_no_row() -> None:
    found = outline(f"{TABLE}\n* provisional\n")
    assert found.tables[0].end - found.tables[0].body == 40


def test_options_override() -> None:
    found = outline(
        "x\na;b\n1;2\n3;4\nend\n", delimiter=";", preamble=1, header_rows=0, footer=1
    ).tables[0]
    assert (found.head, found.body, found.end, found.names) == (1, 1, 4, ())


def test_a_bad_option_is_refused() -> None:
    with pytest.raises(OptionError):
        split(TABLE, delimiter=",,")


def test_tabs_go_first_in_tsv() -> None:
    chunks = split("a, b, c\td\n1, 2, 3\t4\n", name="tsv")
    assert chunks[0].metadata["columns"] == ["a, b, c", "d"]


@pytest.mark.parametrize("text", ["", "\0", "\ufeff", "\n\n", '"', '"a', "x" * 9999, ",", "\r\r"])
def test_any_text_is_accepted(text: str) -> None:
    assert "".join(chunk.text for chunk in split(text)) == text.strip() or text == "\ufeff"


@pytest.mark.parametrize("text", ["sep=;\r\na;b\r\n", 'sep=,\na,b\n1,"x\ny"\n', "sep=|\nlit|2\n"])
def test_a_line_that_tells_the_delimiter_tells_the_format(text: str) -> None:
    assert CsvFormat().sniff(text) > 0.7
    assert TsvFormat().sniff(text) < 0.5
    tabs = text.replace(text[4], "\t")
    assert TsvFormat().sniff(tabs) > 0.7
    assert CsvFormat().sniff(tabs) < 0.5


def test_commas_of_prose_are_no_matter_between_bars() -> None:
    assert CsvFormat().sniff("lamp|note|n\n" + "red|lit, then low|1\n" * 9) > 0.7


@pytest.mark.parametrize("size", [100, 150, 200, 300])
def test_a_header_is_cut_as_short_as_a_quarter_of_the_size(size: int) -> None:
    names = [f"column of the lamp {n}" for n in range(5)]
    chunks = split(",".join(names) + "\n" + "1,2,3,4,5\n" * 99, size)[1:]
    (line,) = {chunk.carried for chunk in chunks}.pop()
    assert size / 8 < len(line) + 1 <= size / 4
    assert chunks[0].embed_text == f"{line}\n{chunks[0].body}"
    cells = line.split(",")
    assert all(name.startswith(cell) for name, cell in zip(names, cells, strict=False))


def test_a_table_is_recognized() -> None:
    assert CsvFormat().sniff(TABLE) > 0.7
    assert TsvFormat().sniff(TABLE.replace(",", "\t")) > 0.7


@pytest.mark.parametrize(
    "text",
    [
        "One, two, three.\n" * 9,
        "We went out, we came home, we slept\n" * 9,
        "    x = f(a, b, c)\n" * 9,
        "let a = [1,2,3];\n" * 9,
        "| a | b | c |\n" * 9,
        "2031-05-01 10:00:00,123 INFO a,b,c\n" * 9,
        "- one, two, three\n" * 9,
        '{"a":1,"b":2,"c":3}\n' * 9,
        "a,b\n" * 3,
        "",
    ],
)
def test_other_text_is_not(text: str) -> None:
    assert CsvFormat().sniff(text) < 0.5
    assert TsvFormat().sniff(text) < 0.5


def test_importing_is_cheap() -> None:
    code = (
        "import sys, chunkladder_csv as c; c.chunkladder_formats();"
        "assert not {'clevercsv', 'chunkladder_csv._dialect'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_outline_of_a_document_is_described_only_by_its_own() -> None:
    made = CsvFormat().outline(Document(""), CsvOptions())
    assert CsvFormat().describe(Document(""), made, 0, 1) == {}


def test_headings_among_the_rows_join_the_path() -> None:
    rows = "".join(f"{n},lamp,red\n" for n in range(20))
    text = f"id,name,color\nNorth,North,North\n{rows}South,,\n{rows}"
    paths = [chunk.path for chunk in split(text, 120)]
    assert set(paths) == {(), ("North",), ("South",)}
    assert split(text, 120)[-1].context == ("South",)


def test_a_column_may_be_called_by_a_hash() -> None:
    (table,) = outline("#,name,size\n1,a,2\n2,b,3\n").tables
    assert table.names == ("#", "name", "size")


def test_a_long_header_is_cut_short_and_repeats_are_left_out() -> None:
    rows = "1,2,3,4\n" * 20
    merged = split(f"year,peak,peak,peak\n{rows}")
    assert merged[-1].carried == ("year,peak,,",)
    names = ",".join(letter * 30 for letter in "abcd")
    long = split(f"{names}\n{rows}", 100, header_size=15)
    assert long[-1].carried == ("aaa,bbb,ccc,ddd",)


def test_a_general_rung_asked_for_by_name_cuts_rows_too() -> None:
    splitter = Splitter(4, format="csv", ladder=["row", "grapheme"])
    assert [chunk.text for chunk in splitter.split("\n# Seven\n")] == ["# Se", "ven"]
