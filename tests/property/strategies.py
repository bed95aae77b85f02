"""Any text and any settings, for Hypothesis."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from chunkladder import Offsets, Regex, Separator

from .made_up_tokenizers import byte_bpe, cl100k, unigram, whole_unigram, word_piece

PROSE = (
    "The harbor was quiet. ",
    "Dr. Hale paid $3.50 for it, at 5 p.m. ",
    "Why not? ",
    "word",
    " ",
    "a b ",
    "abab",
    "x" * 37,
    "no-blank-anywhere/at/all",
)
BREAKS = ("\n", "\n\n", "\n\n\n", "\r\n", "\r\n\r\n", "\r", "\n\r", "\u2028", "\f", "\x85")
ODD = (
    "\0",
    "\ufeff",
    "\ud800",
    "\udc00\ud800",
    "\u200b",
    "\u200d",
    "e\u0301",
    "\u0301",
    "o\u0308\u0323",
    "👩‍👩‍👧‍👦",
    "👍🏽",
    "🇩🇪🇫🇷",
    "🇩",
    "\u1112\u1161\u11ab",
    "क्षि",
    "\u0600" + "5",
    "中文没有空格。",
    "「はい」！",
    "ภาษาไทยไม่มีช่องว่าง",
    "كيف؟ ",
)
BLANKS = ("  ", "\t", " " * 17, " " * 70, "\u00a0", "\u3000", " \n \n", "\n" * 40)
MARKS = (
    "\n# One\n",
    "\n# Two &amp; three\n",
    "\n## Below\n",
    "\n### Further\n",
    "\n######## Deep\n",
    "\n# \n",
    "\n@ann\n",
    "\n@ben &hellip;\n",
    "\n- item\n",
    "\n- item\n  more &amp; more\n",
    "\n| a | b |\n| 1 | 2 |\n",
    "| 3 | 4 |\n",
    "\n```\n",
    "```\n",
    "\n```text\nrow\n",
    "\n````made-up\n# Inside\n- it\n%% x\n",
    "````\n",
    "\n```nowhere\n",
    "\n%% a comment\n",
    "%% more\r",
    "\n!whole line\n",
    "&amp;",
    "&hellip;",
    "=>",
    # What other formats look for.
    "<p>",
    "</div>",
    "{",
    "}",
    '"',
    "1,2\n",
    "---\n",
    "<!--",
)

_PIECES = st.one_of(
    st.sampled_from(PROSE),
    st.sampled_from(BREAKS),
    st.sampled_from(ODD),
    st.sampled_from(BLANKS),
    st.text(st.characters(codec=None), max_size=5),
)


def texts(*, marks: bool = False, pieces: int = 40) -> st.SearchStrategy[str]:
    """Draw texts, with the marks of structured formats or without."""
    piece = st.one_of(st.sampled_from(MARKS), st.sampled_from(MARKS), _PIECES) if marks else _PIECES
    return st.lists(piece, max_size=pieces).map("".join)


def sparse_tokens(text: str) -> int:
    """Count as a tokenizer might: up to four letters, a blank or a sign."""
    return len(re.findall(r"\w{1,4}|\s|[^\w\s]", text))


def thirds(text: str) -> int:
    """Count a third of the characters, rounded up."""
    return -(-len(text) // 3)


def stretches(text: str) -> int:
    """Count stretches of blanks and of anything else."""
    return len(re.findall(r"\s+|\S+", text))


def counted_words(text: str) -> int:
    """Count words, with nothing to tell that it is the measure by that name."""
    return len(text.split())


def weights(text: str) -> int:
    """Count ASCII once and anything else three times: adds up, but is not known to."""
    return sum(1 if char < "\x80" else 3 for char in text)


def signs(text: str) -> int:
    """Count characters, with nothing to tell that it is the measure by that name."""
    return len(text)


MEASURES = (
    "characters",
    "words",
    "bytes",
    sparse_tokens,
    thirds,
    stretches,
    counted_words,
    weights,
    signs,
    cl100k(),
    byte_bpe(),
    word_piece(),
    unigram(),
    whole_unigram(),
)

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

_OBJECTS = st.one_of(
    st.builds(Separator, st.sampled_from(LITERALS), st.sampled_from((None, *KEEPS))),
    st.builds(
        Regex,
        st.sampled_from(PATTERNS),
        st.sampled_from((0, re.IGNORECASE)).map(int),
        st.sampled_from((None, *KEEPS)),
    ),
)


def offsets(length: int) -> st.SearchStrategy[Offsets]:
    """Draw a rung of cuts in a text of that length."""
    return st.sets(st.integers(0, length), max_size=30).map(
        lambda cuts: Offsets("mine", sorted(cuts))
    )


def _named(rung: object) -> str:
    return rung if isinstance(rung, str) else getattr(rung, "pattern", None) or rung.name


def _ladder(draw: st.DrawFn, length: int) -> list[Any] | None:
    kind = draw(st.sampled_from(("own", "literals", "patterns", "named", "mixed", "known")))
    if kind == "own":
        return None
    if kind == "known":
        return ["\n\n", "\n", " ", ""]
    rungs = {
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
    rungs: tuple[str, ...] = NAMED,
    own: tuple[str, ...] = ("paragraph", "line"),
) -> dict[str, Any]:
    """Draw arguments of ``Splitter`` for a text of that length.

    Args:
        draw: What Hypothesis hands in.
        length: Of the text.
        rungs: Names that ``overlap_at`` may have.
        own: Rungs of the format, at which parents may be cut.
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
        "measure": draw(st.sampled_from(MEASURES)),
        "ladder": ladder,
        "keep_separator": draw(st.sampled_from(KEEPS)),
        "context": draw(st.sampled_from((True, True, False))),
        "overlap_at": draw(st.sampled_from((None, None, None, *rungs, " ", re.compile(r"\s")))),
        "min_size": draw(st.one_of(st.just(0), st.just(0), st.integers(0, size))),
        "parent": draw(st.one_of(st.none(), *parents)),
        "stable": draw(st.sampled_from((False, False, True))),
    }
