"""The JSON schema of a configuration: fresh, and of one mind with the checks."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft7Validator

from chunkladder.config import load_config
from chunkladder.errors import ConfigError
from chunkladder.schema import SHIPPED, config_schema, own_formats, written

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads(SHIPPED.read_text(encoding="utf-8"))

RIGHT = [
    "",
    "[defaults]\nsize = 1\noverlap = 0.2\nladder = ['a', {pattern = 'b', keep = 'end'}]",
    "[defaults]\nparent = 'paragraph'\nspecial_tokens = 'auto'\noverlap_at = 'sentence'",
    "[[rule]]\nmatch = ['a']\nskip = true\n[rule.metadata]\na = {b = [1]}",
    "[[rule]]\nmatch = 'a'\nformat = 'csv'\n[rule.options]\nheader = 'labels'\npreamble = 2",
    "[[rule]]\nmatch = 'a'\n[rule.options.csv]\nheader = 'labels'",
    "[defaults.options.markdown]\nfences = 'lines'",
    "[format.minutes]\nladder = {turn = '^a'}\nsuffixes = ['.m']",
    "[format.minutes]\nladder = ['line', '--', {name = 'abc', pattern = 'x'}, {separator = '-'}]",
    "[plugins]\ndisable = ['x']\nprefer = {markdown = 'chunkladder'}",
]
WRONG = [
    "sise = 1",
    "[defaults]\nsize = 0",
    "[defaults]\nsize = '1'",
    "[defaults]\noverlap = 1.5",
    "[defaults]\nladder = []",
    "[defaults]\nladder = [{pattern = 'a', x = 1}]",
    "[defaults]\nkeep = 'both'",
    "[defaults]\nstable = 1",
    "[defaults]\nskip = true",
    "[defaults.options.csv]\nheader = 'x'",
    "[defaults.options.csv]\nheadr = 'row'",
    "[[rule]]\nsize = 1",
    "[[rule]]\nmatch = ''",
    "[[rule]]\nmatch = 'a'\nformat = 'csv'\n[rule.options]\nheader = 'x'",
    "[plugins]\nprefer = {csv = 1}",
    "[defaults]\nladder = [{pattern = ''}]",
    "[[rule]]\nmatch = 'a'\n[rule.options]\nheader = 'row'",
    "[[rule]]\nmatch = 'a'\n[rule.options.csv]\nheadr = 'row'",
    "[format.text]\nladder = ['line']",
    "[format.minutes]\nladder = {}",
    "[format.minutes]\nladder = {ab = 'x'}",
    "[format.minutes]\nladder = ['heading']",
    "[format.minutes]\nladder = [{name = 'ab', pattern = 'x'}]",
    "[format.minutes]\nladder = [{separator = 'x', keep = 'both'}]",
    "[format.minutes]\nladder = ['line']\nsuffixes = ['.A']",
    "[format.minutes]\nladder = ['line']\nscopes = [{pattern = 'x', level = 33}]",
]


def faults(text: str) -> list[Any]:
    return list(Draft7Validator(SCHEMA).iter_errors(tomllib.loads(text)))


def test_the_schema_that_is_shipped_is_fresh() -> None:
    again = "python -m chunkladder.schema > core/chunkladder/chunkladder.schema.json"
    fresh = written(config_schema(own_formats()))
    assert SHIPPED.read_text(encoding="utf-8") == fresh, f"write it anew: {again}"


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_passes_both(text: str, tmp_path: Path) -> None:
    file = tmp_path / "chunkladder.toml"
    file.write_text(text, encoding="utf-8")
    load_config(file)
    assert faults(text) == []


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_passes_neither(text: str, tmp_path: Path) -> None:
    file = tmp_path / "chunkladder.toml"
    file.write_text(text, encoding="utf-8")
    assert faults(text)
    with pytest.raises(ConfigError):
        load_config(file)
