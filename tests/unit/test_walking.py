"""Which files of a folder are found."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from chunkladder import Store
from chunkladder.walking import LoopError, Walk

if TYPE_CHECKING:
    from pathlib import Path

posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX links")


def make(root: Path, *names: str, **texts: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    for name, text in texts.items():
        (root / name).write_text(text)


def keys(root: Path, **how: bool) -> list[str]:
    return [found.key for found in Walk(**how).files(str(root)) if found.error is None]


def errors(root: Path, **how: bool) -> dict[str, str]:
    return {
        each.key: type(each.error).__name__ for each in Walk(**how).files(str(root)) if each.error
    }


def test_files_come_in_the_order_of_names(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a/z.txt", "a/b/c.txt", "a.txt")
    assert keys(tmp_path) == ["a/b/c.txt", "a/z.txt", "a.txt", "b.txt"]


def test_hidden_files_are_left_out_unless_nothing_is_ignored(tmp_path: Path) -> None:
    make(tmp_path, ".a", ".b/c", ".git/config", "d")
    assert keys(tmp_path) == ["d"]
    assert keys(tmp_path, ignore=False) == [".a", ".b/c", "d"]


def test_gitignore_is_obeyed_at_each_level(tmp_path: Path) -> None:
    make(tmp_path, "a.log", "keep.log", "build/x", "src/build/y", "src/c.log", "src/d.txt")
    (tmp_path / ".gitignore").write_text("*.log\n!keep.log\n/build/\n# d.txt\n")
    (tmp_path / "src" / ".gitignore").write_text("!c.log\nd.*\n")
    assert keys(tmp_path) == ["keep.log", "src/build/y", "src/c.log"]
    assert len(keys(tmp_path, ignore=False)) == 8  # with the two .gitignore files


def test_a_folder_inside_a_repository_knows_what_is_ignored_above_it(tmp_path: Path) -> None:
    make(tmp_path, ".git/info/exclude", "docs/a.tmp", "docs/b.bak", "docs/c.txt", "docs/out/d")
    (tmp_path / ".git" / "info" / "exclude").write_text("*.bak\n")
    (tmp_path / ".gitignore").write_text("*.tmp\n/docs/out\n")
    assert keys(tmp_path / "docs") == ["c.txt"]
    assert keys(tmp_path / "docs" / "out") == ["d"], "somebody who names a folder wants it"


def test_without_a_repository_nothing_above_counts(tmp_path: Path) -> None:
    make(tmp_path, "docs/a.txt")
    (tmp_path / ".gitignore").write_text("*.txt\n")
    assert keys(tmp_path / "docs") == ["a.txt"]


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
@pytest.mark.parametrize(
    "patterns",
    [
        "*.o\n!b.o\n",
        "/a\n",
        "b/\n!b/c\n",
        "a/**/c\n",
        "**/c\n!a/b/c\n",
        "a/*\n!a/b/\n",
        "\\#x\nb.o \n",
        "[ab].o\n",
        "b/\n!*/b/\n",
        "**\n!**/\n!z.o\n",
        "*\n!*/\n!*.o\n",
    ],
)
def test_git_ignores_the_same(patterns: str, tmp_path: Path) -> None:
    make(
        tmp_path,
        "a/b/c",
        "a/c",
        "a/b.o",
        "b/c",
        "b/d",
        "b.o",
        "c.o",
        "a.o",
        "#x",
        "x/a/y",
        "x/a/z.o",
    )
    (tmp_path / ".gitignore").write_text(patterns)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    command = ["git", "-C", tmp_path, "ls-files", "-z", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, check=True).stdout.decode().split("\0")
    assert sorted(keys(tmp_path)) == sorted(
        name for name in listed if name not in ("", ".gitignore")
    )


@posix_only
def test_links_that_lead_outside_are_not_followed_unless_asked(tmp_path: Path) -> None:
    root = tmp_path / "root"
    make(tmp_path, "root/a.txt", "root/sub/b.txt", "outside/c.txt")
    (root / "inner.txt").symlink_to("sub/b.txt")
    (root / "outer.txt").symlink_to("../outside/c.txt")
    (root / "folder").symlink_to("../outside")
    (root / "gone.txt").symlink_to("../outside/gone.txt")
    assert keys(root) == ["a.txt", "inner.txt", "sub/b.txt"]
    assert keys(root, follow_links=True) == [
        "a.txt",
        "folder/c.txt",
        "gone.txt",
        "inner.txt",
        "outer.txt",
        "sub/b.txt",
    ]


@posix_only
def test_a_root_that_is_a_link_is_walked(tmp_path: Path) -> None:
    make(tmp_path, "real/a.txt", "real/b.txt")
    (tmp_path / "real" / "c.txt").symlink_to("b.txt")
    (tmp_path / "link").symlink_to("real")
    assert keys(tmp_path / "link") == ["a.txt", "b.txt", "c.txt"]


@posix_only
def test_a_loop_of_links_is_told_once(tmp_path: Path) -> None:
    make(tmp_path, "a/b/c.txt")
    (tmp_path / "a" / "b" / "up").symlink_to("../..")
    assert errors(tmp_path, follow_links=True) == {"a/b/up": LoopError.__name__}
    assert keys(tmp_path, follow_links=True) == ["a/b/c.txt"]
    assert errors(tmp_path) == {}


@posix_only
def test_a_folder_that_many_links_lead_to_is_walked_once(tmp_path: Path) -> None:
    make(tmp_path, *(f"d{depth}/file" for depth in range(30)))
    for depth in range(29):
        (tmp_path / f"d{depth}" / "one").symlink_to(f"../d{depth + 1}")
        (tmp_path / f"d{depth}" / "two").symlink_to(f"../d{depth + 1}")
    assert len(keys(tmp_path, follow_links=True)) == 30


@posix_only
def test_names_that_are_not_utf_8_are_kept(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    try:
        make(tmp_path, name)
    except OSError:
        pytest.skip("this file system wants Unicode")
    (tmp_path / ".gitignore").write_bytes(b"# caf\xe9\n*.log\n")
    assert keys(tmp_path) == [name]


@posix_only
def test_pipes_and_devices_are_left_out(tmp_path: Path) -> None:
    make(tmp_path, "a")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "null").symlink_to("/dev/null")
    assert keys(tmp_path, follow_links=True) == ["a"]


def test_stores_are_left_out(tmp_path: Path) -> None:
    make(tmp_path, "a.txt", "b.db", "b.db-lock", "c-lock", "sub/d")
    (tmp_path / "e").write_text("x")
    (tmp_path / "e-lock").write_text("")
    with Store(tmp_path / "sub" / "chunks.db") as store, store.lock():
        for ignore in (True, False):
            assert keys(tmp_path, ignore=ignore) == [
                *("a.txt", "b.db", "b.db-lock", "c-lock", "e", "e-lock", "sub/d")
            ]
        lock = tmp_path / "sub" / "chunks.db-lock-journal"
        lock.write_text("what a run that was killed leaves")
        assert "sub/chunks.db-lock-journal" not in keys(tmp_path)
