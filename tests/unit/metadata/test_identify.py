from __future__ import annotations

from dataclasses import replace

import pytest

from aliquot.metadata.bibliography import ReferenceBook
from aliquot.metadata.identify import Identified, IdentityVerdict, identify
from aliquot.types import Block, BlockType, Document, DocumentKind, SectionClass, Source, Span
from aliquot.types.references import Reference

TITLE = "Effect of Curcuma longa on myocardial apoptosis in rats"
OTHER = "Detection of genetic variation in Ocimum species"
DOI = "10.1186/1472-6882-6-3"
AUTHORS = ("Mohanty, Ipseeta", "Arya, Dharamvir Singh")
ENTRY = Reference(title=TITLE, authors=AUTHORS, year="2006", doi=DOI, origin="/lab/library.bib")


def document(
    *pieces: tuple[SectionClass, str],
    parser: str = "pdf",
    path: str = "/lab/x.pdf",
    **fields: object,
) -> Document:
    """Return a paper whose text is its title and the pieces, one block each."""
    title = str(fields.pop("title", TITLE))
    kind = fields.pop("kind", DocumentKind.PAPER)
    text, blocks = "", []
    for section, piece in ((SectionClass.OTHER, title), *pieces):
        start = len(text) + (2 if text else 0)
        text = f"{text}\n\n{piece}" if text else piece
        span = Span(start, len(text))
        blocks.append(Block(type=BlockType.PARAGRAPH, text=piece, span=span, section_class=section))
    made = Document(
        kind=kind,  # type: ignore[arg-type]
        title=title,
        text=text,
        blocks=tuple(blocks),
        source=Source(path=path),
        parser=parser,
    )
    return replace(made, **fields)  # type: ignore[arg-type]


def judge(made: Document, *entries: Reference, looked_up: tuple[Reference, ...] = ()) -> Identified:
    return identify(made, ReferenceBook(entries), looked_up)


PRINTED = (SectionClass.OTHER, f"BMC 2006, 6:3 doi:{DOI}")
LISTED = (SectionClass.REFERENCES, "1. A. Paper. doi:10.1000/cited")


# ------------------------------------------------------------------------------ own identifiers


def test_the_doi_printed_on_the_first_page_is_taken() -> None:
    found = judge(document(PRINTED, LISTED))
    assert found.document.doi == DOI
    assert found.document.provenance["doi"] == "first page"
    assert found.verdict is IdentityVerdict.UNCONFIRMED


def test_a_doi_of_the_reference_list_never_wins() -> None:
    assert judge(document(LISTED)).document.doi == ""
    found = judge(document(PRINTED, LISTED, doi="10.1000/cited"))
    assert found.document.doi == DOI
    assert "10.1000/cited" in found.notes[0]


@pytest.mark.parametrize(
    "text",
    [
        "Related article: doi:10.1000/other",
        "This article corrects https://doi.org/10.1000/other",
        "Data are available from https://doi.org/10.5061/dryad.x1",
        "Dataset: 10.5281/zenodo.12345",
    ],
)
def test_another_works_doi_on_the_first_page_is_not_taken(text: str) -> None:
    assert judge(document((SectionClass.OTHER, text))).document.doi == ""


def test_a_doi_cited_in_prose_or_in_a_step_is_not_the_documents() -> None:
    cited = (SectionClass.INTRODUCTION, "as shown before (https://doi.org/10.1000/cited)")
    assert judge(document(cited)).document.doi == ""
    step = (SectionClass.OTHER, "Make agar (Honkanen, 2016 https://doi.org/10.1016/j.cub.1)")
    protocol = document(step, kind=DocumentKind.PROTOCOL, parser="markdown")
    assert judge(protocol).document.doi == ""


def test_of_a_preprint_and_its_paper_on_one_page_the_papers_doi_is_taken() -> None:
    both = (SectionClass.OTHER, f"doi:{DOI} Preprint https://doi.org/10.1101/123456")
    assert judge(document(both)).document.doi == DOI


def test_two_dois_of_which_neither_is_surer_are_left() -> None:
    both = (SectionClass.OTHER, "doi:10.1000/one doi:10.1000/two")
    assert judge(document(both)).document.doi == ""


def test_numbers_are_taken_from_page_and_file_name() -> None:
    page = (SectionClass.OTHER, "PMID: 16504000")
    found = judge(document(page, path="/lab/PMC1397864.pdf")).document
    assert (found.pmid, found.pmcid) == ("16504000", "PMC1397864")
    assert found.provenance["pmcid"] == "file name"


# ------------------------------------------------------------------------------ bibliography


def test_an_entry_completes_what_the_page_does_not_say() -> None:
    entry = replace(ENTRY, container="BMC Medicine", pmid="16504000", file="x.pdf")
    found = judge(document(), entry)
    made = found.document
    assert found.verdict is IdentityVerdict.AGREES
    assert found.reason == "library.bib: its file field names this file, same title."
    assert (made.authors, made.year, made.journal) == (AUTHORS, 2006, "BMC Medicine")
    assert (made.doi, made.pmid) == (DOI, "16504000")
    assert {made.provenance[name] for name in ("authors", "year", "doi")} == {"library.bib"}
    assert made.provenance["title"] == "first page"


def test_a_record_keeps_its_own_fields_and_takes_what_it_lacks() -> None:
    record = document(parser="jats", authors=("Mohanty, I",), doi=DOI, path="/lab/x.xml")
    found = judge(record, replace(ENTRY, container="BMC")).document
    assert (found.authors, found.journal) == (("Mohanty, I",), "BMC")


def test_a_misread_title_is_replaced_by_one_the_page_prints() -> None:
    masthead = document((SectionClass.OTHER, TITLE), title="Journal of Wrong Mastheads, Volume 6")
    text = masthead.text.removeprefix(masthead.title).strip()
    span = Span(0, len(text))
    block = Block(type=BlockType.PARAGRAPH, text=text, span=span)
    found = judge(replace(masthead, text=text, blocks=(block,)), replace(ENTRY, file="x.pdf"))
    assert found.verdict is IdentityVerdict.AGREES
    assert found.document.title == TITLE


def test_a_title_without_its_subtitle_is_completed() -> None:
    entry = replace(ENTRY, title=f"{TITLE}: a controlled study")
    assert judge(document(), entry).document.title == entry.title


def test_the_bibliography_is_believed_before_a_look_up() -> None:
    looked = replace(ENTRY, container="Other Journal", pmid="1", origin="Crossref")
    found = judge(document(), replace(ENTRY, container="Mine"), looked_up=(looked,)).document
    assert (found.journal, found.pmid) == ("Mine", "1")
    assert (found.provenance["journal"], found.provenance["pmid"]) == ("library.bib", "Crossref")


def test_an_entry_of_the_same_title_by_others_is_not_taken() -> None:
    found = judge(document(authors=("Tanaka, Y",)), ENTRY)
    assert found.verdict is IdentityVerdict.UNCONFIRMED
    assert "other authors" in found.reason
    assert found.document.doi == ""


def test_a_deck_that_bears_a_papers_title_is_not_the_paper() -> None:
    assert judge(document(kind=DocumentKind.SLIDES), ENTRY).document.doi == ""


def test_records_of_registers_are_left_alone() -> None:
    trial = document(kind=DocumentKind.TRIAL, nct="NCT00000001")
    assert judge(trial, ENTRY).document.doi == ""


# ------------------------------------------------------------------------------ mismatches


def test_a_file_attached_to_another_paper_is_a_mismatch() -> None:
    found = judge(document(), Reference(title=OTHER, file="x.pdf", origin="/lab/my.bib"))
    assert found.verdict is IdentityVerdict.MISMATCH
    assert found.reason == f"my.bib attaches this file to “{OTHER}”, but it is “{TITLE}”."


def test_a_doi_that_belongs_to_another_title_is_a_mismatch_and_is_dropped() -> None:
    wrong = Reference(title=OTHER, doi=DOI, origin="Crossref")
    found = judge(document(PRINTED), looked_up=(wrong,))
    assert found.verdict is IdentityVerdict.MISMATCH
    assert f"DOI {DOI} is “{OTHER}” in Crossref" in found.reason
    assert found.document.doi == ""
    assert "doi" not in found.document.provenance


def test_a_wrong_doi_gives_way_to_that_of_the_right_title() -> None:
    wrong = Reference(title=OTHER, doi="10.1000/wrong", origin="Crossref")
    right = replace(ENTRY, origin="Crossref")
    found = judge(document(doi="10.1000/wrong"), looked_up=(wrong, right))
    assert found.verdict is IdentityVerdict.AGREES
    assert found.document.doi == DOI


def test_a_doi_mistyped_in_the_bibliography_does_not_overrule_the_page() -> None:
    found = judge(document(PRINTED), replace(ENTRY, doi="10.1000/typo"))
    assert found.document.doi == DOI
    assert found.verdict is IdentityVerdict.UNCONFIRMED
    assert "10.1000/typo" in found.notes[0]


def test_a_correction_attached_as_the_paper_is_a_mismatch() -> None:
    notice = document(title=f"Correction: {TITLE}")
    assert judge(notice, replace(ENTRY, file="x.pdf")).verdict is IdentityVerdict.MISMATCH


def test_part_two_attached_as_part_one_is_a_mismatch() -> None:
    second = document(title=f"{TITLE}. Part II")
    entry = Reference(title=f"{TITLE}. Part I", file="x.pdf", origin="my.bib")
    assert judge(second, entry).verdict is IdentityVerdict.MISMATCH


def test_a_page_whose_title_was_not_found_is_never_a_mismatch() -> None:
    unread = replace(document(PRINTED), title="Untitled document of the scanner in room 3")
    assert judge(unread, Reference(title=OTHER, file="x.pdf")).verdict is (
        IdentityVerdict.UNCONFIRMED
    )


def test_a_record_is_right_about_itself() -> None:
    record = document(parser="jats", doi=DOI)
    found = judge(record, Reference(title=OTHER, doi=DOI, origin="my.bib"))
    assert found.verdict is IdentityVerdict.UNCONFIRMED
    assert found.document.doi == DOI


# ------------------------------------------------------------------------------ file names


def test_a_file_named_by_another_doi_than_it_prints_is_a_mismatch() -> None:
    found = judge(document(PRINTED, path="/lab/10.1000_other.pdf"))
    assert found.verdict is IdentityVerdict.MISMATCH
    assert "named by the DOI 10.1000/other" in found.reason


def test_a_file_named_by_the_doi_it_prints_agrees() -> None:
    path = "/lab/10.1186_1472-6882-6-3.pdf"
    assert judge(document(PRINTED, path=path)).verdict is IdentityVerdict.AGREES


def test_of_two_printed_dois_the_one_in_the_name_is_the_documents() -> None:
    both = (SectionClass.OTHER, f"doi:10.1000/one doi:{DOI}")
    found = judge(document(both, path="/lab/10.1186_1472-6882-6-3.pdf"))
    assert found.document.doi == DOI


def test_a_preprints_name_on_the_paper_is_no_mismatch() -> None:
    found = judge(document(PRINTED, path="/lab/10.1101_123456.pdf"))
    assert found.verdict is IdentityVerdict.UNCONFIRMED


# ------------------------------------------------------------------------------ notices, language


def test_a_retraction_a_service_knows_of_marks_the_paper() -> None:
    listed = Reference(title=TITLE, doi=DOI, notice="retracted", origin="Retraction Watch")
    found = judge(document(PRINTED), looked_up=(listed,)).document
    assert found.extra["notice"] == "retracted"
    assert found.provenance["notice"] == "Retraction Watch"


def test_a_retraction_counts_though_the_titles_cannot_be_compared() -> None:
    listed = Reference(title="熱ショック応答", doi=DOI, notice="retracted", origin="RW")
    assert judge(document(PRINTED), looked_up=(listed,)).document.extra["notice"] == "retracted"


def test_a_retraction_of_another_title_does_not_mark_the_paper() -> None:
    listed = Reference(title=OTHER, doi=DOI, notice="retracted", origin="RW")
    assert "notice" not in judge(document(PRINTED), looked_up=(listed,)).document.extra


def test_a_stamp_on_the_page_marks_the_paper() -> None:
    stamped = document((SectionClass.OTHER, "RETRACTED ARTICLE"))
    assert judge(stamped).document.extra["notice"] == "retracted"


def test_a_language_no_script_tells_comes_from_the_record() -> None:
    german = replace(ENTRY, language="ger", origin="PubMed")
    assert judge(document(), looked_up=(german,)).document.language == "de"
    japanese = replace(ENTRY, language="jpn", origin="PubMed")
    assert judge(document(), looked_up=(japanese,)).document.language == "en"


def test_what_a_notice_concerns_is_handed_on() -> None:
    notice = document(LISTED, title=f"Retraction: {TITLE}", doi="10.1000/notice")
    assert judge(notice).related == ("10.1000/cited",)
    assert judge(document(LISTED)).related == ()


def test_relations_a_service_states_are_handed_on() -> None:
    preprint = replace(ENTRY, related=(("preprint_of", "10.1000/print"),))
    assert judge(document(), looked_up=(preprint,)).related == ("10.1000/print",)
