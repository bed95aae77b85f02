"""Which formats there are to be: of the installed plugins, and declared ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .declared import DeclaredFormat


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of the installed plugins there are to be, and who owns a name that several claim.

    Attributes:
        disable: Plugins that are not loaded, by their own name or that of their distribution.
            One that is not installed has no effect.
        prefer: Pairs of a format's or measure's name and the distribution that owns it.
        declared: Formats that no plugin brings; their names are theirs, whoever claims them.
    """

    disable: tuple[str, ...] = ()
    prefer: tuple[tuple[str, str], ...] = ()
    declared: tuple[DeclaredFormat, ...] = ()

    def leaves_out(self, *names: str) -> bool:
        """Tell whether a plugin that has these names is disabled."""
        return not set(map(normal, self.disable)).isdisjoint(map(normal, names))


ALL = Choice()
"""All that are installed."""


def normal(name: str) -> str:
    """Return a distribution's name as all ways to write it have in common."""
    return name.lower().replace("_", "-").replace(".", "-")
