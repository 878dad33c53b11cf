"""UniProt JSON, whole and in parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.uniprot.json import UniprotJsonParser
from aliquot.types import Document

ENTRY: dict[str, Any] = {
    "primaryAccession": "Q5S007",
    "uniProtkbId": "LRRK2_HUMAN",
    "entryType": "UniProtKB reviewed (Swiss-Prot)",
    "entryAudit": {"entryVersion": 170, "lastAnnotationUpdateDate": "2024-05-29"},
    "genes": [{"geneName": {"value": "LRRK2"}, "synonyms": [{"value": "PARK8"}]}],
    "organism": {"scientificName": "Homo sapiens", "taxonId": 9606},
    "comments": [
        {
            "commentType": "DISEASE",
            "disease": {
                "diseaseId": "Parkinson disease 8",
                "acronym": "PARK8",
                "description": "A slowly progressive disorder.",
                "diseaseCrossReference": {"database": "MIM", "id": "607060"},
                "keywords": "Neurodegeneration,Parkinsonism",
            },
        },
        {
            "commentType": "SUBCELLULAR LOCATION",
            "subcellularLocations": [
                {"location": {"value": "Membrane"}, "topology": {"value": "Peripheral"}}
            ],
        },
    ],
    "features": [
        {
            "type": "Natural variant",
            "featureId": "VAR_024935",
            "description": "PARK8",
            "hgvs": "p.Arg793Met",
            "location": {"start": {"value": 793}, "end": {"value": 793}},
            "alternativeSequence": {"originalSequence": "R", "alternativeSequences": ["M"]},
            "featureCrossReferences": [{"database": "dbSNP", "id": "rs35173587"}],
        }
    ],
    "nNaturalVariantsInSource": 58,
}


def parse(tmp_path: Path, value: Any) -> list[Document]:
    path = tmp_path / "entry.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return UniprotJsonParser().parse(path)


def test_entry_without_a_protein_name_is_called_by_its_gene(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, ENTRY)
    assert document.title == "LRRK2 (Q5S007), Homo sapiens"
    assert (document.accession, document.year) == ("Q5S007", 2024)
    assert document.extra["gene"] == ("LRRK2", "PARK8")
    assert document.extra["version"] == "170"


def test_disease_names_acronym_and_mim_number(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, ENTRY)
    assert (
        "Parkinson disease 8 (PARK8), MIM:607060: A slowly progressive disorder. "
        "Keywords: Neurodegeneration, Parkinsonism."
    ) in document.text


def test_variant_has_the_short_and_the_long_name(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, ENTRY)
    assert (
        "Variant p.R793M (p.Arg793Met), position 793: PARK8; dbSNP:rs35173587; VAR_024935"
    ) in document.text


def test_locations_keep_their_topology(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, ENTRY)
    assert "Membrane; Peripheral." in document.text


def test_trimmed_entry_warns_about_missing_variants(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, ENTRY)
    assert "The file holds 1 of the entry's 58 natural variants." in document.warnings


def test_search_result_gives_one_document_per_entry(tmp_path: Path) -> None:
    assert len(parse(tmp_path, {"results": [ENTRY, ENTRY]})) == 2


def test_many_variants_are_split_into_moderate_paragraphs(tmp_path: Path) -> None:
    entry = ENTRY | {"features": ENTRY["features"] * 400}
    (document,) = parse(tmp_path, entry)
    paragraphs = [
        block.text
        for block in document.blocks
        if block.section_path == ("Variants",) and block.text != "Variants"
    ]
    assert len(paragraphs) > 2
    assert max(len(text.split()) for text in paragraphs) <= 600


@pytest.mark.parametrize("content", ['{"primaryAccession": "Q5', '{"id": 1}', "[]"])
def test_damaged_or_foreign_json_says_what_to_do(tmp_path: Path, content: str) -> None:
    path = tmp_path / "entry.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ParseError) as caught:
        UniprotJsonParser().parse(path)
    assert caught.value.hint
