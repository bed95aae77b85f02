"""Where a clause number may stand: one scan of the text by one expression.

What is found here is no heading yet. It looks like a number at a place where a clause may begin;
whether it is one, the sequence tells.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ._numbers import Reading, Value, arabic, chinese, german_ordinal, item_readings, spelled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

INLINE, SENTENCE, GAP, LINE = range(4)
"""How much a place looks like the beginning of a clause, from least to most.

Behind a single space; behind the end of a sentence; behind two spaces or more, as where a line
break was lost; at the beginning of a line.
"""

ITEM_RANK = 100
"""The rank of numbers without a word; those with one are lower."""

_SCHEDULES = (
    "Schedule|Annex|Annexe|Exhibit|Appendix|Attachment|Addendum|Anlage|Anhang|Allegato|Anexo"
)
_RANKED = (
    (_SCHEDULES, 0),
    ("Book|Buch|Livre|Libro|Livro", 1),
    ("Part|Teil|Partie|Parte", 2),
    ("Title|Titel|Titre|Titulo|Título|Titolo|Division", 3),
    ("Subtitle|Subtitel|Untertitel", 4),
    ("Chapter|Kapitel|Chapitre|Capítulo|Capitulo|Capo|Hoofdstuk", 5),
    ("Subchapter|Abschnitt|Afdeling", 6),
    ("Unterabschnitt|Subpart", 7),
    ("Amendment|Article|Articles|Artikel|Art|Artículo|Articulo|Articolo|Artigo", 8),
    ("Section|Sections|Sec|Sección|Seccion|Sezione|Seção", 9),
    ("Clause|Rule|Regulation|Cláusula|Clausula|Paragraph", 10),
)
_RANKS = {word.upper(): rank for words, rank in _RANKED for word in words.split("|")}
_CHINESE_RANKS = {"编": 1, "分编": 2, "章": 3, "节": 4, "目": 5, "条": 8, "條": 8, "款": 10}
SCHEDULE = 0
_SECTION_SIGN = 9


def _by_first_letter(words: set[str]) -> str:
    """Return an expression for any of the words; grouped, so that most texts fail at one look."""
    groups: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        groups.setdefault(word[0], []).append(word[1:])
    choices = "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in groups.items())
    return f"(?=[{''.join(groups)}])(?:{choices})"


_WORDS = _by_first_letter({form for word in _RANKS for form in (word, word.capitalize())})
_ORDINAL_WORDS = "Teil|Buch|Kapitel|Abschnitt|Unterabschnitt|Titel|Untertitel"
_SPACE = r"[ \t\xa0]"
_MARK = rf"""
(?P<word>(?P<name>{_WORDS})\.?{_SPACE}*+(?:No\.{_SPACE}*+)?
    (?P<number>\d{{1,5}}[A-Za-z]{{0,2}}(?:[.-]\d{{1,5}}){{0,6}}|1er
        |(?<=[ \t\xa0.])(?:[IVXLC]{{1,7}}(?:-[A-Z0-9])?|[A-Z]
        |[LRDA]\.?[ ]?\d{{1,5}}(?:-\d{{1,4}}){{0,4}}|Ier
        |(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|premier|première)))
    (?![\w(]))
|(?P<sign>§§?{_SPACE}*+(?P<signed>\d{{1,5}}{_SPACE}?[a-z]?(?:[.-]\d{{1,5}}){{0,4}})(?![\w(]))
|(?P<han>第(?P<count>[零〇一二两三四五六七八九十百千\d]{{1,9}})(?P<unit>分编|[编章节目条條款])
    (?:之(?P<after>[一二三四五六七八九十]{{1,3}}))?)
|(?P<hanitem>（(?P<hannumber>[一二三四五六七八九十百]{{1,5}}|\d{{1,3}})）)
|(?P<ordinal>(?P<nth>[EZDVFSAN][a-zöüß]{{3,12}}?(?:e|er|es)){_SPACE}(?P<thing>{_ORDINAL_WORDS})\b)
|(?P<item>\((?P<inside>\d{{1,4}}(?:\.\d{{1,2}}|[a-z]|bis|ter|quater)?|[a-z]{{1,5}}(?:\.\d{{1,2}})?
    |[A-Z]{{1,5}}|[IVXLC]{{1,7}})\))
|(?P<decimal>(?P<digits>\d{{1,5}}(?:\.\d{{1,5}}){{1,7}}|\d{{1,5}}[A-Za-z]?)(?P<ending>\\?[.]?\)?|°)
    (?=[\s\u3000*_]|$))
|(?P<letter>(?=[A-Za-z]{{1,6}}+[.)])(?P<letters>[A-Za-z]|(?P<twin>[a-z])(?P=twin)|[ivxlc]{{1,6}}|[IVXLC]{{1,6}})(?P<close>[.)])
    (?=[\s\u3000*_]))
"""
_LINES_AND_SENTENCES = re.compile(
    rf"""
[\n\r.;:!?)\]”"*,]
(?:
  (?<=[\n\r]){_SPACE}*+\u3000*+
  (?P<front>(?:>{_SPACE}?)?(?P<hashes>\#{{1,6}}{_SPACE}++)?(?:[-*+•]{_SPACE}++)?[*_]{{0,3}})
 |(?<!,){_SPACE}(?!{_SPACE})(?P<bold>\*\*)?
 |(?<=[;,]){_SPACE}(?:and|or){_SPACE}(?=\()
)
(?:{_MARK}|(?P<plain>(?(hashes)(?=\S)|(?!))))
""",
    re.VERBOSE,
)
"""Behind line ends, and behind the signs that end a sentence or a part of one."""
_GAPS = re.compile(rf"[ ][ ](?<!\s..){_SPACE}*+(?P<bold>\*\*)?(?:{_MARK})", re.VERBOSE)
"""Behind two spaces or more; a long row of them is read once, from its beginning."""
_INSIDE = re.compile(
    r"[(\d](?:(?<=\()(?P<inside>[a-z]{1,3}|\d{1,2})\)|(?<=\d)(?P<digits>\d?\.\d{1,2}(?:\.\d{1,2})?)\.?)"
    r"(?=[ ][A-Z“\"])"
)
"""Behind a heading that ends without a sign: "5. Fees (a) The …", "3. GRANT 3.1 License"."""
_STACKED = re.compile(
    r"(?:\.[ ]|[ ])?(?P<item>\((?P<inside>[a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\))(?=[ ])"
)


class Candidate(NamedTuple):
    """What looks like the number of a clause.

    Attributes:
        start: Offset of its first sign, marks of Markdown included.
        number: Offset where the number itself begins.
        end: Offset after the number.
        place: ``INLINE``, ``SENTENCE``, ``GAP`` or ``LINE``.
        indent: Characters between the line's beginning and ``start``; -1 inside a line.
        hashes: Level of the Markdown heading that it stands in; 0 outside of one.
        rank: How far out its word stands: a chapter before an article; ``ITEM_RANK`` without word.
        readings: What the number may mean; empty for a heading without number.
        parts: The numbers between the points of ``4.2.1``; empty where it has none.
        apart: Whether it has a word, and a line of its own.
        wrapped: Whether the line before ends without a sign, so that a sentence may go on here.
        runs_on: Whether that line is surely prose besides.
    """

    start: int
    number: int
    end: int
    place: int
    indent: int
    hashes: int
    rank: int
    readings: tuple[Reading, ...]
    parts: tuple[int, ...]
    apart: bool = False
    wrapped: bool = False
    runs_on: bool = False


def candidates(text: str) -> list[Candidate]:
    """Return what looks like a clause number, from first to last; a few scans of the text."""
    found = [*_first(text)]
    found += filter(None, (_candidate(text, at) for at in _LINES_AND_SENTENCES.finditer(text)))
    if "  " in text:
        found += filter(None, (_candidate(text, at) for at in _GAPS.finditer(text)))
    found += filter(None, (_inside(text, at) for at in _INSIDE.finditer(text)))
    found.sort()
    found += _all_stacked(text, found)
    # Where two scans found the same, the beginning of a line says more than a row of spaces.
    found.sort(key=lambda one: (one.start, -one.place))
    return _apart(text, found)


def _all_stacked(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    more: list[Candidate] = []
    for one in found:
        # Each row of numbers is followed once, from its first.
        if not more or one.start > more[-1].start:
            more += _stacked(text, one)
    return more


def _stacked(text: str, one: Candidate) -> Iterator[Candidate]:
    """Yield the numbers directly behind another: "(c) (1) (A) text"."""
    while match := _STACKED.match(text, one.end):
        start, end = match.span("item")
        _, readings, parts = _read_item(match)
        one = Candidate(start, start, end, one.place, -1, 0, ITEM_RANK, readings, parts)
        if not readings or not _ITEM_TAIL.match(text, end):
            return
        yield one


def _first(text: str) -> list[Candidate]:
    """Return the number at the very beginning: the scan needs a line end in front of it."""
    begin = "\n" + text[:_BEGINNING]
    match = _LINES_AND_SENTENCES.match(begin)
    one = match and _candidate(begin, match)
    if not one:
        return []
    return [one._replace(start=one.start - 1, number=one.number - 1, end=one.end - 1)]


def _apart(text: str, found: list[Candidate]) -> list[Candidate]:
    """Leave out what was found by two scans, and what stands in a heading of Markdown."""
    kept: list[Candidate] = []
    end = -1
    for one in found:
        if one.start >= end:
            kept.append(one)
            end = _line_end(text, one.end) if one.hashes else max(one.end, one.start + 1)
    return kept


def _line_end(text: str, start: int) -> int:
    end = _LINE_END.search(text, start)
    return end.start() if end else len(text)


def _candidate(text: str, match: re.Match[str]) -> Candidate | None:
    kind = match.lastgroup or ""
    rank, readings, parts = _READERS[kind](match)
    if not readings and kind != "plain":
        return None
    number, end = match.span(kind)
    start, indent, hashes = number, -1, 0
    if match.re is _GAPS:
        place = GAP
    elif match["front"] is not None:
        place, start = LINE, match.start("front")
        indent, hashes = start - match.start() - 1, (match["hashes"] or "").count("#")
    else:
        place = SENTENCE
    if indent < 0 and match["bold"]:
        start = match.start("bold")
    apart = rank < ITEM_RANK and place == LINE and _LINE_ENDS.match(text, end) is not None
    wrapped = place == LINE and not hashes and _is_wrapped(text, match.start())
    runs_on = wrapped and _is_prose_above(text, match.start())
    one = Candidate(
        start, number, end, place, indent, hashes, rank, readings, parts, apart, wrapped, runs_on
    )
    return one if hashes or _may_begin(text, one, kind) else None


def _inside(text: str, match: re.Match[str]) -> Candidate | None:
    start, end = match.span()
    if text[start - 1 : start] != " " or not text[start - 2 : start - 1].isalnum():
        return None
    if match["inside"]:
        _, readings, parts = _read_item(match)
    else:
        parts = tuple(map(int, match[0].rstrip(".").split(".")))
        readings = (_point_reading(parts),)
    one = Candidate(start, start, end, INLINE, -1, 0, ITEM_RANK, readings, parts)
    return one if readings and not _refers(text, start) else None


_Read = tuple[int, tuple[Reading, ...], tuple[int, ...]]
_NOTHING: _Read = (ITEM_RANK, (), ())


def _read_word(match: re.Match[str]) -> _Read:
    name = match["name"].upper()
    style = {"ART": "ARTICLE", "SEC": "SECTION"}.get(name.removesuffix("S"), name.removesuffix("S"))
    number = match["number"]
    rank = _RANKS[name]
    if number[0].isdecimal() and "." in number:
        return _dotted(style, rank, number)
    if not number[0].isdecimal() and number[1:2] in tuple(".0123456789 ") and number[1:]:
        tail = number.lstrip("LRDA. ")
        last = tail.rpartition("-")[2]
        return rank, (Reading(style + number[0] + tail[: -len(last)], (int(last), 0)),), ()
    value = spelled(number.split("-")[0]) if number[0].isupper() else spelled(number)
    if value is None:
        return _NOTHING
    if len(number) == 1 and number in "IVXLC":
        # Exhibit C is the third, and the hundredth in no outline.
        letter = Reading(style, (ord(number) - 64, 0))
        readings = (Reading(style, value), letter)
        return rank, readings if number in "IVX" else readings[::-1], (value[0],)
    return rank, (Reading(style, value),), (value[0],)


def _dotted(style: str, rank: int, number: str) -> _Read:
    parts = tuple(
        int(part.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        for part in number.replace("-", ".").split(".")
    )
    return rank, (_point_reading(parts),), parts


def _point_reading(parts: tuple[int, ...]) -> Reading:
    """Return the reading of 4.2: the second one of those that begin with 4."""
    return Reading(".".join(map(str, parts[:-1])) + ".1", (parts[-1], 0))


def _read_sign(match: re.Match[str]) -> _Read:
    number = match["signed"].replace(" ", "").replace("\xa0", "")
    if "." in number:
        return _dotted("§", _SECTION_SIGN, number)
    value: Value | None = arabic(number.split("-")[0])
    if value is None:
        return _NOTHING
    return _SECTION_SIGN, (Reading("§", value),), (value[0],)


def _read_han(match: re.Match[str]) -> _Read:
    unit = match["unit"]
    value = chinese(match["count"]), chinese(match["after"] or "零")
    return _CHINESE_RANKS[unit], (Reading(unit, value),), ()


def _read_hanitem(match: re.Match[str]) -> _Read:
    return ITEM_RANK, item_readings(match["hannumber"], "（）"), ()


def _read_ordinal(match: re.Match[str]) -> _Read:
    value = german_ordinal(match["nth"])
    thing = match["thing"].upper()
    return (_RANKS[thing], (Reading(thing, (value, 0)),), (value,)) if value else _NOTHING


def _read_item(match: re.Match[str]) -> _Read:
    return ITEM_RANK, item_readings(match["inside"], "()"), ()


def _read_decimal(match: re.Match[str]) -> _Read:
    digits, ending = match["digits"], match["ending"]
    if "." in digits:
        parts = tuple(map(int, digits.split(".")))
        return ITEM_RANK, (_point_reading(parts),), parts
    if ending.endswith((")", "°")):
        return ITEM_RANK, item_readings(digits, ending[-1]), ()
    readings = item_readings(digits, ".")
    return ITEM_RANK, readings, (readings[0].value[0],) if readings else ()


def _read_letter(match: re.Match[str]) -> _Read:
    return ITEM_RANK, item_readings(match["letters"], match["close"]), ()


def _read_plain(_: re.Match[str]) -> _Read:
    return _NOTHING


_READERS = {
    "word": _read_word,
    "sign": _read_sign,
    "han": _read_han,
    "hanitem": _read_hanitem,
    "ordinal": _read_ordinal,
    "item": _read_item,
    "decimal": _read_decimal,
    "letter": _read_letter,
    "plain": _read_plain,
}

_BEGINS = r"""["“„«‘'(\[*_A-ZÀ-ÖØ-ÞА-Я\u3000-\u9fff\d$☐{]"""
_WORD_TAIL = re.compile(
    rf"\**(?:[ \t\xa0]*+(?:$|[\r\n])|[ \t\xa0]*+[.:–—-]++\**(?:\s|{_BEGINS})|[ \t\xa0]++{_BEGINS}"
    rf"|[ ](?:to|zu)[ ](?:the[ ])?[A-Z§][^\r\n.]{{0,40}}+(?:$|[\r\n]))"
)
"""What follows "Article 5" where it is a heading: its end, a sign, or a title."""
_REFERENCE_TAIL = re.compile(
    r"[ \t\xa0]*+(?:[,;)]|\*?(?:Absatz|Abs\b|Satz|Nummer|Nr\b|Buchstabe|Halbsatz|SGB|BGB"
    r"|und\b|bis\b)"
    r"|规定|第|、|和|及|或|的|款)"
)
_ITEM_TAIL = re.compile(rf"[*_]*(?:[ \t\xa0\u3000]*+(?:$|[\r\n]|{_BEGINS}))")
_DATE = re.compile(
    r"[ ](?:Januar|Februar|März|April|Mai|Ju[nl]i|August|September|Oktober|November|Dezember)\b"
)
"""What follows a number that is a day, as in "am / 3. Mai"."""
_BARE_TAIL = re.compile(rf"(?:\t|[ \xa0][ \t\xa0])[ \t\xa0]*+(?!\d|§|{_WORDS}[ ][\dIVX]){_BEGINS}")
"""What follows a number without a sign; in front of another number it is that of a page."""
_REFERRING = frozenset(
    [
        "section",
        "sections",
        "article",
        "articles",
        "clause",
        "clauses",
        "paragraph",
        "paragraphs",
        "subsection",
        "subsections",
        "subparagraph",
        "subparagraphs",
        "sub-paragraph",
        "item",
        "items",
        "part",
        "parts",
        "schedule",
        "schedules",
        "exhibit",
        "exhibits",
        "annex",
        "appendix",
        "rule",
        "rules",
        "chapter",
        "chapters",
        "title",
        "titles",
        "no",
        "nos",
        "art",
        "abs",
        "nr",
        "sec",
        "and",
        "or",
        "to",
        "of",
        "in",
        "under",
        "by",
        "with",
        "see",
        "the",
        "through",
        "than",
        "and/or",
    ]
)
"""Words in front of a number that is referred to, or that is an amount."""
_ABBREVIATED = frozenset(["no.", "nos.", "art.", "abs.", "nr.", "sec."])
"""Those of them that a full stop shortens; behind another it ends the sentence."""


def _refers(text: str, start: int) -> bool:
    """Tell whether the words in front of a number refer to it."""
    words = text[max(0, start - _FRONT) : start].split()
    if not words:
        return False
    word = words[-1]
    if word in ("and", "or") and len(words) > 1 and words[-2][-1] in ";,":
        return False  # the last one of a list
    if word[-1] in "§,(/–-":
        return True
    word = word.lower().lstrip("(")
    return word in _ABBREVIATED or word in _REFERRING


def _is_wrapped(text: str, line_end: int) -> bool:
    """Tell whether the line that ends here does so in mid-sentence, for all that its end tells."""
    above = text[max(0, line_end - 40) : line_end + 1]
    above = above.removesuffix("\n").removesuffix("\r").rstrip(" \t\xa0")
    return above[-1:].isalnum() and not above.endswith(_LISTING)


def _is_prose_above(text: str, line_end: int) -> bool:
    """Tell whether the line that ends here has a sentence end inside, and a small letter last."""
    line = _LAST_LINE.search(text[max(0, line_end - 200) : line_end].rstrip())
    if line is None or len(line[0]) < _SHORT or not line[0][-1].islower():
        return False
    return _SENTENCE_INSIDE.search(line[0]) is not None


_LAST_LINE = re.compile(r"[^\r\n]+\Z")
_SENTENCE_INSIDE = re.compile(r"[a-z]{2}[.;] [A-Z]")
_SHORT = 50
_LISTING = (" and", " or", " und", " oder", " sowie", " et", " ou", " y", " o")
"""What stands before the last one of a list, which is no sentence that goes on."""
_LINE_ENDS = re.compile(r"[.:]?[ \t\xa0]*(?:$|[\r\n])")
_LINE_END = re.compile(r"[\r\n]")
_FRONT = 24
_BEGINNING = 400
_BESIDE = 400
"""Characters within which the next item of a list begins whose items are no sentences."""


def _may_begin(text: str, found: Candidate, kind: str) -> bool:
    """Tell whether a clause may begin here, by what stands just in front and behind."""
    if kind in ("word", "sign", "han", "ordinal"):
        return _heads(text, found, kind)
    if kind == "decimal" and not _ends_well(text, found):
        return False
    if found.place == LINE:
        return _line_may_begin(text, found)
    if not _ITEM_TAIL.match(text, found.end):
        # A list inside a sentence: "shall: (a) pay; (b) …".
        return kind in ("item", "hanitem") and found.place >= SENTENCE
    return not _refers(text, found.start)


def _ends_well(text: str, found: Candidate) -> bool:
    """Tell whether a plain number is more than an amount or the number of a page."""
    if text[found.end - 1] in ".)°" or len(found.parts) > 1:
        return True
    return found.place >= GAP and _BARE_TAIL.match(text, found.end) is not None


def _line_may_begin(text: str, found: Candidate) -> bool:
    before = text[max(0, found.start - 80) : found.start].rstrip()
    if found.wrapped and _DATE.match(text, found.end):
        return False
    refers = before[-1:] not in ",(/–-" and _refers(before, len(before))
    if refers and not _is_below_blank(text, found):
        return False
    if _ITEM_TAIL.match(text, found.end):
        return True
    # In lower case it may be the rest of a sentence: "… in Section / 2.1 of this License".
    if text[found.end - 1] in ")）°" or before[-1:] in ".;:" or _is_below_blank(text, found):
        return True
    if found.indent > 0 and found.indent != _indent_above(text, found):
        return True
    return len(found.parts) == 1 and _is_beside(text, found)


def _is_beside(text: str, found: Candidate) -> bool:
    """Tell whether the number before or behind this one begins a line near by, too."""
    number = found.parts[0]
    behind = text.find(f"\n{number + 1}. ", found.end, found.end + _BESIDE) >= 0
    start = max(0, found.start - _BESIDE)
    return behind or (number > 1 and text.find(f"\n{number - 1}. ", start, found.start) >= 0)


def _indent_above(text: str, found: Candidate) -> int:
    above = text.rfind("\n", 0, max(0, found.start - found.indent - 1)) + 1
    line = text[above : above + 80]
    return len(line) - len(line.lstrip(" \t\xa0"))


def _is_below_blank(text: str, found: Candidate) -> bool:
    gap = text[max(0, found.start - 80) : found.start]
    return gap.count("\n", len(gap.rstrip())) > 1


def _heads(text: str, found: Candidate, kind: str) -> bool:
    if found.place < SENTENCE or _REFERENCE_TAIL.match(text, found.end):
        return False
    if kind == "han":
        return found.place == LINE
    if not _WORD_TAIL.match(text, found.end):
        return False
    if found.place == SENTENCE and found.rank != SCHEDULE:
        return text[found.end : found.end + 1] in (".", ":", "\n", "\r", "")
    if _is_below_blank(text, found):
        return True
    before = text[max(0, found.start - 40) : found.start].rstrip()
    return not _refers(before, len(before))
