"""Line numbers and offsets."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, count
from operator import add

_LINE_END = re.compile(r"\r\n?|\n")


class Lines:
    """The lines of a text, as the parser counts them: LF, CRLF and CR end one.

    Attributes:
        text: The text.
        contents: Each line without its line end.
        starts: The offset of each line's first character, and the text's length at the end.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        if "\r" in text:
            ends = [0, *(match.end() for match in _LINE_END.finditer(text)), len(text) + 1]
            self.starts = ends[:-1]
            self.contents = _LINE_END.split(text)
        else:
            self.contents = text.split("\n")
            lengths = accumulate(map(len, self.contents), initial=0)
            # Each line before one adds its line end.
            self.starts = list(map(add, lengths, count()))[:-1]
        self.starts.append(len(text))

    def end(self, line: int) -> int:
        """Return the offset behind a line's last character, less its line end."""
        return self.starts[line] + len(self.contents[line])

    def line_of(self, offset: int) -> int:
        """Return the number of the line that holds an offset."""
        return bisect_right(self.starts, offset) - 1
