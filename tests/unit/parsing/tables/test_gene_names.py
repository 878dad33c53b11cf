"""Gene names that a spreadsheet program has changed."""

from __future__ import annotations

import pytest

from aliquot.parsing.tables.gene_names import damaged_gene_columns

GENES = ["TP53", "BRCA1", "MYC", "EGFR", "KRAS"]


def warnings(header: str, cells: list[str]) -> list[str]:
    return list(damaged_gene_columns([[header, "n"], *[[cell, "1"] for cell in cells]]))


@pytest.mark.parametrize(
    ("damage", "origin"),
    [
        ("2024-09-02", "SEPT2?"),
        ("2-Sep", "SEPT2?"),
        ("2-Sep-24", "SEPT2?"),
        ("Mar-01", "MARCH1 or MARC1?"),
        ("1-Mar", "MARCH1 or MARC1?"),
        ("2001-03-01", "MARCH1 or MARC1?"),
        ("9月2日", "SEPT2?"),
        ("2024年9月2日", "SEPT2?"),
        ("2024/9/2", "SEPT2?"),
        ("44075", "SEPT1?"),
        ("1-Dec", "DEC1?"),
        ("2.31E+13", "a RIKEN clone?"),
        ("23100000000000", "a RIKEN clone?"),
    ],
)
def test_damage_is_found_and_its_origin_named(damage: str, origin: str) -> None:
    (warning,) = warnings("Gene", [*GENES, damage])
    assert f"{damage} ({origin})" in warning


def test_a_header_that_says_gene_needs_few_sound_names() -> None:
    assert warnings("Gene symbol", ["TP53", "2-Sep", "1-Mar"])
    assert warnings("遺伝子名", ["TP53", "9月2日", "3月1日"])


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Date", ["2024-03-01", "2024-03-02", "n/a", "2024-03-04"]),
        ("Sample", ["Liver", "kidney", "2024-03-04", "spleen"]),
        ("Gene", GENES),
        ("Gene", [*GENES, "2024-01-20"]),
        ("Catalogue", ["34567", "45678", "44075", "E1450"]),
        ("Entrez gene", ["7157", "672", "4609"]),
    ],
)
def test_columns_without_damage_are_not_flagged(header: str, cells: list[str]) -> None:
    assert warnings(header, cells) == []
