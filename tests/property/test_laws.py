"""Every law, on any text under any settings, for every format that is registered."""

from __future__ import annotations

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from chunkladder import MissingDependencyError, Registry

from . import laws
from .made_up_format import FailingFormat, MadeUpFormat
from .strategies import settings, texts
from .trial import Trial

MADE_UP = Registry.of(MadeUpFormat(), FailingFormat())
INSTALLED = Registry.discover()
FORMATS = [
    *((MADE_UP, found.name) for found in MADE_UP.formats()),
    *((INSTALLED, found.name) for found in INSTALLED.formats() if found.name != "text"),
]
every_format = pytest.mark.parametrize(
    ("registry", "name"), FORMATS, ids=[name for _, name in FORMATS]
)


def judge(text: str, name: str, registry: Registry, settings: dict) -> None:
    note(f"Trial({text!r}, {name!r}, registry, {settings!r})")
    try:
        laws.check_all(Trial(text, name, registry, settings))
    except MissingDependencyError as error:
        pytest.skip(str(error))


@every_format
@given(st.data())
def test_all_laws_hold_for_any_text_under_any_settings(registry, name, data) -> None:
    text = data.draw(texts(marks=name != "text"))
    judge(text, name, registry, data.draw(settings(len(text))))
