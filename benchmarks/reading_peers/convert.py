"""Turn files into Markdown with one peer; runs inside the peers' own environment.

    python convert.py PEER

Reads one JSON object a line (`path`, `format`) and answers one a line (`text`, `cpu_s` or `error`).
Each peer is used as its documentation advises for text that a model shall read.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Convert = Callable[[Path, str], str]


def main() -> None:
    """Answer requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Whatever a library prints must not end up among the answers.
    os.dup2(2, 1)
    convert = PEERS[sys.argv[1]]()
    for line in sys.stdin:
        request = json.loads(line)
        started = _cpu_s()
        answer: dict[str, Any]
        try:
            answer = {"text": convert(Path(request["path"]), request["format"])}
        # What a peer cannot read is a result, whatever it raises; Rust's panics are no Exception.
        except BaseException as exc:  # noqa: BLE001
            answer = {"error": f"{type(exc).__name__}: {exc}"[:300]}
        answer["cpu_s"] = _cpu_s() - started
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _cpu_s() -> float:
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


# ------------------------------------------------------------------------- readers of many formats


def markitdown() -> Convert:
    """Markdown of everything, as its README shows."""
    from markitdown import MarkItDown

    reader = MarkItDown(enable_plugins=False)
    return lambda path, _: reader.convert(path).markdown


def kreuzberg() -> Convert:
    """Markdown output with PDF headings by font size; no cache, no OCR."""
    import kreuzberg as kz

    config = kz.ExtractionConfig(
        output_format="markdown",
        use_cache=False,
        disable_ocr=True,
        pdf_options=kz.PdfConfig(hierarchy=kz.HierarchyConfig(enabled=True)),
    )
    # Its own name for what it does not know by the file's.
    types = {
        "jats": "application/x-jats+xml",
        "trial_xml": "application/xml",
        "genbank": "text/plain",
    }

    def convert(path: Path, format_name: str) -> str:
        return kz.extract_file_sync(path, types.get(format_name), config=config).content

    return convert


DOCLING = {
    "csv": ("CSV", "csv_backend:CsvDocumentBackend"),
    "docx": ("DOCX", "msword_backend:MsWordDocumentBackend"),
    "email": ("EMAIL", "email_backend:EmailDocumentBackend"),
    "epub": ("EPUB", "epub_backend:EpubDocumentBackend"),
    "html": ("HTML", "html_backend:HTMLDocumentBackend"),
    "jats": ("XML_JATS", "xml.jats_backend:JatsDocumentBackend"),
    "latex": ("LATEX", "latex_backend:LatexDocumentBackend"),
    "markdown": ("MD", "md_backend:MarkdownDocumentBackend"),
    "odt": ("ODT", "opendocument_backend:OdtDocumentBackend"),
    "pptx": ("PPTX", "mspowerpoint_backend:MsPowerpointDocumentBackend"),
    "xlsx": ("XLSX", "msexcel_backend:MsExcelDocumentBackend"),
}


def docling() -> Convert:
    """The backends that need no model weights, called as its converter calls them.

    The converter itself imports torch; it adds nothing for these formats.
    """
    import importlib

    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.document import InputDocument

    def convert(path: Path, format_name: str) -> str:
        name, target = DOCLING[format_name]
        module, _, attribute = target.partition(":")
        backend = getattr(importlib.import_module(f"docling.backend.{module}"), attribute)
        document = InputDocument(
            path_or_stream=path, format=InputFormat[name], backend=backend, filename=path.name
        )
        return document._backend.convert().export_to_markdown()

    return convert


# --------------------------------------------------------------------------------- readers of PDFs


def pypdf() -> Convert:
    """Plain text, page by page."""
    from pypdf import PdfReader

    return lambda path, _: "\n\n".join(page.extract_text() for page in PdfReader(path).pages)


def pdfplumber() -> Convert:
    """Plain text and the tables it finds."""
    import pdfplumber as plumber

    def convert(path: Path, _: str) -> str:
        parts = []
        with plumber.open(path) as pdf:
            for page in pdf.pages:
                parts.append(page.extract_text() or "")
                parts += [pipes(table) for table in page.extract_tables()]
                page.close()
        return "\n\n".join(parts)

    return convert


def liteparse() -> Convert:
    """Markdown with tables; no OCR."""
    from liteparse import LiteParse

    reader = LiteParse(output_format="markdown", ocr_enabled=False, quiet=True)
    return lambda path, _: reader.parse(str(path)).text


def pdf_oxide() -> Convert:
    """Markdown of all pages, without running heads."""
    from pdf_oxide import PdfDocument

    return lambda path, _: PdfDocument(str(path)).to_markdown_all(include_artifacts=False)


# -------------------------------------------------------------------------- readers of one format


def pylatexenc() -> Convert:
    """Plain text of LaTeX."""
    from pylatexenc.latex2text import LatexNodes2Text

    reader = LatexNodes2Text()
    return lambda path, _: reader.latex_to_text(path.read_text("utf-8"))


def striprtf() -> Convert:
    """Plain text of RTF."""
    from striprtf.striprtf import rtf_to_text

    return lambda path, _: rtf_to_text(path.read_text("ascii"))


def odfdo() -> Convert:
    """Markdown of OpenDocument."""
    from odfdo import Document

    return lambda path, _: Document(str(path)).to_markdown()


def mail_parser() -> Convert:
    """Subject and the plain body."""
    import mailparser

    def convert(path: Path, _: str) -> str:
        mail = mailparser.parse_from_file(str(path))
        return f"# {mail.subject}\n\n" + "\n\n".join(mail.text_plain or mail.text_html)

    return convert


def nbconvert() -> Convert:
    """Markdown of a notebook."""
    from nbconvert import MarkdownExporter

    exporter = MarkdownExporter()
    return lambda path, _: exporter.from_filename(str(path))[0]


def pubmed_parser() -> Convert:
    """Paragraphs with their section, and tables."""
    import pubmed_parser as pp

    def convert(path: Path, _: str) -> str:
        parts = [f"# {(front := pp.parse_pubmed_xml(str(path)))['full_title']}"]
        parts += ["## Abstract", front["abstract"] or ""]
        section = ""
        for paragraph in pp.parse_pubmed_paragraph(str(path), all_paragraph=True):
            if paragraph["section"] != section:
                section = paragraph["section"]
                parts.append(f"## {section}")
            parts.append(paragraph["text"])
        for table in pp.parse_pubmed_table(str(path)) or ():
            parts.append(pipes([table["table_columns"] or [], *(table["table_values"] or [])]))
        return "\n\n".join(parts)

    return convert


def grobid_tei_xml() -> Convert:
    """Title, abstract and body of GROBID's TEI."""
    from grobid_tei_xml import parse_document_xml

    def convert(path: Path, _: str) -> str:
        document = parse_document_xml(path.read_text("utf-8"))
        return "\n\n".join(
            [f"# {document.header.title}", document.abstract or "", document.body or ""]
        )

    return convert


def as_is() -> Convert:
    """The file's own characters: what a reader without any parser gets."""
    return lambda path, _: path.read_text("utf-8")


def pipes(rows: list[list[str | None]]) -> str:
    """Write rows as Markdown."""
    lines = [
        "| " + " | ".join(" ".join((cell or "").split()) for cell in row) + " |" for row in rows
    ]
    return "\n".join([*lines[:1], "| --- |", *lines[1:]])


PEERS: dict[str, Callable[[], Convert]] = {
    "as is": as_is,
    "docling": docling,
    "grobid-tei-xml": grobid_tei_xml,
    "kreuzberg": kreuzberg,
    "liteparse": liteparse,
    "mail-parser": mail_parser,
    "markitdown": markitdown,
    "nbconvert": nbconvert,
    "odfdo": odfdo,
    "pdf_oxide": pdf_oxide,
    "pdfplumber": pdfplumber,
    "pubmed-parser": pubmed_parser,
    "pylatexenc": pylatexenc,
    "pypdf": pypdf,
    "striprtf": striprtf,
}

if __name__ == "__main__":
    main()
