"""The expressions by which JSON is read.

Source: RFC 8259; comments, single quotes, bare keys and trailing commas from JSON5.
"""

from __future__ import annotations

import re

KEY, OPEN, CLOSE, ODD = 1, 2, 3, 4
"""Groups of ``TOKEN``, of which the last one that took part tells what was found."""

# One that is not closed goes on to the end, lest it be looked for again and again.
_COMMENTS = r"(?:/(?:/[^\n\r]*+|\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|\Z))\s*+)*+"
_STRING = r"\"[^\"\\\n\r]*+(?:\\.[^\"\\\n\r]*+)*+\""
_SINGLE = r"'[^'\\\n\r]*+(?:\\.[^'\\\n\r]*+)*+'"
# A line break in a string is no JSON, but is found where people and programs forgot to escape it.
_BROKEN = r"\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"(?=\s*+[,:}\]])"
_WORD = (
    r"(?:[-+]?(?:\d[\w.+-]*+|\.\d[\w+-]*+|Infinity\b|NaN\b)"
    r"|(?:true|false|null|undefined|None|True|False)\b)"
)
_NAME = rf"(?:{_STRING}|{_SINGLE}|[A-Za-z_$][\w$]*+(?=\s*+:))"
# Nothing is ever cut in these, or nothing worth the while: they pass for one word.
_TINY = (
    rf"\{{\s*+(?:\"[^\"\\\n\r]{{0,60}}+\"\s*+:\s*+(?:\"[^\"\\\n\r]{{0,60}}+\"|{_WORD})\s*+)?+\}}"
    r"|\[\s*+(?:(?:\"[^\"\\\n\r]{0,30}+\"\s*+,?+\s*+){1,3}+|[-+\d.eE,\s]{1,60}+)?+\]"
)
# A comment behind a value, on its line, belongs to it; one on a line of its own to the next.
_TAIL = r"\s*+,?+[ \t]*+(?://[^\n\r]*+)?+\s*+"

TOKEN = re.compile(
    rf"{_COMMENTS}(?:({_NAME})\s*+:\s*+{_COMMENTS})?+"
    rf"(?:(?:{_STRING}|{_WORD}|{_TINY}|{_SINGLE}|{_BROKEN}){_TAIL}"
    rf"|([{{\[])\s*+|([}}\]]){_TAIL}|(.|\Z))",
    re.DOTALL,
)
"""A member or element with its comma, an opening bracket with its key, a closing bracket; any other
sign, or the end of the text, is odd. White space behind each is part of it."""

LEAD = re.compile(r"\ufeff?\s*+")
"""What may stand in front of the first value."""

BEGINS = re.compile(rf"\ufeff?\s*+{_COMMENTS}[\[{{]")
"""The beginning of an object or array, with what may stand in front."""

LONG_VALUE = re.compile(
    rf"{_COMMENTS}(?:{_NAME}\s*+:\s*+{_COMMENTS})?+({_STRING}|{_SINGLE}|{_BROKEN})", re.DOTALL
)
"""A string with its key; the group is the string."""

MEMBER_KEY = re.compile(rf"{_COMMENTS}({_NAME})\s*+:")
"""The key of a member, where one begins."""

RESUME = re.compile(r"[\n\r](?=[{\[])")
"""A line on which a value may begin behind broken JSON."""

# One set of letters in front, to which a search skips, and only then a look at what it is.
LINE = re.compile(
    r"[\n\r\\](?:(?<=\n)|(?<=\r)\n?+|(?<=\\)(?<!\\\\)(?:\\\\)*+(?:r\\)?+n(?:\\(?:r\\)?+n)*+)"
)
"""A line end, also escaped ones, but no backslash that is escaped itself in front of an n."""

ESCAPE = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.", re.DOTALL)
"""An escape, a pair of surrogates as one."""
