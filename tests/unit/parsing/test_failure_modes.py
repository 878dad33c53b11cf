"""Each way in which reading is known to go wrong has a small file, and the right value asserted.

| failure | test |
|---|---|
| wrong symbols: 10 µl as 10 ml, P<0.05 as P50.05 | `pdf/test_symbols.py` |
| symbols that may be wrong | `pdf/test_symbols.py::test_what_may_be_damage_is_flagged` |
| superscripts flattened: 10⁻⁶ as 10-6 | `test_power_of_ten_is_kept`, `pdf/test_symbols.py` |
| preprint line numbers | `test_numbers_of_lines_are_left_out`, `pdf/test_layout.py` |
| running header in a sentence | `test_running_header_does_not_part_a_sentence` |
| table rows in two-column text | `pdf/test_layout.py::test_table_does_not_interleave...` |
| headings smaller than the body | `test_heading_smaller_than_the_text_is_one` |
| letter-spaced labels | `test_letter_spaced_label_is_closed`, `pdf/test_kinds.py` (Japanese) |
| no "Abstract" label | `pdf/test_parser.py::test_missing_abstract_label_is_supplied` |
| structured abstract as sections | `test_labels_of_an_abstract_stay_inside_it` |
| hyphens doubled by Word | `test_double_hyphen_of_word_is_one` |
| true hyphens lost at line ends | `pdf/test_layout.py::test_line_ends_are_joined...` |
| ligatures | `pdf/test_layout.py::test_ligatures_are_written_out` |
| Word's numbers are no text | `test_docx.py::test_computed_numbers_become_text_and_marker` |
| resumed lists | `test_resumed_list_goes_on_counting` |
| merged cells repeated | `test_docx.py::test_merged_cells...`, `tables/test_xlsx.py` |
| text boxes lost | `test_docx.py::test_text_box_and_footnote_are_kept` |
| equations lost | `test_equation_of_word_is_kept`, `test_jats.py` |
| LaTeX units lost | `test_latex.py::test_phrases_are_read_as_printed` |
| RIS without `ER` dropped | `test_bibliography.py::test_ris_without_end_marks...` |
| a broken BibTeX entry | `test_bibliography.py::test_unclosed_entry_costs_only_itself` |
| formulas without values | `tables/test_xlsx.py::test_formula_without_result...` |
| genes turned into dates | `tables/test_xlsx.py::test_gene_names_turned_into_dates...` |
| million-row dimensions | `tables/test_xlsx.py::test_value_in_the_last_cell...` |
| hidden sheets | `tables/test_xlsx.py::test_hidden_sheet_is_read_and_flagged` |
| "success" with nothing in it | `test_nothing_in_it_is_no_success` |
| scans | `pdf/test_scans.py` |
| password | `pdf/test_parser.py::test_password_is_reported_as_encrypted` |
| truncated | `pdf/test_parser.py::test_truncated_file_fails_with_a_remedy` |
| HTML named .pdf | `test_damaged_files.py` |
| few characters a page | `pdf/test_scans.py` (a stamp hides no scan) |
| crash, hang, memory, Rust's panics | `test_isolation.py` |
| notes, groups, tables, charts of slides | `test_pptx.py` |

Those whose test is elsewhere stand beside the parser that they are about; the last test here sees
to it that they are there.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from aliquot.backends import load
from aliquot.errors import ParseError
from aliquot.parsing.sniff import sniff
from aliquot.types import Block, BlockType, Document, SectionClass
from made_files.office import write_docx
from made_files.prose import write_epub, write_odt

from .pdf.pdf_pages import PROSE, PageWriter

HERE = Path(__file__).parent
PARTS = (
    "the culture was kept at a steady temperature for the whole night",
    "it was then moved to fresh medium before the cells were counted",
    "the mean of four chambers was taken by two people who did not know",
    "what the other had found and wrote their number down",
    "and none of the counts differed from the other by a tenth of it",
    "so that all of them went into the table that is given below",
    "and were compared with those of the years before",
    "by the same two people with the same four chambers",
    "on the same day of the week and at the same hour",
)


def read(path: Path) -> Document:
    [document] = load("parsers", sniff(path) or "")().parse(path)
    return document


def of_type(document: Document, kind: BlockType) -> list[Block]:
    return [block for block in document.blocks if block.type is kind]


def one_line(document: Document) -> str:
    return " ".join(document.text.split())


# ------------------------------------------------------------------------- powers of ten

POWER = re.compile(r"10(?:\^-6|⁻⁶) M")


def write_power(path: Path) -> None:
    """Write "a dose of 10 to the minus six M" in the way of the format."""
    match path.suffix:
        case ".docx":
            document = docx.Document()
            paragraph = document.add_paragraph("We gave a dose of 10")
            paragraph.add_run("-6").font.superscript = True
            paragraph.add_run(" M to the cells.")
            document.save(str(path))
        case ".html":
            path.write_text(
                "<html><body><h1>T</h1><p>A dose of 10<sup>-6</sup> M.</p></body></html>"
            )
        case ".md":
            path.write_text("# T\n\nA dose of 10<sup>-6</sup> M.\n")
        case ".nxml":
            path.write_text(
                "<article article-type='x'><front><article-meta><title-group><article-title>T"
                "</article-title></title-group></article-meta></front><body><sec><title>Methods"
                "</title><p>A dose of 10<sup>−6</sup> M.</p></sec></body></article>"
            )
        case ".tex":
            path.write_text(
                r"\documentclass{article}\begin{document}A dose of $10^{-6}$ M.\end{document}"
            )
        case ".rtf":
            path.write_text(r"{\rtf1\ansi A dose of 10{\super -6} M.\par}")
        case ".odt" | ".epub":
            _write_power_into_archive(path)


def _write_power_into_archive(path: Path) -> None:
    """Put it into a made file, in place of a step's words."""
    made = path.with_name(f"made{path.suffix}")
    (write_odt if path.suffix == ".odt" else write_epub)(made)
    raised = {
        ".odt": '10<text:span text:style-name="up">-6</text:span> M',
        ".epub": "10<sup>-6</sup> M",
    }
    style = (
        '<style:style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
        'style:name="up" style:family="text"><style:text-properties '
        'style:text-position="super 58%"/></style:style>'
    )
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            text = source.read(name).decode()
            text = text.replace("Thaw the cells on ice", f"Add {raised[path.suffix]} of it")
            opening = "<office:automatic-styles>"
            target.writestr(name, text.replace(opening, opening + style))


@pytest.mark.parametrize("suffix", ["docx", "html", "md", "nxml", "tex", "rtf", "odt", "epub"])
def test_power_of_ten_is_kept(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"dose.{suffix}"
    write_power(path)
    assert POWER.search(one_line(read(path)).replace("−", "-"))


# ------------------------------------------------------------------------- pages


def test_running_header_does_not_part_a_sentence(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "paper.pdf")
    lines = [f"{part} in round {number}," for number in range(24) for part in PARTS]
    for number in range(1, 5):
        page.text(70, 40, f"Tanabe et al. Journal of Light 2020, 4:{number}", 8)
        # Fifty lines a page: each page but the last ends within a round.
        page.lines(70, 90, tuple(lines[50 * (number - 1) : 50 * number]))
        page.text(300, 815, f"Page {number} of 4", 8).page()
    document = read(page.save())
    assert one_line(document) == " ".join(lines[:200])
    assert len(of_type(document, BlockType.PARAGRAPH)) == 1


def test_numbers_of_lines_are_left_out(tmp_path: Path) -> None:
    """They count through, and stand beside the text at the page's edge."""
    page = PageWriter(tmp_path / "preprint.pdf")
    for number in range(3):
        for row in range(28):
            count = str(28 * number + row + 1)
            page.text(36, 90 + 24 * row, count, 8).text(70, 90 + 24 * row, PROSE[row % 4], 11)
        page.page()
    document = read(page.save())
    assert not re.search(r"\b(?:27|28|29|56|84)\b", document.text)
    assert " ".join(PROSE) in one_line(document)


def test_heading_smaller_than_the_text_is_one(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "small.pdf")
    y = 80
    for heading in ("Introduction", "Cell culture", "Counting of the cells"):
        page.text(70, y, heading, 9, "Helvetica-Bold")
        y = int(page.lines(70, y + 16, PROSE * 3, 11, 13)) + 14
    headings = [block.text for block in of_type(read(page.save()), BlockType.HEADING)]
    assert headings[-3:] == ["Introduction", "Cell culture", "Counting of the cells"]


def test_letter_spaced_label_is_closed(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "spaced.pdf")
    page.text(70, 60, "On the counting of cells that were kept in the cold", 18)
    page.text(70, 90, "A. Tanabe and E. Keller")
    page.text(70, 130, "A B S T R A C T", 9, "Helvetica-Bold")
    y = page.lines(70, 148, PROSE)
    page.text(70, y + 14, "1. Introduction", 12, "Helvetica-Bold")
    page.lines(70, y + 32, PROSE * 4)
    document = read(page.save())
    headings = [block.text for block in of_type(document, BlockType.HEADING)]
    assert "ABSTRACT" in [heading.upper() for heading in headings]
    [abstract] = [b for b in document.blocks if b.section_class is SectionClass.ABSTRACT
                  and b.type is BlockType.PARAGRAPH]  # fmt: skip
    assert abstract.text == " ".join(PROSE)


def test_labels_of_an_abstract_stay_inside_it(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "structured.pdf")
    page.text(70, 60, "On the counting of cells that were kept in the cold", 18)
    page.text(70, 90, "A. Tanabe and E. Keller")
    page.text(70, 130, "Abstract", 12, "Helvetica-Bold")
    y = 148.0
    for label in ("Background:", "Methods:", "Results:", "Conclusions:"):
        after = 70 + stringWidth(f"{label} ", "Times-Bold", 10)
        page.text(70, y, label, 10, "Times-Bold")
        page.text(after, y, "The cells were kept in the cold.")
        y = page.lines(70, y + 12, PROSE[:2]) + 4
    page.text(70, y + 14, "Background", 12, "Helvetica-Bold")
    page.lines(70, y + 32, PROSE * 4)
    document = read(page.save())
    inside = [b for b in document.blocks if b.section_class is SectionClass.ABSTRACT]
    words = " ".join(block.text for block in inside)
    assert words.count("The cells were kept in the cold.") == 4
    outside = [b for b in document.blocks if b.section_class is SectionClass.INTRODUCTION]
    assert outside[0].text == "Background"


def test_double_hyphen_of_word_is_one(tmp_path: Path) -> None:
    """Word on a Mac prints the hyphen of a compound as a hyphen and a soft one."""
    pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
    path = tmp_path / "word.pdf"
    canvas = Canvas(str(path), invariant=1)
    for row in range(12):
        canvas.setFont("Vera", 9)
        words = "The anti-\u00adinflammatory effect of IL-\u00ad6 was measured in the cold and"
        canvas.drawString(70, 760 - 14 * row, words)
    canvas.save()
    text = one_line(read(path))
    assert text.count("anti-inflammatory effect of IL-6 was") == 12


# ------------------------------------------------------------------------- Word


def test_resumed_list_goes_on_counting(tmp_path: Path) -> None:
    path = tmp_path / "protocol.docx"
    write_docx(path)
    steps = of_type(read(path), BlockType.STEP)
    assert [step.marker for step in steps] == ["1.", "2.", "3.", "4."]


def test_equation_of_word_is_kept(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("The rate follows the law of the strain:")
    maths = (
        f"<m:oMathPara {nsdecls('m')}><m:oMath><m:r><m:t>v=</m:t></m:r><m:f><m:num><m:r><m:t>Vx"
        "</m:t></m:r></m:num><m:den><m:r><m:t>K+x</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara>"
    )
    document.add_paragraph()._p.append(parse_xml(maths))
    path = tmp_path / "law.docx"
    document.save(str(path))
    assert "v=Vx/(K+x)" in read(path).text.replace(" ", "")


# ------------------------------------------------------------------------- nothing in it


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.html", "<html><head><title>T</title></head><body><script>x()</script></body></html>"),
        ("a.md", "---\ntitle:\n---\n\n<!-- nothing -->\n"),
        ("a.txt", "\n \n\t\n"),
        ("a.csv", ",,,\n,,,\n"),
        ("a.tex", r"\documentclass{article}\begin{document}\end{document}"),
        ("a.ipynb", '{"cells": [], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}'),
        ("a.rtf", r"{\rtf1\ansi }"),
        ("a.json", "{}"),
        ("a.bib", "@comment{nothing}\n"),
    ],
)
def test_nothing_in_it_is_no_success(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ParseError) as raised:
        load("parsers", sniff(path) or "text")().parse(path)
    assert raised.value.hint


# ------------------------------------------------------------------------- the table above


def rows() -> list[tuple[str, str]]:
    table = re.findall(r"^\| (?!failure)(.+?) \| (.+?) \|$", __doc__ or "", re.M)
    return [(failure, named) for failure, tests in table for named in re.findall("`(.+?)`", tests)]


@pytest.mark.parametrize(("failure", "named"), rows())
def test_every_failure_names_a_test_that_is_there(failure: str, named: str) -> None:
    if named.startswith("`") or not re.search(r"\.py|^test_", named):
        return
    file, _, name = named.partition("::")
    if not file.endswith(".py"):
        file, name = Path(__file__).name, named
    source = (HERE / file).read_text("utf-8")
    assert f"def {name.rstrip('.')}" in source if name else "def test_" in source, failure
