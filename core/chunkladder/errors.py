"""Every error that chunkladder raises on purpose.

A message says where, what was got, what was expected and what to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


_READABLE = 20
"""How many names an error lists."""


def _listed(known: Sequence[str]) -> str:
    """List names, unless there are too many to read."""
    if len(known) <= _READABLE:
        return ", ".join(known)
    return f"the {len(known)} names that 'chunkladder formats' lists"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``'; did you mean "x"?'`` for the nearest known name, or an empty string."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1)
    return f'; did you mean "{near[0]}"?' if near else ""


def reason(error: BaseException) -> str:
    """Return what went wrong, in one line; never empty."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    message = " ".join(str(error).split())
    if isinstance(error, ChunkladderError):
        return message
    if isinstance(error, MemoryError):
        return "out of memory"
    return f"{type(error).__name__}: {message}".removesuffix(": ")


def _shown(value: object) -> str:
    """Write a value of a configuration file about as it stands there, which knows no null."""
    from json import dumps

    return "nothing" if value is None else dumps(value, ensure_ascii=False, default=str)


def _rebuild(kind: type[BaseException], args: tuple[object, ...], state: object) -> BaseException:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)  # type: ignore[call-overload]
    return error


class ChunkladderError(Exception):
    """Base of every error that chunkladder raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        # The stock way calls the class with the message alone, which loses an error that a
        # worker process sends home.
        return _rebuild, (type(self), self.args, dict(self.__dict__))


class ConfigError(ChunkladderError, ValueError):
    """A setting is wrong.

    Attributes:
        key: The setting's name.
        got: The value that was given.
        expected: What would have been right, in words.
        hint: What was probably meant, as the message says it; may be empty.
        file: The file that holds the setting, or None for an argument.
        place: Where in the file, such as ``"rule 2"``; empty at its top, and for an argument.
        line: The line of the file, counted from 1, or None.
    """

    def __init__(  # noqa: PLR0913 - one for each attribute
        self,
        key: str,
        got: object,
        expected: str,
        *,
        hint: str = "",
        file: str | None = None,
        place: str = "",
        line: int | None = None,
    ) -> None:
        where = f"{place}, {key}" if place else key
        told = f"expected {expected}, got {_shown(got) if file else repr(got)}{hint}"
        at = f" (line {line})" if line else ""
        super().__init__(f"{file}: {where}: {told}{at}" if file else f"{where}: {told}")
        self.file = file
        self.key = key
        self.got = got
        self.expected = expected
        self.hint = hint
        self.place = place
        self.line = line


class OptionError(ConfigError):
    """An option of a format is wrong."""


class DocumentError(ChunkladderError, ValueError):
    """A document cannot be read as text.

    Attributes:
        source: The document's name, or None.
        offset: Byte offset of the first byte that could not be decoded, or None.
    """

    def __init__(self, message: str, *, source: str | None = None, offset: int | None = None):
        super().__init__(f"{source}: {message}" if source else message)
        self.source = source
        self.offset = offset


class FormatError(ChunkladderError, LookupError):
    """No format has the name that was asked for.

    Attributes:
        name: The name that was asked for.
        known: The names that exist, sorted.
        expected: What would have been right, in words.
        hint: What to do about it, as the message says it; may be empty.
    """

    def __init__(self, name: str, known: Iterable[str], reason: str = "") -> None:
        self.name = name
        self.known = tuple(sorted(known))
        self.expected = f"one of {_listed(self.known)}"
        self.hint = reason or did_you_mean(name, self.known)
        super().__init__(f'format: expected {self.expected}, got "{name}"{self.hint}')


class AmbiguousFormatError(FormatError):
    """Two distributions claim the same format name.

    Attributes:
        candidates: The distributions that claim it, sorted.
    """

    def __init__(self, name: str, known: Iterable[str], candidates: Iterable[str]) -> None:
        self.candidates = tuple(sorted(candidates))
        listed = ", ".join(self.candidates)
        advice = "uninstall all but one of them, or prefer one in the configuration"
        super().__init__(name, known, f"; it is claimed by {listed}: {advice}")


class StoreError(ChunkladderError):
    """A store cannot be used: it is none, or newer, damaged, full or read-only.

    Attributes:
        file: The store's file.
    """

    def __init__(self, message: str, *, file: str) -> None:
        super().__init__(f"{file}: {message}")
        self.file = file


class StoreBusyError(StoreError):
    """Another program is writing to a store."""


class PluginError(ChunkladderError):
    """A plugin is at fault.

    Attributes:
        plugin: The plugin's or the format's name.
        distribution: The distribution that brought it, with its version, or None.
    """

    def __init__(self, message: str, *, plugin: str, distribution: str | None = None) -> None:
        origin = f" ({distribution})" if distribution else ""
        super().__init__(f"plugin {plugin}{origin}: {message}")
        self.plugin = plugin
        self.distribution = distribution


class PluginLoadError(PluginError):
    """A plugin could not be loaded; every other plugin stays usable."""


class PluginContractError(PluginError):
    """A format returned an outline that breaks the contract.

    Attributes:
        rule: The rule that was broken, in words.
        detail: What was found, with offsets.
        place: The stretch of the document in question, as far as there is one, or None. As the
            plugin told it: it may lie outside of the document.
    """

    def __init__(
        self,
        rule: str,
        detail: str,
        *,
        place: tuple[int, int] | None = None,
        plugin: str,
        distribution: str | None = None,
    ) -> None:
        super().__init__(
            f"broke the outline contract: {rule}: {detail}",
            plugin=plugin,
            distribution=distribution,
        )
        self.rule = rule
        self.detail = detail
        self.place = place


class MissingDependencyError(PluginError, ImportError):
    """A format or measure needs a package that is not installed.

    Attributes:
        module: The module that could not be imported.
        extra: The extra that brings it.
        project: The distribution that has the extra.
    """

    def __init__(
        self, module: str, extra: str, *, plugin: str, project: str = "chunkladder"
    ) -> None:
        super().__init__(
            f'needs the module {module}: run pip install "{project}[{extra}]"', plugin=plugin
        )
        self.module = module
        self.extra = extra
        self.project = project
