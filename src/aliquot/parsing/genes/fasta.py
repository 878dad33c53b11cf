"""Read FASTA files: what each sequence is, never the sequence.

What enters: a text file of sequences, gzip or not. What leaves: one `Document` with a line for each
sequence: its header as it stands, its length, and what it is made of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.writing.lines import add_fields, add_lines, unique
from aliquot.parsing.writing.prose import stem
from aliquot.types import Document, DocumentKind, DocumentStatus, FieldValue

__all__ = ["FastaParser"]

# Beyond these a file is a database for a program, not a list for a reader.
LISTED = 5_000
# All genes of a small file serve as a filter; those of a proteome would swell every chunk.
GENES_NAMED = 100
# Letters of nucleic acids; the rest of the alphabet stands for amino acids only.
# Source: IUPAC-IUB nomenclature for incompletely specified bases (1984).
BASES = frozenset("ACGTUNRYSWKMBDHV-")
# `>sp|P04637|P53_HUMAN Cellular tumor antigen p53 OS=Homo sapiens OX=9606 GN=TP53 PE=1 SV=4`
UNIPROT_ID = re.compile(r"^(?:sp|tr)\|([A-Z0-9]+)\|")
# `>gi|568815597|ref|NC_000001.11| Homo sapiens ...`
OLD_NCBI_ID = re.compile(r"^(?:gi\|\d+\|)?(?:ref|gb|emb|dbj|pdb|lcl)\|([^|\s]+)")
ORGANISM = re.compile(r"\bOS=(.+?)(?= [A-Z]{2}=|$)|\[(?:organism=)?([A-Z][a-z]+ [a-z]{3,}[^\]]*)\]")
# UniProt; Ensembl; NCBI's "(TP53), mRNA"; `[gene=TP53]`.
GENE = re.compile(
    r"\bGN=(\S+)|\bgene_symbol:(\S+)|\(([A-Za-z][\w.-]{1,14})\), (?:transcript|m?RNA)"
    r"|\[gene=([^\]]+)\]"
)


@dataclass(slots=True)
class _Sequence:
    header: str
    letters: Counter[str] = field(default_factory=Counter)

    @property
    def length(self) -> int:
        return sum(count for letter, count in self.letters.items() if letter.isalpha())

    @property
    def is_nucleic(self) -> bool:
        return set(self.letters) <= BASES

    def line(self) -> str:
        """Return "NM_000546.6 Homo sapiens ...: 2,512 nucleotides, GC 53.4 %"."""
        if not self.is_nucleic:
            return f"{self.header}: {self.length:,} amino acids"
        gc = sum(self.letters[letter] for letter in "GCS")
        share = f", GC {100 * gc / self.length:.1f} %" if self.length else ""
        return f"{self.header}: {self.length:,} nucleotides{share}"


class FastaParser:
    """Read FASTA files of nucleic acids or proteins."""

    name = "fasta"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: The file holds no sequence.
        """
        sequences = list(_sequences(read_text(path)))
        if not any(sequence.length for sequence in sequences):
            raise ParseError(
                "The file holds no sequence.",
                source=str(path),
                status="empty",
                hint="Download it again; a header line begins with '>'.",
            )
        builder = DocumentBuilder()
        _write(builder, sequences)
        only = sequences[0] if len(sequences) == 1 else None
        is_cut = len(sequences) > LISTED
        document = builder.build(
            kind=DocumentKind.GENE,
            title=only.header if only else stem(path),
            accession=_accession(only.header) if only else "",
            parser=self.name,
            parser_version=self.version,
            status=DocumentStatus.PARTIAL if is_cut else DocumentStatus.OK,
            warnings=tuple(_warnings(sequences)),
            extra=_extra(sequences),
        )
        return [document]


def _sequences(text: str) -> Iterator[_Sequence]:
    current: _Sequence | None = None
    for line in text.splitlines():
        if line.startswith(">"):
            if current is not None:
                yield current
            current = _Sequence(" ".join(line[1:].split()) or "unnamed")
        elif current is not None and not line.startswith(";"):
            current.letters.update(line.strip().rstrip("*").upper())
    if current is not None:
        yield current


def _write(builder: DocumentBuilder, sequences: Sequence[_Sequence]) -> None:
    kinds = Counter("nucleic acid" if one.is_nucleic else "protein" for one in sequences)
    builder.heading("Overview")
    fields = (
        ("Number of sequences", f"{len(sequences):,}"),
        ("Kind", ", ".join(f"{kind} ({count:,})" for kind, count in kinds.items())),
        ("Total length", f"{sum(one.length for one in sequences):,}"),
        ("Organisms", "; ".join(_organisms(sequences)[:GENES_NAMED])),
    )
    add_fields(builder, fields)
    builder.heading("Sequences")
    add_lines(builder, [sequence.line() for sequence in sequences[:LISTED]])


def _warnings(sequences: Sequence[_Sequence]) -> Iterator[str]:
    yield "The sequences themselves were not indexed."
    if len(sequences) > LISTED:
        yield f"The file has {len(sequences):,} sequences; the first {LISTED:,} were listed."


def _extra(sequences: Sequence[_Sequence]) -> dict[str, FieldValue]:
    genes = _found_in_headers(GENE, sequences)
    organisms = _organisms(sequences)
    fields: dict[str, FieldValue] = {
        "gene": genes if len(genes) <= GENES_NAMED else (),
        "organism": organisms[0] if len(organisms) == 1 else "",
    }
    return {name: value for name, value in fields.items() if value}


def _organisms(sequences: Sequence[_Sequence]) -> tuple[str, ...]:
    return _found_in_headers(ORGANISM, sequences)


def _found_in_headers(pattern: re.Pattern[str], sequences: Iterable[_Sequence]) -> tuple[str, ...]:
    matches = (pattern.search(sequence.header) for sequence in sequences)
    return unique(next(filter(None, match.groups()), "") for match in matches if match)


def _accession(header: str) -> str:
    match = UNIPROT_ID.match(header) or OLD_NCBI_ID.match(header)
    return match[1] if match else header.split()[0]
