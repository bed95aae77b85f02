"""Markdown: what is a heading and what is not, what stays whole, what is carried."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from chunkladder import Chunk, Registry, Splitter
from chunkladder_markdown import chunkladder_formats
from chunkladder_markdown._languages import language_of

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = chunkladder_formats()[0]
REGISTRY = Registry.of(FORMAT)


def split(text: str, size: int = 1000, **arguments: Any) -> list[Chunk]:
    options = arguments.pop("options", {})
    splitter = Splitter(
        size, format="markdown", registry=REGISTRY, options={"markdown": options}, **arguments
    )
    return splitter.split(text)


def labels(text: str) -> list[str]:
    """Return the labels of all sections, in order."""
    from chunkladder import Document

    outline = FORMAT.outline(Document(text), FORMAT.options())
    return [scope.label for scope in outline.scopes if scope.label]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# One\n\na\n\n## Two\n\nb", ["One", "Two"]),
        ("One\n===\n\na\n\nTwo\n---\n\nb", ["One", "Two"]),
        ("# One ##\n", ["One"]),
        ("## One {#id .class}\n", ["One"]),
        ("# [1.2.3](https://a.b/c) (2031-01-05)\n", ["1.2.3 (2031-01-05)"]),
        ("### `code` and *stress* and ![an image](x.png)\n", ["code and stress and an image"]),
        ('# Title<a name="x"></a>\n', ["Title"]),
        ("# 24/7 > support\n", ["24/7 > support"]),
        ("#Title without a space\n", []),
        ("    # indented code\n", []),
        ("```\n# in a fence\n```\n", []),
        ("~~~\n# in a fence\n~~~\n", []),
        ("````\n```\n# in both\n```\n# in one\n````\n\n# out\n", ["out"]),
        ("```\n# unclosed\n\n# still\n", []),
        ("<!--\n# in a comment\n-->\n\n# out\n", ["out"]),
        ("<div>\n# in HTML\n</div>\n", []),
        ("---\n# a comment: 1\ntitle: x\n---\n\n# out\n", ["out"]),
        ("+++\n# a comment\ntitle = 1\n+++\n\n# out\n", ["out"]),
        ("text\n\n---\n\nmore\n", []),
        ("- # in a list\n\n> # in a quote\n", []),
        ("- a\n\n  ```\n  # in a list's fence\n  ```\n", []),
        ("> ```\n> # in a quote's fence\n> ```\n", []),
        ("\ufeff# Behind a byte order mark\n", ["Behind a byte order mark"]),
        ("# One\r\n\r\na\r\r## Two\r\rb", ["One", "Two"]),
        ("# (one)=\n# Two\n", ["(one)=", "Two"]),
        ("# " + "word " * 100, [("word " * 40)[:199].rstrip() + "…"]),
    ],
)
def test_headings_are_told_from_what_looks_like_one(text: str, found: list[str]) -> None:
    assert labels(text) == found


@pytest.mark.parametrize("size", [60, 100, 160])
@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\n## Section one\n\nSome text of one line, which goes on and on. And on.\n" * 3,
        "# T\n\n" + "A long paragraph in one line. " * 20,
        "Title\n=====\n\n- an item\n- another item, which is longer than the first\n",
        "## A heading\n\n| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 20,
        "## Code\n\n```python\n" + "print('hello')\n" * 20 + "```\n",
        "# A\n\n<!-- a comment -->\n\nThe text of the section.\n" * 3,
        "# A\n\n> A quote of some length.\n> It goes on.\n" * 3,
    ],
)
def test_no_chunk_ends_with_a_heading_that_has_a_body(text: str, size: int) -> None:
    for chunk in split(text, size, context=False)[:-1]:
        last = chunk.text.splitlines()[-1]
        assert not re.match(r"#{1,6} |=+$", last), chunk.text


def test_a_heading_without_a_body_goes_to_its_first_deeper_child() -> None:
    text = "# One\n\ntext of one, as long as it is\n\n# Two\n\n## Three\n\n### Four\n\nbody\n"
    last = split(text, 50)[-1]
    assert last.text == "# Two\n\n## Three\n\n### Four\n\nbody"
    assert last.path == ("Two", "Three", "Four")
    assert last.context == ()


def test_a_document_of_headings_only_gives_its_text() -> None:
    text = "# One\n\n## Two\n\n# Three\n"
    assert [chunk.text for chunk in split(text)] == [text.strip()]
    assert " ".join(chunk.text for chunk in split(text, 8)).split() == text.split()


def test_small_sections_are_packed_under_their_parent_with_the_common_path() -> None:
    text = "# Top\n\n## One\n\na\n\n## Two\n\nb\n\n# Next\n\n## Three\n\nc\n"
    chunks = split(text, 32)
    assert [chunk.path for chunk in chunks] == [("Top",), ("Next", "Three")]
    assert chunks[0].text == "# Top\n\n## One\n\na\n\n## Two\n\nb"


def test_the_context_is_the_path_less_the_headings_in_the_chunk() -> None:
    text = "# One\n\n## Two\n\n" + "Some words here. " * 10 + "\n\n## Three\n\nThe end.\n"
    chunks = split(text, 90)
    assert chunks[0].context == ()
    assert chunks[1].context == ("One", "Two")
    assert chunks[-1].context == ("One",)
    assert chunks[-1].embed_text.startswith("One\n## Three")


TABLE = "| name | depth |\n|------|------:|\n" + "".join(
    f"| buoy {number} | {number} |\n" for number in range(40)
)


def test_a_table_that_is_too_big_is_cut_between_rows_and_carries_its_header() -> None:
    header = "| name | depth |\n|------|------:|"
    chunks = split(f"Intro.\n\n{TABLE}\nOutro.\n", 200)
    parts = [chunk for chunk in chunks if "buoy" in chunk.text]
    assert len(parts) > 2
    for chunk in parts:
        assert header in chunk.embed_text
        assert all(row.startswith("|") and row.endswith("|") for row in chunk.text.split("\n"))


def test_a_table_may_be_kept_whole_whatever_it_costs() -> None:
    chunks = split(f"Intro.\n\n{TABLE}\nOutro.\n", 200, options={"tables": "whole"})
    whole = [chunk for chunk in chunks if "buoy" in chunk.text]
    assert len(whole) == 1
    assert whole[0].oversized
    assert TABLE.strip() in whole[0].text


def open_fences(text: str) -> int:
    """Count the fences that are left open."""
    mark = ""
    for line in text.splitlines():
        bare = re.sub(r"^[> \t]*(?:(?:-|\d\.)\s+)?", "", line)
        found = re.match(r"(`{3,}|~{3,})(.*)", bare)
        if found and not mark and "`" not in found[2]:
            mark = found[1]
        elif found and mark and found[1].startswith(mark) and not found[2].strip():
            mark = ""
    return int(bool(mark))


@pytest.mark.parametrize(
    "text",
    [
        "Intro:\n\n```python\n" + "value = compute(value)\n" * 30 + "```\n\nOutro.\n",
        "## Title\n\n```\n" + "a line of output\n\n" * 30 + "```\n",
        "~~~~ text\n```\nnot a fence\n```\n" + "more and more\n" * 30 + "~~~~\n",
        "- item\n\n  ```sh\n" + "  $ echo something\n" * 30 + "  ```\n\n- next\n",
        "> quoted\n>\n> ```sh\n" + "> $ echo something\n" * 30 + "> ```\n",
        "1. ```sh\n" + "   $ echo something\n" * 30 + "   ```\n",
    ],
)
@pytest.mark.parametrize("size", [120, 200])
def test_every_part_of_a_fence_is_closed(text: str, size: int) -> None:
    chunks = split(text, size)
    assert len(chunks) > 2
    assert [open_fences(chunk.embed_text) for chunk in chunks] == [0] * len(chunks)
    for chunk in chunks:
        assert text[chunk.start : chunk.end] == chunk.text


def test_indentation_is_kept() -> None:
    text = "```python\ndef f():\n" + "    return 1\n" * 30 + "```\n"
    for chunk in split(text, 100)[1:]:
        assert chunk.text.startswith(("    return", "```"))


def test_a_fence_that_fits_is_whole() -> None:
    fence = "```\none\n\ntwo\n\nthree\n```"
    for chunk in split(f"{'A paragraph. ' * 6}\n\n{fence}\n\n{'Another one. ' * 6}\n", 90):
        assert "one\n" not in chunk.text or fence in chunk.text


def test_items_are_kept_whole_and_cut_by_depth() -> None:
    text = "".join(f"- item {n}\n  - sub {n} a\n  - sub {n} b\n" for n in range(12))
    for chunk in split(text, 70):
        assert re.match(r"- item", chunk.text)
    deep = "- top\n" + "".join(f"  - sub {n} of the item\n" for n in range(12))
    for chunk in split(deep, 60):
        assert re.match(r"- top|  - sub", chunk.text)


STRETCHES = [
    '!!! note "Mind"\n\n    Indented body.\n\n    And more of it.\n',
    "::: warning\n\nBody of it.\n\nMore of it.\n\n:::\n",
    "/// note | Title\n\nBody of it.\n\nMore of it.\n\n///\n",
    "> [!NOTE]\n> Body of it.\n>\n> More of it.\n",
    "<details>\n<summary>More</summary>\n\nBody of it.\n\nMore of it.\n\n</details>\n",
    '=== "Tab"\n\n    Body of it.\n\n    More of it.\n',
    "[^1]: A footnote\n\n    with a second part.\n",
    "Term\n: Definition of it,\n  which goes on.\n",
    "- [ ] to do\n- [x] done\n  with more\n",
]


@pytest.mark.parametrize("stretch", STRETCHES)
def test_what_belongs_together_is_kept_whole(stretch: str) -> None:
    for before in range(2, 60, 3):
        text = f"{'word ' * before}\n\n{stretch}\n{'word ' * 20}\n"
        chunks = split(text, 130)
        assert any(stretch.strip() in chunk.text for chunk in chunks), before


def test_an_endless_container_is_no_container() -> None:
    chunks = split("::: note\n\n" + "A paragraph.\n\n" * 400, 200)
    assert max(len(chunk.text) for chunk in chunks) <= 200


def test_reference_definitions_stay_with_the_text() -> None:
    text = "A paragraph with a [link][x].\n\n[x]: https://example.org\n\nAnother paragraph.\n"
    assert [chunk.text for chunk in split(text, 58)] == [
        "A paragraph with a [link][x].\n\n[x]: https://example.org",
        "Another paragraph.",
    ]


@pytest.mark.parametrize(
    ("front", "metadata"),
    [
        ("---\ntitle: A page\ntags: [a, b]\n---\n", {"title": "A page", "tags": ["a", "b"]}),
        ("---\ndate: 2031-01-05\n...\n", {"date": "2031-01-05"}),
        ('+++\ntitle = "A page"\n+++\n', {"title": "A page"}),
        ("---\r\ntitle: A page\r\n---\r\n", {"title": "A page"}),
        ("---\ntitle: [broken\n---\n", "title: [broken\n"),
        ("---\na: &a [x]\nb: [*a, *a]\n---\n", "a: &a [x]\nb: [*a, *a]\n"),
    ],
)
def test_front_matter_becomes_metadata(front: str, metadata: object) -> None:
    (chunk,) = split(f"{front}\n# Title\n\nBody.\n")
    assert chunk.metadata["front_matter"] == metadata
    assert chunk.text == "# Title\n\nBody."
    kept = split(f"{front}\n# Title\n\nBody.\n", options={"front_matter": "keep"})
    assert kept[0].text.startswith(front[:3])
    assert kept[0].metadata["front_matter"] == metadata


@pytest.mark.parametrize("text", ["---\n\nA rule.\n\n---\n\nAnother.\n", "---\n", "+++\nopen\n"])
def test_rules_are_no_front_matter(text: str) -> None:
    chunks = split(text)
    assert "front_matter" not in chunks[0].metadata
    assert "".join(chunk.text for chunk in chunks).split() == text.split()


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("keep", "A\n\n<!-- c -->\n\n<div>d</div>\n\nB"),
        ("no-comments", "A\n\n\n\n<div>d</div>\n\nB"),
        ("drop", "A\n\n\n\n\n\nB"),
    ],
)
def test_html_may_be_left_out(html: str, left: str) -> None:
    (chunk,) = split("A\n\n<!-- c -->\n\n<div>d</div>\n\nB\n", options={"html": html})
    assert chunk.body == left


def test_a_target_belongs_to_the_heading_below() -> None:
    text = "# One\n\nSome words of the first section.\n\n(two)=\n## Two\n\nMore words.\n"
    assert [chunk.text for chunk in split(text, 50, context=False)] == [
        "# One\n\nSome words of the first section.",
        "(two)=\n## Two\n\nMore words.",
    ]


def test_a_lead_in_stays_with_its_list() -> None:
    text = "Some words that fill the chunk up.\n\nTake these:\n\n- one\n- two\n"
    assert split(text, 48)[1].text == "Take these:\n\n- one\n- two"


@pytest.mark.parametrize(
    ("head", "sure"),
    [
        ("# Title\n\nSee [the page](https://example.org).\n", True),
        ("# Title\n\n```python\nx\n```\n", True),
        ("| a | b |\n|---|---|\n| 1 | [x](y.md) |\n", True),
        ("# a comment\nx = 1  # another\n", False),
        ("#!/bin/sh\n# a script\necho **a**\n", False),
        ("Just words. And more of them (in brackets).\n", False),
        ("<!DOCTYPE html>\n<p>**a** [b](c)\n", False),
        ("", False),
    ],
)
def test_markdown_is_recognized_by_its_looks(head: str, sure: bool) -> None:
    assert (FORMAT.sniff(head) >= 0.5) == sure


def spread(chunks: Sequence[Chunk]) -> set[str]:
    return {chunk.rung for chunk in chunks}


def test_a_paragraph_that_is_too_big_is_cut_at_sentences_across_its_lines() -> None:
    text = "One sentence that goes\nover two lines. Another one\nthat goes on, too. The end.\n"
    assert [chunk.text for chunk in split(text, 45)] == [
        "One sentence that goes\nover two lines.",
        "Another one\nthat goes on, too. The end.",
    ]
    assert spread(split(text, 45)) == {"sentence", "end"}


@pytest.mark.parametrize(
    "text",
    [
        ">" * 5000 + " deep",
        "- " * 5000 + "deep",
        "".join("  " * depth + "- item\n" for depth in range(400)),
        "[" * 20_000,
        "|" * 20_000,
        "a|b\n-|-\n" + "c|d\n" * 5000,
        "#\n" * 5000,
        "```\n" * 5001,
        "<div>\n" * 5000,
        "[a]: b\n" * 5000,
        "\n" * 20_000,
        "* * *\n" * 3000,
    ],
    ids=lambda text: text[:8],
)
def test_hostile_text_is_cut_and_kept(text: str) -> None:
    chunks = split(text, 400)
    assert "".join("".join(chunk.text for chunk in chunks).split()) == "".join(text.split())


def test_the_line_that_closes_a_fence_is_not_left_alone() -> None:
    from chunkladder_code import chunkladder_formats as code_formats

    registry = Registry.of(FORMAT, *code_formats())
    methods = "".join(
        f"    def method_{n}(self, value):\n        return value * {n} + self.base\n\n"
        for n in range(8)
    )
    text = f"# T\n\n```python\nclass Price:\n{methods}```\n\nThe end.\n"
    for size in range(160, 400, 7):
        for chunk in Splitter(size, format="markdown", registry=registry).split(text):
            assert chunk.text.strip("`") != "", size
            assert chunk.body == chunk.text == text[chunk.start : chunk.end]
            assert not open_fences(chunk.embed_text), (size, chunk.embed_text)


FUNCTION = "def f(a):\n" + "    x = a\n" * 45


@pytest.mark.parametrize("before", ["", "# Install\n\n", "# Install\n\n<!-- c -->\n", "(x)=\n"])
@pytest.mark.parametrize("lead", ["", "# a comment\n", "\n\n"])
def test_a_fence_may_begin_with_a_function(before: str, lead: str) -> None:
    from chunkladder_code import chunkladder_formats as code_formats

    registry = Registry.of(FORMAT, *code_formats())
    text = f"{before}```python\n{lead}{FUNCTION}```\n"
    for size in (160, 300, 1000):
        for chunk in Splitter(size, format="markdown", registry=registry).split(text):
            assert chunk.text.strip() not in {"```python", "```", "# Install"}


def test_an_unclosed_fence_in_a_language() -> None:
    text = "```markdown\n" + "x " * 250 + "\n# h\n"
    assert split(text, 200)[-1].text == "# h"


def test_the_edges_of_a_fence_are_not_left_alone() -> None:
    text = "Intro.\n\n```text\n" + "word " * 60 + "\n" + "word word\n" * 40 + "```\n\nThe end.\n"
    for size in range(100, 500, 13):
        for chunk in split(text, size):
            assert chunk.text.strip() not in {"```text", "```"}


@pytest.mark.parametrize(
    ("info", "language"),
    [
        ("python", "python"),
        ("py", "python"),
        ("Rust,ignore", "rust"),
        ('{.py3 hl_lines="1"}', "python"),
        ('diff title="x"', "diff"),
        ("c++", "cpp"),
        ("C#", "csharp"),
        ("html", "html-source"),
        ("", ""),
        ("{}", ""),
    ],
)
def test_the_language_of_a_fence_is_read_from_its_info_string(info: str, language: str) -> None:
    assert language_of(info) == language
