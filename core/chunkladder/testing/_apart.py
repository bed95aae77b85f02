"""Checks that need a process of their own."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._faults import ConformanceError
from ._limits import ending, endless, seconds_for
from ._subjects import Sample
from ._texts import FOREIGN, hostile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from chunkladder import Outline

    from ._subjects import Subject

_PROGRAM = Path(__file__).with_name("_child.py")
_CORE = "chunkladder"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_MOST = 8
_MOST_PRINTED = 60
_TASKS_OVER_TEXTS = 5
"""How often a task goes over the samples; a clock on the wall, so it is generous."""


def check_cheap_import(subject: Subject) -> None:
    """Importing a plugin and calling its hook imports nothing but itself and the standard library.

    What a document needs is imported when the first one comes.
    """
    found = {name.partition(".")[0] for name in _in_child("imports", subject)}
    owned = _own_modules(subject)
    heavy = found - owned - {_CORE, "pluggy", *sys.stdlib_module_names}
    heavy = {name for name in heavy if not name.startswith("_")}
    if heavy:
        raise ConformanceError(f"{', '.join(sorted(heavy))} came in with it")


def check_deterministic(subject: Subject) -> None:
    """The same text gives the same chunks: again, in another order, in another process."""
    name = subject.name
    first = [_answers(subject, sample) for sample in subject.samples]
    told = [(rating, all_of(outline)) for rating, outline in first]
    for text in FOREIGN:
        _answers(subject, Sample(text, "another format"))
    for sample, (_, outline), (_, before) in zip(subject.samples, first, told, strict=True):
        if all_of(outline) != before:
            raise ConformanceError(f"the outline of {sample.name} changed after it was returned")
    # Twice: what changes with every call may be back where it was.
    for sample, before in reversed([*zip(subject.samples, told, strict=True)] * 2):
        rating, outline = _answers(subject, sample)
        if (rating, all_of(outline)) != before:
            found = f"{sample.name} has another rating or outline after other documents"
            raise ConformanceError(found)
    one, other = (_in_child("fingerprint", subject, seed=seed) for seed in ("0", "4711"))
    for sample, first, second in zip(subject.samples, one, other, strict=True):
        if first != second:
            found = f"{name} cuts {sample.name} otherwise in another process with another hash seed"
            raise ConformanceError(found)


def check_missing_extra(subject: Subject) -> None:
    """Without what is optional, a format works all the same or says what to install."""
    blocked = sorted(_optional_modules(subject))
    found = _in_child("without", subject, blocked=blocked)
    for sample, outcome in zip(subject.samples, found, strict=True):
        if outcome["kind"] == "failed":
            told = f"without optional packages, {sample.name} fails: {outcome['told']}"
            raise ConformanceError(f"{told}; expected a MissingDependencyError")
        if outcome["kind"] == "missing" and _is_there(outcome["module"], blocked):
            told = f"MissingDependencyError names {outcome['module']}, which is not missing"
            raise ConformanceError(told)


def check_quiet(subject: Subject) -> None:
    """A format uses no network, writes no file, prints nothing and starts no program."""
    odd = [text for _, text in hostile(())]
    heard = _in_child("noises", subject, odd=odd)
    if heard:
        raise ConformanceError(f"it did {'; '.join(heard[:_MOST])}")


def _is_there(module: str, blocked: Iterable[str]) -> bool:
    """Tell whether a module could be imported if nothing were blocked."""
    first = module.partition(".")[0]
    return first not in blocked and find_spec(first) is not None


def _answers(subject: Subject, sample: Sample) -> tuple[float, Outline]:
    """Return the rating and the outline of a sample."""
    from chunkladder import Document
    from chunkladder.formats import HEAD, make_options

    document = Document(sample.text, None, subject.name)
    with ending(sample.text, sample.name):
        rating = subject.format.sniff(sample.text[:HEAD])
        found = subject.format.outline(document, make_options(subject.format, sample.options))
    return rating, found


def all_of(found: Outline) -> list[object]:
    """Return all that an outline says, whatever kinds of sequences it says it in."""
    from chunkladder import Offsets

    rungs = [
        (rung.name, [*rung.cuts]) if isinstance(rung, Offsets) else rung
        for rung in found.ladder.rungs
    ]
    ranges = (found.scopes, found.atoms, found.whole, found.regions, found.edits)
    return [rungs, found.trim, dict(found.metadata), *map(list, ranges)]


def _in_child(task: str, subject: Subject, *, seed: str = "0", **more: Any) -> Any:
    entry = subject.entry
    payload = {
        "choice": subject.choice,
        "path": sys.path,
        "entry": (entry.name, entry.value, entry.group) if entry else None,
        "module": type(subject.format).__module__,
        "format": _sendable(subject) if task != "imports" else None,
        "samples": [(sample.text, dict(sample.options)) for sample in subject.samples],
        **more,
    }
    done = _run(task, pickle.dumps(payload), seed, sum(len(one.text) for one in subject.samples))
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise ConformanceError(f"it does not work in a process of its own: {last}")
    printed, _, answer = done.stdout.rstrip(b"\r\n").rpartition(b"\n")
    if printed.strip():
        found = printed.decode("utf-8", "replace").strip()[:_MOST_PRINTED]
        raise ConformanceError(f"it printed {found!r}: what is printed ends up among the records")
    return json.loads(answer)


def _run(task: str, payload: bytes, seed: str, length: int) -> subprocess.CompletedProcess[bytes]:
    limit = _TASKS_OVER_TEXTS * seconds_for(length)
    try:
        return subprocess.run(
            # The folder of the program is no place to import from.
            [sys.executable, "-P", str(_PROGRAM), task],
            input=payload,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=False,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        raise endless(f"{limit:.0f} s in a process of its own") from None


def _sendable(subject: Subject) -> str | bytes:
    if isinstance(subject.given, str):
        return subject.given
    try:
        return pickle.dumps(subject.given)
    except Exception as error:  # a plugin's object
        found = f"the object cannot be sent to another process ({error}): give the name of the "
        raise ConformanceError(f"{found}format, once its plugin is installed") from error


def _own_modules(subject: Subject) -> set[str]:
    owned = {type(subject.format).__module__.partition(".")[0]}
    if subject.entry is not None:
        owned.add(subject.entry.module.partition(".")[0])
        if subject.entry.dist is not None:
            owned |= _modules_of({_plain(subject.entry.dist.name)})
    return owned


def _optional_modules(subject: Subject) -> set[str]:
    """Return the installed modules that the plugin's distribution can do without."""
    needed: set[str] = set()
    entry = subject.entry
    waiting = [_CORE, *([entry.dist.name] if entry and entry.dist else [])]
    while waiting:
        name = _plain(waiting.pop())
        if name not in needed:
            needed.add(name)
            waiting += _requirements(name)
    everything = {_plain(name) for names in _distributions().values() for name in names}
    always = _modules_of(needed) | _own_modules(subject) | {_CORE}
    optional = _modules_of(everything - needed) - always
    # A format given as an object may stand beside a package that only tests need.
    return {name for name in optional if not name.startswith("chunkladder")}


def _requirements(name: str) -> Iterable[str]:
    try:
        listed = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []
    return [found[0] for one in listed if "extra ==" not in one and (found := _NAME.match(one))]


def _modules_of(distributions: set[str]) -> set[str]:
    return {
        module
        for module, names in _distributions().items()
        if any(_plain(name) in distributions for name in names)
    }


@cache
def _distributions() -> Mapping[str, list[str]]:
    """Return the distributions that bring each module; looking takes a while."""
    return metadata.packages_distributions()


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
