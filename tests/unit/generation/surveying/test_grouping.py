"""Rows by year, author and version."""

from __future__ import annotations

import pytest

from aliquot.errors import ConfigError
from aliquot.generation.surveying.grouping import (
    grouping_asked,
    grouping_named,
    groups_of,
    own_versions,
)
from aliquot.types import Document, DocumentKind, Finding, FindingKind, Span, SurveyRow


def document(key: str, *, year: int | None = None, authors: tuple[str, ...] = ()) -> Document:
    return Document(
        kind=DocumentKind.PROTOCOL,
        title=key.upper(),
        text="",
        blocks=(),
        id=key,
        year=year,
        authors=authors,
    )


def known(*documents: Document) -> dict[str, Document]:
    return {one.id: one for one in documents}


def row(name: str, *documents: str) -> SurveyRow:
    return SurveyRow({"cell line": name}, (), documents)


def version_of(document_id: str, number: str, of: str = "protocol") -> Finding:
    return Finding(
        kind=FindingKind.VERSION,
        value=f"v{number}",
        normalised=number,
        document_id=document_id,
        chunk_id=f"{document_id}#1",
        span=Span(0, 9),
        place=Span(0, 2),
        details={"version": number, "of": of},
    )


@pytest.mark.parametrize(
    ("question", "by", "rest"),
    [
        ("How many trials per year?", "year", "How many trials ?"),
        ("Which cell lines did we use over the years", "year", "Which cell lines did we use"),
        ("List HEK293 papers, grouped by publication year", "year", "List HEK293 papers"),
        ("How has the use of CTAB changed over time?", "year", "CTAB ?"),
        ("Which authors have published on XMRV?", "author", "XMRV?"),
        ("Papers on XMRV per author", "author", "Papers on XMRV"),
        ("Which kits were used by version?", "version", "Which kits were used ?"),
        ("年ごとの臨床試験の数", "year", "臨床試験の数"),
        ("著者別の論文一覧", "author", "論文一覧"),
        ("バージョン別のプロトコル", "version", "プロトコル"),
    ],
)
def test_words_that_ask_for_groups_are_read_and_not_searched(
    question: str, by: str, rest: str
) -> None:
    assert grouping_asked(question) == (by, rest)


@pytest.mark.parametrize(
    "question",
    [
        "Which trials dose twice per year?",
        "Which papers are by author Brown?",
        "Which documents name light over time points 1 to 5?",
        "Which cell lines did we use in the last five years?",
        "Which protocols were replaced by version 2?",
    ],
)
def test_other_uses_of_these_words_ask_for_no_groups(question: str) -> None:
    assert grouping_asked(question) == ("", question)


def test_a_caller_is_told_what_can_be_grouped_by() -> None:
    assert grouping_named(" Years ") == "year"
    assert grouping_named("") == ""
    with pytest.raises(ConfigError) as raised:
        grouping_named("journal")
    assert "year, author, version" in raised.value.hint


def test_years_between_the_first_and_the_last_are_told_with_nothing_in_them() -> None:
    documents = known(document("a", year=2019), document("b", year=2022), document("c"))
    groups = groups_of([row("HeLa", "a", "c")], documents.values(), "year")
    assert [(one.value, len(one.documents), one.in_scope) for one in groups] == [
        ("2019", 1, 1),
        ("2020", 0, 0),
        ("2021", 0, 0),
        ("2022", 0, 1),
        ("", 1, 1),
    ]


def test_a_misread_year_does_not_make_a_thousand_groups() -> None:
    documents = known(document("a", year=202), document("b", year=2022))
    assert [one.value for one in groups_of([], documents.values(), "year")] == ["202", "2022"]


def test_a_document_counts_once_in_a_group_however_many_rows_it_is_in() -> None:
    documents = known(document("a", year=2020), document("b", year=2020))
    (group,) = groups_of([row("HeLa", "a"), row("CHO", "a")], documents.values(), "year")
    assert group.documents == ("a",)
    assert group.names == ("HeLa", "CHO")
    assert group.in_scope == 2


def test_authors_with_most_documents_come_first_and_nobody_last() -> None:
    documents = known(
        document("a", authors=("Abe, Y.", "Brown, C. Titus")),
        document("b", authors=("C. Titus Brown",)),
        document("c", authors=("Zola, E.",)),
        document("d"),
    )
    groups = groups_of([row("HeLa", "a", "b", "d")], documents.values(), "author")
    assert [(one.value, one.documents) for one in groups] == [
        ("Brown, C. Titus", ("a", "b")),
        ("Abe, Y.", ("a",)),
        ("", ("d",)),
    ]


def test_an_author_named_twice_in_one_document_is_one() -> None:
    documents = known(document("a", authors=("山田 太郎", "山田太郎")))
    (group,) = groups_of([row("HeLa", "a")], documents.values(), "author")
    assert (group.value, group.in_scope) == ("山田 太郎", 1)


def test_version_ten_comes_behind_version_nine() -> None:
    documents = known(*(document(key) for key in "abcd"))
    versions = {"a": "10", "b": "9", "c": "v1.2"}
    groups = groups_of([row("HeLa", *"abcd")], documents.values(), "version", versions)
    assert [one.value for one in groups] == ["9", "10", "v1.2", ""]


def test_rows_that_name_documents_out_of_scope_make_no_group() -> None:
    assert groups_of([row("HeLa", "gone")], [], "author") == ()


def test_the_first_version_a_protocol_names_of_itself_is_its_own() -> None:
    findings = [
        version_of("a", "2.2.1", of="QIIME"),
        version_of("a", "3"),
        version_of("a", "1"),
        version_of("gone", "7"),
    ]
    assert own_versions([document("a"), document("b")], findings) == {"a": "3"}
