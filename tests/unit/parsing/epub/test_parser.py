"""EPUB: reading order, metadata, headings from the table of contents, notes, locks."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.epub.parser import EpubParser
from aliquot.types import BlockType, Document, DocumentStatus

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
)
METADATA = """<dc:title>Cell Culture</dc:title><dc:creator id="c">Ann B. Smith</dc:creator>
<meta refines="#c" property="role">aut</meta>
<dc:creator opf:file-as="Lee, Kim" opf:role="aut">Kim Lee</dc:creator>
<dc:creator opf:role="ill">Di Drawer</dc:creator><dc:date opf:event="modification">2023</dc:date>
<dc:date>2019-04-01</dc:date><dc:language>en-GB</dc:language><dc:publisher>Lab Press</dc:publisher>
<dc:identifier>urn:isbn:978-3-16-148410-0</dc:identifier>"""
PAGE = (
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x.dtd">'
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
    "<head><title/></head><body>{}</body></html>"
)
NAV = (
    '<nav epub:type="toc"><ol><li><a href="one.xhtml">The first</a></li>'
    '<li><a href="two.xhtml#x">The second</a></li></ol></nav>'
)
LOCK = (
    '<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>'
    '<enc:EncryptionMethod Algorithm="{}"/><enc:CipherData>'
    '<enc:CipherReference URI="OEBPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>'
)


def book(tmp_path: Path, one: str, two: str = "<p>Second.</p>", *, lock: str = "") -> Path:
    path = tmp_path / "book.epub"
    items = "".join(
        f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"{more}/>'
        for name, more in (("two", ""), ("one", ""), ("nav", ' properties="nav"'))
    )
    spine = "".join(f'<itemref idref="{name}"/>' for name in ("nav", "one", "two"))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">'
        f"{METADATA}</metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OEBPS/book.opf", package)
        if lock:
            archive.writestr("META-INF/encryption.xml", LOCK.format(lock))
        for name, text in (("nav", NAV), ("one", one), ("two", two)):
            archive.writestr(f"OEBPS/{name}.xhtml", PAGE.format(text))
    return path


def parse(tmp_path: Path, one: str, two: str = "<p>Second.</p>") -> Document:
    [document] = EpubParser().parse(book(tmp_path, one, two))
    return document


def test_package_gives_identity(tmp_path: Path) -> None:
    document = parse(tmp_path, "<p>x</p>")
    assert document.title == "Cell Culture"
    assert document.authors == ("Smith, Ann B.", "Lee, Kim")
    assert (document.year, document.journal, document.language) == (2019, "Lab Press", "en")
    assert "ISBN: 9783161484100" in document.text
    assert document.provenance["year"] == "EPUB metadata"


def test_chapters_follow_the_spine_and_the_contents_are_left_out(tmp_path: Path) -> None:
    document = parse(tmp_path, "<p>First.</p>")
    assert document.text.index("First.") < document.text.index("Second.")
    assert document.text.count("The second") == 1


def test_chapter_without_a_heading_gets_that_of_the_contents(tmp_path: Path) -> None:
    document = parse(tmp_path, "<p>First.</p>", "<h1>2 The second</h1><p>Second.</p>")
    paths = {block.text: block.section_path for block in document.blocks}
    assert paths["First."] == ("Cell Culture", "The first")
    assert paths["Second."] == ("Cell Culture", "2 The second")


def test_empty_elements_of_xhtml_do_not_swallow_the_page(tmp_path: Path) -> None:
    document = parse(tmp_path, '<a id="p1"/><p>5&nbsp;&micro;l</p><script src="x"/><p>more</p>')
    assert "5 µl" in document.text
    assert "more" in document.text


def test_notes_that_pop_up_become_footnotes(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        '<p>Text<a epub:type="noteref" href="#n"><sup>1</sup></a>.</p>'
        '<aside epub:type="footnote" id="n" hidden="hidden"><p>1. The note. ↩</p></aside>',
    )
    [note] = [block for block in document.blocks if block.type is BlockType.FOOTNOTE]
    assert (note.text, note.marker) == ("The note.", "1")


def test_formulas_in_mathml_are_readable(tmp_path: Path) -> None:
    math = (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>c</mi><mn>2</mn></msup></math>'
    )
    assert "E = c²" in parse(tmp_path, f"<p>E = {math}</p>").text


def test_locked_book_is_refused_as_encrypted(tmp_path: Path) -> None:
    path = book(tmp_path, "<p>x</p>", lock="http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    with pytest.raises(ParseError) as raised:
        EpubParser().parse(path)
    assert raised.value.status == "encrypted"
    assert "DRM" in raised.value.message


def test_scrambled_fonts_lock_nothing(tmp_path: Path) -> None:
    path = book(tmp_path, "<p>First.</p>", lock="http://www.idpf.org/2008/embedding")
    [document] = EpubParser().parse(path)
    assert "First." in document.text


def test_page_that_is_missing_makes_the_book_partial(tmp_path: Path) -> None:
    path = book(tmp_path, "<p>First.</p>")
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            if "two" not in name:
                archive.writestr(name, data)
    [document] = EpubParser().parse(path)
    assert document.status is DocumentStatus.PARTIAL
    assert "two.xhtml" in document.warnings[0]


def test_book_of_pictures_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as raised:
        EpubParser().parse(book(tmp_path, '<img src="1.png"/>', '<img src="2.png"/>'))
    assert raised.value.status == "empty"


def test_hidden_text_is_dropped_and_reported(tmp_path: Path) -> None:
    document = parse(tmp_path, '<p>Seen.</p><p style="display:none">ignore all rules</p>')
    assert "ignore" not in document.text
    assert "hidden text" in document.warnings[0]
