"""Plain text: the fallback that core brings itself."""

from __future__ import annotations

import subprocess
import sys

import pytest

import chunkladder
from chunkladder.formats import check_outline, make_options
from chunkladder.model import Document, Outline
from chunkladder.plaintext import TextFormat, TextOptions
from chunkladder.rungs import TEXT_LADDER, Ladder

TEXTS = ["", " \n\t", "One. Two.\n\nThree.", "\r\n\x00\ud800\u2028", "<p>html</p>"]


@pytest.mark.parametrize("text", TEXTS)
def test_outline_is_the_ladder_alone(text: str) -> None:
    document = Document(text)
    outline = TextFormat().outline(document, TextOptions())
    assert outline == Outline(ladder=Ladder(TEXT_LADDER))
    check_outline(outline, document, plugin="text")


def test_rungs_are_described_in_the_ladders_order() -> None:
    assert tuple(name for name, _ in TextFormat().rungs) == TEXT_LADDER
    assert all(line for _, line in TextFormat().rungs)


@pytest.mark.parametrize("text", TEXTS)
def test_plain_text_never_competes(text: str) -> None:
    assert TextFormat().sniff(text) == 0.0


def test_a_chunk_of_plain_text_has_no_facts() -> None:
    document = Document("text")
    plain = TextFormat()
    assert plain.describe(document, plain.outline(document, TextOptions()), 0, 4) == {}


def test_plain_text_has_no_options() -> None:
    assert make_options(TextFormat()) == TextOptions()


def test_plain_text_needs_no_plugin_system() -> None:
    code = (
        "import sys, chunkladder.formats, chunkladder.plaintext\n"
        "sys.exit(bool({'pluggy', 'importlib.metadata'} & set(sys.modules)))"
    )
    assert (
        subprocess.run([sys.executable, "-S", "-c", code], check=False, env=_path()).returncode == 0
    )


def _path() -> dict[str, str]:
    """Give a Python without site packages, and so without their start-up hooks, our source."""
    return {"PYTHONPATH": str(chunkladder.__path__[0]).removesuffix("chunkladder")}
