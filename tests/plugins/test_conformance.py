"""The formats of this project pass the kit that third parties use.

The installed entry points are walked; ``fixtures/<format>`` holds the samples. A new format needs
nothing here but a folder of samples in which each of its rungs occurs.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from chunkladder.plugins import registry
from chunkladder.testing import conformance, samples_from

if TYPE_CHECKING:
    from collections.abc import Callable

FIXTURES = Path(__file__).parent / "fixtures"
OPTIONS = {name: {"long_rows": "split"} for name in ("csv", "tsv")}
"""Options of formats of which some rungs occur only with them."""
SAME_SAMPLES = {"html-source": "html"}
"""Formats that are tried on the samples of another one."""
EXPECTED = {
    "yaml": {"rungs-occur": "rungs of functions are of all languages, and this one has none"},
}
"""Checks that a format is known to fail, and why."""
FEW = 5
"""Of a class with more formats, such as that of source code, those with samples are tried."""


def own_formats() -> list[str]:
    """Return the names of the formats that this project brings."""
    kinds = defaultdict(list)
    for found in registry().formats():
        if (registry().owner(found.name) or "").startswith("chunkladder "):
            kinds[type(found)].append(found.name)
    return sorted(name for names in kinds.values() for name in chosen(names))


def chosen(names: list[str]) -> list[str]:
    return names if len(names) <= FEW else [name for name in names if (FIXTURES / name).is_dir()]


def conformance_test(name: str) -> Callable[[Callable[[], None]], None]:
    samples = samples_from(FIXTURES / SAME_SAMPLES.get(name, name))
    options = OPTIONS.get(name, {})

    @conformance(
        name,
        [*samples, *(sample._replace(options=options) for sample in samples if options)],
        expected_failures=EXPECTED.get(name),
        examples=150,
    )
    def test(check: Callable[[], None]) -> None:
        check()

    return test


globals().update({f"test_{name}": conformance_test(name) for name in own_formats()})


def test_samples_are_of_formats_that_are_installed() -> None:
    assert {folder.name for folder in FIXTURES.iterdir()} == set(own_formats()) - set(SAME_SAMPLES)
