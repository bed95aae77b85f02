"""Bytes to text.

Text is never normalized: what a file holds is what a chunk quotes, line ends included.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from .errors import DocumentError

if TYPE_CHECKING:
    from charset_normalizer import CharsetMatches

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)

_WIDE = ["utf_16_be", "utf_16_le", "utf_32_be", "utf_32_le"]
# Without a NUL byte it is none of the wide ones; the others win by accident, far from their time.
_UNLIKELY = [*_WIDE, "cp775", "hp_roman8"]
_COMMONEST = "cp1252"

# Which of the four bytes of a character is the highest, the next one and the lowest.
_UTF_32 = {"utf-32-le": (3, 2, 0), "utf-32-be": (0, 1, 3)}

_SAMPLE = 1 << 16  # bytes; more evidence makes no guess better, only slower
_EVIDENCE = 64  # bytes; any few with a NUL among them could be UTF-16
_FEW_NULS = 8
_BELOW_SPACE = bytes(range(0x20))
# Of these, text holds backspaces (overstriking), white space, DOS ends of file and escapes.
_CONTROLS = bytes(set(_BELOW_SPACE) - set(b"\b\t\n\v\f\r\x1a\x1b"))
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
_SAFE_CUT = re.compile(rb"[\t\n\r ]")

MOSTLY = 4  # whole characters of several bytes for each broken one

_SAVE_AGAIN = "save it as UTF-8, or leave it out"
_NO_TEXT = "it looks binary: leave it out, or extract its text first"


def decode(data: bytes, *, source: str | None = None) -> str:
    """Turn bytes into text without changing any of it.

    Tried in this order: a byte order mark (UTF-8, UTF-16, UTF-32, GB18030), which is left out of
    the text; UTF-16 and UTF-32 whose zero bytes stand at regular places; UTF-8; what
    charset-normalizer makes of a sample. Every one must decode all the bytes.

    Args:
        data: The bytes; may be empty.
        source: What to call them in an error.

    Raises:
        DocumentError: The bytes are no text. ``offset`` is the first byte that is not UTF-8, or
            not what the byte order mark says.
    """
    if mark := next((pair for pair in _BOMS if data.startswith(pair[0])), None):
        return _decode_marked(data, *mark, source)
    wide = _decode_wide(data) if b"\0" in data else None
    if wide is not None:
        return wide
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if _is_broken_utf_8(data):
            raise DocumentError(
                f"byte {error.start} is not UTF-8, though the rest mostly is: {_SAVE_AGAIN}",
                source=source,
                offset=error.start,
            ) from error
        return _decode_legacy(data, error.start, source)
    if data.count(0) > max(_FEW_NULS, len(data) // 10):
        where = data.index(0)
        raise DocumentError(
            f"byte {where} is the first of {data.count(0)} NUL bytes, and {_NO_TEXT}",
            source=source,
            offset=where,
        )
    return text


def _is_broken_utf_8(data: bytes) -> bool:
    """Tell whether characters of several bytes are mostly whole: no other encoding does that."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    whole = len(text) - len(text.encode("ascii", "ignore")) - broken
    return whole > MOSTLY * broken


def _decode_marked(data: bytes, mark: bytes, encoding: str, source: str | None) -> str:
    """Decode what follows a byte order mark."""
    try:
        return str(memoryview(data)[len(mark) :], encoding)
    except UnicodeDecodeError as error:
        if mark == codecs.BOM_UTF32_LE and error.start == 0:
            # Its first half is the mark of UTF-16, and the text begins with a NUL.
            return _decode_marked(data, codecs.BOM_UTF16_LE, "utf-16-le", source)
        where = error.start + len(mark)
        raise DocumentError(
            f"byte {where} is not {encoding.upper()}, which the byte order mark announces "
            f"({error.reason}): {_SAVE_AGAIN}",
            source=source,
            offset=where,
        ) from error


def _decode_wide(data: bytes) -> str | None:
    """Decode UTF-16 and UTF-32 without a byte order mark, or return None."""
    encoding = _wide_encoding(data[:_SAMPLE])
    if encoding is None:
        return None
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    sample = text[:_SAMPLE]
    return text if len(_CONTROL.findall(sample)) <= len(sample) // 50 else None


def _wide_encoding(sample: bytes) -> str | None:
    """Name the encoding whose zero bytes stand where these do.

    In UTF-32 the highest byte of a character is always zero and the next one mostly. In UTF-16
    the high bytes of alphabets are below 0x20, and that of ASCII is zero.
    """
    full, rest = divmod(len(sample), 4)
    zeros = [sample[column::4].count(0) for column in range(4)]
    for encoding, (high, next_high, low) in _UTF_32.items():
        if not rest and zeros[high] == full and 2 * zeros[next_high] >= full > 2 * zeros[low]:
            return encoding
    if _is_utf_16(high=sample[1::2], low=sample[::2]):
        return "utf-16-le"
    return "utf-16-be" if _is_utf_16(high=sample[::2], low=sample[1::2]) else None


def _is_utf_16(*, high: bytes, low: bytes) -> bool:
    if len(high) != len(low) or 0 not in high[1:]:
        return False
    others = len(high.translate(None, _BELOW_SPACE))
    return others < 0.4 * len(high) and low.count(0) <= 0.05 * len(low)


def _decode_legacy(data: bytes, bad: int, source: str | None) -> str:
    """Decode bytes that are not UTF-8 from ``bad`` on with the likeliest other encoding."""
    controls = len(data) - len(data.translate(None, _CONTROLS))
    likely = len(data) >= _EVIDENCE if b"\0" in data else controls <= 1 + len(data) // 50
    if likely:
        for encoding in _guesses(data, bad):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                continue
    reason = _NO_TEXT if controls else f"no other encoding fits: {_SAVE_AGAIN}"
    raise DocumentError(
        f"byte {bad} (0x{data[bad]:02x}) is not UTF-8, and {reason}", source=source, offset=bad
    )


def _guesses(data: bytes, bad: int) -> list[str]:
    """Name the encodings that charset-normalizer thinks possible, the likeliest first."""
    from charset_normalizer import from_bytes

    if b"\0" in data:
        return _ranked(from_bytes(data[:_SAMPLE], cp_isolation=_WIDE))
    return _ranked(from_bytes(_sample(data, bad), cp_exclusion=_UNLIKELY))


def _ranked(matches: CharsetMatches) -> list[str]:
    """Order guesses; where the best ones tie, as over short texts, the commonest comes first."""
    names = [match.encoding for match in matches]
    best = matches.best()
    for match in matches:
        tied = best and (match.chaos, match.coherence) == (best.chaos, best.coherence)
        if tied and _COMMONEST in match.could_be_from_charset:
            return [_COMMONEST, *names]
    return names


def _sample(data: bytes, bad: int) -> bytes:
    """Return the bytes round ``bad``, cut where no character of several bytes can stand."""
    if len(data) <= _SAMPLE:
        return data
    before = max(0, bad - _SAMPLE // 2)
    start = max(data.rfind(b"\n", before, bad), data.rfind(b" ", before, bad), before - 1) + 1
    cuts = [cut.end() for cut in _SAFE_CUT.finditer(data, start, start + _SAMPLE)]
    return data[start : cuts[-1] if cuts and cuts[-1] > bad else start + _SAMPLE]
