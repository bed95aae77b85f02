"""Which format a fence's info string stands for."""

from __future__ import annotations

import re

_WORD = re.compile(r"\{?\s*\.?([\w+#.-]+)")

_ALIASES = {
    "bash": ("sh", "shell", "zsh", "ksh"),
    "c": ("h",),
    "cpp": ("c++", "cc", "cxx", "hpp", "h++"),
    "csharp": ("cs", "c#"),
    "css": ("scss",),
    "csv": ("tsv",),
    "dockerfile": ("docker", "containerfile"),
    "elixir": ("ex", "exs"),
    "go": ("golang",),
    "haskell": ("hs",),
    # In a fence the tags are what is shown.
    "html-source": ("html", "htm", "xhtml"),
    "javascript": ("js", "jsx", "mjs", "cjs", "node"),
    "json": ("jsonc", "json5"),
    "kotlin": ("kt", "kts"),
    "perl": ("pl", "pm"),
    "python": ("py", "py3", "python3", "pyi"),
    "ruby": ("rb",),
    "rust": ("rs",),
    "swift": (),
    "typescript": ("ts", "mts", "cts"),
    "yaml": ("yml",),
}
_BY_ALIAS = {alias: name for name, aliases in _ALIASES.items() for alias in aliases}


def language_of(info: str) -> str:
    """Return the name of the format that an info string asks for; empty if it asks for none.

    ``python``, ``py``, ``{.py3 hl_lines="1"}`` and ``python,ignore`` are all ``python``.
    """
    found = _WORD.match(info.strip())
    if not found:
        return ""
    word = found[1].lower()
    return _BY_ALIAS.get(word, word)
