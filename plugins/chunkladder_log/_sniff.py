"""Whether a text is a log: most of its lines begin with one shape, and have a level or the like."""

from __future__ import annotations

import re

from ._shapes import BY_NAME, CONTINUES, LEVEL

_STAMPED = ("iso", "syslog", "jul", "day-first", "weekday", "access", "glog", "android", "compact")
_ALONE = ("syslog", "access", "glog", "labeled-epoch", "pid-banner", "mysql-slow")
_LEVELED = re.compile(rf".{{0,160}}?(?:\b{LEVEL}\b|\[\d+\]|[\[\s.](?i:{LEVEL})[\]:\t])")
_SYSLOG = re.compile(r".{12,40}? [\w./-]+(?:\(\w+\))?(?:\[\d+\])?: ")
_CSV = re.compile(r"[^,;\n]{0,40}:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?[\"']?[,;](?!\d{3}\b)")
_JSON = re.compile(
    r'\{(?=[^\n]{0,999}?"(?:@?time(?:stamp)?|ts|t|asctime)" ?:)'
    r'(?=[^\n]{0,999}?"(?:log\.)?(?:level|lvl|severity)" ?:)'
)
_LOGFMT = re.compile(r"(?=[^\n]{0,400}?\b(?:level|lvl)=\w)[a-z_]\w{0,30}=\S")
_LEVEL_FIRST = re.compile(rf"(?:\[?{LEVEL}\]?[:\s|]|\[(?i:{LEVEL})\] )")
_MOST = 0.6
_FEWEST = 3


def rate(head: str) -> float:
    """Rate a text from its first lines; those that are indented or go on with a trace are mute."""
    lines = re.split(r"\r\n|\n|\r", head.removeprefix("\ufeff"))
    if len(lines) > 1:
        lines.pop()
    mute = re.compile(rf"\s|$|{CONTINUES}")
    lines = [line[:2000] for line in lines if not mute.match(line)]
    if len(lines) < _FEWEST:
        return 0.0
    least = _MOST * len(lines)
    if sum(map(bool, map(_JSON.match, lines))) >= least:
        return 0.8
    if sum(map(bool, map(_LOGFMT.match, lines))) >= least:
        return 0.8
    if sum(map(bool, map(_LEVEL_FIRST.match, lines))) >= least:
        return 0.7
    return _rate_stamps(lines, least)


def _rate_stamps(lines: list[str], least: float) -> float:
    for name in dict.fromkeys([*_STAMPED, *_ALONE]):
        matcher = re.compile(BY_NAME[name].pattern)
        hits = [line for line in lines if matcher.match(line)]
        if len(hits) < least:
            continue
        if sum(map(bool, map(_CSV.match, hits))) > len(hits) / 2:
            return 0.0
        if name == "syslog":
            told = sum(map(bool, map(_SYSLOG.match, hits)))
        else:
            told = len(hits) if name in _ALONE else sum(map(bool, map(_LEVELED.match, hits)))
        # Chats have times, too, but no levels.
        return 0.9 if told > len(hits) / 2 else 0.0
    return 0.0
