"""The format passes the kit."""

from pathlib import Path

from chunkladder.testing import conformance


@conformance("rst", samples=Path(__file__).parent / "fixtures")
def test_rst(check):
    check()
