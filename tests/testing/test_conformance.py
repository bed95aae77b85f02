"""``conformance`` makes a test of each check, and knows failures that are expected."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from chunkladder.errors import ConfigError
from chunkladder.testing import CHECKS, Sample, conformance, samples_from

from .test_checks import GOOD, SAMPLE

if TYPE_CHECKING:
    from pathlib import Path

PREFIX = """
from made_ini import IniFormat
from chunkladder.testing import conformance

@conformance(IniFormat(), samples={sample!r}, examples=5{more})
def test_ini(check):
    check()
"""


def run(folder: Path, code: str = GOOD, more: str = "", only: str = "") -> str:
    """Run the tests of a format in a fresh process, and return what pytest tells."""
    (folder / "made_ini.py").write_text(code, encoding="utf-8")
    test = folder / "test_ini.py"
    test.write_text(textwrap.dedent(PREFIX.format(sample=SAMPLE, more=more)), encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-k", only]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout


def test_each_check_is_a_test(tmp_path: Path) -> None:
    told = run(tmp_path)
    for name in CHECKS:
        assert f"PASSED test_ini.py::test_ini[{name}]" in told


def test_an_expected_failure_is_strict(tmp_path: Path) -> None:
    broken = GOOD.replace("return 0.0", "return 2")
    more = ", expected_failures={'sniff': 'it is sure', 'describe': 'it is not'}"
    told = run(tmp_path, broken, more, "sniff or describe")
    assert "XFAIL test_ini.py::test_ini[sniff] - it is sure" in told
    assert "FAILED test_ini.py::test_ini[describe]" in told
    assert "[XPASS(strict)] it is not" in told


def test_an_expected_failure_hides_no_other_error(tmp_path: Path) -> None:
    lost = GOOD.replace(
        "# outline", "from chunkladder import OptionError as E; raise E('a', 1, '')"
    )
    told = run(tmp_path, lost, ", expected_failures={'contract': 'it lies'}", "contract")
    assert "FAILED test_ini.py::test_ini[contract]" in told


@pytest.mark.parametrize(
    ("failures", "message"),
    [
        ({"sniffs": "a reason"}, 'did you mean "sniff"'),
        ({"sniff": " "}, r"expected_failures\.sniff: expected a reason"),
    ],
)
def test_an_expected_failure_has_a_known_name_and_a_reason(
    failures: dict[str, str], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        conformance("text", "a", expected_failures=failures)


def test_samples_are_needed() -> None:
    with pytest.raises(ConfigError, match="at least one sample"):
        conformance("text", [])


def test_samples_are_texts_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "b.txt").write_bytes(b"two\r\n")
    (tmp_path / "inner" / "a.txt").write_bytes(b"one")
    found = samples_from([tmp_path, "three", Sample("four", options={"a": 1})])
    assert [(one.name, one.text) for one in found] == [
        ("b.txt", "two\r\n"),
        ("a.txt", "one"),
        ("sample 3", "three"),
        ("sample 4", "four"),
    ]
    assert found[3].options == {"a": 1}


def test_the_kit_is_not_imported_with_the_package_and_needs_no_extra_until_it_is_used() -> None:
    program = (
        "import sys, chunkladder; assert 'chunkladder.testing' not in sys.modules; "
        "import chunkladder.testing; print(*sorted({'pytest', 'hypothesis'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
