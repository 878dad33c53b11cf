"""What is measured of a reading, by format: the truth from `truths` against what was read.

What enters: a file and a `Reading` of it. What leaves: a `Tally` by name; tallies of one name add
up over the files of a format.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from made_files import known, office, prose
from pdf_layout import Print, Score, Truth, agree, heading_key, read_print, read_truth, score_layout
from reading_peers import truths
from reading_peers.readings import Reading, Tally, bare, share

__all__ = ["CHECKS", "LOWER_IS_BETTER", "Check"]

Tallies = dict[str, Tally]
Check = Callable[[Path, Reading], Tallies]
LOWER_IS_BETTER = frozenset({"running heads a page", "rows twice"})


# What JATS marks by an element and not by a title: naming it is neither right nor wrong.
NAMED_BY_ELEMENT = [
    heading_key(name)
    for name in ("Author notes", "Funding", "Short summary", "Decision letter", "Author response")
]


class _Anything(Counter[str]):
    """Every heading of a JATS file is there to be read, none is left unprinted."""

    def __missing__(self, key: str) -> int:
        return 1

    def copy(self) -> _Anything:
        return self

    def __setitem__(self, key: str, value: int) -> None:
        return


# ------------------------------------------------------------------------------ papers


@cache
def _paper(pdf: Path) -> tuple[Print, Truth, list[list[str]]]:
    jats = pdf.parents[1] / "pdf_truth" / f"{pdf.stem}.xml"
    paper = read_print(pdf)
    rows = [row for row in truths.jats_rows(jats) if _is_printed(row, paper)]
    return paper, read_truth(jats, paper.line_keys), rows


def _is_printed(row: Sequence[str], paper: Print) -> bool:
    """Tell whether a row stands in the PDF as text, not as a picture."""
    return all(bare(cell).replace("°", "") in paper.stream for cell in row)


def check_pdf(path: Path, reading: Reading) -> Tallies:
    """Compare a reading of a paper's PDF with its JATS."""
    paper, truth, rows = _paper(path)
    score = Score(path.stem, paper.pages, 0.0)
    score_layout(reading.document, truth, paper, score)
    return {
        **_layout(score),
        "crossing sentences whole": Tally(score.crossing_contiguous, score.crossing),
        "table rows exact": _rows_exact(rows, reading),
        "running heads a page": Tally(score.running_headers, paper.pages),
    }


def check_jats(path: Path, reading: Reading) -> Tallies:
    """Compare a reading of JATS with the file itself."""
    truth = read_truth(path, _Anything())
    truth.elsewhere += NAMED_BY_ELEMENT
    score = Score(path.stem, 0, 0.0)
    score_layout(reading.document, truth, Print("", [], Counter(), set(), 0), score)
    found = [
        bare(formula) in reading.without_commands or reading.holds(formula)
        for formula in truths.formulas(path)
    ]
    rows = _rows_exact(truths.jats_rows(path), reading)
    return {**_layout(score), "table rows exact": rows, "formulas whole": share(found)}


def _layout(score: Score) -> Tallies:
    right = 2 * score.headings_right
    wrong = len(score.headings_missed) + len(score.headings_invented)
    return {
        "sentences whole": Tally(score.contiguous, score.sentences),
        "headings, F1": Tally(right, right + wrong),
        "right top section": Tally(score.placed_right, score.placed),
    }


# ------------------------------------------------------------------------------ tables


# A date without a time, as a database writes it.
MIDNIGHT = re.compile(r" 00:00:00$")


@cache
def _cell_key(cell: str) -> str:
    """Reduce a cell to what must agree: a number to its value, words to their letters."""
    cell = MIDNIGHT.sub("", cell)
    try:
        return f"{float(cell.strip().replace(',', '')):.6g}"
    except ValueError:
        return bare(cell)


def _row_key(row: Iterable[str]) -> tuple[str, ...]:
    """Reduce a row to its cells; one that spans several counts once, however it is repeated."""
    keys = [key for cell in row if (key := _cell_key(cell))]
    return tuple(key for at, key in enumerate(keys) if at == 0 or key != keys[at - 1])


def _rows_exact(truth: Iterable[Sequence[str]], reading: Reading) -> Tally:
    wanted = Counter(_row_key(row) for row in truth)
    read = Counter(_row_key(row) for row in reading.rows)
    # A reader may put a name of its own before the cells, such as the well of a plate.
    read |= Counter(_row_key(row)[1:] for row in reading.rows)
    return Tally((wanted & read).total(), wanted.total())


def _rows_whole(truth: Iterable[Sequence[str]], reading: Reading) -> Tally:
    """Count rows that are there as a row, or as a line of text where they are remarks."""
    truth = list(truth)
    read = {_row_key(row) for row in reading.rows} | {_row_key(row[1:]) for row in reading.rows}
    lines = "\n".join(bare(line) for line in reading.text.splitlines())
    found = (_row_key(row) in read or bare("".join(row)) in lines for row in truth)
    return share(found)


def _rows_twice(truth: Iterable[Sequence[str]], reading: Reading) -> Tally:
    wanted = Counter(_row_key(row) for row in truth)
    read = Counter(_row_key(row) for row in reading.rows)
    extra = sum(max(0, read[row] - count) for row, count in wanted.items())
    return Tally(extra, wanted.total())


def _values_found(rows: Iterable[Sequence[str]], reading: Reading) -> Tally:
    """Count the different cells that are there, as a cell, a word or a text."""
    cells = {_cell_key(cell) for row in reading.rows for cell in row}
    cells |= {_cell_key(word) for word in reading.text.split()}
    wanted = {cell for row in rows for cell in row}
    return share(_cell_key(cell) in cells or reading.holds(cell) for cell in wanted)


def _check_rows(rows: list[list[str]], reading: Reading) -> Tallies:
    return {
        "rows whole": _rows_whole(rows, reading),
        "rows twice": _rows_twice(rows, reading),
        "values found": _values_found(rows, reading),
    }


def check_xlsx(path: Path, reading: Reading) -> Tallies:
    """Compare with the visible sheets' cells."""
    return _check_rows(truths.xlsx_rows(path), reading)


def check_csv(path: Path, reading: Reading) -> Tallies:
    """Compare with the rows of the table."""
    return _check_rows(truths.csv_rows(path), reading)


# ------------------------------------------------------------------------------ protocols


def check_protocol(path: Path, reading: Reading) -> Tallies:
    """Compare with the numbered steps."""
    return _check_steps(truths.steps(path), reading)


def _check_steps(steps: Sequence[tuple[int, str]], reading: Reading) -> Tallies:
    whole: list[bool] = []
    numbered: list[bool] = []
    place = 0
    in_order = 0
    for number, text in steps:
        found = reading.find(text, place)
        in_order += found >= 0
        found = found if found >= 0 else reading.find(text)
        whole.append(found >= 0)
        numbered.append(found >= 0 and _number_before(reading.text, found) == str(number))
        place = max(place, found)
    return {
        "steps whole": share(whole),
        "true number before": share(numbered),
        "in order": Tally(in_order, len(steps)),
    }


# A number, its mark, and at most a bullet or a quote before the step's first letter.
NUMBER_BEFORE = re.compile(r"(?<![\d.])(\d+)\\?[.):]*[\s\W]{0,6}$")


def _number_before(text: str, place: int) -> str:
    match = NUMBER_BEFORE.search(text[max(0, place - 16) : place])
    return match.group(1) if match else ""


# ------------------------------------------------------------------------------ slides


def check_pptx(path: Path, reading: Reading) -> Tallies:
    """Compare with titles, lines, notes, cells and chart values."""
    found = truths.slide_texts(path)
    headings = set(map(bare, reading.headings))
    tallies = {
        "titles as headings": share(bare(title) in headings for title in found["titles"]),
        "lines found": share(map(reading.holds, found["lines"])),
        "lines of notes found": share(map(reading.holds, found["notes"])),
        "table cells found": share(map(reading.holds, found["cells"])),
        "chart values found": share(map(reading.holds, found["values"])),
    }
    return {name: tally for name, tally in tallies.items() if tally.total}


# ------------------------------------------------------------------------------ records, code


def check_facts(read: Callable[[Path], list[str]]) -> Check:
    """Return a check that every value of a record is found whole."""

    def check(path: Path, reading: Reading) -> Tallies:
        return {"values found whole": share(map(reading.holds, read(path)))}

    return check


def check_notebook(path: Path, reading: Reading) -> Tallies:
    """Compare with lines of prose, code and output."""
    found = truths.code_and_output(path)
    return {f"lines of {name} found": share(map(reading.holds, found[name])) for name in found}


def check_latex(path: Path, reading: Reading) -> Tallies:
    """Compare with the titles of the sections."""
    wanted = list(map(heading_key, truths.latex_headings(path)))
    read = list(map(heading_key, reading.headings))
    right = sum(any(agree(key, other) for other in read) for key in wanted)
    return {"headings, recall": Tally(right, len(wanted))}


# ------------------------------------------------------------------------------ made files


def check_made(path: Path, reading: Reading) -> Tallies:
    """Compare with the one text that all made files hold."""
    headings = set(map(bare, reading.headings))
    paragraphs = [reading.find(text) for text in known.PARAGRAPHS.values()]
    tallies = {
        "headings found": share(bare(heading) in headings for heading in known.HEADINGS),
        "paragraphs whole": share(place >= 0 for place in paragraphs),
        "table rows exact": _rows_exact(known.TABLE, reading),
    }
    steps = _check_steps(list(enumerate(known.STEPS, 1)), reading)
    return tallies | {name: steps[name] for name in ("steps whole", "true number before")}


def check_made_docx(path: Path, reading: Reading) -> Tallies:
    """Add what Word hides: a text box, and a merged cell that must not be repeated."""
    merged = "Mean of three plates"
    return check_made(path, reading) | {
        "text box found": share([reading.holds(office.TEXT_BOX)]),
        "merged cell once": share([reading.text.count(merged) == 1]),
    }


def check_made_pptx(path: Path, reading: Reading) -> Tallies:
    """Add grouped shapes."""
    return check_pptx(path, reading) | {
        "grouped shapes found": share([reading.holds(office.GROUPED)])
    }


def check_made_xlsx(path: Path, reading: Reading) -> Tallies:
    """Count the doubts told: a hidden sheet, a formula without a value, a gene turned date."""
    told = reading.text.casefold() + " ".join(
        flag for block in reading.document.blocks for flag in block.flags
    )
    told += " ".join(reading.document.warnings).casefold()
    tallies = check_xlsx(path, reading)
    tallies["hidden sheet told"] = share(["hidden" in told])
    tallies["formula without value told"] = share(["formula" in told])
    tallies["gene turned date told"] = share(["gene_date" in told or "date" in told])
    return tallies


def check_made_latex(path: Path, reading: Reading) -> Tallies:
    """Add quantities: number and unit must both be there, side by side."""
    text = " ".join(reading.text.split())
    kept = [any(form in text for form in _forms(unit)) for unit in prose.QUANTITIES.values()]
    return check_made(path, reading) | {"units kept": share(kept)}


def _forms(quantity: str) -> list[str]:
    """Return the ways to write a quantity that mean the same."""
    quantity = quantity.replace("µ", "μ")
    forms = {quantity, quantity.replace("5×10^-3", "5e-3"), quantity.replace("5×10^-3", "5×10⁻³")}
    forms |= {form.replace("5×10", "5 × 10") for form in forms}
    forms |= {form.replace(" s to", " to") for form in forms}
    forms |= {form.replace("mol/L", "mol L⁻¹") for form in forms}
    forms |= {form.replace(" to ", "–") for form in forms}
    return [variant for form in forms for variant in (form, form.replace("μ", "µ"))]


@dataclass(frozen=True)
class _Files:
    """Where the files of a format are, how they are checked, which peers read them."""

    pattern: str
    check: Check
    peers: tuple[str, ...]


GENERAL = ("markitdown", "kreuzberg")
PROSE = (*GENERAL, "docling")
PDF = ("liteparse", "pdf_oxide", "pdfplumber", "pypdf")

# Format of the benchmark -> files below the development data; `made:` names a made file.
CHECKS: Mapping[str, _Files] = {
    "pdf": _Files("papers/pdf/*.pdf", check_pdf, (*PDF, *GENERAL)),
    "jats": _Files("papers/jats/*xml", check_jats, (*PROSE, "pubmed-parser")),
    "docx": _Files("protocols/*.docx", check_protocol, PROSE),
    "html": _Files("protocols/*.html", check_protocol, PROSE),
    "markdown": _Files("protocols/protocolsio*.md", check_protocol, (*PROSE, "as is")),
    "text": _Files("protocols/*.txt", check_protocol, (*GENERAL, "as is")),
    "protocol_json": _Files("protocols/*.json", check_protocol, (*GENERAL, "as is")),
    "pptx": _Files("slides/*.pptx", check_pptx, PROSE),
    "xlsx": _Files("spreadsheets/*.xlsx", check_xlsx, PROSE),
    "csv": _Files("spreadsheets/*.csv", check_csv, PROSE),
    "uniprot_flat": _Files(
        "genes/uniprot_flat/*.txt", check_facts(truths.uniprot_flat_facts), (*GENERAL, "as is")
    ),
    "uniprot_json": _Files(
        "genes/uniprot_json/*.json", check_facts(truths.uniprot_json_facts), (*GENERAL, "as is")
    ),
    "uniprot_xml": _Files(
        "genes/uniprot_xml/*.xml", check_facts(truths.uniprot_xml_facts), (*GENERAL, "as is")
    ),
    "genbank": _Files("genes/genbank/*.gb", check_facts(truths.genbank_facts), (*GENERAL, "as is")),
    "trial_json": _Files(
        "trials/json_*/*.json", check_facts(truths.trial_json_facts), (*GENERAL, "as is")
    ),
    "trial_xml": _Files(
        "trials/xml/*.xml", check_facts(truths.trial_xml_facts), (*GENERAL, "as is")
    ),
    "notebook": _Files("notebooks/*.ipynb", check_notebook, (*GENERAL, "nbconvert")),
    "latex": _Files("latex/*.tex", check_latex, (*PROSE, "pylatexenc")),
    "docx, made": _Files("made:docx", check_made_docx, PROSE),
    "pptx, made": _Files("made:pptx", check_made_pptx, PROSE),
    "xlsx, made": _Files("made:xlsx", check_made_xlsx, PROSE),
    "latex, made": _Files("made:latex", check_made_latex, (*PROSE, "pylatexenc")),
    "email, made": _Files("made:email", check_made, (*PROSE, "mail-parser")),
    "epub, made": _Files("made:epub", check_made, PROSE),
    "odt, made": _Files("made:odt", check_made, ("kreuzberg", "docling", "odfdo")),
    "rtf, made": _Files("made:rtf", check_made, (*GENERAL, "striprtf")),
    "tei, made": _Files("made:tei", check_made, (*GENERAL, "grobid-tei-xml")),
}
