"""What stands in the real files, found by small scripts that know no parser of Aliquot.

What enters: a file. What leaves: the texts and rows that a reader must give back. Each reads the
raw format with the standard library, lxml, openpyxl, python-docx or python-pptx.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
from lxml import etree, html

__all__ = [
    "code_and_output",
    "csv_rows",
    "formulas",
    "genbank_facts",
    "jats_rows",
    "latex_headings",
    "slide_texts",
    "steps",
    "trial_json_facts",
    "trial_xml_facts",
    "uniprot_flat_facts",
    "uniprot_json_facts",
    "uniprot_xml_facts",
    "xlsx_rows",
]

# The number may be there twice, where an author typed what the program printed as well.
STEP = re.compile(r"^\s*(\d+)\. +(?:\1\. *)?(\S.*?)\s*$")
# What the export of protocols.io glued to steps: the name of an empty list, notes, links, pictures.
# "(Honkanen 2016 linkhttps://...)" was the label of a link and its address.
LEFTOVER = re.compile(
    r"(?:reagents|\s*(?:NOTES\b|Note:|Critical step:|LINK:|link(?=https?://)|image\W?block).*)$",
    re.I | re.S,
)
# What a fact must have to be looked for: a lonely "1" would be found anywhere.
MINIMUM_CHARS = 3


# ------------------------------------------------------------------------------ protocols


def steps(path: Path) -> list[tuple[int, str]]:
    """Return the numbered steps of a protocol: number as printed, first line of text."""
    lines = STEP_LINES[path.suffix](path)
    found = [match for line in lines if (match := STEP.match(line))]
    return [(int(match.group(1)), LEFTOVER.sub("", match.group(2))) for match in found]


def _docx_lines(path: Path) -> Iterator[str]:
    for paragraph in docx.Document(str(path)).paragraphs:
        yield from paragraph.text.split("\n")


def _html_lines(path: Path) -> Iterator[str]:
    lists = list(html.fromstring(path.read_bytes()).iter("ol"))
    starts = [int(ordered.get("start", 1)) for ordered in lists]
    sizes = [len(ordered.findall("li")) for ordered in lists]
    running = [1, *(1 + total for total in accumulate(sizes))]
    # A note between two steps lets the export begin at 1 again; where a later list begins at the
    # count of all steps before it, that count is the true number.
    if any(start == count > 1 for start, count in zip(starts, running, strict=False)):
        starts = running
    for ordered, start in zip(lists, starts, strict=False):
        for number, item in enumerate(ordered.findall("li"), start):
            yield f"{number}. " + " ".join(item.text_content().split())


def _text_lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def _json_lines(path: Path) -> list[str]:
    return str(json.loads(path.read_text("utf-8"))["steps"]).splitlines()


STEP_LINES: dict[str, Callable[[Path], Any]] = {
    ".docx": _docx_lines,
    ".html": _html_lines,
    ".json": _json_lines,
    ".md": _text_lines,
    ".txt": _text_lines,
}


# ------------------------------------------------------------------------------ slides and tables


def slide_texts(path: Path) -> dict[str, list[str]]:
    """Return titles, lines of text, lines of notes, cells and chart values of a deck."""
    found: dict[str, list[str]] = {
        "titles": [],
        "lines": [],
        "notes": [],
        "cells": [],
        "values": [],
    }
    for slide in pptx.Presentation(str(path)).slides:
        title = slide.shapes.title
        if title is not None and title.text_frame.text.strip():
            found["titles"].append(" ".join(title.text_frame.text.split()))
        for shape in _shapes(slide.shapes):
            if title is None or shape.shape_id != title.shape_id:
                _shape_texts(shape, found)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            found["notes"] += slide.notes_slide.notes_text_frame.text.splitlines()
    return {name: [text for text in texts if _is_telling(text)] for name, texts in found.items()}


def _shapes(shapes: Any) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _shape_texts(shape: Any, found: dict[str, list[str]]) -> None:
    if getattr(shape, "has_table", False):
        found["cells"] += [cell.text for row in shape.table.rows for cell in row.cells]
    elif getattr(shape, "has_chart", False):
        series = (one for plot in shape.chart.plots for one in plot.series)
        found["values"] += [str(value) for one in series for value in one.values]
    elif shape.has_text_frame:
        found["lines"] += [paragraph.text for paragraph in shape.text_frame.paragraphs]


def _is_telling(text: str) -> bool:
    return sum(map(str.isalnum, text)) >= MINIMUM_CHARS


def xlsx_rows(path: Path) -> list[list[str]]:
    """Return the rows of the visible sheets: cells with a value, numbers in their shortest form."""
    book = openpyxl.load_workbook(path, data_only=True)
    sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    rows = [[cell for cell in row if cell is not None] for s in sheets for row in s.values]
    return [[str(cell) for cell in row] for row in rows if row]


def csv_rows(path: Path) -> list[list[str]]:
    """Return the rows of a comma-separated table, without empty cells."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [[cell.strip() for cell in row if cell.strip()] for row in csv.reader(file)]
    return [row for row in rows if row]


# ------------------------------------------------------------------------------ articles


def _article(path: Path) -> etree._Element:
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=True)
    return etree.parse(str(path), parser).getroot()


def jats_rows(path: Path) -> list[list[str]]:
    """Return the rows of an article's tables with two cells or more, but not heads of two rows.

    Some readers join such rows into one name a column, others keep them: both are right.
    """
    rows = []
    for table in _article(path).iter("table-wrap"):
        heads = table.findall(".//thead/tr")
        for row in table.iter("tr"):
            if len(heads) > 1 and row in heads:
                continue
            cells = [_text(cell) for cell in row if cell.tag in ("td", "th")]
            rows.append([cell for cell in cells if cell])
    return [row for row in rows if len(row) >= 2]


def formulas(path: Path) -> list[str]:
    """Return the letters of each formula set apart, in the order of its MathML."""
    found = []
    for formula in _article(path).iter("disp-formula"):
        math = next(formula.iter("{*}math"), None)
        if math is not None:
            found.append(_text(math))
    return [text for text in found if _is_telling(text)]


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


# ------------------------------------------------------------------------------ records


def _facts(values: Iterator[object]) -> list[str]:
    texts = (" ".join(str(value).split()) for value in values if isinstance(value, str | int))
    return list(dict.fromkeys(text for text in texts if _is_telling(text)))


def _at(value: Any, path: str) -> Iterator[Any]:
    """Yield what stands at a path of keys; every item of a list on the way."""
    if isinstance(value, list):
        for item in value:
            yield from _at(item, path)
        return
    if not path:
        yield value
        return
    key, _, rest = path.partition(".")
    if isinstance(value, dict) and key in value:
        yield from _at(value[key], rest)


def uniprot_json_facts(path: Path) -> list[str]:
    """Return accession, names, function, diseases, keywords of UniProt JSON."""
    record = json.loads(path.read_text("utf-8"))
    paths = (
        "primaryAccession",
        "proteinDescription.recommendedName.fullName.value",
        "genes.geneName.value",
        "organism.scientificName",
        "comments.texts.value",
        "comments.disease.description",
        "comments.disease.diseaseId",
        "comments.subcellularLocations.location.value",
        "keywords.name",
    )
    return _facts(value for path_ in paths for value in _at(record, path_))


def uniprot_xml_facts(path: Path) -> list[str]:
    """Return the same of UniProt XML."""
    root = _article(path)
    paths = (
        "entry/accession",
        "entry/protein//fullName",
        "entry/gene/name",
        "entry/organism/name",
        "entry/comment/text",
        "entry/keyword",
    )
    wild = (
        "/".join(f"{{*}}{part}" if part else "" for part in path_.split("/")) for path_ in paths
    )
    texts = (_text(found) for path_ in wild for found in root.iterfind(path_))
    return _facts(EVIDENCE.sub("", text) for text in texts)


PROSE_COMMENTS = frozenset(
    {"FUNCTION", "SUBUNIT", "TISSUE SPECIFICITY", "DISEASE", "SIMILARITY", "INDUCTION"}
)
# Evidence codes, and the field name before a note.
EVIDENCE = re.compile(r"\s*\{(?:ECO:)[^}]*\}\.?|\bNote=")


def uniprot_flat_facts(path: Path) -> list[str]:
    """Return the same of a UniProt flat file, its comments joined over the lines."""
    text = path.read_text("utf-8")
    facts = re.findall(r"^AC   (\w+);", text, re.M)[:1]
    facts += re.findall(r"^DE   RecName: Full=([^;{]+)", text, re.M)
    facts += re.findall(r"^GN   Name=([^;{ ]+)", text, re.M)
    for name, comment in _flat_comments(text):
        if name in PROSE_COMMENTS:
            sentences = re.split(r"(?<=[a-z)])\.\s+(?=[A-Z])", EVIDENCE.sub("", comment))
            facts += sentences[:3]
    keywords = " ".join(re.findall(r"^KW   (.+)", text, re.M))
    facts += EVIDENCE.sub("", keywords).rstrip(".").split("; ")
    return _facts(iter(facts))


def _flat_comments(text: str) -> Iterator[tuple[str, str]]:
    """Yield the topics and texts of comments; a word cut after its hyphen stays whole."""
    lines = "\n".join(re.findall(r"^CC   (.*)", text, re.M)).partition("-----")[0]
    for comment in re.split(r"^-!- ", lines, flags=re.M)[1:]:
        name, _, words = comment.partition(": ")
        yield name, re.sub(r"\s+", " ", re.sub(r"(?<=\w-)\n\s+", "", words))


def genbank_facts(path: Path) -> list[str]:
    """Return definition, accession, organism, genes, products and titles of a GenBank record."""
    text = path.read_text("utf-8").partition("\nORIGIN")[0]
    whole = re.sub(r"\n {12,21}(?! *[/(])", " ", text)
    patterns = (
        r"^DEFINITION +(.+)",
        r"^ACCESSION +(\S+)",
        r"^  ORGANISM +(.+?)(?: [A-Z]\w+;.*)?$",
        r"^  TITLE +(.+)",
        r"^   PUBMED +(\d+)",
        r'/gene="([^"]+)"',
        r'/product="([^"]+)"',
        r'/protein_id="([^"]+)"',
    )
    return _facts(value for pattern in patterns for value in re.findall(pattern, whole, re.M))


def trial_json_facts(path: Path) -> list[str]:
    """Return titles, status, phases, conditions, interventions, outcomes, eligibility."""
    record = json.loads(path.read_text("utf-8"))
    section = next(iter(_at(record, "protocolSection")), None)
    if section is None:
        return _facts(value for path_ in LEGACY for value in _at(record, path_))
    criteria = _lines(_at(section, "eligibilityModule.eligibilityCriteria"))
    return _facts(value for path_ in V2 for value in _at(section, path_)) + criteria


V2 = (
    "identificationModule.nctId",
    "identificationModule.briefTitle",
    "identificationModule.officialTitle",
    "conditionsModule.conditions",
    "armsInterventionsModule.interventions.name",
    "outcomesModule.primaryOutcomes.measure",
    "outcomesModule.secondaryOutcomes.measure",
    "eligibilityModule.minimumAge",
    "designModule.enrollmentInfo.count",
    "sponsorCollaboratorsModule.leadSponsor.name",
)
PROTOCOL = "Study.ProtocolSection."
LEGACY = (
    PROTOCOL + "IdentificationModule.NCTId",
    PROTOCOL + "IdentificationModule.BriefTitle",
    PROTOCOL + "StatusModule.StartDateStruct.StartDate",
    PROTOCOL + "ConditionsModule.ConditionList.Condition",
    PROTOCOL + "ArmsInterventionsModule.InterventionList.Intervention.InterventionName",
    PROTOCOL + "OutcomesModule.PrimaryOutcomeList.PrimaryOutcome.PrimaryOutcomeMeasure",
    PROTOCOL + "EligibilityModule.MinimumAge",
)


def trial_xml_facts(path: Path) -> list[str]:
    """Return the same of ClinicalTrials.gov XML."""
    root = _article(path)
    paths = (
        "id_info/nct_id",
        "brief_title",
        "official_title",
        "overall_status",
        "start_date",
        "condition",
        "intervention/intervention_name",
        "primary_outcome/measure",
        "secondary_outcome/measure",
        "eligibility/minimum_age",
        "sponsors/lead_sponsor/agency",
    )
    facts = _facts(_text(found) for path_ in paths for found in root.iterfind(path_))
    return facts + _lines(found.text for found in root.iterfind("eligibility/criteria/textblock"))


def _lines(texts: Iterator[Any]) -> list[str]:
    """Return the longer paragraphs of criteria: bullets and numbers aside."""
    parts = (
        part for text in texts for part in re.split(r"\n\s*\n|\n\s*(?=[-*•]|\d+\.)", text or "")
    )
    plain = (re.sub(r"^\s*(?:[-*•]|\d+\.)\s*", "", part) for part in parts)
    return [part.replace("\\", "") for part in plain if len(part) >= 40]


# ------------------------------------------------------------------------------ notebooks, LaTeX


def code_and_output(path: Path) -> dict[str, list[str]]:
    """Return the lines of prose, code and printed output of a notebook."""
    found: dict[str, list[str]] = {"prose": [], "code": [], "output": []}
    notebook = json.loads(path.read_text("utf-8"))
    # Format 3 has its cells in work sheets, and calls the source of code its input.
    for cell in notebook.get("cells") or notebook["worksheets"][0]["cells"]:
        kind = {"markdown": "prose", "code": "code"}.get(cell["cell_type"])
        if kind:
            found[kind] += "".join(cell.get("source", cell.get("input", ""))).splitlines()
        for output in cell.get("outputs", ()):
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            found["output"] += _shown("".join(text))
    # Long prose lines hold links and emphasis, which are written in many ways.
    found["prose"] = [line for line in found["prose"] if not re.search(r"[\[\]<>$]", line)]
    return {name: [line for line in lines if _is_telling(line)] for name, lines in found.items()}


# Moves of the cursor and colours; what a progress bar writes over; an object without a text.
TERMINAL_CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
OVERWRITTEN = re.compile(r"^[^\n]*\r(?=[^\n])", re.M)
BARE_OBJECT = re.compile(r"[\[(]*<[\w.]+[^<>]* at 0x[0-9a-f]+>[\s,\])]*")


def _shown(text: str) -> list[str]:
    """Return the lines of an output as a notebook shows them."""
    text = TERMINAL_CODE.sub("", text).replace("\r\n", "\n")
    if BARE_OBJECT.fullmatch(text.strip()):
        return []
    return OVERWRITTEN.sub("", text).splitlines()


def latex_headings(path: Path) -> list[str]:
    """Return the titles of sections that hold no command."""
    text = path.read_text("utf-8")
    return re.findall(r"^\\(?:chapter|(?:sub)*section)\*?\{([^{}\\]+)\}", text, re.M)
