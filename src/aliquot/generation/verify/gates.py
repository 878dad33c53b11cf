"""The gates a statement passes before anyone sees it; each failure is named.

- `evidence`: the cited chunk was retrieved for this question.
- `quote`: the quote stands, character for character, at its span in the chunk.
- `numbers`: every number of the statement, with its unit, stands in the quote.
- `identifiers`: every identifier of the statement stands in the quote.

A table row is quoted with the names of its columns.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from aliquot.generation.extractive import column_names
from aliquot.types import Chunk, Citation, Statement

__all__ = ["failed_gates"]

# A number with an optional unit that follows it: "4.7 µM", "84%", ".05", "5 minutes", "3分".
# Units are short, but for those of time, which are also written out.
NUMBER = re.compile(
    r"""(?<![\w.])[-+]?(?:10\^[-+]?\d+|\d[\d,]*(?:\.\d+)?|\.\d+)
    (?:\s?(?:[%°‰]
      |(?:second|minute|hour|day|night|week|month|year)s?\b
      |秒|分|時間|日|晩|週|[かカヶケヵ]月|月|年|回|倍|匹|例|名|人|本|枚|個
      |[^\W\d_]{1,4}\b))?""",
    re.VERBOSE,
)
# Hyphens and dashes that stand for a minus; the ordinary hyphen is what is left.
MINUS = str.maketrans("\u2010\u2011\u2012\u2013\u2212", "-----")
# The exponent of a power of ten, which Unicode's compatibility forms would lose: 10⁵ is not 105.
# After other numbers a raised digit is most often the mark of a reference.
POWER = re.compile(r"(?<![\d.])10([\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)")
# A word that holds a digit or an inner capital: TP53, HEK293T, NCT01234567, p.R175H, mRNA.
IDENTIFIER = re.compile(r"(?<!\w)(?=[\w./-]*(?:\d|[a-z][A-Z]|[A-Z]{2}))[A-Za-z][\w./-]*\w")


def failed_gates(statement: Statement, evidence: Mapping[str, Chunk]) -> tuple[str, ...]:
    """Name the gates a statement fails, in order; empty when it passes all."""
    if not statement.citations:
        return ("evidence",)
    if any(citation.chunk_id not in evidence for citation in statement.citations):
        return ("evidence",)
    failed = []
    if not all(_stands(one, evidence[one.chunk_id]) for one in statement.citations):
        failed.append("quote")
    quoted = " ".join(_shown(one, evidence[one.chunk_id]) for one in statement.citations)
    said = _plain(statement.text)
    for gate, pattern in (("numbers", NUMBER), ("identifiers", IDENTIFIER)):
        wanted = {_compact(found) for found in pattern.findall(said)}
        if not wanted <= {_compact(found) for found in pattern.findall(quoted)}:
            failed.append(gate)
    return tuple(failed)


def _shown(citation: Citation, chunk: Chunk) -> str:
    """Return what a citation shows: its quote, with the column names where it is a table row."""
    names = column_names(chunk) if citation.quote.startswith("|") else []
    return _plain(" | ".join([citation.quote, *names]))


def _stands(citation: Citation, chunk: Chunk) -> bool:
    start = citation.span.start - chunk.span.start
    end = citation.span.end - chunk.span.start
    return bool(citation.quote) and start >= 0 and chunk.text[start:end] == citation.quote


def _plain(text: str) -> str:
    text = POWER.sub(r"10^\1", text)
    return " ".join(unicodedata.normalize("NFKC", text).translate(MINUS).split())


def _compact(text: str) -> str:
    return re.sub(r"[\s,]", "", text).casefold()
