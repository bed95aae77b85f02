"""Each language's table, on a short file: where it is cut, what has a label, what is an atom."""

from __future__ import annotations

import pytest

from chunkladder import Document, Offsets, Outline
from chunkladder.plugins import registry

from .samples import SAMPLES, Sample

every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.format)


def outline_of(text: str, name: str) -> Outline:
    format_ = registry().format(name)
    return format_.outline(Document(text), format_.options())


def cuts_above_statements(outline: Outline) -> list[int]:
    rungs = [rung for rung in outline.ladder.rungs if isinstance(rung, Offsets)]
    named = [rung for rung in rungs if rung.name.startswith(("definition", "member"))]
    return sorted({cut for rung in named for cut in rung.cuts})


@every_sample
def test_cuts_stand_before_definitions_and_what_belongs_to_them(sample: Sample) -> None:
    outline = outline_of(sample.text, sample.format)
    cuts = cuts_above_statements(outline)
    marked = sample.text
    for cut in reversed(cuts):
        marked = f"{marked[:cut]}¦{marked[cut:]}"
    assert marked == sample.marked
    assert cuts == sample.cuts


@every_sample
def test_definitions_have_labels_and_functions_are_atoms(sample: Sample) -> None:
    outline = outline_of(sample.text, sample.format)
    functions = set(outline.atoms)
    labels = [
        scope.label + ("()" if (scope.start, scope.end) in functions else "")
        for scope in outline.scopes
    ]
    assert " | ".join(labels) == sample.labels


@every_sample
def test_heads_and_names_stand_in_the_definitions(sample: Sample) -> None:
    for scope in outline_of(sample.text, sample.format).scopes:
        assert scope.head is not None
        name = scope.label.split(" ")[-1].split(".")[-1]
        assert name in sample.text[scope.start : scope.end]
        assert sample.text[slice(*scope.head)].strip()


@every_sample
def test_a_text_of_some_length_has_a_tree(sample: Sample) -> None:
    assert "fallback" not in outline_of(sample.text * 40, sample.format).metadata


def test_there_are_many_languages() -> None:
    assert len({sample.format for sample in SAMPLES}) >= 30
