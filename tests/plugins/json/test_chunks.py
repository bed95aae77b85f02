"""Where JSON is cut, under which paths, and what chunks say of themselves."""

from __future__ import annotations

import json

import pytest

from chunkladder import Chunk, Splitter

from ...property.growth import growth  # noqa: TID252

API = {
    "openapi": "3.1.0",
    "paths": {
        "/users": {
            "get": {
                "summary": "All users",
                "description": "Users of the harbor, by name. Those that left are not told of.",
                "tags": ["users", "harbor", "names"],
            },
            "post": {"summary": "Add a user", "tags": ["users", "harbor"]},
        },
        "/lamps/{id}": {"get": {"summary": "One lamp", "tags": ["lamps", "harbor", "oil"]}},
    },
}


def cut(text: str, size: int, name: str = "json", **settings: object) -> list[Chunk]:
    return Splitter(size, format=name, **settings).split(text)  # type: ignore[arg-type]


def texts(text: str, size: int, name: str = "json") -> list[str]:
    return [chunk.text for chunk in cut(text, size, name)]


def test_members_are_packed_while_they_fit() -> None:
    text = '{"a": 1, "b": [1, 2], "c": {"d": 3, "e": 4}, "f": 5}'
    assert texts(text, 24) == ['{"a": 1, "b": [1, 2],', '"c": {"d": 3, "e": 4},', '"f": 5}']


def test_elements_of_a_list_are_cut_apart() -> None:
    text = json.dumps({"a": [f"text {n}" for n in range(6)]})
    assert texts(text, 40) == [
        '{"a": ["text 0", "text 1", "text 2",',
        '"text 3", "text 4", "text 5"]}',
    ]


def test_context_is_the_path() -> None:
    chunks = cut(json.dumps(API, indent=1), 140)
    one = next(chunk for chunk in chunks if chunk.text.startswith('"tags": [\n     "users"'))
    assert one.path == ("paths", "/users", "get")
    assert one.embed_text.startswith("paths > /users > get\n")
    assert one.metadata["first_path"] == "$.paths./users.get.tags"
    assert one.metadata["keys"] == ["tags"]


def test_size_counts_the_path() -> None:
    for size in (40, 60, 90, 140):
        assert all(
            chunk.size == len(chunk.embed_text) <= size for chunk in cut(json.dumps(API), size)
        )


def test_a_second_call_knows_nothing_of_the_first() -> None:
    splitter = Splitter(60, format="json")
    first = splitter.split('{"a": 1}')
    splitter.split(json.dumps(API))
    assert splitter.split('{"a": 1}') == first


def test_no_key_is_parted_from_its_value() -> None:
    text = json.dumps({"one": {"two": {"three": "x" * 300}}, "four": ["y" * 300, 1]}, indent=1)
    chunks = cut(text, 80)
    assert chunks[0].text.startswith('{\n "one": {\n  "two": {\n   "three": "xxxx')
    assert any(chunk.text.startswith('"four": [\n  "yyyy') for chunk in chunks)


def test_brackets_behind_a_long_string_stay_with_its_end() -> None:
    text = json.dumps({"a": [{"b": "word " * 40}], "c": 1}, indent=1)
    for size in range(50, 90):
        for chunk in cut(text, size):
            assert chunk.text.strip("{}[],\n ")


def test_a_long_string_is_cut_as_text_under_its_key() -> None:
    text = json.dumps({"note": "The lamps are lit. " * 20, "more": 1})
    chunks = cut(text, 100)
    assert {chunk.rung for chunk in chunks} == {"sentence", "member-1", "end"}
    assert chunks[1].context == ("note",)
    assert chunks[1].metadata["first_path"] == "$.note"


def test_an_escaped_line_end_is_a_line_end() -> None:
    text = json.dumps({"note": "first line\nsecond line\nC:\\new\\table is one word here"})
    assert texts(text, 36) == [
        '{"note": "first line\\nsecond line\\n',
        'C:\\\\new\\\\table is one word here"}',
    ]


@pytest.mark.parametrize("escape", ["\\u00e9", "\\ud83d\\ude00", '\\"', "\\\\"])
def test_no_escape_is_parted(escape: str) -> None:
    text = '{"a": "' + escape * 100 + '"}'
    for size in range(40, 60):
        for chunk in cut(text, size, context=False)[1:]:
            assert chunk.text.startswith((escape, '"}')), chunk


def test_elements_are_counted() -> None:
    rows = [{"id": n, "town": f"town {n}", "note": "lit at dusk, out at dawn"} for n in range(9)]
    chunks = cut(json.dumps({"rows": rows}), 160)
    assert [(chunk.metadata["first_path"], chunk.metadata["last_path"]) for chunk in chunks] == [
        ("$.rows", "$.rows"),
        ("$.rows[2]", "$.rows[3]"),
        ("$.rows[4]", "$.rows[5]"),
        ("$.rows[6]", "$.rows[7]"),
        ("$.rows[8]", "$.rows[8]"),
    ]
    assert chunks[1].metadata["keys"] == ["id", "town", "note"]


def test_a_part_of_a_large_element_is_under_its_number() -> None:
    rows = [{"id": n, "note": "lit at dusk. " * 20} for n in range(3)]
    assert ("[1]", "note") in {chunk.path for chunk in cut(json.dumps(rows), 100)}
    last = cut(json.dumps(rows), 100)[-1]
    assert last.path == ("[2]", "note")


def test_odd_keys_are_quoted_in_paths() -> None:
    text = json.dumps({"a.b": {"": 1, "x y": "z" * 60, "l\nm": {"caf\u00e9": "w " * 60}}})
    chunks = cut(text, 70)
    assert {chunk.metadata["first_path"] for chunk in chunks} >= {'$["a.b"]'}
    assert chunks[-1].metadata["last_path"].startswith('$["a.b"]["l m"]')


def test_overlap_repeats_rows_but_crosses_no_key() -> None:
    rows = [{"id": n, "town": "a town of some name or other", "lit": "at dusk"} for n in range(9)]
    assert any(chunk.shared for chunk in cut(json.dumps(rows), 200, overlap=100))
    text = json.dumps({f"key {n}": row for n, row in enumerate(rows)})
    assert not any(chunk.shared for chunk in cut(text, 200, overlap=100))


def test_comments_and_trailing_commas_are_no_fault() -> None:
    text = (
        "{\n  // ports\n  'port': 80, // the web\n  /* who */ 'host': 0x1F,\n  path: [1, 2,],\n}\n"
    )
    chunks = cut(text, 40)
    assert [chunk.text for chunk in chunks] == [
        "{\n  // ports\n  'port': 80, // the web",
        "/* who */ 'host': 0x1F,",
        "path: [1, 2,],\n}",
    ]
    assert not any("fallback" in chunk.metadata for chunk in chunks)


@pytest.mark.parametrize("text", ["42", '"a"', "null", "{}", "[]", "-1.5e3", " [ ] \n", "\ufeff{}"])
def test_a_value_alone_is_a_chunk(text: str) -> None:
    (chunk,) = cut(text, 40)
    assert "fallback" not in chunk.metadata
    assert chunk.metadata["first_path"] == "$"


@pytest.mark.parametrize("text", ["", "  \n ", "\n" * 99])
def test_nothing_is_no_chunk(text: str) -> None:
    assert not cut(text, 40)
    assert not cut(text, 40, "jsonl")


def test_values_one_behind_the_other_are_records() -> None:
    text = json.dumps({"a": [1, 2]}, indent=2) * 2 + "\n" + json.dumps({"b": "c" * 20})
    chunks = cut(text, 40)
    assert [chunk.rung for chunk in chunks] == ["record", "record", "end"]
    assert [chunk.metadata["first_record"] for chunk in chunks] == [1, 2, 3]


def test_broken_json_is_read_up_to_the_fault() -> None:
    text = json.dumps({f"key {n}": "lit at dusk" for n in range(9)}, indent=1)
    broken = text.replace('"key 5": "lit', '"key 5": lit')
    chunks = cut(broken, 60)
    assert [chunk.rung for chunk in chunks][:2] == ["member-1"] * 2
    assert chunks[-2].rung == "line"
    wanted = "json: line 7: 'l' was not expected; cut between lines from there"
    assert all(chunk.metadata["fallback"] == wanted for chunk in chunks)


def test_a_value_on_a_line_behind_the_fault_is_read_again() -> None:
    text = '[\n{"a": 1, "b": 2},\n{"a": oops},\n{"a": 3, "c": {"d": 4, "e": "five six"}}\n]\n'
    rungs = {chunk.text: chunk.rung for chunk in cut(text, 34)}
    assert rungs['{"a": 3,'] == "member-1"


@pytest.mark.parametrize("text", ["plain text, nothing else", "{]", "}", '{"a": [1, 2}', "[1, 2"])
def test_what_is_broken_says_so(text: str) -> None:
    for chunk in cut(text, 10):
        assert str(chunk.metadata["fallback"]).startswith("json: line 1: ")


def test_a_line_that_is_broken_harms_no_other() -> None:
    rows = [json.dumps({"id": n, "deep": {"a": "lit at dusk", "b": [1, 2, 3]}}) for n in range(5)]
    rows[2] = rows[2].replace("lit", '"lit')
    chunks = cut("\n".join(rows), 60, "jsonl")
    told = {chunk.metadata["first_record"]: chunk.metadata.get("fallback") for chunk in chunks}
    assert told.pop(3) == "jsonl: record 3: 'l' was not expected"
    assert set(told.values()) == {None}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_records_are_counted_without_blank_lines(end: str) -> None:
    rows = [json.dumps({"id": n, "town": f"town {n}"}) for n in range(6)]
    text = "\ufeff" + end.join([*rows[:2], "", "  ", *rows[2:], ""])
    told = [
        (chunk.metadata["first_record"], chunk.metadata["last_record"])
        for chunk in cut(text, 70, "jsonl")
    ]
    assert told == [(1, 2), (3, 4), (5, 6)]


def test_a_large_record_is_cut_as_json() -> None:
    rows = [{"id": 1, "a": {"b": ["lit at dusk"] * 9}}, {"id": 2}]
    chunks = cut("\n".join(map(json.dumps, rows)), 80, "jsonl")
    assert chunks[2].path == ("a", "b")
    assert chunks[2].metadata["first_path"] == "$.a.b[4]"
    assert chunks[-1].metadata["first_record"] == 2


def test_lines_are_found_whatever_the_name_says() -> None:
    rows = "\n".join(json.dumps({"id": n, "town": f"town {n}"}) for n in range(6))
    assert [chunk.rung for chunk in cut(rows, 70)] == ["record", "record", "end"]
    pretty = "\n".join(json.dumps({"id": n, "town": f"town {n}"}, indent=1) for n in range(6))
    assert [chunk.rung for chunk in cut(pretty, 80, "jsonl")] == ["record", "record", "end"]


def test_lone_surrogates_and_nul_are_text() -> None:
    text = (
        '{"a": "\ud800 lit", "b": "\\ud800 lit", "c": "\0", "\\udc00": {"d": ["'
        + "e " * 80
        + '"]}}'
    )
    chunks = cut(text, 60)
    assert "".join(chunk.text for chunk in chunks)
    assert chunks[-1].path[0] == "\udc00"


def test_same_keys_are_kept() -> None:
    (chunk,) = cut('{"a": 1, "a": 2, "b": 3}', 60)
    assert chunk.metadata["keys"] == ["a", "b"]


def test_deep_nesting_has_32_rungs() -> None:
    text = '{"a": 1, "k": ' * 40 + "1" + "}" * 40
    rungs = {chunk.rung for chunk in cut(text, 30)}
    assert "member-1" in rungs
    assert all(int(rung[7:]) <= 32 for rung in rungs if rung.startswith("member-"))
    assert max(len(chunk.path) for chunk in cut(text, 30)) == 32


UNITS = ["[", "]", '{"a":', "[{", '"', "\\", "'\"", "/*", "/*\n{", "{\n", '{"\n', "[\n]", "\n", " "]
UNITS += ["1,", "//x\n", ",", ":", "\0", '"a"\n', "[-", "[1 1", '{"a": 1, "b": "x"}\n']
UNITS += ['{"k":{"j":1,"b":["', "[[1],", "'\n{"]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("name", ["json", "jsonl"])
def test_cost_is_linear(unit: str, name: str) -> None:
    few = 20_000 // len(unit)
    short, long = ("[" + unit * times for times in (few, 8 * few))
    # A quadratic step would take 64 times as long.
    assert growth(Splitter(400, format=name).split, short, long, 24) < 24
