"""Make the texts that the benchmarks cut: the same on every machine, from a seed."""

import json
import random
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

_OPENINGS = (
    "In the dry months, ",
    "By the end of that week, ",
    "When the ferry was late, ",
    "According to the second report, ",
    "Long before the bridge was built, ",
    "As far as anyone could remember, ",
    *[""] * 10,
)
_SUBJECTS = (
    "the harbor master",
    "Dr. Hale",
    "an old surveyor from the north",
    "nobody on the night shift",
    "the new edition of the map",
    "a letter in green ink",
    "the committee",
    "my grandmother",
    "every boat in the bay",
    "the clerk at the window",
    "one of the younger pilots",
    "the water under the pier",
)
_PREDICATES = (
    "kept a list of all the lights along the coast",
    "had put the height of the wall at 3.5 meters",
    "said very little about the winter of 1911",
    "was found in a drawer, folded twice and tied with string",
    "could not agree on what the numbers meant",
    "turned back at the third buoy because of the fog",
    "asked for the key, the ledger and a pot of tea",
    "moved more slowly than the charts allow",
    "went on as if nothing had changed",
    "came up the hill again with the tide tables under one arm",
    "paid for the repairs (at least for most of them)",
    "left the door open",
)
_SHORT = ("Nobody answered.", "It rained.", "So they waited.", "Why not?", "That was all.")
_LINKS = (", and ", ", but ", "; ", " while ", ", so that ", " because ")
_ENDS = (".", ".", ".", ".", ".", "?", "!")
_TITLES = ("Tides", "Reading the chart", "Lights and signals", "What to do in fog", "The ledger")
_FENCE = '''```python
def depth(reading, tide):
    """Return the depth at low water."""
    if tide is None:
        raise ValueError("no tide for this hour")

    return reading - tide.height
```'''


def prose(characters: int, seed: int = 1) -> str:
    """Write paragraphs, wrapped at 72, apart by a blank line.

    The result is at least ``characters`` long, and longer by less than one paragraph.
    Paragraphs have the lengths of those in novels and manuals: half are below about 180
    characters, one in ten is above 450, hardly any above 1500.
    """
    rng = random.Random(seed)
    return _gather(lambda: textwrap.fill(_paragraph(rng), width=72), characters)


def markdown(characters: int, seed: int = 2) -> str:
    """Write headings, paragraphs of one line each, lists, quotes, tables and fenced code."""
    rng = random.Random(seed)
    return _gather(lambda: _block(rng), characters)


def transcript(characters: int, seed: int = 3) -> str:
    """Write turns of speakers, one a paragraph."""
    rng = random.Random(seed)
    names = ("Ada Byron", "Tom", "Dr. Hale", "Maria")
    return _gather(lambda: f"{rng.choice(names)}: {_paragraph(rng)}", characters)


def contract(characters: int, seed: int = 4) -> str:
    """Write articles, each with sections, each with paragraphs of one line."""
    rng = random.Random(seed)
    blocks: list[str] = []
    length, article = 0, 0
    while length < characters:
        article += 1
        sections = (
            f"{article}.{section} {rng.choice(_TITLES)}. {_paragraph(rng)}"
            for section in range(1, rng.randint(3, 9))
        )
        blocks.append("\n\n".join((f"ARTICLE {article}. {rng.choice(_TITLES).upper()}", *sections)))
        length += len(blocks[-1])
    return "\n\n".join(blocks)


def table(characters: int, seed: int = 5) -> str:
    """Make a plain table with a header, a row of some 70 characters at a time."""
    rng = random.Random(seed)
    rows = _rows(rng, characters // 70)
    return "id,lamp,oil,day,town,note\n" + "".join(
        f'{row["id"]},{row["lamp"]},{row["oil"]},{row["day"]},{row["town"]},"{row["note"]}"\n'
        for row in rows
    )


def log(characters: int, seed: int = 6) -> str:
    """Make a plain log of one record a line."""
    rng = random.Random(seed)
    return "".join(
        f"2031-01-{row['id'] // 86400 % 28 + 1:02} {row['id'] // 3600 % 24:02}:"
        f"{row['id'] // 60 % 60:02}:{row['id'] % 60:02},"
        f"{rng.randrange(1000):03} {rng.choice(LEVELS)} [main] lamps.Keeper: {row['lamp']} of "
        f"{row['town']} was lit with {row['oil']} left, {row['note']}\n"
        for row in _rows(rng, characters // 110)
    )


def tree(characters: int, seed: int = 7) -> str:
    """Make JSON of objects by their names, with rows and text in them."""
    rng = random.Random(seed)
    towns = {
        f"town-{at}": {"summary": prose(600, at)[:600], "lamps": list(_rows(rng, 12))}
        for at in range(characters // 2600)
    }
    return json.dumps({"version": "1.0", "towns": towns}, indent=2)


def lines_of_json(characters: int, seed: int = 8) -> str:
    """Make JSON lines of small objects."""
    rows = _rows(random.Random(seed), characters // 130)
    return "".join(f"{json.dumps(row)}\n" for row in rows)


LEVELS = ("DEBUG", "INFO", "INFO", "INFO", "WARN", "ERROR")


def _rows(rng: random.Random, count: int) -> Iterator[dict[str, Any]]:
    for at in range(count):
        yield {
            "id": at,
            "lamp": f"lamp {rng.randrange(10_000)}",
            "oil": round(rng.random() * 100, 3),
            "day": f"2031-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
            "town": rng.choice(("Aford", "Byport", "Caster", "Dunwick")),
            "note": rng.choice(("lit at dusk", "out at dawn", "lit by hand, as ever")),
        }


def flat(text: str) -> str:
    """Put all of a text on one line."""
    return " ".join(text.split())


def without_spaces(text: str) -> str:
    """Take all white space out of a text."""
    return "".join(text.split())


def newline_runs(words: int) -> str:
    """Part words by one, two, three, then again one line break."""
    return "".join(f"buoy{word}" + "\n" * (1 + word % 3) for word in range(words))


def _gather(write: Callable[[], str], characters: int) -> str:
    """Collect blocks, a blank line between them, until they are long enough."""
    blocks: list[str] = []
    length = 0
    while length < characters:
        blocks.append(write())
        length += len(blocks[-1]) + len("\n\n")
    return "\n\n".join(blocks)


def _block(rng: random.Random) -> str:
    kinds = (_heading, _paragraph, _list, _quote, _table, lambda _: _FENCE)
    (write,) = rng.choices(kinds, weights=(4, 9, 3, 1, 1, 1))
    return write(rng)


def _heading(rng: random.Random) -> str:
    return f"{'#' * rng.randint(1, 4)} {rng.choice(_TITLES)}"


def _list(rng: random.Random) -> str:
    return "\n".join(f"- {_sentence(rng)}" for _ in range(rng.randint(2, 8)))


def _quote(rng: random.Random) -> str:
    return textwrap.indent(textwrap.fill(_paragraph(rng), width=72), "> ")


def _table(rng: random.Random) -> str:
    rows = (
        f"| {rng.choice(_SUBJECTS)} | {rng.randint(0, 999)} |" for _ in range(rng.randint(2, 12))
    )
    return "\n".join(("| who | depth |", "| --- | ---: |", *rows))


def _paragraph(rng: random.Random) -> str:
    wanted = min(rng.lognormvariate(4.6, 1.0), 1500)
    text = _sentence(rng)
    while len(text) < wanted:
        text += f" {_sentence(rng)}"
    return text


def _sentence(rng: random.Random) -> str:
    if rng.random() < 0.3:
        return rng.choice(_SHORT)
    clauses = [f"{rng.choice(_SUBJECTS)} {rng.choice(_PREDICATES)}"]
    while rng.random() < 0.35:
        clauses.append(f"{rng.choice(_LINKS)}{rng.choice(_SUBJECTS)} {rng.choice(_PREDICATES)}")
    words = rng.choice(_OPENINGS) + "".join(clauses) + rng.choice(_ENDS)
    spoken = words[0].upper() + words[1:]
    return f'"{spoken}" said {rng.choice(_SUBJECTS)}.' if rng.random() < 0.1 else spoken
