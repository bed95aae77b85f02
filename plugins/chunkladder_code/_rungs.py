"""The rungs that code has, above those of any text."""

from __future__ import annotations

from ._halving import DEPTH

DEEPEST = 8
"""Members and statements have rungs of their own to this depth."""

GROUPS = tuple(f"group-{depth}" for depth in range(1, DEPTH + 1))
DEFINITION = "definition"
BLOCK = "block"

MEMBERS = tuple(f"member-{depth}" for depth in range(1, DEEPEST + 1))
STATEMENTS = tuple(f"statement-{depth}" for depth in range(1, DEEPEST + 1))

RUNGS: tuple[tuple[str, str], ...] = (
    *(
        (name, f"before what is nearest to the middle of a part that was halved {times} times")
        for times, name in enumerate(GROUPS)
    ),
    (DEFINITION, "before a definition or statement of the file, its comment and decorators"),
    *(
        (name, f"before a member of a class or the like that lies {depth} deep, and its comment")
        for depth, name in enumerate(MEMBERS, 1)
    ),
    (BLOCK, "before a statement of a function that stands behind a blank line"),
    *(
        (name, f"before a statement that lies {depth} deep in a function or a long statement")
        for depth, name in enumerate(STATEMENTS, 1)
    ),
)
"""Name and one line of each rung, coarse to fine."""
