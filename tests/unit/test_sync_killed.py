"""A sync that is killed at any moment leaves a store that the next run completes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from chunkladder import Store

from .synced_folder import contents, corpus, write_folder

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 50
FILES = 24

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def run(folder: Path, store: Path) -> None:
    with Store(store) as opened:
        corpus(folder).sync(opened, changes=store.with_suffix(".jsonl"))


def killed_after(seconds: float, folder: Path, store: Path) -> bool:
    """Begin a run in a process of its own and kill it; tell whether it was still at work."""
    child = os.fork()
    if not child:
        try:
            run(folder, store)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


class Index:
    """An index of embeddings elsewhere, brought up to date by what changed."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.places: dict[str, int] = {}

    def take(self, changes: Path) -> None:
        """Work off a file of changes, if there is one."""
        if not changes.exists():
            return
        for line in changes.read_text("utf-8").split("\n"):
            if line:
                self._apply(json.loads(line))
        changes.unlink()

    def _apply(self, change: dict[str, Any]) -> None:
        if change["op"] == "delete":
            self.texts.pop(change["id"], None)
            self.places.pop(change["id"], None)
            return
        if change["op"] == "add":
            self.texts[change["id"]] = change["embed_text"]
        self.places[change["id"]] = change["start"]


@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_sync_killed_at_fifty_moments_is_completed_by_the_next(tmp_path: Path) -> None:
    draw = Random(4)
    folder, old = tmp_path / "folder", tmp_path / "old.db"
    write_folder(folder, FILES)
    run(folder, old)
    # An edited folder: some files are new, some changed, some gone.
    shutil.rmtree(folder / "part-0")
    write_folder(folder, FILES // 2, seed=2)
    write_folder(folder / "more", FILES // 2, seed=3)
    fresh = tmp_path / "fresh.db"
    began = time.monotonic()
    run(folder, fresh)
    whole = time.monotonic() - began
    wanted = contents(fresh)
    at_work = 0
    for kill in range(KILLS):
        store, index = tmp_path / f"{kill}.db", Index()
        if kill % 2:
            shutil.copy(old, store)
            shutil.copy(old.with_suffix(".jsonl"), store.with_suffix(".jsonl"))
            index.take(store.with_suffix(".jsonl"))
        at_work += killed_after((kill + draw.random()) / KILLS * whole * 1.1, folder, store)
        index.take(store.with_suffix(".jsonl"))
        run(folder, store)
        index.take(store.with_suffix(".jsonl"))
        assert contents(store) == wanted, kill
        texts = {record["id"]: record["embed_text"] for record in wanted["records"]}
        assert index.texts == texts, kill
        assert index.places == {record["id"]: record["start"] for record in wanted["records"]}
        for file in tmp_path.glob(f"{kill}.*"):
            file.unlink()
    # Most moments lay in the work, not behind it.
    assert at_work >= KILLS // 3
