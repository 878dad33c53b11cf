"""Find versions: of the protocol itself, and of protocols, builds and releases it names.

What enters: a document with its chunks. What leaves: a finding for each version, once a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aliquot.findings.places import found
from aliquot.types import Chunk, Document, Finding, FindingKind

__all__ = ["Versions"]

NUMBER = r"\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?"
# "Version 2.1", "v3", "Rev. 2", "revision 4", 第2版; a year behind "Rev." is that of a journal.
VERSION = re.compile(
    rf"(?=[VvRr])(?:\b[Vv]ers(?:ion|\.)?(?:\s(?:no\.?|number))?[\s:]{{0,2}}|\b(?:v\.?|V\.)\s?(?=\d)|\bV\s?(?=\d+\.\d)"
    rf"|(?<!\w\.\s)\b[Rr]ev(?:ision|\.)?[\s:]{{1,2}}(?=\d{{1,3}}(?!\d)))"
    rf"(?P<number>{NUMBER})(?![\w%])"
    r"|第(?P<edition>\d{1,3})版|バージョン\s?(?P<ja>\d[\d.]*)|改訂(?:版)?\s?(?P<revised>\d[\d.]*)"
)
# A name before it tells of what: "SPSS for Windows, version 14.0".
NAME_BEFORE = re.compile(
    r"(?P<of>[A-Z][\w+-]*(?:[^\S\n](?:for[^\S\n])?[A-Z][\w+-]*)?|[Pp]rotocol|SOP)"
    r"(?:[^\S\n]|[,(]){1,3}$"
)
NAME_REACH = 60
# Speaks of the document, not of a program it uses.
OWN = re.compile(r"protocol|SOP|this (?:document|version)|手順|プロトコル", re.I)
OWN_REACH = 60
# "v/v" and "V 5" of a plasmid or a voltage are none: what follows a number with these is measured.
MEASURED = re.compile(r"\s?(?:[mkµ]?V\b|/v|for\s\d|mL\b|ml\b)")
WORDS_BEFORE = frozenset({"The", "In", "Using", "With", "Table", "Figure", "Fig", "And"})


class Versions:
    """Finds the versions a document has or names."""

    name = "versions"
    version = "2"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield each version once, of the document itself as `of` `protocol`.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        seen: set[str] = set()
        for match in VERSION.finditer(document.text):
            number = match["number"] or match["edition"] or match["ja"] or match["revised"]
            start, of = _of(document.text, match)
            name = f"{of} {number}".strip()
            if name in seen or MEASURED.match(document.text, match.end()):
                continue
            finding = found(
                document,
                chunks,
                FindingKind.VERSION,
                start,
                match.end(),
                normalised=name,
                details={"version": number} | ({"of": of} if of else {}),
                extractor=f"{self.name}/{self.version}",
                confidence=0.9 if of else 0.7,
            )
            if finding is not None:
                seen.add(name)
                yield finding


def _of(text: str, match: re.Match[str]) -> tuple[int, str]:
    """Return what has the version, empty where nothing says so, and where that begins."""
    before = text[max(0, match.start() - NAME_REACH) : match.start()]
    name = NAME_BEFORE.search(before)
    start = match.start() - (len(before) - name.start() if name else 0)
    named = name["of"] if name else ""
    around = text[max(0, start - OWN_REACH) : match.end()]
    if OWN.search(named) or (not named and OWN.search(around)):
        return start, "protocol"
    return start, "" if named in WORDS_BEFORE else named
