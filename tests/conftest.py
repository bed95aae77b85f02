"""Settings of Hypothesis, for all tests.

``HYPOTHESIS_PROFILE=thorough pytest tests/property`` looks twenty times as long for a
counterexample. On a build machine (``CI`` is set) the same examples come every time.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# A machine that is busy is no fault, and a rich example takes a while to draw.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("default", max_examples=150, **_PATIENT)
settings.register_profile("ci", max_examples=150, derandomize=True, database=None, **_PATIENT)
settings.register_profile("thorough", max_examples=3000, **_PATIENT)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if "CI" in os.environ else "default")
)
