"""Names on a lab's own lists of stock, which are there and were not used for that."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from aliquot.findings.listed import LISTED, with_listed
from aliquot.types import (
    Block,
    BlockType,
    Chunk,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    FindingRole,
    Span,
)
from cpu_time import cpu_time

STOCK = "| Reagent | Vendor | Cat. no. |\n| --- | --- | --- |\n| Tris base | Calder | CB-220 |"


def table(
    text: str, heading: str = "", kind: DocumentKind = DocumentKind.TABLE
) -> tuple[Document, list[Chunk]]:
    span = Span(0, len(text))
    path = (heading,) if heading else ()
    block = Block(type=BlockType.TABLE, text=text, span=span, section_path=path)
    document = Document(id="d", kind=kind, title="t", text=text, blocks=(block,))
    return document, [Chunk(id="d#1", document_id="d", text=text, header="", span=span)]


def finding(text: str, value: str, kind: FindingKind = FindingKind.REAGENT) -> Finding:
    place = Span(text.index(value), text.index(value) + len(value))
    return Finding(
        kind=kind, value=value, normalised=value, document_id="d", chunk_id="d#1",
        span=place, place=place, role=FindingRole.USED,
    )  # fmt: skip


def listed(text: str, heading: str = "") -> list[tuple[FindingKind, str]]:
    return [(one.kind, one.value) for one in with_listed(*table(text, heading), [])]


def test_a_name_no_finder_knows_is_a_finding_at_its_place() -> None:
    (one,) = with_listed(*table(STOCK), [])
    assert (one.kind, one.value, one.place.of(STOCK)) == (
        FindingKind.REAGENT, "Tris base", "Tris base"
    )  # fmt: skip
    assert one.details[LISTED] == "yes"
    assert one.role is FindingRole.MENTIONED
    assert one.span.of(STOCK) == "| Tris base | Calder | CB-220 |"


def test_a_name_a_finder_knows_is_found_once_and_not_used() -> None:
    (one,) = with_listed(*table(STOCK), [finding(STOCK, "Tris base")])
    assert (one.role, one.details[LISTED]) == (FindingRole.MENTIONED, "yes")


def test_a_catalogue_number_is_no_reagent() -> None:
    found = list(with_listed(*table(STOCK), [finding(STOCK, "CB-220")]))
    assert [one.value for one in found] == ["Tris base"]


@pytest.mark.parametrize(
    "text",
    [
        "| Well | Strain |\n| --- | --- |\n| A1 | TG1 |",
        "| Reagent | Amount |\n| --- | --- |\n| SDS | 1 g |",
        "| compound | dose | plate |\n| --- | --- | --- |\n| DMSO | 0 | P221 |",
    ],
)
def test_plates_recipes_and_results_are_no_lists(text: str) -> None:
    document, chunks = table(text)
    used = finding(text, text.rpartition("\n")[2].split("|")[1].strip())
    assert list(with_listed(document, chunks, [used])) == [used]


def test_a_table_of_a_paper_is_no_list() -> None:
    document, chunks = table(STOCK, kind=DocumentKind.PAPER)
    assert list(with_listed(document, chunks, [])) == []


@pytest.mark.parametrize(
    ("header", "heading", "kind"),
    [
        ("菌株名 | 保管場所", "", FindingKind.ORGANISM),
        ("試薬名 | メーカー", "", FindingKind.REAGENT),
        ("Plasmid | Box", "", FindingKind.PLASMID),
        ("Cell line | Freezer", "", FindingKind.CELL_LINE),
        ("Name | Vendor", "Antibodies", FindingKind.ANTIBODY),
        ("Item | Price", "Orders 2024", FindingKind.REAGENT),
    ],
)
def test_header_or_heading_says_what_a_list_names(
    header: str, heading: str, kind: FindingKind
) -> None:
    assert listed(f"| {header} |\n| --- | --- |\n| LQ-12 | B2 |", heading) == [(kind, "LQ-12")]


def test_empty_cells_numbers_and_remarks_are_no_names() -> None:
    rows = [
        "|  | x |",
        "| 12 | x |",
        f"| {'long ' * 40} | x |",
        "| SDS |",
        "no row",
        r"| a\|b | x |",
    ]
    text = "\n".join(["| Reagent | Vendor |", "| --- | --- |", *rows])
    assert [value for _, value in listed(text)] == ["SDS", r"a\|b"]


@pytest.mark.parametrize("text", ["", "|", "| Reagent | Vendor |", "| --- |"])
def test_what_has_no_rows_has_no_names(text: str) -> None:
    assert listed(text or " ") == []


def test_a_long_list_takes_linear_time() -> None:
    text = STOCK + "\n| SDS | x | y |" * 5_000
    document, chunks = table(text)
    starts = [place.start() for place in re.finditer("x", text)]
    found = [replace(finding(text, "SDS"), place=Span(start, start + 1)) for start in starts]
    with cpu_time() as spent:
        assert len(list(with_listed(document, chunks, found))) == 5_001
    assert spent.seconds < 1.0
