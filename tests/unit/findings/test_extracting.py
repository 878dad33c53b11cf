from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from aliquot.errors import ModelUnavailableError, SourceError
from aliquot.findings.extracting import FindingExtractors
from aliquot.findings.roles import role_of
from aliquot.types import (
    Chunk,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    FindingRole,
    SectionClass,
    Span,
)


def document(text: str, kind: DocumentKind = DocumentKind.PAPER) -> Document:
    return Document(kind=kind, title="T", text=text, blocks=(), id="t")


def finding(text: str, value: str, section: SectionClass = SectionClass.OTHER) -> Finding:
    start = text.index(value)
    return Finding(
        kind=FindingKind.REAGENT,
        value=value,
        normalised=value,
        document_id="t",
        chunk_id="t#1",
        span=Span(0, len(text)),
        place=Span(start, start + len(value)),
        section_class=section,
    )


@pytest.mark.parametrize(
    ("text", "section", "expected"),
    [
        ("Cells were lysed in SDS.", SectionClass.METHODS, FindingRole.USED),
        ("We treated cells with SDS.", SectionClass.RESULTS, FindingRole.USED),
        ("SDS is a detergent.", SectionClass.INTRODUCTION, FindingRole.MENTIONED),
        ("SDS has been shown to lyse cells [12].", SectionClass.INTRODUCTION, FindingRole.CITED),
        ("Cells were lysed without SDS.", SectionClass.METHODS, FindingRole.EXCLUDED),
        ("SDS was not used here.", SectionClass.METHODS, FindingRole.EXCLUDED),
        ("SDS-free buffer was used.", SectionClass.METHODS, FindingRole.EXCLUDED),
        ("緩衝液はSDSを含まない。", SectionClass.METHODS, FindingRole.EXCLUDED),
        ("Lysed in SDS as described previously [12].", SectionClass.METHODS, FindingRole.USED),
    ],
)
def test_role_is_told_by_section_and_sentence(
    text: str, section: SectionClass, expected: FindingRole
) -> None:
    assert role_of(document(text), finding(text, "SDS", section)) is expected


def test_step_of_a_protocol_uses_what_it_names() -> None:
    text = "Add SDS."
    assert role_of(document(text, DocumentKind.PROTOCOL), finding(text, "SDS")) is FindingRole.USED


def test_criteria_of_exclusion_exclude() -> None:
    text = "Allergy to insulin"
    path = ("Eligibility", "Exclusion Criteria")
    found = finding(text, "insulin")
    assert role_of(document(text, DocumentKind.TRIAL), found, path) is FindingRole.EXCLUDED


class Failing:
    name = "failing"
    version = "1"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        raise ValueError("text nobody foresaw")


class Steady:
    name = "one"
    version = "3"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        yield finding(document.text, "SDS")


def test_fault_in_one_finder_loses_no_other_findings_and_is_told() -> None:
    told = FindingExtractors([Failing(), Steady()]).extract(document("Add SDS."), [])
    assert next(told).value == "SDS"
    with pytest.raises(SourceError, match="failing: ValueError: text nobody foresaw"):
        next(told)


def test_half_of_a_faulty_finder_s_findings_is_not_given() -> None:
    class Breaking(Steady):
        def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
            yield from super().extract(document, chunks)
            raise IndexError

    with pytest.raises(SourceError, match="one: IndexError"):
        next(FindingExtractors([Breaking()]).extract(document("Add SDS."), []))


def test_model_out_of_reach_is_no_fault_of_the_text() -> None:
    class Unreachable(Steady):
        def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
            raise ModelUnavailableError("It does not answer.")

    with pytest.raises(ModelUnavailableError):
        list(FindingExtractors([Unreachable()]).extract(document("Add SDS."), []))


def test_version_changes_with_that_of_any_finder() -> None:
    class Newer(Steady):
        version = "4"

    assert FindingExtractors([Steady()]).version != FindingExtractors([Newer()]).version
