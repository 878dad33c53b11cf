"""Read the marked-up text that any model can write, line by line, as it comes.

    STATEMENT: one sentence
    QUOTE E1: "words copied from E1"

Small models forget marks, number their lines, set them in bold, or answer in prose with `[E1]`. All
of that is read. What a line means depends on complete lines before it alone, so a stream gives the
same statements wherever it is cut into pieces.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from aliquot.generation.writing.drafts import Draft, Refused, normal_label, refusal_in
from aliquot.sentences import sentence_spans

__all__ = ["MarkedReader", "labels_apart"]

# Bullets, numbers, headings and quotation lines of Markdown before what is said.
DECORATION = re.compile(r"^(?:[\s>*#•‣・–-]|\d{1,2}[.)](?=\s))+")
BOLD = re.compile(r"\*\*|`+")
STATEMENT = re.compile(
    r"^(?:statement|sentence|claim|answer|s|文|回答|答え|主張|陈述)\s*#?\d{0,2}\s*[:：]\s*",
    re.IGNORECASE,
)
LABELS = (
    r"[\[(［（【]?\s*[EeＥ][0-9０-９]{1,3}\s*[\])］）】]?|[\[［【]\s*[0-9０-９]{1,3}\s*[\]］】]"
)
OPENING = '"“„「『«'
CLOSING = '"”“」』»'
QUOTE = re.compile(
    rf"""^(?:(?:quotes?|q|citations?|evidence|sources?|引用文?|出典)\s*(?:\#?\d{{1,2}}\b)?\s*
       (?P<named>{LABELS})?\s*[:：–-]
    |(?P<bare>{LABELS})\s*[:：–-]?(?=\s*[{OPENING}]))\s*(?P<rest>.*)$""",
    re.IGNORECASE | re.VERBOSE,
)
# A quote mark in the middle of a line begins a line of its own.
INNER_QUOTE = re.compile(rf"(?<=\S)[ \t|;,]+(?=QUOTE\s*(?:{LABELS})?\s*[:：])")
# `[E1]`, `(E1, E2)`, `【E1】`, `[1]`; in round brackets only with the letter, as "(1)" is prose.
INLINE = re.compile(
    r"""\s*(?:[\[［【]\s*(?P<square>[EeＥ]?[0-9０-９]{1,3}(?:\s*[,;、，]\s*[EeＥ]?[0-9０-９]{1,3})*)\s*[\]］】]
    |[(（]\s*(?P<round>[EeＥ][0-9０-９]{1,3}(?:\s*[,;、，]\s*[EeＥ][0-9０-９]{1,3})*)\s*[)）]
    |(?<=[\s.。])(?P<last>[EeＥ][0-9０-９]{1,3})(?=\.?\s*$))""",
    re.VERBOSE,
)
# Commas that stood between labels, before the end of a sentence.
STRAY = re.compile(r"(?:\s*[,;])+\s*([.!?。]?\s*$)")
# A label with its quote inside the sentence: [E1: "words"].
INLINE_QUOTE = re.compile(
    rf"\s*[\[(［（]?\s*(?P<label>[EeＥ][0-9０-９]{{1,3}})\s*[\])］）]?\s*[:：,]?\s*"
    rf"[{OPENING}](?P<quote>[^{OPENING}{CLOSING}]{{8,}})[{CLOSING}]\s*[\])］）]?"
)
# A label set behind the end of its sentence is put before it.
BEHIND_STOP = re.compile(
    r"([.!?。！？]+)((?:\s*[\[(［（【]\s*[EeＥ]?[0-9０-９][^\])］）】]{0,30}[\])］）】])+)"
)
# Shorter lines without an end are headings ("Answer", "References").
MIN_WORDS = 4
END = re.compile(r"[.!?。！？\])］）】]\W*$")


@dataclass
class _Pending:
    """A statement of which more may come."""

    text: str = ""
    labels: list[str] = field(default_factory=list)
    quotes: list[tuple[str, str]] = field(default_factory=list)

    def draft(self) -> Draft:
        """Return it; a quote without a label is of the statement's own label at its place."""
        if not self.quotes:
            return Draft(self.text, tuple((label, "") for label in self.labels))
        spare = iter(self.labels)
        return Draft(
            self.text, tuple((label or next(spare, ""), quote) for label, quote in self.quotes)
        )


class MarkedReader:
    """Turn pieces of text into drafts."""

    def __init__(self) -> None:
        self._rest = ""
        self._pending: _Pending | None = None
        self._open: list[str] | None = None

    def feed(self, text: str) -> Iterator[Draft | Refused]:
        """Take more text and yield what it completes."""
        self._rest += text
        while (end := self._rest.find("\n")) >= 0:
            line, self._rest = self._rest[:end], self._rest[end + 1 :]
            yield from self._line(line)
        if self._open is None and STATEMENT.match(_clean(self._rest)):
            yield from self._close()

    def finish(self, *, is_cut: bool) -> Iterator[Draft | Refused]:
        """Yield what is left; the last sentence of a reply that was cut is not a statement."""
        is_quoting = self._open is not None or QUOTE.match(_clean(self._rest)) is not None
        if not is_cut or (is_quoting and self._pending and self._pending.text):
            yield from self._line(self._rest)
            yield from self._close()
        elif not self._rest.strip():
            # What is pending came in whole lines, but its quote may have been about to follow.
            yield from self._close()
        self._rest, self._pending, self._open = "", None, None

    def _line(self, line: str) -> Iterator[Draft | Refused]:
        for part in INNER_QUOTE.sub("\n", line).split("\n"):
            yield from self._part(part)

    def _part(self, line: str) -> Iterator[Draft | Refused]:
        clean = _clean(line)
        if self._open is not None and not self._goes_on(line, clean):
            return
        if not clean or clean.startswith("```"):
            return
        marked = STATEMENT.match(clean)
        if marked:
            yield from self._close()
            self._pending = _pending(clean[marked.end() :])
            return
        quoted = QUOTE.match(clean)
        if quoted and self._pending:
            self._quote(quoted["named"] or quoted["bare"] or "", quoted["rest"])
        elif clean[0] in OPENING and self._pending and self._pending.text:
            self._quote("", clean)
        elif self._pending and not self._pending.text:
            self._pending = _pending(clean)
        else:
            yield from self._close()
            yield from _prose(clean)

    def _goes_on(self, line: str, clean: str) -> bool:
        """Take a line into the open quote; return whether it begins something else instead."""
        assert self._open is not None
        if STATEMENT.match(clean) or QUOTE.match(clean):
            self._end_quote()
            return True
        self._open.append(line)
        if line.rstrip().rstrip("]［］)").rstrip()[-1:] in tuple(CLOSING):
            self._end_quote()
        return False

    def _quote(self, label: str, rest: str) -> None:
        assert self._pending is not None
        if rest[:1] and rest[0] in OPENING and not any(mark in rest[1:] for mark in CLOSING):
            self._open = [label, rest]
            return
        quote, labels = _unquoted(rest)
        self._pending.quotes.append((_label(label) or next(iter(labels), ""), quote))

    def _end_quote(self) -> None:
        assert self._open is not None
        label, *lines = self._open
        self._open = None
        if self._pending:
            quote, labels = _unquoted("\n".join(lines))
            self._pending.quotes.append((_label(label) or next(iter(labels), ""), quote))

    def _close(self) -> Iterator[Draft | Refused]:
        if self._open is not None:
            self._end_quote()
        pending, self._pending = self._pending, None
        if pending and pending.text:
            yield refusal_in(pending.text) or pending.draft()


def labels_apart(text: str) -> tuple[str, list[str]]:
    """Return a sentence without its labels, and the labels."""
    labels: list[str] = []
    for found in INLINE.finditer(text):
        written = found["square"] or found["round"] or found["last"]
        labels += [normal_label(one) for one in re.split(r"[,;、，]", written)]
    said = STRAY.sub(r"\1", INLINE.sub("", text)).strip()
    return said, list(dict.fromkeys(labels))


def _pending(text: str) -> _Pending:
    quotes = [(_label(one["label"]), one["quote"].strip()) for one in INLINE_QUOTE.finditer(text)]
    said, labels = labels_apart(INLINE_QUOTE.sub("", text))
    return _Pending(said, labels, quotes)


def _prose(clean: str) -> Iterator[Draft | Refused]:
    """Yield the sentences of a line without marks."""
    line = BEHIND_STOP.sub(r"\2\1", clean)
    for span in sentence_spans(line):
        sentence = span.of(line)
        pending = _pending(sentence)
        refused = refusal_in(pending.text)
        if refused:
            yield refused
        elif pending.text and (pending.labels or pending.quotes or _is_sentence(sentence)):
            yield pending.draft()


def _is_sentence(text: str) -> bool:
    is_long = len(text.split()) >= MIN_WORDS or not text.isascii()
    return is_long and END.search(text) is not None


def _clean(line: str) -> str:
    return DECORATION.sub("", BOLD.sub("", line)).strip()


def _label(written: str) -> str:
    return normal_label(written) if written else ""


def _unquoted(text: str) -> tuple[str, list[str]]:
    """Return the words of a quote without its marks, and the labels that stand behind it."""
    text = text.strip()
    if text[:1] and text[0] in OPENING:
        end = max(text.rfind(mark) for mark in CLOSING)
        if end > 0:
            return text[1:end].strip(), labels_apart(unicodedata.normalize("NFKC", text[end:]))[1]
        return text[1:].strip(), []
    behind = re.search(rf"\s*(?:{LABELS})\s*$", text)
    if behind and behind.start():
        return text[: behind.start()].strip(), [normal_label(behind[0])]
    return text, []
