"""JSON of the Ensembl REST service."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.genes.ensembl import EnsemblJsonParser
from aliquot.parsing.sniff import sniff
from aliquot.types import Document

GENE = {
    "id": "ENSG00000141510",
    "display_name": "TP53",
    "object_type": "Gene",
    "biotype": "protein_coding",
    "description": "tumor protein p53 [Source:HGNC Symbol;Acc:HGNC:11998]",
    "species": "homo_sapiens",
    "assembly_name": "GRCh38",
    "seq_region_name": "17",
    "start": 7661779,
    "end": 7687546,
    "strand": -1,
    "version": 20,
    "canonical_transcript": "ENST00000269305.9",
    "Transcript": [
        {
            "id": "ENST00000269305",
            "display_name": "TP53-201",
            "biotype": "protein_coding",
            "is_canonical": 1,
            "Translation": {"id": "ENSP00000269305", "length": 393},
            "Exon": [{"id": "ENSE1"}, {"id": "ENSE2"}],
        }
    ],
}


def parse(tmp_path: Path, value: Any) -> list[Document]:
    path = tmp_path / "lookup.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert sniff(path) == "ensembl_json"
    return EnsemblJsonParser().parse(path)


def test_gene_is_placed_and_its_transcripts_listed(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, GENE)
    assert document.title == "TP53 (ENSG00000141510)"
    assert document.extra["gene"] == ("TP53", "ENSG00000141510")
    assert document.extra["organism"] == "Homo sapiens"
    assert "Located on: chromosome 17, positions 7661779-7687546, minus strand" in document.text
    assert (
        "Transcript TP53-201 ENST00000269305: protein coding; 2 exons; "
        "protein ENSP00000269305 of 393 amino acids; canonical."
    ) in document.text


def test_genes_looked_up_together_are_documents_of_their_own(tmp_path: Path) -> None:
    other = GENE | {"id": "ENSG00000157764", "display_name": "BRAF"}
    together = {"ENSG00000141510": GENE, "ENSG00000157764": other, "ENSG00000000000": None}
    assert [document.accession for document in parse(tmp_path, together)] == [
        "ENSG00000141510",
        "ENSG00000157764",
    ]


def test_sequence_is_counted_not_indexed(tmp_path: Path) -> None:
    record = {"id": "ENSP00000269305", "seq": "MEEPQ", "molecule": "protein", "desc": None}
    (document,) = parse(tmp_path, record)
    assert "Length: 5 amino acids" in document.text
    assert "MEEPQ" not in document.text
    assert document.warnings == ("The sequence was not indexed.",)


def test_file_without_records_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "error.json"
    path.write_text('{"error": "ID not found"}', encoding="utf-8")
    with pytest.raises(ParseError) as caught:
        EnsemblJsonParser().parse(path)
    assert caught.value.hint
