"""Write works as RIS.

Source: RIS Format Specifications (Research Information Systems, 2011).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aliquot.generation.citing.vancouver import MEDIUM
from aliquot.generation.citing.works import Work
from aliquot.types import DocumentKind

__all__ = ["write_ris"]

LINE_END = "\r\n"
_TYPES = {
    DocumentKind.PAPER: "JOUR",
    DocumentKind.SLIDES: "SLIDE",
    DocumentKind.NOTES: "UNPB",
    DocumentKind.TABLE: "DATA",
    DocumentKind.GENE: "DATA",
    # A page of a registry: ELEC is a web page.
    DocumentKind.TRIAL: "ELEC",
}
_OTHER = "GEN"


def write_ris(works: Sequence[Work]) -> str:
    """Return a .ris file, one record for each work, by the documents' ids."""
    return "".join(_record(one) for one in works)


def _record(work: Work) -> str:
    lines = [f"{tag}  - {value}" for tag, value in _tags(work) if value]
    # The last tag has no value, and a blank that strict readers ask for.
    return LINE_END.join([*lines, "ER  - ", "", ""])


def _tags(work: Work) -> Iterator[tuple[str, str]]:
    """Yield tags with values, which hold no line ends: `plain_line` has seen to that."""
    first, _, last = work.pages.partition("-")
    kind = _TYPES.get(work.kind, _OTHER)
    yield "TY", kind if work.journal or kind != "JOUR" else _OTHER
    yield "ID", work.id
    for name in work.authors:
        yield "AU", name.inverted
    yield "TI", work.title
    yield "T2", work.journal
    yield "PY", str(work.year or "")
    yield "VL", work.volume
    yield "IS", work.issue
    yield "SP", first
    yield "EP", last
    yield "DO", work.doi
    # PubMed's number where there is one; a registry's for its entries.
    yield "AN", work.pmid or work.accession
    yield "C2", work.pmcid
    yield "DB", work.registry
    yield "ET", work.version
    yield "M3", "" if work.journal else MEDIUM.get(work.kind, "").capitalize()
    yield "LA", work.language
    yield "UR", work.url
    if work.notice:
        yield "N1", f"{work.notice.capitalize()}."
    for remark in work.remarks:
        yield "N1", f"{remark}."
    if not work.url and work.file_name:
        yield "N1", f"File: {work.file_name}"
