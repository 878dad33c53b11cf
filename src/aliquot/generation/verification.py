"""The gates a statement passes before anyone sees it; each failure is named.

- `evidence`: the cited chunk was retrieved for this question.
- `quote`: the quote stands, character for character, at its span in the chunk.
- `numbers`: every number of the statement, with its unit, stands in the quote.
- `identifiers`: every identifier of the statement stands in the quote.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace

from aliquot.types import Chunk, Citation, RemovedStatement, Statement

__all__ = ["failed_gates", "verify"]

# A number with an optional unit that follows it: "4.7 µM", "84%", "1,250".
NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:\s?(?:[%°‰]|[^\W\d_]{1,4}\b))?")
# A word that holds a digit or an inner capital: TP53, HEK293T, NCT01234567, p.R175H, mRNA.
IDENTIFIER = re.compile(r"(?<!\w)(?=[\w./-]*(?:\d|[a-z][A-Z]|[A-Z]{2}))[A-Za-z][\w./-]*\w")


def verify(
    statement: Statement, evidence: Mapping[str, Chunk]
) -> tuple[Statement | None, RemovedStatement | None]:
    """Return the statement with its citations marked verified, or why it is removed.

    Args:
        statement: With citations not yet verified.
        evidence: The chunks retrieved for the question, by id.
    """
    failed = failed_gates(statement, evidence)
    if failed:
        return None, RemovedStatement(statement.text, failed)
    proved = tuple(replace(citation, verified=True) for citation in statement.citations)
    return Statement(statement.text, proved), None


def failed_gates(statement: Statement, evidence: Mapping[str, Chunk]) -> tuple[str, ...]:
    """Name the gates a statement fails, in order; empty when it passes all."""
    if not statement.citations:
        return ("evidence",)
    if any(citation.chunk_id not in evidence for citation in statement.citations):
        return ("evidence",)
    failed = []
    if not all(_stands(one, evidence[one.chunk_id]) for one in statement.citations):
        failed.append("quote")
    quoted = " ".join(_plain(citation.quote) for citation in statement.citations)
    said = _plain(statement.text)
    for gate, pattern in (("numbers", NUMBER), ("identifiers", IDENTIFIER)):
        wanted = {_compact(found) for found in pattern.findall(said)}
        if not wanted <= {_compact(found) for found in pattern.findall(quoted)}:
            failed.append(gate)
    return tuple(failed)


def _stands(citation: Citation, chunk: Chunk) -> bool:
    start = citation.span.start - chunk.span.start
    end = citation.span.end - chunk.span.start
    return bool(citation.quote) and start >= 0 and chunk.text[start:end] == citation.quote


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _compact(text: str) -> str:
    return re.sub(r"[\s,]", "", text).casefold()
