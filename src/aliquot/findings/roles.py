"""What a document does with what it names: uses, mentions, cites or leaves it out.

What enters: a finding with its document. What leaves: its role, by the kind of document, the part
the section plays, and the words before and after the value in its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from aliquot.types import Document, DocumentKind, Finding, FindingRole, SectionClass

__all__ = ["role_of"]

Role = FindingRole
# Instructions, lists of stock and exports say what is worked with.
OF_USE = frozenset({DocumentKind.PROTOCOL, DocumentKind.TABLE})
# Sections that report what others did, unless the sentence says "we".
OF_OTHERS = frozenset({SectionClass.INTRODUCTION, SectionClass.DISCUSSION})
EXCLUSION_HEADING = re.compile(r"\bexclu(?:sion|ded)|除外", re.I)
EXCLUSION_WORDS = re.compile(r"\bexclusion criteri|\bwere excluded|除外基準", re.I)
INCLUSION_WORDS = re.compile(r"\binclusion criteri|選択基準", re.I)
# A negation that ends right before the value, with at most a few words between.
NEGATED = re.compile(
    r"(?:\b(?:without|excluding|except(?:\sfor)?|instead\sof|rather\sthan|lack(?:ing|s|ed)"
    r"|free\sof|devoid\sof|avoid(?:ing)?|omit(?:ting|ted)?|never|nor)"
    r"|\b(?:not|n't)\s(?:be\s)?(?:use|using|used|add|adding|added|include[ds]?|contain(?:s|ing)?"
    r"|tested|treated)(?:\s(?:with|in|for))?|\bno)"
    r"(?:\s(?:the|any|an?|additional|added|other|of)){0,2}\s?$",
    re.I,
)
NEGATED_AFTER = re.compile(
    r"(?:[-‐‑]free\b|\s(?:was|were|is|are|has been|had been)\s(?:not|never)\s"
    r"(?:used|added|tested|included)"
    r"|\s(?:was|were)\s(?:omitted|excluded)|(?:を|は|が)?(?:含まな|含まず|用いな|使用しな|使わな|加えな|除[くい]"
    r"|以外|不使用))"
)
NEGATION_REACH = 48
# A mark of a citation: "[12]", "(Smith et al., 2010)", "(Smith and Doe, 2010)".
CITATION = re.compile(
    r"\[\d{1,3}(?:\s?[,–-]\s?\d{1,3})*\]|\bet al\b|\([A-Z][\w'-]+(?:\s(?:and|&)\s[A-Z][\w'-]+)?,?\s"
    r"(?:19|20)\d\d[a-z]?\)"
)
REPORTED = re.compile(
    r"\bpreviously\b|\b(?:has|have) been (?:shown|reported|described|demonstrated|used)\b"
    r"|\bwas (?:first )?(?:reported|described) (?:by|in)\b|\bearlier stud"
    r"|\bother (?:groups|authors)"
    r"|以前に|報告されて|先行研究",
    re.I,
)
# The authors at work: "we used", "were treated with", "using", "was purchased from".
OWN_WORK = re.compile(
    r"\b[Ww]e\b|\b[Oo]ur\b|\b(?:was|were)\s(?:\w+ly\s)?(?:used|using|treated|incubated|cultured|grown"
    r"|purchased|obtained|added|stained|washed|prepared|performed|measured|determined|carried|injected"
    r"|isolated|extracted|transfected|infected|amplified|sequenced|maintained|analy[sz]ed|dissolved"
    r"|diluted|fixed|collected|tested|administered|given|randomi[sz]ed|vaccinated|assigned|recorded"
    r"|quantified|centrifuged|generated|exposed)\b|\busing\b"
    r"|\b(?:in|of) (?:this|the present) study\b"
    r"|用い(?:て|た)|使用し|添加し|加え|培養し"
)


def role_of(document: Document, finding: Finding, section_path: Sequence[str] = ()) -> FindingRole:
    """Return what the document does with what a finding names.

    Args:
        document: The finding's document.
        finding: Its place and span decide, whatever role it has.
        section_path: Headings above the place, outermost first.
    """
    text, place = document.text, finding.place
    before = text[finding.span.start : place.start]
    after = text[place.end : finding.span.end]
    if _is_excluded(before, after, section_path):
        return Role.EXCLUDED
    if finding.section_class is SectionClass.REFERENCES:
        return Role.CITED
    if document.kind in OF_USE:
        return Role.USED
    return _role_in_prose(document, finding, before + place.of(text) + after)


def _is_excluded(before: str, after: str, section_path: Sequence[str]) -> bool:
    if any(map(EXCLUSION_HEADING.search, section_path)):
        return True
    excluding = [match.start() for match in EXCLUSION_WORDS.finditer(before)]
    including = [match.start() for match in INCLUSION_WORDS.finditer(before)]
    if excluding and (not including or including[-1] < excluding[-1]):
        return True
    is_negated = NEGATED.search(before[-NEGATION_REACH:]) is not None
    return is_negated or NEGATED_AFTER.match(after) is not None


def _role_in_prose(document: Document, finding: Finding, sentence: str) -> FindingRole:
    """Tell own work from that of others by the section, the citations and the verbs."""
    section = finding.section_class
    if section is SectionClass.METHODS:
        return Role.USED
    is_own, is_of_others = _whose(sentence)
    if is_of_others and (section in OF_OTHERS or not is_own):
        return Role.CITED
    if document.kind is DocumentKind.TRIAL:
        return Role.USED if is_own or finding.details.get("amount") else Role.MENTIONED
    if section in OF_OTHERS:
        is_we = re.search(r"\b(?:we|our|this study|present study)\b", sentence, re.I)
        return Role.USED if is_we and is_own else Role.MENTIONED
    return Role.USED if is_own else Role.MENTIONED


# A sentence names several things, one after the other.
@lru_cache(maxsize=16)
def _whose(sentence: str) -> tuple[bool, bool]:
    """Tell whether a sentence tells of own work, and whether of that of others."""
    is_of_others = CITATION.search(sentence) is not None or REPORTED.search(sentence) is not None
    return OWN_WORK.search(sentence) is not None, is_of_others
