"""References as NLM writes them, which ICMJE asks of medical manuscripts ("Vancouver").

Source: Citing Medicine, 2nd ed. (NLM, 2007, updated); ICMJE, "Samples of Formatted References".
"""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.generation.citing.cleaning import closed
from aliquot.generation.citing.names import Name
from aliquot.generation.citing.works import Work
from aliquot.types import DocumentKind

__all__ = ["vancouver_reference"]

# ICMJE: the first six, then "et al.".
NAMED_AUTHORS = 6
# What a work is that no journal published, in brackets behind its title.
MEDIUM = {
    DocumentKind.PROTOCOL: "protocol",
    DocumentKind.SLIDES: "slides",
    DocumentKind.NOTES: "notes",
    DocumentKind.TABLE: "data table",
    DocumentKind.TRIAL: "trial record",
    DocumentKind.GENE: "gene record",
}
# Source: Citing Medicine, chapter 24, "Databases on the Internet".
_PUBLISHERS = {
    "ClinicalTrials.gov": "Bethesda (MD): National Library of Medicine (US)",
    "GenBank": "Bethesda (MD): National Library of Medicine (US)",
    "RefSeq": "Bethesda (MD): National Library of Medicine (US)",
    "UniProt": "UniProt Consortium",
    "Ensembl": "EMBL-EBI",
}


def vancouver_reference(work: Work) -> str:
    """Return a work's entry in a list of references, without its number."""
    parts = _database_entry(work) if work.registry else _published(work)
    return " ".join(filter(None, [*parts, *map(closed, work.remarks)]))


def _published(work: Work) -> list[str]:
    return [
        closed(_authors(work.authors)),
        closed(_title(work)),
        closed(work.journal),
        closed(_issued(work)),
        closed(_numbers(work)),
    ]


def _database_entry(work: Work) -> list[str]:
    name = f"{work.registry} [Internet]"
    publisher = _PUBLISHERS.get(work.registry, "")
    identifier = f"Identifier {work.accession}"
    if work.version:
        identifier += f", version {work.version}"
    mark = f" [{work.mark}]" if work.mark else ""
    entry = ", ".join(filter(None, [identifier, work.title.rstrip(".") + mark]))
    dated = f"{entry}; {work.year}" if work.year else entry
    return [closed(name), closed(publisher), closed(dated), f"Available from: {work.url}"]


def _authors(authors: Sequence[Name]) -> str:
    names = [one.vancouver for one in authors[:NAMED_AUTHORS]]
    if len(authors) > NAMED_AUTHORS:
        names.append("et al.")
    # Names of groups hold commas; NLM parts those by semicolons.
    return ("; " if any("," in name for name in names) else ", ").join(names)


def _title(work: Work) -> str:
    """Return the title with what it is and what happened to it, in brackets."""
    medium = "" if work.journal else MEDIUM.get(work.kind, "")
    version = f"version {work.version}" if work.version and not work.accession else ""
    said = ", ".join(filter(None, [medium, version]))
    marks = [f"[{one}]" for one in (said, work.mark) if one]
    # A full stop before a bracket is none of the title's.
    title = work.title.rstrip(".") if marks else work.title
    return " ".join([title or work.id, *marks])


def _issued(work: Work) -> str:
    year = str(work.year or "")
    issue = f"({work.issue})" if work.issue else ""
    place = f"{work.volume}{issue}"
    pages = _short_range(work.pages)
    where = f"{place}:{pages}" if place and pages else place or pages
    return ";".join(filter(None, [year, where]))


def _short_range(pages: str) -> str:
    """Return "284-7" for "284-287": NLM repeats no digit of the first page."""
    first, dash, last = pages.partition("-")
    if not dash or not first.isdecimal() or not last.isdecimal() or len(first) != len(last):
        return pages
    same = next((at for at, (a, b) in enumerate(zip(first, last, strict=True)) if a != b), None)
    return first if same is None else f"{first}-{last[same:]}"


def _numbers(work: Work) -> str:
    parts = [
        f"doi: {work.doi}" if work.doi else "",
        f"PubMed PMID: {work.pmid}" if work.pmid else "",
        f"PMCID: {work.pmcid}" if work.pmcid else "",
    ]
    found = "; ".join(filter(None, parts))
    if found:
        return found
    if work.accession:
        return f"Accession: {work.accession}"
    if work.address:
        return f"Available from: {work.address}"
    is_named = work.file_name and work.file_name != work.title
    return f"File: {work.file_name}" if is_named else ""
