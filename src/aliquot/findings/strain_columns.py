"""Strains and species that only a column of a table names, by the column's title.

What enters: a document. What leaves: places of cells under "Strain", "Cultivar" or 菌株, without
the marks of footnotes; numbers alone, genotypes of one gene and words such as "control" are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.findings.table_cells import Table, cells_of, table_of
from aliquot.types import BlockType, Document, Span

__all__ = ["InColumn", "in_columns"]

_TAIL = (
    r"(?:\s(?:names?|codes?|symbols?|designations?|ids?|no\.?|numbers?|tested|used|studied|examined))?"
    r"(?:\s?[\[(].{1,40}[\])]|[*†‡§ᵃ-ᶻ¹²³⁰-⁹])?"
)
# A column of strains: what is in it is named by that column alone.
OF_STRAINS = re.compile(
    rf"(?:(?!cell)[\w.-]+\s){{0,3}}(?:strains?|isolates?|cultivars?|cvs?\.?|variet(?:y|ies)|genotypes?"
    rf"|ecotypes?|landraces?|breeds?(?:\sor\sspecies\sgroup)?|(?:inbred|breeding|mutant|plant|mouse)\slines?"
    rf"|accession\snames?|(?:bacterio)?phages?|endophytes?|serovars?){_TAIL}"
    r"|line(?:\s(?:name|id))?"
    r"|(?:菌)?株名?|系統名?|品種名?|菌株名?|ファージ名?",
    re.IGNORECASE,
)
# A column of species: only what has the form of a name of two parts, or is a name the finder knows.
OF_SPECIES = re.compile(
    rf"(?:[\w.-]+\s){{0,2}}(?:species|organisms?|micro-?organisms?|hosts?|plants?|animals?|bacteria|fung(?:i|us)"
    rf"|yeasts?|pathogens?|tax(?:on|a)|scientific\sname|botanical\sname|latin\sname|fish|insects?"
    rf"|host\splants?){_TAIL}|生物種?|(?:学|種)名|菌種|植物名?|宿主|種",
    re.IGNORECASE,
)
# A genotype column tells alleles in most tables: "AG", "+/+", "CC", "ID"; or "n (%)".
ALLELES = re.compile(
    r"[ACGTDIWMRQ]{1,3}|[+−–-]/[+−–-]|\w{1,3}/\w{1,3}|(?:WT|KO|Het\w*|Hom\w*).*", re.IGNORECASE
)
NO_STRAIN = re.compile(
    r"(?:n\.?\s?[da]\.?|none|nil|total|mean|average|overall|controls?(?:\s.*)?|all|other|others|unknown|unspecified"
    r"|mixed|combined|blank|untreated|media|range|lsd|sem?|cv|p[\s-]?values?|significance|yes|no|negative"
    r"|positive|wild[\s-]?type|human|not\s.*|see\s.*|various|reference|standard|number.*|no\.\sof.*"
    r"|min(?:imum)?|max(?:imum)?|female|male|competition|mixture|age|sex|[+-]+|gram.*|n\s?=.*|なし|合計|平均|対照)s?",
    re.IGNORECASE,
)
# Marks of footnotes behind a name, and quotes around it.
# A genotype, a phenotype or a host behind a code: "MC4100 (λ cI857)", "IN56 (WT)".
SAID_OF = re.compile(r"(?<=[\w+-])\s?\((?!DE3\)|[A-Z\d]{1,3}\d\))[^()]*(?:\([^()]*\)[^()]*)*\)?$")
CODED = re.compile(r"(?=\S*\d)(?=\S*[A-Z])\S+|.*\d")
MARKS = re.compile(r"(?:\s?[*†‡§¶#]+|[ᵃ-ᶻ¹²³⁰-⁹]+|\s?\([a-z]\)|\s\[\d+(?:[,–-]\s?\d+)*\])+$")
QUOTES = "‘’“”'\"*_ "
LETTERS = re.compile(r"[^\W\d_]{2}|[^\W\d_]\d|\d[^\W\d_]|[α-ωΑ-Ω]")
# A name is short; a cell of more words is a remark.
LONGEST, MOST_WORDS = 45, 5
# A phage may have one letter or symbol for a name.
OF_PHAGES = re.compile(r"phage|ファージ", re.IGNORECASE)
# Titles below "Strain" or "Cultivar" that tell something of it, and are no names.
NO_NAME = re.compile(
    r"\b(?:names?|source|origin|code|no|number|type|mean|conc\w*|reference|country|year|description"
    r"|species|total|mic|zone|size|date|host|values?|ratio|tested|relevant|characteristics?)\b|[%(±=]",
    re.IGNORECASE,
)
COUNTED = re.compile(r"[A-Z]?[-\s]?\d{1,3}")
BINOMIAL = re.compile(r"(?:[A-Z][a-z]{2,18}|[A-Z][a-z]?\.)\s?[a-z]{3,20}(?:-[a-z]{3,12})?")


@dataclass(frozen=True, slots=True)
class InColumn:
    """What a cell names: its place, the name, and whether its column is one of strains."""

    start: int
    end: int
    name: str
    title: str
    is_strain: bool


def in_columns(document: Document) -> Iterator[InColumn]:
    """Yield what columns of strains and species name in a document's tables."""
    for block in document.blocks:
        if block.type is BlockType.TABLE:
            table = table_of(document.text, block.span)
            if table is not None:
                yield from _of_table(document.text, table)


def _of_table(text: str, table: Table) -> Iterator[InColumn]:
    yield from _across(text, table)
    for column, whole in enumerate(table.titles):
        # Of a title in several rows the last says what the cells are: "Bacteria / Strain".
        title = " ".join(whole.rpartition(" / ")[2].split())
        if OF_STRAINS.fullmatch(title):
            for cell in cells_of(text, table, [column]):
                yield from _strain(text, cell, whole)
        elif OF_SPECIES.fullmatch(title):
            for cell in cells_of(text, table, [column]):
                span = _bare(text, cell)
                if BINOMIAL.fullmatch(span.of(text)):
                    yield InColumn(span.start, span.end, span.of(text), whole, is_strain=False)


def _across(text: str, table: Table) -> Iterator[InColumn]:
    """Yield the names that columns have under one title: "Cultivar / Genovese"."""
    under: dict[str, list[Span]] = {}
    for title, head in zip(table.titles, table.heads, strict=True):
        above, joint, name = title.rpartition(" / ")
        if joint and OF_STRAINS.fullmatch(above.rpartition(" / ")[2]):
            under.setdefault(above, []).append(Span(head.end - len(name), head.end))
    for above, names in under.items():
        if len(names) > 1 and not any(NO_NAME.search(one.of(text)) for one in names):
            for one in names:
                yield from _strain(text, one, above)


def _strain(text: str, cell: Span, title: str) -> Iterator[InColumn]:
    span = _bare(text, cell)
    name = " ".join(span.of(text).split())
    if not name or len(name) > LONGEST or len(name.split()) > MOST_WORDS:
        return
    is_of_phages = OF_PHAGES.search(title) is not None
    if NO_STRAIN.fullmatch(name) or (LETTERS.search(name) is None and not is_of_phages):
        return
    if not is_of_phages and (ALLELES.fullmatch(name) or _is_remark(name)):
        return
    if COUNTED.fullmatch(name) and re.search("isolate", title, re.IGNORECASE):
        return
    if is_of_phages and not OF_PHAGES.search(name):
        name = f"Phage {name}"
    yield InColumn(span.start, span.end, name, title, is_strain=True)


def _is_remark(name: str) -> bool:
    """Tell whether a cell begins with a small word, as no name of two words does."""
    return name.isascii() and name[0].islower() and " " in name


def _bare(text: str, cell: Span) -> Span:
    """Return a cell without the marks of footnotes behind and the quotes around its name."""
    written = cell.of(text)
    kept = MARKS.sub("", written).rstrip(QUOTES)
    said = SAID_OF.search(kept)
    if said and CODED.fullmatch(kept, 0, said.start()):
        kept = kept[: said.start()]
    bare = kept.lstrip(QUOTES)
    start = cell.start + len(kept) - len(bare)
    return Span(start, start + len(bare)) if bare else Span(cell.start, cell.start)
