"""What people call kinds of findings, fields of records and types of article."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from aliquot.types import FIELDS, FindingKind

__all__ = [
    "KIND_WORDS",
    "article_types_in",
    "field_called",
    "finding_called",
    "kind_in",
    "registry_in",
]


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _latin(pattern: str) -> re.Pattern[str]:
    """Compile words of which Japanese ones on either side are no part."""
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


# Plural in English, where the singular also qualifies documents: "gene entries", "primer design".
KIND_WORDS: Mapping[FindingKind, re.Pattern[str]] = {
    FindingKind.CELL_LINE: _words(r"\bcell[- ]lines?\b|細胞株|株化細胞"),
    FindingKind.ORGANISM: _words(
        r"\borganisms?\b|\bstrains\b|\bspecies\b|\bviruses\b"
        r"|生物種|菌株|系統|(?<!細胞)株(?=を|は|の|が|に)"
    ),
    FindingKind.GENE: _words(r"\bgenes\b(?!\s+entr)|\bproteins\b|どの遺伝子|遺伝子名"),
    FindingKind.ANTIBODY: _words(r"\bantibod(?:y|ies)\b|抗体"),
    FindingKind.REAGENT: _words(
        r"\breagents?\b|\bchemicals?\b|\bbuffers\b|試薬|薬品|緩衝液|バッファー?(?=の一覧|は何|を挙げ|を教え)"
    ),
    FindingKind.INSTRUMENT: _words(
        r"\binstruments?\b|\bkits?\b|\bequipment\b|\bdevices\b|機器|装置|キット"
    ),
    FindingKind.PLASMID: _words(r"\bplasmids?\b|\bvectors\b|プラスミド"),
    FindingKind.PRIMER: _words(r"\bprimers\b|プライマー"),
    FindingKind.ACCESSION: _words(r"\baccessions?(?: numbers?| codes?)?\b|アクセッション"),
    FindingKind.STATISTIC: _words(r"\bp[- ]values?\b|\bstatistical tests?\b|統計検定"),
    FindingKind.DOSE: _words(r"\bdoses\b|\bdosages?\b|投与量"),
    FindingKind.TEMPERATURE: _words(r"\btemperatures\b|温度"),
    FindingKind.DURATION: _words(r"\bincubation times\b|\bdurations\b"),
    FindingKind.VERSION: _words(r"\bprotocol versions\b|版数"),
}

# Registries by what accessions of them are called, as findings name them.
REGISTRIES: Mapping[str, re.Pattern[str]] = {
    "SRA": _latin(
        r"\b(?:SRA|ENA|DRA|sequence read archive)\b(?:\s+(?:runs?|stud(?:y|ies)|samples?))?"
    ),
    "GEO": _latin(r"\b(?:GEO|gene expression omnibus)\b(?:\s+(?:series|samples?|data ?sets?))?"),
    "BioProject": _latin(r"\bbio ?projects?\b"),
    "BioSample": _latin(r"\bbio ?samples?\b"),
    "RefSeq": _latin(r"\bref ?seq\b"),
    "GenBank": _latin(r"\bgen ?bank\b"),
    "UniProt": _latin(r"\buni ?prot\b"),
    "Ensembl": _latin(r"\bensembl\b"),
    "dbSNP": _latin(r"\b(?:dbSNP|SNP|rs)\b(?:\s+(?:numbers?|ids?))?"),
    "ArrayExpress": _latin(r"\barray ?express\b"),
    "ClinicalTrials.gov": _latin(r"\b(?:NCT|clinicaltrials\.gov)\b"),
    "catalogue": _latin(r"\bcatalog(?:ue)?\b"),
}

# Types a record states (JATS `article-type`), by what people call them.
# Source: JATS4R recommendation on article types.
ARTICLE_TYPES: tuple[tuple[re.Pattern[str], str], ...] = (
    (_words(r"\bretractions?\b(?!\s+of\s+the\b)|撤回"), "retraction"),
    (_words(r"\bcorrections?\b|\berrat(?:um|a)\b|\bcorrigend(?:um|a)\b|訂正"), "correction"),
    (_words(r"\bexpressions? of concern\b|懸念表明"), "expression-of-concern"),
    (_words(r"\beditorials?\b"), "editorial"),
    (_words(r"\bcase reports?\b|症例報告"), "case-report"),
)
# Notices and such are named with the word for what they are, or asked for as documents.
ARTICLE_CONTEXT = _words(
    r"\b(?:are|is|as)\s+(?:an?\s+)?(?:[\w-]+\s+(?:or\s+)?){0,3}?(?:notices?|articles?)\b"
    r"|\bnotices?\b|(?:撤回|訂正)(?:公告|通知|記事)"
)

# What columns are called, beside the fields' own names.
FIELD_NAMES: Mapping[str, str] = {
    "n": "enrollment",
    "participants": "enrollment",
    "sample size": "enrollment",
    "sample sizes": "enrollment",
    "phases": "phase",
    "statuses": "trial_status",
    "journals": "journal",
    "trial status": "trial_status",
    "recruitment": "trial_status",
    "recruitment status": "trial_status",
    "overall status": "trial_status",
    "enrolment": "enrollment",
    "participant count": "enrollment",
    "number of participants": "enrollment",
    "number of patients": "enrollment",
    "patients": "enrollment",
    "disease": "condition",
    "conditions": "condition",
    "drug": "intervention",
    "treatment": "intervention",
    "interventions": "intervention",
    "ステータス": "trial_status",
    "状態": "trial_status",
    "参加者数": "enrollment",
    "登録者数": "enrollment",
    "疾患": "condition",
    "対象疾患": "condition",
    "介入": "intervention",
    "遺伝子": "gene",
    "article type": "article_type",
    "study type": "study_type",
    "minimum age": "minimum_age",
    "maximum age": "maximum_age",
    "species": "organism",
    "author": "authors",
    "date": "year",
    "著者": "authors",
    "年": "year",
    "生物種": "organism",
    "相": "phase",
}


# What trials call a field of their own, and every document has another of the same name.
OF_TRIALS: Mapping[str, str] = {"status": "trial_status"}


def kind_in(text: str) -> tuple[FindingKind, int] | None:
    """Return the kind of finding a text names first, and where; `None` for none."""
    found = [
        (match.start(), kind)
        for kind, pattern in KIND_WORDS.items()
        if (match := pattern.search(text)) is not None
    ]
    if not found:
        return None
    start, kind = min(found, key=lambda one: one[0])
    return kind, start


def registry_in(text: str) -> tuple[str, str]:
    """Return the registry whose accessions a text names, and the text without it."""
    for name, pattern in REGISTRIES.items():
        if pattern.search(text):
            return name, pattern.sub(" ", text)
    return "", text


def finding_called(column: str) -> FindingKind | None:
    """Return the kind of finding a column's name stands for."""
    named = kind_in(column)
    if named is not None:
        return named[0]
    plural = kind_in(f"{column}s")
    return None if plural is None else plural[0]


def field_called(column: str, fields: Container[str] = ()) -> str:
    """Return the field of a record a column's name stands for; empty for none.

    Args:
        column: As it is called.
        fields: That the record has: a trial's status is how far it is, another document's how
            completely it was read.
    """
    name = " ".join(column.casefold().replace("_", " ").split())
    if name in OF_TRIALS and OF_TRIALS[name] in fields:
        return OF_TRIALS[name]
    if name.replace(" ", "_") in FIELDS:
        return name.replace(" ", "_")
    return FIELD_NAMES.get(name, "")


def article_types_in(question: str) -> Iterator[str]:
    """Yield the types of article a question asks for by name; none where it only mentions them."""
    if ARTICLE_CONTEXT.search(question):
        for pattern, name in ARTICLE_TYPES:
            if pattern.search(question):
                yield name
