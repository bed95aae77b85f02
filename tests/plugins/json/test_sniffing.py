"""What is taken for JSON, by its name or without one, next to all formats that are installed."""

from __future__ import annotations

import json

import pytest

from chunkladder import Splitter
from chunkladder_json._format import JsonFormat, JsonlFormat

ROWS = [{"id": n, "town": f"town {n}"} for n in range(400)]
LOG = [{"ts": f"2031-01-05T10:00:{n:02}Z", "level": "info", "msg": "lit"} for n in range(50)]
SPEECH = [
    {"speaker": name, "text": "Are the lamps of the harbor lit by now, or are we late?", "start": n}
    for n, name in enumerate(["Oda", "Bram"] * 20)
]
NOTEBOOK = {
    "cells": [{"cell_type": "code", "source": ["print(1)\n"], "outputs": []}] * 9,
    "nbformat": 4,
    "nbformat_minor": 5,
}


def lines(values: list[dict[str, object]]) -> str:
    return "".join(f"{json.dumps(value)}\n" for value in values)


CASES = {
    "an object": ("json", json.dumps({"a": {"b": 1, "c": [1, 2]}})),
    "an object over lines": ("json", json.dumps({"a": {"b": 1}}, indent=2)),
    "a list of rows": ("json", json.dumps(ROWS)),
    "a list over lines": ("json", json.dumps(ROWS, indent=1)),
    "one with a BOM": ("json", "\ufeff" + json.dumps(ROWS)),
    "one with comments": ("json", '// lamps\n{\n  /* the first */ "a": 1,\n  "b": [1, 2,],\n}\n'),
    "objects over lines": ("json", json.dumps(ROWS[0], indent=2) + json.dumps(ROWS, indent=2)),
    "a notebook": ("json", json.dumps(NOTEBOOK, indent=1)),
    "rows": ("jsonl", lines(ROWS)),
    "rows, one of them broken": ("jsonl", lines(ROWS[:5]) + '{"id": 6, "to\n' + lines(ROWS)),
    "long rows": ("jsonl", lines([{"text": "lamp " * 400}] * 9)),
    "a log": ("log", lines(LOG)),
    "speech": ("transcript", json.dumps(SPEECH, indent=2)),
    "speech on lines": ("transcript", lines(SPEECH)),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_json_is_told_by_content(name: str) -> None:
    wanted, text = CASES[name]
    assert Splitter(400).split(text)[0].format == wanted


@pytest.mark.parametrize("name", CASES)
def test_a_name_leaves_logs_and_speech_to_their_formats(name: str) -> None:
    wanted, text = CASES[name]
    suffix = ".jsonl" if wanted == "jsonl" or text == lines(LOG) else ".json"
    assert Splitter(400).split(text, source=f"file{suffix}")[0].format == wanted


@pytest.mark.parametrize("text", ["", "hello", '{"a": ', "[1]", "{}", "\0", "null"])
def test_the_name_decides_where_content_does_not(text: str) -> None:
    splitter = Splitter(400, options={"json": {}})
    assert all(chunk.format == "json" for chunk in splitter.split(text, source="a.json"))
    assert all(chunk.format == "jsonl" for chunk in splitter.split(text, source="a.jsonl"))


OTHERS = {
    "empty": "",
    "prose": "[1] Lamps are lit at dusk.\n\n[2] They are put out at dawn.\n",
    "a link": "[lamps](https://example.org)\n\n# Lamps\n",
    "a task": "[ ] light the lamps\n[x] trim the wick\n",
    "a section": "[lamps]\noil = 3\n\n[towns]\nname = Aford\n",
    "a log": "[2031-01-05 10:00:01] INFO lit\n[2031-01-05 10:00:02] INFO out\n" * 4,
    "code": "{\n  int lamps = 3;\n  return lamps;\n}\n",
    "a style": "{ color: red; }\n",
    "a template": "{{ lamp }}\n{% if lit %}\n",
    "TeX": "{\\bf lamps}\n",
    "a list of Lisp": "[lamps [are lit]]\n",
}


@pytest.mark.parametrize("name", OTHERS)
def test_others_are_left_alone(name: str) -> None:
    assert JsonFormat().sniff(OTHERS[name]) < 0.5
    assert JsonlFormat().sniff(OTHERS[name]) < 0.5


@pytest.mark.parametrize("name", ["an object over lines", "a list of rows", "one with comments"])
def test_a_text_cut_off_anywhere_is_json(name: str) -> None:
    text = CASES[name][1][:3000]
    for end in range(len(text) // 2, len(text)):
        assert JsonFormat().sniff(text[:end]) >= 0.5, text[:end]
