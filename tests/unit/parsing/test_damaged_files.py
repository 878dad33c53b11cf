"""What cannot be read says what is wrong and what to do, in plain words and without its path."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from aliquot.backends import load
from aliquot.errors import ParseError
from aliquot.parsing.sniff import sniff

FORBIDDEN = b"<html><head><title>403 Forbidden</title></head><body>Log in.</body></html>"


def pdf() -> bytes:
    document = pypdfium2.PdfDocument.new()
    document.new_page(200, 200)
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def archive() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        # One time for every run: what tests are called may not change.
        file.writestr(zipfile.ZipInfo("a.txt"), "x" * 500)
    return buffer.getvalue()


CASES = [
    ("empty.pdf", b"", "empty"),
    ("zeros.pdf", b"\0" * 5_000, "zero bytes"),
    ("page.pdf", FORBIDDEN, "web page"),
    ("page.docx", FORBIDDEN, "web page"),
    ("message.pdf", b"Not found", "does not hold a PDF"),
    ("error.xlsx", b'{"error": "expired"}', "does not hold an Excel workbook"),
    ("denied.pdf", b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", "a PDF"),
    ("noise.pdf", bytes(range(256)) * 20, "does not hold a PDF"),
    ("picture.pptx", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "PowerPoint"),
    ("other.docx", archive(), "does not hold a Word document"),
    ("pointer.pdf", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "LFS"),
    ("cut.pdf", pdf()[:120], "damaged or incomplete"),
    ("head.pdf", b"%PDF-1.7\n", "damaged or incomplete"),
    ("blank.pdf", pdf(), "no text"),
    ("cut.docx", archive()[:60], "damaged or incomplete"),
    ("old.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "Office 97-2003"),
    ("cut.json", b'{"title": "T", "steps": ["Add', "JSON cannot be read"),
    ("cut.xml", b"<?xml version='1.0'?><article article-type='x'><body><p>x", "XML"),
    ("blank.txt", b" \n \n", "no text"),
]


@pytest.mark.parametrize(("name", "content", "problem"), CASES)
def test_message_names_problem_and_remedy(
    tmp_path: Path, name: str, content: bytes, problem: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ParseError) as raised:
        load("parsers", sniff(path) or "text")().parse(path)
    error = raised.value
    assert problem in error.message
    assert error.hint
    # Who shows the error shows the path beside it.
    assert name not in f"{error.message} {error.hint}"
    assert str(tmp_path) not in f"{error.message} {error.hint}"
    assert len(re.findall(r"[.?!](?:\s|$)", f"{error.message} {error.hint}")) <= 3
    assert len(error.message) + len(error.hint) < 220


def test_article_saved_under_a_wrong_name_is_read_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "article.pdf"
    path.write_text(f"<html><body><h1>T</h1><p>{'Words of an article. ' * 200}</p></body></html>")
    [document] = load("parsers", sniff(path) or "")().parse(path)
    assert "web page" in document.warnings[0]
