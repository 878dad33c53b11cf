"""Genes and proteins: those of the library's own records, and symbols that the text calls genes.

A symbol has the form of many other things (a cell line, a buffer, an abbreviation), so by form it
is one only beside a word such as "gene" or "mRNA"; a name of the library's records needs none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from aliquot.findings.places import found
from aliquot.findings.vocabularies import words
from aliquot.findings.vocabularies.matching import TOKEN
from aliquot.types import Chunk, Document, Finding, FindingKind

__all__ = ["Genes"]

_SYMBOL = (
    r"(?:[A-Z][A-Z0-9]{1,8}(?:-[A-Z0-9]{1,3})?|[A-Z][a-z]{1,4}\d{1,3}[a-z]?|"
    r"[a-z]{3}[A-Z]\d{0,2})"
)
_WORDS = (
    r"genes?|mRNAs?|alleles?|locus|promoter|transcripts?|knock-?outs?|knock-?down|siRNAs?|shRNAs?|"
    r"sgRNAs?|proteins?|polymorphisms?|variants?|mutants?|mutations?|遺伝子|タンパク質"
)
BEFORE_WORD = re.compile(rf"(?<![\w/-])(?P<symbol>{_SYMBOL})(?=[\s-]?(?:{_WORDS})(?!\w))")
AFTER_WORD = re.compile(
    rf"\b(?:genes?|locus|encoding|expression of|mutations? in|knock-?down of)\s"
    rf"(?P<symbol>{_SYMBOL})"
    r"(?![\w-])"
)
# Capitals that stand before "gene", "protein" or "mutant" and are no symbol. Two letters and less
# are none either: there are symbols so short, and far more abbreviations.
NO_SYMBOL = words(
    """
    DNA RNA cDNA mRNA rRNA tRNA rDNA gDNA PCR QTL SNP SNPS ORF UTR LTR EST ESTS CDS GO KEGG COG
    NCBI HLA GFP RFP YFP CFP EGFP MCHERRY LUC GUS LACZ HIS GST MBP FLAG HA MYC BSA FBS SDS PAGE
    ELISA HIV HBV HCV EBV CMV HPV XMRV MLV MULV KSHV HSV VZV SARS MERS BCG USA USDA WHO FDA II
    III IV VI CONTROL TOTAL WT KO HET HOM RT NGS WGS RNAI SSR RAPD ISSR AFLP RFLP FASTA BLAST
    BLASTX PDB ATP NADH NADPH FIGURE TABLE ALL NOT AND THE ONE TWO NEW MAP HOST MATERIAL DMSO
    EDTA TRIS NTD CTD RESULTS METHODS NB FISH IHC LC MS GC HPLC NMR ROS CRP IGG IGM IGA CNS HGT
    TE TES ERV ERVS LINE COVID-19 COVID MISSION HNSCC SINE LOD MAF GWAS INDEL FDR PBS DEG DEGS
    TF TFS PPI ID IDS UCSC ENSEMBL UNIPROT OMIM HGNC GTF GFF BED BAM SAM VCF SV40
    """
)
# "TLR 4": a family's member, its number set apart.
MEMBER = re.compile(r"\s\d{1,2}(?=\s(?:and|in|of|was|were|gene|mRNA|protein)\b|[,.;)])")
# Changes of a residue: "the A13V variant", "the T102 allele".
RESIDUE = re.compile(r"[A-Z]\d{1,4}[A-Z]?")
LEAST_LETTERS = 3
FROM_RECORDS, BY_CONTEXT = 0.9, 0.7
# An entry's plain words ("protein", "kinase") and short names stand for anything.
LEAST_NAME = 3
HAS_SHAPE = re.compile(r"(?=.*[A-Z].*[A-Z0-9])|.*\d|.*\s.*\s?")


class Genes:
    """Find genes by the library's own records, and by form where the text calls them so."""

    name = "genes"
    version = "2"

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        """Prepare the names.

        Args:
            names: Symbol by every name of a gene or protein, such as `Catalog.entry_names` gives
                of UniProt and Ensembl records. Names are matched as written, case and all.
        """
        named = names or {}
        self._names = {
            name: symbol
            for name, symbol in named.items()
            if len(name) >= LEAST_NAME and HAS_SHAPE.match(name) and name.upper() not in NO_SYMBOL
        }
        self._by_first: dict[str, list[str]] = {}
        for name in sorted(self._names, key=len, reverse=True):
            first = TOKEN.search(name)
            if first is not None and first.start() == 0:
                self._by_first.setdefault(first[0], []).append(name)

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield genes in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        places = dict(self._by_form(document.text))
        places |= dict(self._of_records(document.text))
        end_before = -1
        for start, (end, symbol, confidence) in sorted(places.items()):
            if start < end_before:
                continue
            end_before = end
            finding = found(
                document, chunks, FindingKind.GENE, start, end, normalised=symbol,
                extractor=f"{self.name}/{self.version}", confidence=confidence,
            )  # fmt: skip
            if finding is not None:
                yield finding

    def _of_records(self, text: str) -> Iterator[tuple[int, tuple[int, str, float]]]:
        if not self._by_first:
            return
        for token in TOKEN.finditer(text):
            for name in self._by_first.get(token[0], ()):
                end = token.start() + len(name)
                if text.startswith(name, token.start()) and not text[end : end + 1].isalnum():
                    yield token.start(), (end, self._names[name], FROM_RECORDS)
                    break

    def _by_form(self, text: str) -> Iterator[tuple[int, tuple[int, str, float]]]:
        for pattern in (BEFORE_WORD, AFTER_WORD):
            for match in pattern.finditer(text):
                symbol = match["symbol"]
                if _may_be_symbol(symbol):
                    end = _end_of_member(text, match)
                    written = text[match.start("symbol") : end].replace(" ", "")
                    normalised = self._names.get(written, written)
                    yield match.start("symbol"), (end, normalised, BY_CONTEXT)


def _end_of_member(text: str, match: re.Match[str]) -> int:
    """Return where a symbol ends, with the number of a family's member behind it."""
    end = match.end("symbol")
    member = None if text[end - 1].isdigit() else MEMBER.match(text, end)
    return member.end() if member else end


def _may_be_symbol(symbol: str) -> bool:
    if len(symbol) < LEAST_LETTERS or symbol.upper() in NO_SYMBOL:
        return False
    return RESIDUE.fullmatch(symbol) is None
