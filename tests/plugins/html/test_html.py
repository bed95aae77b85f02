"""What a reader sees of a page, where it is cut, and what stands around the chunks."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from chunkladder import ConfigError, Splitter
from chunkladder.formats import detect
from chunkladder.plugins import registry

from .test_laws import PAGE
from .trials import bodies, body, split

SEEN = [
    ("<p>a</p><p>b</p>", "a\n\nb"),
    ("<P>a<P>b", "a\n\nb"),
    ("<div>a</div><div>b</div>", "a\nb"),
    ("a<b>b</b>c", "abc"),
    ("a <b> b </b> c", "a b c"),
    ("<p> a\n  b\tc </p>", "a b c"),
    ("a<br>b<BR/>c", "a\nb\nc"),
    ("a<br><br>b", "a\n\nb"),
    ("<h1>a</h2><p>b", "a\n\nb"),
    ("<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"),
    ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
    ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
    ("<ul><li><p>a</p></li><li><p>b</p></li></ul>", "- a\n- b"),
    ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\nb\nc\nd"),
    ("<pre>\n  a\n    b\n</pre>c", "  a\n    b\n\nc"),
    ("<pre>a <b>b</b> \n c</pre>", "a b \n c"),
    ("<pre>a<br> b</pre>", "a\n b"),
    ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a | b\n1 | 2"),
    ("<table border=1><tr><td><td>b<tr><td>1<td><td>3</table>", "| b\n1 | | 3"),
    ("<table border=1><tr><td>a<td><p>b<p>c<tr><td>d<td>e<br>f</table>", "a | b c\nd | e f"),
    ("<table><tr><td>a<td>b</table>", "a\nb"),
    ("<table><tr><td>&nbsp;<td>a<td><h2>b</h2>c<tr><td>d</table>", "a\n\nb\n\nc\nd"),
    ("<table role=none border=1><tr><td>a<td>b<tr><td>c<td>d</table>", "a\nb\nc\nd"),
    ("<script>a</script>b<style>c</style>d<!-- e -->f", "bdf"),
    ("a<script>if (a < b) '</p>' </SCRIPT >b", "ab"),
    ("<nav>a<p>b</nav>c<footer>d</footer>", "c"),
    ("<div role=navigation><div>a</div></div>b", "a\nb"),
    ("<blockquote>a<footer>b</footer></blockquote>", "a\n\nb"),
    ("<p hidden>a<p>b<p style='color: red; Display: none'>c", "b\n\nc"),
    ("<p style='color: red; display : none;'>a</p>b<span HIDDEN>c</span>d", "bd"),
    ("<ul><li hidden>a<li>b<li style='display:none'><ul><li>c</ul><li>d</ul>", "- b\n- d"),
    ("<div><p hidden>a</div>b", "b"),
    ("<dialog>a</dialog><dialog open>b</dialog><template>c</template><noscript>d</noscript>", "b"),
    ("a&amp;b&lt;c&#65;&#x42&copy;&notit;&bogus;&", "a&b<cAB©¬it;&bogus;&"),
    ("&#0;&#xD800;&#1;&#99999999;", "���"),
    ("a&nbsp;b", "a\xa0b"),
    ("<p>&nbsp;</p><p>a&nbsp;</p>", "a"),
    ("a\n\xa0", "a"),
    ("<p>a <b> \xa0</b></p>b", "a\n\nb"),
    ("<p>a&nbsp; <i> \xa0</p>b", "a\n\nb"),
    ("a\n\xa0\n", "a"),
    ("<p>a\n\xa0</p><p>b", "a\n\nb"),
    ("a < b & c > d <3", "a < b & c > d <3"),
    ("a <b c='>' d=\">\">b", "a b"),
    ('a <b c="x>b <i>c', "a b c"),
    ("a <b", "a <b"),
    ("a<!-->b<!--->c<!x>d<?x>e</>f</ x>g", "abcdefg"),
    ("a<!-- b", "a"),
    ("<![CDATA[a]]>", "a]]>"),
    ("<title>a</title>b<svg><text>c</text><text>d</text></svg>", "b\nc\nd"),
    ("<p>a <svg><path d=M0 /></svg> b", "a b"),
    ("<p>a <math><mi>x</mi><mo>=</mo><mn>2</mn></math> b", "a x=2 b"),
    ("a&shy;b&#173;c &#xAD;d", "abc d"),
    ("<button>a</button><button>b</button>", "a b"),
    ("<x-y>a</x-y><made-up>b</made-up>", "ab"),
    ("漢\n字 a\nb<b>文\n</b>字", "漢字 a b文字"),
    ("<p>a</div></p></table></li>b", "a\n\nb"),
    ("<table border=1><tr><td>a<ul><li>b</table><p>c", "a\n\n- b\n\nc"),
    ("<xmp><b>a</b></xmp>", "<b>a</b>"),
    ("<script src=x /><p>a", "a"),
]


@pytest.mark.parametrize(("page", "seen"), SEEN, ids=[page for page, _ in SEEN])
def test_a_reader_sees(page: str, seen: str) -> None:
    assert body(page) == seen


@pytest.mark.parametrize(
    ("page", "options", "seen"),
    [
        ("<nav>a</nav>b", {"navigation": "keep"}, "a\n\nb"),
        ("<footer>a</footer>b", {"footers": "keep"}, "a\n\nb"),
        ("<div role=navigation><div>a</div></div>b", {"roles": "drop"}, "b"),
        ("<p hidden>a</p>b", {"hidden": "keep"}, "a\n\nb"),
        ("<script> a<b </script>b", {"scripts": "keep"}, "a<b\n\nb"),
        ("<style>a</style>b", {"styles": "keep"}, "a\n\nb"),
        ("<!-- a -->b", {"comments": "keep"}, "<!-- a -->\n\nb"),
        ("a<img alt='b &amp; c'>d", {"images": "alt"}, "ab & cd"),
        ("<p class='x y'>a<p>b", {"omit": ["p.y"]}, "b"),
        ("<i id=a>a</i><b data-x=1>b</b>c", {"omit": ["#a", "[data-x=1]"]}, "c"),
        ("a<sup>b</sup>", {"omit": ["sup"]}, "a"),
        ("a<a class=headerlink>¶</a>", {"omit": [".headerlink"]}, "a"),
    ],
)
def test_options_tell_what_is_seen(page: str, options: dict[str, object], seen: str) -> None:
    assert body(page, **options) == seen


def test_a_wrong_selector_is_refused() -> None:
    with pytest.raises(ConfigError, match="div > p"):
        Splitter(format="html", options={"html": {"omit": ["div > p"]}})


def test_text_is_the_source_and_body_what_is_seen() -> None:
    (chunk,) = split("<p>a &lt; <b>b</b></p>")
    assert (chunk.text, chunk.body, chunk.start) == ("a &lt; <b>b", "a < b", 3)


def test_headings_make_sections_by_rank() -> None:
    page = "<h1>A</h1><p>a</p><h2>B <i>b</i>&amp;¶</h2><p>b</p><h3>C</h3><p>c</p><h2>D</h2><p>d</p>"
    chunks = split(page, 8)
    paths = list(dict.fromkeys(chunk.path for chunk in chunks))
    assert paths == [("A",), ("A", "B b&"), ("A", "B b&", "C"), ("A", "D")]


def test_a_section_ends_with_the_element_around_its_heading() -> None:
    page = "<h1>A</h1><article><h2>B</h2><p>bbbb</p></article><p>cccc</p>"
    assert [chunk.path for chunk in split(page, 12)] == [("A", "B"), ("A",)]


def test_a_heading_outside_of_articles_does_not_hold_those_of_its_rank() -> None:
    page = "<h1>A</h1><header><h2>B</h2>bbbb</header><article><h2>C</h2>cccc</article>"
    assert split(page, 9)[-1].path == ("A", "C")


@pytest.mark.parametrize("size", [20, 30, 60])
def test_no_heading_is_left_alone(size: int) -> None:
    page = "<div><h1>Title</h1></div><h2>Part</h2>" + "<p>Some words. And more.</p>" * 9
    for chunk in split(page * 3, size):
        assert not chunk.body.endswith(("Title", "Part"))


def test_a_table_carries_its_header_and_caption() -> None:
    rows = "".join(f"<tr><td>{n}<td>lamp {n}</td></tr>" for n in range(9))
    page = f"<p>x<table><caption>Lamps</caption><thead><tr><th>No<th>Name</thead>{rows}</table>"
    first, *others = split(page, 45)[1:]
    assert first.body == "Lamps\nNo | Name\n0 | lamp 0\n1 | lamp 1"
    assert others
    for chunk in others:
        assert chunk.carried == ("No | Name",)
        assert chunk.context in {("Lamps",), ()}
        assert all(line.count(" | ") == 1 for line in chunk.body.split("\n"))


def test_a_long_header_is_cut_short() -> None:
    names = "".join(f"<th>{'name ' * 30}{n}" for n in range(4))
    page = f"<table><tr>{names}" + "<tr><td>a<td>b<td>c<td>d" * 200
    carried = {chunk.carried for chunk in split(page, 1500)[1:]}
    assert carried
    assert all(len(line) <= 250 and line.count(" | ") == 3 for (line,) in carried)


@pytest.mark.parametrize("size", [100, 200, 400])
def test_a_header_is_cut_as_short_as_a_quarter_of_the_size(size: int) -> None:
    names = "".join(f"<th>column of the lamp {n}" for n in range(4))
    page = f"<table><tr>{names}" + "<tr><td>a<td>b<td>c<td>d" * 200
    (line,) = {chunk.carried for chunk in split(page, size)[1:]}.pop()
    assert size / 8 < len(line) + 1 <= size / 4


def test_a_whole_table_is_kept_whatever_it_costs() -> None:
    page = "<p>x</p><table><tr><th>a<th>b" + "<tr><td>1<td>2" * 50 + "</table><p>y</p>"
    chunks = split(page, 60, tables="whole")
    assert [chunk.oversized for chunk in chunks] == [False, True, False]


def test_what_ends_with_a_colon_stays_with_its_list() -> None:
    page = "<p>One two three.</p><p>As follows:</p><ul><li>four<li>five</ul><p>Six.</p>"
    assert bodies(split(page, 35)) == ["One two three.", "As follows:\n\n- four\n- five\n\nSix."]


def test_a_term_stays_with_what_it_means() -> None:
    page = "<dl>" + "<dt>a term<dd>Its meaning. More of it." * 4 + "</dl>"
    for size in (24, 30, 50):
        assert not [one for one in bodies(split(page, size)) if one.endswith("a term")]


def test_metadata_tells_of_the_page_and_the_anchor() -> None:
    chunk = split(PAGE, 80)[-1]
    assert chunk.metadata["title"] == "Lamps & lenses"
    assert chunk.metadata["lang"] == "en"
    assert chunk.metadata["anchor"] == "list"
    assert split(PAGE, 80)[0].metadata["anchor"] == "lamps"
    (one,) = split("<meta name=Description content=' a  b '><link rel=canonical href=/x>c")
    assert one.metadata == {"description": "a b", "canonical": "/x"}


def test_the_title_of_an_icon_is_not_that_of_the_page() -> None:
    icon = "<svg><title>Flame</title><path d='M0'/></svg>"
    assert "title" not in split(f"<p>Press {icon} to light.</p>")[0].metadata
    page = f"<p>{icon} Lit</p><title>Lamps</title>"
    assert split(page)[0].metadata["title"] == "Lamps"


def test_the_title_may_lead_every_path() -> None:
    assert {chunk.path[0] for chunk in split(PAGE, 80, title="path")} == {"Lamps & lenses"}


def test_anchors_are_the_nearest() -> None:
    page = "<section id=a><h1>A</h1>aaaa</section><h1><a name='b'></a>B</h1>bbbb<h1 id=c>C</h1>cccc"
    assert [chunk.metadata["anchor"] for chunk in split(page, 8)] == ["a", "b", "c"]


class _Words(HTMLParser):
    """All text but of what is left out, by another parser."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._out = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._out += tag in {"script", "style", "nav", "footer", "title"}

    def handle_endtag(self, tag: str) -> None:
        self._out -= tag in {"script", "style", "nav", "footer", "title"}

    def handle_data(self, data: str) -> None:
        if not self._out:
            self.found.append(data)


@pytest.mark.parametrize("size", [20, 60, 200, 800])
def test_every_word_is_there_in_order(size: int) -> None:
    page = PAGE.replace("<p hidden>Nobody sees this.", "")
    words = _Words()
    words.feed(page)
    wanted = "".join("".join(words.found).split())
    seen = iter("".join(chunk.body for chunk in split(page, size)))
    assert all(char in seen for char in wanted)


def test_no_words_of_neighboring_blocks_join() -> None:
    names = ("p", "div", "li", "td", "h2", "section", "dd", "pre", "option", "blockquote", "tr")
    for one, other in pairwise((*names, *reversed(names))):
        assert body(f"<{one}>ab</{one}><{other}>cd</{other}>").split()[0].strip("-") != "abcd"


@pytest.mark.parametrize(
    ("source", "head", "name"),
    [
        ("a.html", "", "html"),
        ("a.HTM", "", "html"),
        ("a.xhtml", "", "html"),
        (None, "\ufeff<!DOCTYPE HTML>\n", "html"),
        (None, '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', "html"),
        (None, "<!-- x --><html>", "html"),
        (None, "<div><p>a</p><p>b <b>c</b></p></div>", "html"),
        (None, "<note><to>a</to><from>b</from></note>", "text"),
        (None, "a <b>bold</b> word", "text"),
        (None, "# Title\n\n<p align=center><img src=x></p>\n\n```sh\na\n```\n", "markdown"),
        ("a.md", "<div><p>a</p><p>b</p></div>", "markdown"),
    ],
)
def test_pages_are_told_from_other_texts(source: str | None, head: str, name: str) -> None:
    assert detect(registry().formats(), head, source=source).format == name


def test_tags_in_a_fence_are_kept() -> None:
    fence = "```html\n" + "<div>\n  <p>a &amp; b</p>\n</div>\n" * 30 + "```\n"
    chunks = Splitter(300, format="markdown").split(f"# T\n\n{fence}")
    assert len(chunks) > 1
    assert all(chunk.body == chunk.text for chunk in chunks)
    assert sum(chunk.body.count("<p>a &amp; b</p>") for chunk in chunks) == 30


def test_source_is_cut_at_elements() -> None:
    text = "<ul>\n" + "<li>\n  <b>a</b>\n</li>\n" * 6 + "</ul>\n"
    chunks = Splitter(60, format="html-source").split(text)
    assert {chunk.body.count("<li>") - chunk.body.count("</li>") for chunk in chunks} == {0}


DEEP = 20_000


@pytest.mark.parametrize(
    "piece",
    [
        "<div>",
        "<b>a",
        "<ul><li>a",
        "<table><tr><td>a",
        "<section><h1>a",
        "<blockquote>a",
        "<pre>a\n",
    ],
)
def test_deep_nesting_is_read_in_one_pass(piece: str) -> None:
    steps = [_steps(piece * times + "end") for times in (DEEP // 20, DEEP // 2)]
    assert steps[1] < 15 * steps[0]
    assert split(piece * DEEP + "end")[-1].body.endswith("end")


@pytest.mark.parametrize(
    "piece", ["<a ", "<", "</", "<!--", '<a b=">" ', "&", "&#", "<script>", "<li>", "<td>", "<br>"]
)
def test_broken_markup_is_read_in_one_pass(piece: str) -> None:
    steps = [_steps(piece * times) for times in (1_000, 10_000)]
    assert steps[1] < 15 * max(steps[0], 1_000)


def _steps(text: str) -> int:
    """Return how many calls it takes to read a page."""
    from chunkladder_html._options import HtmlOptions
    from chunkladder_html._outline import outline_of

    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        outline_of(text, HtmlOptions())
    finally:
        sys.setprofile(None)
    return calls
