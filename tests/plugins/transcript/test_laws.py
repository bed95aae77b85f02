"""The laws hold on transcripts of every shape, whole and torn, and on any other text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkladder import Registry
from chunkladder_transcript._formatting import TranscriptFormat, TranscriptOptions

from ...property import laws  # noqa: TID252
from ...property.trial import Trial  # noqa: TID252
from .reading import FORMAT, REGISTRY, outline_of
from .test_false_friends import OTHERS
from .test_shapes import SHAPES

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from chunkladder import Document, Outline

pytestmark = pytest.mark.timeout(120)

TEXTS = [text for text, _ in SHAPES.values()]
PIECES = [
    *TEXTS,
    *(text[:400] for text in OTHERS.values()),
    "00:00:01.000 --> 00:00:02.000\n",
    "**Bram:**",
    "## Trams\n\n",
    "### 00:05:10\n",
    "Bram Tollef: ",
    "\n\n",
    "\r\n",
    "\r",
    " 1   ",
    "<v Oda>",
    "&amp;",
    "{disfmarker} ",
    '{"speaker": "Bram", "text": "\\u00e9\\ud83d\\ude00"},',
    "We drained it all day. " * 9,
    "\ud800",
]
SIZES = [7, 40, 90, 200, 800]


def transcripts() -> SearchStrategy[str]:
    """Return pieces of transcripts, put together in any order, and torn anywhere."""
    piece = st.sampled_from(PIECES)
    torn = st.builds(lambda text, at: text[: at % (len(text) + 1)], piece, st.integers(0, 999))
    some = st.lists(st.one_of(piece, torn, st.text(max_size=12)), min_size=1, max_size=5)
    return st.builds("".join, some)


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Any]:
    size = draw(st.sampled_from(SIZES))
    overlap = draw(st.sampled_from([0, size // 5]))
    chosen: dict[str, Any] = {"size": size, "overlap": overlap}
    if overlap and draw(st.booleans()):
        chosen["overlap_at"] = draw(st.sampled_from(["turn", "sentence"]))
    return chosen


def check(text: str, chosen: dict[str, Any]) -> None:
    laws.check_all(Trial(text, "transcript", REGISTRY, chosen))


@given(text=transcripts(), chosen=settings())
def test_laws_on_transcripts(text: str, chosen: dict[str, Any]) -> None:
    check(text, chosen)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shape", SHAPES)
def test_laws_on_a_shape(shape: str, size: int) -> None:
    check(SHAPES[shape][0], {"size": size})


class NamedFormat(TranscriptFormat):
    """The format with its shape named by hand."""

    def __init__(self, shape: Any) -> None:
        self._named = TranscriptOptions(shape)

    def outline(self, document: Document, options: TranscriptOptions) -> Outline:
        """Outline as if the option were given."""
        return super().outline(document, self._named)


@given(text=transcripts(), shape=st.sampled_from(["bold", "colon", "times", "cues", "json", "irc"]))
def test_a_shape_named_by_hand_takes_any_text(text: str, shape: str) -> None:
    registry = Registry.of(NamedFormat(shape))
    laws.check_all(Trial(text, "transcript", registry, {"size": 90}))


@given(head=transcripts())
def test_sniff_returns_a_share(head: str) -> None:
    assert 0.0 <= FORMAT.sniff(head[:8192]) <= 1.0


@given(text=transcripts())
def test_turns_and_times_of_the_whole_are_in_order(text: str) -> None:
    facts = getattr(outline_of(text), "facts", None)
    if facts is not None:
        assert list(facts.starts) == sorted(set(facts.starts))
        assert [turn for turn in facts.turns if turn >= 0] == list(range(len(facts.speakers)))
        assert list(facts.marks) == sorted(facts.marks)
