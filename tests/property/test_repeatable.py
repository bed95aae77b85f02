"""Law 8: the same input gives the same bytes and ids, in any process, on any day."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from chunkladder import Registry, Splitter

from .made_up_format import MadeUpFormat
from .strategies import BLANKS, BREAKS, MARKS, ODD, PROSE

ROOT = Path(__file__).parents[2]
TEXT = "".join(mark + odd + prose for mark in MARKS for odd in ODD for prose in (*PROSE, *BREAKS))
TEXT += "".join(BLANKS)


def fingerprint() -> str:
    """Hash all that is told of the chunks of one rich text under several settings."""
    registry = Registry.of(MadeUpFormat())
    digest = sha256()
    for name in ("text", "made-up"):
        for settings in ({"size": 40}, {"size": 90, "overlap": 20}, {"size": 60, "parent": 200}):
            splitter = Splitter(**settings, format=name, registry=registry)
            for chunk in splitter.split(TEXT, source="a.txt"):
                facts = (*chunk[:-2], sorted(chunk.metadata.items()), chunk.id, chunk.content_hash)
                digest.update(repr(facts).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_another_process_with_another_hash_seed_tells_the_same(seed: str) -> None:
    program = "from tests.property.test_repeatable import fingerprint; print(fingerprint())"
    told = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == fingerprint()
