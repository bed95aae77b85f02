"""The rungs of JSON."""

from __future__ import annotations

DEEPEST = 32
"""Members have rungs and labels of their own to this depth."""

RECORD = "record"
MEMBERS = tuple(f"member-{depth}" for depth in range(1, DEEPEST + 1))

RUNGS: tuple[tuple[str, str], ...] = (
    (RECORD, "before a line of JSON lines, or a value at the top behind another one"),
    *(
        (name, f"before a member or element that lies {depth} deep, but for the first")
        for depth, name in enumerate(MEMBERS, 1)
    ),
    ("line", "after a line end, also after one that is escaped in a string"),
    ("sentence", "after a sentence, in Latin, CJK, Devanagari, Arabic and kindred scripts"),
    ("word", "before a word, and after the clause marks of CJK; not behind a no-break space"),
    ("escape", "before an escape in a string"),
    ("grapheme", "between characters as a reader sees them"),
)
"""Name and one line of each rung, coarse to fine."""
