"""Reference lists in BibTeX, RIS and CSL-JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.bibliography.bibtex import plain, read_bibtex
from aliquot.parsing.bibliography.parsers import BibtexParser, CslJsonParser, RisParser
from aliquot.parsing.bibliography.references import read_bibliography
from aliquot.parsing.bibliography.ris import read_ris
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus, SectionClass
from aliquot.types.references import Reference

BIBTEX = r"""
@string{bmc = "BMC Medicine"}
@comment{jabref-meta: x}
@article{mohanty2006a,
  title = {{Methods for {DNA} and {$\beta$}-catenin}},
  author = {Ipseeta Mohanty and M{\"u}ller, J{\'e}r{\^o}me},
  journal = bmc,
  year = 2006,
  doi = "https://doi.org/10.1186/1472-6882-6-3",
  pages = {87--90}
}
"""
RIS = """TY  - JOUR
TI  - A title
AU  - Mohanty, Ipseeta
PY  - 2006/04/01
SP  - 1
EP  - 9
AB  - A long abstract
that goes on.

TY  - BOOK
TI  - Second
ER  -
"""
CSL = [
    {
        "id": "x",
        "type": "article-journal",
        "title": "CO<sub>2</sub> in <i>E. coli</i>",
        "DOI": "10.1/x",
        "issued": {"date-parts": [[2006, 4]]},
        "author": [{"family": "Beek", "non-dropping-particle": "van", "given": "A."}],
    }
]


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "library.txt"
    path.write_text(text, encoding="utf-8")
    return path


def paragraphs(document: Document) -> list[str]:
    return [block.text for block in document.blocks if block.type is BlockType.PARAGRAPH]


def test_bibtex_entry_is_a_section_with_plain_fields(tmp_path: Path) -> None:
    (document,) = BibtexParser().parse(write(tmp_path, BIBTEX))
    assert document.kind is DocumentKind.OTHER
    assert document.title == "library (bibliography, 1 references)"
    (paragraph,) = paragraphs(document)
    assert paragraph.splitlines() == [
        "Title: Methods for DNA and β-catenin",
        "Authors: Mohanty, Ipseeta; Müller, Jérôme",
        "Year: 2006",
        "Published in: BMC Medicine",
        "Pages: 87-90",
        "DOI: 10.1186/1472-6882-6-3",
        "Type: article",
        "Key: mohanty2006a",
    ]


def test_title_that_says_methods_is_no_methods_section(tmp_path: Path) -> None:
    (document,) = BibtexParser().parse(write(tmp_path, BIBTEX))
    assert {block.section_class for block in document.blocks} == {SectionClass.REFERENCES}


def test_unclosed_entry_costs_only_itself(tmp_path: Path) -> None:
    text = "@article{a, title = {Lost\n\n@article{b,\n title = {Kept}}\n"
    (document,) = BibtexParser().parse(write(tmp_path, text))
    assert "Title: Kept" in document.text
    assert document.status is DocumentStatus.PARTIAL
    assert "'a' is not closed" in document.warnings[0]


def test_parts_of_a_bibtex_value_are_joined() -> None:
    (entry,), _ = read_bibtex('@misc{a, month = "1~" # jan, note = {a {"}b{"} c}}')
    assert entry.fields == {"month": "1 Jan", "note": 'a "b" c'}


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\'{e}", "é"),
        (r"{\v{c}}", "č"),
        (r"\"o", "ö"),
        (r"\o re \ss", "øre ß"),
        (r"5\,\% \& more~so", "5 % & more so"),
        (r"{\'\i}", "í"),
    ],
)
def test_tex_becomes_characters(tex: str, text: str) -> None:
    assert plain(tex) == text


def test_ris_without_end_marks_keeps_every_record(tmp_path: Path) -> None:
    (document,) = RisParser().parse(write(tmp_path, RIS))
    first, second = paragraphs(document)
    assert "Authors: Mohanty, Ipseeta\nYear: 2006\nPages: 1-9" in first
    assert "Abstract: A long abstract that goes on." in first
    assert second.startswith("Title: Second")


def test_ris_values_keep_their_order() -> None:
    (record,) = read_ris("TY  - JOUR\nAU  - B\nAU  - A\nER  - \n")
    assert record == {"TY": ["JOUR"], "AU": ["B", "A"]}


def test_csl_item_is_written_in_words(tmp_path: Path) -> None:
    (document,) = CslJsonParser().parse(write(tmp_path, json.dumps(CSL)))
    (paragraph,) = paragraphs(document)
    assert paragraph.splitlines() == [
        "Title: CO₂ in E. coli",
        "Authors: van Beek, A.",
        "Year: 2006",
        "DOI: 10.1/x",
        "Type: article journal",
        "Key: x",
    ]


@pytest.mark.parametrize(
    ("parser", "content"),
    [
        (BibtexParser, "nothing here"),
        (RisParser, "\n\n"),
        (CslJsonParser, "[]"),
        (CslJsonParser, '[{"title": '),
    ],
)
def test_file_without_references_says_what_to_do(
    tmp_path: Path, parser: type[BibtexParser | RisParser | CslJsonParser], content: str
) -> None:
    with pytest.raises(ParseError) as caught:
        parser().parse(write(tmp_path, content))
    assert caught.value.hint


# ------------------------------------------------------------------------------ references


def references(tmp_path: Path, text: str, form: str) -> list[Reference]:
    return read_bibliography(write(tmp_path, text), form)[0]


@pytest.mark.parametrize(
    ("author", "people"),
    [
        ("Ipseeta Mohanty and Arya, Dharamvir S.", ("Mohanty, Ipseeta", "Arya, Dharamvir S.")),
        ("Ludwig van Beethoven", ("van Beethoven, Ludwig",)),
        ("{World Health Organization} and Li, W.", ("World Health Organization", "Li, W.")),
        ("{Black and White Lab}", ("Black and White Lab",)),
        ("Smith, A. and others", ("Smith, A.",)),
        ("Multiple authors", ("Multiple authors",)),
        ("Thomas Kluyver, Min Kelley, Bo Li", ("Kluyver, Thomas", "Kelley, Min", "Li, Bo")),
        ("山田 太郎 and 鈴木 花子", ("山田 太郎", "鈴木 花子")),
    ],
)
def test_bibtex_people_are_cited_by_family(
    tmp_path: Path, author: str, people: tuple[str, ...]
) -> None:
    (found,) = references(tmp_path, f"@article{{a, title={{T}}, author = {{{author}}}}}", "bibtex")
    assert found.authors == people


def test_a_path_in_bibtex_keeps_its_backslashes(tmp_path: Path) -> None:
    text = r"@article{a, title={T}, file = {PDF:C\:\\Users\\x\\a.pdf:PDF}, doi = {10.1000/a\_b}}"
    (found,) = references(tmp_path, text, "bibtex")
    assert found.file == r"PDF:C\:\\Users\\x\\a.pdf:PDF"
    assert found.doi == "10.1000/a_b"


def test_words_for_nothing_are_no_identifiers(tmp_path: Path) -> None:
    text = "TY  - JOUR\nTI  - T\nDO  - None\nAN  - WOS:000123\nER  -\n"
    (found,) = references(tmp_path, text, "ris")
    assert (found.doi, found.pmid) == ("", "")


def test_identifiers_are_taken_out_of_the_note(tmp_path: Path) -> None:
    items = [{"title": "T", "note": "PMID: 16504000\nPMCID: PMC1397864\nread in May"}]
    (found,) = references(tmp_path, json.dumps(items), "csl_json")
    assert (found.pmid, found.pmcid) == ("16504000", "PMC1397864")


def test_a_bibliography_hands_on_what_it_states(tmp_path: Path) -> None:
    (document,) = BibtexParser().parse(write(tmp_path, BIBTEX))
    (found,) = document.references
    assert (found.key, found.year_number) == ("mohanty2006a", 2006)
    assert found.origin.endswith("library.txt")
