"""Year, version and authors come from what a document says of itself."""

from __future__ import annotations

import pytest

from aliquot.parsing.writing.heads import stated_authors, stated_version, stated_year

YEARS = [
    ("Version 2 | 2024-03-05 | Jane Roe", 2024),
    ("Version 1 | 3 April 2019 | Tomas Varga | Replaced by version 2 on 8 March 2021", 2019),
    ("Version 2 | Replaces version 1 of 3 April 2019", None),
    ("Advisory board, 16 November 2023. Priya Nair and Daniel Osei", 2023),
    ("November 11-23, 2014", 2014),
    ("Sept. 3rd, 2018", 2018),
    ("実験ノート 2025年3月", 2025),
    ("令和7年3月4日", 2025),
    ("平成元年", 1989),
    ("05.03.2022", 2022),
    ("12/31/2020", 2020),
    ("Date: 2021", 2021),
    ("Used in Tanabe et al. (2020).", None),
    ("Spin at 2000 rpm for 5 min", None),
    ("Ratio 1.2015-03", None),
    ("Order 2024-1234", None),
]
NAMES = [
    ("2023-11_virellin_programme", 2023),
    ("20231105_gel", 2023),
    ("gel_2023_11_05", 2023),
    ("実験ノート_2025-03", 2025),
    ("記録2025年3月", 2025),
    ("2021_report", 2021),
    ("report_2021", 2021),
    ("protocolsio_1996_glycerol-stock", None),
    ("PMC20231105123", None),
    ("HL-P2019", None),
    ("sample_2024-1234", None),
]
VERSIONS = [
    ("Version 2 | 2024-03-05 | Jane Roe", "2"),
    ("Version 4, 6 May 2021 | Anna Keller", "4"),
    ("v2 | 2024", "2"),
    ("version: 1.3", "1.3"),
    ("Ver. 1.0b", "1.0b"),
    ("Revision 7", "7"),
    ("SOP version 12", "12"),
    ("第2版 | 2020年2月12日 | 田辺 ミカ", "2"),
    ("第２版", "2"),
    ("バージョン：3", "3"),
    ("Replaces version 1 of 3 April 2019", ""),
    ("The kit of version 2 is used", ""),
    ("MiSeq v2 flow cell", ""),
]


@pytest.mark.parametrize(("line", "year"), YEARS)
def test_head_line_states_the_year(line: str, year: int | None) -> None:
    assert stated_year([line], "x") == year


@pytest.mark.parametrize(("name", "year"), NAMES)
def test_file_name_states_the_year(name: str, year: int | None) -> None:
    assert stated_year([], name) == year


def test_head_wins_over_the_file_name() -> None:
    assert stated_year(["Title", "3 May 2019"], "2021-01_copy") == 2019


def test_name_of_a_talk_may_hold_the_year_inside() -> None:
    assert stated_year([], "angus_2014-kmers", is_talk=True) == 2014
    assert stated_year([], "angus_2014-kmers") is None


@pytest.mark.parametrize(("line", "version"), VERSIONS)
def test_head_line_states_the_version(line: str, version: str) -> None:
    assert stated_version("", [line], "x") == version


@pytest.mark.parametrize(
    ("title", "name", "version"),
    [
        ("T", "HL-P02_heat_shock_induction_v2", "2"),
        ("T", "protocol-v1.3-final", "1.3"),
        ("T", "手順_第3版", "3"),
        ("DNA extraction v2.0", "x", "2.0"),
        ("DNA extraction (version 3)", "x", "3"),
        ("Library preparation with MiSeq v2 reagents", "x", ""),
        ("T", "pUC19_vector", ""),
        ("T", "env2_sample", ""),
    ],
)
def test_title_or_file_name_states_the_version(title: str, name: str, version: str) -> None:
    assert stated_version(title, [], name) == version


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("Version 2 | 2024-03-05 | Jane Roe | Harrow Lake Laboratory", ("Roe, Jane",)),
        ("第2版 | 2020年2月12日 | 田辺 ミカ(Mika Tanabe)", ("田辺 ミカ",)),
        ("担当：田辺 ミカ", ("田辺 ミカ",)),
        ("Authors: Jane Roe, Kim van Lee", ("Roe, Jane", "van Lee, Kim")),
        ("Rupert A. Collins :: December 2020", ("Collins, Rupert A.",)),
        ("Heat Shock | Gel Prep", ()),
        ("Lab meeting, 4 March 2021", ()),
        ("By the next morning", ()),
    ],
)
def test_byline_states_the_authors(line: str, authors: tuple[str, ...]) -> None:
    assert stated_authors([line]) == authors
