"""``chunkladder.toml``: found, read, checked, and made into what one file is split with."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .choices import ALL, Choice
from .errors import ConfigError, FormatError, did_you_mean
from .files import FileSettings
from .formats import make_options
from .keys import FILE, PLUGINS, RULE, SETTINGS, TOP, Key, UnfitError, named
from .plaintext import TextFormat
from .settings import WRONG_NAMES
from .toml_places import line_of, places

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from .declared import DeclaredFormat
    from .toml_places import Path as Keys

PYPROJECT = "pyproject.toml"
_TOOL: Keys = ("tool", "chunkladder")
_DEFAULTS = "defaults"
_BUILT_IN = "the default"

_FIELDS = {each.name for each in fields(FileSettings)}
_RENAMED = {"keep": "keep_separator"}
_KEPT = {name: key for key, name in _RENAMED.items()}
_MERGED = ("options", "metadata")
_TOKENIZERS = "tokenizers:"


class Source(NamedTuple):
    """A file of settings, for messages.

    Attributes:
        file: What it is called.
        base: The table in which the settings lie.
        lines: The line of each key.
    """

    file: str
    base: Keys
    lines: Mapping[Keys, int]

    def error(
        self, path: Keys, place: str, got: object, expected: str, hint: str = ""
    ) -> ConfigError:
        """Return the error that tells what is wrong with a key."""
        key = ".".join(str(part) for part in path if not isinstance(part, int))
        short = key.removeprefix(f"{path[0]}.") if place else key
        line = line_of(self.base + path, self.lines)
        return ConfigError(short, got, expected, hint=hint, file=self.file, place=place, line=line)


_NOWHERE = Source("", (), {})


@dataclass(frozen=True)
class Rule:
    """A rule, or the defaults.

    Attributes:
        place: What messages call it: ``"rule 2"``, ``"defaults"``.
        path: Where it stands in the file.
        match: Globs; the defaults have none.
        skip: Whether its files are left out; None: it does not say.
        values: What it sets, under the names of ``FileSettings``.
    """

    place: str
    path: Keys
    match: tuple[str, ...] = ()
    skip: bool | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def _spec(self) -> GitIgnoreSpec:
        from pathspec import GitIgnoreSpec

        return GitIgnoreSpec.from_lines(self.match)

    def matches(self, path: str) -> bool:
        """Tell whether the rule is about a file, given relative to the configuration's folder."""
        return self._spec.match_file(path)


class Decision(NamedTuple):
    """What one key of a file's settings is, and who said so."""

    key: str
    value: object
    place: str


@dataclass(frozen=True)
class Config:
    """A configuration, checked.

    Attributes:
        file: The file it was read from; None: there is none, and all is as by default.
        folder: Globs are relative to it.
        defaults: What holds for every file.
        rules: What holds for some; later ones win.
        plugins: Which plugins there are.
        source: Where its keys stand.
        overrides: What wins over all rules, such as flags of the command line.
    """

    folder: Path
    file: Path | None = None
    defaults: Rule = Rule(_DEFAULTS, (_DEFAULTS,))
    rules: tuple[Rule, ...] = ()
    plugins: Choice = ALL
    source: Source = _NOWHERE
    overrides: Rule | None = None

    def settings_for(self, path: str) -> FileSettings:
        """Return what a file is split with if it is not left out.

        Args:
            path: Relative to the folder, with forward slashes.

        Raises:
            ConfigError: The rules that match do not go together.
        """
        return self._settings(self.matched(path))

    def check(self) -> None:
        """Make sure that the settings of a file that no rule is about go together.

        Raises:
            ConfigError: They do not.
        """
        self._settings(())

    def skips(self, path: str) -> bool:
        """Tell whether a file is left out."""
        said = [self.rules[at].skip for at in self.matched(path)]
        return next((skip for skip in reversed(said) if skip is not None), False)

    def inside(self, path: str) -> str | None:
        """Return a path relative to the folder, with forward slashes; None: it lies outside."""
        # As it is written, or, where links lead to the folder, as it is; what a path itself is
        # may be a link out of the folder, and counts as it is called.
        folder, name = os.path.split(os.path.abspath(path))
        for where in (folder, os.path.realpath(folder)):
            relative = os.path.relpath(os.path.join(where, name), self.folder)
            if relative.partition(os.sep)[0] != os.pardir:
                return relative.replace(os.sep, "/")
        return None

    def matched(self, path: str) -> tuple[int, ...]:
        """Return which rules are about a file, counted from 0."""
        return tuple(at for at, rule in enumerate(self.rules) if rule.matches(path))

    def decisions(self, path: str) -> Iterator[Decision]:
        """Yield each key of a file's settings, with the rule that decided it."""
        matched = self.matched(path)
        yield self._decided("skip", matched, False, [self.rules[at] for at in matched])
        settings = self._settings(matched)
        for key in SETTINGS:
            name = _RENAMED.get(key.name, key.name)
            yield self._decided(key.name, matched, getattr(settings, name), self._layers(matched))

    def _decided(
        self, key: str, matched: Sequence[int], value: object, layers: Sequence[Rule]
    ) -> Decision:
        if key == "skip":
            sayers = [rule for rule in layers if rule.skip is not None]
            return Decision(key, sayers[-1].skip if sayers else value, _last(sayers))
        name = _RENAMED.get(key, key)
        sayers = [rule for rule in layers if name in rule.values]
        if key in _MERGED:
            return Decision(key, value, ", ".join(rule.place for rule in sayers) or _BUILT_IN)
        return Decision(key, value, _last(sayers))

    @cached_property
    def _made(self) -> dict[tuple[int, ...], FileSettings]:
        return {}

    def _settings(self, matched: tuple[int, ...]) -> FileSettings:
        made = self._made.get(matched)
        if made is None:
            made = self._made[matched] = self._checked(matched)
        return made

    def _layers(self, matched: Sequence[int]) -> list[Rule]:
        last = [self.overrides] if self.overrides else []
        return [self.defaults, *(self.rules[at] for at in matched), *last]

    def _checked(self, matched: tuple[int, ...]) -> FileSettings:
        layers = self._layers(matched)
        settings = FileSettings(**_merged(layers), rules=matched, plugins=self.plugins)
        try:
            settings.splitter()
        except ConfigError as error:
            raise self._placed(error, layers) from error
        return settings

    def _placed(self, error: ConfigError, layers: Sequence[Rule]) -> ConfigError:
        """Say of an error which rule is at fault: the last that set the key."""
        key = error.key.partition(".")[0]
        sayers = [rule for rule in layers if key in rule.values]
        if not sayers or not sayers[-1].path:
            return error
        path = sayers[-1].path + tuple(error.key.split("."))
        return self.source.error(path, sayers[-1].place, error.got, error.expected, error.hint)


def find_config(folder: str | os.PathLike[str]) -> Path | None:
    """Return the nearest configuration: in a folder, or in one above it.

    That is a ``chunkladder.toml``, or a ``pyproject.toml`` with a table ``[tool.chunkladder]``.

    Raises:
        ConfigError: A ``pyproject.toml`` on the way is not valid.
    """
    start = Path(os.path.realpath(folder))
    for above in (start, *start.parents):
        if (above / FILE).is_file():
            return above / FILE
        project = above / PYPROJECT
        if project.is_file() and _inside(_parsed(project)[0], _TOOL) is not None:
            return project
    return None


def load_config(file: str | os.PathLike[str]) -> Config:
    """Read a configuration and check it.

    Args:
        file: A ``chunkladder.toml`` by whatever name, or a ``pyproject.toml``.

    Raises:
        OSError: It cannot be read.
        ConfigError: It is not valid TOML, or a key or a value is wrong.
    """
    path = Path(os.path.abspath(file))
    data, text = _parsed(path)
    base = _TOOL if path.name == PYPROJECT else ()
    source = Source(_called(path), base, places(text))
    table = _inside(data, base)
    if table is None:
        raise ConfigError("tool.chunkladder", None, "a table", file=source.file)
    return _config(path, table, source)


def _called(path: Path) -> str:
    """Return a file's path as messages show it: short if it lies under the current folder."""
    here = os.path.relpath(path)
    return str(path) if here.startswith(os.pardir) else Path(here).as_posix()


def _parsed(path: Path) -> tuple[dict[str, Any], str]:
    try:
        # Some editors put a byte order mark in front.
        text = path.read_bytes().decode("utf-8-sig")
        return tomllib.loads(text), text
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError("syntax", str(error), "valid TOML", file=_called(path)) from error


def _inside(data: Mapping[str, Any], path: Keys) -> Any:
    found: Any = data
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _config(path: Path, data: object, source: Source) -> Config:
    if not isinstance(data, Mapping):
        raise source.error(("tool.chunkladder",), "", data, "a table")
    for name in data:
        if name not in TOP:
            raise _unknown((name,), "", list(TOP), source)
    plugins = _values(data.get("plugins", {}), ("plugins",), "plugins", named(PLUGINS), source)
    declared = tuple(_declared(data.get("format", {}), source))
    choice = Choice(plugins.get("disable", ()), plugins.get("prefer", ()), declared)
    given = data.get(_DEFAULTS, {})
    config = Config(
        folder=path.parent,
        file=path,
        defaults=_rule(given, (_DEFAULTS,), _DEFAULTS, SETTINGS, source),
        rules=tuple(_rules(data.get("rule", []), source)),
        plugins=choice,
        source=source,
    )
    _check_plugins(config)
    return config


def _rules(data: object, source: Source) -> Iterator[Rule]:
    if not isinstance(data, list):
        raise source.error(("rule",), "", data, "tables written as [[rule]]")
    for at, table in enumerate(data):
        rule = _rule(table, ("rule", at), f"rule {at + 1}", RULE, source)
        if not rule.match:
            raise source.error(
                ("rule", at, "match"), rule.place, None, "a glob, or a list of at least one"
            )
        yield rule


def _rule(table: object, path: Keys, place: str, keys: Sequence[Key], source: Source) -> Rule:
    values = _values(table, path, place, named(keys), source)
    if "options" in values:
        values["options"] = _options(values, path, place, source)
    if values.get("measure", "").startswith(_TOKENIZERS):
        values["measure"] = _found_tokenizer(values["measure"], source)
    match, skip = values.pop("match", ()), values.pop("skip", None)
    renamed = {_RENAMED.get(name, name): value for name, value in values.items()}
    return Rule(place, path, match, skip, renamed)


def _values(
    table: object, path: Keys, place: str, keys: Mapping[str, Key], source: Source
) -> dict[str, Any]:
    """Check a table key by key."""
    if not isinstance(table, Mapping):
        raise source.error(path, "", table, "a table")
    values = {}
    for name, value in table.items():
        if name not in keys:
            raise _unknown((*path, name), place, list(keys), source)
        try:
            values[name] = keys[name].read(value)
        except UnfitError as error:
            expected = str(error) or keys[name].expected
            raise source.error((*path, name), place, value, expected) from None
    return values


def _unknown(path: Keys, place: str, known: Sequence[str], source: Source) -> ConfigError:
    name = str(path[-1])
    right = WRONG_NAMES.get(name) or _KEPT.get(name)
    hint = f'; did you mean "{right}"?' if right in known else did_you_mean(name, known)
    if name == _TOOL[0] and not place:
        hint = f"; tables are written as [tool.chunkladder.{_DEFAULTS}] in {PYPROJECT} only"
    return source.error(path, place, name, f"one of the keys {', '.join(known)}", hint)


def _options(
    values: Mapping[str, Any], path: Keys, place: str, source: Source
) -> dict[str, dict[str, object]]:
    """Return options by format: those of a rule are its format's."""
    options = values["options"]
    if "format" in values and path[0] != _DEFAULTS:
        return {values["format"]: dict(options)}
    for name, table in options.items():
        if not isinstance(table, Mapping):
            expected = "a table of options for each format, since no format stands beside it"
            raise source.error((*path, "options"), place, {name: table}, expected)
    return {name: dict(table) for name, table in options.items()}


def _found_tokenizer(measure: str, source: Source) -> str:
    """Take a tokenizer's file as relative to the configuration, wherever it is used from."""
    folder = os.path.dirname(os.path.abspath(source.file))
    name = measure.removeprefix(_TOKENIZERS)
    return _TOKENIZERS + os.path.join(folder, name)


def _declared(data: object, source: Source) -> Iterator[DeclaredFormat]:
    """Yield the formats that are declared, each by a table of its name."""
    if not isinstance(data, Mapping):
        raise source.error(("format",), "", data, "tables written as [format.NAME]")
    for name, table in data.items():
        if name == TextFormat.name:
            expected = "a name of its own: plain text is there without being declared"
            raise source.error(("format", name), "", name, expected)
        yield _declared_format(name, table, source)


def _declared_format(name: str, table: object, source: Source) -> DeclaredFormat:
    from .declared import format_from_table

    try:
        return format_from_table(name, table)
    except ConfigError as error:
        # What lies inside a list has the line of the list.
        outer = error.key.removeprefix(f"format.{name}").lstrip(".").partition("[")[0]
        path = (*source.base, "format", name, *([outer] if outer else []))
        raise ConfigError(
            error.key,
            error.got,
            error.expected,
            hint=error.hint,
            file=source.file,
            line=line_of(path, source.lines),
        ) from error


def _check_plugins(config: Config) -> None:
    """Find wrong names of formats and of their options before the first file comes."""
    from .plugins import chosen

    try:
        if config.plugins.prefer:
            chosen(config.plugins)
    except ConfigError as error:
        path = ("plugins", "prefer", error.key.rpartition(".")[2])
        found = (path, "plugins", error.got, error.expected, error.hint)
        raise config.source.error(*found) from error
    for rule in (config.defaults, *config.rules):
        _check_format(rule, config)


def _check_format(rule: Rule, config: Config) -> None:
    from .plugins import chosen

    wanted = rule.values.get("format")
    options = rule.values.get("options", {})
    for name in ([wanted] if wanted else []) + [name for name in options if name != wanted]:
        try:
            found = chosen(config.plugins).format(name)
        except FormatError as error:
            path = (*rule.path, "format") if name == wanted else (*rule.path, "options", name)
            told = (path, rule.place, name, error.expected, error.hint)
            raise config.source.error(*told) from error
        _check_options(found, options.get(name), rule, config)


def _check_options(found: Any, options: object, rule: Rule, config: Config) -> None:
    try:
        make_options(found, options)
    except ConfigError as error:
        option = error.key.removeprefix(f"options.{found.name}").lstrip(".")
        inner = (option,) if option else ()
        is_own = rule.values.get("format") == found.name and rule.path[0] != _DEFAULTS
        path = (*rule.path, "options", *(() if is_own else (found.name,)), *inner)
        hint = error.hint
        if is_own and option == found.name:
            hint = "; the format stands beside them, so its options need no table of its name"
        told = (path, rule.place, error.got, error.expected, hint)
        raise config.source.error(*told) from error


def _merged(layers: Sequence[Rule]) -> dict[str, Any]:
    """Lay rules over each other, key by key; options and metadata by their own keys."""
    merged: dict[str, Any] = {}
    for rule in layers:
        merged.update({k: v for k, v in rule.values.items() if k not in _MERGED})
        if "metadata" in rule.values:
            merged["metadata"] = merged.get("metadata", {}) | dict(rule.values["metadata"])
        for name, options in rule.values.get("options", {}).items():
            known = merged.setdefault("options", {})
            merged["options"] = known | {name: known.get(name, {}) | options}
    return merged


def _last(rules: Sequence[Rule]) -> str:
    return rules[-1].place if rules else _BUILT_IN
