from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.errors import ConfigError
from aliquot.generation.citing.bibliography import FORMATS, format_named, format_of_file
from aliquot.generation.citing.cleaning import plain_line
from aliquot.generation.citing.names import parse_name
from aliquot.generation.citing.works import Work
from aliquot.parsing.bibliography.bibtex import read_bibtex
from aliquot.parsing.bibliography.references import read_bibliography
from aliquot.parsing.bibliography.ris import read_ris
from aliquot.types import DocumentKind, Reference

PARSERS = {"bibtex": "bibtex", "ris": "ris", "csl": "csl_json"}
AUTHORS = (
    "Smith, Ann",
    "van der Berg, Jan-Piet",
    "The PRISMA Group",
    "Müller, Eva",
    "山田, 太郎",
    "D'Elios, Mario M.",
)
FULL = Work(
    id="2023-smith-nature",
    kind=DocumentKind.PAPER,
    title="Effect of 5% CO₂ & 10 µM X_1 on HEK293T cells: a {test}",
    authors=tuple(map(parse_name, AUTHORS)),
    year=2023,
    journal="Cell & Gene",
    volume="12",
    issue="3",
    pages="284-287",
    doi="10.1000/a_b%c",
    pmid="123",
    pmcid="PMC45",
)
HOSTILE = [
    "A } closing brace",
    "An { opening brace",
    "100% of $5 & #1_2 ~ ^ \\alpha",
    'A "quoted" title, with comma',
    "ER  - TY  - JOUR",
    "Ends with a backslash \\",
    "@article{evil, title={x}}",
    "培養｛細胞｝の％",
    "</script><b>",
]


def round_trip(name: str, folder: Path, *works: Work) -> list[Reference]:
    form = FORMATS[name]
    path = folder / f"out{form.ending}"
    path.write_bytes(form.write(works).encode())
    found, warnings = read_bibliography(path, PARSERS[name])
    assert warnings == []
    return found


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_is_read_back(name: str, tmp_path: Path) -> None:
    [found] = round_trip(name, tmp_path, FULL)
    assert found.key == FULL.id
    assert found.authors == AUTHORS
    assert (found.year, found.container, found.volume, found.issue) == (
        ("2023", "Cell & Gene", "12", "3")
    )
    assert found.pages.replace("--", "-") == "284-287"
    assert (found.doi, found.pmid, found.pmcid) == ("10.1000/a_b%c", "123", "PMC45")
    # The parser of BibTeX drops braces, as TeX does.
    assert found.title.replace("{", "").replace("}", "") == FULL.title.replace("{", "").replace(
        "}", ""
    )


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_costs_no_neighbour(name: str, title: str, tmp_path: Path) -> None:
    works = [
        Work(id=one, kind=DocumentKind.PAPER, title=words, journal=words, year=2023)
        for one, words in (("a", "First"), ("b", plain_line(title)), ("c", "Last"))
    ]
    found = round_trip(name, tmp_path, *works)
    assert [one.key for one in found] == ["a", "b", "c"]
    assert (found[0].title, found[2].title, found[2].year) == ("First", "Last", "2023")


@given(st.text(max_size=40))
def test_any_title_is_one_entry_of_balanced_braces(title: str) -> None:
    text = FORMATS["bibtex"].write([Work(id="a", title=plain_line(title), year=2023)])
    assert text.count("{") == text.count("}")
    entries, warnings = read_bibtex(text)
    assert (len(entries), warnings, entries[0].fields["year"]) == (1, [], "2023")


@given(st.text(max_size=40))
def test_any_title_is_one_record_of_ris(title: str) -> None:
    text = FORMATS["ris"].write([Work(id="a", title=plain_line(title), year=2023)])
    [record] = list(read_ris(text))
    assert record["PY"] == ["2023"]


def test_tex_specials_are_escaped_and_letters_kept() -> None:
    text = FORMATS["bibtex"].write([Work(id="a", title=r"5% of µ_x & \y ~ ^ $ #")])
    for escaped in (
        r"5\%",
        r"µ\_x",
        r"\&",
        r"\textbackslash{}y",
        r"\textasciitilde{}",
        r"\$",
        r"\#",
    ):
        assert escaped in text


def test_capitals_that_mean_something_are_kept_from_styles() -> None:
    def title(words: str) -> str:
        found = re.search(
            r"title = \{(.*)\},", FORMATS["bibtex"].write([Work(id="a", title=words)])
        )
        assert found is not None
        return found[1]

    assert title("Growth of Ocimum in mouse HEK293T cells") == (
        "Growth of {Ocimum} in mouse {HEK293T} cells"
    )
    assert title("Role of M. tuberculosis DNA in Active Latent Disease") == (
        "Role of {M.} tuberculosis {DNA} in Active Latent Disease"
    )


def test_keys_are_unique_and_fit_for_bibtex() -> None:
    ids = ["a b", "a,b", "A-b", "p103δ-22", "フルーツフライ", "}"]
    entries, _ = read_bibtex(FORMATS["bibtex"].write([Work(id=one, title="T") for one in ids]))
    keys = [one.key for one in entries]
    assert keys == ["a-b", "a-b-2", "A-b-3", "p103δ-22", "フルーツフライ", "document"]


def test_a_group_with_and_in_its_name_is_one_author(tmp_path: Path) -> None:
    work = Work(
        id="a", title="T", authors=(parse_name("Centers for Disease Control and Prevention"),)
    )
    for name in FORMATS:
        [found] = round_trip(name, tmp_path, work)
        assert found.authors == ("Centers for Disease Control and Prevention",)


def test_a_suffix_stands_where_each_format_wants_it() -> None:
    work = Work(id="a", title="T", authors=(parse_name("King, Martin L., Jr."),))
    assert "author = {King, Jr., Martin L.}" in FORMATS["bibtex"].write([work])
    assert "AU  - King, Martin L., Jr." in FORMATS["ris"].write([work])
    [item] = json.loads(FORMATS["csl"].write([work]))
    assert item["author"] == [{"family": "King", "given": "Martin L.", "suffix": "Jr."}]


def test_a_particle_is_parted_from_the_family_name_in_csl() -> None:
    [item] = json.loads(FORMATS["csl"].write([FULL]))
    assert item["author"][1] == {
        "family": "Berg",
        "given": "Jan-Piet",
        "non-dropping-particle": "van der",
    }
    assert item["author"][2] == {"literal": "The PRISMA Group"}


def test_csl_uses_the_names_of_the_schema_and_numbers_for_years() -> None:
    [item] = json.loads(FORMATS["csl"].write([FULL]))
    # Source: csl-data.json 1.0.2.
    known = {
        "id",
        "type",
        "title",
        "author",
        "issued",
        "container-title",
        "volume",
        "issue",
        "page",
    }
    known |= {"number", "version", "genre", "DOI", "PMID", "PMCID", "URL", "language", "note"}
    assert item.keys() <= known
    assert item["issued"] == {"date-parts": [[2023]]}
    assert item["type"] == "article-journal"


def test_ris_ends_lines_and_records_as_specified() -> None:
    text = FORMATS["ris"].write([FULL, FULL])
    assert text.startswith("TY  - JOUR\r\n")
    assert text.count("\r\nER  - \r\n") == 2
    assert "\n" not in text.replace("\r\n", "")
    assert all(re.match(r"[A-Z][A-Z0-9]  - ", line) for line in text.split("\r\n") if line)


@pytest.mark.parametrize("name", FORMATS)
def test_a_retraction_is_said_in_every_format(name: str) -> None:
    assert "Retracted" in FORMATS[name].write([Work(id="a", title="T", notice="retracted")])


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("kind", DocumentKind)
def test_every_kind_of_document_can_be_exported(
    name: str, kind: DocumentKind, tmp_path: Path
) -> None:
    [found] = round_trip(name, tmp_path, Work(id="a", kind=kind, title="Bare"))
    assert (found.title, found.year, found.authors) == ("Bare", "", ())


def test_nothing_is_an_empty_file_that_is_valid() -> None:
    assert [form.write([]) for form in FORMATS.values()] == ["", "", "[]\n"]


def test_the_ending_says_the_format() -> None:
    assert format_of_file(Path("A.BIB")).name == "bibtex"
    assert format_of_file(Path("a.csl.json")).name == "csl"
    with pytest.raises(ConfigError, match="does not say"):
        format_of_file(Path("a.txt"))
    with pytest.raises(ConfigError, match="Unknown format"):
        format_named("endnote")
