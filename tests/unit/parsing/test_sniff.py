"""The format of a file is told by its content."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from aliquot.backends import BACKENDS
from aliquot.errors import ParseError, UnsupportedFormatError
from aliquot.parsing.sniff import ARCHIVE_SIGNS, BYTE_SIGNS, TEXT_SIGNS, sniff
from cpu_time import cpu_time


def archive(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name in names:
            file.writestr(name, "<x/>")
    return buffer.getvalue()


def typed(media_type: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("mimetype", media_type)
    return buffer.getvalue()


TYPES = "[Content_Types].xml"
MAIL = "Received: by x;\n Thu\nFrom: a@b\nSubject: y\nMIME-Version: 1.0\n\nbody"
FLAT = (
    '<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'office:mimetype="application/vnd.oasis.opendocument.{}"/>'
)
JATS = (
    '<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE article PUBLIC "-//NLM//DTD" "a.dtd">\n<article>'
)
GTF_LINE = 'I\tsnoRNA\texon\t3747\t3909\t.\t-\t.\tgene_id "Y74C9A.6";\n'
CASES = [
    ("a.py", "from opentrons import protocol_api\n", "opentrons"),
    ("a.py", "metadata = {'apiLevel': '2.13'}\ndef run(ctx):\n    pass\n", "opentrons"),
    ("a.py", "def run(p):\n    x = p.load_instrument('p300')\n", "opentrons"),
    ("a.py", "import pandas\nprint(r'\\begin{document}')\n", "script"),
    ("a.R", "x <- 1\n", "script"),
    ("align", "#!/usr/bin/env bash\nbwa mem\n", "script"),
    ("notes.txt", "from opentrons import protocol_api\n", "text"),
    ("a.bin", b"junk\n%PDF-1.7\n", "pdf"),
    ("a.xml", JATS, "jats"),
    ("a.nxml", '<article xmlns:xlink="u" article-type="research-article">', "jats"),
    ("a.xml", "<pmc-articleset><article>", "jats"),
    ("a.xml", "<?xml version='1.0'?>\n<clinical_study>\n", "trial_xml"),
    ("a.xml", '<uniprot xmlns="http://uniprot.org/uniprot">', "uniprot_xml"),
    ("a.html", "\ufeff<!DOCTYPE html><html>", "html"),
    ("paper.pdf", "\n<!doctype HTML>\n<html>", "html"),
    ("a.xml", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', "html"),
    ("a.html", "<h1>Protocol</h1><p>x", "html"),
    ("a.html", "<article><h1>Blog</h1></article>", "html"),
    ("a.xml", "<?xml version='1.0'?><svg/>", None),
    ("a.docx", archive(TYPES, "word/document.xml"), "docx"),
    ("a.zip", archive(TYPES, "ppt/presentation.xml"), "pptx"),
    ("a", archive(TYPES, "xl/workbook.xml"), "xlsx"),
    ("a.eln", archive("export/ro-crate-metadata.json", "export/a.txt"), "eln"),
    ("a.zip", archive("a.txt"), None),
    ("cut.docx", b"PK\x03\x04cut", "docx"),
    ("locked.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512, "xlsx"),
    ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512, None),
    ("a.ipynb", '{"cells": [{"cell_type": "code"', "notebook"),
    (
        "a.json",
        '{"metadata": {}, "nbformat": 3, "nbformat_minor": 0, "worksheets": []}',
        "notebook",
    ),
    ("a.json", '[{"id": 1, "type": "book", "title": "T", "author": []}]', "csl_json"),
    ("a.json", '{"protocolSection": {}}', "trial_json"),
    ("a.json", '{"Study": {"ProtocolSection": {}}}', "trial_json"),
    ("a.json", '{"FullStudiesResponse": {}}', "trial_json"),
    ("a.json", '{"StudyFieldsResponse": {}}', "trial_json"),
    ("a.json", '{"primaryAccession": "P04637"}', "uniprot_json"),
    ("a.json", '{"results": [{"primaryAccession": "P04637"}]}', "uniprot_json"),
    ("a.json", '{"title": "T", "steps": "1. Add"}', "protocol_json"),
    ("a.json", '{"data": {"steps": 3}}', "json"),
    ("a.txt", "ID   CLD1_HUMAN   Reviewed;   211 AA.\nAC   O95832;\n//\n", "uniprot_flat"),
    ("a.txt", "ID   X56734; SV 1; linear; mRNA; STD; PLN; 1859 BP.\n", "embl"),
    ("a.gb", "LOCUS       NC_005816   9609 bp    DNA     circular BCT\n", "genbank"),
    ("a.txt", "#!build x\n" + GTF_LINE * 3, "gtf"),
    ("a.bib", "% comment\n@article{a, title={T}}", "bibtex"),
    ("a.txt", "@inproceedings{a,\n title={T}}", "bibtex"),
    ("a.ris", "\ufeffTY  - JOUR\nTI  - T\n", "ris"),
    ("a.csv", "a\n1\n", "csv"),
    ("a.tsv", "a\tb\n", "csv"),
    ("plate.txt", "well\tOD\nA1\t0.1\nA2\t0.2\nA3\t0.3\n", "csv"),
    ("plate.txt.gz", gzip.compress(b"well\tOD\nA1\t0.1\nA2\t0.2\nA3\t0.3\n", mtime=0), "csv"),
    ("a.txt", "\\documentclass{article}\n\\begin{document}x", "latex"),
    ("a.tex", "plain words", "latex"),
    ("a.md", "words", "markdown"),
    ("a.md", '<img src="x.png">\n\n# Title', "markdown"),
    ("a.md", "[link](http://x) and more", "markdown"),
    ("README", "# A\n\n## B\n\n```\nx\n```\n", "markdown"),
    ("a.txt", "# not markdown in a text file\n", "text"),
    ("a.txt", "Add 5 µL, mix, spin.\nThen wait, and go on.\n", "text"),
    ("a.txt", "[1] Smith, J. A reference.\n", "text"),
    ("a.txt", "培養する。".encode("cp932"), "text"),
    ("a.rtf", "{\\rtf1\\ansi x}", "rtf"),
    ("notes.doc", "\ufeff\n{\\rtf1\\ansi x}", "rtf"),
    ("a.xml", '<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"/>', "tei"),
    ("a.xml", "<teiCorpus><teiHeader/></teiCorpus>", "tei"),
    ("a.xml", FLAT.format("text"), "odt"),
    ("a.fodp", FLAT.format("presentation"), "odp"),
    ("a.fods", FLAT.format("spreadsheet"), None),
    ("book.zip", typed("application/epub+zip"), "epub"),
    ("book", archive("META-INF/container.xml", "OEBPS/book.opf"), "epub"),
    ("a.zip", typed("application/vnd.oasis.opendocument.text"), "odt"),
    ("a.odp", typed("application/vnd.oasis.opendocument.presentation"), "odp"),
    ("source.zip", archive("main.tex", "a.png"), "latex"),
    ("mail.txt", MAIL, "email"),
    ("a.eml", "From: a@b\nSubject: x\n\nbody", "email"),
    ("1.emlx", "120\n" + MAIL, "email"),
    ("lab", "From ann@x.org Thu May  4 10:00:00 2023\nSubject: x\n\nbody", "email"),
    ("a.txt", "From: the freezer\nDate: 2023\n\nWe took two tubes.\n", "text"),
    ("a.txt", "From here on we spin.\n", "text"),
    ("a.bin", bytes(range(256)) * 8, None),
]


@pytest.mark.parametrize(("name", "content", "expected"), CASES)
def test_content_decides_the_format(
    tmp_path: Path, name: str, content: str | bytes, expected: str | None
) -> None:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert sniff(path) == expected


def test_every_format_has_a_parser() -> None:
    assert {expected for _, _, expected in CASES if expected} <= set(BACKENDS["parsers"])


def test_every_parser_is_found_by_a_sign() -> None:
    names = {name for signs in (BYTE_SIGNS, ARCHIVE_SIGNS, TEXT_SIGNS) for name, _ in signs}
    # Old workbooks are told inside their compound file.
    assert set(BACKENDS["parsers"]) <= names | {"xls"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.pdf.gz", b"%PDF-1.7\n"),
        ("a.docx.gz", archive(TYPES, "word/document.xml")),
        ("a.png.gz", b"\x89PNG\r\n\x1a\n"),
    ],
)
def test_only_text_is_looked_at_through_gzip(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(content))
    with pytest.raises(UnsupportedFormatError) as raised:
        sniff(path)
    assert "gunzip" in raised.value.hint


@pytest.mark.parametrize("name", ["reads.fastq", "reads.fq.gz", "reads.txt"])
@pytest.mark.parametrize(
    "reads",
    [
        "@SRR1.1 1 length=8\nGATTACAN\n+\nIIIIIII#\n" * 2,
        "@r1\r\nGATTACA\r\n+r1\r\nIIIIIII\r\n",
        "@long\n" + "ACGT" * 20_000 + "\n+\n" + "I" * 80_000,
    ],
    ids=["short", "windows", "long"],
)
def test_reads_are_refused_with_what_to_add_instead(tmp_path: Path, name: str, reads: str) -> None:
    path = tmp_path / name
    data = reads.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    with pytest.raises(UnsupportedFormatError) as raised:
        sniff(path)
    assert "counts" in raised.value.hint


def test_prose_with_an_at_sign_is_no_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("@Anna\nplease thaw the cells\n+ the medium\n")
    assert sniff(path) == "text"


def test_empty_file_is_an_error_that_names_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "empty.pdf"
    path.touch()
    with pytest.raises(ParseError) as raised:
        sniff(path)
    assert raised.value.status == "empty"


def test_keys_beyond_the_outermost_object_do_not_mislead(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"notes": {"primaryAccession": "x", "steps": [], "title": ""}}))
    assert sniff(path) == "json"


def test_large_files_are_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    path.write_bytes(b'{"rows": [' + b'{"a": [1, 2, {"b": "c"}]},' * 1_000_000)
    with cpu_time() as spent:
        assert sniff(path) == "json"
    assert spent.seconds < 0.5
