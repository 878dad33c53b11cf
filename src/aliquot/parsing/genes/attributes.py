"""Read the ninth column of annotations: GTF's `key "value";` and GFF3's `key=value;`.

What enters: the text of the column. What leaves: values by name. GFF3 escapes its own signs as in
addresses (`%3B` is a semicolon) and lists values with commas, where GTF repeats the name.
Source: https://github.com/The-Sequence-Ontology/Specifications, gff3.md; GTF 2.2, Brent Lab.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

__all__ = ["bare_id", "is_gff3", "read_attributes"]

GTF_PAIR = re.compile(r'\s*([\w.-]+)(?:\s+"([^"]*)"|\s+([^;]*))\s*(?:;|$)')
GFF3_START = re.compile(r"\s*[^\s=;\"]+=")
# What Ensembl and NCBI put before ids to keep those of genes and transcripts apart.
ID_KIND = re.compile(r"^(?:gene|transcript|rna|mrna|cds|exon)[:-](?=\S)", re.I)


def is_gff3(text: str) -> bool:
    """Tell whether the column begins with `key=`."""
    return GFF3_START.match(text) is not None


def read_attributes(text: str) -> Mapping[str, str]:
    """Return the values by name; lists, which GTF writes as repeated names, with commas."""
    attributes: dict[str, str] = {}
    if is_gff3(text):
        for pair in text.split(";"):
            name, _, value = pair.partition("=")
            values = (unquote(part).strip() for part in value.split(","))
            attributes.setdefault(unquote(name).strip(), ", ".join(values))
        attributes.pop("", None)
        return attributes
    for name, *values in GTF_PAIR.findall(text):
        value = next(filter(None, values), "").strip()
        attributes[name] = f"{attributes[name]}, {value}" if name in attributes else value
    return attributes


def bare_id(id: str) -> str:
    """Return "ENSG00000141510" for "gene:ENSG00000141510", "BRCA1" for "gene-BRCA1"."""
    return ID_KIND.sub("", id)
