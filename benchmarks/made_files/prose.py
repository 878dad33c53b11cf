"""Write the known text as prose files: mark-up, mail, books, office text.

What enters: a path. What leaves: a file there. Written by hand or by the standard library, so that
no library under test wrote what it reads.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from html import escape
from pathlib import Path
from xml.sax.saxutils import escape as xml_escape

from made_files.known import (
    AUTHOR,
    CAPTION,
    HEADINGS,
    NOTE,
    PARAGRAPHS,
    STEPS,
    TABLE,
    TITLE,
)

__all__ = [
    "write_eml",
    "write_epub",
    "write_html",
    "write_jats",
    "write_latex",
    "write_markdown",
    "write_notebook",
    "write_odp",
    "write_odt",
    "write_rtf",
    "write_tei",
    "write_text",
]


def write_markdown(path: Path) -> None:
    """Write Markdown with a pipe table."""
    path.write_text(_markdown(), encoding="utf-8")


def _markdown() -> str:
    parts = [f"# {TITLE}"]
    for heading in HEADINGS:
        parts.append(f"## {heading}")
        if heading == "Procedure":
            parts.append("\n".join(f"{n}. {step}" for n, step in enumerate(STEPS, 1)))
            parts.append(f"**Note:** {NOTE}")
        else:
            parts.append(PARAGRAPHS[heading])
    rows = ["| " + " | ".join(row) + " |" for row in TABLE]
    rule = "|" + " --- |" * len(TABLE[0])
    return "\n\n".join([*parts, CAPTION, "\n".join([rows[0], rule, *rows[1:]])]) + "\n"


def write_text(path: Path) -> None:
    """Write plain text."""
    path.write_text(_plain(), encoding="utf-8")


def _plain() -> str:
    parts = [TITLE]
    for heading in HEADINGS:
        parts.append(heading)
        lines = [f"{n}. {step}" for n, step in enumerate(STEPS, 1)]
        parts.append("\n".join(lines) if heading == "Procedure" else PARAGRAPHS[heading])
    return "\n\n".join(parts) + "\n"


def _body() -> str:
    """Return the text as the mark-up that HTML and EPUB share."""
    parts = [f"<h1>{escape(TITLE)}</h1>"]
    for heading in HEADINGS:
        parts.append(f"<h2>{heading}</h2>")
        if heading == "Procedure":
            # Interrupted by a note and resumed, as laboratories write them.
            parts.append(_items(STEPS[:2], 1) + f"<p>Note: {NOTE}</p>" + _items(STEPS[2:], 3))
        else:
            parts.append(f"<p>{escape(PARAGRAPHS[heading])}</p>")
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in TABLE[1:]
    )
    head = "".join(f"<th>{escape(cell)}</th>" for cell in TABLE[0])
    parts.append(f"<table><caption>{CAPTION}</caption><tr>{head}</tr>{rows}</table>")
    return "\n".join(parts)


def _items(steps: tuple[str, ...], start: int) -> str:
    items = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return f'<ol start="{start}">{items}</ol>'


def write_html(path: Path) -> None:
    """Write a web page."""
    page = f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{TITLE}</title></head>"
    path.write_text(f"{page}<body>{_body()}</body></html>", encoding="utf-8")


def write_eml(path: Path) -> None:
    """Write a message with a plain and an HTML body, and the table as an attachment."""
    message = EmailMessage()
    message["Subject"] = TITLE
    message["From"] = f"{AUTHOR} <aoi@example.org>"
    message["To"] = "lab@example.org"
    message["Date"] = "Tue, 03 Jun 2025 10:15:00 +0900"
    message.set_content(_plain())
    message.add_alternative(f"<html><body>{_body()}</body></html>", subtype="html")
    rows = "\n".join(",".join(row) for row in TABLE)
    message.add_attachment(rows.encode(), maintype="text", subtype="csv", filename="colonies.csv")
    path.write_bytes(message.as_bytes())


CONTAINER = (
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>"
)
PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
    '<dc:identifier id="id">made</dc:identifier>'
    f"<dc:title>{TITLE}</dc:title><dc:creator>{AUTHOR}</dc:creator><dc:language>en</dc:language>"
    '</metadata><manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>'
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    '</manifest><spine><itemref idref="one"/></spine></package>'
)
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{title}</title></head><body>{body}</body></html>'


def write_epub(path: Path) -> None:
    """Write a book of one chapter."""
    nav = '<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol><li>'
    nav += '<a href="one.xhtml">Protocol</a></li></ol></nav>'
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("OEBPS/book.opf", PACKAGE)
        book.writestr("OEBPS/nav.xhtml", XHTML.format(title="Contents", body=nav))
        book.writestr("OEBPS/one.xhtml", XHTML.format(title=TITLE, body=_body()))


ODF = "urn:oasis:names:tc:opendocument:xmlns"
ODT_HEAD = (
    f'<office:document-content xmlns:office="{ODF}:office:1.0" xmlns:text="{ODF}:text:1.0" '
    f'xmlns:table="{ODF}:table:1.0" office:version="1.2"><office:body><office:text>'
)
ODT_MANIFEST = (
    f'<manifest:manifest xmlns:manifest="{ODF}:manifest:1.0"><manifest:file-entry '
    'manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)
ODT_META = (
    f'<office:document-meta xmlns:office="{ODF}:office:1.0" xmlns:dc="http://purl.org/dc/elements/'
    f'1.1/" office:version="1.2"><office:meta><dc:title>{TITLE}</dc:title><dc:creator>{AUTHOR}'
    "</dc:creator></office:meta></office:document-meta>"
)
# Without a style, a list is one of bullets to a reader that looks the style up.
ODT_STYLES = (
    '<office:automatic-styles><text:list-style style:name="L1" xmlns:style="'
    f'{ODF}:style:1.0"><text:list-level-style-number text:level="1" style:num-format="1" '
    'style:num-suffix="."/></text:list-style></office:automatic-styles><office:body>'
)


def write_odt(path: Path) -> None:
    """Write an OpenDocument text whose numbered list goes on after a note."""
    content = ODT_HEAD.replace("<office:body>", ODT_STYLES) + "".join(_odt_parts())
    content += "</office:text></office:body></office:document-content>"
    with zipfile.ZipFile(path, "w") as document:
        document.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        document.writestr("content.xml", content)
        document.writestr("meta.xml", ODT_META)
        document.writestr("META-INF/manifest.xml", ODT_MANIFEST)


def _odt_parts() -> Iterator[str]:
    yield f'<text:h text:outline-level="1">{TITLE}</text:h>'
    for heading in HEADINGS:
        yield f'<text:h text:outline-level="2">{heading}</text:h>'
        if heading == "Procedure":
            yield _odt_list(STEPS[:2], "")
            yield f"<text:p>Note: {NOTE}</text:p>"
            yield _odt_list(STEPS[2:], ' text:continue-numbering="true"')
        else:
            yield f"<text:p>{xml_escape(PARAGRAPHS[heading])}</text:p>"
    yield f"<text:p>{CAPTION}</text:p><table:table table:name='Colonies'>"
    for row in TABLE:
        cells = (f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row)
        yield f"<table:table-row>{''.join(cells)}</table:table-row>"
    yield "</table:table>"


def _odt_list(steps: tuple[str, ...], attributes: str) -> str:
    items = (f"<text:list-item><text:p>{step}</text:p></text:list-item>" for step in steps)
    return f'<text:list text:style-name="L1"{attributes}>{"".join(items)}</text:list>'


def write_odp(path: Path) -> None:
    """Write an OpenDocument presentation, a slide for each heading."""
    slides = "".join(
        f'<draw:page draw:name="{heading}"><draw:frame presentation:class="title"><draw:text-box>'
        f"<text:p>{heading}</text:p></draw:text-box></draw:frame><draw:frame><draw:text-box>"
        f"<text:p>{xml_escape(PARAGRAPHS.get(heading) or ' '.join(STEPS))}</text:p></draw:text-box>"
        "</draw:frame></draw:page>"
        for heading in HEADINGS
    )
    names = ("office", "text", "draw", "presentation")
    spaces = " ".join(
        f'xmlns:{name}="{ODF}:{"drawing" if name == "draw" else name}:1.0"' for name in names
    )
    with zipfile.ZipFile(path, "w") as document:
        document.writestr("mimetype", "application/vnd.oasis.opendocument.presentation")
        document.writestr("meta.xml", ODT_META)
        document.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:presentation>{slides}"
            "</office:presentation></office:body></office:document-content>",
        )


def write_rtf(path: Path) -> None:
    """Write rich text with headings, a list and a table; all beyond ASCII as `\\u` escapes."""
    parts = [r"{\rtf1\ansi\ansicpg1252\uc1{\stylesheet{\s1\outlinelevel0 heading 1;}"]
    parts.append(r"{\s2\outlinelevel1 heading 2;}}{\info{\title " + TITLE + r"}}")
    parts.append(rf"\pard\s1\outlinelevel0\b {TITLE}\b0\par")
    for heading in HEADINGS:
        parts.append(rf"\pard\s2\outlinelevel1\b {heading}\b0\par")
        if heading == "Procedure":
            parts += [rf"\pard {n}. {_rtf(step)}\par" for n, step in enumerate(STEPS, 1)]
            parts.append(rf"\pard Note: {NOTE}\par")
        else:
            parts.append(rf"\pard {_rtf(PARAGRAPHS[heading])}\par")
    parts.append(rf"\pard {CAPTION}\par")
    for row in TABLE:
        edges = "".join(rf"\cellx{2000 * n}" for n in range(1, len(row) + 1))
        cells = "".join(rf"{_rtf(cell)}\cell " for cell in row)
        parts.append(rf"\trowd{edges}\pard\intbl {cells}\row")
    path.write_text("\n".join([*parts, r"\pard}"]), encoding="ascii")


def _rtf(text: str) -> str:
    """Escape as RTF 1.9 does: signed 16-bit numbers, one character for readers without Unicode."""
    out = ""
    for character in text:
        code = ord(character)
        out += character if code < 128 else rf"\u{code - 65536 if code > 32767 else code}?"
    return out


def write_tei(path: Path) -> None:
    """Write TEI P5 as GROBID does."""
    divisions = []
    for heading in HEADINGS:
        content = f"<p>{xml_escape(PARAGRAPHS[heading])}</p>" if heading in PARAGRAPHS else ""
        if heading == "Procedure":
            items = "".join(f"<item>{step}</item>" for step in STEPS)
            content = f'<list rend="numbered">{items}</list><note>{NOTE}</note>'
        divisions.append(f"<div><head>{heading}</head>{content}</div>")
    rows = "".join(
        "<row>" + "".join(f"<cell>{cell}</cell>" for cell in row) + "</row>" for row in TABLE
    )
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>'
        f'<fileDesc><titleStmt><title level="a" type="main">{TITLE}</title></titleStmt>'
        "<publicationStmt><p/></publicationStmt><sourceDesc><biblStruct><analytic><author>"
        "<persName><forename>Aoi</forename><surname>Tanabe</surname></persName></author>"
        f'<title level="a">{TITLE}</title></analytic></biblStruct></sourceDesc></fileDesc>'
        "<encodingDesc><appInfo><application ident='GROBID' version='0.8.0' when='2025-06-03'/>"
        f"</appInfo></encodingDesc></teiHeader>"
        f"<text><body>{''.join(divisions)}<figure type='table'><head>{CAPTION}</head>"
        f"<table>{rows}</table></figure></body></text></TEI>",
        encoding="utf-8",
    )


def write_jats(path: Path) -> None:
    """Write a journal article with a formula."""
    sections = "".join(
        f"<sec><title>{heading}</title><p>"
        + xml_escape(PARAGRAPHS.get(heading) or " ".join(STEPS))
        + "</p></sec>"
        for heading in HEADINGS
    )
    rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in TABLE)
    path.write_text(
        '<?xml version="1.0"?><article article-type="research-article"><front><article-meta>'
        f"<title-group><article-title>{TITLE}</article-title></title-group><contrib-group>"
        '<contrib contrib-type="author"><name><surname>Tanabe</surname><given-names>Aoi'
        "</given-names></name></contrib></contrib-group><pub-date><year>2025</year></pub-date>"
        "<abstract><p>Heat shock was studied in a strain.</p></abstract></article-meta></front>"
        f"<body>{sections}<table-wrap><caption><p>{CAPTION}</p></caption><table>{rows}</table>"
        "</table-wrap><disp-formula><mml:math xmlns:mml='http://www.w3.org/1998/Math/MathML'>"
        "<mml:mi>k</mml:mi><mml:mo>=</mml:mo><mml:msup><mml:mi>e</mml:mi><mml:mn>2</mml:mn>"
        "</mml:msup></mml:math></disp-formula></body></article>",
        encoding="utf-8",
    )


# As siunitx is written, and what must be read.
QUANTITIES = {
    r"\SI{10}{\micro\litre}": "10 µL",
    r"\qty{42}{\degreeCelsius}": "42 °C",
    r"\SI{5e-3}{\mole\per\litre}": "5×10^-3 mol/L",
    r"\qtyrange{30}{60}{\second}": "30 s to 60 s",
    r"\qty{100}{\micro\gram\per\milli\litre}": "100 µg/mL",
}


def write_latex(path: Path) -> None:
    """Write an article with quantities in siunitx."""
    parts = [r"\documentclass{article}", r"\usepackage{siunitx}", rf"\title{{{TITLE}}}"]
    parts += [rf"\author{{{AUTHOR}}}", r"\begin{document}", r"\maketitle"]
    for heading in HEADINGS:
        parts.append(rf"\section{{{heading}}}")
        if heading == "Procedure":
            items = "\n".join(rf"\item {step}" for step in STEPS)
            parts.append(rf"\begin{{enumerate}}{items}\end{{enumerate}}")
        else:
            parts.append(PARAGRAPHS[heading].replace("%", r"\%"))
    amounts = ", ".join(QUANTITIES)
    parts.append(rf"\section{{Amounts}} We took {amounts} in turn.")
    rows = " \\\\\n".join(" & ".join(row).replace("%", r"\%") for row in TABLE)
    parts.append(rf"\begin{{table}}\caption{{{CAPTION}}}\begin{{tabular}}{{lll}}{rows}")
    parts.append(r"\end{tabular}\end{table}\end{document}")
    path.write_text("\n".join(parts), encoding="utf-8")


def write_notebook(path: Path) -> None:
    """Write a Jupyter notebook with code and what it printed."""
    code = "rate = 412 / 218\nprint(f'{rate:.2f}')"
    output = {"output_type": "stream", "name": "stdout", "text": ["1.89\n"]}
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": [_markdown()]},
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "source": [code],
            "outputs": [output],
        },
    ]
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    path.write_text(json.dumps(notebook), encoding="utf-8")
