"""The shapes in which a record may start, and which of them a log is written in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

LEVEL = (
    r"(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|SEVERE|CRIT(?:ICAL)?|FATAL|ALERT|EMERG"
    r"|PANIC|FINE(?:R|ST)?|CONFIG|VERBOSE)"
)
_ANSI = r"(?:\x1b\[[\d;]*[A-Za-z])*"
_PRIORITY = r"(?:<\d{1,3}>(?:\d{1,2} )?)?"
_ISO = (
    r"(?:\d{4}[-/.]\d\d[-/.]\d\d[-T _,:|\t]{1,3}\d\d[:.h]\d\d"
    r"|\d{4}-\d{3}[T ]\d\d:\d\d)"
)
_MONTH = r"[^\W\d_]{3,9}\.?"
_LOG_KEY = r"(?:@?time(?:stamp)?|ts|t|level|lvl|severity|msg|message|log\.level|asctime)"


@dataclass(frozen=True, slots=True)
class Shape:
    """How the first line of a record begins.

    Attributes:
        name: What the metadata calls it.
        pattern: What stands at the beginning of the line.
        joins: Whether a line of this shape starts a record in a log of another shape, too.
        weak: Whether it counts only where no other shape fits as well.
    """

    name: str
    pattern: str
    joins: bool = False
    weak: bool = False


SHAPES = (
    Shape("iso", rf"{_PRIORITY}(?:[A-Z], )?[\[(<\"']?{_ISO}", joins=True),
    Shape("syslog", rf"{_PRIORITY}{_MONTH} {{1,2}}\d\d? (?:\d{{4}} )?\d\d:\d\d:\d\d", joins=True),
    Shape("jul", r"[A-Z][a-z]{2} \d\d?, \d{4} \d\d?:\d\d:\d\d\s[AP]M\b", joins=True),
    Shape(
        "day-first",
        r"\[?(?:\d\d?[/.-]\d\d?[/.-]\d{2,4}[ T,]{1,2}\d\d?:\d\d"
        r"|\d\d?[-/ ][A-Z][a-z]{2}[-/ ]\d{4}[: ]\d\d:\d\d)",
        joins=True,
    ),
    Shape(
        "weekday",
        r"\[?[A-Z][a-z]{2},? (?:[A-Z][a-z]{2} {1,2}\d\d?|\d\d? [A-Z][a-z]{2} \d{4}) \d\d:\d\d",
        joins=True,
    ),
    Shape(
        "access",
        r"\S{1,256} \S{1,256} [^\[\n]{1,128}\[\d\d?/[A-Z][a-z]{2}/\d{4}:\d\d:",
        joins=True,
    ),
    Shape("glog", r"[IWEFD]\d{4,8} \d\d:\d\d:\d\d", joins=True),
    Shape("android", r"\[?\d\d[-./]\d\d \d\d:\d\d:\d\d", joins=True),
    Shape("compact", r"\[?(?:\d{6} \d{6} \d+ |\d{8}[-T ]\d\d?:?\d\d?:?\d\d?)", joins=True),
    Shape("labeled-epoch", r"\S{1,64} \d{10} \d{4}\.\d\d\.\d\d ", joins=True),
    Shape("tai64n", r"@[0-9a-f]{24} ", joins=True),
    Shape("json", rf'\{{(?=[^\n]{{0,999}}?"{_LOG_KEY}" ?:) ?"', joins=True),
    Shape(
        "logfmt",
        rf'(?=[^\n]{{0,400}}?\b{_LOG_KEY}=)[A-Za-z_@][\w.@-]{{0,63}}=(?:"[^"\n]*"|[^\s"]*)(?: |$)',
        joins=True,
    ),
    Shape("mysql-slow", r"# Time: |(?<=;\n)# User@Host: "),
    Shape("event", r"Log Name: +\S"),
    Shape("epoch", r"\[?(?:\d{10}(?:[.,]\d{1,9})?|\d{13})[\s\]:]"),
    Shape("offset", r"\[ {0,8}\d+\.\d{3,9}\]|\+?\d{1,9}\.\d{3,9}\s|[A-Z]{2,5} \d+:\d\d\.\d+:"),
    Shape("time", r"[\[(]?\d\d?:\d\d:\d\d(?:[.,]\d+)?[\s\])|:-]"),
    Shape("pid-banner", r"(?:==|--|\*\*)\d+(?:==|--|\*\*) (?=\S)"),
    Shape("compose", r"[\w.-]{1,64} *\| {0,2}(?=[^\s])"),
    Shape(
        "level",
        rf"[\[<(|]?(?:{LEVEL}|{LEVEL.lower()}|[VDIWEF]/[\w.]+)\b *[\]>):|\-\s(\[]",
        weak=True,
    ),
    Shape("compiler", r"[^\s:]{1,256}:\d+:(?:\d+:)? (?:fatal )?(?:error|warning)\b", weak=True),
    Shape("json-lines", r'\{ ?"', weak=True),
    Shape("json-pretty", r"\{[ \t]*$", weak=True),
    Shape("inner", rf"(?=\S)[^\n]{{1,128}}?(?<!\d){_ISO}:\d\d", weak=True),
    Shape(
        "inner-weekday",
        r"(?=\S)[^\n]{1,128}?\[[A-Z][a-z]{2} [A-Z][a-z]{2} .\d \d\d:\d\d",
        weak=True,
    ),
)
BY_NAME = {shape.name: shape for shape in SHAPES}

CONTINUES = (
    r"(?:Caused by:|Suppressed:|Traceback \(|During handling|The above exception|\.\.\. \d"
    r"|#\d+ |at |File \"|\[stacktrace\]|\[previous exception\]|\"\}"
    r"|Stack trace:|goroutine \d|[\])}>])"
)
"""How a line that is not indented goes on with a record."""

PLAIN = rf"(?!{CONTINUES})\S"
"""The start of a record where no shape fits: a line that is not indented."""

MARKER = (
    r"#(?:Software:|Fields:|separator )|-- (?:Logs begin|Journal begins|Reboot|Boot)"
    r"|--- Log (?:opened|closed)"
    r"|[=*#-]{3,} ?(?i:start|begin|end|open|session)"
)
"""The start of a session."""

# A line before the first object, or behind a whole one, is a record, too.
_BESIDE_JSON = rf"(?:(?<=\}}\n)|\A)(?!{CONTINUES})[^\s{{]"

_SAMPLE = 12_000
_MARGIN = 1.5
_SHARE = 0.02
_WEAK_SHARE = 0.3


@cache
def first_of(names: tuple[str, ...]) -> str:
    """Return the expression for the start of a record in a log of these shapes."""
    patterns = [_ANSI + f"(?:{BY_NAME[name].pattern})" for name in names] or [PLAIN]
    if any(name.startswith("json") for name in names[:1]):
        patterns.append(_BESIDE_JSON)
    return "|".join([*patterns, MARKER])


@cache
def _matchers() -> dict[str, re.Pattern[str]]:
    return {shape.name: re.compile(_ANSI + f"(?:{shape.pattern})") for shape in SHAPES}


def shapes_of(text: str) -> tuple[str, ...]:
    """Find the shapes of a log from lines at its beginning, middle and end, the main one first."""
    lines = sample_of(text)
    hits = {
        name: {at for at, line in enumerate(lines) if matcher.match(line)}
        for name, matcher in _matchers().items()
    }
    main = _main(hits, lines)
    if main is None:
        return ()
    chosen, known = [main], set(hits[main])
    least = max(2, _SHARE * len(lines))
    for shape in SHAPES:
        if shape.joins and shape.name != main and len(hits[shape.name] - known) >= least:
            chosen.append(shape.name)
            known |= hits[shape.name]
    return tuple(chosen)


def sample_of(text: str) -> list[str]:
    """Return lines that are not blank; those cut by an edge of the sample are left out."""
    if len(text) <= 3 * _SAMPLE:
        parts = [text]
    else:
        middle = len(text) // 2
        parts = [
            text[:_SAMPLE].rpartition("\n")[0] or text[:_SAMPLE],
            text[middle : middle + _SAMPLE].partition("\n")[2].rpartition("\n")[0],
            text[-_SAMPLE:].partition("\n")[2],
        ]
    lines = "\n".join(parts).removeprefix("\ufeff").replace("\r", "\n").split("\n")
    return [line for line in lines if line and not line.isspace()]


def _main(hits: dict[str, set[int]], lines: list[str]) -> str | None:
    strong = max(
        (shape.name for shape in SHAPES if not shape.weak), key=lambda name: len(hits[name])
    )
    weak = max((shape.name for shape in SHAPES if shape.weak), key=lambda name: len(hits[name]))
    flush = sum(not line[0].isspace() for line in lines)
    is_weak = len(hits[weak]) > _MARGIN * len(hits[strong])
    if is_weak and len(hits[weak]) >= max(1, _WEAK_SHARE * flush):
        return weak
    # One line is evidence if the log begins with it.
    return strong if len(hits[strong]) > 1 or 0 in hits[strong] else None
