"""The format under test, and what it is tested with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from chunkladder.choices import ALL, Choice
from chunkladder.plugins import PROJECT, PluginState, Registry, chosen
from chunkladder.text import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from chunkladder import Format


class Sample(NamedTuple):
    """A document of a format.

    Attributes:
        text: The whole document.
        name: What to call it in messages.
        options: Options of the format that suit it.
    """

    text: str
    name: str = ""
    options: Mapping[str, Any] = {}


Given: TypeAlias = Sample | str | Path
"""A sample, the text of one, a file, or a folder of files."""


def samples_from(given: Given | Iterable[Given]) -> tuple[Sample, ...]:
    """Make samples of texts, files and folders.

    Raises:
        OSError: A file cannot be read.
        DocumentError: It is no text.
    """
    if isinstance(given, Sample | str | Path):
        given = [given]
    found = [sample for one in given for sample in _samples(one)]
    return tuple(
        sample._replace(name=sample.name or f"sample {number}")
        for number, sample in enumerate(found, start=1)
    )


def _samples(given: Given) -> Iterator[Sample]:
    if isinstance(given, str):
        yield Sample(given)
    elif isinstance(given, Sample):
        yield given
    elif given.is_dir():
        for path in sorted(path for path in given.rglob("*") if path.is_file()):
            yield from _samples(path)
    else:
        yield Sample(decode(given.read_bytes(), source=str(given)), given.name)


@dataclass(frozen=True)
class Subject:
    """A format under test.

    Attributes:
        given: The format, or the name of one that is installed.
        samples: Documents of the format; each check needs at least one.
        examples: How many random texts are tried.
        choice: Which of the installed plugins there are, and which formats are declared.
    """

    given: Format | str
    samples: tuple[Sample, ...] = ()
    examples: int = 100
    choice: Choice = ALL

    @cached_property
    def registry(self) -> Registry:
        """The installed formats, and the one under test in place of any of its name.

        Raises:
            PluginLoadError: It is not a format.
        """
        if isinstance(self.given, str):
            return self._installed
        # The format alone first: what is wrong with it is not hidden by the others.
        Registry.of(self.given)
        taken = {"text", self.given.name}
        others = [found for found in self._installed.formats() if found.name not in taken]
        return Registry.of(self.given, *others)

    @property
    def _installed(self) -> Registry:
        return chosen(self.choice)

    @cached_property
    def format(self) -> Format:
        """The format.

        Raises:
            FormatError: There is none of that name, or two distributions claim it.
            PluginLoadError: Its plugin could not be loaded.
        """
        return self.registry.format(self.name)

    @property
    def name(self) -> str:
        """The format's name."""
        return self.given if isinstance(self.given, str) else self.given.name

    @property
    def where(self) -> str:
        """The format's name and the distribution that brings it, for messages."""
        owner = self._installed.owner(self.name) if isinstance(self.given, str) else None
        return f"format {self.name} ({owner})" if owner else f"format {self.name}"

    @cached_property
    def entry(self) -> metadata.EntryPoint | None:
        """The entry point that brings the format; None where it was given as an object."""
        if not isinstance(self.given, str):
            return None
        owner = self._installed.owner(self.name)
        states = [
            state
            for state in self._installed.plugins()
            if self.name in state.formats and state.origin == owner
        ]
        for entry in metadata.entry_points(group=PROJECT):
            if states and _is_of(entry, states[0]):
                return entry
        return None


def _is_of(entry: metadata.EntryPoint, state: PluginState) -> bool:
    dist = entry.dist
    return dist is not None and (entry.name, dist.name) == (state.name, state.distribution)
