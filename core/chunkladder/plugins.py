"""The hooks that plugins implement, how plugins are found, and what became of each.

One bad plugin breaks only itself: each entry point is loaded by itself, and its hooks are called
on a plugin manager of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from importlib import metadata
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, cast, get_type_hints

import pluggy

from .choices import ALL, Choice, normal
from .errors import (
    AmbiguousFormatError,
    ConfigError,
    FormatError,
    PluginLoadError,
    did_you_mean,
)
from .plaintext import TextFormat

if TYPE_CHECKING:
    from .formats import Format
    from .measures import Measure

PROJECT = "chunkladder"
"""The project name that pluggy knows, and the entry-point group."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class HookSpecs:
    """What a plugin may implement; each hook is called once a process, on first use."""

    @hookspec
    def chunkladder_formats(self) -> list[Format]:
        """Return the formats that the plugin brings; may be empty.

        Called before it is known whether one of them is needed, so leave heavy imports to the
        formats' methods.
        """
        raise NotImplementedError

    @hookspec
    def chunkladder_measures(self) -> list[Measure]:
        """Return the measures that the plugin brings, each with a ``name``; may be empty."""
        raise NotImplementedError


HOOKS: tuple[str, ...] = tuple(name for name in vars(HookSpecs) if name.startswith(PROJECT))
"""The names of all hooks."""


@dataclass(frozen=True, slots=True)
class PluginState:
    """What became of one entry point.

    Attributes:
        name: The entry point's name.
        distribution: The distribution that brought it.
        version: The distribution's version; empty if it does not say.
        state: ``"ok"``; ``"failed"`` or ``"disabled"``: then nothing that it brings is used.
        reason: Why it failed or was not loaded, or which of the names it brings are nobody's, since
            another one brings them, too; else empty.
        formats: Names of the formats it brings, sorted.
        measures: Names of the measures it brings, sorted.
    """

    name: str
    distribution: str
    version: str
    state: Literal["ok", "failed", "disabled"] = "ok"
    reason: str = ""
    formats: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """The distribution with its version, such as ``"chunkladder-rst 1.2"``."""
        return f"{self.distribution} {self.version}".rstrip()


_NOBODY = PluginState("", "", "")
"""What brings a format that is given in code or declared in a configuration."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Claim(Generic[_T]):
    """A named thing and the plugin that brings it."""

    thing: _T
    plugin: PluginState

    @property
    def origin(self) -> str:
        return self.plugin.origin


@dataclass(frozen=True, slots=True)
class _Offer:
    """What one plugin brings."""

    plugin: PluginState
    formats: tuple[Format, ...] = ()
    measures: tuple[Measure, ...] = ()


_Claims: TypeAlias = Mapping[str, tuple[_Claim[_T], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Registry:
    """The formats and measures there are; never changes once it is made.

    Make one by ``discover`` or ``of``. A name that is claimed more than once belongs to nobody,
    whoever claims it and in whatever order.
    """

    _formats: _Claims[Format]
    _measures: _Claims[Measure]
    _plugins: tuple[PluginState, ...]

    @classmethod
    def discover(cls, choice: Choice = ALL) -> Registry:
        """Load what the installed distributions bring by the entry-point group ``chunkladder``.

        No plugin's failure is raised; ``plugins`` lists it.

        Args:
            choice: Which plugins to leave out, and which to prefer where several claim a name.

        Raises:
            ConfigError: A name is to belong to a distribution that does not claim it.
        """
        entries = metadata.entry_points(group=PROJECT)
        offers = [_load(entry, choice) for entry in entries]
        return cls._from_offers(offers, (offer.plugin for offer in offers), choice)

    @classmethod
    def of(cls, *formats: Format) -> Registry:
        """Make a registry of these formats and plain text, for tests and for embedding.

        Raises:
            PluginLoadError: One of them is not a format.
        """
        for given in formats:
            try:
                _check_format(given)
            except _FaultError as fault:
                name = str(getattr(given, "name", given))
                raise PluginLoadError(str(fault), plugin=name) from None
        return cls._from_offers([_Offer(_NOBODY, formats)], ())

    @classmethod
    def _from_offers(
        cls,
        offers: Iterable[_Offer],
        plugins: Iterable[PluginState],
        choice: Choice = ALL,
    ) -> Registry:
        offers = [_own_offer(), *offers]
        formats = _claims((offer.plugin, offer.formats) for offer in offers)
        measures = _claims((offer.plugin, offer.measures) for offer in offers)
        _check_preferred(choice, formats, measures)
        formats, measures = _preferred(formats, choice), _preferred(measures, choice)
        formats = MappingProxyType({**formats, **_claims([(_NOBODY, choice.declared)])})
        states = [_contested(plugin, formats, measures) for plugin in plugins]
        return cls(
            formats,
            measures,
            tuple(sorted(states, key=lambda plugin: (plugin.name, plugin.origin))),
        )

    def format(self, name: str) -> Format:
        """Return the format of that name.

        Raises:
            AmbiguousFormatError: It is claimed more than once.
            PluginLoadError: The plugin of that name failed.
            FormatError: There is none.
        """
        claims = self._formats.get(name, ())
        known = _settled(self._formats)
        if len(claims) == 1:
            return claims[0].thing
        if claims:
            raise AmbiguousFormatError(name, known, _origins(claims))
        for plugin in self._plugins:
            if plugin.name == name and plugin.state == "disabled":
                raise FormatError(name, known, f"; the plugin {name} is disabled")
            if plugin.name == name and plugin.state == "failed":
                raise PluginLoadError(
                    f"could not be loaded: {plugin.reason}",
                    plugin=name,
                    distribution=plugin.origin,
                )
        raise FormatError(name, known)

    def formats(self) -> tuple[Format, ...]:
        """Return the formats, sorted by name.

        Names that are claimed more than once are left out, that of plain text as well.
        """
        return tuple(self._formats[name][0].thing for name in _settled(self._formats))

    def owner(self, name: str) -> str | None:
        """Return the distribution, with its version, that brings a format.

        None for a format given to ``of``, an unknown one, and a name claimed more than once.
        """
        claims = self._formats.get(name, ())
        return (claims[0].origin or None) if len(claims) == 1 else None

    def measure(self, name: str) -> Measure | None:
        """Return a plugin's measure of that name, or None if there is none.

        Raises:
            ConfigError: It is claimed more than once.
        """
        claims = self._measures.get(name, ())
        if len(claims) > 1:
            listed = ", ".join(_origins(claims))
            raise ConfigError("measure", name, f"a name that one plugin claims, not {listed}")
        return claims[0].thing if claims else None

    def measures(self) -> tuple[Measure, ...]:
        """Return the plugins' measures, sorted by name; may be empty.

        Names that are claimed more than once are left out.
        """
        return tuple(self._measures[name][0].thing for name in _settled(self._measures))

    def plugins(self) -> tuple[PluginState, ...]:
        """Return what became of each entry point, sorted by name, then by distribution."""
        return self._plugins


def registry() -> Registry:
    """Return what ``Registry.discover`` finds; looked for once a process."""
    return chosen(ALL)


@cache
def chosen(choice: Choice) -> Registry:
    """Return what ``Registry.discover`` finds for a choice; looked for once a process.

    Raises:
        ConfigError: See there.
    """
    return Registry.discover(choice)


def _check_preferred(choice: Choice, *claims: _Claims[Any]) -> None:
    for name, distribution in choice.prefer:
        claimed = [claim for each in claims for claim in each.get(name, ())]
        owners = sorted({claim.plugin.distribution for claim in claimed})
        if normal(distribution) not in map(normal, owners):
            expected = "a distribution that brings it"
            known = f" ({', '.join(owners)})" if owners else ", and none that is installed does"
            hint = did_you_mean(distribution, owners)
            raise ConfigError(f"plugins.prefer.{name}", distribution, expected + known, hint=hint)


def _preferred(claims: _Claims[_T], choice: Choice) -> _Claims[_T]:
    """Let those who are preferred have a name for themselves."""
    return MappingProxyType(
        {name: _wanted(claimed, dict(choice.prefer).get(name)) for name, claimed in claims.items()}
    )


def _wanted(claims: tuple[_Claim[_T], ...], distribution: str | None) -> tuple[_Claim[_T], ...]:
    if distribution is None:
        return claims
    wanted = normal(distribution)
    return tuple(c for c in claims if normal(c.plugin.distribution) == wanted) or claims


def _claims(offers: Iterable[tuple[PluginState, Iterable[Any]]]) -> _Claims[Any]:
    claims: dict[str, list[_Claim[Any]]] = defaultdict(list)
    for plugin, things in offers:
        for thing in things:
            claims[thing.name].append(_Claim(thing, plugin))
    return MappingProxyType({name: tuple(claimed) for name, claimed in claims.items()})


def _contested(plugin: PluginState, formats: _Claims[Any], measures: _Claims[Any]) -> PluginState:
    """Return the state of a plugin, with the reason why something that it brings is not used."""
    reasons = [
        f"{kind} {name} is claimed by {', '.join(_origins(claims[name]))}: it is nobody's"
        for kind, names, claims in (
            ("format", plugin.formats, formats),
            ("measure", plugin.measures, measures),
        )
        for name in names
        if len(claims.get(name, ())) > 1
    ]
    return replace(plugin, reason="; ".join(reasons)) if reasons else plugin


def _settled(claims: _Claims[Any]) -> list[str]:
    return sorted(name for name, claimed in claims.items() if len(claimed) == 1)


def _origins(claims: Iterable[_Claim[Any]]) -> list[str]:
    return sorted(claim.origin or "a format given in code" for claim in claims)


def _own_offer() -> _Offer:
    try:
        version = metadata.version(PROJECT)
    except metadata.PackageNotFoundError:
        version = ""
    return _Offer(PluginState("text", PROJECT, version), (TextFormat(),))


class _FaultError(Exception):
    """What is wrong with a plugin, in words."""


def _load(entry: metadata.EntryPoint, choice: Choice) -> _Offer:
    plugin = _found(entry)
    if choice.leaves_out(plugin.name, plugin.distribution):
        return _Offer(replace(plugin, state="disabled", reason="disabled by the configuration"))
    try:
        return _offer(plugin, entry.load())
    except _FaultError as fault:
        reason = str(fault)
    except (Exception, SystemExit) as error:  # noqa: BLE001
        reason = f"{type(error).__name__}: {error}"
    return _Offer(replace(plugin, state="failed", reason=reason))


def _found(entry: metadata.EntryPoint) -> PluginState:
    name, version = "", ""
    # A distribution without metadata has no name, which newer Pythons answer with an error.
    with suppress(KeyError, TypeError, metadata.PackageNotFoundError):
        if entry.dist is not None:
            name, version = entry.dist.name, entry.dist.version
    return PluginState(entry.name, name or "unknown", version or "")


def _offer(plugin: PluginState, implementation: object) -> _Offer:
    manager = _managed(implementation)
    formats = _checked(_call(manager, "chunkladder_formats"), _check_format)
    measures = _checked(_call(manager, "chunkladder_measures"), _check_measure)
    state = replace(plugin, formats=_names(formats), measures=_names(measures))
    return _Offer(state, formats, measures)


def _managed(implementation: object) -> pluggy.PluginManager:
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(HookSpecs)
    manager.register(implementation)
    callers = manager.get_hookcallers(implementation)
    if not callers:
        raise _FaultError(f"implements no hook ({', '.join(HOOKS)}); is @hookimpl missing?")
    for caller in callers:
        if not caller.has_spec() and not all(i.optionalhook for i in caller.get_hookimpls()):
            raise _FaultError(
                f"implements an unknown hook, {caller.name}{did_you_mean(caller.name, HOOKS)}"
            )
    return manager


def _call(manager: pluggy.PluginManager, hook: str) -> list[Any]:
    caller: pluggy.HookCaller = getattr(manager.hook, hook)
    results = caller()
    if caller.get_hookimpls() and not results:
        raise _FaultError(f"{hook} returned None, expected a list")
    things: list[Any] = []
    for result in results:
        if not isinstance(result, list | tuple):
            raise _FaultError(f"{hook} returned {type(result).__name__}, expected a list")
        things += result
    return things


def _checked(things: Iterable[Any], check: Callable[[Any], None]) -> tuple[Any, ...]:
    checked: dict[str, Any] = {}
    for thing in things:
        check(thing)
        if thing.name in checked:
            raise _FaultError(f"brings {thing.name} twice")
        checked[thing.name] = thing
    return tuple(checked.values())


def _names(things: Iterable[Any]) -> tuple[str, ...]:
    return tuple(sorted(thing.name for thing in things))


def _check_measure(measure: Any) -> None:
    _check_name("measure", measure)
    if not callable(measure):
        raise _FaultError(f"measure {measure.name}: cannot be called")


def _check_format(candidate: Any) -> None:
    _check_name("format", candidate)
    if candidate.name == TextFormat.name:
        raise _FaultError("a format of its own has a name of its own: plain text is the core's")
    for attribute, expected, fits in _ATTRIBUTES:
        where = f"format {candidate.name}: {attribute}"
        if not hasattr(candidate, attribute):
            raise _FaultError(f"{where} is missing, expected {expected}")
        value = getattr(candidate, attribute)
        if not fits(value):
            raise _FaultError(f"{where}: expected {expected}, got {value!r}")
    _check_annotations(candidate)


def _check_name(kind: str, thing: Any) -> None:
    if isinstance(thing, type):
        raise _FaultError(f"a {kind} is an object, got the class {thing.__name__}")
    name = getattr(thing, "name", None)
    if not _is_text(name):
        raise _FaultError(
            f"a {kind} has a name: expected a string, got {name!r} from {type(thing).__name__}"
        )


def _check_annotations(candidate: Any) -> None:
    # Found now, and not when somebody gives the first option.
    try:
        get_type_hints(candidate.options)
    except NameError as error:
        raise _FaultError(
            f"format {candidate.name}: options: an annotation does not resolve ({error})"
        ) from error


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _are_texts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(_is_text, value))


def _are_suffixes(value: object) -> bool:
    return _are_texts(value) and all(text == text.lower() for text in cast("Sequence[str]", value))


def _are_rungs(value: object) -> bool:
    return isinstance(value, Sequence) and all(map(_is_rung, value))


def _is_rung(value: object) -> bool:
    match value:
        case (str(name), str(line)):
            return name != "" and line != ""
        case _:
            return False


def _is_options(value: object) -> bool:
    if not (isinstance(value, type) and is_dataclass(value)):
        return False
    return all(
        field.default is not MISSING or field.default_factory is not MISSING
        for field in fields(value)
        if field.init
    )


_ATTRIBUTES: tuple[tuple[str, str, Callable[[object], bool]], ...] = (
    ("suffixes", "a sequence of lower-case strings", _are_suffixes),
    ("media_types", "a sequence of strings", _are_texts),
    ("rungs", "a sequence of pairs: a name and one line", _are_rungs),
    ("options", "a dataclass in which every field has a default", _is_options),
    ("sniff", "a method", callable),
    ("outline", "a method", callable),
    ("describe", "a method", callable),
)
