"""The search for a counterexample to the laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from . import _drawing
from ._checks import _check_text
from ._limits import EndlessError
from ._texts import FOREIGN, MARKS

if TYPE_CHECKING:
    from ._subjects import Subject

_SHARES = (5, 3, 2)


def find_counterexample(subject: Subject) -> None:
    """Try random texts under random settings.

    Raises:
        ConformanceError: The simplest text and settings found that break a law.
    """
    samples = [sample.text for sample in subject.samples]
    own = _drawing.like(samples) if samples else _drawing.texts(FOREIGN, 3)
    kinds = (own, _drawing.texts(MARKS), st.text(st.characters(codec=None)))
    for kind, share in zip(kinds, _SHARES, strict=True):
        _search(subject, kind, max(1, subject.examples * share // sum(_SHARES)))


def _search(subject: Subject, texts: st.SearchStrategy[str], examples: int) -> None:
    own = [name for name, _ in subject.format.rungs]

    stopped: list[EndlessError] = []

    @settings(
        max_examples=examples,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=[phase for phase in Phase if phase is not Phase.explain],
    )
    @given(st.data())
    def search(data: st.DataObject) -> None:
        text = data.draw(texts)
        chosen = {"size": data.draw(st.integers(1, 200))}
        if data.draw(st.booleans()):
            chosen = data.draw(_drawing.settings(len(text), own=own or ["line"]))
        if stopped:  # to look for a simpler one would take as long again, and again
            return
        try:
            _check_text(subject, text, "a random text", chosen)
        except EndlessError as error:
            stopped.append(error)

    search()
    if stopped:
        raise stopped[0]
