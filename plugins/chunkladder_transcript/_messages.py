"""JSON in which each object is what somebody said: Slack exports, speech APIs, QMSum.

A reader sees ``Name: words`` for each message; the JSON around it is an edit. What stands before
the first message and behind the last one stays as it is.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Edit

from ._draft import Draft, Mark, Turn
from ._times import seconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_TOKEN = re.compile(
    r"\"(?P<string>[^\"\\]*+(?:\\.[^\"\\]*+)*+)\"?(?P<key>[ \t\r\n]*+:)?"
    r"|(?P<number>-?\d[\d.eE+\-]*+)|[\[{]|[\]}]",
    re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|.)", re.DOTALL
)
_SPEAKERS = (
    "speaker",
    "speaker_name",
    "speakerName",
    "user_name",
    "username",
    "user",
    "name",
    "author",
    "from",
)
_WORDS = ("content", "text", "transcript", "utterance", "message", "body", "words")
_FIRST = ("start", "start_time", "startTime", "ts", "timestamp", "begin", "time", "offset")
_LAST = ("end", "end_time", "endTime", "stop")
_REPEATING = frozenset({"words", "word", "tokens", "elements", "blocks", "alternatives", "items"})
"""Keys of lists that tell the words of the message around them once more, in parts."""
_FACTS = re.compile(
    r"(?:.*_)?(?:id|ids|uuid|url|uri|link|image|avatar|icon|emoji|color|hash|token|team|channel"
    r"|type|subtype|kind|role|status|state|model|version|format|language|lang|locale|codec|tz"
    r"|ts|time|date|at|timestamp|timezone|start|end|begin|stop|offset|duration|created|updated"
    r"|name|gender|email|phone|filetype|mimetype|confidence|sentiment|source|device|platform)"
    r"|(?:image|thumb|url|user|reply|is|has)_\w+|\w+(?:Id|Ids|Url|Time|Date|Type|Name|At|Code)"
    r"|(?:reply_)?users|user_team|source_team|inviter|creator|reactions?|pinned_to"
)
"""Keys of what is no text: who, where and when."""
_CODE = re.compile(
    r"(?:https?|mailto|ftp)\S*|[\d\W_]+(?:[TZ][\d\W_]*){0,2}|[A-Za-z_\-]*\d[\w\-.:/]*"
)
"""What says nothing wherever it stands: numbers, times, addresses, identifiers."""
_WORD = re.compile(r"\w+")
_MOST_MISSED = 8
_DEEPEST = 64
_HEAD = re.compile(r"\{[^{}\[\]]{0,2000}?\"(?:speaker|speaker_name)\"[ \t\r\n]*:")
_CHAT_HEAD = re.compile(r"\{[^{}\[\]]{0,2000}?\"(?:user|username)\"[ \t\r\n]*:")
_CHAT_TIME = re.compile(
    r"\"ts\"[ \t\r\n]*:[ \t\r\n]*\"?\d{9}|\"type\"[ \t\r\n]*:[ \t\r\n]*\"message\""
)
_OPENING = re.compile(
    r"[\ufeff \t\r\n\[{]*+(?:\"\w{1,40}+\"[ \t\r\n]*+:[ \t\r\n]*+[\[{][ \t\r\n\[{]*+)*+"
)
_BEGINS = re.compile(r"[\ufeff \t\r\n]*+(?:\[[ \t\r\n]*+[\[{\"]|\{[ \t\r\n]*+\")")
"""A list of objects, or an object; a line may begin with a time in brackets, too."""
_SAID = re.compile(r"\"(?:content|text|transcript|utterance)\"[ \t\r\n]*:[ \t\r\n]*\"")


class Value(NamedTuple):
    """A string or a number; offsets of what stands between the quotes."""

    start: int
    end: int


class Item(NamedTuple):
    """A string that stands as a value.

    Attributes:
        key: The key it stands under; inside a list the key of the list.
        value: Where it stands.
        holder: The place of the object that holds it; -1 for none.
        repeats: Whether it stands in a part that tells the words around it once more.
    """

    key: str
    value: Value
    holder: int
    repeats: bool


@dataclass(slots=True)
class Node:
    """An object.

    Attributes:
        start: Offset of its brace.
        parent: The place of the object around it; -1 for none.
        repeats: Whether it stands in a part that tells the words around it once more.
        end: Offset behind its closing brace; 0 where it is never closed.
        values: Its strings and numbers, the first of each key.
        words: Where the words stand, if somebody says something in it.
        speaker: Where the name stands, if there is one.
    """

    start: int
    parent: int
    repeats: bool
    end: int = 0
    values: dict[str, Value] = field(default_factory=dict)
    words: Value | None = None
    speaker: Value | None = None


class _Open(NamedTuple):
    key: str
    node: int
    """The place of the object that this is, or that holds this list."""
    is_list: bool
    repeats: bool


class Shown(NamedTuple):
    """A stretch that a reader sees; ``node`` is -1 where nobody is known to say it."""

    value: Value
    node: int


def looks_like_messages(head: str) -> bool:
    """Tell whether a text begins as a list of messages does.

    Many records have a user and a text; those of a chat say when, and stand in one list.
    """
    first = head.lstrip("\ufeff \t\r\n")[:1]
    if first not in ("[", "{") or not _SAID.search(head):
        return False
    if _HEAD.search(head):
        return True
    return first == "[" and bool(_CHAT_HEAD.search(head) and _CHAT_TIME.search(head))


def draft_messages(text: str) -> Draft | None:
    """Return what the messages of a document say.

    None where there are none, or where more strings that may be text are in no message than are:
    such a document is not understood.
    """
    if not _BEGINS.match(text):
        return None
    nodes, items = _parsed(text)
    messages = _turns(text, nodes)
    if len(messages) < 2 or not any(nodes[place].speaker for place in messages):  # noqa: PLR2004
        return None
    start = min(nodes[place].start for place in messages)
    end = max(nodes[place].end for place in messages)
    rest = _unsaid(text, nodes, items, messages, start, end)
    if len(rest) > len(messages):
        return None
    said = [Shown(words, place) for place in messages if (words := nodes[place].words)]
    shown = sorted([*said, *(Shown(value, -1) for value in rest)])
    return _drafted(text, nodes, shown, start, end)


def _drafted(
    text: str, nodes: Sequence[Node], shown: Sequence[Shown], start: int, end: int
) -> Draft:
    draft = Draft("json")
    # Only brackets and keys before the first message: nothing is lost without them.
    at = 0 if _OPENING.fullmatch(text, 0, start) else start
    speaks = -1
    for value, place in shown:
        if place >= 0:
            speaks = place
            _add_turn(text, draft, nodes[place], at, is_first=at <= start)
        elif speaks >= 0 and value.end <= nodes[speaks].end:
            draft.edits.append(Edit(at, value.start, "\n\n"))
        else:
            speaks = -1
            draft.interludes.append(value.start - 1)
            draft.edits.append(Edit(at, value.start - 1, "\n\n" if at > start else ""))
            draft.edits.append(Edit(value.start - 1, value.start))
        draft.edits.extend(_unescaped(text, value))
        at = value.end
    if text[end:].strip("]} \t\r\n,"):
        draft.interludes.append(end)
        draft.edits.append(Edit(at, end))
    else:
        draft.edits.append(Edit(at, len(text)))
    return draft


def _add_turn(text: str, draft: Draft, node: Node, at: int, *, is_first: bool) -> None:
    """Add a turn that begins with its object, or, where others speak inside it, with its words."""
    assert node.words is not None
    name = _decoded(text, node.speaker)
    start = node.start if node.start >= at else node.words.start - 1
    draft.turns.append(Turn(start, name, node.words.start))
    draft.edits.append(Edit(at, start, "" if is_first else "\n\n"))
    draft.edits.append(Edit(start, node.words.start, f"{name}: " if name else ""))
    times = _times(text, node.values)
    if times:
        draft.marks.append(Mark(start, *times))


def _unescaped(text: str, value: Value) -> Iterator[Edit]:
    for found in _ESCAPE.finditer(text, value.start, value.end):
        yield Edit(*found.span(), _plain(found[0]))


def _plain(escape: str) -> str:
    try:
        return str(json.loads(f'"{escape}"'))
    except ValueError:
        return escape


def _decoded(text: str, value: Value | None) -> str:
    if value is None:
        return ""
    if text[value.start - 1] != '"':
        return f"Speaker {text[value.start : value.end]}"
    return " ".join(
        _ESCAPE.sub(lambda found: _plain(found[0]), text[value.start : value.end]).split()
    )


def _turns(text: str, nodes: Sequence[Node]) -> list[int]:
    """Return the places of the objects that are turns, in the order of their words.

    An object inside a message is a turn of its own if it names a speaker, and if it is no part
    that repeats the words around it. An object without a speaker around such turns is none.
    """
    echo = _Echo(text, nodes)
    kept: set[int] = set()
    for place, node in enumerate(nodes):
        if node.words is None or (node.repeats and echo.has(node.words, node.parent)):
            continue
        around = _around(nodes, node.parent, kept)
        if node.speaker is None and around >= 0:
            continue
        kept.add(place)
        if node.speaker is not None and around >= 0 and nodes[around].speaker is None:
            kept.discard(around)
    return sorted(kept, key=lambda place: nodes[place].words or Value(0, 0))


def _around(nodes: Sequence[Node], place: int, kept: set[int]) -> int:
    """Return the next object outwards that is among the kept ones, or -1."""
    while place >= 0 and place not in kept:
        place = nodes[place].parent
    return place


def _unsaid(
    text: str,
    nodes: Sequence[Node],
    items: Sequence[Item],
    messages: Sequence[int],
    start: int,
    end: int,
) -> list[Value]:
    """Return the strings between the messages that may be text and are no turn's words."""
    echo = _Echo(text, nodes)
    turns = set(messages)
    used = {words.start for place in messages if (words := nodes[place].words)}
    used |= {name.start for place in messages if (name := nodes[place].speaker)}
    found: list[Value] = []
    for item in items:
        value = item.value
        if not start <= value.start < end or value.start in used:
            continue
        if not _may_be_text(item.key, text[value.start : value.end]):
            continue
        # What the words of the same object say again in full is told once.
        around = _around(nodes, item.holder, turns)
        if around >= 0 and echo.is_same(value, around):
            continue
        if not (item.repeats and echo.has(value, item.holder)):
            found.append(value)
    return found


def _may_be_text(key: str, says: str) -> bool:
    """Tell whether a string may be something that people said or wrote."""
    says = says.strip()
    if not says or key in _WORDS:
        return bool(says)
    if _CODE.fullmatch(says):
        return False
    return key not in _SPEAKERS and _FACTS.fullmatch(key) is None


class _Echo:
    """Finds what is said in a message's words, each time from where it last was found."""

    def __init__(self, text: str, nodes: Sequence[Node]) -> None:
        self._text = text
        self._nodes = nodes
        self._says: dict[int, str] = {}
        self._at: dict[int, int] = {}
        self._missed: dict[int, int] = {}

    def is_same(self, value: Value, place: int) -> bool:
        """Tell whether a string says the words of an object."""
        words = self._nodes[place].words
        # As long, but for signs and escapes; so that each string is looked at for its own cost.
        if words is None or not _is_near(value.end - value.start, words.end - words.start):
            return False
        return self._bare(value) == self._words(place)

    def has(self, value: Value, place: int) -> bool:
        """Tell whether the words of an object around a string say it, too."""
        while place >= 0 and self._nodes[place].words in (None, value):
            place = self._nodes[place].parent
        if place < 0 or self._missed.get(place, 0) > _MOST_MISSED:
            return False
        says, part = self._words(place), self._bare(value)
        part = part if part.isascii() else part.strip()
        # The signs between words are blanks: one of them may stand before and behind a part.
        at = says.find(part, self._at.get(place, 0))
        if at < 0:
            self._missed[place] = self._missed.get(place, 0) + 1
            at = says.find(part)
        if at >= 0:
            self._at[place] = at + len(part) - part.endswith(" ")
        return at >= 0

    def _words(self, place: int) -> str:
        if place not in self._says:
            words = self._nodes[place].words
            self._says[place] = self._bare(words) if words else ""
        return self._says[place]

    def _bare(self, value: Value) -> str:
        return f" {' '.join(_WORD.findall(_decoded(self._text, value).casefold()))} "


def _is_near(one: int, other: int) -> bool:
    return one <= 2 * other + 16 and other <= 2 * one + 16


def _parsed(text: str) -> tuple[list[Node], list[Item]]:
    """Return every object and every string that is a value; broken JSON will do."""
    nodes: list[Node] = []
    items: list[Item] = []
    around: list[_Open] = []
    key = ""
    for token in _TOKEN.finditer(text):
        sign = token[0][0]
        if sign in "[{":
            if len(around) >= _DEEPEST:
                break
            around.append(_opened(nodes, around, key, token.start(), is_list=sign == "["))
        elif sign in "]}":
            if around:
                _close(text, nodes, around.pop(), token.end())
        elif token["key"]:
            key = token["string"]
            continue
        else:
            _take(token, key, nodes, items, around[-1] if around else None)
        key = ""
    return nodes, items


def _opened(
    nodes: list[Node], around: Sequence[_Open], key: str, start: int, *, is_list: bool
) -> _Open:
    holder = around[-1] if around else _Open("", -1, True, False)
    key = key or (holder.key if holder.is_list else "")
    repeats = key in _REPEATING
    place = holder.node
    if not is_list:
        nodes.append(Node(start, place, repeats))
        place = len(nodes) - 1
    return _Open(key, place, is_list, repeats)


def _take(
    token: re.Match[str], key: str, nodes: list[Node], items: list[Item], holder: _Open | None
) -> None:
    is_string = token["string"] is not None
    value = Value(*token.span("string" if is_string else "number"))
    if holder and key and not holder.is_list:
        nodes[holder.node].values.setdefault(key, value)
    if is_string:
        name = key or (holder.key if holder else "")
        place, repeats = (holder.node, holder.repeats) if holder else (-1, False)
        items.append(Item(name, value, place, repeats))


def _close(text: str, nodes: list[Node], own: _Open, end: int) -> None:
    """Note where an object ends and, if somebody says something in it, who and what."""
    if own.is_list:
        return
    node = nodes[own.node]
    node.end = end
    strings = {
        name: value
        for name in _WORDS
        if (value := node.values.get(name)) and text[value.start - 1] == '"'
    }
    node.words = next((value for value in strings.values() if value.start < value.end), None)
    node.speaker = _first(node.values, _SPEAKERS)


def _first(values: dict[str, Value], names: Sequence[str]) -> Value | None:
    return next((values[name] for name in names if name in values), None)


def _times(text: str, values: dict[str, Value]) -> tuple[float, float] | None:
    first, last = _first(values, _FIRST), _first(values, _LAST)
    begins = _number(text, first) if first else None
    if begins is None:
        return None
    ends = _number(text, last) if last else None
    return begins, begins if ends is None else ends


def _number(text: str, value: Value) -> float | None:
    says = text[value.start : value.end]
    try:
        return seconds(says) if ":" in says else float(says)
    except ValueError:
        return None
