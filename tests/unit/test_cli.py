"""The command line: files in, records out, and what it says when something is wrong."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from tokenizers import Tokenizer, models, pre_tokenizers

from chunkladder import Splitter, __version__
from chunkladder.cli import main
from chunkladder.cli._values import number_or_rung, overlap, rung
from chunkladder.plugins import PluginState, Registry
from chunkladder.rungs import Regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chunkladder import Chunk

BINARY = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01"
PROGRAM = [sys.executable, "-m", "chunkladder"]
posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals and terminals")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def docs(here: Path) -> Path:
    folder = here / "docs"
    (folder / "sub").mkdir(parents=True)
    (folder / "b.txt").write_bytes(b"First paragraph.\r\n\r\nSecond paragraph.\r\n")
    (folder / "a.txt").write_text("Only one.")
    (folder / "sub" / "c.txt").write_text("Deeper.")
    return folder


def run(*args: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, args, input=stdin)


def records(lines: bytes | Path) -> list[dict[str, Any]]:
    data = lines if isinstance(lines, bytes) else lines.read_bytes()
    return [json.loads(line) for line in data.splitlines()]


def sources(result: Result) -> list[str]:
    return list(dict.fromkeys(record["source"] for record in records(result.stdout_bytes)))


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# What is written


@pytest.mark.usefixtures("docs")
def test_each_chunk_is_one_record_with_the_librarys_facts() -> None:
    result = run("split", "docs/b.txt", "--size", "20")
    chunks = Splitter(size=20).split_file("docs/b.txt")
    found = records(result.stdout_bytes)
    assert [one["text"] for one in found] == [chunk.text for chunk in chunks]
    assert [one["id"] for one in found] == [chunk.id for chunk in chunks]
    assert found[1]["start_line"] == 3
    assert "level" not in found[0]
    assert result.exit_code == 0


def test_line_ends_and_odd_characters_are_kept(here: Path) -> None:
    content = "a\r\nb\rc\u2028d\x85e\0f"
    (here / "odd.txt").write_bytes(content.encode())
    result = run("split", "odd.txt")
    assert result.stdout_bytes.decode().splitlines() == [result.stdout_bytes.decode().rstrip("\n")]
    assert records(result.stdout_bytes)[0]["text"] == content


@pytest.mark.usefixtures("docs")
def test_parents_come_before_their_children() -> None:
    result = run("split", "docs", "--size", "20", "--parent", "100")
    found = records(result.stdout_bytes)
    assert [list(one)[-1] for one in found] == ["level"] * len(found)
    assert [one["level"] for one in found if one["source"] == "docs/b.txt"] == [
        "parent",
        "child",
        "child",
    ]
    parents = {one["id"] for one in found if one["level"] == "parent"}
    assert {one["parent_id"] for one in found if one["level"] == "child"} == parents
    assert "3 files, 4 chunks, 3 parents, " in result.stderr


@pytest.mark.usefixtures("docs")
def test_settings_reach_the_splitter(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    init = Splitter.__init__

    def spy(self: Splitter, **settings: Any) -> None:
        given.update(settings)
        init(self, **settings)

    monkeypatch.setattr(Splitter, "__init__", spy)
    options = (
        "--format text --size 50 --overlap 15% --overlap-at sentence --min-size 3 --parent 90 "
        r"--measure words --ladder paragraph --ladder \x2c\t --ladder re:\d+ --keep-separator end "
        "--no-context --special-tokens 0 --stable"
    )
    assert run("split", "docs", *options.split(), "--ladder", "").exit_code == 0
    expected = {
        "format": "text",
        "size": 50,
        "overlap": 0.15,
        "overlap_at": "sentence",
        "stable": True,
        "min_size": 3,
        "parent": 90,
        "measure": "words",
        "ladder": ("paragraph", ",\t", Regex(r"\d+"), ""),
        "keep_separator": "end",
        "context": False,
        "special_tokens": 0,
    }
    assert expected == {name: value for name, value in given.items() if name in expected}
    assert set(given) - set(expected) == {"options", "registry"}


@pytest.mark.usefixtures("docs")
def test_a_tokenizer_and_its_special_tokens(tmp_path: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "words.json"))
    measure = f"tokenizers:{tmp_path / 'words.json'}"
    done = run("split", "docs", "--size", "9", "--measure", measure, "--special-tokens", "3")
    found = records(done.stdout_bytes)
    assert {record["measure"] for record in found} == {f"{measure}+3"}
    for record in found:
        assert record["size"] == len(tokenizer.encode(record["embed_text"]).ids) + 3 <= 9
    assert run("split", "docs", "--measure", measure, "--special-tokens", "auto").exit_code == 0
    failed = run("split", "docs", "--measure", measure, "--special-tokens", "some")
    assert failed.exit_code == 2
    assert "expected a whole number or auto, got 'some'" in failed.stderr


@pytest.mark.usefixtures("docs")
def test_the_summary_is_one_line_on_stderr() -> None:
    result = run("split", "docs")
    assert result.stderr.startswith("3 files, 3 chunks, ")
    assert result.stderr.endswith(" s\n")
    assert result.stderr.count("\n") == 1


# Which files are read


@pytest.mark.usefixtures("docs")
def test_a_folder_is_walked_in_the_order_of_names() -> None:
    assert sources(run("split", "docs")) == ["docs/a.txt", "docs/b.txt", "docs/sub/c.txt"]
    assert sources(run("split", ".")) == ["docs/a.txt", "docs/b.txt", "docs/sub/c.txt"]


def test_a_source_is_the_path_as_given(docs: Path) -> None:
    assert sources(run("split", str(docs / "a.txt"))) == [(docs / "a.txt").as_posix()]
    assert sources(run("split", "docs/../docs")) == [
        "docs/../docs/a.txt",
        "docs/../docs/b.txt",
        "docs/../docs/sub/c.txt",
    ]


@pytest.mark.usefixtures("docs")
def test_a_file_is_read_once_whoever_names_it() -> None:
    result = run("split", "docs/b.txt", "docs", "docs/a.txt", "./docs")
    assert sources(result) == ["docs/b.txt", "docs/a.txt", "docs/sub/c.txt"]
    assert result.stderr.startswith("3 files, 3 chunks")


def test_hidden_files_are_read_only_when_named(docs: Path) -> None:
    (docs / ".secret.txt").write_text("x")
    (docs / ".git").mkdir()
    (docs / ".git" / "d.txt").write_text("y")
    assert len(sources(run("split", "docs"))) == 3
    assert sources(run("split", "docs/.secret.txt")) == ["docs/.secret.txt"]
    assert sources(run("split", "docs/.git")) == ["docs/.git/d.txt"]


@posix_only
def test_links_to_files_are_read_and_links_to_folders_are_not_followed(docs: Path) -> None:
    (docs / "link.txt").symlink_to("a.txt")
    (docs / "sub" / "loop").symlink_to("..")
    os.mkfifo(docs / "pipe")
    assert sources(run("split", "docs")) == [
        "docs/a.txt",
        "docs/b.txt",
        "docs/link.txt",
        "docs/sub/c.txt",
    ]


@posix_only
def test_a_link_that_leads_nowhere_is_told(docs: Path) -> None:
    (docs / "gone.txt").symlink_to("nowhere")
    (docs / "self.txt").symlink_to("self.txt")
    result = run("split", "docs")
    assert "chunkladder: docs/gone.txt: No such file" in result.stderr
    assert "chunkladder: docs/self.txt: Too many levels" in result.stderr
    assert len(sources(result)) == 3
    assert result.exit_code == 1


@posix_only
def test_a_name_that_is_not_unicode_is_kept(here: Path) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    try:
        (here / name).write_text("x")
    except OSError:
        pytest.skip("this file system wants Unicode")
    result = run("split", ".")
    assert b'"source": "caf\\udce9.txt"' in result.stdout_bytes
    assert records(result.stdout_bytes)[0]["source"] == name


def test_a_folder_that_cannot_be_listed_is_told(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scandir = os.scandir

    def refusing(path: Path) -> Any:
        if Path(path).name == "sub":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    result = run("split", docs.name)
    assert result.stderr.startswith("chunkladder: docs/sub: Permission denied\n2 files, ")
    assert sources(result) == ["docs/a.txt", "docs/b.txt"]
    assert result.exit_code == 1


def test_standard_input_is_a_dash() -> None:
    result = run("split", "-", "--parent", "2000", stdin="grüße".encode("utf-16"))
    assert [one["text"] for one in records(result.stdout_bytes)] == ["grüße", "grüße"]
    assert sources(result) == ["-"]


@pytest.mark.usefixtures("docs")
def test_the_output_in_a_walked_folder_is_not_an_input() -> None:
    for _ in range(2):
        result = run("split", "docs", "-o", "docs/chunks.jsonl")
        assert result.stderr.startswith("3 files, 3 chunks")


def test_a_redirected_output_in_a_walked_folder_is_not_an_input(docs: Path) -> None:
    with (docs / "chunks.jsonl").open("wb") as output:
        subprocess.run([*PROGRAM, "split", "docs"], stdout=output, check=True)
    assert len(records(docs / "chunks.jsonl")) == 3


def test_an_output_that_is_named_as_input_is_refused(docs: Path) -> None:
    result = run("split", "docs/a.txt", "-o", "docs/a.txt")
    assert "docs/a.txt is the output file" in result.stderr
    assert result.exit_code == 2
    assert (docs / "a.txt").read_text() == "Only one."


# What goes wrong in the input


def test_a_file_that_fails_is_named_and_the_others_are_done(docs: Path) -> None:
    (docs / "aa.png").write_bytes(BINARY)
    result = run("split", "docs", "-o", "out.jsonl")
    assert result.exit_code == 1
    told, summary = result.stderr.splitlines()
    assert told.startswith("chunkladder: docs/aa.png: byte 0 (0x89) is not UTF-8, and it looks bin")
    assert summary.startswith("4 files, 3 chunks, 1 failed, ")
    assert len(records(Path("out.jsonl"))) == 3


@pytest.mark.usefixtures("docs")
def test_an_error_in_one_document_leaves_none_of_its_records(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parents = Splitter.parents

    def failing(self: Splitter, text: str, **document: Any) -> list[Chunk]:
        if document["source"] == "docs/b.txt":
            raise ZeroDivisionError("a plugin's\nfault")
        return parents(self, text, **document)

    monkeypatch.setattr(Splitter, "parents", failing)
    result = run("split", "docs", "--parent", "2000")
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "chunkladder: docs/b.txt: ZeroDivisionError: a plugin's fault\n"
    )
    assert "3 files, 2 chunks, 2 parents, 1 failed" in result.stderr
    assert sources(result) == ["docs/a.txt", "docs/sub/c.txt"]


@pytest.mark.parametrize("args", [["--traceback", "split", "x"], ["split", "x", "--traceback"]])
def test_a_traceback_is_shown_only_when_asked_for(here: Path, args: list[str]) -> None:
    (here / "x").write_bytes(BINARY)
    assert "Traceback" not in run("split", "x").stderr
    result = run(*args)
    assert "Traceback (most recent call last)" in result.stderr
    assert "\nchunkladder: x: byte 0" in result.stderr
    assert result.exit_code == 1


# Wrong usage


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "Missing argument 'PATH…'"),
        (["nowhere"], "'nowhere' does not exist"),
        (["docs", "--size", "0"], "size: expected a whole number above 0, got 0"),
        (["docs", "--size", "many"], "'many' is not a valid integer"),
        (["docs", "--overlap", "1000"], "overlap: expected"),
        (["docs", "--overlap", "150%"], "overlap: expected"),
        (["docs", "--overlap", "x%"], "expected a whole number or a share such as 15%, got 'x%'"),
        (["docs", "--min-size", "-1"], "min_size: expected"),
        (["docs", "--measure", "meters"], "measure: expected"),
        (["docs", "--format", "nonsense"], "format: expected one of"),
        (["docs", "--format", "text", "--ladder", "sentense"], 'did you mean "sentence"?'),
        (["docs", "--ladder", "sentense"], 'did you mean "sentence"?'),
        (["docs", "--ladder", "re:("], "expected a regular expression"),
        (["docs", "--ladder", r"\d"], r"expected an escape such as \n"),
        (["docs", "--keep-separator", "both"], "'both' is not one of 'start', 'end', 'drop'"),
        (["docs", "-o", "missing/out.jsonl"], "there is no folder missing"),
        (["docs", "-o", "docs"], "docs is a folder, expected a file"),
        (["docs", "-o", "docs/a.txt/out.jsonl"], "there is no folder docs/a.txt"),
    ],
)
def test_wrong_usage_is_told_and_nothing_is_written(
    docs: Path, args: list[str], message: str
) -> None:
    before = left_in(docs), left_in(docs.parent)
    if "-o" not in args:
        args = [*args, "-o", "out.jsonl"]
    result = run("split", *args)
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert result.exit_code == 2
    assert (left_in(docs), left_in(docs.parent)) == before


def test_a_wrong_setting_is_told_before_any_file_is_read(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(self: Path) -> bytes:
        raise AssertionError(f"{self} was read")

    monkeypatch.setattr(Path, "read_bytes", refusing)
    assert run("split", docs.name, "--size", "-3").exit_code == 2


# The output file


@pytest.mark.usefixtures("docs")
def test_a_new_output_replaces_the_old_one_and_keeps_its_mode(here: Path) -> None:
    output = here / "out.jsonl"
    output.write_text("old")
    output.chmod(0o640)
    assert run("split", "docs", "-o", "out.jsonl").exit_code == 0
    assert len(records(output)) == 3
    assert output.stat().st_mode & 0o777 == 0o640
    assert left_in(here) == ["docs", "out.jsonl"]


@posix_only
@pytest.mark.usefixtures("docs")
def test_an_output_that_is_a_link_stays_one(here: Path) -> None:
    (here / "link.jsonl").symlink_to("docs/real.jsonl")
    assert run("split", "docs", "-o", "link.jsonl").exit_code == 0
    assert (here / "link.jsonl").is_symlink()
    assert len(records(here / "docs" / "real.jsonl")) == 3


@posix_only
@pytest.mark.usefixtures("docs")
def test_a_device_is_written_as_it_is() -> None:
    assert run("split", "docs", "-o", os.devnull).exit_code == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.usefixtures("docs")
def test_an_empty_folder_gives_an_empty_output(here: Path) -> None:
    (here / "empty").mkdir()
    result = run("split", "empty", "-o", "out.jsonl")
    assert result.stderr.startswith("0 files, 0 chunks, ")
    assert (here / "out.jsonl").read_bytes() == b""


@pytest.mark.usefixtures("docs")
def test_a_full_disk_leaves_the_old_output_alone(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (here / "out.jsonl").write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    result = run("split", "docs", "-o", "out.jsonl")
    assert result.exit_code == 1
    assert "out.jsonl: cannot be written: No space left on device" in result.stderr
    assert (here / "out.jsonl").read_text() == "old"
    assert left_in(here) == ["docs", "out.jsonl"]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let processes that are started here heed signals, even where the tests ignore them."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    for number, handler in zip(numbers, before, strict=True):
        if handler is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)


@posix_only
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
@pytest.mark.parametrize("old", ["old", None])
def test_an_interrupted_run_leaves_no_half_written_file(
    here: Path, number: signal.Signals, status: int, old: str | None
) -> None:
    output = here / "out.jsonl"
    if old:
        output.write_text(old)
    before = left_in(here)
    command = [*PROGRAM, "split", "-", "-o", "out.jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for(lambda: left_in(here) != before)  # the temporary file is there
        process.send_signal(number)
        assert process.wait(30) == status
        assert process.stderr
        assert b"Traceback" not in process.stderr.read()
    assert left_in(here) == before
    assert not old or output.read_text() == old


# Standard output, pipes and terminals


@posix_only
def test_a_reader_that_leaves_ends_it_quietly(here: Path) -> None:
    (here / "long.txt").write_text("A sentence of some length. " * 40_000)
    command = [*PROGRAM, "split", "long.txt"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b'{"text"')
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.usefixtures("docs")
def test_a_full_standard_output_is_told() -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*PROGRAM, "split", "docs"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert b"standard output: cannot be written: No space left on device" in result.stderr
    assert b"Traceback" not in result.stderr
    assert result.returncode == 1


def on_terminal(*args: str) -> str:
    """Run with stdout and stderr on a terminal and return what it shows."""
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "150"}
    with subprocess.Popen([*PROGRAM, *args], stdout=theirs, stderr=theirs, env=environment) as done:
        os.close(theirs)
        shown = b""
        while part := read_or_end(ours):
            shown += part
    os.close(ours)
    assert done.returncode in {0, 1}
    return shown.decode()


def read_or_end(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # Linux's way to say that the other side is closed
        return b""


@posix_only
def test_a_terminal_shows_files_chunks_and_rate(docs: Path) -> None:
    (docs / "[red]x.bin").write_bytes(BINARY)
    shown = on_terminal("split", "docs", "-o", "out.jsonl")
    for part in (
        "/4 files",
        "chunks/s",
        "chunkladder: docs/[red]x.bin: byte 0",
        "4 files, 3 chunks",
    ):
        assert part in shown


@posix_only
@pytest.mark.usefixtures("docs")
def test_progress_does_not_mix_with_records_on_a_terminal() -> None:
    shown = on_terminal("split", "docs")
    assert '{"text": "Only one."' in shown
    assert "chunks/s" not in shown


@posix_only
def test_a_terminal_gets_a_table() -> None:
    shown = on_terminal("formats")
    assert "paragraph, line" in shown
    assert "─" in shown


# Lists


def test_a_pipe_gets_aligned_columns() -> None:
    head, *rows = run("formats").stdout.splitlines()
    assert head.split() == ["name", "suffixes", "rungs", "distribution"]
    row = next(row for row in rows if row.startswith("text "))
    assert row[head.index("suffixes") :].startswith(".txt, ")
    assert row[head.index("rungs") :].startswith("paragraph, line, sentence, word, grapheme  ")
    assert row[head.index("distribution") :] == f"chunkladder {__version__}"


def test_formats_in_json_have_all_details() -> None:
    found = {one["name"]: one for one in json.loads(run("formats", "--json").stdout)}
    assert list(found) == sorted(found)
    assert found["text"]["media_types"] == ["text/plain"]
    assert found["text"]["rungs"][0] == {
        "name": "paragraph",
        "line": "after one or more blank lines",
    }
    assert found["text"]["distribution"] == f"chunkladder {__version__}"


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    states = (
        PluginState("good", "chunkladder-good", "1.2", formats=("good", "better")),
        PluginState("[bad]", "chunkladder-bad", "", "failed", "ImportError: no\n  module"),
    )
    monkeypatch.setattr("chunkladder.plugins.registry", lambda: Registry._from_offers([], states))


@pytest.mark.usefixtures("plugins")
def test_plugins_are_listed_with_state_and_reason() -> None:
    bad, good = run("plugins").stdout.splitlines()[1:]
    assert bad.split() == ["[bad]", "chunkladder-bad", "failed", "ImportError:", "no", "module"]
    assert good.split() == ["good", "chunkladder-good", "1.2", "ok", "good,", "better"]


@pytest.mark.usefixtures("plugins")
def test_plugins_in_json_have_all_details() -> None:
    bad, _ = json.loads(run("plugins", "--json").stdout)
    assert bad == {
        "name": "[bad]",
        "distribution": "chunkladder-bad",
        "version": "",
        "state": "failed",
        "reason": "ImportError: no\n  module",
        "formats": [],
        "measures": [],
    }


def test_an_unexpected_error_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Registry:
        raise RuntimeError("broken")

    monkeypatch.setattr("chunkladder.plugins.registry", broken)
    result = run("formats")
    assert result.stderr == "chunkladder: RuntimeError: broken\n"
    assert result.exit_code == 1
    assert "Traceback" in run("formats", "--traceback").stderr


# Help


def test_help_shows_examples_and_commands() -> None:
    shown = run("--help").stdout
    for part in ("split ", "formats ", "plugins ", "chunkladder split docs -o chunks.jsonl"):
        assert part in shown
    assert "...\n" not in shown.partition("Commands:")[2]  # a line that was cut short


def test_every_option_of_split_has_help_with_its_default() -> None:
    for param in main.commands["split"].params:
        if param.opts[0] in {"paths", "-o", "--traceback"}:
            continue
        text = getattr(param, "help", None) or ""
        assert getattr(param, "show_default", False) or "[default: " in text, param.name


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"chunkladder {__version__}\n"


# Values


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("paragraph", "paragraph"),
        ("", ""),
        (r"\n\n", "\n\n"),
        (r"\r\t\f\v\0", "\r\t\f\v\0"),
        (r"\x1e\u2029\U0001f600", "\x1e\u2029\U0001f600"),
        (r"\\n", r"\n"),
        ("。", "。"),
        (r"re:\n(?=# )", Regex(r"\n(?=# )")),
        (r"\x72e:", "re:"),
    ],
)
def test_a_rung_is_a_name_a_literal_or_an_expression(given: str, value: object) -> None:
    assert rung(given) == value


@pytest.mark.parametrize("given", [r"\q", "\\", r"\x1", r"\u12", r"\U00110000", "re:["])
def test_a_wrong_escape_or_expression_is_refused(given: str) -> None:
    result = run("split", __file__, "--ladder", given)
    assert "Invalid value for '--ladder'" in result.stderr
    assert result.exit_code == 2


def test_a_share_is_a_float_and_a_number_an_int() -> None:
    given = ["15%", "2.5%", "0.15", "0", "20"]
    values = [overlap(text) for text in given]
    assert values == [0.15, 0.025, 0.15, 0, 20]
    assert [type(value) for value in values] == [float, float, float, int, int]


def test_a_parent_is_a_number_or_a_rung() -> None:
    assert (number_or_rung("4000"), number_or_rung("heading-2")) == (4000, "heading-2")


# What is imported


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        ("import chunkladder, chunkladder.records", {"click", "rich", "chunkladder.cli"}),
        ("import chunkladder.cli", {"rich", "pluggy", "charset_normalizer", "nupunkt"}),
    ],
)
def test_what_is_not_needed_is_not_imported(code: str, unwanted: set[str]) -> None:
    check = f"import sys; {code}; print(*sorted({unwanted!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, check=True)
    assert done.stdout.split() == []


def test_the_installed_command_and_the_module_are_the_same() -> None:
    command = [Path(sys.executable).with_name("chunkladder"), "--version"]
    if not command[0].exists():
        pytest.skip("the command is not beside the interpreter")
    shown = [subprocess.check_output(one) for one in (command, [*PROGRAM, "--version"])]
    assert shown[0] == shown[1]


def test_numbered_rungs_are_listed_as_a_range_and_many_formats_as_a_number() -> None:
    listed = run("formats").stdout
    assert "heading-1 … heading-6, block" in listed
    assert re.search(r"^code .* \d+ formats", run("plugins").stdout, re.MULTILINE)
    assert '"heading-2"' in run("formats", "--json").stdout
