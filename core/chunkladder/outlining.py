"""Asking formats for outlines: detection, options, the contract at the border, the fallback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import FormatError, MissingDependencyError, OptionError, PluginError, reason
from .formats import HEAD, Format, check_outline, detect, make_options
from .model import Document, Outline
from .nesting import FALLBACK, Unfolded, unfold
from .plaintext import TextFormat
from .rungs import GENERAL_RUNGS, TEXT_LADDER, Ladder, Offsets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .plugins import Registry

_TEXT = TextFormat()


class Outliner:
    """Finds formats and asks them for outlines.

    Plain text is at hand without looking for plugins; these are found when one is needed.

    Args:
        registry: The formats to choose from; None: all that are installed.
        options: Options by format name.

    Raises:
        FormatError: Options are given for a format that does not exist.
        OptionError: An option is wrong.
    """

    def __init__(self, registry: Registry | None, options: Mapping[str, object] | None) -> None:
        self._given = registry
        self._options: dict[str, Any] = {
            name: make_options(self.format(name), given) for name, given in (options or {}).items()
        }

    def registry(self) -> Registry:
        """Return the formats to choose from."""
        if self._given is not None:
            return self._given
        from .plugins import registry

        return registry()

    def format(self, name: str) -> Format:
        """Return a format by its name.

        Raises:
            FormatError: There is none, or two distributions claim the name.
            PluginLoadError: Its plugin could not be loaded.
        """
        if name == _TEXT.name:
            return _TEXT
        return self.registry().format(name)

    def detect(self, text: str, source: str | None, media_type: str | None = None) -> str:
        """Return the name of the format that a text has, by its source's name and its looks."""
        formats = self.registry().formats()
        return detect(formats, text[:HEAD], source=source, media_type=media_type).format

    def known_rungs(self, name: str | None) -> Ladder:
        """Return the rungs that a format declares; None: those that any format does."""
        formats = self.registry().formats() if name is None else [self.format(name)]
        names = {rung: None for each in formats for rung, _ in each.rungs}
        return Ladder([Offsets(rung, ()) for rung in (names or GENERAL_RUNGS)])

    def outline(self, document: Document, format: Format) -> Outline:  # noqa: A002
        """Return the checked outline of a document.

        A format that fails leaves the document to the ladder of plain text; the outline's
        metadata says so under ``fallback``.

        Raises:
            PluginContractError: The outline breaks the contract.
            MissingDependencyError: The format needs a package that is not installed.
        """
        options = self._options.get(format.name)
        if options is None:
            options = make_options(format, None)
        try:
            outline = format.outline(document, options)
        except (OptionError, MissingDependencyError, MemoryError):
            # Chunks must not depend on how much memory there happened to be.
            raise
        except Exception as error:  # noqa: BLE001 - a plugin is called
            reason = f"{format.name} failed: {type(error).__name__}: {error}"
            return Outline(Ladder(TEXT_LADDER), metadata={FALLBACK: reason})
        self._check(outline, document, format)
        return outline

    def unfolded(self, document: Document, outline: Outline, format: Format) -> Unfolded:  # noqa: A002
        """Take the regions of a document into its outline.

        Raises:
            PluginContractError: What comes of it breaks the contract.
        """
        unfolded = unfold(document, outline, self._part)
        if outline.regions:
            self._check(unfolded.outline, document, format)
        return unfolded

    def describe(
        self,
        format: Format,  # noqa: A002
        document: Document,
        outline: Outline,
        start: int,
        end: int,
    ) -> Mapping[str, object]:
        """Return what a format says of one chunk.

        Raises:
            PluginError: It fails.
        """
        try:
            return dict(format.describe(document, outline, start, end))
        except Exception as error:
            told = f"failed to describe {start} … {end}: {reason(error)}"
            owner = self.owner(format)
            raise PluginError(told, plugin=format.name, distribution=owner) from error

    def _part(self, part: Document) -> Outline | str | None:
        """Return the outline of a region, why there is none, or None for an unknown format.

        A region never fails the document around it.
        """
        try:
            return self.outline(part, self.format(str(part.format)))
        except FormatError:
            return None
        except PluginError as error:
            return str(error)

    def _check(self, outline: Outline, document: Document, format: Format) -> None:  # noqa: A002
        check_outline(outline, document, plugin=format.name, distribution=self.owner(format))

    def owner(self, format: Format) -> str | None:  # noqa: A002
        """Return the distribution that brings a format, with its version, if one does."""
        return None if format is _TEXT else self.registry().owner(format.name)
