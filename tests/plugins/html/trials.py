"""The laws on pages, and other ways to look at what came of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunkladder import Chunk, Document, Outline, Registry, Splitter
from chunkladder_html._format import HtmlFormat, HtmlSourceFormat
from chunkladder_html._options import HtmlOptions

from ...property import laws  # noqa: TID252 - the tests are no package that has a name
from ...property.trial import Trial  # noqa: TID252

if TYPE_CHECKING:
    from collections.abc import Sequence


class WithOptions(HtmlFormat):
    """The format with other defaults: a trial reads an outline with the defaults."""

    def __init__(self, **given: Any) -> None:
        self._given = HtmlOptions(**given)

    def outline(self, document: Document, options: HtmlOptions) -> Outline:
        """Read the page as the given options say."""
        return super().outline(document, self._given)


def check(text: str, settings: dict[str, Any], **options: Any) -> None:
    """Check all laws."""
    laws.check_all(Trial(text, "html", Registry.of(WithOptions(**options)), settings))


def check_source(text: str, settings: dict[str, Any]) -> None:
    """Check all laws on HTML as source."""
    laws.check_all(Trial(text, "html-source", Registry.of(HtmlSourceFormat()), settings))


def split(text: str, size: int = 10_000, **options: Any) -> list[Chunk]:
    """Split a page."""
    return Splitter(size, format="html", options={"html": options}).split(text)


def body(text: str, **options: Any) -> str:
    """Return what is shown of a page that fits into one chunk."""
    return "\n---\n".join(chunk.body for chunk in split(text, **options))


def bodies(chunks: Sequence[Chunk]) -> list[str]:
    """Return the bodies of chunks."""
    return [chunk.body for chunk in chunks]
