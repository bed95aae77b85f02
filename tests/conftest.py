"""Settings of Hypothesis, for all tests, and the option that writes goldens anew.

``HYPOTHESIS_PROFILE=thorough pytest tests/property`` looks twenty times as long for a
counterexample. On a build machine (``CI`` is set) the same examples come every time.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    import pytest

# A machine that is busy is no fault, and a rich example takes a while to draw.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("default", max_examples=150, **_PATIENT)
settings.register_profile("ci", max_examples=150, derandomize=True, database=None, **_PATIENT)
settings.register_profile("thorough", max_examples=3000, **_PATIENT)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if "CI" in os.environ else "default")
)


def pytest_addoption(parser: pytest.Parser) -> None:
    # Not in golden/: only the conftest files that pytest sees at its start may add options.
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the files in tests/golden/expected anew, once the laws are checked",
    )
