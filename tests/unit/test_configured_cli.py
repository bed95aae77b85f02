"""The command line on a folder with a configuration: init, plan and split."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from chunkladder.cli import main
from chunkladder.cli._values import number_of_jobs, seconds
from chunkladder.config import load_config
from chunkladder.plugins import registry
from chunkladder.schema import SHIPPED
from chunkladder.starting import Seen, first_config

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunkladder import Format

CONFIG = """
[defaults]
size = 80
overlap = 5
[[rule]]
match = "*.csv"
format = "csv"
size = 30
overlap = 0
[rule.metadata]
kind = "table"
[[rule]]
match = "drafts/"
skip = true
[[rule]]
match = "*.nothing"
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "docs/notes.md": "# Notes\n\nSome words.\n\n## More\n\nOther words, and a few more.",
        "docs/prices.csv": "name,price\nnut,1\nbolt,2\nscrew,3\n",
        "docs/drafts/c.txt": "not yet",
        "docs/a.txt": "Ducks sleep with one eye open. " * 5,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def configured(here: Path) -> Path:
    (here / "chunkladder.toml").write_text(CONFIG)
    return here


def run(*args: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, args, input=stdin)


def records(lines: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.split(b"\n") if line]


def sources(result: Result) -> list[str]:
    return list(dict.fromkeys(record["source"] for record in records(result.stdout_bytes)))


# split


@pytest.mark.usefixtures("configured")
def test_split_obeys_the_nearest_configuration() -> None:
    result = run("split", "docs")
    found = records(result.stdout_bytes)
    assert sources(result) == ["docs/a.txt", "docs/notes.md", "docs/prices.csv"]
    assert max(one["size"] for one in found if one["source"] == "docs/a.txt") in range(31, 81)
    tables = [one for one in found if one["source"] == "docs/prices.csv"]
    assert max(one["size"] for one in tables) <= 30
    assert all(one["metadata"]["kind"] == "table" for one in tables)
    assert result.exit_code == 0


@pytest.mark.usefixtures("configured")
def test_what_is_given_wins_over_every_rule() -> None:
    found = records(run("split", "docs", "--size", "25", "--format", "text").stdout_bytes)
    assert {one["format"] for one in found} == {"text"}
    assert max(one["size"] for one in found) <= 25
    default = records(run("split", "docs", "--size", "1000").stdout_bytes)
    assert len(default) == 3, "a default that is given counts, too"


def test_no_configuration_is_used_when_none_is_wanted(configured: Path) -> None:
    assert len(sources(run("split", "docs", "--no-config"))) == 4
    (configured / "other.toml").write_text('[[rule]]\nmatch = "*.md"\nskip = true')
    found = sources(run("split", "docs", "--config", "other.toml"))
    assert found == ["docs/a.txt", "docs/drafts/c.txt", "docs/prices.csv"]


def test_sources_are_relative_to_the_configuration(
    configured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = run("split", "docs").stdout_bytes
    monkeypatch.chdir(configured / "docs")
    assert run("split", ".").stdout_bytes == expected
    assert run("split", str(configured / "docs")).stdout_bytes == expected


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
def test_a_folder_that_a_link_leads_to_is_the_same(configured: Path) -> None:
    expected = run("split", "docs").stdout_bytes
    (configured.parent / f"{configured.name}-link").symlink_to(configured)
    link = f"{configured}-link/docs"
    assert run("split", link).stdout_bytes == expected


@pytest.mark.usefixtures("configured")
def test_a_file_that_is_named_is_read_though_a_rule_skips_it() -> None:
    assert sources(run("split", "docs/drafts/c.txt", "docs")) == [
        "docs/drafts/c.txt",
        "docs/a.txt",
        "docs/notes.md",
        "docs/prices.csv",
    ]


def test_standard_input_has_the_defaults_of_the_configuration(configured: Path) -> None:
    found = records(run("split", "-", stdin=b"Some words of a text. " * 20).stdout_bytes)
    assert 30 < max(one["size"] for one in found) <= 80


def test_the_configuration_itself_is_not_split(configured: Path) -> None:
    assert "chunkladder.toml" not in sources(run("split", "."))


@pytest.mark.parametrize("jobs", ["2", "3", "auto", "0"])
def test_the_number_of_jobs_changes_no_byte(jobs: str, configured: Path) -> None:
    for at in range(40):
        (configured / "docs" / f"{at}.txt").write_text(f"Text {at}. " * (at % 7 * 50))
    (configured / "docs" / "x.png").write_bytes(bytes(99))
    one = run("split", "docs", "--jobs", "1")
    many = run("split", "docs", "--jobs", jobs)
    assert one.stdout_bytes == many.stdout_bytes
    assert re.sub(r"[\d.]+ s", "", one.stderr) == re.sub(r"[\d.]+ s", "", many.stderr)
    assert one.exit_code == many.exit_code == 1


def test_ignored_and_hidden_files_are_read_when_asked_for(here: Path) -> None:
    (here / "docs" / ".gitignore").write_text("*.csv\n")
    (here / "docs" / ".secret").write_text("x")
    assert len(sources(run("split", "docs"))) == 3
    found = sources(run("split", "docs", "--no-ignore"))
    assert {"docs/.gitignore", "docs/.secret", "docs/prices.csv"} <= set(found)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")
def test_links_are_followed_when_asked_for(here: Path) -> None:
    (here / "outside").mkdir()
    (here / "outside" / "x.txt").write_text("x")
    (here / "docs" / "link").symlink_to("../outside")
    (here / "docs" / "one.txt").symlink_to("../outside/x.txt")
    assert len(sources(run("split", "docs"))) == 4
    found = sources(run("split", "docs", "--follow-links"))
    assert {"docs/link/x.txt", "docs/one.txt"} <= set(found)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[defaults]\nsise = 1", 'rung 1, got "sise"; did you mean "size"? (line 2)'),
        ("[[rule]]\nmatch = '*.md'\nsize = 'large'", "rule 1, size: expected a whole number ab"),
        ("[[rule]]\nmatch = '*.md'\nsize = 50\noverlap = 60", "rule 1, overlap: expected"),
        ("[defaults", "syntax: expected valid TOML"),
    ],
)
@pytest.mark.parametrize("command", ["split", "plan"])
def test_a_wrong_configuration_is_wrong_usage(text: str, told: str, command: str) -> None:
    Path("chunkladder.toml").write_text(text)
    result = run(command, "docs")
    assert f"chunkladder.toml: {told}".partition("rung 1, ")[2] in result.stderr
    assert result.stdout == ""
    assert result.exit_code == 2


@pytest.mark.usefixtures("here")
def test_a_configuration_that_is_found_and_cannot_be_read_is_named(
    configured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    result = run("plan")
    assert result.exit_code == 2
    assert f"{configured / 'chunkladder.toml'}: Permission denied" in result.stderr


def test_a_store_in_the_folder_is_passed_over(here: Path) -> None:
    assert run("sync", "docs", "--store", "docs/chunks.db").exit_code == 0
    before = len(sources(run("split", "docs")))
    for command in ("split", "plan", "init"):
        result = run(command, "docs")
        assert result.exit_code == 0
        assert "chunks.db" not in result.stderr
    assert len(sources(run("split", "docs"))) == before
    assert run("sync", "docs", "--store", "other.db").exit_code == 0
    assert ".db" not in (here / "docs" / "chunkladder.toml").read_text()


def test_a_configuration_that_is_not_there_is_wrong_usage() -> None:
    assert run("split", "docs", "--config", "nowhere.toml").exit_code == 2


@pytest.mark.parametrize("value", ["x", "-1", "1.5", ""])
@pytest.mark.parametrize("option", ["--jobs", "--time-limit"])
@pytest.mark.usefixtures("here")
def test_numbers_that_are_none_are_wrong_usage(option: str, value: str) -> None:
    if (option, value) != ("--time-limit", "1.5"):
        assert run("split", "docs", option, value).exit_code == 2


def test_values_of_jobs_and_seconds() -> None:
    assert [number_of_jobs(each) for each in ("auto", "0", "3")] == [None, None, 3]
    assert seconds("1.5") == 1.5


# Parquet


def test_parquet_holds_the_same_as_lines(configured: Path) -> None:
    (configured / "docs" / "odd.txt").write_text("b\u2028c\x85d", encoding="utf-8")
    assert run("split", "docs", "-o", "chunks.parquet").exit_code == 0
    table = pyarrow.parquet.read_table("chunks.parquet")
    expected = records(run("split", "docs").stdout_bytes)
    rows = table.to_pylist()
    assert [json.loads(row.pop("metadata")) for row in rows] == [
        one.pop("metadata") for one in expected
    ]
    assert {row.pop("level") for row in rows} == {"child"}
    assert rows == expected
    types = {field.name: str(field.type) for field in table.schema}
    assert types["path"] == "list<element: string>"
    assert (types["start"], types["oversized"], types["index"]) == ("int64", "bool", "int32")


def test_parquet_of_nothing_has_the_columns(here: Path) -> None:
    (here / "empty").mkdir()
    assert run("split", "empty", "-o", "x.parquet").exit_code == 0
    table = pyarrow.parquet.read_table("x.parquet")
    assert table.num_rows == 0
    assert "embed_text" in table.column_names


@pytest.mark.skipif(os.name != "posix", reason="needs names that are not Unicode")
def test_parquet_writes_lone_surrogates_as_escapes(here: Path) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    (here / "odd").mkdir()
    try:
        (here / "odd" / name).write_text("x")
    except OSError:
        pytest.skip("this file system wants Unicode")
    assert run("split", "odd", "-o", "x.parquet").exit_code == 0
    assert pyarrow.parquet.read_table("x.parquet")["source"].to_pylist() == ["odd/caf\\udce9.txt"]


@pytest.mark.usefixtures("here")
def test_parquet_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    result = run("split", "docs", "-o", "x.parquet")
    assert 'run pip install "chunkladder[parquet]"' in result.stderr.replace("\n", " ")
    assert result.exit_code == 2


@pytest.mark.usefixtures("here")
def test_parquet_with_parents_tells_levels() -> None:
    assert run("split", "docs", "--size", "40", "--parent", "100", "-o", "x.parquet").exit_code == 0
    levels = pyarrow.parquet.read_table("x.parquet")["level"].to_pylist()
    assert set(levels) == {"parent", "child"}


# init


def kinds(folder: Path) -> None:
    (folder / "docs" / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\r")
    (folder / "docs" / "odd name#1").write_text("x")
    (folder / "docs" / "b.txt").write_text(
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello there\n\n"
        "00:00:02.000 --> 00:00:03.000\nAnd again\n"
    )


def test_init_writes_a_rule_for_each_format(here: Path) -> None:
    kinds(here)
    result = run("init", "docs")
    assert result.exit_code == 0
    text = (here / "docs" / "chunkladder.toml").read_text()
    assert text.startswith(f"#:schema {SHIPPED.as_uri()}\n")
    rules = {str(rule["match"]): rule for rule in tomllib.loads(text)["rule"]}
    assert rules["*.csv"]["format"] == "csv"
    assert rules["*.md"]["format"] == "markdown"
    assert rules["*.png"]["skip"] is True
    assert "format" not in rules["*.txt"], "files with that name are in two formats"
    assert '# header = "row"    # or "labels", "none"' in text


def test_what_init_writes_changes_nothing_but_what_is_no_text(here: Path) -> None:
    kinds(here)
    before = run("split", "docs")
    assert before.exit_code == 1
    assert run("init", ".").exit_code == 0
    after = run("split", "docs")
    assert after.stdout_bytes == before.stdout_bytes
    assert after.exit_code == 0


def test_whatever_init_comments_out_can_be_taken_in(here: Path) -> None:
    run("init", "docs")
    file = here / "docs" / "chunkladder.toml"
    lines = [re.sub(r"^# (?=\[|\w+ = )", "", line) for line in file.read_text().split("\n")]
    file.write_text("\n".join(lines))
    assert load_config(file).settings_for("prices.csv").options["csv"]["header"] == "row"
    assert "# more: delimiter (a string), " in file.read_text()
    assert run("plan", "docs").exit_code == 0


@pytest.mark.parametrize("each", registry().formats(), ids=lambda each: str(each.name))
def test_what_init_comments_out_of_a_format_is_right(each: Format, here: Path) -> None:
    text = first_config(Seen({each.name: Counter({"*.x": 1})}, Counter(), []), [each])
    lines = [re.sub(r"^# (?=\[rule|\w+ = )", "", line) for line in text.split("\n")]
    at = lines.index("[[rule]]")
    (here / "chunkladder.toml").write_text("\n".join(lines[at:]))
    load_config(here / "chunkladder.toml").settings_for("a.x")
    told = set(re.findall(r"^(\w+) = |(\w+) \(a", "\n".join(lines[at + 3 :]), re.MULTILINE))
    assert {one or other for one, other in told} == {field.name for field in fields(each.options)}


def test_init_replaces_a_file_only_by_force(here: Path) -> None:
    (here / "chunkladder.toml").write_text("# mine")
    result = run("init")
    assert "chunkladder.toml is there already: --force replaces it" in result.stderr
    assert result.exit_code == 2
    assert (here / "chunkladder.toml").read_text() == "# mine"
    assert run("init", "--force").exit_code == 0
    assert "[defaults]" in (here / "chunkladder.toml").read_text()


def test_init_of_an_empty_folder_gives_the_defaults(here: Path) -> None:
    (here / "empty").mkdir()
    assert run("init", "empty").exit_code == 0
    assert load_config(here / "empty" / "chunkladder.toml").rules == ()


# plan


def planned(*args: str) -> dict[str, dict[str, Any]]:
    return {line["rule"]: line for line in json.loads(run("plan", *args, "--json").stdout)}


@pytest.mark.usefixtures("configured")
def test_plan_counts_for_each_rule_what_split_gives() -> None:
    found = records(run("split", "docs").stdout_bytes)
    tables = [one for one in found if one["source"] == "docs/prices.csv"]
    lines = planned("docs")
    assert list(lines) == ["rule 1", "rule 2", "rule 3", "no rule", "total"]
    assert lines["rule 1"]["files"] == 1
    assert lines["rule 1"]["chunks"] == len(tables)
    assert lines["rule 1"]["bytes"] == Path("docs/prices.csv").stat().st_size
    assert lines["rule 1"]["fill"] == pytest.approx(
        sum(one["size"] for one in tables) / len(tables) / 30
    )
    assert (lines["rule 2"]["files"], lines["rule 2"]["skipped"]) == (1, 1)
    assert lines["rule 3"]["files"] == 0
    assert lines["no rule"]["files"] == 2
    assert lines["total"]["files"] == 4
    assert lines["total"]["chunks"] == len(found)


def test_plan_counts_oversized_chunks_and_failures(here: Path) -> None:
    (here / "docs" / "x.png").write_bytes(bytes(99))
    (here / "chunkladder.toml").write_text(
        '[defaults]\nladder = ["paragraph"]\nformat = "text"\nsize = 50'
    )
    result = run("plan", "docs")
    assert result.exit_code == 1
    assert "chunkladder: docs/x.png: byte 0" in result.stderr
    total = planned("docs")["total"]
    assert total["failed"] == 1
    assert total["oversized"] == 1


@pytest.mark.usefixtures("configured")
def test_plan_shows_a_table() -> None:
    head, first, *_ = run("plan", "docs").stdout.split("\n")
    assert head.split() == (
        ["rule", "match", "files", "skipped", "failed", "bytes", "chunks", "fill", "oversized"]
    )
    assert first.startswith("rule 1   *.csv   ")


@pytest.mark.usefixtures("configured")
def test_explain_says_which_rule_decided_each_key() -> None:
    shown = run("plan", "docs", "--explain", "docs/prices.csv").stdout
    assert shown.startswith("rule 1: *.csv\n")
    rows = {line.split()[0]: line.split()[-2:] for line in shown.split("\n") if line.strip()}
    assert rows["size"] == ["rule", "1"]
    assert rows["keep"] == ["the", "default"]
    assert "its format is set, whatever its name and content say" in shown


@pytest.mark.usefixtures("configured")
def test_explain_says_what_the_format_was_found_by() -> None:
    shown = run("plan", "--explain", "docs/notes.md").stdout
    assert 'its format is found: markdown, by suffix ".md"' in shown
    assert re.search(r"its content looks like markdown: 0\.\d\d", shown)
    data = json.loads(run("plan", "--explain", "docs/notes.md", "--json").stdout)
    assert data["detected"] == {"format": "markdown", "evidence": 'suffix ".md"'}
    assert data["ratings"]["markdown"] > 0
    assert {one["key"]: one["place"] for one in data["keys"]}["overlap"] == "defaults"


def test_explain_of_what_is_no_text_is_told(configured: Path) -> None:
    (configured / "docs" / "x.bin").write_bytes(bytes(99))
    assert "NUL bytes" in run("plan", "--explain", "docs/x.bin").stderr


def test_plan_writes_nothing(configured: Path) -> None:
    before = snapshot(configured)
    run("plan", "docs", "--jobs", "2")
    assert snapshot(configured) == before


def snapshot(folder: Path) -> dict[str, int]:
    key: Callable[[Path], str] = str
    return {key(path): path.stat().st_mtime_ns for path in folder.rglob("*")}
