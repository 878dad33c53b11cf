"""Find antibodies: what they bind, and clone, maker, number, RRID and dilution where stated.

What enters: a document with its chunks. What leaves: a finding for each antibody, once a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aliquot.findings.places import found
from aliquot.findings.vocabularies.alternatives import any_of
from aliquot.findings.vocabularies.makers import MAKERS
from aliquot.types import Chunk, Document, Finding, FindingKind

__all__ = ["Antibodies"]

HOST = (
    r"(?:[Rr]abbit|[Mm]ouse|[Gg]oat|[Rr]at|[Dd]onkey|[Ss]heep|[Cc]hicken|[Gg]uinea pig|[Hh]amster)"
)
# "anti-CD3", "α-FLAG Tag", "Goat anti-Rat IgG"; what is bound ends with its capitals or numbers.
# The second word of a name has the form of a code ("FLAG M2") or is short ("SFFV Gag").
SECOND = (
    r"(?!(?:Ab|And|Ig[AEGM])s?\b)"
    r"(?:[A-Z0-9][\w-]{0,3}(?![\w-])|[A-Z][A-Za-z]*-?\d[\w-]*|p\d+|Receptor\b)"
)
TARGET = rf"(?:[A-Za-zα-ω]*[A-Z0-9][\w/α-ω-]*|[a-zβα][\w-]{{2,}})(?:[^\S\n]{SECOND})?"
# α stands for "anti" only behind a host: it begins the names of terpenes and of proteins.
ANTI = re.compile(
    rf"(?:\b(?P<host>{HOST})\s(?:polyclonal\s|monoclonal\s)?(?:[Aa]nti|ANTI|α)"
    r"|(?<![\w-])(?:[Aa]nti|ANTI))[-‐‑–\s]"
    rf"(?P<target>{TARGET})(?:(?:\s(?i:mono|poly)clonal)?\s(?i:antibod(?:y|ies)|mAb|Ig[GM]|serum)\b)?"
    r"|抗(?P<target_ja>[\w-]{1,20})抗体"
)
# "CD3 antibody", "monoclonal antibody against p30 Gag".
NAMED = re.compile(
    r"\b(?P<target>[A-Z][\w/-]*\d[\w/-]*|[A-Z]{2,}[\w-]*)\s(?:(?:mono|poly)clonal\s)?antibod(?:y|ies)\b"
    r"|(?:antibod(?:y|ies)|mAb)\s(?:against|to|directed against|specific for)\s(?:the\s)?"
    r"(?P<against>[A-Z][\w/-]*(?:[^\S\n][a-z]?\d+|[^\S\n][A-Z][\w-]*)?)"
)
# Words that begin as a target does and are none: effects, not antibodies.
NOT_TARGETS = re.compile(
    r"(?:inflammator|cancer|tumou?r|microbial|bacterial|fungal|viral|oxidant|diabet|parasitic|malarial"
    r"|hypertens|coagul|proliferat|apoptot|depress|convuls|epilep|retrovir|HIV\b.{0,3}$|phase|parallel"
    r"|sense|biotic|body|gen|angiogenic|aging|ageing|mycobacterial|leishmanial|ulcer|obes|pyretic"
    r"|nociceptive|psychotic|emetic|allerg|thrombotic|platelet|mutagenic|static|biofilm|elisa\b)",
    re.I,
)
# What is said of it and is no part of what it binds: "RVFV-specific", "IgG-horseradish".
TAIL = re.compile(
    r"(?:-(?:specific|neutrali[sz]ing|binding|conjugated|coupled|labell?ed|positive|negative|total"
    r"|horseradish|HRP))+$"
)
# "anti-HIV activity" is an effect, whatever it is against.
EFFECT_AFTER = re.compile(
    r"[\s-](?:\w+\s)?(?:activit|agents?\b|drugs?\b|effects?\b|propert|compounds?\b|potential"
    r"|efficacy|medic|measures?\b)",
    re.I,
)
# A disease is treated and a pathogen fought; what is against a molecule may be an antibody.
TREATED = re.compile(r"(?:TB|MDR|tubercul\w*|lepro\w*|malaria\w*)\b", re.I)
PATHOGEN = re.compile(
    r"(?:HIV|H[ABCE]V|HSV|CMV|EBV|HPV|RSV|SARS|COVID|MRSA|influenza|flu)(?:-\w+)*", re.I
)
TREATMENT_AFTER = re.compile(
    r"[\s-](?:\w+\s)?(?:treatments?|therap(?:y|ies|eutic\w*)|chemotherapy|regimens?)\b", re.I
)
# What is said behind an antibody, in its clause.
BEHIND_REACH = 160
CLONE = re.compile(r"\bclone[:\s]+(?P<clone>[\w./-]+)", re.I)
RRID = re.compile(r"RRID:?\s?(?P<rrid>AB_\d{3,})")
CATALOGUE = re.compile(
    r"(?:\bcat(?:alog(?:ue)?)?\.?\s?(?:no\.?|number|#)?|#|\bno\.)[:\s]?\s?(?P<catalogue>[A-Za-z]{0,5}-?\d[\w.-]+)",
    re.I,
)
DILUTION = re.compile(r"(?<![\w:])(?P<dilution>1\s?:\s?\d{1,3}(?:,?\d{3})*)(?![\d:])")
# Makers of antibodies, besides those of instruments and kits.
OF_ANTIBODIES = (
    r"Cell Signaling(?: Technology)?|Santa Cruz(?: Biotechnology)?|BioLegend|eBioscience"
    r"|Jackson ImmunoResearch|Proteintech|Chemicon"
)
OTHERS = any_of(MAKERS)
VENDOR = re.compile(rf"(?<!\w)(?P<vendor>{OF_ANTIBODIES}|{OTHERS})(?!\w)")
DETAILS = (CLONE, RRID, CATALOGUE, DILUTION, VENDOR)
CLAUSE_END = re.compile(
    r"[;\n。]|(?<!cat)(?<!Cat)(?<!no)(?<!No)\.\s|,\s(?=(?:and\s)?(?:\w+\s){0,2}(?:anti|α)[-‐‑–\s])"
)


class Antibodies:
    """Finds antibodies by what they bind."""

    name = "antibodies"
    version = "5"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield each antibody once, at its first place, with what any place says of it.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        seen: set[tuple[str, str]] = set()
        for match in _matches(document.text):
            target = TAIL.sub("", _target(match))
            details = _details(document.text, match)
            key = (target, details.get("clone", ""))
            if not target or key in seen:
                continue
            finding = found(
                document,
                chunks,
                FindingKind.ANTIBODY,
                match.start(),
                match.end(),
                normalised=f"anti-{target}",
                details={"target": target, **details},
                extractor=f"{self.name}/{self.version}",
                confidence=0.9 if details else 0.7,
            )
            if finding is not None:
                seen.add(key)
                yield finding


def _matches(text: str) -> list[re.Match[str]]:
    """Return the places that may name an antibody, in order, none over another."""
    kept: list[re.Match[str]] = []
    end = 0
    both = [*ANTI.finditer(text), *NAMED.finditer(text)]
    for match in sorted(both, key=lambda one: (one.start(), -one.end())):
        if match.start() >= end:
            kept.append(match)
            end = match.end()
    return kept


def _target(match: re.Match[str]) -> str:
    """Return what is bound, empty where the word behind "anti" tells an effect."""
    groups = match.groupdict()
    written = next(
        (groups[name] for name in ("target", "target_ja", "against") if groups.get(name)), ""
    )
    has_name = any(c.isupper() or c.isdigit() for c in written) or not written.isascii()
    if NOT_TARGETS.match(written):
        return ""
    is_said = re.search(r"antibod|IgG|mAb|抗体", match[0]) is not None or groups.get("host")
    if not is_said and EFFECT_AFTER.match(match.string, match.end()):
        return ""
    if not is_said and (TREATED.match(written) or _is_treatment(match, written)):
        return ""
    return written if has_name or is_said else ""


def _is_treatment(match: re.Match[str], target: str) -> bool:
    """Tell whether "anti-HCV therapy" is meant; "anti-TNF therapy" is one with an antibody."""
    is_treated = TREATMENT_AFTER.match(match.string, match.end()) is not None
    return is_treated and PATHOGEN.fullmatch(target) is not None


def _details(text: str, match: re.Match[str]) -> dict[str, str]:
    last = min(len(text), match.end() + BEHIND_REACH)
    stop = CLAUSE_END.search(text, match.end(), last)
    clause = text[match.end() : stop.start() if stop else last]
    stated: dict[str, str] = {}
    for pattern in DETAILS:
        said = pattern.search(clause)
        if said:
            stated |= {name: value for name, value in said.groupdict().items() if value}
    if match.groupdict().get("host"):
        stated["host"] = match["host"].casefold()
    return stated
