"""Texts that are hard to count, for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

_PARTS = (
    *"abcXYZ019 \n\t\r'.,;:!?()[]{}<>_-=+/\\|\"`~@#$%^&*",
    *("  ", "   ", " " * 40, "\n\n", " \n", "\r\n", "\u00a0", "\u200b", "\u3000", "\ufeff"),
    *("\0", "\x85", "\u2028", "’", "“", "”", "…", "—", "\u0301", "½", "①"),
    *("é", "ß", "й", "中", "文", "。", "，", "か", "が", "ー", "한", "ไทย"),
    *("😀", "👨\u200d👩\u200d👧", "🇩🇪", "\ud83d", "\ude00"),
    *("[CLS]", "<|endoftext|>", "</s>", "'s", "'ll", "don't"),
    *("the ", "The harbor master ", "in meters. ", "def depth(x):\n    return x\n"),
    *("http://a.b/c?d=e", "QUJDREVG" * 5, "aaaaaaaaa", "==========", "1234567890"),
    *("中文没有空格，", "Корабль пришёл. ", "Straße "),
)


def texts(longest: int) -> st.SearchStrategy[str]:
    """Draw texts of up to a length, of parts that are of one kind or of many."""
    parts = st.one_of(
        st.lists(st.sampled_from(_PARTS)),
        st.sampled_from(_PARTS).flatmap(lambda part: st.lists(st.sampled_from((part, " ", "a")))),
    )
    mixed = st.builds("".join, parts) | st.text()
    return mixed.map(lambda text: text[:longest])
