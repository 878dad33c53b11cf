"""Read e-mail as notes: header, what was written, what is quoted, what is attached.

What enters: a message or a mailbox. What leaves: one `Document` for each message. Attachments are
named and not read; a quoted reply is a note with the flag `quoted`, since its words are another's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.email.bodies import tells_more, write_message_html, write_message_text
from aliquot.parsing.email.message import Attachment, Message, read_message
from aliquot.parsing.email.quotes import unflowed
from aliquot.parsing.files.bytes import open_bytes
from aliquot.parsing.writing.lines import add_fields
from aliquot.parsing.writing.names import cited_names
from aliquot.parsing.writing.prose import title_from_path
from aliquot.parsing.writing.provenance import found_in
from aliquot.types import Document, DocumentKind, DocumentStatus

__all__ = ["EmailParser"]

# Messages of a mailbox begin with "From ", the sender and a date; the line before is blank.
MAILBOX_START = re.compile(rb"(?:\A|\n\r?\n)From \S+ [^\r\n]*\d{4}[^\r\n]*\r?\n")
MAILBOX_MAGIC = b"From "
# Apple Mail writes the length of the message above it, and its own notes below.
APPLE_LENGTH = re.compile(rb"\A(\d{1,10})\s*\n")


class EmailParser:
    """Parse messages and mailboxes."""

    name = "email"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Return one document for each message.

        Raises:
            ParseError: There is no message, none has text, or all need a key.
        """
        messages = [read_message(data) for data in _messages(open_bytes(path))]
        documents = [
            document for message in messages if (document := _document(message, path)) is not None
        ]
        if not documents and any(message.is_encrypted for message in messages):
            raise ParseError(
                "The message is encrypted.",
                source=str(path),
                status="encrypted",
                hint="Open it in the mail program that has the key and save its text.",
            )
        if not documents:
            raise ParseError(
                "The message holds no text.",
                source=str(path),
                status="empty",
                hint="Save its attachments and add these.",
            )
        return documents


def _messages(data: bytes) -> Iterator[bytes]:
    """Yield the messages of a mailbox, or the one there is."""
    if not data.startswith(MAILBOX_MAGIC):
        length = APPLE_LENGTH.match(data)
        yield data[length.end() : length.end() + int(length[1])] if length else data
        return
    starts = list(MAILBOX_START.finditer(data))
    ends = [*(start.start() for start in starts[1:]), len(data)]
    for start, end in zip(starts, ends, strict=True):
        # A line of a text that begins with "From " is marked by `>`.
        yield re.sub(rb"(?m)^>(>*From )", rb"\1", data[start.end() : end])


def _document(message: Message, path: Path) -> Document | None:
    """Return a message as notes, or `None` where nothing was written in it."""
    out = DocumentBuilder()
    title = message.subject or title_from_path(path)
    out.heading(title, 1)
    _write_header(out, message)
    before = len(out)
    warnings = _write_body(out, message)
    if len(out) == before:
        return None
    text = out.build(kind=DocumentKind.NOTES, title="").text
    return out.build(
        kind=DocumentKind.NOTES,
        status=DocumentStatus.OK,
        language=detect_language(text),
        warnings=(*_attachment_warnings(message), *warnings),
        parser=EmailParser.name,
        parser_version=EmailParser.version,
        **found_in(
            "e-mail header",
            title=title,
            authors=cited_names(person.name for person in message.senders),
            year=message.year,
        ),
    )


def _write_header(out: DocumentBuilder, message: Message) -> None:
    add_fields(
        out,
        (
            ("From", "; ".join(map(str, message.senders))),
            ("To", "; ".join(map(str, message.recipients))),
            ("Cc", "; ".join(map(str, message.copies))),
            ("Date", message.date),
            ("Subject", message.subject),
            ("Attachments", "; ".join(each.name for each in message.attachments)),
        ),
    )


def _write_body(out: DocumentBuilder, message: Message) -> list[str]:
    warnings: list[str] = []
    text = unflowed(message.text) if message.is_flowed else message.text
    if message.html and (not text.strip() or tells_more(message.html, text)):
        warnings += write_message_html(out, message.html)
    elif text.strip():
        write_message_text(out, text)
    for forwarded in message.forwarded:
        out.heading(forwarded.subject or "Forwarded message", 2)
        _write_header(out, forwarded)
        warnings += _write_body(out, forwarded)
    return warnings


def _attachment_warnings(message: Message) -> Iterator[str]:
    names = ", ".join(each.name for each in _all_attachments(message))
    if names:
        yield f"Attachments were not read; save them beside the message to search them: {names}."


def _all_attachments(message: Message) -> Iterator[Attachment]:
    yield from message.attachments
    for forwarded in message.forwarded:
        yield from _all_attachments(forwarded)
