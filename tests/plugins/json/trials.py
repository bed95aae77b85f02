"""The laws on JSON."""

from __future__ import annotations

from typing import Any

from chunkladder import Registry
from chunkladder_json._format import JsonFormat, JsonlFormat

from ...property import laws  # noqa: TID252 - the tests are no package that has a name
from ...property.trial import Trial  # noqa: TID252

FORMATS = Registry.of(JsonFormat(), JsonlFormat())


def check(text: str, settings: dict[str, Any], name: str = "json") -> None:
    """Check all laws."""
    laws.check_all(Trial(text, name, FORMATS, settings))
