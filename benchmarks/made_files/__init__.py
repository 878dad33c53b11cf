"""One small file of every format, all holding the same known text.

What enters: a folder. What leaves: the files' paths by format. Seeds of the fuzzer, of the property
tests and, where no real file can be had, of the reading benchmark.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from made_files import office, prose, records, workbooks

__all__ = ["MAKERS", "make_files"]

MAKERS: Mapping[str, tuple[str, Callable[[Path], object]]] = {
    "pdf": ("protocol.pdf", office.write_pdf),
    "docx": ("protocol.docx", office.write_docx),
    "pptx": ("deck.pptx", office.write_pptx),
    "xlsx": ("workbook.xlsx", office.write_xlsx),
    "markdown": ("protocol.md", prose.write_markdown),
    "text": ("protocol.txt", prose.write_text),
    "html": ("protocol.html", prose.write_html),
    "latex": ("protocol.tex", prose.write_latex),
    "notebook": ("protocol.ipynb", prose.write_notebook),
    "jats": ("article.nxml", prose.write_jats),
    "tei": ("article.tei.xml", prose.write_tei),
    "email": ("message.eml", prose.write_eml),
    "epub": ("book.epub", prose.write_epub),
    "xls": ("workbook.xls", workbooks.write_xls),
    "xlsb": ("workbook.xlsb", workbooks.write_xlsb),
    "ods": ("workbook.ods", workbooks.write_ods),
    "image": ("steps.png", workbooks.write_png),
    "odt": ("protocol.odt", prose.write_odt),
    "odp": ("deck.odp", prose.write_odp),
    "rtf": ("protocol.rtf", prose.write_rtf),
    **records.WRITERS,
}


def make_files(folder: Path) -> dict[str, Path]:
    """Write every file into `folder` and return the paths by format."""
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for name, (file, write) in MAKERS.items():
        # A folder each: several formats share a name.
        path = folder / name / file
        path.parent.mkdir(exist_ok=True)
        write(path)
        made[name] = path
    return made
