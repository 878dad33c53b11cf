"""Names of genes as the catalog holds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.storage.catalog import Catalog
from aliquot.types import Chunk, Document, DocumentKind, Source, Span


def entry(parser: str, accession: str, text: str = "Overview", **extra: object) -> Document:
    return Document(
        id=f"{parser}-{accession}".lower(),
        kind=DocumentKind.GENE,
        title=accession,
        text=text,
        blocks=(),
        accession=accession,
        parser=parser,
        extra=extra,  # type: ignore[arg-type]
    )


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    return Catalog.at(tmp_path / "catalog.db")


def put(catalog: Catalog, *documents: Document) -> None:
    catalog.replace(
        Source(path="/lab/genes.txt"),
        [(document, []) for document in documents],
        parser="p 1",
        status="ok",
        receipt={},
        now_ns=0,
    )


def test_names_of_a_protein_come_best_known_first(catalog: Catalog) -> None:
    text = "Overview\n\nProtein names: Rhodopsin; Opsin-2\nGene names: RHO (synonyms: OPN2)"
    put(catalog, entry("uniprot_flat", "P08100", text, gene=("RHO", "OPN2")))
    (names,) = catalog.entry_names()
    assert names.names == ("RHO", "Rhodopsin", "P08100", "OPN2", "Opsin-2")
    assert names.registry == "UniProt"


def test_names_of_a_gene_hold_its_accession_once_without_version(catalog: Catalog) -> None:
    text = "Overview\n\nSynonyms: P53, LFS1"
    gene = ("TP53", "ENSG00000141510.16")
    put(catalog, entry("ensembl_json", "ENSG00000141510.16", text, gene=gene))
    (names,) = catalog.entry_names()
    assert names.names == ("TP53", "ENSG00000141510", "P53", "LFS1")


def test_files_of_many_genes_name_none(catalog: Catalog) -> None:
    put(
        catalog,
        entry("gtf", "", gene=("NAC001", "DCL1")),
        entry("genbank", "NC_005816", gene=("rop", "pim")),
    )
    assert catalog.entry_names() == []


def test_entry_without_gene_or_names_has_its_accession(catalog: Catalog) -> None:
    put(catalog, entry("uniprot_xml", "P00981"))
    assert catalog.entry_names()[0].names == ("P00981",)


def test_names_a_chunk_stands_for_come_back_from_the_catalog(catalog: Catalog) -> None:
    document = entry("uniprot_flat", "P08100")
    also = ("high-density lipoprotein",)
    span = Span(0, 8)
    chunk = Chunk(
        id="c#1", document_id=document.id, text="Overview", header="", span=span, also=also
    )
    catalog.replace(
        Source(path="/lab/genes.txt"),
        [(document, [chunk])],
        parser="p 1",
        status="ok",
        receipt={},
        now_ns=0,
    )
    assert [one.also for one in catalog.chunks_of(document.id)] == [also]
