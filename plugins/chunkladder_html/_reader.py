"""One walk over the tokens: what a reader sees, and what stands where.

What is seen falls into runs: stretches of text between two edges of blocks. Elements are told of
as runs, from one up to another, so that nothing has to be searched for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from html import unescape
from typing import TYPE_CHECKING

from ._dropping import FAR, Dropper, is_end_of
from ._elements import (
    BARRIERS,
    BLOCKS,
    CELLS,
    ENDS_HEADING,
    ENDS_PARAGRAPH,
    HEADINGS,
    IMPLIED,
    INLINE,
    IS_BOUND,
    IS_IMPLYING,
    IS_KEPT,
    IS_LED,
    IS_LOOSE,
    IS_SPECIAL,
    IS_TRANSPARENT,
    ITEMS,
    LISTS,
    LOOSE,
    OF_TABLES,
    PLAIN,
    PLAIN_ENDS,
    SECTIONS,
    SPACED,
    TRAITS,
    VOID,
)
from ._findings import BLANKS, Findings, Heading
from ._markers import Markers
from ._places import BLOCK, ITEM, LINE, Place
from ._tables import Gap, Grid
from ._tokens import (
    COMMENT,
    ENTITY,
    NAME,
    RAW,
    SPACE,
    attributes_of,
    behind_line_end,
    decoded,
    inside,
    is_in_drawing,
    tokens,
)
from ._wide import FIRST_WIDE, joins

if TYPE_CHECKING:
    import re

    from ._options import HtmlOptions

DEEPEST_INDENT = 8


class Reader:
    """Walks the tokens of one text.

    Tokens that touch each other are a gap, which becomes one edit when text follows. A method
    that takes in a token returns where the gap begins and ends then.
    """

    def __init__(self, text: str, options: HtmlOptions) -> None:
        self._text = text
        self._dropper = Dropper(text, options)
        self._with_images = options.images == "alt"
        self.found = Findings()
        # Only blocks: nothing depends on the others.
        self._stack: list[tuple[str, int]] = []
        self._where: defaultdict[str, list[int]] = defaultdict(list)
        self._items: list[int] = []
        self._markers: list[Markers] = []
        self._grids: list[Grid] = []
        self._section_depth = self._bounds = self._verbatim = self._seen = 0
        self._heading: Heading | None = None
        self._outline: list[Heading] = []
        self._term: tuple[int, int] | None = None
        self._begin_gap()
        self._break = 2

    def _begin_gap(self) -> None:
        self._break = self._lines = self._section = self._cells = 0
        self._low = FAR
        self._spaced = self._has_row = self._has_definition = False
        self._marker = ""

    def read(self) -> Findings:
        """Read all of it."""
        gap, end = self._walk()
        if end < len(self._text):
            self._close_gap(gap, end)
            gap = end = len(self._text)
        self._pop_to(0)
        self._end_bound(0)
        if self.found.run_starts:
            gap = self._end_run(gap)
        if gap < len(self._text):
            self._edit(gap, len(self._text), "")
        return self.found

    def _walk(self) -> tuple[int, int]:  # noqa: C901, PLR0912, PLR0915 - the hot loop
        """Read the tokens; most are tags in a line, and white space.

        Returns:
            The last gap, still open.
        """
        text, found, suspect = self._text, self.found, self._dropper.suspect
        starts, ends, texts = found.starts, found.ends, found.texts
        inline, space = INLINE - self._dropper.names, SPACE
        plain = PLAIN - self._dropper.names
        self._source = tokens(text)
        gap = end = 0
        for token in self._source:
            first, last = token.span()
            if first > end and self._break:
                if text[end] == "\xa0":
                    end = self._behind_blanks(end, first)
                if first > end:
                    self._close_gap(gap, end)
                    gap = first
            elif first > end:
                if gap < end:
                    starts.append(gap)
                    ends.append(end)
                    texts.append(self._blank(gap, end) if self._spaced else "")
                    self._spaced = False
                gap = first
            name = token[2]
            if name in inline and last <= suspect:
                if text[last - 1] in space:
                    if self._verbatim:
                        last = text.rindex(">", first, last) + 1
                    else:
                        self._spaced = True
                end = last
            elif text[first] in space:
                if self._verbatim:
                    if gap < first:
                        self._close_gap(gap, first)
                    gap = last
                else:
                    self._spaced = True
                end = last
            elif last <= suspect and (name in plain or name in PLAIN_ENDS) and not self._verbatim:
                if text[last - 1] in space:
                    self._spaced = True
                end = last
                if name in plain:
                    self._open_plain(name)
                else:
                    self._close_plain(name[1:])
            else:
                if name:
                    gap, end = self._take_tag(name.lower(), gap, first, last)
                else:
                    gap, end = self._take(token, gap, first, last)
                suspect = self._dropper.suspect
        return gap, end

    def _behind_blanks(self, start: int, end: int) -> int:
        """Return where text begins between two offsets that is more than no-break spaces."""
        if self._verbatim:
            return start
        inner = self._text[start:end]
        return end - len(inner.lstrip("\xa0 "))

    def _blank(self, gap: int, end: int) -> str:
        """Return what is shown of white space between two words: a blank, if there is none yet."""
        text = self._text
        before = text[gap - 1] if gap else " "
        if before in SPACE:
            return ""
        if before >= FIRST_WIDE and joins(before, text[end : end + 1]):
            return "" if "\n" in text[gap:end] else " "
        return " "

    def _edit(self, start: int, end: int, text: str) -> None:
        self.found.starts.append(start)
        self.found.ends.append(end)
        self.found.texts.append(text)

    def _close_gap(self, gap: int, end: int) -> None:
        """Make an edit of a gap, behind which text follows."""
        if not self._break:
            if gap < end:
                self._edit(gap, end, self._blank(gap, end) if self._spaced else "")
            self._spaced = False
            return
        found = self.found
        if found.run_starts:
            gap = self._end_run(gap)
        if self._items or self._grids:
            self._begin_inner_run(gap, end)
        else:
            low = self._low
            if found.run_starts:
                self._edit(gap, end, "\n" * self._break)
            elif gap < end:
                self._edit(gap, end, "")
            found.run_starts.append(end)
            found.places.append((LINE if low == FAR else BLOCK, low, self._section))
        self._begin_gap()

    def _begin_inner_run(self, gap: int, end: int) -> None:
        """Begin a run that stands in a list or a table."""
        found, prefix = self.found, self._marker
        run, place = len(found.run_starts), self._place()
        grid = self._grids[-1] if self._grids else None
        shown = self._separator(place) if run else ""
        if grid and self._low > grid.position:
            data = self._in_table() if run else ""
            grid.gaps.append(Gap(run, len(found.texts), data, shown, self._has_row, place))
        self._edit(gap, end, shown)
        found.run_starts.append(end)
        found.places.append(place)
        if grid and self._cells > 1 and (self._has_row or self._low <= grid.position):
            grid.prefixes.append((len(found.texts), prefix))
            prefix = "| " * (self._cells - 1) + prefix
        if prefix:
            self._edit(end, end, prefix)

    def _end_run(self, gap: int) -> int:
        """End the last run where a gap begins, less white space; return where that is."""
        text = self._text
        if text[gap - 1] in BLANKS:
            start = self.found.run_starts[-1]
            gap = self.found.take_back_blanks(text, start, gap)
            if gap == start:
                self._forget_marker(start)
        self.found.run_ends.append(gap)
        self._seen += gap - self.found.run_starts[-1]
        return gap

    def _forget_marker(self, start: int) -> None:
        """Take back the marker of a run that turned out to be blank."""
        found = self.found
        if found.starts[-1:] == found.ends[-1:] == [start]:
            found.texts[-1] = ""
            found.has_blank_prefixes = True
            for grid in self._grids:
                grid.prefixes = [one for one in grid.prefixes if one[0] != len(found.texts) - 1]

    def _place(self) -> Place:
        low, items = self._low, self._items
        if low == FAR:
            return LINE, 0, self._section
        if items and low >= items[0]:
            return ITEM, low - items[0] + self._has_definition, self._section
        return BLOCK, low, self._section

    def _separator(self, place: Place) -> str:
        """Return what is shown between two runs that stand in no table of data."""
        is_close = self._has_definition or (
            place[0] == ITEM and self._stack[self._items[-1]][0] == "li"
        )
        depth = min(len(self._where["li"]), DEEPEST_INDENT) if self._marker else 1
        indent = "  " * (depth - 1)
        return ("\n" if is_close else "\n" * self._break) + indent

    def _in_table(self) -> str:
        if self._has_row:
            return "\n"
        if self._cells:
            return " | " + "| " * (self._cells - 1)
        return "\n" if self._marker or self._verbatim else " "

    def _take(self, token: re.Match[str], gap: int, first: int, last: int) -> tuple[int, int]:
        kind = token.lastindex
        if kind == ENTITY:
            return self._take_entity(token[0], gap, first, last)
        if self._verbatim:
            last = first + len(token[0].rstrip(SPACE))
        elif self._text[last - 1] in SPACE:
            self._spaced = True
        if kind == RAW:
            return self._take_raw(token, gap, last)
        if kind == COMMENT and not self._dropper.comments:
            return self._show(gap, first, token.end(COMMENT), last)
        return gap, last

    def _take_entity(self, entity: str, gap: int, first: int, last: int) -> tuple[int, int]:
        shown = decoded(entity)
        if not shown:
            return gap, last
        if shown == "\xa0" and self._break and not self._verbatim:
            # Nothing but no-break spaces is what people put into empty cells and lines.
            return gap, last
        self._close_gap(gap, first)
        if shown != entity:
            is_space = shown in SPACE and not self._verbatim
            self._edit(first, last, " " if is_space else shown)
        return last, last

    def _take_raw(self, token: re.Match[str], gap: int, last: int) -> tuple[int, int]:
        """Take in an element whose content is no markup."""
        name = token[RAW].lower()
        if name == "title":
            if not is_in_drawing(token):
                self.found.note("title", unescape(self._text[slice(*inside(token))]))
        elif name in self._dropper.raw_shown:
            return self._show(gap, *inside(token), last)
        return gap, last

    def _show(self, gap: int, start: int, end: int, last: int) -> tuple[int, int]:
        """Show a stretch as it stands, as a block."""
        inner = self._text[start:end]
        start += len(inner) - len(inner.lstrip(SPACE))
        end -= len(inner) - len(inner.rstrip(SPACE))
        self._edge(len(self._stack))
        if start >= end:
            return gap, last
        self._close_gap(gap, start)
        run = len(self.found.run_starts)
        if not self._verbatim:
            self.found.verbatim.append((run - 1, run))
        self._edge(len(self._stack))
        return end, last

    def _take_tag(self, name: str, gap: int, first: int, last: int) -> tuple[int, int]:
        dropper = self._dropper
        if self._text[last - 1] in SPACE:
            if self._verbatim:
                last = self._text.rindex(">", first, last) + 1
            else:
                self._spaced = True
        if name[0] == "/":
            if last > dropper.suspect:
                dropper.go_on(last)
            self._close(name[1:])
            return gap, last
        if (name in dropper.names or last > dropper.suspect) and self._is_dropped(
            name, first, last
        ):
            return self._skip(name, gap, last)
        if name in BLOCKS and name not in VOID and name != "html":
            return gap, self._open(name, gap, first, last)
        return self._take_void(name, gap, first, last)

    def _is_dropped(self, name: str, first: int, last: int) -> bool:
        tag, in_quote = self._text[first:last], bool(self._where["blockquote"])
        return self._dropper.drops(tag, name, last, in_quote=in_quote)

    def _take_void(self, name: str, gap: int, first: int, last: int) -> tuple[int, int]:
        if name == "br":
            return self._take_line_break(gap, first, last)
        if name == "hr":
            self._end_paragraph(name)
            self._edge(len(self._stack))
        elif name == "img" and self._with_images:
            alt = " ".join(attributes_of(self._text[first:last]).get("alt", "").split())
            if alt:
                self._close_gap(gap, first)
                end = self._text.rindex(">", first, last) + 1
                self._edit(first, end, alt)
                return end, last
        elif name in {"html", "meta", "link"}:
            self.found.note_attributes(name, attributes_of(self._text[first:last]))
        self._spaced = self._spaced or name in SPACED
        return gap, last

    def _take_line_break(self, gap: int, first: int, last: int) -> tuple[int, int]:
        if self._verbatim:
            self._close_gap(gap, first)
            self._edit(first, last, "\n")
            return last, last
        self._lines += 1
        self._break = max(self._break, 1)
        if self._lines > 1:
            # Two of them are what some write for a paragraph.
            self._edge(len(self._stack))
        return gap, last

    def _skip(self, name: str, gap: int, last: int) -> tuple[int, int]:
        """Leave out an element, up to its end tag or to what ends it without one."""
        if name in BLOCKS:
            self._edge(len(self._stack), TRAITS[name])
        if name in VOID:
            return gap, last
        inside: Counter[str] = Counter([name])
        for token in self._source:
            last = token.end()
            tag = (token[NAME] or "").lower()
            if tag[:1] == "/":
                if self._ends_skipped(name, tag[1:], inside):
                    break
            elif tag and tag not in VOID:
                if is_end_of(name, tag, inside):
                    return self._take_tag(tag, gap, token.start(), last)
                inside[tag] += 1
        self._dropper.go_on(last)
        return gap, last

    def _ends_skipped(self, name: str, ended: str, inside: Counter[str]) -> bool:
        """Tell whether an end tag ends an element that is left out, or one around it."""
        if inside[ended]:
            inside[ended] -= 1
            return not inside[name]
        if not self._where.get(ended):
            return False
        self._close(ended)
        return True

    def _edge(self, position: int, traits: int = IS_LOOSE) -> None:
        """Note that a block begins or ends here, with so many around it."""
        strength = 1 + (traits & IS_LOOSE)
        if self._break < strength:  # noqa: PLR1730 - a call would cost more
            self._break = strength
        if position < self._low and not traits & IS_TRANSPARENT:
            self._low = position

    def _end_paragraph(self, name: str) -> None:
        """End the paragraph, or the heading, that a block ends by beginning."""
        if self._heading and name in ENDS_HEADING:
            self._pop_to(self._where[f"h{self._heading.rank}"][-1])
        if name in ENDS_PARAGRAPH and self._stack and self._stack[-1][0] == "p":
            self._pop_to(len(self._stack) - 1)

    def _open_plain(self, name: str) -> None:
        """Open a block with nothing special about it: what ``_open`` does, but faster."""
        stack = self._stack
        if self._heading or (stack and stack[-1][0] == "p"):
            self._end_paragraph(name)
        position = len(stack)
        self._where[name].append(position)
        stack.append((name, len(self.found.run_starts)))
        if position < self._low:  # noqa: PLR1730
            self._low = position
        strength = 2 if name in LOOSE else 1
        if self._break < strength:  # noqa: PLR1730 - a call would cost more
            self._break = strength

    def _close_plain(self, name: str) -> None:
        """Close a block with nothing special about it: what ``_close`` does, but faster."""
        stack = self._stack
        if not stack or stack[-1][0] != name:
            self._close(name)
            return
        stack.pop()
        self._where[name].pop()
        if len(stack) < self._low:  # noqa: PLR1730
            self._low = len(stack)
        strength = 2 if name in LOOSE else 1
        if self._break < strength:  # noqa: PLR1730 - a call would cost more
            self._break = strength

    def _open(self, name: str, gap: int, first: int, last: int) -> int:
        stack, traits = self._stack, TRAITS[name]
        if self._heading or (stack and stack[-1][0] == "p"):
            self._end_paragraph(name)
        if traits & IS_IMPLYING and stack:
            self._end_implied(*IMPLIED[name])
        position, run = len(stack), len(self.found.run_starts)
        stack.append((name, run))
        self._where[name].append(position)
        self._edge(position, traits)
        if traits & IS_BOUND:
            self._bounds += 1
        if traits & IS_LED:
            self.found.led.add(run)
        if traits & IS_SPECIAL:
            return self._open_special(name, gap, first, last)
        return last

    def _open_special(self, name: str, gap: int, first: int, last: int) -> int:
        position, run = self._where[name][-1], len(self.found.run_starts)
        if name in OF_TABLES:
            self._open_of_table(name, position, run, first, last)
        elif name in ITEMS:
            self._open_item(name, position)
        elif name in HEADINGS:
            self._heading = Heading(HEADINGS[name], gap, run, self._bounds)
            if self._grids:
                self._grids[-1].is_layout = True
        elif name in LISTS:
            self._markers.append(Markers(name, self._text[first:last]))
        elif name in SECTIONS:
            self._section_depth += 1
            self._section = min(self._section or FAR, self._section_depth)
        else:
            self._verbatim += 1
            return behind_line_end(self._text, self._text.rindex(">", first, last) + 1)
        return last

    def _end_implied(self, ended: frozenset[str], around: frozenset[str]) -> None:
        """End what a block ends by beginning, if that stands in the innermost of some others."""
        where, floor, lowest = self._where, -1, FAR
        if self._stack[-1][0] in around:
            return
        for name in around:
            if where[name] and where[name][-1] > floor:
                floor = where[name][-1]
        for name in ended:
            if where[name] and floor < where[name][-1] < lowest:
                lowest = where[name][-1]
        if lowest < FAR:
            self._pop_to(lowest)

    def _open_item(self, name: str, position: int) -> None:
        self._items.append(position)
        if name == "li":
            self._marker = self._markers[-1].next_one() if self._markers else "- "
        elif name == "dd":
            self._has_definition = True
            if self._term and self._term[1] == len(self.found.run_starts):
                self.found.terms.append(self._term)
            self._term = None

    def _open_of_table(self, name: str, position: int, run: int, first: int, last: int) -> None:
        if name in CELLS:
            if self._grids:
                self._cells += 1
                self._grids[-1].begin_cell(run, is_header=name == "th")
        elif name == "table":
            if self._grids:
                self._grids[-1].is_layout = True
            attributes = attributes_of(self._text[first:last])
            is_layout = attributes.get("role", "").lower() in {"presentation", "none"}
            is_data = attributes.get("border", "0").strip() not in {"", "0"}
            self._grids.append(Grid(position, run, self._seen, is_layout, is_data))
        elif self._grids:
            grid = self._grids[-1]
            if name == "tr":
                self._has_row = True
                self._cells = 0
                grid.begin_row(run)
            elif name == "thead":
                grid.heads += 1

    def _close(self, name: str) -> None:
        """Take in an end tag."""
        if name in HEADINGS:
            if self._heading:
                self._pop_to(self._where[f"h{self._heading.rank}"][-1])
            return
        open_ones = self._where.get(name)
        if not open_ones:
            if name in BLOCKS or name == "br":
                self._break = max(self._break, 1 + (name == "p"))
            self._spaced = self._spaced or name in SPACED
            return
        position = open_ones[-1]
        if self._grids and name not in OF_TABLES and self._is_outside(position):
            return
        self._pop_to(position)

    def _is_outside(self, position: int) -> bool:
        """Tell whether a block stands outside of the cell in which its end tag does."""
        where = self._where
        return any(where[name] and where[name][-1] > position for name in BARRIERS)

    def _pop_to(self, position: int) -> None:
        """End all blocks from a position of the stack on."""
        stack, where = self._stack, self._where
        while len(stack) > position:
            name, first = stack.pop()
            where[name].pop()
            traits = TRAITS[name]
            self._edge(len(stack), traits)
            if traits & IS_SPECIAL:
                self._end_special(name, first)
            if traits & IS_KEPT and first < len(self.found.run_starts):
                self.found.kept.append((first, len(self.found.run_starts)))
            if traits & IS_BOUND:
                self._end_bound(self._bounds)
                self._bounds -= 1

    def _end_special(self, name: str, first: int) -> None:
        run = len(self.found.run_starts)
        if name in OF_TABLES:
            self._end_of_table(name, first, run)
        elif name in ITEMS:
            self._end_item(name, first, run)
        elif name in HEADINGS:
            self._end_heading(run)
        elif name in LISTS:
            self._markers.pop()
        elif name in SECTIONS:
            self._section = min(self._section or FAR, self._section_depth)
            self._section_depth -= 1
        else:
            self._verbatim -= 1
            # One inside another is part of that.
            if first < run and not self._verbatim:
                self.found.verbatim.append((first, run))

    def _end_item(self, name: str, first: int, run: int) -> None:
        self._items.pop()
        self._marker = ""
        if name == "dt" and first < run:
            # Of several terms in a row the first.
            known = self._term
            self._term = (known[0] if known and known[1] == first else first), run

    def _end_heading(self, run: int) -> None:
        heading, self._heading = self._heading, None
        if heading and heading.first < run:
            heading.last = run
            self._end_sections(heading)
            self._outline.append(heading)
            self.found.headings.append(heading)

    def _end_bound(self, bound: int) -> None:
        """End the sections of headings inside a bound."""
        while self._outline and self._outline[-1].bound >= bound:
            self._outline.pop().end = len(self.found.run_starts)

    def _end_sections(self, heading: Heading) -> None:
        """End the sections of no higher rank inside the same bound as a heading, or outside all."""
        outline = self._outline
        while (
            outline and outline[-1].bound in {0, heading.bound} and outline[-1].rank >= heading.rank
        ):
            outline.pop().end = heading.first

    def _end_of_table(self, name: str, first: int, run: int) -> None:
        if not self._grids or name in CELLS:
            return
        grid = self._grids[-1]
        if name == "tr":
            grid.end_row(run)
        elif name == "thead":
            grid.heads -= 1
        elif name == "caption" and first < run:
            grid.caption = (first, run)
            grid.is_data = True
        elif name == "table":
            self._end_table(self._grids.pop(), run)

    def _end_table(self, grid: Grid, run: int) -> None:
        grid.end_row(run)
        grid.last = run
        found = self.found
        grid.settle(self._seen - grid.seen)
        found.settle(grid)
        if grid.first < run and not grid.is_layout:
            found.grids.append(grid)
