"""The laws under the names that the tests of formats know."""

from __future__ import annotations

from chunkladder.testing import LAWS as ALL
from chunkladder.testing import check_laws as check_all

__all__ = ["ALL", "check_all"]
