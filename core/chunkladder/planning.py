"""The dry run: what splitting a corpus would give, rule by rule, and what decides for a file."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from .corpus import chunks_of, fault_of
from .files import Job, run
from .formats import HEAD, detect, ratings
from .pipeline import PARENT
from .text import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .config import Config, Decision
    from .corpus import Fault
    from .files import Outcome
    from .formats import Detection

ELSE = "no rule"
TOTAL = "total"


class Figures(NamedTuple):
    """What splitting one file gives.

    Attributes:
        chunks: How many chunks.
        filled: How full they are, added up: 1.0 for each that is at the size.
        oversized: How many are over the size.
    """

    chunks: int = 0
    filled: float = 0.0
    oversized: int = 0


@dataclass(slots=True)
class Line:
    """What a rule's files give.

    Attributes:
        rule: ``"rule 1"``; ``"no rule"`` for the files that none is about; ``"total"``.
        match: The rule's globs.
        files: How many files.
        skipped: How many of them are left out.
        failed: How many of them failed.
        bytes: How large those are that were split.
        chunks: How many chunks.
        filled: How full they are, added up.
        oversized: How many are over the size.
    """

    rule: str
    match: tuple[str, ...] = ()
    files: int = 0
    skipped: int = 0
    failed: int = 0
    bytes: int = 0
    chunks: int = 0
    filled: float = 0.0
    oversized: int = 0

    @property
    def fill(self) -> float | None:
        """Mean size of a chunk as a share of what it may be; None: there is none."""
        return self.filled / self.chunks if self.chunks else None

    def add(self, outcome: Outcome[Figures]) -> None:
        """Count a file that was split, or failed."""
        self.files += 1
        if outcome.result is None:
            self.failed += 1
            return
        self.bytes += outcome.size
        self.chunks += outcome.result.chunks
        self.filled += outcome.result.filled
        self.oversized += outcome.result.oversized


def planned(
    config: Config,
    jobs: Sequence[Job],
    skipped: Sequence[str],
    workers: int,
    time_limit: float | None,
    on_fault: Callable[[Fault], None],
) -> list[Line]:
    """Split files without keeping anything.

    Args:
        config: Where the settings of the files come from.
        jobs: The files.
        skipped: Files that rules leave out, relative to the configuration's folder.
        workers: As in ``files.run``.
        time_limit: See there.
        on_fault: Called for each file that fails.

    Returns:
        A line for each rule, one for the files that no rule is about, if there are any, and the
        total. A file that several rules are about counts for each of them, and once in the total.
    """
    lines = [Line(rule.place, rule.match) for rule in config.rules]
    rest, total = Line(ELSE), Line(TOTAL)
    for path in skipped:
        for line in [*(lines[at] for at in config.matched(path)), total]:
            line.files += 1
            line.skipped += 1
    with closing(run(jobs, figures_of, workers, time_limit)) as outcomes:
        for outcome in outcomes:
            matched = [lines[at] for at in outcome.job.settings.rules] or [rest]
            for line in [*matched, total]:
                line.add(outcome)
            if outcome.error:
                on_fault(fault_of(outcome))
    return [*lines, *([rest] if rest.files else []), total]


def figures_of(job: Job, data: bytes) -> Figures:
    """Split one file and return its figures.

    Raises:
        ChunkladderError: As ``Splitter.split`` does.
    """
    chunks = [chunk for chunk in chunks_of(job, data) if chunk.origin.level != PARENT]
    filled = sum(chunk.size for chunk in chunks) / job.settings.size
    return Figures(len(chunks), filled, sum(chunk.oversized for chunk in chunks))


class Explanation(NamedTuple):
    """What decides how a file is split.

    Attributes:
        rules: The rules that are about it, with their globs.
        decisions: Each key and who set it.
        format: The format that was found, and why; None where a rule names one.
        ratings: How formats rate the content, best first; only those that give it something.
    """

    rules: list[tuple[str, tuple[str, ...]]]
    decisions: list[Decision]
    format: Detection | None
    ratings: dict[str, float]


def explained(config: Config, path: str, data: bytes) -> Explanation:
    """Tell what decides how a file is split.

    Args:
        config: The configuration.
        path: The file, relative to the configuration's folder.
        data: Its bytes.

    Raises:
        DocumentError: They are no text.
        ConfigError: The rules that match do not go together.
    """
    from .plugins import chosen

    settings = config.settings_for(path)
    head = decode(data, source=path)[:HEAD]
    formats = chosen(config.plugins).formats()
    found = None if settings.format else detect(formats, head, source=path)
    rated = {name: rate for name, rate in ratings(formats, head).items() if rate}
    rules = [(config.rules[at].place, config.rules[at].match) for at in config.matched(path)]
    return Explanation(rules, list(config.decisions(path)), found, rated)
