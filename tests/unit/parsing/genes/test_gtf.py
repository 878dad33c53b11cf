"""Gene annotations in GTF and GFF3."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.genes.gtf import GtfParser
from aliquot.types import BlockType, Document

ATTRIBUTES = 'gene_id "ENSMUSG00000017167"; gene_name "Cntnap1"; gene_biotype "protein_coding";'
TRANSCRIPT = f'{ATTRIBUTES} transcript_id "ENSMUST1"; transcript_name "Cntnap1-001";'


def row(sequence: str, feature: str, start: int, end: int, attributes: str) -> str:
    return "\t".join((sequence, "havana", feature, str(start), str(end), ".", "+", ".", attributes))


MOUSE = "\n".join(
    (
        "#!genome-build GRCm38",
        row("11", "gene", 100, 900, ATTRIBUTES),
        row("11", "transcript", 100, 900, TRANSCRIPT),
        row("11", "exon", 100, 200, TRANSCRIPT),
        row("11", "exon", 300, 900, TRANSCRIPT),
        row("11", "CDS", 350, 800, TRANSCRIPT + ' protein_id "ENSMUSP1";'),
    )
)


def parse(tmp_path: Path, text: str) -> Document:
    path = tmp_path / "genes.gtf"
    path.write_text(text, encoding="utf-8")
    (document,) = GtfParser().parse(path)
    return document


def test_gene_is_placed_in_words_and_keeps_its_raw_attributes(tmp_path: Path) -> None:
    document = parse(tmp_path, MOUSE)
    fields = [block.text for block in document.blocks if block.type is BlockType.FIELD]
    assert fields[1].splitlines() == [
        "Gene Cntnap1 (ENSMUSG00000017167) is on chromosome 11, positions 100-900, plus strand, "
        "protein coding.",
        f"Attributes: {ATTRIBUTES}",
    ]


def test_single_gene_names_the_document(tmp_path: Path) -> None:
    document = parse(tmp_path, MOUSE)
    assert document.title == "Cntnap1 (ENSMUSG00000017167)"
    assert document.accession == "ENSMUSG00000017167"
    assert document.extra["gene"] == ("Cntnap1", "ENSMUSG00000017167")


def test_exons_are_counted_per_transcript(tmp_path: Path) -> None:
    document = parse(tmp_path, MOUSE)
    assert (
        "Transcript Cntnap1-001 ENSMUST1: chromosome 11, positions 100-900, plus strand; "
        "2 exons, 1 CDS; coding from 350 to 800; protein ENSMUSP1."
    ) in document.text


@pytest.mark.parametrize(
    "standing",
    [
        'tag "basic"; tag "Ensembl_canonical"; ccds_id "CCDS1"; transcript_support_level "1";',
        "ID=t1;tag=basic,Ensembl_canonical;ccdsid=CCDS1;transcript_support_level=1",
    ],
)
def test_transcript_says_how_it_is_rated(tmp_path: Path, standing: str) -> None:
    shared = "" if standing.startswith("ID") else TRANSCRIPT
    text = parse(tmp_path, row("11", "transcript", 1, 9, shared + standing)).text
    assert "; tags basic, Ensembl_canonical; CCDS1; support level 1." in text


def test_header_lines_are_kept(tmp_path: Path) -> None:
    assert "Genome build: GRCm38" in parse(tmp_path, MOUSE).text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chr1", "chromosome 1"),
        ("X", "chromosome X"),
        ("IV", "chromosome IV"),
        ("MT", "chromosome MT"),
        ("GL000220.1", "sequence GL000220.1"),
    ],
)
def test_sequence_names_become_chromosomes(tmp_path: Path, name: str, words: str) -> None:
    assert f"is on {words}," in parse(tmp_path, row(name, "gene", 1, 9, ATTRIBUTES)).text


def test_gff3_finds_genes_through_parents(tmp_path: Path) -> None:
    text = "\n".join(
        (
            "##gff-version 3",
            row("chr2", "gene", 1, 90, "ID=gene0;Name=thrL"),
            row("chr2", "mRNA", 1, 90, "ID=rna0;Parent=gene0"),
            row("chr2", "exon", 1, 90, "Parent=rna0"),
        )
    )
    document = parse(tmp_path, text)
    assert "Number of genes: 1" in document.text
    assert document.title == "thrL (gene0)"


def test_table_of_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="no annotated features"):
        parse(tmp_path, "a\tb\tc\n1\t2\t3\n")


def row3(feature: str, start: int, end: int, attributes: str) -> str:
    return row("17", feature, start, end, attributes)


GFF3 = "\n".join(
    (
        "##gff-version 3",
        row3("chromosome", 1, 83257441, "ID=chromosome:17"),
        row3("exon", 100, 200, "Parent=transcript:ENST1,transcript:ENST2"),
        row3("mRNA", 100, 900, "ID=transcript:ENST1;Parent=gene:ENSG1;Name=TP53-201"),
        row3("mRNA", 100, 800, "ID=transcript:ENST2;Parent=gene:ENSG1;Name=TP53-205"),
        row3("CDS", 120, 180, "Parent=transcript:ENST1;protein_id=ENSP1"),
        row3(
            "gene",
            100,
            900,
            "ID=gene:ENSG1;Name=TP53;biotype=protein_coding;description=p53%3B a guardian",
        ),
        "###",
        "##FASTA",
        ">17",
        "ACGTACGTAC",
    )
)


def test_gff3_attributes_are_unescaped_and_children_find_their_gene(tmp_path: Path) -> None:
    document = parse(tmp_path, GFF3)
    assert document.title == "TP53 (ENSG1)"
    assert document.accession == "ENSG1"
    assert "p53; a guardian" in document.text
    assert "chromosome:17" not in document.text


def test_gff3_exon_counts_for_each_of_its_transcripts(tmp_path: Path) -> None:
    text = parse(tmp_path, GFF3).text
    first, second = (line for line in text.splitlines() if line.startswith("Transcript "))
    assert first.startswith("Transcript TP53-201 ENST1:")
    assert "1 exon, 1 CDS" in first
    assert "protein ENSP1" in first
    assert second.startswith("Transcript TP53-205 ENST2:")
    assert "1 exon" in second


def test_parents_in_a_circle_end(tmp_path: Path) -> None:
    rows = (row3("gene", 1, 2, "ID=a;Parent=b"), row3("gene", 1, 2, "ID=b;Parent=a"))
    assert parse(tmp_path, "\n".join(rows)).text
