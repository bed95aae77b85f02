"""The laws on logs, and time in proportion on any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import Document, Registry
from chunkladder_log._format import LogFormat, LogOptions

from ...property import laws  # noqa: TID252 - the tests are no package that has a name
from ...property.growth import growth  # noqa: TID252
from ...property.trial import Trial  # noqa: TID252
from .shapes import LOGS, told

REGISTRY = Registry.of(LogFormat())
TEXTS = {name: told(log)[0] for name, log in LOGS.items()}
LINES = sorted({line for text in TEXTS.values() for line in text.split("\n")})


@pytest.mark.parametrize("overlap", [0, 0.2])
@pytest.mark.parametrize("size", [60, 200, 800])
@pytest.mark.parametrize("name", TEXTS)
def test_laws_hold_in_each_shape(name: str, size: int, overlap: float) -> None:
    text = TEXTS[name] * (1 + 1500 // len(TEXTS[name]))
    laws.check_all(Trial(text, "log", REGISTRY, {"size": size, "overlap": overlap}))


@given(
    st.lists(st.sampled_from(LINES) | st.text(), max_size=40),
    st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
    st.sampled_from([20, 60, 200, 800]),
    st.sampled_from([0, 0.2]),
)
def test_laws_hold_on_lines_of_any_logs(
    lines: list[str], end: str, size: int, overlap: float
) -> None:
    settings = {"size": size, "overlap": overlap}
    laws.check_all(Trial(end.join(lines), "log", REGISTRY, settings))


# What logs are made of; single signs are tried by the kit, on each format.
HOSTILE = {
    "escapes": "\x1b[2K",
    "keys": "a=b ",
    "braces": '{"',
    "times": "10:00:01 ",
    "dates": "2031-01-05 10:00:01\n",
    "markers": "=== start\n",
    "one record": "\tat x\n",
    "minutes apart": "2031-01-05 10:00:01\n2031-01-06 10:00:01\n",
}


def read(text: str) -> None:
    found = LogFormat()
    found.sniff(text[:8192])
    outline = found.outline(Document(text), LogOptions())
    found.describe(Document(text), outline, 0, len(text))


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_in_proportion(name: str) -> None:
    small, large = (HOSTILE[name] * (length // len(HOSTILE[name])) for length in (40_000, 400_000))
    # A quadratic step would take a hundred times as long.
    assert growth(read, small, large, 30) < 30
