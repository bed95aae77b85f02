"""Formats that are declared by patterns, in Python or in a table of a configuration file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, get_args

from .errors import ConfigError, did_you_mean
from .model import Edit, Outline, Scope, Span, Trim
from .rungs import (
    GENERAL_RUNGS,
    TEXT_LADDER,
    Ladder,
    Offsets,
    Regex,
    Rung,
    Separator,
    is_rung_name,
)

if TYPE_CHECKING:
    from .model import Document

DEEPEST = 32
"""How deep scopes nest."""

_LIKELY = 0.6
"""The rating of a text in which ``looks_like`` is found: enough alone, less than a parser's."""
_LINE_ENDS = re.compile(r"[\r\n]")
_INK = re.compile(r"\S")


class CutPattern(NamedTuple):
    """A rung: a cut before each match of a pattern.

    Attributes:
        name: The rung's name: three or more small letters, digits and hyphens.
        pattern: In the syntax of ``re``, with MULTILINE: ``^`` matches at each line.
        line: One line on it for people; made of the pattern where empty.
    """

    name: str
    pattern: str
    line: str = ""


class ScopePattern(NamedTuple):
    """Scopes: each match is a heading, and its scope lasts until one as high or higher.

    Attributes:
        pattern: In the syntax of ``re``, with MULTILINE. The group ``label``, or else the first
            group, or else the match is the label. The length of a group ``level`` adds to the
            level, so that ``^(?P<level>#+) (.*)`` nests by the number of signs.
        level: Its depth from 1, the highest, to 32.
        carry: Whether each part of the scope that lacks the heading repeats its lines.
    """

    pattern: str
    level: int = 1
    carry: bool = False


LadderItem: TypeAlias = str | CutPattern | Separator | Regex
"""A general rung's name or a literal, or a rung."""


@dataclass(frozen=True, slots=True)
class DeclaredOptions:
    """A declared format has no options."""


class _Heading(NamedTuple):
    start: int
    end: int
    level: int
    label: str
    carry: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DeclaredFormat:
    r"""A format made of patterns; all that is matched is matched once, from left to right.

    A pattern that backtracks without end makes a document take without end. Prefer ``[^\n]*`` to
    nested repetitions.

    Attributes:
        name: What people call the format.
        ladder: Rungs, coarse to fine: patterns by name, or a list of ``CutPattern``, general
            rungs' names, literals and rung objects. Where no general rung is named, those of
            plain text follow.
        suffixes: As in ``Format``.
        media_types: As in ``Format``.
        looks_like: A pattern that only documents of this format have near their beginning; None
            leaves it to suffixes, media types and people.
        scopes: What is a heading.
        atoms: Patterns of what is kept whole if it fits.
        drops: Patterns of what a reader does not see.
        trim: As in ``Outline``.

    Raises:
        ConfigError: A value is not as it has to be, or a pattern does not compile.
    """

    name: str
    ladder: Mapping[str, str] | Sequence[LadderItem]
    suffixes: Sequence[str] = ()
    media_types: Sequence[str] = ()
    looks_like: str | None = None
    scopes: Sequence[ScopePattern | str] = ()
    atoms: Sequence[str] = ()
    drops: Sequence[str] = ()
    trim: Trim = "space"
    _made: _Made = field(init=False, repr=False, compare=False)

    options = DeclaredOptions

    def __post_init__(self) -> None:
        object.__setattr__(self, "_made", _make(self))
        # Lists and mappings that somebody else might change become what nobody can.
        object.__setattr__(self, "ladder", tuple(_cuts(self.ladder)))
        for key in ("suffixes", "media_types", "scopes", "atoms", "drops"):
            object.__setattr__(self, key, tuple(getattr(self, key)))

    @property
    def rungs(self) -> Sequence[tuple[str, str]]:
        """The rungs that have names, with one line on each, coarse to fine."""
        return self._made.told

    def sniff(self, head: str) -> float:
        """Rate by ``looks_like``."""
        looks_like = self._made.looks_like
        return _LIKELY if looks_like and looks_like.search(head) else 0.0

    def outline(self, document: Document, options: DeclaredOptions) -> Outline:
        """Match all patterns."""
        text, made = document.text, self._made
        headings = list(_headings(text, made.scopes))
        scopes = _scopes(headings, len(text))
        atoms = {span for pattern in made.atoms for span in _found(pattern, text)}
        edits = _drops(text, made.drops)
        atoms.update(_ties(text, headings, atoms, edits))
        walls = [Span(scope.start, scope.end) for scope in scopes if scope.carry]
        return Outline(
            Ladder(_rung(rung, text) for rung in made.ladder),
            scopes=scopes,
            atoms=_nested(atoms, walls),
            edits=edits,
            trim=self.trim,
        )

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return nothing: patterns know no facts."""
        return {}


class _Named(NamedTuple):
    """A rung with its compiled pattern."""

    name: str
    pattern: re.Pattern[str]


class _Made(NamedTuple):
    """What a declaration is made into: checked, and compiled."""

    ladder: tuple[Rung | _Named, ...]
    told: tuple[tuple[str, str], ...]
    scopes: tuple[tuple[re.Pattern[str], ScopePattern], ...]
    atoms: tuple[re.Pattern[str], ...]
    drops: tuple[re.Pattern[str], ...]
    looks_like: re.Pattern[str] | None


def _make(given: DeclaredFormat) -> _Made:
    if not isinstance(given.name, str) or not given.name.strip():
        raise ConfigError("name", given.name, "a name")
    for key in ("suffixes", "media_types", "atoms", "drops"):
        _check_strings(key, getattr(given, key))
    for index, suffix in enumerate(given.suffixes):
        if not suffix or suffix != suffix.lower():
            raise ConfigError(f"suffixes[{index}]", suffix, "the end of a name, in small letters")
    if given.trim not in get_args(Trim):
        raise ConfigError("trim", given.trim, '"space" or "lines"')
    items = list(_items(given.ladder))
    return _Made(
        tuple(_compiled_rung(f"ladder[{index}]", item) for index, item in enumerate(items)),
        tuple(_told(items)),
        tuple(_compiled_scopes(given.scopes)),
        _compiled_all("atoms", given.atoms),
        _compiled_all("drops", given.drops),
        None if given.looks_like is None else _compiled("looks_like", given.looks_like),
    )


def _check_strings(key: str, values: Any) -> None:
    are_many = isinstance(values, Sequence) and not isinstance(values, str)
    if not are_many or not all(isinstance(value, str) for value in values):
        raise ConfigError(key, values, "a list of strings")


def _cuts(ladder: Any) -> Sequence[LadderItem]:
    if isinstance(ladder, Mapping):
        ladder = [CutPattern(name, pattern) for name, pattern in ladder.items()]
    if isinstance(ladder, str) or not isinstance(ladder, Sequence) or not ladder:
        raise ConfigError("ladder", ladder, "rungs, at least one")
    return ladder


def _items(given: Any) -> Iterator[LadderItem]:
    ladder = _cuts(given)
    yield from ladder
    if not any(isinstance(item, str) and item in GENERAL_RUNGS for item in ladder):
        yield from TEXT_LADDER


def _compiled_rung(key: str, item: Any) -> Rung | _Named:
    if isinstance(item, CutPattern):
        if not isinstance(item.name, str) or not is_rung_name(item.name):
            expected = "three or more small letters, digits and hyphens, a letter first"
            raise ConfigError(f"{key}.name", item.name, expected)
        return _Named(item.name, _compiled(f"{key}.pattern", item.pattern))
    if isinstance(item, Separator | Regex):
        return item
    if not isinstance(item, str):
        raise ConfigError(key, item, "a general rung's name, a literal, or a rung")
    if item not in GENERAL_RUNGS and is_rung_name(item):
        known = f"one of {', '.join(GENERAL_RUNGS)}, or a name with a pattern"
        raise ConfigError(key, item, known, hint=did_you_mean(item, GENERAL_RUNGS))
    return item if item in GENERAL_RUNGS else Separator(item)


def _told(items: Iterable[LadderItem]) -> Iterator[tuple[str, str]]:
    for item in items:
        if isinstance(item, CutPattern):
            yield item.name, item.line or f"before what matches {item.pattern}"
        elif isinstance(item, str) and item in GENERAL_RUNGS:
            yield item, GENERAL_RUNGS[item]


def _compiled_scopes(scopes: Any) -> Iterator[tuple[re.Pattern[str], ScopePattern]]:
    if isinstance(scopes, str) or not isinstance(scopes, Sequence):
        raise ConfigError("scopes", scopes, "a list of patterns")
    for index, given in enumerate(scopes):
        key = f"scopes[{index}]"
        scope = ScopePattern(given) if isinstance(given, str) else given
        if not isinstance(scope, ScopePattern):
            raise ConfigError(key, given, "a pattern")
        if type(scope.level) is not int or not 1 <= scope.level <= DEEPEST:
            raise ConfigError(f"{key}.level", scope.level, f"a whole number from 1 to {DEEPEST}")
        if not isinstance(scope.carry, bool):
            raise ConfigError(f"{key}.carry", scope.carry, "true or false")
        yield _compiled(f"{key}.pattern", scope.pattern), scope


def _compiled_all(key: str, patterns: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(_compiled(f"{key}[{index}]", each) for index, each in enumerate(patterns))


def _compiled(key: str, pattern: object) -> re.Pattern[str]:
    if not isinstance(pattern, str):
        raise ConfigError(key, pattern, "a regular expression")
    try:
        return re.compile(pattern, re.MULTILINE)
    except (re.error, OverflowError, RecursionError) as error:
        raise ConfigError(key, pattern, f"a regular expression ({error} in this one)") from error


def _rung(rung: Rung | _Named, text: str) -> Rung:
    if not isinstance(rung, _Named):
        return rung
    # A match of nothing may stand where another one ends or begins.
    starts = {found.start(): None for found in rung.pattern.finditer(text)}
    return Offsets(rung.name, list(starts))


def _found(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    return (Span(*found.span()) for found in pattern.finditer(text) if found.end() > found.start())


def _headings(
    text: str, scopes: Iterable[tuple[re.Pattern[str], ScopePattern]]
) -> Iterator[_Heading]:
    """Yield headings by start, the first pattern's where two begin or lie inside each other."""
    found = [
        _heading(match, scope)
        for pattern, scope in scopes
        for match in pattern.finditer(text)
        if match.start() < match.end()
    ]
    last = -1
    for heading in sorted(found, key=lambda heading: heading.start):
        if heading.start >= last and heading.start < heading.end:
            yield heading
            last = heading.end


def _heading(match: re.Match[str], scope: ScopePattern) -> _Heading:
    known = match.re.groupindex
    label = match[known.get("label") or _first_group(match.re)]
    level = scope.level + (max(0, len(match["level"] or "") - 1) if "level" in known else 0)
    shown = match[0].strip()
    start = match.start() + len(match[0]) - len(match[0].lstrip())
    lines = tuple(line for line in _LINE_ENDS.split(shown) if line.strip()) if scope.carry else ()
    return _Heading(start, start + len(shown), level, " ".join((label or "").split()), lines)


def _first_group(pattern: re.Pattern[str]) -> int:
    """Return the number of the first group without a name; 0, for all, where there is none."""
    named = set(pattern.groupindex.values())
    return min(
        (number for number in range(1, pattern.groups + 1) if number not in named), default=0
    )


def _scopes(headings: Sequence[_Heading], length: int) -> list[Scope]:
    """Nest the headings by level; what is deeper than counts is no scope."""
    ends = [length] * len(headings)
    around: list[int] = []
    for index, heading in enumerate(headings):
        while around and headings[around[-1]].level >= heading.level:
            ends[around.pop()] = heading.start
        around.append(index)
    return [
        Scope(start, end, label, head=Span(start, stop), carry=carry)
        for (start, stop, level, label, carry), end in zip(headings, ends, strict=True)
        if level <= DEEPEST
    ]


def _ties(
    text: str, headings: Sequence[_Heading], atoms: Iterable[Span], drops: Sequence[Edit]
) -> list[Span]:
    """Tie each heading, and those right behind it, to the first line or atom of what follows."""
    whole = {atom.start: atom.end for atom in sorted(atoms, key=lambda atom: atom.end)}
    ties = []
    first = None
    for heading, after in zip_longest(headings, headings[1:]):
        first = heading.start if first is None else first
        end = after.start if after else len(text)
        ink = _next_ink(text, heading.end, end, drops)
        if ink is not None:
            stop = _LINE_ENDS.search(text, ink, end)
            least = stop.start() if stop else end
            ties.append(Span(first, max(least, whole.get(ink, 0))))
            first = None
    return ties


def _next_ink(text: str, start: int, end: int, drops: Sequence[Edit]) -> int | None:
    """Return where the next character stands that a reader sees."""
    while ink := _INK.search(text, start, end):
        behind = bisect_right(drops, ink.start(), key=lambda drop: drop.start)
        if not behind or drops[behind - 1].end <= ink.start():
            return ink.start()
        start = drops[behind - 1].end
    return None


def _drops(text: str, patterns: Iterable[re.Pattern[str]]) -> list[Edit]:
    """Join what several patterns drop."""
    spans = sorted(span for pattern in patterns for span in _found(pattern, text))
    joined: list[Edit] = []
    for span in spans:
        before = joined.pop() if joined and span.start < joined[-1].end else span
        joined.append(Edit(before.start, max(before.end, span.end)))
    return joined


def _nested(atoms: Iterable[Span], walls: Iterable[Span]) -> list[Span]:
    """Leave out the atoms that cross a wall, or an atom that begins before them."""
    ranges = [*((wall, False) for wall in walls), *((atom, True) for atom in atoms)]
    ranges.sort(key=lambda one: (one[0].start, -one[0].end))
    kept: dict[Span, None] = {}
    around: list[tuple[Span, bool]] = []
    for span, is_atom in ranges:
        while around and around[-1][0].end <= span.start:
            around.pop()
        while around and around[-1][0].end < span.end and not is_atom:
            kept.pop(around.pop()[0])
        if not (around and around[-1][0].end < span.end):
            around.append((span, is_atom))
            if is_atom:
                kept[span] = None
    return list(kept)


_KEYS = tuple(each.name for each in fields(DeclaredFormat) if each.init and each.name != "name")
_RUNG_KEYS = ("name", "pattern", "line")
_SEPARATOR_KEYS = ("separator", "keep")


def format_from_table(name: str, table: object, file: str | None = None) -> DeclaredFormat:
    """Make a format of a table of a configuration file, such as ``[format.minutes]``.

    Args:
        name: The format's name.
        table: Plain values by the names of the attributes of ``DeclaredFormat``. In ``ladder``, a
            rung is a string, ``{name, pattern, line}`` or ``{separator, keep}``; in ``scopes``, a
            string or ``{pattern, level, carry}``.
        file: The file that holds it, for errors.

    Raises:
        ConfigError: A key is unknown, or a value is not as it has to be; ``key`` says which, such
            as ``format.minutes.scopes[0].level``.
    """
    try:
        return DeclaredFormat(name=name, **_values(table))
    except ConfigError as error:
        key = f"format.{name}.{error.key}".rstrip(".")
        expected = error.expected
        raise ConfigError(key, error.got, expected, hint=error.hint, file=file) from error


def _values(table: object) -> dict[str, Any]:
    values = dict(_checked("", table, _KEYS))
    if "ladder" not in values:
        raise ConfigError("ladder", None, "a list of rungs")
    for key, read in (("ladder", _table_rung), ("scopes", _table_scope)):
        if isinstance(values.get(key), list):
            values[key] = [read(f"{key}[{at}]", one) for at, one in enumerate(values[key])]
    return values


def _table_rung(key: str, given: object) -> object:
    if not isinstance(given, Mapping):
        return given
    if "separator" in given:
        values = _checked(key, given, _SEPARATOR_KEYS)
        return Separator(values["separator"], values.get("keep"))
    values = _checked(key, given, _RUNG_KEYS)
    return CutPattern(values.get("name"), values.get("pattern"), values.get("line", ""))  # type: ignore[arg-type]


def _table_scope(key: str, given: object) -> object:
    if not isinstance(given, Mapping):
        return given
    return ScopePattern(**{"pattern": None, **_checked(key, given, ScopePattern._fields)})


def _checked(key: str, table: object, known: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(table, Mapping):
        raise ConfigError(key, table, "a table")
    for name in table:
        if name not in known:
            where = f"{key}.{name}".lstrip(".")
            expected = f"one of the keys {', '.join(known)}"
            raise ConfigError(where, name, expected, hint=did_you_mean(str(name), known))
    return table
