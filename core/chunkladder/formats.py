"""What a format is, what its outline must hold to, and which format a text is in.

Nothing here knows how formats are found; that is the business of ``plugins``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import islice, pairwise
from operator import itemgetter, le, lt
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Protocol,
    TypeAlias,
    TypeGuard,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from .errors import OptionError, PluginContractError, did_you_mean
from .model import Edit, Outline, Region, Scope, Span, Trim
from .rungs import Ladder, Offsets, Regex, Separator

if TYPE_CHECKING:
    from .model import Document

HEAD = 8192
"""How many code points of a text, at most, ``Format.sniff`` gets to see."""

SURE = 0.5
"""The least rating by which a format is found by its looks alone."""

_CONVINCING = 0.7
_FALLBACK = "text"


class Format(Protocol):
    """Says where the documents of one kind may be cut.

    A protocol: any object with these attributes and methods will do, and there is nothing to
    subclass. The attributes are read, never set; class attributes serve. One object serves many
    documents, also from several threads at once, so it keeps nothing between two calls.
    """

    @property
    def name(self) -> str:
        """What people call the format, such as ``"csv"``; never empty, one word by custom."""

    @property
    def suffixes(self) -> Sequence[str]:
        """Ends of file names, in lower case, with the dot: ``".csv"``, ``".tar.gz"``.

        One without a dot in front is a whole file name: ``"dockerfile"``. May be empty.
        """

    @property
    def media_types(self) -> Sequence[str]:
        """Media types without parameters, such as ``"text/csv"``. May be empty."""

    @property
    def rungs(self) -> Sequence[tuple[str, str]]:
        """Each rung that a document may have: its name and one line on it, coarse to fine.

        For the reference and the command line; ``outline`` decides which ones a document has.
        """

    @property
    def options(self) -> type:
        """A dataclass, frozen by custom, in which every field has a default.

        Its fields are read from the configuration: ``bool``, ``int``, ``float``, ``str``,
        ``Literal``, ``X | None`` and ``tuple`` are checked before it is made, other types by
        their class alone. Annotations must resolve at run time. ``__post_init__`` may refuse
        values by a ``ValueError`` or a ``TypeError``.
        """

    def sniff(self, head: str) -> float:
        """Rate how much a text looks like this format.

        Args:
            head: The first ``HEAD`` (8,192) code points or fewer; may be empty and may end
                anywhere, also inside a construct.

        Returns:
            From 0.0, not at all, to 1.0, without doubt. Without help from a file name or a
            media type, less than 0.5 never wins. Any other value, and an error, counts as 0.0.
        """

    def outline(self, document: Document, options: Any) -> Outline:
        """Mark where a document may be cut and what must hold.

        Args:
            document: Any text: empty, truncated, binary-looking or in another format.
            options: An instance of ``self.options``.

        Returns:
            Offsets are code points of ``document.text``. Cuts strictly increase and lie in
            ``0..len(text)``. Scopes, atoms, regions and edits are sorted as ``Outline`` says;
            each may be empty. ``check_outline`` holds all of it against the text. Takes time
            and memory in proportion to the text, whatever the text.

        Raises:
            OptionError: An option does not suit, which only the document could show.
            MissingDependencyError: A package is not installed that the format needs.
        """

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return facts about one chunk, such as speakers, a time range or symbol names.

        Called once for each chunk, so it takes O(log n + hits): bisect, never scan.

        Args:
            document: What ``outline`` was given.
            outline: What ``outline`` returned for it.
            start: Offset of the chunk's first code point.
            end: Offset after its last one, above ``start``.

        Returns:
            Plain values that JSON can hold; may be empty.
        """


def make_options(
    format: Format,  # noqa: A002
    given: object = None,
) -> Any:
    """Build a format's options from plain values, as a configuration file holds them.

    Args:
        format: The format.
        given: A mapping of values by option name; a list will do where a tuple is wanted. None for
            the defaults. An instance of ``format.options`` is returned as it is.

    Raises:
        OptionError: An unknown option, a value of the wrong type, or values that the options
            class refuses. Its ``key`` is like ``options.csv.delimiter``.
    """
    if isinstance(given, format.options):
        return given
    table = f"options.{format.name}"
    if given is not None and not isinstance(given, Mapping):
        raise OptionError(table, given, f"a table of options or {format.options.__name__}")
    values = _checked_values(table, format.options, given) if given else {}
    try:
        return format.options(**values)
    except OptionError:
        raise
    except Exception as error:  # a plugin's class is called
        raise OptionError(table, values, f"options that suit ({error})") from error


class _UnfitError(Exception):
    """A value is not of an option's type."""


def _checked_values(table: str, kind: Any, given: Mapping[str, object]) -> dict[str, object]:
    known = [field.name for field in fields(kind) if field.init]
    hints = get_type_hints(kind)
    values: dict[str, object] = {}
    for name, value in given.items():
        if name not in known:
            raise _unknown_option(table, name, known)
        try:
            values[name] = _fit(value, hints[name])
        except _UnfitError:
            raise OptionError(f"{table}.{name}", value, _words(hints[name])) from None
    return values


def _unknown_option(table: str, name: object, known: Sequence[str]) -> OptionError:
    names = f"one of the options {', '.join(known)}" if known else "no option, for there is none"
    return OptionError(f"{table}.{name}", name, names, hint=did_you_mean(str(name), known))


def _fit(value: object, hint: Any) -> object:
    origin = get_origin(hint) or hint
    if origin in (Union, UnionType):
        return _fit_union(value, get_args(hint))
    if origin is Literal:
        return _fit_literal(value, get_args(hint))
    if origin is tuple:
        return _fit_tuple(value, get_args(hint))
    if isinstance(origin, type) and not _is_a(value, origin):
        raise _UnfitError
    return value


def _fit_union(value: object, hints: Iterable[Any]) -> object:
    for hint in hints:
        try:
            return _fit(value, hint)
        except _UnfitError:
            continue
    raise _UnfitError


def _fit_literal(value: object, choices: Iterable[object]) -> object:
    # By type as well: True equals 1.
    if any(type(choice) is type(value) and choice == value for choice in choices):
        return value
    raise _UnfitError


def _fit_tuple(value: object, hints: tuple[Any, ...]) -> object:
    if not isinstance(value, list | tuple):
        raise _UnfitError
    if not hints:
        return tuple(value)
    each = hints[:1] * len(value) if hints[-1] is Ellipsis else hints
    if len(each) != len(value):
        raise _UnfitError
    return tuple(map(_fit, value, each))


def _is_a(value: object, kind: type) -> bool:
    if kind in (int, float):
        wide = (int, float) if kind is float else int
        return isinstance(value, wide) and not isinstance(value, bool)
    try:
        return isinstance(value, kind)
    except TypeError:  # Any and most protocols cannot be asked; the options class may check.
        return True


_WORDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a string",
    NoneType: "none",
}


def _words(hint: Any) -> str:
    origin, args = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(map(_words, args))
    if origin is Literal:
        return "one of " + ", ".join(f'"{choice}"' for choice in args)
    if origin is tuple:
        return _tuple_words(args)
    return _WORDS.get(hint) or str(getattr(origin, "__name__", hint))


def _tuple_words(args: tuple[Any, ...]) -> str:
    if not args:
        return "a list"
    if args[-1] is Ellipsis:
        return f"a list, each item {_words(args[0])}"
    return "a list of " + ", ".join(map(_words, args))


def check_outline(
    outline: Outline, document: Document, *, plugin: str, distribution: str | None = None
) -> None:
    """Hold what a plugin returned against the contract, before the engine trusts it.

    Linear in the number of cuts, scopes and the like; cuts are looked at in C.

    Args:
        outline: What ``Format.outline`` returned; anything at all.
        document: The document it was made for.
        plugin: The format's name, for the error.
        distribution: What brought it, with its version, for the error.

    Raises:
        PluginContractError: The first rule that is broken, with the offsets in question.
    """
    fault = next(_outline_faults(outline, len(document.text)), None)
    if fault is not None:
        rule, detail, *place = fault
        raise PluginContractError(
            rule,
            detail,
            place=Span(*place) if place else None,
            plugin=plugin,
            distribution=distribution,
        )


_Fault: TypeAlias = tuple[str, str] | tuple[str, str, int, int]
"""A rule, what was found instead and, if it has one, the place in the text.

Only the first fault is ever asked for, so each check below may rely on those above it.
"""

_Key: TypeAlias = tuple[int, int]
"""Start and negative end: in this order, outer ranges come first."""


def _outline_faults(outline: Outline, length: int) -> Iterator[_Fault]:
    if not isinstance(outline, Outline):
        yield "a format returns an Outline", f"got {type(outline).__name__}"
    yield from _ladder_faults(outline.ladder, length)
    yield from _nested_faults(outline, length)
    yield from _flat_faults("whole", outline.whole, Span, length)
    yield from _flat_faults("regions", outline.regions, Region, length)
    yield from _edit_faults(outline.edits, length)
    for index, region in enumerate(outline.regions):
        if not isinstance(region.format, str):
            yield "a region names its format", f"regions[{index}].format is {region.format!r}"
    if outline.trim not in get_args(Trim):
        yield 'trim is "space" or "lines"', f"got {outline.trim!r}"
    if not isinstance(outline.metadata, Mapping):
        yield "metadata is a mapping", f"got {type(outline.metadata).__name__}"


def _ladder_faults(ladder: Ladder, length: int) -> Iterator[_Fault]:
    if not isinstance(ladder, Ladder):
        yield "the ladder is a Ladder", f"got {type(ladder).__name__}"
    for rung in ladder.rungs:
        if isinstance(rung, Offsets):
            yield from _cut_faults(f'rung "{rung.name}"', rung.cuts, length)
        elif not isinstance(rung, str | Separator | Regex):
            yield "a rung is a name or a rung object", f"got {type(rung).__name__}"


def _cut_faults(rung: str, cuts: Sequence[int], length: int) -> Iterator[_Fault]:
    if not isinstance(cuts, Sequence):
        yield "cuts are a sequence", f"{rung}: got {type(cuts).__name__}"
    odd = {kind for kind in set(map(type, cuts)) if not issubclass(kind, int) or kind is bool}
    if odd:
        at = next(index for index, cut in enumerate(cuts) if type(cut) in odd)
        yield "cuts are whole numbers", f"{rung}: cuts[{at}] is {cuts[at]!r}"
    if not all(map(lt, cuts, islice(cuts, 1, None))):
        at = next(index for index, (cut, after) in enumerate(pairwise(cuts)) if cut >= after)
        cut, after = cuts[at], cuts[at + 1]
        yield "cuts strictly increase", f"{rung}: cuts[{at}] is {cut}, then {after}", after, cut
    if len(cuts) and (cuts[0] < 0 or cuts[-1] > length):
        cut = cuts[0] if cuts[0] < 0 else cuts[-1]
        yield "cuts lie in the document", f"{rung}: {cut} is not in 0..{length}", cut, cut


def _nested_faults(outline: Outline, length: int) -> Iterator[_Fault]:
    yield from _range_faults("scopes", outline.scopes, Scope, length)
    for index, scope in enumerate(outline.scopes):
        if not _is_plain_scope(scope):
            yield from _scope_faults(index, scope)
    yield from _range_faults("atoms", outline.atoms, Span, length)
    scopes = [(scope.start, -scope.end) for scope in outline.scopes]
    atoms = [(atom.start, -atom.end) for atom in outline.atoms]
    yield from _order_faults("scopes", scopes)
    yield from _order_faults("atoms", atoms)
    yield from _crossing_faults("scopes nest or lie apart", scopes)
    yield from _crossing_faults("atoms nest or lie apart", atoms)
    # Only a scope with lines of its own may become a wall. Others may be crossed: a heading is
    # tied to its first line, over the edge of the deeper section that begins between them.
    walls = [(scope.start, -scope.end) for scope in outline.scopes if scope.carry or scope.close]
    whole = [(span.start, -span.end) for span in outline.whole if isinstance(span, Span)]
    # Two sorted runs one behind the other: sorting merges them in linear time.
    for name, spans in (("atoms", atoms), ("whole spans", whole)):
        if walls and spans:
            rule = f"{name} and scopes with lines of their own nest or lie apart"
            yield from _crossing_faults(rule, sorted(walls + spans))


def _range_faults(
    name: str, items: Sequence[Any], kind: type, length: int, *, empty: bool = False
) -> Iterator[_Fault]:
    if not isinstance(items, Sequence):
        yield f"{name} are a sequence", f"got {type(items).__name__}"
    if _are_plain_ranges(items, kind, length, empty=empty):
        return
    for index, item in enumerate(items):
        if not isinstance(item, kind):
            yield f"{name} hold {kind.__name__} values", f"{name}[{index}] is {item!r}"
        if not _is_range(item.start, item.end, 0, length, empty=empty):
            found = f"{name}[{index}] is [{item.start!r}, {item.end!r})"
            rule = f"{name} are {'' if empty else 'non-empty '}ranges in 0..{length}"
            yield rule, found, *_place(item.start, item.end)


def _are_plain_ranges(items: Sequence[Any], kind: Any, length: int, *, empty: bool) -> bool:
    """Tell at a glance that all is well, which it mostly is."""
    if not set(map(type, items)) <= {kind}:
        return False
    starts, ends = [item[0] for item in items], [item[1] for item in items]
    return (
        set(map(type, starts)).union(map(type, ends)) <= {int}
        and all(map(le if empty else lt, starts, ends))
        and min(starts, default=0) >= 0
        and max(ends, default=0) <= length
    )


def _is_range(start: object, end: object, low: int, high: int, *, empty: bool) -> bool:
    if not (_is_offset(start) and _is_offset(end)):
        return False
    return low <= start <= end <= high and (empty or start < end)


def _is_offset(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _place(start: object, end: object) -> tuple[int, int]:
    """Return a place to show, also for a range that is none."""
    first = start if _is_offset(start) else 0
    return first, end if _is_offset(end) else first


def _is_plain_scope(scope: Scope) -> bool:
    """Tell at a glance that all is well, which it mostly is."""
    start, end, label, head, carry, close, _, brief = scope
    return (
        type(label) is str
        and close == ()
        and brief == ()
        and type(carry) is tuple
        and all(map(_is_line, carry))
        and (
            head is None
            or (
                type(head) is Span
                and type(head[0]) is int
                and type(head[1]) is int
                and start <= head[0] <= head[1] <= end
            )
        )
    )


def _scope_faults(index: int, scope: Scope) -> Iterator[_Fault]:
    if not isinstance(scope.label, str):
        yield "a label is a string", f"scopes[{index}].label is {scope.label!r}"
    if scope.head is not None and not _holds_head(scope):
        found = f"scopes[{index}] is [{scope.start}, {scope.end}), its head {scope.head!r}"
        yield "a head is a Span inside its scope", found, scope.start, scope.end
    if not isinstance(scope.brief, tuple):
        yield "brief is a tuple", f"scopes[{index}].brief is {scope.brief!r}"
        return
    forms = [(f"brief[{at}]", lines) for at, lines in enumerate(scope.brief)]
    for part, lines in (("carry", scope.carry), ("close", scope.close), *forms):
        if lines != () and not (isinstance(lines, tuple) and all(map(_is_line, lines))):
            rule = f"{part} is a tuple of strings that do not end with a line break"
            found = f"scopes[{index}] at [{scope.start}, {scope.end}) has {lines!r}"
            yield rule, found, scope.start, scope.end


def _holds_head(scope: Scope) -> bool:
    head = scope.head
    if not isinstance(head, Span):
        return False
    return _is_range(head.start, head.end, scope.start, scope.end, empty=True)


def _is_line(line: object) -> bool:
    return isinstance(line, str) and not line.endswith(("\n", "\r"))


def _order_faults(name: str, keys: Sequence[_Key]) -> Iterator[_Fault]:
    if all(map(le, keys, islice(keys, 1, None))):
        return
    for before, after in pairwise(keys):
        if before > after:
            found = f"{_shown(after)} comes after {_shown(before)}"
            rule = f"{name} are sorted by start, the outer one first"
            yield rule, found, after[0], -after[1]


def _crossing_faults(rule: str, keys: Sequence[_Key]) -> Iterator[_Fault]:
    around: list[_Key] = []
    for key in () if _do_nest(keys) else keys:
        while around and -around[-1][1] <= key[0]:
            around.pop()
        if around and around[-1][1] > key[1]:
            found = f"{_shown(around[-1])} and {_shown(key)} overlap in part"
            yield rule, found, key[0], -around[-1][1]
        around.append(key)


def _do_nest(keys: Iterable[_Key]) -> bool:
    """Tell at a glance that all is well, which it mostly is."""
    ends: list[int] = [sys.maxsize]
    for start, end in keys:
        while ends[-1] <= start:
            ends.pop()
        if ends[-1] < -end:
            return False
        ends.append(-end)
    return True


def _shown(key: _Key) -> str:
    return f"[{key[0]}, {-key[1]})"


def _flat_faults(
    name: str, items: Sequence[Any], kind: type, length: int, *, empty: bool = False
) -> Iterator[_Fault]:
    yield from _range_faults(name, items, kind, length, empty=empty)
    ends, starts = map(itemgetter(1), items), map(itemgetter(0), items)
    if all(map(le, ends, islice(starts, 1, None))):
        return
    for before, after in pairwise(items):
        if after.start < before.end:
            found = f"[{before.start}, {before.end}), then [{after.start}, {after.end})"
            yield f"{name} are sorted and lie apart", found, after.start, before.end


def _edit_faults(edits: Sequence[Edit], length: int) -> Iterator[_Fault]:
    yield from _flat_faults("edits", edits, Edit, length, empty=True)
    if not {str}.issuperset(map(type, map(itemgetter(2), edits))):
        for index, edit in enumerate(edits):
            if not isinstance(edit.text, str):
                yield "an edit's text is a string", f"edits[{index}].text is {edit.text!r}"
    insertions = [edit for edit in edits if edit[0] == edit[1]]
    for before, after in pairwise(insertions):
        if before.start == after.start:
            yield "one insertion at an offset", f"two edits insert at {after.start}"
    loose = _insertion_at_the_end(edits, length)
    if loose is not None:
        rule = "an insertion stands in front of a character that is kept"
        yield rule, f"nothing is kept behind the one at {loose.start}"


def _insertion_at_the_end(edits: Sequence[Edit], end: int) -> Edit | None:
    """Return the insertion that no character of the document is left to follow."""
    for edit in reversed(edits):
        if edit.end != end or (edit.text and edit.start < edit.end):
            return None
        if edit.text:
            return edit
        end = edit.start
    return None


@dataclass(frozen=True, slots=True)
class Detection:
    """Which format a text is in, and why.

    Attributes:
        format: The format's name.
        evidence: What spoke for it, in words, such as ``'suffix ".md"'``.
    """

    format: str
    evidence: str


def detect(
    formats: Iterable[Format],
    head: str,
    *,
    source: str | None = None,
    media_type: str | None = None,
) -> Detection:
    """Find the format of a text from its name, its media type and its first characters.

    The longest suffix that matches, and the media type, name the candidates; a whole file name
    counts as longest. Of several, the one wins that rates the text highest. Where there is none,
    every format rates the text, and the best with at least 0.5 wins. A name that only says that
    it is text, such as ``notes.txt``, leaves the choice to content, too, if a format rates it at
    0.7 or more. Of equals the first by name wins, but never plain text. The order of ``formats``
    has no effect.

    Args:
        formats: The formats to choose from; names differ.
        head: The first ``HEAD`` code points of the text, or fewer; more are not looked at.
        source: A path, URL or name, of which the part after the last slash counts.
        media_type: Such as ``"text/csv; charset=utf-8"``; parameters and case do not count.

    Returns:
        The format's name, ``"text"`` when nothing else fits, with the evidence.
    """
    choices = sorted(formats, key=lambda choice: choice.name)
    named = _named_candidates(choices, source, media_type)
    is_plain = set(named) == {_FALLBACK}
    if len(named) == 1 and not is_plain:
        return Detection(*next(iter(named.items())))
    scores = {
        choice.name: _score(choice, head[:HEAD])
        for choice in choices
        if not named or is_plain or choice.name in named
    }
    if is_plain:
        best = max(sorted(scores), key=scores.__getitem__)
        if scores[best] < _CONVINCING:
            return Detection(_FALLBACK, named[_FALLBACK])
    return _best(scores, named)


def _best(scores: Mapping[str, float], named: Mapping[str, str]) -> Detection:
    name = min(scores, key=lambda name: (-scores[name], name == _FALLBACK, name), default=_FALLBACK)
    if name in named:
        return Detection(name, f"{named[name]}, content (score {scores[name]:.2f})")
    if scores.get(name, 0.0) >= SURE:
        return Detection(name, f"content (score {scores[name]:.2f})")
    return Detection(_FALLBACK, "nothing else fits")


def _named_candidates(
    formats: Sequence[Format], source: str | None, media_type: str | None
) -> dict[str, str]:
    found = _by_suffix(formats, source) if source else {}
    for name, evidence in (_by_media_type(formats, media_type) if media_type else {}).items():
        found[name] = f"{found[name]}, {evidence}" if name in found else evidence
    return found


def _by_suffix(formats: Sequence[Format], source: str) -> dict[str, str]:
    base = re.split(r"[/\\]", source)[-1].lower()
    matches = [
        (suffix == base, len(suffix), choice.name, suffix)
        for choice in formats
        for suffix in choice.suffixes
        if suffix == base or (suffix.startswith(".") and base.endswith(suffix))
    ]
    longest = max((match[:2] for match in matches), default=None)
    return {
        name: f'{"name" if whole else "suffix"} "{suffix}"'
        for whole, length, name, suffix in matches
        if (whole, length) == longest
    }


def _by_media_type(formats: Sequence[Format], media_type: str) -> dict[str, str]:
    wanted = media_type.partition(";")[0].strip().lower()
    return {
        choice.name: f'media type "{wanted}"'
        for choice in formats
        if wanted in (own.lower() for own in choice.media_types)
    }


def ratings(formats: Iterable[Format], head: str) -> dict[str, float]:
    """Return how each format rates the first characters of a text, by name, best first."""
    scores = {choice.name: _score(choice, head[:HEAD]) for choice in formats}
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0])))


def _score(choice: Format, head: str) -> float:
    try:
        score = choice.sniff(head)
    except Exception:  # noqa: BLE001
        return 0.0
    # Not a number, or out of range (NaN is): the plugin is wrong, and its word counts nothing.
    return score if isinstance(score, int | float) and 0 <= score <= 1 else 0.0
