"""The reference of what plugins are made of is what the code says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chunkladder import testing
from chunkladder.plugins import HOOKS
from chunkladder.testing import CHECKS

from .plugin_reference import page

if TYPE_CHECKING:
    import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "plugins.md"


def test_the_page_is_made_from_the_code(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
    again = "write it anew: pytest tests/docs/test_plugin_reference.py --update-golden"
    assert PAGE.read_text(encoding="utf-8") == page(), again


def test_every_hook_check_and_public_name_of_the_kit_stands_there() -> None:
    told = page()
    for name in (*HOOKS, *CHECKS, *testing.__all__):
        assert name in {"CHECKS", "LAWS"} or f"`{name}" in told, name
