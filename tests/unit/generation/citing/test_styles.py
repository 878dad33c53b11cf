from __future__ import annotations

import pytest

from aliquot.errors import ConfigError
from aliquot.generation.citing.names import parse_name
from aliquot.generation.citing.styles import STYLES, reference_list, render
from aliquot.generation.citing.works import Work
from aliquot.types import Answer, Citation, Contradiction, DocumentKind, Span, Statement, Trace

TRACE = Trace(
    id="t", question="q", queries=(), where="", evidence=(), strategy="extract", timings_s={}
)


def cited(
    document_id: str, section: str = "Results", page: int | None = None, label: str = ""
) -> Citation:
    return Citation(
        label=label or f"{document_id}, {section}",
        quote="q",
        span=Span(0, 1),
        chunk_id=f"{document_id}#1",
        document_id=document_id,
        source=f"/lab/{document_id}.pdf",
        section=section,
        page=page,
        verified=True,
    )


def stated(*citations: Citation, text: str = "S.") -> Statement:
    return Statement(text, citations)


def answered(*statements: Statement, contradictions: tuple[Contradiction, ...] = ()) -> Answer:
    return Answer(
        question="q",
        language="en",
        statements=statements,
        abstained=False,
        reason="",
        evidence=(),
        trace=TRACE,
        contradictions=contradictions,
    )


def paper(
    document_id: str, *authors: str, year: int | None = 2023, title: str = "T", **more: str
) -> Work:
    return Work(
        id=document_id,
        kind=DocumentKind.PAPER,
        title=title,
        authors=tuple(map(parse_name, authors)),
        year=year,
        **more,  # type: ignore[arg-type]
    )


def marks(style: str, answer: Answer, *works: Work) -> list[str]:
    rendered = render(answer, style, {one.id: one for one in works})
    return [rendered.mark(one) for one in answer.statements]


def apa(*works: Work) -> list[str]:
    statements = [stated(cited(one.id, page=4), text=one.id) for one in works]
    return marks("apa", answered(*statements), *works)


# ------------------------------------------------------------------------------ numbers


def test_numbers_follow_the_order_of_first_citation() -> None:
    answer = answered(
        stated(cited("b", page=4), text="1"),
        stated(cited("a", "Methods"), cited("b", page=5), text="2"),
    )
    works = (paper("a", "A, A"), paper("b", "B, B"))
    assert marks("numbered", answer, *works) == [
        "[1, Results, p. 4]",
        "[2, Methods; 1, Results, p. 5]",
    ]
    assert marks("vancouver", answer, *works)[0] == "(1, Results, p. 4)"


def test_places_of_one_work_share_its_number() -> None:
    answer = answered(stated(cited("a", page=4), cited("a", page=4), cited("a", "Methods", 2)))
    assert marks("numbered", answer, paper("a")) == ["[1, Results, p. 4 and Methods, p. 2]"]


def test_documents_of_the_same_work_have_one_number() -> None:
    work = paper("a")
    answer = answered(stated(cited("a")), stated(cited("a-2"), text="2"))
    rendered = render(answer, "numbered", {"a": work, "a-2": work})
    assert [rendered.mark(one) for one in answer.statements] == ["[1, Results]", "[1, Results]"]
    assert len(rendered.references) == 1


def test_a_paper_is_cited_by_the_part_its_label_names() -> None:
    answer = answered(stated(cited("a", "Cell lines", 3, label="Smith, 2023, Methods")))
    assert marks("numbered", answer, paper("a")) == ["[1, Methods, p. 3]"]


def test_slides_and_sheets_go_by_their_page() -> None:
    answer = answered(stated(cited("a", "A title", 3)))
    slides = Work(id="a", kind=DocumentKind.SLIDES, title="T")
    assert marks("numbered", answer, slides) == ["[1, slide 3]"]
    assert marks("apa", answer, slides) == ["(“T,” n.d., Slide 3)"]


def test_a_long_or_numbered_heading_does_not_drown_the_number() -> None:
    answer = answered(stated(cited("a", "2.1 " + "Preparation of competent cells " * 3)))
    [mark] = marks("numbered", answer, Work(id="a", kind=DocumentKind.PROTOCOL, title="T"))
    assert mark == "[1, Preparation of competent cells…]"


def test_contradicting_statements_are_marked_and_listed_too() -> None:
    other = stated(cited("b"), text="No.")
    answer = answered(stated(cited("a")), contradictions=(Contradiction("x", (other,)),))
    rendered = render(answer, "numbered", {"a": paper("a"), "b": paper("b")})
    assert rendered.mark(other) == "[2, Results]"
    assert [one.work.id for one in rendered.references] == ["a", "b"]


def test_the_default_keeps_the_labels() -> None:
    answer = answered(stated(cited("a", label="Smith & Lee, 2023, Results"), cited("b", label="L")))
    assert marks("default", answer) == ["[Smith & Lee, 2023, Results] [L]"]


@pytest.mark.parametrize("style", STYLES)
def test_a_document_that_is_gone_is_cited_by_its_file_name(style: str) -> None:
    [reference] = render(answered(stated(cited("gone"))), style, {}).references
    assert "gone.pdf" in reference.text
    assert "No longer in the library." in reference.text


@pytest.mark.parametrize("style", STYLES)
def test_an_answer_that_cites_nothing_has_no_references(style: str) -> None:
    rendered = render(answered(stated()), style, {})
    assert rendered.references == ()
    assert rendered.mark(stated()) == ""


def test_an_unknown_style_is_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError) as caught:
        render(answered(), "chicago", {})
    assert "vancouver" in caught.value.hint


# ------------------------------------------------------------------------------ APA, in the text


@pytest.mark.parametrize(
    ("authors", "shown"),
    [
        (("Smith, Ann",), "Smith"),
        (("Smith, Ann", "Lee, Bo"), "Smith & Lee"),
        (("Smith, Ann", "Lee, Bo", "Ito, C"), "Smith et al."),
        (("van der Berg, Jan",), "van der Berg"),
        (("King, Martin, Jr.",), "King"),
        (("World Health Organization",), "World Health Organization"),
        (("山田, 太郎", "佐藤, 花子"), "山田 & 佐藤"),
        (("山田, 太郎", "佐藤, 花子", "鈴木, 一郎"), "山田 et al."),
    ],
)
def test_apa_names_one_two_or_the_first(authors: tuple[str, ...], shown: str) -> None:
    assert apa(paper("a", *authors)) == [f"({shown}, 2023, p. 4)"]


def test_two_papers_of_one_author_in_one_year_get_letters_by_title() -> None:
    later = paper("a", "Smith, Ann", title="The zebra")
    first = paper("b", "Smith, Ann", title="An ant")
    assert apa(later, first) == ["(Smith, 2023b, p. 4)", "(Smith, 2023a, p. 4)"]
    listed = [one.text for one in reference_list([later, first], "apa")]
    assert listed == ["Smith, A. (2023a). An ant.", "Smith, A. (2023b). The zebra."]


def test_letters_without_a_year() -> None:
    works = [paper(one, "Smith, Ann", year=None, title=one) for one in ("a", "b")]
    assert apa(*works) == ["(Smith, n.d.-a, p. 4)", "(Smith, n.d.-b, p. 4)"]


def test_thirty_works_of_one_author_and_year_get_thirty_letters() -> None:
    works = [paper(f"w{one:02}", "Smith, A", title=f"{one:02}") for one in range(30)]
    years = [mark.split(", ")[1] for mark in apa(*works)]
    assert years[0] == "2023a"
    assert years[25:28] == ["2023z", "2023aa", "2023ab"]
    assert len(set(years)) == 30


def test_as_many_authors_are_named_as_tell_two_works_apart() -> None:
    one = paper("a", "Smith, A", "Lee, B", "Ito, C", "Ng, D")
    other = paper("b", "Smith, A", "Cho, B", "Ito, C", "Ng, D")
    assert apa(one, other) == [
        "(Smith, Lee, et al., 2023, p. 4)",
        "(Smith, Cho, et al., 2023, p. 4)",
    ]


def test_people_of_one_family_name_are_told_apart_by_initials() -> None:
    assert apa(paper("a", "Lee, Ann"), paper("b", "Lee, Bo", year=2020)) == [
        "(A. Lee, 2023, p. 4)",
        "(B. Lee, 2020, p. 4)",
    ]
    assert apa(paper("a", "Lee, Ann"), paper("b", "Lee, Ann C.", year=2020))[0].startswith("(Lee,")


def test_without_authors_the_title_or_the_registry_number_stands() -> None:
    trial = Work(
        id="t",
        kind=DocumentKind.TRIAL,
        title="A trial",
        year=2016,
        registry="ClinicalTrials.gov",
        accession="NCT01234567",
    )
    gene = Work(id="g", kind=DocumentKind.GENE, registry="UniProt", accession="P04637")
    protocol = Work(id="p", kind=DocumentKind.PROTOCOL, title="Gel prep")
    assert apa(trial, gene, protocol) == [
        "(NCT01234567, 2016, p. 4)",
        "(UniProt P04637, n.d., p. 4)",
        "(“Gel prep,” n.d., p. 4)",
    ]


def test_apa_orders_by_the_list_and_joins_pages() -> None:
    answer = answered(
        stated(cited("z", page=7), cited("a", "Abstract"), cited("z", page=8), cited("z", page=2))
    )
    works = (paper("a", "Ames, A"), paper("z", "Zhu, B"))
    assert marks("apa", answer, *works) == ["(Ames, 2023, Abstract; Zhu, 2023, pp. 2, 7–8)"]


# ------------------------------------------------------------------------------ lists


def reference(style: str, work: Work) -> str:
    return reference_list([work], style)[0].text


FULL = paper(
    "a",
    "Smith, Ann",
    "Lee, Bo",
    title="Does it work?",
    journal="Nature",
    volume="12",
    issue="3",
    pages="284-287",
    doi="10.1/x",
    pmid="123",
)


def test_a_paper_with_all_that_is_known() -> None:
    assert reference("vancouver", FULL) == (
        "Smith A, Lee B. Does it work? Nature. 2023;12(3):284-7. doi: 10.1/x; PubMed PMID: 123."
    )
    assert reference("apa", FULL) == (
        "Smith, A., & Lee, B. (2023). Does it work? Nature, 12(3), 284–287. https://doi.org/10.1/x"
    )


def test_what_is_not_known_leaves_no_gap() -> None:
    bare = paper("a", year=None, title="Alone")
    assert reference("vancouver", bare) == "Alone."
    assert reference("apa", bare) == "Alone. (n.d.)."


def test_thirty_authors_are_cut_as_each_style_cuts() -> None:
    work = paper("a", *(f"Name{one}, A" for one in range(30)))
    assert reference("vancouver", work).startswith("Name0 A, Name1 A, Name2 A, Name3 A, Name4 A")
    assert "Name5 A, et al. T." in reference("vancouver", work)
    assert "Name18, A., . . . Name29, A. (2023)" in reference("apa", work)
    assert "Name19" not in reference("apa", work)


def test_twenty_authors_are_all_named_by_apa() -> None:
    work = paper("a", *(f"Name{one}, A" for one in range(20)))
    assert "Name18, A., & Name19, A. (2023)" in reference("apa", work)


@pytest.mark.parametrize("style", ["vancouver", "apa", "numbered", "default"])
@pytest.mark.parametrize("notice", ["retracted", "corrected", "expression of concern"])
def test_what_happened_to_a_paper_is_said_in_its_reference(style: str, notice: str) -> None:
    work = paper("a", "Smith, A", notice=notice, superseded_by="T, version 2 (a-2)")
    assert f"[{notice}]" in reference(style, work).casefold()
    assert "Superseded by: T, version 2 (a-2)." in reference(style, work)


def test_a_protocol_is_cited_by_title_version_and_file() -> None:
    work = Work(
        id="p", kind=DocumentKind.PROTOCOL, title="Gel prep.", version="2.0", file_name="gel.docx"
    )
    assert reference("vancouver", work) == "Gel prep [protocol, version 2.0]. File: gel.docx."
    assert reference("apa", work) == "Gel prep (Version 2.0) [Protocol]. (n.d.). File gel.docx."


def test_a_gene_is_cited_by_its_registry() -> None:
    work = Work(
        id="g",
        kind=DocumentKind.GENE,
        title="p53",
        registry="UniProt",
        accession="P04637",
        version="9",
    )
    address = "https://www.uniprot.org/uniprotkb/P04637/entry"
    assert reference("vancouver", work).startswith("UniProt [Internet].")
    assert f"Identifier P04637, version 9, p53. Available from: {address}" in (
        reference("vancouver", work)
    )
    assert reference("apa", work) == (
        f"UniProt P04637. (n.d.). p53 (Version 9) [Protein record]. UniProt. {address}"
    )


def test_groups_with_commas_are_parted_by_semicolons() -> None:
    work = paper("a", "Institute of Cell and Gene Research, Kyoto", "Smith, A")
    assert reference("vancouver", work).startswith(
        "Institute of Cell and Gene Research, Kyoto; Smith A."
    )


def test_the_list_of_apa_is_in_order_of_names_whatever_their_accents() -> None:
    works = [paper("z", "Zhu, A"), paper("o", "Östman, B"), paper("t", title="The ants")]
    assert [one.work.id for one in reference_list(works, "apa")] == ["t", "o", "z"]
