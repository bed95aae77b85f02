"""The laws on pages, whole ones and broken ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .trials import check, check_source

PAGE = """\
<!DOCTYPE html>
<html lang=en><head><title>Lamps &amp; lenses</title><style>p { color: red }</style></head>
<body><nav><ul><li>Home<li>Away</ul></nav>
<!-- <h1>not a heading</h1> -->
<main><h1 id="lamps">Lamps</h1><h2>Of the harbor&#8212;all of them</h2>
<p>The <b>ferry</b> leaves at noon. It carries mail, salt and two&nbsp;passengers.
In winter it does not run<br>at all.
<p hidden>Nobody sees this.
<section><h2><a name="list"></a>A list:</h2><p>As follows:</p>
<ol start=3><li>One thing, which goes on and on and on and on.<li><p>Two</p><ul><li>deep</ul></ol>
<dl><dt>Pier<dt>Quay<dd>Where the <i>ferry</i> lies.<dd><pre>
  x = 1

  if x &lt; 2:
      print("<b>dark</b>")
</pre></dl></section>
<article><h3>Table</h3><table border=1><caption>Lamps by town</caption>
<thead><tr><th>Lamp<th>Town</thead>
<tr><td>1<td>Aford<tr><td><td>By<p>port</p><tr><td>3<td>&nbsp;<tr><td>4<td>Dunwick</table></article>
<TABLE><TR><TD>Left<TD><H3>Right</H3>Text of the right.</TABLE>
<script>if (a < b && c > d) { document.write("<p>no</p>") }</script>
</main><footer>No</footer></body></html>
"""
OPTIONS: list[dict[str, Any]] = [
    {},
    {"tables": "whole", "images": "alt"},
    {"navigation": "keep", "footers": "keep", "hidden": "keep", "title": "path"},
    {"scripts": "keep", "styles": "keep", "comments": "keep"},
    {"omit": ("h2", ".x", "#lamps", "[border]")},
]
BITS = [
    *(
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<b>",
        "</b>",
        "<br>",
        "<hr/>",
        "<h1>",
        "</h1>",
        "<H3 id=x>",
    ),
    *("<ul>", "<ol start=7>", "<li>", "</li>", "</ul>", "<dl>", "<dt>", "<dd>", "</dl>", "<pre>"),
    *(
        "</pre>",
        "<table>",
        "<table border=1>",
        "<tr>",
        "<th>",
        "<td>",
        "</td>",
        "</tr>",
        "</table>",
    ),
    *("<thead>", "</thead>", "<caption>", "<section>", "</section>", "<article>", "</article>"),
    *("<blockquote>", "</blockquote>", "<figure>", "</figure>", "<nav>", "</nav>", "<p hidden>"),
    *('<span style="display:none">', "</span>", "<li hidden>", "<script>", "</script>", "<title>"),
    *(
        "</title>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?php",
        "?>",
        "<!x>",
        "</>",
        "</ x>",
        "<xmp>",
    ),
    *(
        '<img alt="a b">',
        "<button>",
        "<dialog>",
        "<svg>",
        "<a href='",
        '<a b="',
        ">",
        "<",
        "&",
        "&amp;",
    ),
    *(
        "&lt",
        "&#65;",
        "&#0;",
        "&#13;",
        "&#x1F600;",
        "&nbsp;",
        "\xa0",
        "&bogus;",
        "&notit;",
        "&#xD800;",
    ),
    *(
        " ",
        "\n",
        "\r\n",
        "\t",
        "\f",
        "\n\n",
        "a",
        "b c.",
        "One. Two! ",
        "文",
        "字。",
        "é",
        "\u0301",
        "\0",
    ),
    *("\u200d", "👩", "|", ":", "x:</p><ul><li>", "\ufeff", "\u2028", "\ud800"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("size", [20, 60, 200, 800])
@pytest.mark.parametrize("overlap", [0, 0.2])
def test_laws_hold_on_a_page(size: int, overlap: float, options: dict[str, Any]) -> None:
    check(PAGE, {"size": size, "overlap": overlap}, **options)


@given(
    st.lists(st.sampled_from(BITS) | st.text(max_size=5), max_size=60).map("".join),
    st.sampled_from([5, 20, 60, 200]),
    st.sampled_from(OPTIONS),
)
def test_laws_hold_on_any_text(text: str, size: int, options: dict[str, Any]) -> None:
    check(text, {"size": size}, **options)


@given(st.data())
def test_laws_hold_on_a_page_with_something_put_in(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(PAGE)))
    odd = data.draw(st.sampled_from(BITS))
    text = PAGE[:at] + odd + PAGE[at + data.draw(st.integers(0, 20)) :]
    options = data.draw(st.sampled_from(OPTIONS))
    settings: dict[str, Any] = {"size": data.draw(st.sampled_from([20, 60, 200]))}
    if data.draw(st.booleans()):
        settings |= {"overlap": 0.2, "overlap_at": "sentence"}
    check(text, settings, **options)


@given(
    st.lists(st.sampled_from(BITS) | st.text(max_size=5), max_size=60).map("".join),
    st.sampled_from([5, 20, 60, 200]),
)
def test_laws_hold_on_source(text: str, size: int) -> None:
    check_source(text, {"size": size})


@pytest.mark.parametrize("size", [20, 60, 200])
def test_laws_hold_on_a_page_as_source(size: int) -> None:
    check_source(PAGE, {"size": size})
