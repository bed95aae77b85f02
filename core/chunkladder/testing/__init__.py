"""Checks that hold for every format, for those who write one.

``conformance`` turns them into tests of pytest; ``chunkladder check`` runs them from the command
line. Needs the extra ``testing``; nothing else of chunkladder imports this package.
"""

from __future__ import annotations

from ._checks import CHECKS, run_check
from ._conformance import conformance
from ._faults import ConformanceError
from ._laws import LAWS, check_laws
from ._subjects import Sample, Subject, samples_from
from ._trials import Trial

__all__ = [
    "CHECKS",
    "LAWS",
    "ConformanceError",
    "Sample",
    "Subject",
    "Trial",
    "check_laws",
    "conformance",
    "run_check",
    "samples_from",
]
