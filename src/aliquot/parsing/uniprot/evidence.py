"""Say in words what a statement of UniProt rests on, and where that was published.

What enters: evidence as flat files write it, `ECO:0000269|PubMed:23407391`. What leaves: a note
such as "[experimental evidence (ECO:0000269): PubMed:23407391]", the same for every layout.
Source: UniProt help, "Evidences"; Evidence and Conclusion Ontology.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

__all__ = ["evidence_note", "evidence_of", "without_evidence"]

KINDS: Mapping[str, str] = {
    "ECO:0000269": "experimental evidence",
    "ECO:0000303": "author statement",
    "ECO:0000305": "curator inference",
    "ECO:0000250": "sequence similarity",
    "ECO:0000255": "sequence model",
    "ECO:0000256": "sequence model, automatic",
    "ECO:0000259": "InterPro signature, automatic",
    "ECO:0000312": "imported",
    "ECO:0000313": "imported, automatic",
    "ECO:0007744": "combinatorial evidence",
    "ECO:0007829": "combinatorial evidence, automatic",
}
# A thoroughly studied residue has a hundred papers; the first ones are enough to follow up.
SOURCES_NAMED = 6
BRACES = re.compile(r"\{(ECO:[^{}]*)\}")
SENTENCE = re.compile(r"\.\s*\{ECO:[^{}]*\}\.?")
INSIDE = re.compile(r"\s*\{ECO:[^{}]*\}")


def evidence_of(text: str) -> tuple[str, ...]:
    """Return the evidence that a flat-file text has in braces, each once."""
    found = (part.strip() for group in BRACES.findall(text) for part in group.split(","))
    return tuple(dict.fromkeys(part.replace(" ", "") for part in found if part))


def without_evidence(text: str) -> str:
    """Drop evidence in braces from a text."""
    return INSIDE.sub("", SENTENCE.sub(".", text))


def evidence_note(evidence: Iterable[str], *, text: str = "") -> str:
    """Return what a text rests on, in brackets; sources it names itself are not repeated.

    Args:
        evidence: Code and source, joined by a bar where there is a source.
        text: The text.
    """
    by_code: dict[str, list[str]] = {}
    for part in evidence:
        code, _, source = part.partition("|")
        sources = by_code.setdefault(code, [])
        # A number that goes on is another's.
        if source and not re.search(rf"{re.escape(source)}(?!\d)", text):
            sources.append(source)
    kinds = [_kind(code, sources) for code, sources in by_code.items()]
    return f"[{'; '.join(kinds)}]" if kinds else ""


def _kind(code: str, sources: list[str]) -> str:
    words = f"{KINDS[code]} ({code})" if code in KINDS else code
    more = len(sources) - SOURCES_NAMED
    shown = ", ".join(sources[:SOURCES_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"{words}: {shown}" if shown else words
