"""A plugin that never returns is ended at the time limit, and costs only its own document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from chunkladder import Corpus

from .environments import Environment

if TYPE_CHECKING:
    from pathlib import Path

LIMIT = "3"


def test_a_format_that_never_returns_fails_at_the_time_limit_and_the_rest_is_done(
    wheels: dict[str, Path], tmp_path: Path
) -> None:
    environment = Environment(tmp_path / "environment")
    environment.install(wheels["endless"], wheels["chunkladder-rst"])
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "a.endless").write_text("nobody will see this\n", encoding="utf-8")
    (folder / "b.rst").write_text("Lamps\n=====\n\nTwo.\n", encoding="utf-8")
    (folder / "c.txt").write_text("Some prose.\n", encoding="utf-8")
    done = environment.chunkladder("split", ".", "--time-limit", LIMIT, "--jobs", "2", cwd=folder)
    assert done.returncode == 1
    assert "a.endless" in done.stderr
    assert "time limit" in done.stderr or f"{LIMIT} s" in done.stderr, done.stderr
    records = [json.loads(line) for line in done.stdout.split("\n") if line]
    assert [(record["source"], record["format"]) for record in records] == [
        ("b.rst", "rst"),
        ("c.txt", "text"),
    ]


MINUTES = """\
[defaults]
size = 30

[format.minutes]
suffixes = [".minutes"]
ladder = [{ name = "topic", pattern = "^TOPIC " }]
scopes = ["^TOPIC (.*)"]
drops = ["^%.*\\n"]

[format.log]
suffixes = [".log"]
ladder = ["line"]

[[rule]]
match = ["*.notes"]
format = "minutes"
"""


def test_a_configuration_declares_formats_for_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "chunkladder.toml").write_text(MINUTES, encoding="utf-8")
    text = "TOPIC The pier\n% secret\nIt is dark.\nTOPIC The tram\nIt is late.\n"
    for name in ("a.minutes", "b.notes", "c.log"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    corpus = Corpus.from_config(tmp_path / "chunkladder.toml", jobs=2)
    chunks = [chunk for chunk in corpus.split() if chunk.source != "chunkladder.toml"]
    assert {(chunk.source, chunk.format) for chunk in chunks} == {
        ("a.minutes", "minutes"),
        ("b.notes", "minutes"),
        ("c.log", "log"),
    }
    assert [(chunk.path, chunk.body) for chunk in chunks if chunk.source == "a.minutes"] == [
        (("The pier",), "TOPIC The pier\nIt is dark."),
        (("The tram",), "TOPIC The tram\nIt is late."),
    ]
