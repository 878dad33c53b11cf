"""Read one message: who wrote it to whom and when, its text, and what is attached.

What enters: the bytes of a message. What leaves: a `Message`. Real mail breaks the rules it is
written by: charsets that do not exist, characters cut in half, headers that were never encoded.
"""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message as RawMessage

from aliquot.parsing.email.headers import (
    Person,
    date_text,
    decode_anyhow,
    decode_as,
    decoded_words,
    header_text,
    people,
)
from aliquot.parsing.writing.front_matter import find_year
from aliquot.parsing.writing.typography import collapse

__all__ = ["Attachment", "Message", "Person", "read_message"]

# Bodies larger than this are logs or data pasted by a program.
MAXIMUM_PARTS = 500
ENCRYPTED = frozenset({"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
# Who forwards a forwarded message ten times sends the same text each time.
MAXIMUM_DEPTH = 5


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message.

    Attributes:
        size: Bytes.
    """

    name: str
    content_type: str
    size: int


@dataclass(frozen=True, slots=True)
class Message:
    """A message; empty where its header states nothing.

    Attributes:
        date: As written in the header, without the name of a time zone.
        text: Plain text, empty where the message has none.
        html: The same in HTML, or what there is beside no plain text.
        is_flowed: Whether lines that end in a space go on.
        forwarded: Messages attached whole.
        is_encrypted: Whether its text needs a key.
    """

    subject: str = ""
    senders: tuple[Person, ...] = ()
    recipients: tuple[Person, ...] = ()
    copies: tuple[Person, ...] = ()
    date: str = ""
    year: int | None = None
    text: str = ""
    html: str = ""
    is_flowed: bool = False
    is_encrypted: bool = False
    attachments: tuple[Attachment, ...] = field(default=())
    forwarded: tuple[Message, ...] = field(default=())


def read_message(data: bytes) -> Message:
    """Return a message with its attachments listed."""
    # The policy of old keeps headers as they were written; the newer one fails on damaged ones.
    return _read(email.message_from_bytes(data, policy=email.policy.compat32), depth=0)


def _read(message: RawMessage, *, depth: int) -> Message:
    parts = list(_parts(message))
    plain = _bodies(parts, "text/plain")
    html = _bodies(parts, "text/html")
    date = header_text(message, "Date")
    text = "\n\n".join(filter(None, (_text(part).strip("\r\n") for part in plain)))
    inner = [part for part in parts if part.get_content_type() == "message/rfc822"]
    return Message(
        subject=header_text(message, "Subject"),
        senders=people(message, "From"),
        recipients=people(message, "To"),
        copies=people(message, "Cc"),
        date=date_text(date),
        year=find_year(date),
        text=text,
        html="\n".join(map(_text, html)),
        is_flowed=any(part.get_param("format") == "flowed" for part in plain),
        is_encrypted=message.get_content_type() in ENCRYPTED,
        attachments=tuple(_attachments(parts, [*plain, *html])),
        forwarded=tuple(_forwarded(inner, depth)) if depth < MAXIMUM_DEPTH else (),
    )


def _parts(message: RawMessage) -> Iterator[RawMessage]:
    """Yield the parts that hold something, those of attached messages left to these."""
    stack = [message]
    seen = 0
    while stack and seen < MAXIMUM_PARTS:
        part = stack.pop()
        seen += 1
        payload = part.get_payload()
        is_container = part.is_multipart() and part.get_content_type() != "message/rfc822"
        if is_container and isinstance(payload, list):
            stack.extend(reversed([each for each in payload if not isinstance(each, str)]))
        else:
            yield part


def _bodies(parts: list[RawMessage], content_type: str) -> list[RawMessage]:
    """Return the parts that are text of the message: unnamed ones, else those shown in line."""
    texts = [part for part in parts if _kind(part) == content_type]
    shown = [part for part in texts if part.get_content_disposition() != "attachment"]
    return [part for part in shown if not _file_name(part)] or shown


def _kind(part: RawMessage) -> str:
    """Return what a part holds; one of several parts that names no border between them is text."""
    kind = part.get_content_type()
    return "text/plain" if kind.startswith("multipart/") else kind


def _forwarded(parts: list[RawMessage], depth: int) -> Iterator[Message]:
    for part in parts:
        payload = part.get_payload()
        for inner in payload if isinstance(payload, list) else ():
            if not isinstance(inner, str):
                yield _read(inner, depth=depth + 1)


def _attachments(parts: list[RawMessage], bodies: list[RawMessage]) -> Iterator[Attachment]:
    for part in parts:
        kind = part.get_content_type()
        # Pictures that a page refers to are logos more often than not.
        is_look = kind.startswith("image/") and part.get("Content-ID") is not None
        is_file = kind != "message/rfc822" and bool(_file_name(part))
        if part not in bodies and is_file and not is_look:
            yield Attachment(_file_name(part), kind, len(_bytes(part)))


def _file_name(part: RawMessage) -> str:
    name = part.get_filename()
    return collapse(decoded_words(name)) if name else ""


# ------------------------------------------------------------------------------ text


def _bytes(part: RawMessage) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _text(part: RawMessage) -> str:
    """Return a part's text by the charset it declares, otherwise by guess."""
    data = _bytes(part)
    declared = str(part.get_content_charset() or "").strip("\"'").casefold()
    text = (decode_as(data, declared) if declared else None) or decode_anyhow(data)
    return text.replace("\r\n", "\n").replace("\r", "\n")
