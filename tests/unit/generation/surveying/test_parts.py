"""Merging, coverage and near-misses."""

from __future__ import annotations

from aliquot.generation.surveying.absence import near_misses
from aliquot.generation.surveying.coverage import coverage_of
from aliquot.generation.surveying.kinds import field_called
from aliquot.generation.surveying.merging import merge
from aliquot.types import DocumentState, Finding, FindingKind, FindingRole, Scoped, Span


def finding(value: str, normalised: str, document: str, role: str = "mentioned") -> Finding:
    return Finding(
        kind=FindingKind.CELL_LINE,
        value=value,
        normalised=normalised,
        document_id=document,
        chunk_id=f"{document}#1",
        span=Span(0, 20),
        place=Span(0, len(value)),
        role=FindingRole(role),
    )


def test_spellings_of_one_thing_are_one_row() -> None:
    found = merge([finding("293T", "HEK293T", "a"), finding("HEK-293T", "HEK293T", "b")])
    assert [one.name for one in found] == ["HEK293T"]
    assert set(found[0].spellings) == {"293T", "HEK-293T"}
    assert list(found[0].by_document) == ["a", "b"]


def test_what_stands_in_most_documents_comes_first() -> None:
    found = merge(
        [finding("CHO", "CHO", "a"), finding("HeLa", "HeLa", "a"), finding("HeLa", "HeLa", "b")]
    )
    assert [one.name for one in found] == ["HeLa", "CHO"]


def test_use_is_more_telling_than_mention() -> None:
    found = merge([finding("HeLa", "HeLa", "a"), finding("HeLa", "HeLa", "a", "used")])
    assert found[0].role is FindingRole.USED
    assert found[0].by_document["a"][0].role is FindingRole.USED


def test_findings_kept_of_a_document_are_bounded() -> None:
    found = merge(finding("HeLa", "HeLa", "a") for _ in range(1000))
    assert len(found[0].by_document["a"]) < 10


def test_coverage_counts_what_was_not_read_into_the_scope() -> None:
    unread = [
        Scoped("b.pdf", DocumentState.FAILED, reason="damaged"),
        Scoped("a.pdf", DocumentState.NO_TEXT),
    ]
    coverage = coverage_of(3, unread)
    assert (coverage.in_scope, coverage.read, coverage.failed, coverage.no_text) == (5, 3, 1, 1)
    assert [one.source for one in coverage.unread] == ["a.pdf", "b.pdf"]


def test_a_near_miss_is_shown_and_the_name_itself_is_not() -> None:
    texts = ["HEK293 cells were thawed.", "HeLa cells were not.", "hek-293t"]
    assert near_misses("HEK293T", texts) == ("HEK293",)


def test_the_status_of_a_trial_is_how_far_it_is() -> None:
    assert field_called("status", {"status", "trial_status"}) == "trial_status"
    assert field_called("Status", {"status", "kind"}) == "status"
