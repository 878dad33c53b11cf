"""Find versions: of the protocol itself, and of protocols, builds and releases it names.

What enters: a document with its chunks. What leaves: a finding for each version, once a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aliquot.findings.places import found
from aliquot.types import Chunk, Document, Finding, FindingKind

__all__ = ["Versions"]

NUMBER = r"\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?"
# "Version 2.1", "v3", "Rev. 2", "revision 4", 第2版; a year behind "Rev." is that of a journal.
VERSION = re.compile(
    rf"(?=[VvRr])(?:\b[Vv]ers(?:ion|\.)?(?:\s(?:no\.?|number))?[\s:]{{0,2}}|\b(?:v\.?|V\.)\s?(?=\d)|\bV\s?(?=\d+\.\d)"
    rf"|(?<!\w\.\s)\b[Rr]ev(?:ision|\.)?[\s:]{{1,2}}(?=\d{{1,3}}(?!\d)))"
    rf"(?P<number>{NUMBER})(?![\w%])"
    r"|\b[Vv]ersion\s\[v\]\s?(?P<marked>\d[\d.]*\d|\d)(?![\w%])"
    r"|第(?P<edition>\d{1,3})版|バージョン\s?(?P<ja>\d[\d.]*)|改訂(?:版)?\s?(?P<revised>\d[\d.]*)"
)
# A name before it tells of what: "SPSS for Windows, version 14.0".
# Programs, criteria and dictionaries whose number stands right behind them: "SPSS 18.0".
PROGRAMS = (
    r"SPSS|CTCAE|RECIST|MedDRA|(?:[Gg]raph\s?[Pp]ad\s)?Prism|Stata|STATA|MATLAB|Matlab|ImageJ|Fiji|MEGA|Minitab"
    r"|SigmaPlot|Statistica|STATISTICA|JMP|BLAST\+|Bowtie\s?2?|TopHat|Cufflinks|Trimmomatic|SAMtools|samtools"
    r"|FlowJo|CellProfiler|FastQC|STRUCTURE|Arlequin|GenAlEx|BEAST|MrBayes|RAxML|PLINK|Primer3|Geneious"
    r"|Python|Bioconductor|DESeq2|Galaxy|Cytoscape|PyMOL|AutoDock|EndNote|NVivo|RevMan|Epi\sInfo|WinNonlin"
    r"|SAS|Excel"
)
NUMBERED = re.compile(
    rf"(?<![\w-])(?P<program>{PROGRAMS}|R(?=\s\d\.\d+\.\d))(?P<more>(?:\s(?:Statistics|for\sWindows|software|Pro))*)"
    r"\s(?P<number>\d{1,2}(?:\.\d{1,3}){0,3}[a-z]?|20\d\d)(?![\w%°-]|\.\d|\s?(?:%|[µmk]?[gLlM]\b|cells|samples))"
)
# Spellings of one program.
TOLD_AS = {
    "prism": "GraphPad Prism", "graphpadprism": "GraphPad Prism", "stata": "Stata",
    "matlab": "MATLAB", "statistica": "Statistica", "samtools": "SAMtools", "bowtie2": "Bowtie2",
    "epiinfo": "Epi Info",
}  # fmt: skip
NAME_BEFORE = re.compile(
    r"(?P<of>[A-Z][\w+-]*(?:[^\S\n](?:for[^\S\n])?[A-Z][\w+-]*)?|[Pp]rotocol|SOP)"
    r"(?:[^\S\n]|[],(]){1,3}$"
)
NAME_REACH = 60
# Speaks of the document, not of a program it uses.
OWN = re.compile(r"protocol|SOP|this (?:document|version)|手順|プロトコル", re.I)
OWN_REACH = 60
# "v/v" and "V 5" of a plasmid or a voltage are none: what follows a number with these is measured.
MEASURED = re.compile(r"\s?(?:[mkµ]?V\b|/v|for\s\d|mL\b|ml\b)")
WORDS_BEFORE = frozenset({"The", "In", "Using", "With", "Table", "Figure", "Fig", "And"})


class Versions:
    """Finds the versions a document has or names."""

    name = "versions"
    version = "3"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield each version once, of the document itself as `of` `protocol`.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        seen: set[str] = set()
        for start, end, of, number in sorted(_stated(document.text)):
            name = f"{of} {number}".strip()
            if name in seen:
                continue
            finding = found(
                document,
                chunks,
                FindingKind.VERSION,
                start,
                end,
                normalised=name,
                details={"version": number} | ({"of": of} if of else {}),
                extractor=f"{self.name}/{self.version}",
                confidence=0.9 if of else 0.7,
            )
            if finding is not None:
                seen.add(name)
                yield finding


def _stated(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield where versions stand, with what has them and their numbers."""
    for match in VERSION.finditer(text):
        number = next(number for number in match.groups() if number)
        start, of = _of(text, match)
        if not MEASURED.match(text, match.end()):
            yield start, match.end(), of, number
    for match in NUMBERED.finditer(text):
        program = re.sub(r"\s", "", match["program"])
        program = TOLD_AS.get(program.casefold(), match["program"])
        yield match.start(), match.end(), program, match["number"]


def _of(text: str, match: re.Match[str]) -> tuple[int, str]:
    """Return what has the version, empty where nothing says so, and where that begins."""
    before = text[max(0, match.start() - NAME_REACH) : match.start()]
    name = NAME_BEFORE.search(before)
    start = match.start() - (len(before) - name.start() if name else 0)
    named = name["of"] if name else ""
    around = text[max(0, start - OWN_REACH) : match.end()]
    if OWN.search(named) or (not named and OWN.search(around)):
        return start, "protocol"
    return start, "" if named in WORDS_BEFORE else named
