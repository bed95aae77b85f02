"""The formats: one object for each language."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from chunkladder import Ladder, Offsets, Outline, Span

from ._fallback import literal_ladder
from ._grammars import UnparsedError, distributions, parse
from ._offsets import code_points, decode, encode
from ._rungs import RUNGS
from ._walk import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from chunkladder import Document, Scope

    from ._languages import Language
    from ._walk import Findings

_LONE_CR = re.compile(rb"\r(?!\n)")
_ENV = re.compile(r"\ufeff?#![ \t]*\S*/env[ \t]+(?:-\S+[ \t]+|\w+=\S*[ \t]+)*(\S+)")
_DIRECT = re.compile(r"\ufeff?#![ \t]*(\S+)")


Places: TypeAlias = "Callable[[Iterable[int]], list[int]]"


@dataclass(frozen=True, slots=True)
class CodeOptions:
    """What a person may set for source code.

    Attributes:
        functions: ``"fit"`` keeps a function whole if it fits into a chunk, ``"whole"`` whatever
            it costs.
        signatures: Whether each part of a definition that was cut repeats its signature.
    """

    functions: Literal["fit", "whole"] = "fit"
    signatures: bool = True


class Symbol(NamedTuple):
    """What a scope defines: its name, and its kind as in ``Language.definitions``."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class CodeOutline(Outline):
    """An outline that knows what its scopes define, which their labels do not always tell.

    Attributes:
        symbols: What each scope defines, in the order of the scopes.
    """

    symbols: Sequence[Symbol] = ()


class CodeFormat:
    """A language as a format.

    Args:
        language: What is known of the language.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.name = language.name
        self.suffixes = language.suffixes
        self.media_types = language.media_types
        self.rungs = RUNGS
        self.options = CodeOptions
        self.depends_on = distributions(language.grammar)

    def sniff(self, head: str) -> float:
        """Rate a text by its shebang, or by a beginning that no other format has."""
        language = self.language
        if language.shebangs and head.startswith(("#!", "\ufeff#!")):
            return 0.95 if interpreter(head) in language.shebangs else 0.0
        if language.heads and head.lstrip("\ufeff \t\r\n").startswith(language.heads):
            return 0.9
        return 0.0

    def outline(self, document: Document, options: CodeOptions) -> Outline:
        """Mark definitions, members and statements, or fall back to literals without a tree.

        Raises:
            MissingDependencyError: tree-sitter is not installed.
        """
        text = document.text
        data = encode(text)
        try:
            data = _readable(data)
            tree = parse(self.language.grammar, data, plugin=self.name)
            findings = read(tree.root_node, data, self.language)
        except UnparsedError as error:
            return self._without_tree(str(error))
        return self._outline(findings, data, len(text), options)

    def _without_tree(self, reason: str) -> Outline:
        metadata = {"language": self.name, "fallback": reason}
        return Outline(literal_ladder(self.language.family), trim="lines", metadata=metadata)

    def _outline(
        self, findings: Findings, data: bytes, length: int, options: CodeOptions
    ) -> Outline:
        places = code_points(data, length)
        rungs = [
            Offsets(name, sorted(set(places(findings.cuts[name]))))
            for name, _ in RUNGS
            if name in findings.cuts
        ]
        atoms = _spans(findings.functions, places)
        return CodeOutline(
            Ladder([*rungs, "line", "word", "grapheme"]),
            scopes=findings.scopes(places, decode, carry=options.signatures),
            atoms=atoms,
            whole=_outermost(atoms) if options.functions == "whole" else (),
            trim="lines",
            metadata={"language": self.name},
            symbols=[Symbol(decode(one.name), one.kind) for one in findings.definitions],
        )

    def describe(
        self, document: Document, outline: Outline, start: int, end: int
    ) -> Mapping[str, object]:
        """Return the names of what is defined in a chunk, and of what kind the first one is."""
        if not isinstance(outline, CodeOutline):
            return {}
        first = bisect_left(outline.scopes, start, key=_head_start)
        last = bisect_left(outline.scopes, end, lo=first, key=_head_start)
        found = outline.symbols[first:last]
        return {"symbols": [one.name for one in found], "kind": found[0].kind} if found else {}


def interpreter(head: str) -> str:
    """Return the name of the interpreter in a shebang, without its version; may be empty."""
    found = _ENV.match(head) or _DIRECT.match(head)
    name = found[1].rpartition("/")[2].lower() if found else ""
    return name.rstrip("0123456789.") or name


def _readable(data: bytes) -> bytes:
    """Replace, byte for byte, what parsers misread, and add a line end.

    A lone CR ends a line, which they do not know. NUL is what their scanners are told at the end
    of a text; some then wait for ever for the end to come. Perl's waits for the line end of a
    comment at the end of the text, so there is one more than there was.
    """
    if b"\r" in data:
        data = _LONE_CR.sub(b"\n", data)
    return data.replace(b"\0", b" ") + b"\n"


def _head_start(scope: Scope) -> int:
    return scope.start if scope.head is None else scope.head.start


def _spans(stretches: Iterable[tuple[int, int]], places: Places) -> list[Span]:
    found = sorted(stretches, key=lambda one: (one[0], -one[1]))
    starts = places([start for start, _ in found])
    return list(map(Span, starts, places([end for _, end in found])))


def _outermost(spans: Iterable[Span]) -> list[Span]:
    outer: list[Span] = []
    for span in spans:
        if not outer or outer[-1].end <= span.start:
            outer.append(span)
    return outer
