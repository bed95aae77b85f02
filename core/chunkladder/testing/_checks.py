"""What every format has to do, as functions that check one thing each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from chunkladder import (
    ChunkladderError,
    Document,
    MissingDependencyError,
    Offsets,
    OptionError,
    Outline,
    PluginContractError,
    PluginLoadError,
    Splitter,
)
from chunkladder.formats import HEAD, SURE, check_outline, make_options
from chunkladder.rungs import GENERAL_RUNGS, is_rung_name, rung_name

from ._apart import (
    all_of,
    check_cheap_import,
    check_deterministic,
    check_missing_extra,
    check_quiet,
)
from ._faults import ConformanceError
from ._laws import LAWS, QUICK, check_laws
from ._limits import ending
from ._texts import PROSE, hostile
from ._timing import check_linear
from ._trials import Trial

if TYPE_CHECKING:
    from ._subjects import Sample, Subject

_SETTINGS: tuple[Mapping[str, Any], ...] = (
    {"size": 60},
    {"size": 200, "overlap": 0.2},
    {"size": 800},
    {"size": 20, "measure": "words", "overlap": 5},
    {"size": 90, "parent": 400},
    {"size": 120, "context": False, "overlap": 30, "overlap_at": "sentence"},
)
_HOSTILE_SIZES = (7, 60)
_LONGEST = 4000
"""From how many characters on the laws that compare all with all look only at parts of a text."""
_PARTS = 3
_SAYING_NOTHING = ("", "\n", "word", PROSE[0])
"""Texts that may be of any format."""
_LINE_BREAKS = re.compile(r"[\r\n]")


def check_well_formed(subject: Subject) -> None:
    """A format says what it is: name, suffixes, media types and rungs are as they have to be."""
    try:
        subject.registry.format(subject.name)
    except PluginLoadError as error:
        raise ConformanceError(str(error)) from error
    _check_names(subject)
    declared = [name for name, _ in subject.format.rungs]
    for name in declared:
        if not is_rung_name(name):
            expected = "three or more small letters, digits and hyphens, a letter first"
            raise ConformanceError(f"the rung {name!r}: expected {expected}")
    if len(set(declared)) < len(declared):
        raise ConformanceError(f"a rung is promised twice: {declared}")
    for name, line in subject.format.rungs:
        if "\n" in line:
            raise ConformanceError(f"the rung {name!r} is explained in more than one line")


def _check_names(subject: Subject) -> None:
    found = subject.format
    if not re.fullmatch(r"[a-z0-9][a-z0-9+#._-]*", found.name):
        raise ConformanceError(f"name is {found.name!r}: expected one word in small letters")
    for media_type in found.media_types:
        if not re.fullmatch(r"[^\s/;]+/[^\s/;]+", media_type):
            raise ConformanceError(f"media type {media_type!r}: expected one like text/csv")
    for each in (found.suffixes, found.media_types):
        if len(set(each)) < len(each):
            raise ConformanceError(f"something stands there twice: {list(each)}")


def check_options(subject: Subject) -> None:
    """Every option has a default and is documented, and any value of a choice may be chosen."""
    kind = subject.format.options
    make_options(subject.format)
    told = set(re.findall(r"^\s+(\w+):", (kind.__doc__ or "").partition("Attributes:")[2], re.M))
    for field in fields(kind):
        if field.init and field.name not in told:
            expected = f"a line for it under Attributes: in the docstring of {kind.__name__}"
            raise ConformanceError(
                f"the option {field.name} is not documented: expected {expected}"
            )
    for choice in _choices(kind):
        for sample in subject.samples:
            options = {**sample.options, **choice}
            _check_outline(subject, sample.text, sample.name, options)
            settings = {"size": 200, "options": {subject.name: options}}
            _check_text(subject, sample.text, sample.name, settings)


def _choices(kind: Any) -> Iterator[dict[str, Any]]:
    """Yield every other value of each option that has only a few."""
    hints = get_type_hints(kind)
    for field in fields(kind) if hints else ():
        values = (True, False) if hints[field.name] is bool else ()
        if get_origin(hints[field.name]) is Literal:
            values = get_args(hints[field.name])
        yield from ({field.name: value} for value in values if value != field.default)


def check_sniff(subject: Subject) -> None:
    """``sniff`` rates any text from 0.0 to 1.0, claims none that says nothing, never raises."""
    for name, text in _all_texts(subject):
        head = text[:HEAD]
        rating = _rating(subject, head, name)
        is_number = isinstance(rating, int | float) and not isinstance(rating, bool)
        if not (is_number and 0 <= rating <= 1):
            found = f"sniff returned {rating!r}"
            raise ConformanceError(found, text=head, end=len(head), where=name)
    for text in _SAYING_NOTHING:
        rating = _rating(subject, text, repr(text))
        if rating >= SURE:
            found = f"sniff returned {rating!r}: the format would take every file that has no name"
            raise ConformanceError(found, text=text, end=len(text), where=repr(text))


def _rating(subject: Subject, head: str, name: str) -> Any:
    try:
        with ending(head, name):
            return subject.format.sniff(head)
    except ConformanceError:
        raise
    except (Exception, SystemExit) as error:
        raise _raised("sniff", error, name, head) from error


def check_contract(subject: Subject) -> None:
    """``outline`` answers any text, raises nothing, and keeps to the contract."""
    for sample in subject.samples:
        _check_outline(subject, sample.text, sample.name, sample.options)
    for name, text in hostile(subject.samples):
        _check_outline(subject, text, name, {})


def _check_outline(subject: Subject, text: str, name: str, options: Mapping[str, Any]) -> Outline:
    document = Document(text, None, subject.name)
    try:
        with ending(text, name):
            outline = subject.format.outline(document, make_options(subject.format, options))
    except (MissingDependencyError, OptionError, ConformanceError):
        raise
    except (Exception, SystemExit) as error:
        raise _raised("outline", error, name, text) from error
    _check_untouched(document, text, name)
    try:
        check_outline(outline, document, plugin=subject.name)
    except PluginContractError as error:
        start, end = error.place or (0, len(text))
        raise ConformanceError(
            error.detail, rule=error.rule, text=text, start=start, end=end, where=name
        ) from error
    _check_ladder(subject, outline, name)
    _check_labels(outline, text, name)
    return outline


def _check_untouched(document: Document, text: str, name: str) -> None:
    if document.text is not text or document.metadata or document.source is not None:
        found = "outline changed the document that it was given"
        raise ConformanceError(found, text=text, end=len(text), where=name)


def _check_ladder(subject: Subject, outline: Outline, name: str) -> None:
    """Hold a document's rungs against those that the format promises."""
    promised = [rung for rung, _ in subject.format.rungs]
    found = [rung_name(rung) for rung in outline.ladder.rungs]
    known = [rung for rung in found if rung in promised]
    for rung in outline.ladder.rungs:
        if isinstance(rung, Offsets) and rung.name not in promised:
            raise ConformanceError(f"the rung {rung.name!r} is not promised in rungs", where=name)
    if known != sorted(known, key=promised.index):
        told = f"the rungs {known} come in another order than in rungs, coarse to fine"
        raise ConformanceError(told, where=name)


def _check_labels(outline: Outline, text: str, name: str) -> None:
    """Hold labels against what people read in one line."""
    for start, end, label, *_ in outline.scopes:
        if label and (_LINE_BREAKS.search(label) or not label.strip()):
            raise ConformanceError(
                f"the label {label!r}: expected one line, or nothing",
                text=text,
                start=start,
                end=end,
                where=name,
            )


def _raised(method: str, error: BaseException, name: str, text: str) -> ConformanceError:
    found = f"{method} raised {type(error).__name__}: {error}"
    return ConformanceError(found, text=text, end=len(text), where=name)


def check_describe(subject: Subject) -> None:
    """``describe`` returns a mapping that JSON can hold."""
    for sample in subject.samples:
        outline = _check_outline(subject, sample.text, sample.name, sample.options)
        _check_json(outline.metadata, "metadata", sample, 0, len(sample.text))
        document, told = Document(sample.text, None, subject.name), all_of(outline)
        for start, end in _spans(subject, sample):
            try:
                with ending(sample.text, sample.name):
                    facts = subject.format.describe(document, outline, start, end)
            except ConformanceError:
                raise
            except (Exception, SystemExit) as error:
                raise _raised("describe", error, sample.name, sample.text[start:end]) from error
            _check_json(facts, "describe", sample, start, end)
        if all_of(outline) != told:
            raise ConformanceError("describe changed the outline", where=sample.name)


def _spans(subject: Subject, sample: Sample) -> Iterator[tuple[int, int]]:
    options = {subject.name: sample.options}
    for size in (60, 800):
        splitter = Splitter(size, format=subject.name, registry=subject.registry, options=options)
        with ending(sample.text, sample.name):
            spans = splitter.spans(sample.text)
        yield from spans


def _check_json(facts: object, what: str, sample: Sample, start: int, end: int) -> None:
    wrong = "" if isinstance(facts, Mapping) else f"{what} is {type(facts).__name__}, no mapping"
    try:
        json.dumps(dict(facts) if isinstance(facts, Mapping) else None, allow_nan=False)
    except (TypeError, ValueError) as error:
        wrong = f"{what} holds what JSON cannot: {error}"
    odd = next(_odd_keys(facts), None)
    if odd is not None:
        wrong = wrong or f"{what} has the key {odd!r}: in JSON, a key is a string"
    if wrong:
        raise ConformanceError(wrong, text=sample.text, start=start, end=end, where=sample.name)


def _odd_keys(facts: object) -> Iterator[object]:
    """Yield the keys that JSON would turn into strings."""
    if isinstance(facts, Mapping):
        yield from (key for key in facts if not isinstance(key, str))
        facts = list(facts.values())
    for each in facts if isinstance(facts, list | tuple) else ():
        yield from _odd_keys(each)


def check_rungs_occur(subject: Subject) -> None:
    """Each rung that the format promises occurs in some sample; numbered ones count as one."""
    seen: set[str] = set()
    for sample in subject.samples:
        outline = _check_outline(subject, sample.text, sample.name, sample.options)
        for rung in outline.ladder.rungs:
            if not isinstance(rung, Offsets) or any(
                0 < cut < len(sample.text) for cut in rung.cuts
            ):
                seen.add(_family(rung_name(rung)))
    promised = [name for name, _ in subject.format.rungs if _family(name) not in seen]
    if promised:
        told = "no sample has a cut of it: add one, or promise less"
        raise ConformanceError(f"{', '.join(promised)}: {told}")


def _family(name: str) -> str:
    return name if name in GENERAL_RUNGS else name.rstrip("0123456789")


def check_laws_on_samples(subject: Subject) -> None:
    """The laws hold on the samples, under several settings."""
    for sample in subject.samples:
        options = {"options": {subject.name: sample.options}} if sample.options else {}
        for settings in _SETTINGS:
            _check_text(subject, sample.text, sample.name, {**settings, **options})


def check_laws_on_hostile_text(subject: Subject) -> None:
    """The laws hold on what is odd, torn, or of another format."""
    for name, text in hostile(subject.samples):
        for size in _HOSTILE_SIZES if len(text) <= _LONGEST else _HOSTILE_SIZES[1:]:
            _check_text(subject, text, name, {"size": size})


def check_laws_on_random_text(subject: Subject) -> None:
    """No counterexample to the laws is found among random texts and settings."""
    from ._random import find_counterexample

    find_counterexample(subject)


def _check_text(subject: Subject, text: str, name: str, settings: Mapping[str, Any]) -> None:
    try:
        for part, laws in _parts(text):
            with ending(part):
                check_laws(Trial(part, subject.name, subject.registry, settings), laws)
    except ConformanceError as error:
        raise error.at(name) from None
    except PluginContractError as error:
        raise ConformanceError(error.detail, rule=error.rule, where=name) from error


def _parts(text: str) -> Iterator[tuple[str, Sequence[Callable[[Trial], None]]]]:
    """Yield what the laws are held against, and which of them."""
    yield text, LAWS if len(text) <= _LONGEST else QUICK
    for start, end in pairwise(_edges(text) if len(text) > _LONGEST else ()):
        yield text[start : min(end, start + _LONGEST)], LAWS


def _edges(text: str) -> list[int]:
    """Return where a few parts of a text begin, at the start of lines where it has some."""
    starts = (len(text) * part // _PARTS for part in range(_PARTS))
    return sorted({*(text.rfind("\n", 0, start) + 1 for start in starts), len(text)})


def _all_texts(subject: Subject) -> Iterator[tuple[str, str]]:
    yield from ((sample.name, sample.text) for sample in subject.samples)
    yield from hostile(subject.samples)


CHECKS: Mapping[str, Callable[[Subject], None]] = {
    "well-formed": check_well_formed,
    "cheap-import": check_cheap_import,
    "options": check_options,
    "sniff": check_sniff,
    "contract": check_contract,
    "describe": check_describe,
    "rungs-occur": check_rungs_occur,
    "laws-on-samples": check_laws_on_samples,
    "laws-on-hostile-text": check_laws_on_hostile_text,
    "laws-on-random-text": check_laws_on_random_text,
    "deterministic": check_deterministic,
    "linear": check_linear,
    "missing-extra": check_missing_extra,
    "quiet": check_quiet,
}
"""The checks by name; what one says is the first line of its docstring."""


def run_check(name: str, subject: Subject) -> None:
    """Run one check.

    Raises:
        ConformanceError: What is broken, with the format, its distribution and the rule.
        PluginError: The format cannot be loaded, or a package that it needs is not installed.
    """
    check = CHECKS[name]
    rule = (check.__doc__ or name).partition("\n")[0]
    try:
        check(subject)
    except ConformanceError as error:
        raise error.under(rule).at(subject.where) from None
    except ChunkladderError:
        raise
    except (Exception, SystemExit) as error:  # a plugin's, from wherever it was called
        found = ConformanceError(f"{type(error).__name__}: {error}")
        raise found.under(rule).at(subject.where) from error
