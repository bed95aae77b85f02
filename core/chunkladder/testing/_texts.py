"""Texts that are hard on a format, and pieces to make more of."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ._subjects import Sample

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
    "\n## Below\n",
    "\n######## Deep\n",
    "\n- item\n",
    "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "\n```\n",
    "```python\nx = 1\n",
    "\n@ann\n",
    "\n%% a comment\n",
    "&amp;",
    "&hellip;",
    "=>",
    "<p>",
    "</div>",
    "<!--",
    "{",
    "}",
    "[",
    "]",
    "(",
    '"',
    "'",
    "1,2\n",
    "a;b\n",
    "---\n",
    "===\n",
    "Title\n=====\n",
    ".. note::\n\n   x\n",
    "\\section{One}\n",
    "\\begin{verbatim}\n",
    "% x\n",
    "[section]\n",
    "key = value\n",
    "1. One\n",
    "(a) two\n",
    "Ann: hello\n",
    "00:01 Ann: hello\n",
    "2031-01-05 10:00:01 INFO start\n",
    "def f():\n    return 1\n",
)
"""What the formats of the world look for."""

FOREIGN = (
    "# Guide\n\nText.\n\n```python\nx = 1\n```\n\n| a |\n|---|\n| 1 |\n\n- one\n  - two\n",
    'id,name,note\n1,Ann,"a ""b""\nc"\n2,Ben,\n',
    "<!doctype html><html><body><h1>A</h1><p>b<br>c<ul><li>d</ul><pre>\n e\n</pre></html>",
    '{"a": [1, 2, {"b": null}], "c": "\\u00e9\\n"}\n{"a": []}\n',
    "def f(x):\n    '''Doc.'''\n    return [\n        x\n    ]\n\n\nclass A:\n    b = 1\n",
    "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello.\n\n00:03.000 --> 00:04.000\nBye.\n",
    "2031-01-05 10:00:01,123 ERROR a.b: failed\nTraceback (most recent call last):\n  File x\n",
    "ARTICLE 1\nDefinitions\n1.1 “Lamp” means a light.\n(a) of oil;\n(b) of gas.\n",
    "\\documentclass{a}\n\\begin{document}\n\\section{A}\nb % c\n\\end{document}\n",
    "Title\n=====\n\n.. code:: python\n\n   x = 1\n\nTerm\n  Text::\n\n    literal\n",
    "PK\x03\x04\x14\0\x08\0\xff\xfe\x00\x01\x7f\x1b[0m",
)
"""Small documents of other formats, and one that looks binary."""

_SHORT = ("", " ", "\n", "\r", " \r\n\t", "\0\0", "\ud800", "\ufeff", "\ufeff# a\n", "a", "\u0301")
_LONG = 60


def hostile(samples: Sequence[Sample]) -> Iterator[tuple[str, str]]:
    """Yield texts that a format has to bear, each with a name.

    Short and odd ones, documents of other formats, and the samples, torn and bent.
    """
    yield from ((repr(text), text) for text in _SHORT)
    for piece in (*BREAKS, *ODD, *BLANKS, *MARKS):
        yield f"{piece!r} over and over", piece * (_LONG // len(piece) + 1)
    yield from ((f"another format: {text[:20]!r}", text) for text in FOREIGN)
    for sample in samples:
        for name, text in _bent(sample.text):
            yield f"{sample.name}, {name}", text


def _bent(text: str) -> Iterator[tuple[str, str]]:
    lines = text.replace("\r\n", "\n").split("\n")
    yield "with CRLF", "\r\n".join(lines)
    yield "with CR", "\r".join(lines)
    yield "with blank lines", "\n\n".join(lines)
    yield "indented", "\n".join(f"    {line}" for line in lines)
    yield "in one line", " ".join(lines)
    yield "backwards", "\n".join(reversed(lines))
    yield "twice", text + text
    for part in range(1, 6):
        at = len(text) * part // 6
        yield f"cut off at {at}", text[:at]
        yield f"from {at} on", text[at:]
        yield f"with a NUL at {at}", f"{text[:at]}\0{text[at:]}"


_UNITS = (
    *"a1 \n\r\t.,;:-=#*_`'\"([{<>/\\%$&@~^|",
    *("a ", "a b\n", "  \n", "```\n", "\\{", "{}", "🇩🇪", "\u0301"),
)
_MOST_LINES = 6


def units(samples: Sequence[Sample]) -> list[str]:
    """Return what to repeat to make texts of any length on which a format could be slow."""
    lines = {f"{line}\n": None for sample in samples for line in sample.text.split("\n")}
    step = len(lines) // _MOST_LINES + 1
    whole = [sample.text for sample in samples[:3] if sample.text]
    return [*whole, *list(lines)[::step], *_UNITS]
