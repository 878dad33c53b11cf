"""Measure tables, captions and table footnotes of PDFs against the publishers' JATS files.

    python benchmarks/pdf_tables.py PDF_FOLDER JATS_FOLDER [--parser NAME] [--details] [--save]

A JATS file belongs to the PDF of the same stem. The files, sorted by name, are split by turns into
two halves. The first was tuned on from the beginning; the second was held out at first and its
errors have been read since, so neither half is a check any more: the scores of unseen papers are
lower than both.
Peers (`--parser liteparse`, `pdfplumber`; installed by you) are given what they have no words for:
each of their grids counts for the table whose cells it holds most of, whatever its caption.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2 as pdfium
from lxml import etree

from pdf_layout import letters, text_of
from record import RESULTS, save

LABEL = re.compile(r"\W*(fig|tab|表|図)\D*?(S?\d+|[IVX]+\b)", re.IGNORECASE)
DASHES = str.maketrans(dict.fromkeys("−–—‐‑", "-"))
# What must agree in a cell beyond its letters: decimal points, signs and what stands for nothing.
NOT_IN_CELLS = re.compile(r"[^0-9a-z\u0370-\u03ff%±<>=+.,-]|[.,-](?!\d)")
# Captions agree when this share of their letters does: a µ may be misread, a line may not be lost.
SAME_CAPTION = 0.95
# Printed by PLOS under captions, absent from JATS.
LINK = re.compile(r"\s*https?://doi\.org/\S+$")
# A caption is in the PDF if its last letters are.
PRINTED_LETTERS = 20
# Shorter texts stand in a body by chance.
MINIMUM_LETTERS = 20
# A peer's grid stands for a table when it holds this share of its cells.
PEER_SHARE = 0.3

# So long a last row over all columns is a note that the publisher put into the body.
NOTE_LETTERS = 60

# What a parser of grids alone can be measured by.
OF_PEERS = ("tables", "tables_found", "headers_right", "rows", "rows_exact", "cells_precision",
            "cells_recall")  # fmt: skip

Grid = Sequence[Sequence[str]]


class Given(NamedTuple):
    """A table as a parser gives it; without a grid where it has none."""

    label: str
    caption: str
    grid: Grid
    is_suspect: bool = False


@dataclass(frozen=True)
class TrueCell:
    """A cell of the truth: its key, the columns it covers, and its place; repeated over rows."""

    key: str
    first: int
    end: int
    spans_rows: bool
    place: int


@dataclass
class TrueTable:
    """A table as the publisher has it, reduced to keys."""

    label: str
    caption: str
    header: list[str]
    header_rows: int
    rows: list[list[TrueCell]]
    width: int
    notes: list[str]

    @property
    def cells(self) -> Counter[str]:
        """Keys of the body's cells, each spanning cell once."""
        seen = {(cell.place, cell.key) for row in self.rows for cell in row if cell.key}
        return Counter(key for _, key in seen)


@dataclass
class Truth:
    """Tables and figures of a paper: figures as (label, caption)."""

    tables: list[TrueTable] = field(default_factory=list)
    figures: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Found:
    """What a parser found: grids by label (empty where it gives none), captions, texts."""

    tables: list[Given] = field(default_factory=list)
    captions: list[tuple[str, str]] = field(default_factory=list)
    body: str = ""
    notes: str = ""


@dataclass
class Counts:
    """Counts of one file or one half."""

    tables: int = 0
    tables_found: int = 0
    tables_with_grid: int = 0
    captions_whole: int = 0
    headers_right: int = 0
    rows: int = 0
    rows_exact: int = 0
    trusted_rows: int = 0
    trusted_rows_exact: int = 0
    rows_in_body: int = 0
    cells: int = 0
    cells_given: int = 0
    cells_exact: int = 0
    figures: int = 0
    figures_whole: int = 0
    notes: int = 0
    notes_kept_apart: int = 0
    notes_in_body: int = 0

    def add(self, other: Counts) -> None:
        """Add another file's counts."""
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    def summary(self) -> dict[str, float]:
        """Return the shares these counts make."""
        return {
            "tables": self.tables,
            "tables_found": self.tables_found / max(1, self.tables),
            "tables_with_grid": self.tables_with_grid / max(1, self.tables),
            "table_captions_whole": self.captions_whole / max(1, self.tables),
            "headers_right": self.headers_right / max(1, self.tables),
            "rows": self.rows,
            "rows_exact": self.rows_exact / max(1, self.rows),
            "rows_trusted": self.trusted_rows / max(1, self.rows),
            "rows_exact_of_trusted": self.trusted_rows_exact / max(1, self.trusted_rows),
            "rows_in_body": self.rows_in_body,
            "cells_precision": self.cells_exact / max(1, self.cells_given),
            "cells_recall": self.cells_exact / max(1, self.cells),
            "figures": self.figures,
            "figure_captions_whole": self.figures_whole / max(1, self.figures),
            "table_notes": self.notes,
            "table_notes_kept_apart": self.notes_kept_apart / max(1, self.notes),
            "table_notes_in_body": self.notes_in_body,
        }


def cell_key(text: str) -> str:
    """Reduce a cell to what must agree; a lone dash stays one."""
    text = unicodedata.normalize("NFKC", text).lower().translate(DASHES).replace("µ", "μ")
    text = "".join(text.replace("\u00ad", "").split())
    return "-" if text and not text.strip("-") else NOT_IN_CELLS.sub("", text)


def label_of(text: str) -> str:
    """Return "tab3" or "fig2" for a caption, an empty string for other texts."""
    match = LABEL.match(text)
    if match is None:
        return ""
    kind = {"表": "tab", "図": "fig"}.get(match[1].lower(), match[1].lower())
    return kind + _arabic(match[2].upper())


def _arabic(number: str) -> str:
    values = {"I": 1, "V": 5, "X": 10}
    if not number or set(number) - set(values):
        return number.lower()
    digits = [values[letter] for letter in number]
    pairs = zip(digits, [*digits[1:], 0], strict=True)
    return str(sum(-a if a < b else a for a, b in pairs))


# ------------------------------------------------------------------------------ truth


def read_truth(path: Path) -> Truth:
    """Read the tables and figures of a JATS file."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=True)
    root = etree.parse(path, parser).getroot()
    truth = Truth()
    for wrap in root.iter("table-wrap"):
        rows = list(wrap.iter("tr"))
        label = label_of(_label(wrap))
        if rows and label:
            truth.tables.append(_true_table(wrap, rows, label))
    for figure in root.iter("fig"):
        label = label_of(_label(figure))
        if label and figure.find("caption") is not None:
            panels = "".join(map(text_of, figure.findall("p")))  # as some publishers tag them
            truth.figures.append((label, letters(_label(figure) + _caption(figure) + panels)))
    return truth


def _label(element: etree._Element) -> str:
    label = element.find("label")
    return text_of(label) if label is not None else ""


def _caption(element: etree._Element) -> str:
    caption = element.find("caption")
    return text_of(caption) if caption is not None else ""


def _true_table(wrap: etree._Element, rows: list[etree._Element], label: str) -> TrueTable:
    head = [row for row in rows if row.getparent().tag == "thead"] or rows[:1]  # type: ignore[union-attr]
    spread = list(_spread(rows))
    width = max((cell.end for row in spread for cell in row), default=0)
    used = [
        any(c.key and c.first <= i < c.end for row in spread for c in row) for i in range(width)
    ]
    places = [sum(used[:i]) for i in range(width + 1)]
    spread = [
        [TrueCell(c.key, places[c.first], places[c.end], c.spans_rows, c.place) for c in row]
        for row in spread
    ]
    caption = letters(_label(wrap) + _caption(wrap))
    return TrueTable(
        label,
        caption,
        _true_header(spread[: len(head)], sum(used)),
        len(head),
        _body(spread[len(head) :], sum(used)),
        sum(used),
        [letters(text_of(note)) for foot in wrap.iter("table-wrap-foot") for note in foot],
    )


def _body(rows: list[list[TrueCell]], width: int) -> list[list[TrueCell]]:
    """Return the rows that hold anything, without notes set as last rows."""
    body = [row for row in rows if any(cell.key for cell in row)]
    while body and body[-1][0].end == width and len(body[-1][0].key) >= NOTE_LETTERS:
        body.pop()
    return body


def _spread(rows: Iterable[etree._Element]) -> Iterator[list[TrueCell]]:
    pending: dict[int, tuple[int, TrueCell]] = {}
    places = count()
    for row in rows:
        line: list[TrueCell] = []
        column = 0
        for element in [*row.iter("td", "th"), None]:
            while column in pending:
                left, cell = pending.pop(column)
                line.append(cell)
                if left > 1:
                    pending[column] = (left - 1, cell)
                column = cell.end
            if element is None:
                break
            across, down = (int(element.get(name) or 1) for name in ("colspan", "rowspan"))
            cell = TrueCell(
                cell_key(text_of(element)), column, column + across, down > 1, next(places)
            )
            if down > 1:
                pending[column] = (down - 1, cell)
            line.append(cell)
            column += across
        yield line


def _true_header(rows: Sequence[Sequence[TrueCell]], width: int) -> list[str]:
    """Return the column names: what stands over each column, outermost first."""
    names = []
    for column in range(width):
        over = [c for row in rows for c in row if c.first <= column < c.end]
        names.append("".join(dict.fromkeys(cell.key for cell in over)))
    return names


# ------------------------------------------------------------------------------ parsers


def read_aliquot(path: Path) -> Found:
    """Parse with this project's parser."""
    from aliquot.parsing.pdf.parser import PdfParser
    from aliquot.types import BlockType

    (document,) = PdfParser().parse(path)
    found = Found()
    apart = {BlockType.TABLE, BlockType.FOOTNOTE, BlockType.CAPTION}
    for block in document.blocks:
        if block.type is BlockType.CAPTION:
            found.captions.append((label_of(block.text), letters(LINK.sub("", block.text))))
        if block.type is BlockType.TABLE:
            found.tables.append(
                Given(
                    label_of(block.caption),
                    letters(block.caption),
                    block.grid or (),
                    "grid_suspect" in block.flags,
                )
            )
    found.body = "".join(letters(b.text) for b in document.blocks if b.type not in apart)
    found.notes = "".join(letters(b.text) for b in document.blocks if b.type in apart)
    return found


def read_liteparse(path: Path) -> Found:
    """Parse with liteparse: its table blocks, headers on top."""
    parser = import_module("liteparse").LiteParse(
        ocr_enabled=False, extract_blocks=True, quiet=True
    )
    grids = [
        [[cell.text for cell in row] for row in (block.header or [], *(block.rows or []))]
        for page in parser.parse(str(path)).pages
        for block in page.blocks or []
        if block.kind == "table"
    ]
    return Found([Given("", "", grid) for grid in grids])


def read_pdfplumber(path: Path) -> Found:
    """Parse with pdfplumber's default tables, which follow ruled lines."""
    with import_module("pdfplumber").open(path) as pdf:
        grids = [grid for page in pdf.pages for grid in page.extract_tables()]
    return Found([Given("", "", [[cell or "" for cell in row] for row in grid]) for grid in grids])


PARSERS: dict[str, Callable[[Path], Found]] = {
    "aliquot": read_aliquot,
    "liteparse": read_liteparse,
    "pdfplumber": read_pdfplumber,
}


# ------------------------------------------------------------------------------ scoring


def score_file(pdf: Path, jats: Path, parser: str, errors: list[str]) -> Counts:
    """Parse one file and count what is right; what is wrong is appended to `errors`."""
    truth, found = read_truth(jats), PARSERS[parser](pdf)
    counts = Counts()
    for table in truth.tables:
        matched = _matching(table, found, by_label=parser == "aliquot")
        _score_table(table, matched, counts, errors)
        _score_leaks(table, found, counts, errors)
    printed = read_letters(pdf)
    for label, caption in truth.figures:
        if caption[-PRINTED_LETTERS:] not in printed:
            continue  # in the web edition only
        counts.figures += 1
        given = [text for name, text in found.captions if name == label]
        is_whole = any(_same(caption, text) for text in given)
        counts.figures_whole += is_whole
        if not is_whole:
            errors.append(f"caption {label} {caption}\n         given {given}")
    return counts


def read_letters(path: Path) -> str:
    """Return the letters of a PDF as pdfium orders them."""
    pdf = pdfium.PdfDocument(path)
    texts = [page.get_textpage().get_text_range() for page in pdf]
    pdf.close()
    return letters("".join(texts).replace("\ufffe", "").replace("\x02", ""))


def _matching(table: TrueTable, found: Found, *, by_label: bool) -> Given | None:
    if by_label:
        return next((given for given in found.tables if given.label == table.label), None)
    cells = table.cells
    shared = [
        (cells & Counter(cell_key(cell) for row in given.grid for cell in row)).total()
        for given in found.tables
    ]
    best = max(range(len(shared)), key=shared.__getitem__, default=None)
    if best is None or shared[best] < PEER_SHARE * cells.total():
        return None
    return found.tables[best]


def _score_table(table: TrueTable, given: Given | None, counts: Counts, errors: list[str]) -> None:
    counts.tables += 1
    counts.rows += len(table.rows)
    counts.cells += table.cells.total()
    if given is None:
        errors.append(f"{table.label}: not found")
        return
    caption = given.caption
    counts.tables_found += 1
    counts.tables_with_grid += bool(given.grid)
    counts.captions_whole += _same(table.caption, caption)
    grid = _keys(given.grid)
    # A parser of printed rows leaves the header as it is printed; this project's merges it.
    heads = [grid[:1], grid[: table.header_rows]]
    is_right = any(table.header == list(map("".join, zip(*head, strict=True))) for head in heads)
    counts.headers_right += is_right
    body = grid[1:] if is_right or not grid else grid[len(heads[1]) if not caption else 1 :]
    given_cells = Counter(cell for row in body for cell in row if cell)
    counts.cells_given += given_cells.total()
    counts.cells_exact += (given_cells & table.cells).total()
    left = list(body)
    wrong = []
    for row in table.rows:
        match = next((line for line in left if _agrees(row, line, table.width)), None)
        if match is None:
            wrong.append([cell.key for cell in row])
        else:
            left.remove(match)
            counts.rows_exact += 1
    if given.grid and not given.is_suspect:
        counts.trusted_rows += len(table.rows)
        counts.trusted_rows_exact += len(table.rows) - len(wrong)
    _explain(table, caption, grid, wrong, left, errors)


def _explain(
    table: TrueTable,
    caption: str,
    grid: list[list[str]],
    wrong: list[list[str]],
    left: list[list[str]],
    errors: list[str],
) -> None:
    name = table.label
    if not _same(table.caption, caption):
        errors.append(f"{name} caption: {table.caption}\n          given: {caption}")
    if not grid or table.header != grid[0]:
        errors.append(f"{name} header: {table.header}\n         given: {grid[:1]}")
    if wrong:
        errors.append(f"{name}: {len(wrong)} of {len(table.rows)} rows wrong")
    errors += [f"{name} misses {row}" for row in wrong]
    errors += [f"{name} has    {row}" for row in left]


def _score_leaks(table: TrueTable, found: Found, counts: Counts, errors: list[str]) -> None:
    for row in table.rows:
        key = letters("".join(cell.key for cell in row))
        is_row = len(row) > 2 and len(key) >= MINIMUM_LETTERS
        counts.rows_in_body += is_row and key in found.body
    for note in table.notes:
        if len(note) < MINIMUM_LETTERS:
            continue
        counts.notes += 1
        counts.notes_kept_apart += note in found.notes
        counts.notes_in_body += note in found.body
        if note not in found.notes:
            where = "in body" if note in found.body else "broken"
            errors.append(f"{table.label} note {where}: {note}")


def _keys(grid: Grid) -> list[list[str]]:
    """Return the keys of a grid, rows of one width, columns without any text left out."""
    width = max((len(row) for row in grid), default=0)
    rows = [[*map(cell_key, row), *[""] * (width - len(row))] for row in grid]
    used = [i for i in range(width) if any(row[i] for row in rows)]
    return [[row[i] for i in used] for row in rows]


def _agrees(row: Sequence[TrueCell], given: Sequence[str], width: int) -> bool:
    """Tell whether every cell stands in its columns; one that spans rows may stand in one only."""
    if len(given) != width:
        return False
    for cell in row:
        parts = set(given[cell.first : cell.end]) - {""}
        if parts - {cell.key} or (cell.key and not parts and not cell.spans_rows):
            return False
    return True


def _same(truth: str, given: str) -> bool:
    if truth == given:
        return True
    matcher = difflib.SequenceMatcher(None, truth, given, autojunk=False)
    return matcher.quick_ratio() >= SAME_CAPTION and matcher.ratio() >= SAME_CAPTION


def _saved() -> dict[str, Any]:
    """Return what other parsers reached when they were measured last."""
    path = RESULTS / "pdf_tables.json"
    if not path.exists():
        return {}
    parsers: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["parsers"]
    return parsers


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pdfs", type=Path, help="folder of PDF files")
    parser.add_argument("truth", type=Path, help="folder of JATS files with the same stems")
    parser.add_argument("--parser", choices=sorted(PARSERS), default="aliquot")
    parser.add_argument("--only", nargs="*", default=[], help="stems to measure")
    parser.add_argument("--details", action="store_true", help="the errors of every file")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    arguments = parser.parse_args()
    out = sys.stdout.write
    halves = {"tuning": Counts(), "held": Counts()}
    started = time.process_time()
    for index, pdf in enumerate(sorted(arguments.pdfs.glob("*.pdf"))):
        half = "held" if index % 2 else "tuning"
        if arguments.only and pdf.stem not in arguments.only:
            continue
        errors: list[str] = []
        jats = arguments.truth / f"{pdf.stem}.xml"
        counts = score_file(pdf, jats, arguments.parser, errors)
        halves[half].add(counts)
        if arguments.details:
            out(
                f"\n{pdf.stem} ({half}) {asdict(counts)}\n"
                + "".join(f"  {error}\n" for error in errors)
            )
    report = {half: counts.summary() for half, counts in halves.items()}
    if arguments.parser != "aliquot":
        report = {h: {n: part[n] for n in OF_PEERS} for h, part in report.items()}
    out(f"{'':24} {'tuned':>8} {'once held':>9}  (the errors of both have been read)\n")
    for name in report["tuning"]:
        out(f"{name:24} {report['tuning'][name]:8.3f} {report['held'][name]:9.3f}\n")
    out(f"{'cpu_s':24} {time.process_time() - started:8.1f}\n")
    if arguments.save:
        parsers = _saved() | {arguments.parser: report}
        out(f"saved {save('pdf_tables', {'parsers': parsers})}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
