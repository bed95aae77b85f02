"""The format passes the kit."""

from pathlib import Path

from chunkladder.testing import conformance


@conformance("latex", samples=Path(__file__).parent / "fixtures")
def test_latex(check):
    check()
