"""From checks to tests of pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from chunkladder.errors import ConfigError, did_you_mean

from ._checks import CHECKS, run_check
from ._faults import ConformanceError
from ._subjects import Given, Subject, samples_from

if TYPE_CHECKING:
    from chunkladder import Format

_Test = TypeVar("_Test", bound=Callable[..., object])


def conformance(
    given: Format | str,
    samples: Given | Iterable[Given],
    *,
    expected_failures: Mapping[str, str] | None = None,
    examples: int = 100,
) -> Callable[[_Test], _Test]:
    """Make a test of each check, for one format.

    The decorated function takes ``check`` and calls it::

        @conformance("ini", samples=Path(__file__).parent / "samples")
        def test_ini(check):
            check()

    Args:
        given: The name of an installed format, which tests what people get, or a format.
        samples: Texts, ``Sample`` objects, files or folders; together they have every rung.
        expected_failures: Checks that fail, each with the reason. One that passes fails the test.
        examples: How many random texts are tried.

    Raises:
        ConfigError: There is no sample, or no check of a name in ``expected_failures``.
    """
    import pytest

    subject = Subject(given, samples_from(samples), examples)
    if not subject.samples:
        raise ConfigError("samples", samples, "at least one sample")
    reasons = _checked(expected_failures or {})
    params = [
        pytest.param(partial(run_check, name, subject), id=name, marks=_marks(reasons.get(name)))
        for name in CHECKS
    ]
    return pytest.mark.parametrize("check", params)


def _marks(reason: str | None) -> list[Any]:
    import pytest

    if reason is None:
        return []
    return [pytest.mark.xfail(raises=ConformanceError, strict=True, reason=reason)]


def _checked(reasons: Mapping[str, str]) -> Mapping[str, str]:
    for name, reason in reasons.items():
        if name not in CHECKS:
            known = f"names of checks: {', '.join(CHECKS)}"
            raise ConfigError("expected_failures", name, known, hint=did_you_mean(name, CHECKS))
        if not isinstance(reason, str) or not reason.strip():
            raise ConfigError(f"expected_failures.{name}", reason, "a reason")
    return reasons
