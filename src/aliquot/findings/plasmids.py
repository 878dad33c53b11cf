"""Plasmids by their names, and primers by their sequences.

A plasmid's name begins with a small p before a capital, as do pH, pKa and pO2: it needs a known
backbone, or a word such as "plasmid" or "vector" beside it. A primer is its sequence; the name and
the direction that stand before it are details.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from aliquot.findings.places import found
from aliquot.types import Chunk, Document, DocumentKind, Finding, FindingKind

__all__ = ["Plasmids", "Primers"]

# Source: Addgene's vector database, the backbones most deposited.
KNOWN = re.compile(
    r"(?<![\w/-])(?:pUC(?:18|19|57)?|pBR322|pBluescript(?:\s?II)?(?:\s?[SK]K\+?)?|pcDNA\s?3(?:\.\d)?|pGEM-?T?"
    r"(?:\sEasy|-\d+Zf)?|pET-?\d{1,3}[a-d]?|pGEX-?\d?[A-Z]?-?\d?|pMAL-\w+|pEGFP(?:-[CN]\d)?|pCR(?:II|\d(?:\.\d)?)"
    r"(?:-TOPO)?|pENTR\w*|pDONR\w*|pLKO(?:\.\d)?|pLenti\w*(?:\.\d)?|pLVX|pMD2\.G|psPAX2|pCMV\w*|pCAG\w*|pX330|pX458|pX459"
    r"|pSpCas9\w*|lentiCRISPR\s?v\d|pFastBac\w*|pBAD\d*|pACYC\w*|pBABE|pMSCV|pBI121|pCAMBIA\s?\d{4}|pGL[34]\w*"
    r"|pYES2|pRS\d{3}|pBIN19|pGreen|pPIC9K?|pGADT7|pGBKT7|pMXs?|pVSV-?G|pRL-TK|pTZ57R(?:/T)?|pJET1\.2|pSB1C3)"
    r"(?:[-/][A-Za-z0-9]+|\([A-Za-z0-9]+\))*(?!\w)"
)
_NAME = r"p[A-Z][A-Za-z0-9]{1,14}(?:[-.(:/][A-Za-z0-9+]{1,14}\)?){0,4}"
BESIDE = re.compile(
    rf"(?<![\w/-])(?P<after>{_NAME})(?=\s(?:plasmids?|vectors?|constructs?|backbone|プラスミド|ベクター))"
    rf"|\b(?:plasmids?|vectors?|constructs?|プラスミド|ベクター)\s?(?:named\s|called\s|\()?(?P<before>{_NAME})"
)
# What is done with a plasmid is no part of its name.
TAIL = re.compile(
    r"-(?:transduced|transfected|transformed|based|driven|derived|encoded|expressing|mediated)$"
)
NO_PLASMID = re.compile(r"pH(?:\d.*)?|pK[aAbi]|p[OC]O?2|pI|pM|pCa|pBS|pCR|pDNA|pKa\d*|pVal.*|pAdj")

# Fifteen bases are the shortest primer in use; repeats of fewer than three bases are not one.
_BASES = r"[ACGTUWSMKRYBDHVNI]"
# Printed in groups or wrapped, with one character between them.
SEQUENCE = re.compile(
    rf"(?<![A-Za-z0-9])(?P<sequence>{_BASES}{{3,}}(?:[ \n-]{_BASES}{{2,}}){{0,20}})(?![A-Za-z0-9])"
)
SHORTEST, LONGEST = 15, 60
MOST_AMBIGUOUS = 0.25
PRIMER_WORDS = re.compile(
    r"primer|forward|reverse|oligo|probe|プライマー|\bF:|\bR:|5[’'′]", re.IGNORECASE
)
NAME_BEFORE = re.compile(r"(?P<name>[A-Za-z][\w./-]{1,24})[\s:|(,=\]]{1,4}(?:5[’'′`]?\s?[-–]\s?)?$")
DIRECTIONS = (
    (re.compile(r"forward|sense\b|[-_ ]F\b|\bFw?d?\b|フォワード", re.IGNORECASE), "forward"),
    (re.compile(r"reverse|antisense|[-_ ]R\b|\bRe?v?\b|リバース", re.IGNORECASE), "reverse"),
)
WORD_REACH = 400
NAME_REACH = 40


class Plasmids:
    """Find plasmids by name."""

    name = "plasmids"
    version = "2"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield plasmids in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        places = {match.span(): 0.9 for match in KNOWN.finditer(document.text)}
        for match in BESIDE.finditer(document.text):
            group = "after" if match["after"] else "before"
            if not NO_PLASMID.fullmatch(match[group]):
                places.setdefault(match.span(group), 0.8)
        end_before = -1
        for (start, end), confidence in sorted(places.items()):
            if start < end_before:
                continue
            end_before = end
            end = start + len(_bare(document.text[start:end]))
            finding = found(
                document, chunks, FindingKind.PLASMID, start, end,
                normalised=re.sub(r"\s", "", document.text[start:end]),
                extractor=f"{self.name}/{self.version}", confidence=confidence,
            )  # fmt: skip
            if finding is not None:
                yield finding


class Primers:
    """Find primers and probes by sequence."""

    name = "primers"
    version = "2"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield primers in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        text = document.text
        # Records of sequences and reads hold nothing but bases, and name their primers seldom.
        if document.kind is DocumentKind.GENE or not PRIMER_WORDS.search(text):
            return
        for match in SEQUENCE.finditer(text):
            bases = re.sub(r"[\s-]", "", match["sequence"])
            near = text[max(0, match.start() - WORD_REACH) : match.end() + WORD_REACH]
            if not _is_primer(bases) or not PRIMER_WORDS.search(near):
                continue
            finding = found(
                document, chunks, FindingKind.PRIMER, *match.span("sequence"),
                normalised=bases, details=_details(text, match.start()),
                extractor=f"{self.name}/{self.version}", confidence=0.85,
            )  # fmt: skip
            if finding is not None:
                yield finding


def _bare(name: str) -> str:
    """Return a plasmid's name without what is done with it, or a bracket that only closes."""
    name = TAIL.sub("", name)
    return name if "(" in name else name.rstrip(")")


def _is_primer(bases: str) -> bool:
    """Tell a primer from a word of such letters and from a stretch of a longer sequence."""
    if not SHORTEST <= len(bases) <= LONGEST or len(set(bases)) < 3:
        return False
    ambiguous = sum(base not in "ACGTU" for base in bases)
    return ambiguous <= MOST_AMBIGUOUS * len(bases)


def _details(text: str, start: int) -> Mapping[str, str]:
    """Return the name and the direction that stand before a sequence on its line."""
    before = text[max(0, start - NAME_REACH) : start].rpartition("\n")[2]
    name = NAME_BEFORE.search(before)
    details = {"name": name["name"]} if name else {}
    for pattern, direction in DIRECTIONS:
        if pattern.search(before):
            return details | {"direction": direction}
    return details
