"""Whether the words in front of a colon may be somebody's name."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

_FEW = 5
"""Words in a name that is told with a comma."""
_LONGEST = 8
"""Words in a name with its office: ``The Secretary of State for Ferries (Bram Tollef)``."""

# Words that stand in front of a colon as often as names do, and never speak.
_LABELS = frozenset(
    """
    abstract action actions additional address advice agenda aim also answer appearances args
    arguments assumption attachment attendees author authors background because break bug
    but case category caution cite claim class code comment conclusion contact content
    context conversation copyright corollary critical danger date debug decision def default
    definition deleted description details discussion duration edit edited elif else email
    episode error events example examples except exception exhibit fatal figure file final
    finally first fixed fixme from goal hence hint host-name however http https id idea image
    important including info input intro item jingle keywords language lemma length level
    license link links list location mailto media meeting message method music name names next
    nota note notes notice objective observation output outro page pages parameters part podcast
    point present private problem proof proposition protected ps public published purpose raises
    rationale reason recap reference references remark remarks remember resolution resolved
    result results return returns sample second section see severity shownotes since slide
    slides so solution source sources specifically sponsor sponsors start status step subject
    subtitle summary table tag tags text theorem therefore third thus time timestamps tip title
    to todo topic topics total trace transcribed transcriber transcript transcript_by try tweet
    type update url usage value version video warn warning warnings website when where which why
    yields condition constraints format maximum minimum optional pattern prerequisites required
    required-by syntax valid
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
# Lower-case words that may stand inside a name or an office.
_PARTICLES = frozenset(
    """
    & af al and audience av bin caller da das de del della dem den der des di do dos du e el
    female for hon hon. ibn la le male man member members moderator of op participant person
    speaker speakers st. ten ter the van voice von woman y zu zum
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
# What headings of two words and more end with, and names do not.
_HEADINGS = frozenset(
    """
    agenda answer benefits challenges chapter conclusion details example examples fact facts
    feature features finding findings goal goals highlights idea ideas insight insights issue
    issues items lesson lessons link links message moment moments note notes objective outcome
    overview point points problem problems pros cons quote recap recommendation recommendations
    result results review section solution solutions statement step steps summary takeaway
    takeaways terms thought thoughts tip tips title topic topics update updates
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
_PLACES = frozenset(
    {
        "burkina faso",
        "cape town",
        "costa rica",
        "czech republic",
        "dominican republic",
        "east africa",
        "east asia",
        "eastern europe",
        "el salvador",
        "european union",
        "great britain",
        "hong kong",
        "ivory coast",
        "latin america",
        "los angeles",
        "middle east",
        "new delhi",
        "new york",
        "new zealand",
        "north africa",
        "north america",
        "north korea",
        "northern ireland",
        "papua new guinea",
        "puerto rico",
        "san francisco",
        "saudi arabia",
        "sierra leone",
        "south africa",
        "south america",
        "south asia",
        "south korea",
        "southeast asia",
        "soviet union",
        "sri lanka",
        "united arab emirates",
        "united kingdom",
        "united nations",
        "united states",
        "west africa",
        "western europe",
    }
)
_CONTEXT = re.compile(
    r"(?:(?:RE|CROSS|DIRECT|FURTHER)[- ])?(?:EXAMINATION )?BY (?:MR|MS|MRS|DR|THE)\b"
)
_CONTINUED = re.compile(r"\s*\((?:cont(?:inued|inuing|['’]d|\.|d\.?)?)\)\s*$", re.IGNORECASE)
_INTERLUDES = frozenset({"break", "intro", "outro", "jingle", "music", "sponsor", "sponsors"})
_PRONOUNS = re.compile(
    r"\s*[(\[](?:she|he|they|her|him|them|any|all|ze|xe|sie|er|elle|il|iel|ella|él)\b"
    r"[\w/,. ]{0,30}[)\]]",
    re.IGNORECASE,
)
"""What people put behind their names in calls: ``(she/her)``."""
_SIGNS = re.compile(r"[\[\]@/,+$%^~]|(?<! )&|&(?! )|\.\s+[a-z]|\d\.\d|--")
_IN_PARENS = re.compile(r"\([^()]*\)")
# Who may say a single thing: no heading, no beginning of a sentence.
_ROLES = frozenset(
    """
    all announcer attendee both caller chairman chairperson chairwoman clerk everyone facilitator
    interpreter interviewee interviewer moderator narrator operator panelist participant presenter
    questioner translator unknown witness
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
_HANDLE = re.compile(r"[\w.\-\[\]|^`#]{2,24}")
_INITIALS = re.compile(r"[A-Z]{1,4}\d{0,3}")
_ABBREVIATED = re.compile(r"(?:[^\W\d_]{1,4}|[Hh]on|Prof|Capt|Sen|Rep|Gen)\.")
_BARE = "()[].,'’\"-–"


class Kind(IntEnum):
    """How much a string looks like a name."""

    NONE = 0
    HANDLE = 1
    """One word in lower case: a name only if it comes back."""
    WORD = 2
    """One capitalized word."""
    NAME = 3
    """Capital letters throughout, or several capitalized words."""


def cleaned(name: str) -> str:
    """Return a name without what is not part of it: blanks, "(cont.)", Markdown's signs."""
    name = name.strip().strip("*").strip()
    return _CONTINUED.sub("", name).replace("\\", "")


def is_context(name: str) -> bool:
    """Tell whether a head only says who asks from here on, as court reporters write it."""
    return _CONTEXT.match(name) is not None


def is_interlude(name: str) -> bool:
    """Tell whether a head marks a stretch in which nobody speaks."""
    return name.strip().casefold() in _INTERLUDES


@lru_cache(maxsize=1 << 14)
def kind_of(name: str) -> Kind:
    """Rate a cleaned string that stands where a name would."""
    name = _PRONOUNS.sub("", name) if name[-1:] in (")", "]") else name
    if " -- " in name:
        # An office behind a name: less sure than a name, for sentences break off like this.
        return min(Kind.WORD, kind_of(name.replace(" -- ", " ")))
    if "(" in name and "," in name:
        name = _IN_PARENS.sub(lambda found: found[0].replace(",", " "), name)
    last, comma, first = name.partition(", ")
    if comma and last and first:
        return _kind_of_turned(last, first)
    words = name.split()
    if not 0 < len(words) <= _LONGEST or _SIGNS.search(_without_handles(name)):
        return Kind.NONE
    if _is_label(words) or is_context(name):
        return Kind.NONE
    if len(words) == 1:
        return _kind_of_word(words[0])
    return Kind.NAME if all(map(_may_be_in_a_name, words)) and _has_capital(words) else Kind.NONE


def _kind_of_turned(last: str, first: str) -> Kind:
    """Rate a name told with the last one first, or with an office: "Tollef, Bram", "…, PhD".

    Places of one word look like this, too: such a name has to come back.
    """
    words = [*last.split(), *first.split()]
    if len(words) > _FEW or "," in first or _SIGNS.search(f"{last} {first}") or _is_label(words):
        return Kind.NONE
    is_one = all(_may_be_in_a_name(word) and not word.isdigit() for word in words)
    if not is_one or not _has_capital([last]) or not _has_capital([first]):
        return Kind.NONE
    return Kind.NAME if " " in last and last.casefold() not in _PLACES else Kind.WORD


def is_role(name: str) -> bool:
    """Tell whether a word says what somebody does here: "Moderator"."""
    return name.casefold() in _ROLES and name[:1].isupper()


def is_likely_name(name: str, count: int) -> bool:
    """Tell whether a cleaned string that comes so often is a name, where no turn depends on it.

    A capitalized word may as well begin a sentence (``Look: it is late``), and must come back.
    """
    kind = kind_of(name)
    if kind is Kind.NAME or (kind is Kind.WORD and name.isupper()):
        return True
    return (kind is Kind.WORD and count >= 2) or (kind is Kind.HANDLE and count >= 3)  # noqa: PLR2004


def is_heading(name: str) -> bool:
    """Tell whether a string of several words is a heading or a place: no name if it comes once."""
    words = name.casefold().split()
    if len(words) < 2:  # noqa: PLR2004
        return False
    bare = " ".join(words[1:] if words[0] == "the" else words)
    return words[-1] in _HEADINGS or bare in _PLACES


def _without_handles(name: str) -> str:
    return re.sub(r"^[\w.\-]+\[\w+\]$", "", name)


def _is_label(words: list[str]) -> bool:
    first = words[0].strip(_BARE)
    # Two capital letters are somebody's initials as likely as a word.
    return first.casefold() in _LABELS and not (len(first) == 2 and first.isupper())  # noqa: PLR2004


def _kind_of_word(word: str) -> Kind:
    if _INITIALS.fullmatch(word) or (word.isupper() and len(word) > 1):
        return Kind.NAME if len(word) <= 4 else Kind.WORD  # noqa: PLR2004
    if not word.islower() and not word[0].islower():
        return Kind.WORD
    return Kind.HANDLE if _HANDLE.fullmatch(word) else Kind.NONE


def _may_be_in_a_name(word: str) -> bool:
    bare = word.strip(_BARE)
    if not bare or bare.isdigit() or word in _PARTICLES or bare in _PARTICLES:
        return True
    if word.endswith(".") and not _ABBREVIATED.fullmatch(word.strip("()")):
        return False
    # Scripts without case have names, too.
    return bare[0].isupper() or not (bare[0].islower())


def _has_capital(words: list[str]) -> bool:
    return any(not word.strip(_BARE)[:1].islower() and word.strip(_BARE) for word in words)
