"""Each check of the kit finds the fault that it is there for, and finds none in a good format."""

from __future__ import annotations

import importlib
import signal
import sys
from typing import TYPE_CHECKING

import pytest

from chunkladder.testing import CHECKS, ConformanceError, Subject, run_check, samples_from

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GOOD = '''
import re
from dataclasses import dataclass
from typing import Literal

from chunkladder import Edit, Ladder, MissingDependencyError, Offsets, Outline, Scope, Span

# imports

SECTION = re.compile(r"^(\\[([^\\]\\n]*)\\]).*$", re.MULTILINE)

@dataclass(frozen=True)
class IniOptions:
    """Options.

    Attributes:
        trim: What is taken off.
    """

    trim: Literal["space", "lines"] = "space"

class IniFormat:
    name = "ini"
    suffixes = (".ini",)
    media_types = ("text/x-ini",)
    rungs = (("section", "before a header"), ("line", "after a line end"))
    options = IniOptions

    def sniff(self, head):
        return 0.0

    def outline(self, document, options):
        text = document.text
        # outline
        found = list(SECTION.finditer(text))
        starts = [one.start() for one in found]
        ends = [*starts[1:], len(text)]
        return Outline(
            Ladder([Offsets("section", starts), "line", "word", "grapheme"]),
            scopes=[
                Scope(one.start(), end, one[2], Span(*one.span(1)))
                for one, end in zip(found, ends)
            ],
            trim=options.trim,
        )

    def describe(self, document, outline, start, end):
        return {"at": start}
'''
SAMPLE = "[server]\nhost = example.org\nport = 8080\n\n[paths]\ndata = /srv/data\n" * 3
LAZY = """
from collections.abc import Sequence

class Lazy(Sequence):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, at):
        return self.items[at]
"""
LAWS = ("laws-on-samples", "laws-on-hostile-text", "laws-on-random-text")

FAULTS = {
    "a method that is lost": ("well-formed", "def describe", "def descibe", "describe is missing"),
    "a name of two words": ("well-formed", '"ini"', '"an ini"', "expected one word"),
    "an upper-case suffix": ("well-formed", '".ini"', '".INI"', "lower-case"),
    "an odd media type": ("well-formed", "text/x-ini", "ini", "media type 'ini'"),
    "a rung of two words": ("well-formed", '"section", "be', '"a section", "be', "'a section'"),
    "a rung promised twice": ("well-formed", '("line"', '("section"', "promised twice"),
    "a parser at import": ("cheap-import", "# imports", "import yaml", "yaml came in"),
    "an option that is not told": ("options", "trim: What", "What", "trim is not documented"),
    "a value that does not work": (
        "options",
        "# outline",
        "if options.trim == 'lines': starts = ends = 1 / 0",
        "division by zero",
    ),
    "a rating that is too high": ("sniff", "return 0.0", "return 2", "sniff returned 2"),
    "a rating that is none": ("sniff", "return 0.0", "return None", "sniff returned None"),
    "a sniff that raises": ("sniff", "return 0.0", "return 1 / len(head)", "sniff raised Zero"),
    "an error now and then": ("contract", "# outline", "'\\0' in text and 1 / 0", "outline raised"),
    "a surrogate": ("contract", "# outline", "text.encode()", "UnicodeEncodeError"),
    "a rung that is not promised": ("contract", '(("section", "be', '(("head", "be', "promised"),
    "facts that are no mapping": ("describe", '{"at": start}', "[start]", "no mapping"),
    "facts for no JSON": ("describe", '{"at": start}', '{"at": {start}}', "what JSON cannot"),
    "a describe that raises": ("describe", '{"at": start}', "{}[start]", "describe raised Key"),
    "a rung that never occurs": (
        "rungs-occur",
        'r"^(',
        'r"^nowhere(',
        "section: no sample has a cut of it",
    ),
    "a memory": (
        "deterministic",
        "# outline",
        "self.seen = getattr(self, 'seen', '') + text; text = self.seen",
        "another rating or outline after other documents",
    ),
    "the order of a set": (
        "deterministic",
        'return {"at": start}',
        'return {"at": list({"one", "two", "three", "four"})}',
        "in another process",
    ),
    "a step that is quadratic": (
        "linear",
        "# outline",
        "any(text[:at].count('x') < 0 for at in range(0, len(text), 8))",
        "times as long",
    ),
    "a scan for each chunk": (
        "linear",
        'return {"at": start}',
        'return {"at": sum(1 for sign in document.text[:start] if sign == "[")}',
        "times as long",
    ),
    "an error where nothing is installed": (
        "missing-extra",
        "# outline",
        "import hypothesis",
        "expected a MissingDependencyError",
    ),
    "an error about another package": (
        "missing-extra",
        "# outline",
        "raise MissingDependencyError('json', 'ini', plugin='ini')",
        "json, which is not missing",
    ),
    "a rating for everything": ("sniff", "return 0.0", "return 0.9", "every file that has no name"),
    "a sniff that gives up": ("sniff", "return 0.0", "raise SystemExit(3)", "sniff raised SystemE"),
    "an outline that gives up": (
        "contract",
        "# outline",
        "if '\\0' in text: raise SystemExit(3)",
        "outline raised SystemExit: 3",
    ),
    "a document that is changed": (
        "contract",
        "# outline",
        "object.__setattr__(document, 'text', text.upper())",
        "outline changed the document",
    ),
    "facts that are added to a document": (
        "contract",
        "# outline",
        "document.metadata['format'] = 'ini'",
        "outline changed the document",
    ),
    "a label of two lines": ("contract", "one[2], Span", "one[2] + '\\n-', Span", "one line"),
    "a label of blanks": ("contract", "one[2], Span", "'  ', Span", "expected one line"),
    "facts with odd keys": ("describe", '{"at": start}', '{"at": [{1: start}]}', "the key 1"),
    "a describe that changes the outline": (
        "describe",
        'return {"at": start}',
        "outline.ladder.rungs[0].cuts.clear(); return {}",
        "describe changed the outline",
    ),
    "a rating that changes": (
        "deterministic",
        "return 0.0",
        "self.odd = not getattr(self, 'odd', False); return 0.1 * self.odd",
        "another rating or outline",
    ),
    "a list that is used again": (
        "deterministic",
        "        ends = [",
        "        used = self.__dict__.setdefault('used', [])\n"
        "        used[:] = starts; starts = used\n"
        "        ends = [",
        "changed after it was returned",
    ),
    "a depth that is too much": (
        "linear",
        "# outline",
        "f = lambda at: text[at : at + 1] == '(' and f(at + 1); f(0)",
        "raised RecursionError",
    ),
    "an error of a hidden kind": (
        "deterministic",
        "# outline",
        "text[40_000_000]",
        "IndexError: string index out of range",
    ),
    "words on the screen": ("quiet", "# outline", "print('hello')", "it printed 'hello"),
    "a file that is written for odd texts": (
        "quiet",
        "# outline",
        "if '\\0' in text: open(__file__ + '.out', 'w').close()",
        "it did open(",
    ),
    "a process that is forked": (
        "quiet",
        "# outline",
        "import os; os.fork() or os._exit(0); os.wait()",
        "it did os.fork(",
    ),
    "a file that is written": (
        "quiet",
        "# outline",
        "open(__file__ + '.out', 'w').close()",
        "it did open(",
    ),
    "a program that is run": (
        "quiet",
        "# outline",
        "__import__('subprocess').run(['true'])",
        "it did subprocess.Popen(",
    ),
    "a question to the network": (
        "quiet",
        "# outline",
        "__import__('socket').getaddrinfo('localhost', 80)",
        "it did socket.getaddrinfo(",
    ),
}

LIES = {
    "cuts out of range": (
        "Offsets('section', [len(text) + 5])",
        "",
        "cuts lie in the document",
        "is not in 0..",
    ),
    "unsorted cuts": (
        "Offsets('section', [3, 2] if len(text) > 3 else [])",
        "",
        "cuts strictly increase",
        "cuts[0] is 3, then 2",
    ),
    "crossing scopes": (
        "'line'",
        "scopes=[Scope(0, 5, 'a'), Scope(2, 7, 'b')] if len(text) > 7 else []",
        "scopes nest or lie apart",
        "[0, 5) and [2, 7) overlap in part",
    ),
    "overlapping edits": (
        "'line'",
        "edits=[Edit(0, 5), Edit(2, 7)] if len(text) > 7 else []",
        "edits are sorted and lie apart",
        "[0, 5), then [2, 7)",
    ),
}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Subject]:
    """Return a function that makes a subject of a module's code."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(code: str) -> Subject:
        (tmp_path / "made_ini.py").write_text(code, encoding="utf-8")
        sys.modules.pop("made_ini", None)
        importlib.invalidate_caches()
        found = importlib.import_module("made_ini").IniFormat()
        return Subject(found, samples_from(SAMPLE), examples=10)

    return make


@pytest.mark.parametrize("name", CHECKS)
def test_a_good_format_passes(made: Callable[[str], Subject], name: str) -> None:
    run_check(name, made(GOOD))


@pytest.mark.parametrize(("name", "old", "new", "found"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_found(
    made: Callable[[str], Subject], name: str, old: str, new: str, found: str
) -> None:
    assert old in GOOD
    with pytest.raises(ConformanceError) as caught:
        run_check(name, made(GOOD.replace(old, new)))
    told = str(caught.value)
    assert found in told
    assert "rule: " in told
    assert told.startswith("where: format ")


def test_sequences_are_compared_by_what_they_hold(made: Callable[[str], Subject]) -> None:
    lazy = GOOD.replace("# imports", LAZY).replace('"section", starts)', '"section", Lazy(starts))')
    run_check("deterministic", made(lazy))


@pytest.mark.parametrize("check", ["contract", *LAWS])
@pytest.mark.parametrize(("rung", "more", "rule", "found"), LIES.values(), ids=LIES.keys())
def test_a_lie_is_told_with_its_rule(
    made: Callable[[str], Subject], rung: str, more: str, rule: str, found: str, check: str
) -> None:
    lie = f"return Outline(Ladder([{rung}]), {more})"
    with pytest.raises(ConformanceError) as caught:
        run_check(check, made(GOOD.replace("# outline", lie)))
    assert caught.value.rule == rule
    assert found in caught.value.found
    assert "format ini" in caught.value.where


def test_a_lie_is_told_with_its_place_and_an_excerpt(made: Callable[[str], Subject]) -> None:
    _, more, _, _ = LIES["overlapping edits"]
    lie = f"return Outline(Ladder(['line']), {more})"
    with pytest.raises(ConformanceError) as caught:
        run_check("contract", made(GOOD.replace("# outline", lie)))
    assert str(caught.value).split("\n") == [
        "where: format ini, sample 1",
        "rule: edits are sorted and lie apart",
        "found: [0, 5), then [2, 7)",
        "offsets: 2–5",
        "text: '[server]\\nhost = example.org\\nport = '…",
    ]


def test_a_random_counterexample_is_small_and_can_be_done_again(
    made: Callable[[str], Subject],
) -> None:
    lie = "if 'q' in text: return Outline(Ladder([Offsets('section', [len(text) + 1])]))"
    subject = made(GOOD.replace("# outline", lie))
    subject = Subject(subject.given, samples_from(SAMPLE + "q\n"), examples=50)
    with pytest.raises(ConformanceError, match="cuts lie in the document") as caught:
        run_check("laws-on-random-text", subject)
    assert "a random text" in caught.value.where


ENDLESS = {
    "sniff": ("return 0.0", "while True: pass"),
    "contract": ("# outline", "while '\\0' in text: pass"),
    "laws-on-hostile-text": ("# outline", "while '\\0' in text: pass"),
    "laws-on-random-text": ("# outline", "while 'host' in text: pass"),
    "describe": ('return {"at": start}', "while True: pass"),
    "deterministic": ("# outline", "while '[' in text: pass"),
    "linear": ("# outline", "re.match('(a+)+!', text)"),
}


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="there is no clock to stop it by")
@pytest.mark.parametrize(("check", "loop"), ENDLESS.items(), ids=ENDLESS.keys())
def test_what_never_returns_is_stopped_and_told(
    made: Callable[[str], Subject],
    monkeypatch: pytest.MonkeyPatch,
    check: str,
    loop: tuple[str, str],
) -> None:
    monkeypatch.setattr("chunkladder.testing._limits.LEAST", 0.3)
    with pytest.raises(ConformanceError) as caught:
        run_check(check, made(GOOD.replace(*loop)))
    assert caught.value.rule == "A format comes to an end, whatever the text."
    assert caught.value.found.startswith("no end after ")
    assert caught.value.text


def test_what_never_returns_in_a_process_of_its_own_is_stopped(
    made: Callable[[str], Subject], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunkladder.testing._limits.LEAST", 0.3)
    loop = "while '\\0' in text: pass"
    with pytest.raises(ConformanceError, match=r"no end after \d+ s in a process of its own"):
        run_check("quiet", made(GOOD.replace("# outline", loop)))


def test_a_package_that_is_not_there_at_all_is_missing(made: Callable[[str], Subject]) -> None:
    error = "raise MissingDependencyError('no_such_module', 'ini', plugin='ini')"
    run_check("missing-extra", made(GOOD.replace("# outline", error)))
