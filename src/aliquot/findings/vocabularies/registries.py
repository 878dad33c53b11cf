"""Registries by the form of their accessions.

`SURE` forms are found anywhere; `BY_CONTEXT` forms are those of other things too (a grant, a
catalogue number, a gene) and need a word that names the registry nearby. Source: identifiers.org
patterns, and the registries' own pages for GenBank (https://www.ncbi.nlm.nih.gov/genbank/acc_prefix)
and UniProt (https://www.uniprot.org/help/accession_numbers).
"""

from __future__ import annotations

import re

__all__ = ["BY_CONTEXT", "CATALOGUE_LABEL", "COLLECTIONS", "LABELLED", "MAKERS", "SURE"]

# Culture collections, without those whose letters a gene or a project has (CCM3, MCC-17).
# Source: World Federation for Culture Collections, acronyms in common use.
COLLECTIONS = (
    "ATCC|MTCC|NCIM|NCTC|NCIMB|DSMZ?|JCM|NBRC|IFO|CBS|CECT|CCUG|LMG|KCTC|CGMCC|NRRL|BCRC|PTCC|"
    "NCYC|ECACC|RCB|JCRB|CIP|UTEX|CCMP|VKM|IMI|RCC|CCAP"
)
_UNIPROT = r"(?:[OPQ]\d[A-Z0-9]{3}\d|[A-NR-Z]\d(?:[A-Z][A-Z0-9]{2}\d){1,2})"
_REFSEQ = r"(?:(?:N[CGMPRTWZ]|X[MPR]|AC|AP|YP|WP)_\d{6,9}|NZ_[A-Z]{4,6}\d{8,10})(?:\.\d{1,2})?"

# Registry and the form of its accessions.
SURE: tuple[tuple[str, str], ...] = (
    ("RefSeq", _REFSEQ),
    ("SRA", r"[SED]R[RXPSAZ]\d{5,9}"),
    ("BioProject", r"PRJ(?:NA|EB|DB|DA|EA)\d{2,7}"),
    ("BioSample", r"SAM(?:N|EA|D)\d{5,12}"),
    ("GEO", r"G(?:SE|SM|PL|DS)\d{3,8}"),
    ("ArrayExpress", r"E-[A-Z]{4}-\d{1,5}"),
    ("ProteomeXchange", r"PXD\d{6}"),
    ("dbGaP", r"phs\d{6}(?:\.v\d+)?(?:\.p\d+)?"),
    ("EGA", r"EGA[DSNRFP]\d{11}"),
    ("JGA", r"JGA[SD]\d{6,12}"),
    ("NCBI submission", r"SUB\d{6,9}"),
    ("ClinicalTrials.gov", r"NCT\d{8}"),
    ("ISRCTN", r"ISRCTN\s?\d{8}"),
    ("UMIN", r"UMIN\d{9}"),
    ("jRCT", r"jRCT[s]?\d{9,12}"),
    ("ChiCTR", r"ChiCTR-?[A-Z]{0,4}-?\d{8,12}"),
    ("ACTRN", r"ACTRN\d{14}"),
    ("CTRI", r"CTRI/\d{4}/\d{2,3}/\d{5,6}"),
    ("dbSNP", r"rs\d{3,12}"),
    ("UniProt", r"VAR_\d{6}"),
    ("Ensembl", r"ENS(?:[A-Z]{3,4})?[GTPER]\d{11}(?:\.\d{1,2})?"),
    ("TAIR", r"AT[1-5CM]G\d{5}(?:\.\d)?"),
    ("OMIM", r"O?MIM:\s?\d{6}"),
    ("TaqMan assay", r"(?:[Cc]_{1,3}\d{5,9}_\d{1,2}|(?:Hs|Mm|Rn)\d{8}_[a-z]\d)"),
    ("TubercuList", r"Rv\d{4}[cA-D]?"),
    ("RRID", r"RRID:\s?[A-Za-z]+[_:][\w:.-]*\w"),
    ("Cellosaurus", r"CVCL_[A-Z0-9]{4}"),
    ("Antibody Registry", r"AB_\d{5,9}"),
    ("InterPro", r"IPR\d{6}"),
    ("Pfam", r"PF\d{5}"),
    ("EMDB", r"EMD-\d{4,5}"),
    ("BindingDB", r"CHEMBL\d{2,8}"),
    ("GenBank", r"[A-Z]{4}0\d{7}(?:\.\d{1,2})?"),
)
_SEQUENCES = r"GenBank|EMBL|DDBJ|NCBI|accession|nucleotide database|RefSeq|アクセッション"
# Registry, form, the words that must stand near, and how far: characters, or 0 for anywhere.
BY_CONTEXT: tuple[tuple[str, str, str, int], ...] = (
    ("RefSeq", r"(?:NM|NP|NC|XM)\d{6}(?:\.\d{1,2})?", _SEQUENCES, 300),
    ("EudraCT", r"20\d{2}-\d{6}-\d{2}", r"\w|:", 300),
    ("UniProt", rf"{_UNIPROT}(?:-\d)?",
     r"UniProt|Swiss-?Prot|TrEMBL|SwissProt|GenBank|accession", 1200),
    ("GenBank", r"[A-NR-Z]\d{5}(?:\.\d{1,2})?", _SEQUENCES, 1200),
    ("GenBank", r"[A-Z]{2}\d{6}(?:\.\d{1,2})?", _SEQUENCES, 0),
    ("GenBank", r"[A-Z]{3}\d{5}(?:\.\d{1,2})?", _SEQUENCES, 0),
    ("PDB", r"[1-9][A-Z0-9]{3}", r"PDB(?:\sIDs?|\scodes?|\sentry|\sentries)?[\s:(]{1,3}$", 24),
)  # fmt: skip
# A label, then the number: the form of the number alone says nothing.
LABELLED: tuple[tuple[str, str], ...] = (
    ("NCBITaxon", r"(?:NCBI taxonomy|taxid|taxonomy ID|NCBITaxon)\s?[:=]?\s?(?P<id>\d{2,7})"),
    ("UniProt", rf"UniProt(?:KB)?(?:/\S+)?(?: accession)?:\s?(?P<id>{_UNIPROT})"),
    ("Addgene", r"Addgene(?:\splasmid)?\s?(?:\(?(?:plasmid|no\.?|ID|cat\.?)\s?)?[#:]?\s?"
     r"(?P<id>\d{4,6})"),
    ("voucher", r"voucher(?:\s\w+){0,3}\s?(?:no\.?|number)?[\s(:]{0,3}"
     r"(?P<id>[A-Z-]{0,8}\d{2,8})"),
    ("UMIN", r"UMIN-?CTR\s?:?\s?(?P<id>UMIN\d{9})"),
    ("ATCC", r"American Type Culture Collection[^.;\d]{0,30}?"
     r"(?P<id>[A-Z]{2,5}-\d{1,5}|\d{4,6})"),
    ("Ensembl", r"Ensembl (?:gene )?ID:\s?(?P<id>[A-Z0-9_.]{5,})"),
    ("HGNC", r"HGNC:\s?(?P<id>\d{1,6})"),
    ("GI", r"\bgi\|(?P<id>\d{5,10})"),
)  # fmt: skip
_CODE = r"(?=[\w.-]*\d)[A-Za-z0-9](?:[\w./-]{2,16}[A-Za-z0-9])"
CATALOGUE_LABEL = re.compile(
    rf"""
    \b(?:cat(?:alog(?:ue)?)?\.?\s?(?:nos?\b\.?|numbers?|\#|nr\.?|id)|cat\s?\#|catalog(?:ue)?\s?\#
    |product\s(?:code|no\.?|number|id)|part\s(?:no\.?|number)|item\s(?:no\.?|number)
    |order\s(?:no\.?|number)|art(?:icle)?\.?\s(?:no\.?|nr\.?)|ref\.?\s?\#|カタログ番号|製品番号)
    \s?[:\#]?\s?(?P<id>{_CODE})(?P<more>(?:(?:,\s|\sand\s|,\sand\s|;\s|/){_CODE}){{0,8}})
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Makers whose number stands in the cell after theirs, or in brackets behind them.
MAKERS = (
    r"Qiagen|New England Bio[Ll]abs|NEB|Starlab|Zymo(?: Research)?|Promega|"
    r"Thermo ?Fisher(?: Scientific)?|Thermo(?: Scientific)?|Invitrogen|Life Technologies|"
    r"Applied Biosystems|Ambion|Gibco|Sigma(?:[- ]Aldrich)?|Merck|Millipore|Roche|Bio-?Rad|"
    r"Abcam|Cell Signaling(?: Technology)?|CST|Santa Cruz(?: Biotechnology)?|"
    r"BD(?: Biosciences| Pharmingen)?|BioLegend|eBioscience|R&D Systems|Takara|Clontech|Wako|"
    r"FUJIFILM Wako|Nacalai(?: Tesque)?|TOYOBO|Nippon Gene|Agilent|Illumina|Lonza|Corning|"
    r"Eppendorf|VWR|Fisher(?: Scientific)?|Miltenyi(?: Biotec)?|STEMCELL(?: Technologies)?|"
    r"Tocris|Cayman(?: Chemical)?|Selleck(?:chem)?|Omega Bio-tek|Macherey-Nagel|PeproTech|"
    r"Jackson ImmunoResearch|Vector Lab(?:oratorie)?s|Dako|Axygen|Greiner|Sarstedt"
)
