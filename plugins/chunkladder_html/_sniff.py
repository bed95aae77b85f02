"""Whether a text without a name is HTML."""

from __future__ import annotations

import re

_START = re.compile(
    r"\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?s:.*?)-->\s*)*<(?:!doctype\s+html|html)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\A\ufeff?\s*(?:<\?|[^<\s])|^(?:#{1,6} |```|~~~|---$|[-*] )|^import ", re.MULTILINE
)
_TAG = re.compile(
    r"</?(?:a|article|b|blockquote|body|br|code|dd|div|dl|dt|em|head|h[1-6]|hr|i|img|li|main|ol|p|pre"
    r"|section|span|strong|table|tbody|td|th|title|tr|ul)(?=[\s/>])",
    re.IGNORECASE,
)
_ANY = re.compile(r"</?[a-zA-Z][\w:.-]*(?=[\s/>])")
_LEAST = 4
_SHARE = 0.7


def rate(head: str) -> float:
    """Return how sure it is that a text is HTML."""
    if _START.match(head):
        return 0.97
    if _OTHER.search(head):
        return 0.0
    known, all_tags = len(_TAG.findall(head)), len(_ANY.findall(head))
    return 0.65 if known >= _LEAST and known >= _SHARE * all_tags else 0.0
