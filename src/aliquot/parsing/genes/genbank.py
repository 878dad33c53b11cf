"""Read GenBank flat files: header, features and publications, never the sequence.

What enters: a text file of one or more records, each closed by `//`. What leaves: one `Document`
per record, its features gathered under the gene or locus they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.files.flat import flat_records, join_wrapped
from aliquot.parsing.writing.lines import add_fields, add_lines, filled, unique
from aliquot.types import BlockType, Document, DocumentKind, FieldValue

__all__ = ["KEYWORD_WIDTH", "GenbankParser", "genbank_document"]

# Columns of the flat file. Source: GenBank release notes, section 3.4.2.
KEYWORD_WIDTH = 12
FEATURE_KEY_START = 5
FEATURE_START = 21
LOCUS = re.compile(
    r"^(?P<name>\S+)\s+(?P<length>\d+)\s+(?P<unit>bp|aa)\b\s*(?P<rest>.*?)\s*"
    r"(?P<date>\d{2}-[A-Z]{3}-\d{4})?$"
)
QUALIFIER = re.compile(r"^/(?P<name>[A-Za-z_]\w*)(?:=(?P<value>.*))?$")
# `source` describes the whole record; the rest of the file names genes by these.
GENE_QUALIFIERS = ("gene", "locus_tag")
# The amino acids again; the protein has an entry of its own under its protein_id.
SKIPPED_QUALIFIERS = ("translation", "codon_start", "transl_table", "number")
# All genes of a plasmid or operon serve as a filter; those of a whole genome would swell every
# chunk's metadata.
GENES_NAMED = 100


@dataclass(slots=True)
class _Feature:
    key: str
    location: str
    qualifiers: dict[str, list[str]] = field(default_factory=dict)

    def first(self, *names: str) -> str:
        """Return the first value of the first qualifier that has one."""
        values = (value for name in names for value in self.qualifiers.get(name, ()))
        return next(values, "")


class GenbankParser:
    """Read GenBank and GenPept flat files."""

    name = "genbank"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read every record of the file.

        Raises:
            ParseError: The file holds no GenBank record.
        """
        records = [lines for lines in flat_records(read_text(path)) if _is_record(lines)]
        if not records:
            raise ParseError(
                "The file holds no GenBank record (there is no LOCUS line).",
                source=str(path),
                hint="Download the record again from NCBI in GenBank format.",
            )
        return [
            genbank_document(lines, parser=self.name, version=self.version) for lines in records
        ]


def genbank_document(lines: Sequence[str], *, parser: str, version: str) -> Document:
    """Return the document of one record.

    Args:
        lines: The record, its end mark included.
        parser: Name of the parser.
        version: Its version.
    """
    header = _header(lines)
    features = list(_features(lines))
    genes = unique(feature.first("gene") for feature in features)
    builder = DocumentBuilder()
    _write_overview(builder, header, features, genes)
    _write_comment(builder, header)
    _write_features(builder, features)
    _write_publications(builder, lines)
    accession = "".join(_value(header, "ACCESSION").replace(";", " ").split()[:1])
    return builder.build(
        kind=DocumentKind.GENE,
        title=_value(header, "DEFINITION").rstrip(".") or accession,
        year=_year(header),
        accession=accession,
        parser=parser,
        parser_version=version,
        warnings=tuple(_warnings(lines)),
        extra=_extra(header, genes),
    )


def _is_record(lines: Sequence[str]) -> bool:
    return any(line.startswith("LOCUS") for line in lines)


def _header(lines: Sequence[str]) -> dict[str, list[str]]:
    """Return the lines of each keyword up to the feature table, references aside."""
    header: dict[str, list[str]] = {}
    keyword = ""
    for line in lines:
        if line.startswith(("FEATURES", "ORIGIN", "REFERENCE")):
            keyword = ""
        if line.startswith("FEATURES"):
            break
        name = line[:KEYWORD_WIDTH].strip()
        keyword = name or keyword if not line.startswith("REFERENCE") else ""
        if keyword:
            header.setdefault(keyword, []).append(line[KEYWORD_WIDTH:])
    return header


def _value(header: dict[str, list[str]], keyword: str) -> str:
    return join_wrapped(header.get(keyword, ()))


def _locus(header: dict[str, list[str]]) -> re.Match[str] | None:
    return LOCUS.match(_value(header, "LOCUS"))


def _year(header: dict[str, list[str]]) -> int | None:
    locus = _locus(header)
    return int(locus["date"][-4:]) if locus and locus["date"] else None


def _extra(header: dict[str, list[str]], genes: Sequence[str]) -> dict[str, FieldValue]:
    fields: dict[str, FieldValue] = {
        "gene": tuple(genes) if len(genes) <= GENES_NAMED else (),
        "organism": _organism(header),
        "version": "".join(_value(header, "VERSION").split()[:1]),
    }
    return {name: value for name, value in fields.items() if value}


def _organism(header: dict[str, list[str]]) -> str:
    return "".join(header.get("ORGANISM", ())[:1]).strip()


def _warnings(lines: Sequence[str]) -> Iterator[str]:
    if any(line.startswith("ORIGIN") for line in lines):
        yield "The sequence was not indexed."
    if not lines[-1].startswith("//"):
        yield "The record is cut short: it has no // at its end."


# ------------------------------------------------------------------------------ header


def _write_overview(
    builder: DocumentBuilder,
    header: dict[str, list[str]],
    features: Sequence[_Feature],
    genes: Sequence[str],
) -> None:
    builder.heading("Overview")
    locus = _locus(header)
    source = next((feature for feature in features if feature.key == "source"), None)
    about = [] if source is None else list(source.qualifiers.items())
    keywords = _value(header, "KEYWORDS").rstrip(".")
    shown = ", ".join(genes[:GENES_NAMED]) + (", ..." if len(genes) > GENES_NAMED else "")
    fields = (
        ("Accession", _value(header, "ACCESSION")),
        ("Version", _value(header, "VERSION")),
        ("Definition", _value(header, "DEFINITION")),
        ("Length", f"{locus['length']} {locus['unit']}" if locus else ""),
        ("Molecule", " ".join(locus["rest"].split()) if locus else ""),
        ("Date", (locus["date"] or "") if locus else ""),
        ("Organism", _organism(header)),
        ("Source", _value(header, "SOURCE").rstrip(".")),
        ("Lineage", join_wrapped(header.get("ORGANISM", ())[1:]).rstrip(".")),
        ("Keywords", keywords),
        ("Links", _value(header, "DBLINK")),
        ("Genes", shown),
        *((_words(name), "; ".join(values)) for name, values in about if name != "organism"),
    )
    add_fields(builder, fields)
    builder.add(
        BlockType.FIELD, "".join(f"LOCUS       {line}" for line in header.get("LOCUS", ())[:1])
    )


def _write_comment(builder: DocumentBuilder, header: dict[str, list[str]]) -> None:
    comment = _value(header, "COMMENT")
    if comment:
        builder.heading("Comment")
        builder.paragraph(comment)


def _words(qualifier: str) -> str:
    return qualifier.replace("_", " ").capitalize()


# ------------------------------------------------------------------------------ features


def _features(lines: Sequence[str]) -> Iterator[_Feature]:
    is_table = False
    rows: list[str] = []
    for line in lines:
        if line.startswith("FEATURES"):
            is_table = True
        elif is_table and line[:1] not in ("", " "):
            break
        elif is_table:
            if line[FEATURE_KEY_START:FEATURE_START].strip() and rows:
                yield _feature(rows)
                rows = []
            rows.append(line)
    if rows:
        yield _feature(rows)


def _feature(rows: Sequence[str]) -> _Feature:
    # The location comes first, without a name.
    parts: list[tuple[str, list[str]]] = [("", [])]
    for text in (row[FEATURE_START:].strip() for row in rows):
        name, lines = parts[-1]
        match = None if name and _is_open(lines) else QUALIFIER.match(text)
        if match:
            parts.append((match["name"], [match["value"] or ""]))
        else:
            lines.append(text)
    feature = _Feature(rows[0][:FEATURE_START].strip(), "".join(parts[0][1]))
    for name, lines in parts[1:]:
        feature.qualifiers.setdefault(name, []).append(_unquoted(lines))
    return feature


def _is_open(lines: Sequence[str]) -> bool:
    """Tell whether a quotation goes on; its next line may begin with a slash."""
    return "".join(lines).count('"') % 2 == 1


def _unquoted(lines: Sequence[str]) -> str:
    return join_wrapped(lines).strip('"').replace('""', '"')


def _write_features(builder: DocumentBuilder, features: Sequence[_Feature]) -> None:
    by_gene: dict[str, list[_Feature]] = {}
    for feature in features:
        if feature.key != "source":
            by_gene.setdefault(feature.first(*GENE_QUALIFIERS), []).append(feature)
    others = by_gene.pop("", [])
    if by_gene:
        builder.heading("Genes")
    for gene, group in by_gene.items():
        builder.heading(gene, level=2)
        add_lines(builder, [_feature_line(feature) for feature in group])
    if others:
        builder.heading("Other features")
        add_lines(builder, [_feature_line(feature) for feature in others])


def _feature_line(feature: _Feature) -> str:
    """Return "CDS 87..1109 (locus tag YP_pPCP01): product: putative transposase; ..."."""
    names = (*SKIPPED_QUALIFIERS, *GENE_QUALIFIERS)
    named = ", ".join(
        f"{qualifier.replace('_', ' ')} {value}"
        for qualifier in GENE_QUALIFIERS
        if (value := feature.first(qualifier))
    )
    details = "; ".join(
        f"{name.replace('_', ' ')}: {', '.join(values)}" if any(values) else name
        for name, values in feature.qualifiers.items()
        if name not in names
    )
    start = f"{feature.key} {feature.location}" + (f" ({named})" if named else "")
    return ": ".join(filled(start, details))


# ------------------------------------------------------------------------------ publications


def _write_publications(builder: DocumentBuilder, lines: Sequence[str]) -> None:
    publications = list(_publications(lines))
    if publications:
        builder.heading("Publications")
        for publication in publications:
            builder.add(BlockType.LIST_ITEM, publication, level=1)


def _publications(lines: Sequence[str]) -> Iterator[str]:
    reference: dict[str, list[str]] | None = None
    keyword = ""
    for line in lines:
        name = line[:KEYWORD_WIDTH].strip()
        is_new_section = bool(line) and not line.startswith(" ")
        if is_new_section and reference:
            yield _publication(reference)
            reference = None
        if name == "REFERENCE":
            reference = {}
        keyword = name or keyword
        if reference is not None:
            reference.setdefault(keyword, []).append(line[KEYWORD_WIDTH:])


def _publication(reference: dict[str, list[str]]) -> str:
    def joined(keyword: str) -> str:
        return join_wrapped(reference.get(keyword, ())).rstrip(".")

    pubmed = joined("PUBMED")
    return ". ".join(
        filled(
            joined("AUTHORS") or joined("CONSRTM"),
            joined("TITLE"),
            joined("JOURNAL"),
            f"PubMed:{pubmed}" if pubmed else "",
        )
    )
