"""Bytes to text without a change, and offsets to lines."""

from __future__ import annotations

import codecs
import gzip
import struct
import subprocess
import sys
import zlib

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chunkladder.errors import DocumentError
from chunkladder.text import decode

FRENCH = (
    "Il y avait une fois un roi et une reine, qui étaient si fâchés de n'avoir point d'enfants, "
    "si fâchés qu'on ne saurait dire. Ils allèrent à toutes les eaux du monde.\r\n"
)
RUSSIAN = (
    "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом "
    "и совестью и должны поступать в отношении друг друга в духе братства.\n"
)
JAPANESE = (
    "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。\n"
    "人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。\n"
)
CHINESE = (
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。\n"
    "人人有资格享有本宣言所载的一切权利和自由，不分种族、肤色、性别、语言、宗教。\n"
)

text = st.text(st.characters(exclude_categories=["Cs"]))


def png(width: int = 8) -> bytes:
    def part(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    rows = b"".join(b"\0" + bytes(range(row, row + 3 * width)) for row in range(width))
    head = struct.pack(">IIBBBBB", width, width, 8, 2, 0, 0, 0)
    parts = part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


BINARY = {
    "png": png(),
    "gzip": gzip.compress(RUSSIAN.encode() * 3, mtime=1_700_000_000),
    "elf": b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQ", 3, 62, 1, 0xF0A0, 64, 0x8E38),
    "bytecode": b"\xa7\r\r\n" + bytes(12) + b"\xe3" + bytes(20) + b"\xf3\x1e\0\0\0\x97\0d\0d\1",
    "noise": bytes(zlib.compress(bytes(range(256)))[2:] * 2).replace(b"\0", b"\1"),
    "zeros": bytes(1000),
    "numbers": struct.pack("<200i", *range(200)),
    "samples": struct.pack("<400h", *((n * 37) % 800 for n in range(400))),
}


@given(text)
def test_utf_8_comes_back_as_it_was(content: str) -> None:
    assume("\0" not in content and not content.startswith("\ufeff"))
    assert decode(content.encode()) == content


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (b"\x84\x31\x95\x33", "gb18030"),
    ],
)
@given(content=text)
def test_a_byte_order_mark_names_the_encoding_and_is_left_out(
    mark: bytes, encoding: str, content: str
) -> None:
    data = mark + content.encode(encoding)
    assume(encoding != "utf-16-le" or not data.startswith(codecs.BOM_UTF32_LE))  # may be either
    assert decode(data) == content


def test_only_the_first_byte_order_mark_is_left_out() -> None:
    assert decode(codecs.BOM_UTF8 * 2 + b"x") == "\ufeffx"


def test_utf_16_that_begins_with_a_nul_is_not_utf_32() -> None:
    assert decode(codecs.BOM_UTF16_LE + "\0ab".encode("utf-16-le")) == "\0ab"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("content", ["hi", FRENCH, RUSSIAN, "id,name\r\n1,Zoë\r\n"])
def test_wide_text_without_a_byte_order_mark_is_known_by_its_zero_bytes(
    encoding: str, content: str
) -> None:
    assert decode(content.encode(encoding)) == content


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("content", [JAPANESE, CHINESE])
def test_utf_16_of_an_east_asian_script_needs_no_byte_order_mark(
    encoding: str, content: str
) -> None:
    assert decode(content.encode(encoding)) == content


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (FRENCH, "latin-1"),
        (FRENCH + "« vœux » – 5 €", "cp1252"),
        ("Straße Müller", "latin-1"),
        ("El niño comió piñata", "latin-1"),
        ("café", "latin-1"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (CHINESE, "gb18030"),
    ],
)
def test_a_legacy_encoding_is_guessed(content: str, encoding: str) -> None:
    assert decode(content.encode(encoding)) == content


@pytest.mark.parametrize("before", ["x" * 300_000 + " ", "plain line\n" * 30_000, ""])
@pytest.mark.parametrize("after", ["", "\nplain line" * 30_000, " " + "x" * 300_000])
def test_a_guess_from_a_sample_decodes_all_the_bytes(before: str, after: str) -> None:
    content = before + RUSSIAN + after
    assert decode(content.encode("cp1251")) == content


def test_one_endless_line_of_two_byte_characters_is_decoded() -> None:
    content = CHINESE.replace("\n", "") * 2000
    assert decode(content.encode("gb18030")) == content


@pytest.mark.parametrize(
    "content",
    ["", "\0", "a\0b", "one\0two\0three\0", "\x1b[31mred\x1b[0m", "a\rb\r\nc\n\x0c\u2028"],
)
def test_odd_text_is_text(content: str) -> None:
    assert decode(content.encode()) == content


def test_long_text_with_some_nuls_is_text() -> None:
    content = "a line of a log\n" * 50 + "\0" * 60 + "and on it goes\n"
    assert decode(content.encode()) == content


@pytest.mark.parametrize("name", BINARY)
def test_binary_is_refused(name: str) -> None:
    with pytest.raises(DocumentError, match=rf"^{name}: byte \d+ .*binary: leave it out") as caught:
        decode(BINARY[name], source=name)
    assert caught.value.source == name
    assert caught.value.offset is not None


def test_the_offset_is_the_first_byte_that_is_not_utf_8() -> None:
    data = "é\n".encode() + png()
    with pytest.raises(DocumentError) as caught:
        decode(data)
    assert caught.value.offset == data.index(b"\x89")


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (codecs.BOM_UTF16_LE + "abc".encode("utf-16-le") + b"d", 8),
        (codecs.BOM_UTF16_BE + "a".encode("utf-16-be") + b"\xd8\x00", 4),
        (codecs.BOM_UTF32_LE + "a".encode("utf-32-le") + b"\xff\xff\xff\xff", 8),
        (codecs.BOM_UTF8 + b"abc\xff", 6),
    ],
)
def test_what_a_byte_order_mark_announces_must_hold(data: bytes, offset: int) -> None:
    with pytest.raises(DocumentError, match="byte order mark announces") as caught:
        decode(data, source="x.txt")
    assert caught.value.offset == offset
    assert str(caught.value).startswith(f"x.txt: byte {offset} is not UTF-")


def test_bytes_that_fit_no_encoding_are_refused() -> None:
    data = bytes((n * n * 89 + n) % 128 + 128 for n in range(400))
    with pytest.raises(DocumentError, match="no other encoding fits: save it as UTF-8"):
        decode(data)


def test_the_guesser_is_imported_only_when_it_is_needed() -> None:
    code = (
        "import sys; from chunkladder.text import decode; decode(b'abc')\n"
        "sys.exit('charset_normalizer' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("end", [b"\xc3", b"\xf0\x9f", b"\x93 and more"])
def test_utf_8_with_a_bad_byte_is_not_taken_for_something_else(end: bytes) -> None:
    data = "Ein schöner Satz über Größe. ".encode() * 50
    with pytest.raises(DocumentError, match="though the rest mostly is") as caught:
        decode(data + end)
    assert caught.value.offset == len(data)
