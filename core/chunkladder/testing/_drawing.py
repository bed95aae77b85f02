"""Random texts and settings, for Hypothesis."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from chunkladder import Offsets, Regex, Separator

from ._texts import BLANKS, BREAKS, MARKS, ODD, PROSE

if TYPE_CHECKING:
    from collections.abc import Sequence

LITERALS = (
    "\n\n",
    "\n",
    " ",
    ". ",
    ".",
    "a",
    "ab",
    "aa",
    "-a-",
    "。",
    "\r\n",
    "x",
    "-",
    "\0",
    "👩",
)
PATTERNS = (
    r"\n(?=#)",
    r"(?<=[.!?])\s+",
    r"(\n)(\n)+",
    r"(?i)THE",
    r"\s+",
    r"(?<!\d)\.",
    r"(?m)^",
    r"(?m)$",
    r"x*",
    r"(?=[A-Z])",
    r"(a)|(b)",
    r"[^\W\d_]+",
    r"a(?!b)|x+",
    r"\b",
)
NAMED = ("paragraph", "line", "sentence", "word", "grapheme", "character")
KEEPS = ("start", "end", "drop")
MEASURES = ("characters", "words", "bytes")

_PIECES = st.one_of(
    st.sampled_from(PROSE),
    st.sampled_from(BREAKS),
    st.sampled_from(ODD),
    st.sampled_from(BLANKS),
    st.text(st.characters(codec=None), max_size=5),
)
_OBJECTS = st.one_of(
    st.builds(Separator, st.sampled_from(LITERALS), st.sampled_from((None, *KEEPS))),
    st.builds(
        Regex,
        st.sampled_from(PATTERNS),
        st.sampled_from((0, re.IGNORECASE)).map(int),
        st.sampled_from((None, *KEEPS)),
    ),
)


def texts(marks: Sequence[str] = (), pieces: int = 40) -> st.SearchStrategy[str]:
    """Draw texts.

    Args:
        marks: What stands in them twice as often as anything else; may be empty.
        pieces: The most pieces of a text.
    """
    chosen = st.sampled_from(marks) if marks else _PIECES
    return st.lists(st.one_of(chosen, chosen, _PIECES), max_size=pieces).map("".join)


@st.composite
def like(draw: st.DrawFn, samples: Sequence[str]) -> str:
    """Draw texts made of samples: stretches with something put in, and their lines in any order."""
    if draw(st.booleans()):
        lines = {f"{line}\n": None for text in samples for line in text.split("\n")}
        return draw(texts([*lines, *MARKS]))
    text = draw(st.sampled_from(samples))
    start = draw(st.integers(0, len(text)))
    text = text[start : start + draw(st.integers(0, 1200))]
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(texts(MARKS, 2)) + text[at + draw(st.integers(0, 20)) :]
    return text


def offsets(length: int) -> st.SearchStrategy[Offsets]:
    """Draw a rung of cuts in a text of that length."""
    return st.sets(st.integers(0, length), max_size=30).map(
        lambda cuts: Offsets("mine", sorted(cuts))
    )


def _named(rung: Any) -> str:
    return rung if isinstance(rung, str) else getattr(rung, "pattern", None) or rung.name


def _ladder(draw: st.DrawFn, length: int) -> list[Any] | None:
    kind = draw(st.sampled_from(("own", "literals", "patterns", "named", "mixed", "known")))
    if kind == "own":
        return None
    if kind == "known":
        return ["\n\n", "\n", " ", ""]
    rungs: st.SearchStrategy[Any] = {
        "literals": st.sampled_from(LITERALS),
        "patterns": st.sampled_from(PATTERNS).map(re.compile),
        "named": st.sampled_from(NAMED),
        "mixed": st.one_of(
            st.sampled_from(LITERALS), st.sampled_from(NAMED), _OBJECTS, offsets(length)
        ),
    }[kind]
    ladder = draw(st.lists(rungs, min_size=1, max_size=5, unique_by=_named))
    if kind == "named":
        ladder.sort(key=NAMED.index)
    return [*ladder, ""] if kind != "named" and draw(st.booleans()) else ladder


@st.composite
def settings(
    draw: st.DrawFn,
    length: int,
    *,
    rungs: Sequence[str] = NAMED,
    own: Sequence[str] = ("paragraph", "line"),
    measures: Sequence[Any] = MEASURES,
) -> dict[str, Any]:
    """Draw arguments of ``Splitter`` for a text of that length.

    Args:
        draw: What Hypothesis hands in.
        length: Of the text.
        rungs: Names that ``overlap_at`` may have.
        own: Rungs of the format, at which parents may be cut.
        measures: What to count by.
    """
    size = draw(st.one_of(st.integers(1, 12), st.integers(1, 200)))
    overlap = draw(
        st.one_of(st.just(0), st.integers(0, size - 1), st.sampled_from((0.15, 0.5, 0.99)))
    )
    ladder = _ladder(draw, length)
    parents: list[st.SearchStrategy[Any]] = [st.none(), st.integers(size, 4 * size)]
    names = list(own) if ladder is None else [_named(rung) for rung in ladder]
    parents.append(st.sampled_from([name for name in names if name]) if any(names) else st.none())
    return {
        "size": size,
        "overlap": overlap,
        "measure": draw(st.sampled_from(measures)),
        "ladder": ladder,
        "keep_separator": draw(st.sampled_from(KEEPS)),
        "context": draw(st.sampled_from((True, True, False))),
        "overlap_at": draw(st.sampled_from((None, None, None, *rungs, " ", re.compile(r"\s")))),
        "min_size": draw(st.one_of(st.just(0), st.just(0), st.integers(0, size))),
        "parent": draw(st.one_of(st.none(), *parents)),
        "stable": draw(st.sampled_from((False, False, True))),
    }
