"""A folder under one configuration, from a program."""

from __future__ import annotations

import os
import pickle
import shutil
from typing import TYPE_CHECKING

import pytest

from chunkladder import Corpus, Splitter
from chunkladder.config import load_config
from chunkladder.corpus import LITTLE, Fault, cores, records_of, workers_for
from chunkladder.errors import ConfigError
from chunkladder.files import FileSettings, Job

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = """
[defaults]
size = 60
[defaults.metadata]
project = "x"
[[rule]]
match = "*.csv"
size = 30
[[rule]]
match = "drafts/"
skip = true
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    for name, text in {
        "chunkladder.toml": CONFIG,
        "b/notes.md": "# Notes\n\nSome words.\n\n## More\n\nOther words, and a few more of them.",
        "b/prices.csv": "name,price\nnut,1\nbolt,2\nscrew,3\n",
        "a.txt": "Ducks sleep with one eye open. " * 5,
        "drafts/c.txt": "not yet",
        ".hidden/d.txt": "not at all",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_documents_are_files_with_their_settings(folder: Path) -> None:
    corpus = Corpus.from_config(folder / "chunkladder.toml")
    found = {job.key: job for job in corpus.documents()}
    assert list(found) == ["a.txt", "b/notes.md", "b/prices.csv"]
    assert found["b/prices.csv"].path == str(folder / "b" / "prices.csv")
    assert [job.settings.size for job in found.values()] == [60, 60, 30]


@pytest.mark.parametrize("jobs", [1, 2, None])
def test_chunks_are_those_of_a_splitter(jobs: int | None, folder: Path) -> None:
    corpus = Corpus.from_config(folder / "chunkladder.toml", jobs=jobs)
    expected = [
        *Splitter(size=60).split_file(folder / "a.txt", source="a.txt"),
        *Splitter(size=60).split_file(folder / "b" / "notes.md", source="b/notes.md"),
        *Splitter(size=30).split_file(folder / "b" / "prices.csv", source="b/prices.csv"),
    ]
    found = list(corpus.split())
    assert [(c.id, c.text, c.embed_text) for c in found] == [
        (c.id, c.text, c.embed_text) for c in expected
    ]
    assert {c.metadata["project"] for c in found} == {"x"}
    assert corpus.faults == []


def test_moving_a_folder_keeps_ids(folder: Path, tmp_path: Path) -> None:
    before = [chunk.id for chunk in Corpus.from_config(folder / "chunkladder.toml").split()]
    shutil.move(folder, tmp_path / "elsewhere")
    file = tmp_path / "elsewhere" / "chunkladder.toml"
    assert [chunk.id for chunk in Corpus.from_config(file).split()] == before


def test_a_root_below_the_configuration_has_keys_of_its_own(folder: Path) -> None:
    corpus = Corpus.from_config(folder / "chunkladder.toml", folder / "b")
    assert [job.key for job in corpus.documents()] == ["notes.md", "prices.csv"]
    assert [job.settings.rules for job in corpus.documents()] == [(), (0,)]
    assert list(Corpus.from_config(folder / "chunkladder.toml", folder / "drafts").split()) == []


def test_a_root_outside_is_matched_by_its_own_paths(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other" / "drafts").mkdir(parents=True)
    (tmp_path / "other" / "x.csv").write_text("a\n1\n")
    (tmp_path / "other" / "drafts" / "y.txt").write_text("y")
    corpus = Corpus.from_config(folder / "chunkladder.toml", tmp_path / "other")
    assert [(job.key, job.settings.rules) for job in corpus.documents()] == [("x.csv", (0,))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_faults_are_told_and_the_rest_is_done(jobs: int, folder: Path) -> None:
    (folder / "b" / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\r")
    (folder / "gone.txt").symlink_to("nowhere")
    corpus = Corpus.from_config(folder / "chunkladder.toml", jobs=jobs)
    told: list[Fault] = []
    found = list(corpus.split(told.append))
    assert next(chunk.source for chunk in found) == "a.txt"
    assert {chunk.source for chunk in found} == {"a.txt", "b/notes.md", "b/prices.csv"}
    assert [fault.key for fault in told] == ["b/image.png", "gone.txt"]
    assert told[1].error == "No such file or directory"
    assert corpus.faults == told


def test_what_a_callback_raises_ends_the_work(folder: Path) -> None:
    (folder / "0.png").write_bytes(bytes(99))

    def stop(fault: Fault) -> None:
        raise KeyError(fault.key)

    with pytest.raises(KeyError, match=r"0\.png"):
        list(Corpus.from_config(folder / "chunkladder.toml").split(stop))


def test_parents_come_before_their_children(folder: Path) -> None:
    (folder / "chunkladder.toml").write_text("[defaults]\nsize = 60\nparent = 120\n")
    found = list(Corpus.from_config(folder / "chunkladder.toml").split())
    a = [chunk for chunk in found if chunk.source == "a.txt"]
    levels = [chunk.origin.level for chunk in a]
    assert levels == sorted(levels, reverse=True)
    parents = {chunk.id for chunk in a if chunk.origin.level == "parent"}
    assert {chunk.parent_id for chunk in a if chunk.id not in parents} == parents


def test_ignored_files_are_taken_when_asked_for(folder: Path) -> None:
    (folder / ".gitignore").write_text("*.md\n")
    keys = [job.key for job in Corpus.from_config(folder / "chunkladder.toml").documents()]
    assert keys == ["a.txt", "b/prices.csv"]
    corpus = Corpus(load_config(folder / "chunkladder.toml"), ignore=False)
    assert ".hidden/d.txt" in [job.key for job in corpus.documents()]


def test_rules_that_do_not_go_together_stop_it(folder: Path) -> None:
    (folder / "chunkladder.toml").write_text("[[rule]]\nmatch = '*.md'\nsize = 5\noverlap = 9\n")
    with pytest.raises(ConfigError, match="rule 1, overlap"):
        list(Corpus.from_config(folder / "chunkladder.toml").split())


def test_little_work_starts_no_process(tmp_path: Path) -> None:
    (tmp_path / "little").write_bytes(b"x")
    (tmp_path / "much").write_bytes(bytes(LITTLE))
    jobs = [Job(name, str(tmp_path / name), FileSettings()) for name in ("little", "much", "gone")]
    assert workers_for(jobs[:1], None) == 1
    assert workers_for(jobs, None) == cores() >= 1
    assert workers_for(jobs[:1], 3) == 3


def test_records_are_ready_to_be_written() -> None:
    job = Job("a.txt", "", FileSettings(size=20, parent=60))
    found = pickle.loads(pickle.dumps(records_of(job, b"Some words, and more. And others.")))
    assert found.lines.count(b"\n") == found.chunks + found.parents
    assert (found.chunks, found.parents) == (3, 1)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="Linux only")
def test_cores_are_those_that_may_be_used() -> None:
    assert cores() == len(os.sched_getaffinity(0))
