"""Whether a text is a log: most of its lines begin with one shape, and have a level or the like."""

from __future__ import annotations

import re

from ._shapes import BY_NAME, CONTINUES, LEVEL

_STAMPED = ("iso", "syslog", "jul", "day-first", "weekday", "access", "glog", "android", "compact")
_ALONE = ("syslog", "access", "glog", "labeled-epoch", "mysql-slow")
_LEVELED = re.compile(
    rf"<\d{{1,3}}>|.{{0,160}}?(?:\b{LEVEL}\b|\[\d+\]|[\[\s.:](?i:{LEVEL})[\]:\t]"
    r"| [VDIWEF] [\w.]+ ?: | std(?:out|err) [FP] )"
)
_SYSLOG = re.compile(r".{12,40}? [\w./-]+(?:\(\w+\))?(?:\[\d+\])?: ")
_CSV = re.compile(r"[^,;\n]{0,40}:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?[\"']?[,;](?!\d{3}\b)")
_JSON = re.compile(
    r'\{(?=[^\n]{0,999}?"(?:@?time(?:stamp)?|ts|t|asctime)" ?:)'
    r'(?=[^\n]{0,999}?"(?:log\.)?(?:level|lvl|severity)" ?:)'
)
_LOGFMT = re.compile(r"(?=[^\n]{0,400}?\b(?:level|lvl)=\w)[a-z_]\w{0,30}=\S")
_LEVEL_FIRST = re.compile(rf"(?:\[?{LEVEL}\]?[:\s|]|\[(?i:{LEVEL})\] )")
_PAIR = re.compile(
    rf"{BY_NAME['jul'].pattern}[^\n]*\n{LEVEL}: |# Time: [^\n]*\n# User@Host: "
    r"|Log Name: [^\n]*\nSource: "
)
_BANNER = re.compile(r"(?:==|--|\*\*)\d+(?:==|--|\*\*)(?: |$)")
_MUTE = re.compile(rf"\s|$|{CONTINUES}|[\w.]{{0,128}}(?:Error|Exception)\b")
_MOST = 0.6
_FEWEST = 3
_FEWEST_STAMPS = 2
_TELLING = ((_JSON, 0.8), (_LOGFMT, 0.8), (_LEVEL_FIRST, 0.7), (_BANNER, 0.8))


def rate(head: str) -> float:
    """Rate a text from its first lines; those that are indented or go on with a trace are mute."""
    lines = re.split(r"\r\n|\n|\r", head.removeprefix("\ufeff"))
    if len(lines) > 1:
        lines.pop()
    lines = [line[:2000] for line in lines if not _MUTE.match(line)]
    if len(lines) < _FEWEST_STAMPS:
        return 0.0
    if _PAIR.match(lines[0] + "\n" + lines[1]):
        return 0.9
    least = max(_MOST * len(lines), _FEWEST)
    for matcher, score in _TELLING:
        if _hits(matcher, lines) >= least:
            return score
    return _rate_stamps(lines, _MOST * len(lines))


def _hits(matcher: re.Pattern[str], lines: list[str]) -> int:
    return sum(map(bool, map(matcher.match, lines)))


def _rate_stamps(lines: list[str], least: float) -> float:
    for name in dict.fromkeys([*_STAMPED, *_ALONE]):
        matcher = re.compile(BY_NAME[name].pattern)
        hits = [line for line in lines if matcher.match(line)]
        if len(hits) < least:
            continue
        if _hits(_CSV, hits) > len(hits) / 2:
            return 0.0
        if name == "syslog":
            told = _hits(_SYSLOG, hits)
        else:
            told = len(hits) if name in _ALONE else _hits(_LEVELED, hits)
        # Chats have times, too, but no levels.
        return 0.9 if told > len(hits) / 2 else 0.0
    return 0.0
