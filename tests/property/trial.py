"""Trials that also count as a tokenizer does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from chunkladder import testing

from .made_up_tokenizers import tokens_of

if TYPE_CHECKING:
    from collections.abc import Callable


class Trial(testing.Trial):
    """A trial whose measure may be a tokenizer."""

    @staticmethod
    def counted(measure: Any) -> Callable[[str], int]:
        """Return the function that a measure is, told again."""
        if isinstance(measure, str) or callable(measure):
            return testing.Trial.counted(measure)
        return partial(tokens_of, measure)
