"""What is known of elements by their names."""

from __future__ import annotations

HEADINGS = {f"h{rank}": rank for rank in range(1, 7)}

LOOSE = frozenset(
    {
        *HEADINGS,
        *("address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "dl"),
        *("fieldset", "figure", "footer", "form", "header", "hgroup", "hr", "listing", "main"),
        *("menu", "nav", "ol", "p", "pre", "search", "section", "table", "ul", "xmp"),
    }
)
"""Elements with a blank line in front and behind."""

TIGHT = frozenset(
    {
        *("body", "caption", "col", "colgroup", "dd", "div", "dt", "figcaption", "frame"),
        *("frameset", "head", "html", "legend", "li", "noscript", "optgroup", "option"),
        *("select", "summary", "tbody", "td", "template", "text", "tfoot", "th", "thead"),
        *("tr", "video", "audio", "canvas", "object"),
    }
)
"""Elements that stand on lines of their own."""

BLOCKS = LOOSE | TIGHT

VOID = frozenset(
    {
        *("area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img"),
        *("input", "keygen", "link", "meta", "param", "source", "track", "wbr"),
    }
)
"""Elements that hold nothing and have no end tag."""

TRANSPARENT = frozenset({"html", "head", "body", "tbody", "thead", "tfoot", "colgroup", "caption"})
"""Elements whose edges are no places to cut."""

ENDS_PARAGRAPH = LOOSE | {"div", "li", "dt", "dd", "td", "th", "tr", "summary", "figcaption"}
"""Elements that end an open ``p``; the standard has the same list but for a few."""

ENDS_HEADING = frozenset(
    {
        *("p", "ul", "ol", "dl", "table", "pre", "hr", "section", "article", "blockquote"),
        *("form", "figure", "aside", "nav", "main", "footer"),
        *HEADINGS,
    }
)
"""Elements before which a heading ends that was not closed."""

CELLS = frozenset({"td", "th"})
ROW_ENDS = frozenset({"tr", "tbody", "thead", "tfoot"})
LISTS = frozenset({"ul", "ol", "menu", "dir"})
ITEMS = frozenset({"li", "dt", "dd"})

IMPLIED = {
    "li": (frozenset({"li"}), LISTS),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "option": (frozenset({"option"}), frozenset({"select"})),
    "tr": (frozenset({"tr"}), frozenset({"table"})),
    "td": (CELLS, frozenset({"table", "tr"})),
    "th": (CELLS, frozenset({"table", "tr"})),
    "tbody": (ROW_ENDS | {"caption", "colgroup"}, frozenset({"table"})),
    "thead": (ROW_ENDS | {"caption", "colgroup"}, frozenset({"table"})),
    "tfoot": (ROW_ENDS | {"caption", "colgroup"}, frozenset({"table"})),
}
"""What a start tag ends, if it is open inside the innermost of some others."""

BARRIERS = frozenset({"td", "th", "caption"})
"""Elements that an end tag inside does not reach out of, unless it is of a table."""

OF_TABLES = frozenset({"table", "tr", "tbody", "thead", "tfoot", "td", "th", "caption"})

KEPT = frozenset({"li", "pre", "blockquote", "figure", "listing"})
"""Elements that are kept whole if they fit."""

SECTIONS = frozenset({"section", "article"})
BOUNDS = SECTIONS | KEPT | {"aside", "dd", "details"}
"""Elements at whose ends the sections of headings inside end, too."""

LED = LISTS | {"dl", "pre", "table"}
"""Elements of which the line before speaks, if it ends with a colon."""

VERBATIM = frozenset({"pre", "listing"})
"""Elements in which white space counts."""

SPACED = frozenset({"button", "embed", "input", "textarea", "meter", "progress", "rt"})
"""Elements in a line that are boxes of their own, so that no word goes on behind one."""

_IN_LINE = (
    *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn"),
    *("em", "font", "g", "i", "ins", "kbd", "label", "mark", "nobr", "path", "q", "ruby", "s"),
    *("samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
)
INLINE = frozenset(
    slash + name for each in _IN_LINE for name in (each, each.upper()) for slash in ("", "/")
)
"""Tags, as they are mostly written, that change nothing; whatever is unknown does not either."""

PLAIN = (BLOCKS & ENDS_PARAGRAPH) - frozenset().union(
    IMPLIED,
    BOUNDS,
    HEADINGS,
    LED,
    ITEMS,
    OF_TABLES,
    VERBATIM,
    VOID,
    TRANSPARENT,
    ENDS_HEADING - {"p"},
)
"""Blocks with nothing special about them; most blocks are."""

PLAIN_ENDS = frozenset("/" + name for name in PLAIN)

IS_LOOSE, IS_TRANSPARENT, IS_IMPLYING, IS_BOUND, IS_LED, IS_KEPT, IS_SPECIAL = (
    1 << at for at in range(7)
)
"""What is asked of each block, as bits of a number."""


def _traits(name: str) -> int:
    special = (HEADINGS.keys(), LISTS, ITEMS, OF_TABLES, SECTIONS, VERBATIM)
    return (
        IS_LOOSE * (name in LOOSE)
        | IS_TRANSPARENT * (name in TRANSPARENT)
        | IS_IMPLYING * (name in IMPLIED)
        | IS_BOUND * (name in BOUNDS)
        | IS_LED * (name in LED)
        | IS_KEPT * (name in KEPT)
        | IS_SPECIAL * any(name in kind for kind in special)
    )


TRAITS = {name: _traits(name) for name in BLOCKS}
