"""Questions about the fields of trial and gene records.

Enters: a record and its chunks, which hold `Label: value` lines. Leaves: drafts, in English or
Japanese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aliquot.evaluation.drafting.draft import Draft
from aliquot.types import Chunk, Document, DocumentKind

__all__ = ["record_drafts", "trial_subject"]

_LINE = re.compile(r"^(?P<label>[A-Z][A-Za-z ]{2,30}): (?P<value>\S.*)$", re.MULTILINE)
# Values that say nothing, or what every record says.
_EMPTY = re.compile(r"(?:N/A|Unknown|0 participants|No)\b")
# Interventions that name nothing to ask for.
_NOTHING_GIVEN = re.compile(
    r"placebo|^(?:other|observation|observational|treatment|control|questionnaire|intervention"
    r"|standard|survey|no |duration)",
    re.IGNORECASE,
)
LONGEST_VALUE = 80
# Fields stand in a record's first chunks; later ones may name those of other records.
RECORD_CHUNKS = 2

# What a person asks of a field; {0} is the trial or gene.
_TRIAL = {
    "Enrollment": ("How many participants does the trial of {0} enrol?", "{0}の試験の登録人数は？"),
    "Sponsor": ("Who sponsors the trial of {0}?", "{0}の試験の依頼者はどこですか？"),
    "Ages": ("How old may participants in the trial of {0} be?", "{0}の試験の対象年齢は？"),
    "Start date": ("When did the trial of {0} start?", "{0}の試験の開始日はいつですか？"),
    "Primary completion date": (
        "What is the primary completion date of the trial of {0}?",
        "{0}の試験の主要評価完了日はいつですか？",
    ),
    "Acronym": ("What is the acronym of the trial of {0}?", "{0}の試験の略称は何ですか？"),
    "NCT number": (
        "Under which NCT number is the trial of {0} registered?",
        "{0}の試験のNCT番号は？",
    ),
}
_GENE = {
    "UniProt accession": (
        "What is the UniProt accession of {0}?",
        "{0}のUniProtアクセッション番号は？",
    ),
    "Length": ("How long is {0}?", "{0}の長さは？"),
    "Molecular mass": ("What is the molecular mass of {0}?", "{0}の分子量はいくつですか？"),
    "Entry name": ("What is the UniProt entry name of {0}?", "{0}のUniProtエントリ名は？"),
}
_COMMON_NAMES = {
    "Homo sapiens": ("human", "ヒトの"),
    "Mus musculus": ("mouse", "マウスの"),
    "Rattus norvegicus": ("rat", "ラットの"),
    "Escherichia coli": ("E. coli", "大腸菌の"),
}


def record_drafts(
    document: Document, chunks: Sequence[Chunk], language: str = "en"
) -> Iterator[Draft]:
    """Yield what may be asked of a record; nothing of other documents.

    Args:
        document: The record.
        chunks: Its chunks.
        language: `en` or `ja`.
    """
    is_japanese = language == "ja"
    if document.kind is DocumentKind.TRIAL:
        questions, subject = _TRIAL, trial_subject(document)
    elif document.kind is DocumentKind.GENE:
        questions, subject = _GENE, _gene_subject(document, is_japanese)
    else:
        return
    if not subject:
        return
    for label, value, line in _fields(chunks):
        if label in questions:
            yield Draft(
                question=questions[label][is_japanese].format(subject),
                language=language,
                kind="record",
                answer=value,
                evidence=line,
                document_id=document.id,
                subject=subject,
            )


def trial_subject(document: Document) -> str:
    """Return what a trial is of: "repaglinide in Cystic Fibrosis Related Diabetes"."""
    conditions = [one for one in _texts(document, "condition") if len(one.split()) <= 5]
    interventions = [
        one
        for one in _texts(document, "intervention")
        if len(one.split()) <= 4 and not _NOTHING_GIVEN.search(one)
    ]
    if not conditions or not interventions:
        return ""
    intervention, condition = interventions[0], conditions[0]
    # "COVID-19 in Covid19" names nothing that was given.
    if _letters(condition) in _letters(intervention) or _letters(intervention) in _letters(
        condition
    ):
        return ""
    return f"{intervention} in {condition}"


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _gene_subject(document: Document, is_japanese: bool) -> str:
    genes, organism = _texts(document, "gene"), str(document.extra.get("organism") or "")
    # A record of several genes is no entry of one.
    if not genes or document.title.split(" ")[0].endswith("_snippet"):
        return ""
    english, japanese = _COMMON_NAMES.get(organism, (organism, f"{organism}の"))
    return f"{japanese}{genes[0]}" if is_japanese else f"{english} {genes[0]}".strip()


def _texts(document: Document, name: str) -> tuple[str, ...]:
    value = document.extra.get(name)
    listed = value if isinstance(value, tuple) else (value,)
    return tuple(one for one in listed if isinstance(one, str) and one)


def _fields(chunks: Sequence[Chunk]) -> Iterator[tuple[str, str, str]]:
    """Yield label, value and line, each label once."""
    seen: set[str] = set()
    for chunk in chunks[:RECORD_CHUNKS]:
        for found in _LINE.finditer(chunk.text):
            label, value = found["label"], found["value"].strip()
            is_telling = len(value) <= LONGEST_VALUE and not _EMPTY.match(value)
            if label not in seen and is_telling:
                seen.add(label)
                yield label, value, found[0]
