"""Real distributions, built and installed into fresh environments, once a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .environments import BAD, GOOD, NEIGHBORS, Environment, build, neighbor_source

if TYPE_CHECKING:
    from pathlib import Path

# Their own tests run where they are installed.
collect_ignore_glob = ["chunkladder-*"]


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the wheel of each distribution, by its name."""
    folder = tmp_path_factory.mktemp("wheels")
    sources = dict(GOOD)
    for name in NEIGHBORS:
        sources[name] = neighbor_source(name, tmp_path_factory.mktemp(name))
    return build(sources, folder)


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory, wheels: dict[str, Path]) -> Environment:
    """Return an environment with the two good plugins."""
    made = Environment(tmp_path_factory.mktemp("good"))
    made.install(*(wheels[name] for name in GOOD))
    return made


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory, wheels: dict[str, Path]) -> list[Environment]:
    """Return two environments with all plugins, installed in opposite order."""
    names = [*list(GOOD)[:1], *BAD, *list(GOOD)[1:]]
    half = len(names) // 2
    made = []
    for order in (names, names[::-1]):
        one = Environment(tmp_path_factory.mktemp("crowded"))
        one.install(*(wheels[name] for name in order[:half]))
        one.install(*(wheels[name] for name in order[half:]))
        made.append(one)
    return made
