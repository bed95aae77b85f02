"""Which elements a reader does not see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ._elements import ENDS_PARAGRAPH, IMPLIED
from ._tokens import attributes_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping

    from ._options import HtmlOptions

FAR = 1 << 60
"""Behind the end of any text."""

_UNSEEN = re.compile(
    r"(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:!important\s*)?(?:;|$)", re.I
)
_PART = re.compile(r"([.#]?)([\w-]+)|\[([\w:-]+)(?:=[\"']?([^\]\"']*)[\"']?)?\]")
_ROLES = frozenset({"navigation", "search", "contentinfo"})
_TAGS = {
    "navigation": ("nav",),
    "footers": ("footer",),
    "hidden": ("template", "noscript", "dialog"),
}


class Dropper:
    """Knows what is to be left out.

    Attributes:
        names: Elements that are, mostly, whatever their attributes.
        suspect: Offset of the next attribute that may mean that its element is, or a far one.
        raw_shown: Elements without markup inside that are not.
        comments: Whether comments are.
    """

    def __init__(self, text: str, options: HtmlOptions) -> None:
        dropped = {
            name for name in (*_TAGS, "scripts", "styles") if getattr(options, name) == "drop"
        }
        self._hidden = "hidden" in dropped
        self._roles = _ROLES if options.roles == "drop" else frozenset()
        self._omit = [_parsed(selector) for selector in options.omit]
        tags = {tag for name in _TAGS if name in dropped for tag in _TAGS[name]}
        self.names = frozenset(tags.union(parts[0][1] for parts in self._omit if not parts[0][0]))
        raw = {"scripts": "script", "styles": "style"}
        self.raw_shown = {"xmp", "plaintext"}.union(
            raw[name] for name in raw if name not in dropped
        )
        self.comments = options.comments == "drop"
        self._suspects = iter(_places(text, self._words()))
        self.suspect = -1
        self.go_on(0)

    def _words(self) -> Iterator[str]:
        """Yield what stands in every tag whose attributes have to be looked at."""
        if self._hidden:
            yield from ("hidden", "display", "visibility")
        if self._roles:
            yield "role"
        for parts in self._omit:
            sign, name, _ = parts[-1]
            if sign:
                yield name

    def go_on(self, behind: int) -> None:
        """Turn to the first suspect that does not stand before an offset."""
        while self.suspect < behind:
            self.suspect = next(self._suspects, FAR)

    def drops(self, tag: str, name: str, end: int, *, in_quote: bool) -> bool:
        """Tell whether an element is left out, by its start tag, which ends at an offset."""
        self.go_on(end)
        if name in self.names and not (name == "footer" and in_quote):
            if name in _PLAIN_TAGS:
                return True
            if name == "dialog" and self._hidden and "open" not in attributes_of(tag):
                return True
        attributes = attributes_of(tag)
        return self._is_unseen(attributes) or any(
            all(_fits(part, name, attributes) for part in parts) for parts in self._omit
        )

    def _is_unseen(self, attributes: Mapping[str, str]) -> bool:
        if self._hidden and (
            attributes.get("hidden", "until-found").lower() != "until-found"
            or _UNSEEN.search(attributes.get("style", ""))
        ):
            return True
        return attributes.get("role", "").strip().lower() in self._roles


def _places(text: str, words: Iterable[str]) -> list[int]:
    """Return where words stand, sorted: as they are mostly written, for that is fast to find."""
    found: list[int] = []
    for form in {form for word in words for form in (word, word.upper())}:
        at = text.find(form)
        while at >= 0:
            found.append(at)
            at = text.find(form, at + 1)
    return sorted(found)


_PLAIN_TAGS = frozenset({"nav", "footer", "template", "noscript"})


def _parsed(selector: str) -> list[tuple[str, str, str | None]]:
    """Return the parts of a selector: a sign, a name, and the value of an attribute."""
    return [
        ("[", part[3].lower(), part[4])
        if part[3]
        else (part[1], part[2] if part[1] else part[2].lower(), None)
        for part in _PART.finditer(selector)
    ]


def _fits(part: tuple[str, str, str | None], name: str, attributes: Mapping[str, str]) -> bool:
    sign, wanted, value = part
    if not sign:
        return name == wanted
    if sign == "#":
        return attributes.get("id") == wanted
    if sign == ".":
        return wanted in attributes.get("class", "").split()
    return wanted in attributes and value in (None, attributes[wanted])


def is_end_of(name: str, tag: str, inside: Counter[str]) -> bool:
    """Tell whether a start tag ends an element, given what else is open inside it."""
    if name == "p":
        return tag in ENDS_PARAGRAPH
    ended, around = IMPLIED.get(tag, (frozenset(), frozenset()))
    return name in ended and not any(inside[one] for one in around)
