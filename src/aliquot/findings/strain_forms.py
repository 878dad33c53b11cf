"""The forms of strain names: codes, numbers of collections, names in capitals or in quotes.

What enters: a place in a text where a name may stand. What leaves: the name without its quotes and
marks, one form for its spellings, or nothing where the form is that of a year, a unit or a word.
"""

from __future__ import annotations

import re

from aliquot.findings.vocabularies.registries import COLLECTIONS

__all__ = ["CAPITALS", "CODE", "COLLECTED", "QUOTED", "TITLED", "as_collected", "name_of"]

# Behind a species these are collections too; elsewhere their letters are those of other things.
_MORE_COLLECTIONS = (
    "PCC|MAFF|NIES|ITCC|CFBP|NCPPB|ICMP|FGSC|NCMA|SAG|CCTCC|CICC|CMCC|KACC|KCCM|BCCM"
)
COLLECTED = (
    rf"(?:{COLLECTIONS}|{_MORE_COLLECTIONS})(?:\s?[®™])?[\s:,#-]{{0,2}}(?:[Nn]o\.?\s)?"
    r"[A-Z-]{0,5}\d[\d,]*\d(?:[\w-]*\w)?(?!\.\d)"
)
# A code has a digit and a capital: "AbSK-17", "B73", "O157:H7", "2A", "BAA-1705", "BL21(DE3)".
CODE = (
    r"(?=[a-z.:/_-]*[A-Z\d])(?=[A-Za-z.:/_-]*\d)(?=[a-z\d.:/_-]*[A-Z])"
    r"[A-Za-z\d][A-Za-z\d.:/_-]{0,18}(?:\([A-Z\d]{2,5}\))?(?<![.:/_-])(?!\s?[=%])"
)
CAPITALS = r"[A-Z]{2,6}(?:-[A-Z\d]{1,4})?(?![\w-])"
# "Genovese", "Dark Opal", "CIM Ayu", "Micro-Tom".
TITLED = r"[A-Z][\w’'-]*(?:\s[A-Z][\w’'-]+|\s\d{1,3}(?![\w.])){0,2}"
QUOTED = r"[‘“'\"][A-Z\d][\w.+ ’'-]{0,24}?\w[’”'\"](?!\w)"
_COLLECTED = re.compile(COLLECTED)
_MARKS = re.compile(r"(?<=\d),(?=\d)|[®™]|(?<=\d)TM$|[Nn]o\.?\s")
# Years, ages, amounts, markers, phenotypes, ribosomal genes, accessions, figures and viruses.
_NO_CODE = re.compile(
    r"""
    (?:19|20)\d\d(?:[-/]\d+)?|\d+(?:[.,]\d+)?[a-z%µ]*|\d+(?:st|nd|rd|th)
    |\d+[-–]?(?:D|h|min|s|kDa|kb|bp|mL|ml|mg|g|L|M|mM|µM|nM|X|x|nm|S)|[1235]\dS.*|[A-Z]\d?[A-Z]?\d?/.{1,3}
    |(?:CD|IL|CCR|CXCR|TLR|BSL|MIC|IC|LD|EC|ED|TCID|PCR|SNP|DNA|RNA)-?\d+\w*|[RX]\d|H\d{1,2}N\d{1,2}
    |(?:Fig|Table|Ref|PMID|NCT|COVID|SARS|HIV|HPV|HBV|HCV|XMRV|CoV).*|[A-Z]{1,2}_?\d{5,8}(?:\.\d)?
    |F\d(?::\d)?|F[₀-₉].*|BC\d.*|[OPQ]\d[A-Z\d]{3}\d|SNP.*
    |.*[-_](?:positive|negative|resistant|producing|free|like|based|infected|treated|derived|\d+%)|.*\.(?:\d{3,}|com|org).*
    """,
    re.VERBOSE,
)
# Abbreviations of methods, phenotypes, groups and places.
_NO_CAPITALS = re.compile(
    r"(?:MDR|XDR|ESBL|TB|WT|KO|DNA|RNA|PCR|USA|UK|EU|IDS?|AND|OR|NOT|THE|MIC|MBC|ATCC|MTCC|DSMZ?|NCBI"
    r"|GEO|SNP|WGS|QTL|AFLP|RAPD|SSR|MLST|PFGE|HIV|HPV|HBV|HCV|MLV|XMRV|MRSA|MSSA|VRE|CFU|OD|[IVX]{2,5}"
    r"|E?GFP|YFP|RFP|LB|YPD|MH|NA|ND|NS|SD|SE|SEM|CI|PI|AR|AMR|[SEAU]?[TPHE]EC|RVFV|PBS|BMI|GWAS|QC|TEM"
    r"|AMF|PGPR|COI|ITS|HQ|MS|GC|LC|NMR|BLAST|CRISPR|GRAS|OTU|QS|UV|DM|FOB|USDA|BCG)(?:-.*)?"
)
# Words with a capital that stand behind "cultivar" or "variety" and are no name.
_NO_TITLE = re.compile(
    r"(?:The|This|These|Those|All|Both|Each|In|On|At|Of|For|From|By|With|And|Or|To|As|Is|Are|Was|Were"
    r"|We|It|Its|Results?|Tables?|Figures?|Fig|Supplement\w*|Numbers?|Nos?|Protection|Development"
    r"|Accessions?|Plants?|Seeds?|Data|Total|Mean|Analysis|Different|Response|Names?|Codes?|Species"
    r"|Collections?|Origin|Effects?|Evaluation|Identification|Selection|Under|Using|Journal"
    r"|Department|GenBank|NCBI|RNA|DNA|However|Although|While|When|Here|There|After|Before|Controls?"
    r"|Wild|Type|Additional|ID|Gene|Strains?|Isolates?|Other|Unknown|None|Genotypes?)\b"
)


def as_collected(written: str) -> str:
    """Return the number of a collection in one form: "ATCC® 14,053" is "ATCC 14053"."""
    return " ".join(re.sub(r"[,:#]", " ", _MARKS.sub("", written)).split())


def name_of(written: str) -> str:
    """Return the name a form writes, empty where it is that of another thing."""
    name = written[1:-1] if written[:1] in "‘“'\"" else " ".join(written.split())
    if _COLLECTED.fullmatch(name):
        return as_collected(name)
    if _NO_CODE.fullmatch(name) or _NO_CAPITALS.fullmatch(name) or _NO_TITLE.match(name):
        return ""
    return name
