"""The command line. Nothing else imports it, so that click and rich stay out of the library."""

from __future__ import annotations

from ._main import main

__all__ = ["main"]
