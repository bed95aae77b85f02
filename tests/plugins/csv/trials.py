"""The laws on tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunkladder import Outline, Registry
from chunkladder_csv._format import CsvFormat
from chunkladder_csv._options import CsvOptions

from ...property import laws  # noqa: TID252 - the tests are no package that has a name
from ...property.trial import Trial  # noqa: TID252

if TYPE_CHECKING:
    from chunkladder import Document


class WithOptions(CsvFormat):
    """The format with other defaults: a trial reads an outline with the defaults."""

    def __init__(self, **given: Any) -> None:
        self._given = CsvOptions(**given)

    def outline(self, document: Document, options: CsvOptions) -> Outline:
        """Mark rows as the given options say."""
        return super().outline(document, self._given)


def check(text: str, settings: dict[str, Any], **options: Any) -> None:
    """Check all laws."""
    laws.check_all(Trial(text, "csv", Registry.of(WithOptions(**options)), settings))
