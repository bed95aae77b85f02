"""Any text and any settings, for Hypothesis: those of the kit, and those of the made-up format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from chunkladder.testing import _drawing
from chunkladder.testing._texts import BLANKS, BREAKS, ODD, PROSE

from .made_up_tokenizers import byte_bpe, cl100k, unigram, whole_unigram, word_piece

if TYPE_CHECKING:
    from hypothesis import strategies as st

__all__ = ["BLANKS", "BREAKS", "MARKS", "MEASURES", "ODD", "PROSE", "settings", "texts"]

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


def texts(*, marks: bool = False, pieces: int = 40) -> st.SearchStrategy[str]:
    """Draw texts, with the marks of structured formats or without."""
    return _drawing.texts(MARKS if marks else (), pieces)


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


def settings(length: int, **chosen: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Draw arguments of ``Splitter`` for a text of that length, any measure among them."""
    return _drawing.settings(length, measures=MEASURES, **chosen)
