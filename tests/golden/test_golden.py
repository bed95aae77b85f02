"""Documents and the chunks that come of them, kept as spans.

Each file in ``fixtures`` is split in each of ``CASES``. What came of it stands in ``expected``, a
line for each chunk: ``[start, end, rung, path, first 32 characters]``.

``pytest --update-golden`` writes these files anew, of chunks that keep the laws. Look at each line
that changed: it is either what you were about, or a fault.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from chunkladder import Document, Splitter
from chunkladder.plugins import registry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunkladder import Chunk

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
FIXTURES = sorted((HERE / "fixtures").iterdir())

CASES: Mapping[str, Mapping[str, Any]] = {
    "60": {"size": 60},
    "400": {"size": 400},
    "400-overlap": {"size": 400, "overlap": 0.15, "overlap_at": "sentence"},
}

SHOWN = 32

UPDATE = "pytest tests/golden --update-golden"


@pytest.fixture
def is_update(request: pytest.FixtureRequest) -> bool:
    return request.config.getoption("--update-golden")


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
def test_chunks_are_as_they_were(fixture: Path, case: str, is_update: bool) -> None:
    settings = CASES[case]
    text = fixture.read_bytes().decode("utf-8")
    chunks = Splitter(**settings).split(text, source=fixture.name)
    check_laws(text, chunks, settings)
    golden = golden_of(fixture, case)
    if is_update:
        write(golden, chunks)
    if not golden.exists():
        pytest.fail(f"{golden.name} is missing: make it with `{UPDATE}`, and read what it holds")
    # Not splitlines: U+2028 ends no line of JSON.
    expected = golden.read_text(encoding="utf-8").split("\n")[:-1]
    assert rows(chunks) == expected, f"{golden.name}: if this is meant, `{UPDATE}`"


def test_each_golden_has_a_fixture_and_a_case(is_update: bool) -> None:
    known = {golden_of(fixture, case) for fixture in FIXTURES for case in CASES}
    stale = sorted(set(EXPECTED.glob("*")) - known)
    if is_update:
        for golden in stale:
            golden.unlink()
    else:
        names = [golden.name for golden in stale]
        assert not stale, f"nothing is compared with {names}: delete them with `{UPDATE}`"


def golden_of(fixture: Path, case: str) -> Path:
    return EXPECTED / f"{fixture.name}.{case}.jsonl"


def rows(chunks: Sequence[Chunk]) -> list[str]:
    return [
        json.dumps(
            [chunk.start, chunk.end, chunk.rung, chunk.path, chunk.text[:SHOWN]],
            ensure_ascii=False,
        )
        for chunk in chunks
    ]


def write(golden: Path, chunks: Sequence[Chunk]) -> None:
    golden.parent.mkdir(exist_ok=True)
    lines = "".join(f"{row}\n" for row in rows(chunks))
    golden.write_text(lines, encoding="utf-8", newline="\n")


def check_laws(text: str, chunks: Sequence[Chunk], settings: Mapping[str, Any]) -> None:
    """Hold chunks to what holds whatever a golden says."""
    size = settings["size"]
    overlap = int(settings.get("overlap", 0) * size)
    for chunk in chunks:
        assert chunk.text == text[chunk.start : chunk.end]
        assert 0 < chunk.size <= size or chunk.oversized
        assert chunk.size == len(chunk.embed_text)
    for before, after in pairwise(chunks):
        assert before.start < after.start
        assert before.end < after.end
        assert before.end - after.start <= overlap
    covered = {at for chunk in chunks for at in range(chunk.start, chunk.end)}
    kind = registry().format(chunks[0].format)
    edits = kind.outline(Document(text), kind.options()).edits
    # What is not shown, such as the tags around a paragraph, may stand outside of chunks.
    covered.update(at for edit in edits for at in range(edit.start, edit.end))
    assert not [at for at, char in enumerate(text) if at not in covered and not char.isspace()]
