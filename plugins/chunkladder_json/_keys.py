"""Keys as labels, and as parts of paths."""

from __future__ import annotations

import json
import re

_LONGEST = 200
_ODD = re.compile(r"[.\[\]\"'\s]|\A\Z")


def label_of(text: str, key: tuple[int, int]) -> str:
    """Return a key as people read it: on one line, no longer than 200 characters, never empty."""
    label = text[key[0] : key[1]]
    if label[0] in "\"'":
        label = label[1:-1]
        if "\\" in label:
            label = _decoded(label)
        if not label.isprintable():
            label = " ".join(label.split())
    if len(label) > _LONGEST:
        label = label[: _LONGEST - 1].rstrip() + "…"
    return label or '""'


def _decoded(label: str) -> str:
    try:
        return str(json.loads(f'"{label}"', strict=False))
    except ValueError:
        return label


def step_of(label: str) -> str:
    """Return what a label adds to a path: ``.get``, ``[3]``, or ``["a.b"]`` if it is odd."""
    if label[0] == "[" and label[1:-1].isdecimal():
        return label
    return f"[{json.dumps(label, ensure_ascii=False)}]" if _ODD.search(label) else f".{label}"
