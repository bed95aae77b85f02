"""A made-up folder in several formats, and what a store has of it."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from chunkladder import Store
from chunkladder.corpus import Corpus

if TYPE_CHECKING:
    from pathlib import Path

    from chunkladder.sync import SyncReport

WORDS = [
    "harbor",
    "lamp",
    "keeper",
    "ferry",
    "ledger",
    "tide",
    "winter",
    "letter",
    "green",
    "ink",
    "rope",
    "anchor",
    "storm",
    "island",
    "market",
    "bell",
    "window",
    "copper",
    "map",
    "road",
    "bridge",
    "river",
    "mill",
    "stone",
    "bread",
    "salt",
    "candle",
    "door",
    "garden",
    "engine",
]


def prose(draw: Random, sentences: int) -> str:
    return " ".join(
        " ".join(draw.choices(WORDS, k=draw.randint(4, 14))).capitalize() + "."
        for _ in range(sentences)
    )


def page(draw: Random) -> str:
    parts = ["# " + prose(draw, 1)]
    for _ in range(draw.randint(1, 5)):
        parts += ["## " + draw.choice(WORDS).title(), prose(draw, draw.randint(1, 12))]
    lines = (f"def {draw.choice(WORDS)}_{n}():\n    return {n}\n" for n in range(20))
    parts.append("```python\n" + "\n".join(lines) + "```")
    return "\n\n".join(parts) + "\n"


def table(draw: Random) -> str:
    rows = (f"{n},{draw.choice(WORDS)},{draw.randint(0, 999)}" for n in range(draw.randint(5, 150)))
    return "number,name,amount\n" + "\n".join(rows) + "\n"


def program(draw: Random) -> str:
    return "\n\n".join(
        f'def {draw.choice(WORDS)}_{n}(value):\n    """{prose(draw, 1)}"""\n    return {n}\n'
        for n in range(draw.randint(1, 12))
    )


def log(draw: Random) -> str:
    return "".join(
        f"2031-05-01 10:{n // 60:02d}:{n % 60:02d} INFO {draw.choice(WORDS)}: {prose(draw, 1)}\n"
        for n in range(draw.randint(5, 80))
    )


def talk(draw: Random) -> str:
    return "".join(
        f"{draw.choice(('Ann', 'Ben'))}: {prose(draw, draw.randint(1, 4))}\n\n"
        for _ in range(draw.randint(3, 20))
    )


def note(draw: Random) -> str:
    return "\n\n".join(prose(draw, draw.randint(1, 9)) for _ in range(draw.randint(1, 8))) + "\n"


MAKERS = {"md": page, "csv": table, "py": program, "log": log, "txt": note, "vtt.txt": talk}


def write_folder(folder: Path, files: int, seed: int = 1) -> None:
    """Write files of all kinds, the same for the same seed."""
    draw = Random(seed)
    for number in range(files):
        suffix, make = list(MAKERS.items())[number % len(MAKERS)]
        path = folder / f"part-{number % 4}" / f"file-{number}.{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(make(draw), encoding="utf-8")


def corpus(folder: Path, **settings: Any) -> Corpus:
    """Return a corpus with one rule for all files."""
    config = folder.parent / f"{folder.name}.toml"
    lines = [f"{key} = {json.dumps(value)}" for key, value in {"size": 300, **settings}.items()]
    config.write_text("[defaults]\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return Corpus.from_config(config, folder, jobs=1)


def synced(folder: Path, store: Path, **settings: Any) -> SyncReport:
    """Bring a store up to date with a folder."""
    with Store(store) as opened:
        return corpus(folder, **settings).sync(opened)


def contents(store: Path) -> dict[str, Any]:
    """Return all that a store says, but for when it learned it."""
    with Store(store, create=False) as opened:
        documents = [opened.document(source) for source in opened.sources()]
        found = {
            word: sorted(
                (round(hit.score, 6), hit.record["id"]) for hit in opened.search(word, 99_999)
            )
            for word in WORDS[:2]
        }
        return {
            "documents": [known._replace(stat="") for known in documents if known],
            "records": list(opened.records()),
            "found": found,
        }
