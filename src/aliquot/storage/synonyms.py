"""The names of genes and proteins that entries of the library hold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, func, select

from aliquot.storage.connection import reading
from aliquot.storage.filtering import matching_documents
from aliquot.storage.schema import documents
from aliquot.types import DocumentKind, Filter

__all__ = ["EntryNames", "read_entry_names"]

# Parsers whose documents are of one gene each, and whose registry that is. What GenBank and FASTA
# files hold are sequences, of one gene or of thousands.
_REGISTRIES = {
    "uniprot_flat": "UniProt",
    "uniprot_xml": "UniProt",
    "uniprot_json": "UniProt",
    "ensembl_json": "Ensembl",
    "gtf": "Ensembl",
}
# Where an entry's text has its names: among the first lines of the overview. Names of components
# may be long; one HLA entry has its own after 1,160 characters.
_OVERVIEW_CHARS = 4000
_LISTED = re.compile(r"^(Protein names|Synonyms): (.+)$", re.MULTILINE)
_VERSION = re.compile(r"\.[0-9]+$")


@dataclass(frozen=True, slots=True)
class EntryNames:
    """What one entry calls its gene and protein.

    Attributes:
        registry: `UniProt` or `Ensembl`.
        accession: Its number there, without a version.
        symbols: Symbol of the gene first, then its synonyms; may be empty.
        proteins: Names of the protein, the recommended one first.
    """

    registry: str
    accession: str
    symbols: tuple[str, ...]
    proteins: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every name once, best known first."""
        names = (*self.symbols[:1], *self.proteins[:1], self.accession)
        return tuple(dict.fromkeys((*names, *self.symbols[1:], *self.proteins[1:])))


def read_entry_names(engine: Engine, where: Filter | None = None) -> list[EntryNames]:
    """Return the names of entries of one gene, by the entry's id.

    Args:
        engine: Of the catalog.
        where: Which entries; all unless given.
    """
    overview = func.substr(documents.c.text, 1, _OVERVIEW_CHARS).label("overview")
    query = (
        select(documents.c.record, overview)
        .where(documents.c.kind == str(DocumentKind.GENE))
        .order_by(documents.c.id)
    )
    if where is not None:
        query = query.where(documents.c.id.in_(matching_documents(where)))
    with reading(engine) as connection:
        rows = connection.execute(query).all()
    return [names for row in rows for names in _names(json.loads(row.record), row.overview)]


def _names(record: Mapping[str, Any], overview: str) -> Iterator[EntryNames]:
    registry = _REGISTRIES.get(record["parser"])
    accession = _VERSION.sub("", record["accession"])
    if registry is None or not accession:
        return
    genes = record["extra"].get("gene", ())
    symbols = [genes] if isinstance(genes, str) else list(genes)
    listed: dict[str, str] = dict(_LISTED.findall(overview))
    symbols += listed.get("Synonyms", "").split(", ")
    proteins = listed.get("Protein names", "").split("; ")
    yield EntryNames(
        registry,
        accession,
        tuple(symbol for symbol in symbols if symbol and _VERSION.sub("", symbol) != accession),
        tuple(filter(None, proteins)),
    )
