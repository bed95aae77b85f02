"""Scripts that are written without blanks, in which a line end in the source is no blank."""

from __future__ import annotations

import re

FIRST_WIDE = "\u2e80"
"""No such character stands before this one."""

_WIDE = re.compile(
    r"[\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u31a0-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\U0001b000-\U0001b2ff\U00020000-\U0003ffff]"
)


def joins(before: str, after: str) -> bool:
    """Tell whether a line end between two characters is no blank: both are Chinese or Japanese."""
    return bool(_WIDE.fullmatch(before) and _WIDE.fullmatch(after))
