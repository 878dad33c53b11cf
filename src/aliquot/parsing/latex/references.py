"""Read the reference list of a LaTeX project: `.bbl` files, `.bib` files, and who a key cites.

What enters: the source of a paper and its project. What leaves: the source with its reference list
in place, or references from the bibliography files it names.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from aliquot.parsing.bibliography.bibtex import BibtexEntry, read_bibtex
from aliquot.parsing.latex.project import Project
from aliquot.parsing.latex.source import Codes, cleaned
from aliquot.parsing.writing.references import CitedWork

__all__ = ["cited_references", "name_citations", "with_reference_list"]

BIBLIOGRAPHY = re.compile(
    r"\\(?:bibliography\s*\{([^}]*)\}|printbibliography(?:\[[^\]]{0,400}\])?(?:\{\})?)"
)
RESOURCE = re.compile(r"\\(?:bibliography|addbibresource)(?:\[[^\]]{0,400}\])?\s*\{([^}]*)\}")
CITATION = re.compile(
    r"\\(?:[Cc]ite[a-zA-Z]*|parencite|textcite|autocite|footcite|nocite)\*?\s*(?:\[[^\]]{0,400}\]\s*){0,2}"
    r"\{([^{}]*)\}"
)
# Who is part of the sentence: "Smith et al. (2020) showed".
IN_SENTENCE = re.compile(
    r"\\(?P<command>[Cc]itet|[Cc]itealt|[Tt]extcite|[Cc]iteauthor|citeyear|citename)\*?"
    r"\s*(?:\[[^\]]{0,400}\]\s*){0,2}\{(?P<keys>[^{}]*)\}"
)
# natbib's label: "[Smith et~al.(2020)Smith, Lee and Wu]".
LABELLED_ITEM = re.compile(
    r"\\bibitem\s*\[\s*\{?(?P<names>[^\[\]]{1,120}?)\s*\((?P<year>\d{4}[a-z]?)\)"
    r"[^\]]{0,2000}\]\s*(?:%\s*)?\{(?P<key>[^}]*)\}"
)
# biblatex keeps records, not text, in its .bbl.
RECORDS = "\\entry{"
MAXIMUM_REFERENCES = 5_000


def with_reference_list(text: str, project: Project, stem: str) -> str:
    """Return the source with the `.bbl` file in place of the command that prints it.

    Args:
        text: Of the whole project.
        project: Where the file lies.
        stem: Name of the main file without its ending: TeX names the list after it.
    """
    found = BIBLIOGRAPHY.search(text)
    if not found or "\\begin{thebibliography}" in text:
        return text
    names = [stem, *(name.strip() for name in (found[1] or "").split(","))]
    for name in names:
        listed = project.read(f"{name}.bbl") if name else None
        if listed and RECORDS not in listed:
            return text[: found.start()] + cleaned(listed, Codes()) + text[found.end() :]
    return text


def cited_references(text: str, project: Project) -> Iterator[tuple[str, str]]:
    """Yield key and text of the works a source cites, from the bibliography files it names."""
    entries = _entries(text, project)
    keys = (key.strip() for found in CITATION.finditer(text) for key in found[1].split(","))
    wanted = list(dict.fromkeys(keys))
    if "*" in wanted:
        wanted = list(entries)
    for key in wanted[:MAXIMUM_REFERENCES]:
        if key in entries and (reference := _reference(entries[key])):
            yield key, reference


def name_citations(text: str, project: Project) -> str:
    """Return the source with the names where a citation is part of the sentence."""
    labels = {
        found["key"]: (found["names"].strip(), found["year"])
        for found in LABELLED_ITEM.finditer(text)
    }
    if not labels and IN_SENTENCE.search(text):
        entries = _entries(text, project)
        labels = {key: (_short_names(entry), _year(entry)) for key, entry in entries.items()}

    def name(found: re.Match[str]) -> str:
        keys = (key.strip() for key in found["keys"].split(","))
        shown = (_shown(found["command"], *labels[key]) for key in keys if key in labels)
        return " and ".join(filter(None, shown)) or found.group()

    return IN_SENTENCE.sub(name, text) if labels else text


def _shown(command: str, names: str, year: str) -> str:
    if command == "citeyear":
        return year
    if "author" in command:
        return names
    return f"{names} ({year})" if names and year else names


def _entries(text: str, project: Project) -> dict[str, BibtexEntry]:
    found: dict[str, BibtexEntry] = {}
    for resource in RESOURCE.finditer(text):
        for name in resource[1].split(","):
            path = posixpath.normpath(name.strip())
            source = project.read(path if path.endswith(".bib") else f"{path}.bib")
            entries, _ = read_bibtex(source) if source else ([], [])
            found |= {entry.key: entry for entry in entries}
    return found


def _reference(entry: BibtexEntry) -> str:
    fields = entry.fields
    doi = fields.get("doi", "")
    return CitedWork(
        authors=tuple(_plain_name(name) for name in _names(entry)),
        year=_year(entry),
        titles=(fields.get("title", ""),),
        source=fields.get("journal") or fields.get("journaltitle") or fields.get("booktitle", ""),
        volume=fields.get("volume", ""),
        pages=re.sub(r"-+", "–", fields.get("pages", "")),
        publisher=fields.get("publisher", ""),
        identifiers=(f"doi:{doi}",) if doi else (),
    ).text()


def _names(entry: BibtexEntry) -> list[str]:
    return re.split(r"\s+and\s+", entry.fields.get("author", "").strip())


def _plain_name(name: str) -> str:
    return name.replace(",", "")


def _short_names(entry: BibtexEntry) -> str:
    families = [_family(name) for name in _names(entry)]
    if len(families) > 2:
        return f"{families[0]} et al."
    return " and ".join(families)


def _family(name: str) -> str:
    return name.partition(",")[0] if "," in name else name.split()[-1] if name.split() else ""


def _year(entry: BibtexEntry) -> str:
    return entry.fields.get("year", "") or entry.fields.get("date", "")[:4]
