"""Finding formats and grammars, and what happens without a tree."""

from __future__ import annotations

import subprocess
import sys

import pytest

from chunkladder import MissingDependencyError, Splitter
from chunkladder.formats import detect
from chunkladder.plugins import registry
from chunkladder_code import _grammars
from chunkladder_code._fallback import FAMILIES, literal_ladder
from chunkladder_code._languages import LANGUAGES

NOT_OURS = {"html", "json", "csv", "tsv", "psv", "markdown", "log", "transcript", "legal", "text"}


def detected(source: str | None, head: str = "") -> str:
    return detect(registry().formats(), head, source=source).format


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("a/b.py", "python"),
        ("x.tsx", "tsx"),
        ("Dockerfile", "dockerfile"),
        ("Makefile", "make"),
        ("a.h", "c"),
        ("go.mod", "gomod"),
        ("CMakeLists.txt", "cmake"),
        ("a.tf", "terraform"),
        ("note.txt", "text"),
    ],
)
def test_a_format_is_found_by_file_name(source: str, name: str) -> None:
    assert detected(source) == name


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("#!/bin/sh\n", "bash"),
        ("#!/usr/bin/env python3.11\n", "python"),
        ("#!/usr/bin/env -S node --x\n", "javascript"),
        ("\ufeff#!/usr/bin/perl -w\n", "perl"),
        ("<?php echo 1;", "php"),
        ("#!/bin/unheard-of\n", "text"),
        ("#!", "text"),
        ("class struggle def. import this from that", "text"),
        ("#include everything\n", "text"),
    ],
)
def test_a_format_is_found_by_shebang_but_prose_is_prose(head: str, name: str) -> None:
    assert detected(None, head) == name


def test_languages_have_names_and_suffixes_of_their_own() -> None:
    names = [language.name for language in LANGUAGES]
    assert len(names) == len(set(names))
    assert not NOT_OURS & set(names)
    assert all(language.suffixes for language in LANGUAGES)
    suffixes = [suffix for language in LANGUAGES for suffix in language.suffixes]
    assert len(suffixes) == len(set(suffixes))


def test_every_language_has_a_grammar_or_a_reason() -> None:
    for language in LANGUAGES:
        if language.grammar not in _grammars.HANGING:
            _grammars.parse(language.grammar, b"x\n", plugin=language.name)


def test_a_grammar_that_hangs_is_not_asked() -> None:
    chunk = Splitter(format="cobol").split("x")[0]
    assert chunk.metadata == {
        "language": "cobol",
        "fallback": "the cobol grammar is known to hang",
    }


def test_a_parse_that_takes_too_long_falls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_grammars, "STEPS", 2)
    monkeypatch.setattr(_grammars, "STEPS_PER_BYTE", 0)
    text = "x = 1\n" * 500 + "\ndef f():\n    pass\n"
    chunks = Splitter(size=300, format="python").split(text)
    assert "ran out of steps" in str(chunks[0].metadata["fallback"])
    assert "def f" in chunks[-1].text


def test_without_tree_sitter_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    with pytest.raises(MissingDependencyError, match=r"chunkladder\[code\]"):
        Splitter(format="python").split("x = 1")


def test_a_grammar_of_a_wheel_of_its_own_is_found() -> None:
    assert _grammars._from_wheel("yaml") is not None
    assert _grammars._from_wheel("no_such_language") is None


@pytest.mark.parametrize("family", FAMILIES)
def test_families_have_ladders(family: str) -> None:
    assert literal_ladder(family).names()[0] == "definition"


def test_languages_are_of_a_family() -> None:
    assert {language.family for language in LANGUAGES} <= set(FAMILIES)


def test_importing_the_plugin_imports_no_parser() -> None:
    code = (
        "import sys, chunkladder_code; chunkladder_code.chunkladder_formats();"
        "print([name for name in sys.modules if name.startswith('tree_sitter')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("text", ["a#b", "中#a#\\t\\0", "x AS b\\n# (R\\tUN a && "])
def test_perl_that_ends_in_a_comment_or_holds_nul_does_not_hang(text: str) -> None:
    # In a process of its own, which can be ended: a grammar that hangs cannot be interrupted.
    code = f"from chunkladder import split; print(len(split('{text}', format='perl')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert int(done.stdout) >= 1


NESTED = {
    "yaml": "".join(" " * depth + "a:\n" for depth in range(256)),
    "agda": "".join(" " * depth + "f = do\n" for depth in range(400)),
    "kotlin": '"${' * 1200,
    "perl": "`${" * 2000,
}


@pytest.mark.parametrize("name", NESTED)
def test_what_would_end_the_process_is_not_handed_to_a_grammar(name: str) -> None:
    chunks = Splitter(1000, format=name).split(NESTED[name])
    assert "nested too deeply" in str(chunks[0].metadata["fallback"])


def test_lists_in_lists_are_not_handed_to_the_yaml_grammar() -> None:
    assert Splitter(1000, format="yaml").split("- " * 1000)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("name", ["c", "cpp", "go", "java", "kotlin", "csharp"])
def test_an_endless_comment_does_not_take_endless_time(name: str) -> None:
    chunks = Splitter(1000, format=name).split("/* " * 50_000)
    assert "ran out of steps" in str(chunks[0].metadata["fallback"])


def test_the_indent_of_a_definition_in_a_block_is_kept() -> None:
    body = "\n".join(f"        v{number} = compute({number})" for number in range(40))
    chunks = Splitter(600, format="python").split(f"if True:\n    def big():\n{body}")
    assert chunks[1].text.startswith("    def big")
