"""JSON in which each object is what somebody said: Slack exports, speech APIs, QMSum.

A reader sees ``Name: words`` for each message; the JSON around it is an edit. What stands before
the first message and behind the last one stays as it is.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from chunkladder import Edit

from .draft import Draft, Mark, Turn
from .times import seconds

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
_DEEPEST = 64
_HEAD = re.compile(
    r"\{[^{}\[\]]{0,2000}?\"(?:speaker|speaker_name|user|username)\"[ \t\r\n]*:", re.DOTALL
)
_OPENING = re.compile(
    r"[\ufeff \t\r\n\[{]*+(?:\"\w{1,40}+\"[ \t\r\n]*+:[ \t\r\n]*+[\[{][ \t\r\n\[{]*+)*+"
)
_SAID = re.compile(r"\"(?:content|text|transcript|utterance)\"[ \t\r\n]*:[ \t\r\n]*\"")


class Value(NamedTuple):
    """A string or a number; offsets of what stands between the quotes."""

    start: int
    end: int


class Message(NamedTuple):
    """An object in which somebody says something.

    Attributes:
        start: Offset of its brace.
        end: Offset behind its closing brace.
        list: Which list holds it: the offset of the bracket.
        speaker: Where the name stands; None where there is none.
        words: Where the words stand.
        times: When it was said, in seconds, as far as it tells.
    """

    start: int
    end: int
    list: int
    speaker: Value | None
    words: Value
    times: tuple[float, float] | None


class _Open(NamedTuple):
    start: int
    is_list: bool
    values: dict[str, Value]


def looks_like_messages(head: str) -> bool:
    """Tell whether a text begins as a list of messages does."""
    return head.lstrip("\ufeff \t\r\n")[:1] in ("[", "{") and bool(
        _HEAD.search(head) and _SAID.search(head)
    )


def draft_messages(text: str) -> Draft | None:
    """Return what the messages of a document say; None where there are none."""
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("[", "{") or '"' not in text:
        return None
    messages = _outermost(sorted(_messages(text)))
    if len(messages) < 2 or not any(message.speaker for message in messages):  # noqa: PLR2004
        return None
    draft = Draft("json")
    before: Message | None = None
    for message in messages:
        name = _decoded(text, message.speaker)
        draft.turns.append(Turn(message.start, name, message.words.start))
        _add_edits(text, draft, before, message, name)
        if message.times:
            draft.marks.append(Mark(message.start, *message.times))
        before = message
    last = messages[-1]
    draft.edits.append(Edit(last.words.end, last.end))
    if text[last.end :].strip("]} \t\r\n,"):
        draft.interludes.append(last.end)
    else:
        draft.edits[-1] = Edit(last.words.end, len(text))
    return draft


def _add_edits(
    text: str, draft: Draft, before: Message | None, message: Message, name: str
) -> None:
    label = f"{name}: " if name else ""
    start = message.start
    if before is None:
        # Only brackets and keys before the first message: nothing is lost without them.
        start = 0 if _OPENING.fullmatch(text, 0, start) else start
    elif before.list == message.list:
        # Two edits, so that a turn may begin between them.
        draft.edits.append(Edit(before.words.end, message.start, "\n\n"))
    else:
        draft.edits.append(Edit(before.words.end, before.end))
        draft.interludes.append(before.end)
    if start < message.start:
        draft.edits.append(Edit(start, message.start))
    draft.edits.append(Edit(message.start, message.words.start, label))
    draft.edits.extend(_unescaped(text, message.words))


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


def _outermost(messages: Sequence[Message]) -> list[Message]:
    """Leave out what lies inside a message, such as a quoted one, or the words of an utterance."""
    kept: list[Message] = []
    for message in messages:
        if not kept or message.start >= kept[-1].end:
            kept.append(message)
    return kept


def _messages(text: str) -> Iterator[Message]:
    """Yield every object with words, and a speaker if it has one; broken JSON will do."""
    around: list[_Open] = []
    key = ""
    for token in _TOKEN.finditer(text):
        sign = token[0][0]
        if sign in "[{":
            if len(around) >= _DEEPEST:
                return
            around.append(_Open(token.start(), sign == "[", {}))
        elif sign in "]}":
            message = _closed(text, around, token.end())
            if message:
                yield message
        elif token["key"]:
            key = token["string"]
            continue
        elif around and key:
            group = "string" if token["string"] is not None else "number"
            around[-1].values.setdefault(key, Value(*token.span(group)))
        key = ""


def _closed(text: str, around: list[_Open], end: int) -> Message | None:
    if not around:
        return None
    own = around.pop()
    if own.is_list:
        return None
    words = _first(own.values, _WORDS)
    if words is None or text[words.start - 1] != '"' or words.start == words.end:
        return None
    holder = next((one.start for one in reversed(around) if one.is_list), -1)
    times = _times(text, own.values)
    return Message(own.start, end, holder, _first(own.values, _SPEAKERS), words, times)


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
