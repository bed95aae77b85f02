r"""The shapes in which a line says who speaks, as expressions over ``scannable`` text.

Every expression begins with the literal ``\n``, takes what it takes possessively, and looks at
a bounded stretch behind the start of a line, so that none of them costs more than linear time.
Groups: ``at``: where the turn begins, if not with its line; ``name``; ``before``, ``after``,
``paren``: time stamps; ``alone``: nothing else stands on the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ._times import CLOCK, TIMER

_ALONE = r"(?P<alone>[ \t]*+(?=\n))?"
_BULLET = r"(?:[-*+•][ \t]++)?"
# The number of a line as court reporters print it, or of a question in parliament.
_NUMBER = r"(?:\d{1,3}[ \t]{2,}+)?(?P<at>)(?:\d{1,3}\.[ \t]++)?"
_BEFORE = rf"(?:\\?[\[(](?P<before>{CLOCK})\\?[\])][ \t]*+(?:-[ \t]++)?)?"
# The same, or a time without brackets in front of a blank.
_BEFORE_ALL = (
    rf"(?:(?P<open>\\?[\[(])?(?P<before>{CLOCK})(?(open)\\?[\])][ \t]*+|[ ]++)(?:-[ \t]++)?)?"
)
_DATE = r"\d{1,4}[./-](?:\d{1,2}|[A-Z][a-z]{2})[./-]\d{1,4}"
_SIGNS = r"[^\n:：;!?\"“”<>{}=\\|#*(]"
_IN_PARENS = rf"(?:\((?!{CLOCK}\))[^\n():]{{1,60}}+\)[ \t]*+)"


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to say who speaks.

    Attributes:
        name: What the option and the metadata call it.
        says: An example, for people.
        head: Matches the start of a turn, from the line end in front of it.
        needs: A literal without which no head is in a text; empty for none.
        is_marked: Whether the head has marks of its own, so that no prose looks like it.
    """

    name: str
    says: str
    head: re.Pattern[str]
    needs: str = ""
    is_marked: bool = False


_GROUPS = ("at", "name", "name2", "before", "after", "paren", "alone", "colon", "notice")


def _head(pattern: str) -> re.Pattern[str]:
    """Compile an expression, with all groups, so that they can be asked for at once."""
    absent = [group for group in _GROUPS if f"(?P<{group}>" not in pattern]
    return re.compile(pattern + "".join(f"(?:(?P<{group}>(?!)))?" for group in absent))


BOLD = Shape(
    "bold",
    "**Name:** text",
    _head(
        rf"\n[ \t]*+(?P<at>){_BULLET}{_BEFORE}\*\*(?P<name>[^*\n:]{{1,80}}+)"
        r"(?:(?P<colon>:[ \t]*+\*\*|\*\*[ \t]{0,4}+:|:(?=[ \t]++[^*\n]{1,999}+\*\*[ \t]*+\n))"
        r"|\*\*(?=[ \t]*+(?:\n|\\?[\[(]\d)))"
        rf"(?:[ \t]*+\\?[\[(](?P<after>{CLOCK})\\?[\])](?:\([^)\n]*+\))?:?+"
        rf"|[ \t]*+(?P<paren>{CLOCK})(?=[ \t]*+\n))?{_ALONE}"
    ),
    needs="**",
)
COLON = Shape(
    "colon",
    "Name: text",
    _head(
        rf"\n[ \t]*+{_NUMBER}{_BULLET}{_BEFORE_ALL}(?:\*\*(?=[^*\n]{{1,999}}+\*\*[ \t]*+\n))?"
        rf"(?:(?P<name>[^\W\d_]{_SIGNS}{{0,79}}+{_IN_PARENS}{{0,2}}+)"
        r"|\[(?P<name2>[^\W\d_a-z][^\n:\[\]]{0,60}+)\](?=:(?![ \t]*+(?:[</#.]|\w{2,6}:))))"
        rf"(?:\((?P<paren>{CLOCK})\)[ \t]*+)?"
        rf"(?P<colon>:(?=\s)|：)(?:[ \t]*+[\[(]?(?P<after>{CLOCK})[\])]?(?=[ \t]*+\n))?{_ALONE}"
    ),
)
QUESTION = Shape(
    "question",
    "Q. text",
    _head(
        r"\n[ \t]*+(?:\d{1,3}[ \t]{2,}+)?(?P<at>)(?P<name>[QA])(?:\.|[ \t](?=[ \t]))[ \t]++"
        rf"(?=\S){_ALONE}"
    ),
)
STAMPED = Shape(
    "stamped",
    "Name  0:12 alone on a line",
    _head(
        r"\n(?:\[(?P<name2>[^\W\d_][^\n:\[\]]{0,62}+)\][ \t]++"
        r"|(?P<name>[^\W\d_](?:[^\n:\d(\[]|\d(?![\d:]{1,3}\d)|[(\[](?!\d?\d:)){0,63}+)"
        r"(?<=[ \t\u202f]))?"
        rf"[(\[]?(?P<after>{CLOCK})[)\]]?(?P<alone>[ \t]*+(?=\n))"
    ),
)
TIMED = Shape(
    "timed",
    "[0:12] Name, alone on a line",
    _head(
        rf"\n[(\[]?(?:{_DATE},?[ T])?(?P<before>{CLOCK})[)\]]?[ \t]*+(?:[-–—|][ \t]*+)?"
        r"(?P<name>[^\W\d_][^\n:\[\]]{0,62}+)(?P<alone>(?=\n))"
    ),
)
ABOVE = Shape(
    "above",
    "Name on a line, 0:12 on the next",
    _head(
        r"\n(?P<name>[^\W\d_][^\n:\d\[]{0,62}+)\n[ \t]*+"
        rf"[(\[]?(?P<after>{CLOCK})[)\]]?(?P<alone>[ \t]*+(?=\n))"
    ),
)
HEARING = Shape(
    "hearing",
    "    Mr. Name of Place. Text",
    _head(
        r"\n[ \t]{2,12}+(?P<at>)(?P<name>(?:The |Acting |Vice )?"
        r"(?:Chair(?:man|woman|person)?|Mr|Mrs|Ms|Miss|Dr|Senator|Representative|General|Hon|Admiral"
        r"|Secretary|Governor|Judge|Professor|Colonel|Captain|Mayor|Sheriff|Chief|Ambassador)\b\.?"
        r"(?:[ ][^\W\d_a-z][\w'’\-]*+){0,3}(?: of(?: [^\W\d_a-z][\w'’\-]*+){1,3})?"
        r"(?: \[[^\]\n]{1,40}\])?)\.[ \n]\s{0,8}+(?=[^\W\d_a-z]|[\"'\[(`“])"
    ),
    is_marked=True,
)
ZOOM = Shape(
    "zoom-chat",
    "00:05:09<TAB>Name:<TAB>text",
    _head(
        rf"\n(?P<before>{CLOCK})(?:[ \t]++From[ \t]++(?P<name>[^\n:]{{1,80}}?)(?:[ \t]++to[ \t]++"
        r"[^\n:]{1,80}+|[ \t]*+):"
        r"|\t[ \t]*+(?P<name2>[^\n\t:]{1,80}+):(?=\s))(?P<alone>[ \t]*+(?=\n))?"
    ),
    is_marked=True,
)
IRC = Shape(
    "irc",
    "[10:02] <name> text",
    _head(
        rf"\n\[?(?:{_DATE}[ T])?(?P<before>{CLOCK})\]?[ \t]++"
        r"(?:<[@+%&~ ]?(?P<name>[^\s<>]{1,40}+)>(?=\s)"
        r"|\*[ \t]++(?P<name2>[^\s*<>]{1,40}+)(?=[ \t])|(?P<notice>(?=\S)))"
    ),
    needs=">",
    is_marked=True,
)
DATED = Shape(
    "dated",
    "5/1/31, 10:02 - Name: text",
    _head(
        rf"\n\u200e?\[?{_DATE},[ ](?P<before>{CLOCK})\]?[ \t]++(?:-[ \t]++)?\u200e?"
        r"(?:(?P<name>[^\n:]{1,60}+):(?=\s)|(?P<notice>))"
    ),
    is_marked=True,
)
CHEVRON = Shape(
    "chevron",
    ">> text",
    _head(
        rf"\n[ \t]*+(?P<at>)>>(?!>)[ \t]*+(?:(?P<name>[^\W\d_]{_SIGNS}{{0,79}}+):(?=\s))?{_ALONE}"
    ),
    needs=">>",
    is_marked=True,
)
DRAMA = Shape(
    "drama",
    "NAME<TAB>text",
    _head(r"\n(?!ACT\b|SCENE\b)(?P<name>[^\W\d_a-z][^\n\ta-z]{0,60}+)\t(?=\S)"),
    needs="\t",
)

LINE_SHAPES = (
    BOLD,
    COLON,
    STAMPED,
    TIMED,
    ABOVE,
    QUESTION,
    HEARING,
    ZOOM,
    IRC,
    DATED,
    CHEVRON,
    DRAMA,
)
"""The shapes of lines, the likelier first where two are as well supported."""

TIMES_LINE = re.compile(
    rf"\n[\[(]?(?P<before>{CLOCK})(?:[ \t]*+-->[ \t]*+(?P<last>{CLOCK}))?[\])]?(?=[ \t])"
    r"(?![ \t]*+\n)[ \t]*+"
)
"""A line that begins with a time and says no name."""

TIME_ALONE = re.compile(
    rf"\n[ \t]*+(?:#{{1,6}}[ \t]++)?\\?[\[(]?(?P<before>{TIMER})\\?[\])]?[ \t]*+(?=\n)"
)
"""A line that is only a time."""

TIME_FIRST = re.compile(rf"\n\\?\[(?P<before>{CLOCK})\\?\]")
"""A paragraph of the same speaker that begins with a time in brackets."""

HEADING = re.compile(r"\n(?P<signs>#{1,6})[ \t]++(?P<label>[^\n]*+)")
DIVIDER = re.compile(r"\n-{3,}+[ \t]++(?P<label>[^\n]{1,80}?)[ \t]++-{3,}+[ \t]*+(?=\n)")
SCENE = re.compile(r"\n(?P<label>(?P<signs>ACT|SCENE)[ \t]++[IVXLC\d]+\b[^\n]*+)")
