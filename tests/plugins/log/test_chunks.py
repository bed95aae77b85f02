"""What chunks of a log hold, carry and tell."""

from __future__ import annotations

from chunkladder import Registry, Splitter
from chunkladder_log._format import LogFormat

from .shapes import LOGS, told

REGISTRY = Registry.of(LogFormat())


def splitter(size: int) -> Splitter:
    return Splitter(size=size, format="log", registry=REGISTRY)


def test_a_record_that_fits_is_not_cut() -> None:
    text, starts = told(LOGS["iso, comma"] * 5)
    for chunk in splitter(300).split(text):
        assert chunk.start in starts


def test_parts_of_a_long_trace_carry_its_first_line_and_begin_at_frames() -> None:
    first = "2031-01-05 10:00:01 ERROR lamp is out"
    frame = '  File "/srv/lamp.py", line 3, in light\n    return wick.burn()\n'
    chunks = splitter(220).split(f"{first}\nTraceback (most recent call last):\n{frame * 12}")
    assert len(chunks) > 2
    for chunk in chunks[1:]:
        assert chunk.carried == (first,)
        assert chunk.text.startswith("File ")


def test_a_long_first_line_is_shortened() -> None:
    text = "2031-01-05 10:00:01 ERROR " + "lamp " * 80 + "\n" + "  more\n" * 400
    last = splitter(900).split(text)[-1]
    (line,) = last.carried
    assert len(line) <= 200
    assert line.endswith("…")


def test_metadata() -> None:
    text, _ = told(LOGS["iso, comma"])
    (chunk,) = splitter(2000).split(text)
    assert chunk.metadata == {
        "shape": "iso",
        "records": [0, 2],
        "first_time": "2031-01-05 10:00:01,123",
        "last_time": "2031-01-05 10:00:03,000",
        "levels": ["INFO", "ERROR", "WARN"],
    }


def levels(name: str) -> object:
    (chunk,) = splitter(4000).split(told(LOGS[name])[0])
    return chunk.metadata.get("levels")


def test_levels_of_several_shapes() -> None:
    assert levels("JSON lines") == ["INFO", "ERROR"]
    assert levels("logfmt") == ["INFO", "WARN"]
    assert levels("glog") == ["INFO", "WARNING"]
    assert levels("Windows event") == ["ERROR", "WARNING"]


def test_letters_are_levels_also_in_a_log_of_two_shapes() -> None:
    text = (
        "2031-01-05T10:00:01Z stdout F lit\n" * 4 + "E0105 10:00:01.123456 1 lamp.go:3] out\n" * 2
    )
    (chunk,) = splitter(2000).split(text)
    assert chunk.metadata["shape"] == "iso+glog"
    assert chunk.metadata["levels"] == ["ERROR"]
    assert levels("android") == ["DEBUG", "WARNING"]
    assert levels("iso, Laravel") == ["ERROR", "INFO"]
    assert levels("iso, T and Z") == ["INFO", "WARN", "ERROR"]
    assert levels("java.util.logging") == ["INFO", "SEVERE"]
    assert levels("syslog") is None
