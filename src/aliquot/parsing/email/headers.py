"""Read the headers of a message, and text in the charsets that mail declares.

What enters: a message as Python's parser leaves it, headers raw. What leaves: text, people, dates.
Words may be encoded, cut in half, or never have been encoded at all.
"""

from __future__ import annotations

import binascii
import codecs
import email.utils
import re
from dataclasses import dataclass
from email.message import Message as RawMessage

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import decode
from aliquot.parsing.writing.typography import collapse

__all__ = [
    "Person",
    "date_text",
    "decode_anyhow",
    "decode_as",
    "decoded_words",
    "header_text",
    "people",
]

# Names that mail programs use for encodings Python calls otherwise; the wider one of a family.
CHARSETS = {
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-2022-jp-ms": "iso2022_jp_ext",
    "cp50220": "iso2022_jp_ext",
    "cp50221": "iso2022_jp_ext",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "x-euc-jp": "euc_jp",
    "gb2312": "gb18030",
    "ks_c_5601-1987": "cp949",
    "us-ascii": "cp1252",
    "iso-8859-1": "cp1252",
}
WORD = r"=\?[^?\s]+\?[BbQq]\?[^?]*\?="
ENCODED_WORDS = re.compile(rf"{WORD}(?:\s*{WORD})*")
ENCODED_WORD = re.compile(r"=\?([^?\s*]+)(?:\*[^?]*)?\?([BbQq])\?([^?]*)\?=")


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who wrote or got a message, by name, address or both."""

    name: str
    address: str

    def __str__(self) -> str:
        return (
            f"{self.name} <{self.address}>"
            if self.name and self.address
            else (self.name or self.address)
        )


def decode_as(data: bytes, charset: str) -> str | None:
    """Return the text, or `None` where the charset is unknown or wrong."""
    try:
        name = codecs.lookup(CHARSETS.get(charset, charset)).name
        return data.decode(name)
    except (LookupError, UnicodeDecodeError, ValueError):
        return None


def header_text(message: RawMessage, name: str) -> str:
    """Return a header's text on one line; empty where the message has none."""
    return collapse(decoded_words(_raw(message, name)))


def _raw(message: RawMessage, name: str) -> str:
    """Return a header as it was written, on one line; bytes beyond ASCII are kept apart."""
    for key, value in message.raw_items():
        if key.casefold() == name.casefold():
            return re.sub(r"\r?\n", "", str(value))
    return ""


def decoded_words(raw: str) -> str:
    """Return a header's text: encoded words decoded, bytes that were never encoded guessed."""
    if not raw.isascii():
        data = raw.encode("utf-8", "surrogateescape")
        raw = decode_anyhow(data)
    return ENCODED_WORDS.sub(_encoded_words, raw)


def _encoded_words(match: re.Match[str]) -> str:
    """Decode words that follow each other together: a character may be cut between them."""
    pieces: list[tuple[str, bytes]] = []
    for charset, encoding, text in ENCODED_WORD.findall(match.group()):
        data = _unpacked(text, is_base64=encoding in "Bb")
        if pieces and pieces[-1][0] == charset.casefold():
            data = pieces.pop()[1] + data
        pieces.append((charset.casefold(), data))
    return "".join(decode_as(data, charset) or decode_anyhow(data) for charset, data in pieces)


def _unpacked(text: str, *, is_base64: bool) -> bytes:
    if not is_base64:
        return binascii.a2b_qp(text.encode("utf-8"), header=True)
    try:
        return binascii.a2b_base64(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        return text.encode("utf-8")


def decode_anyhow(data: bytes) -> str:
    """Return bytes as text by guess; what fits no encoding is shown as lost."""
    try:
        return decode(data) if data else ""
    except ParseError:
        return data.decode("cp1252", "replace")


def people(message: RawMessage, name: str) -> tuple[Person, ...]:
    """Return the people a header names; encoded names may hold commas and are decoded last."""
    pairs = email.utils.getaddresses([_raw(message, name)])
    people = (Person(collapse(decoded_words(shown)), address) for shown, address in pairs)
    return tuple(person for person in people if person.name or person.address)


def date_text(text: str) -> str:
    """Return a header's date as 2023-05-04 10:00 +0900, or as written where it is none."""
    try:
        return f"{email.utils.parsedate_to_datetime(text):%Y-%m-%d %H:%M %z}".strip()
    except (ValueError, TypeError, IndexError, OverflowError):
        return text
