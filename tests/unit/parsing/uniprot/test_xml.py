"""UniProt XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.uniprot.xml import UniprotXmlParser
from aliquot.types import Document

ENTRY = """
<entry dataset="Swiss-Prot" created="2004-07-05" modified="2025-04-09" version="204">
<accession>P62330</accession><accession>P26438</accession>
<name>ARF6_HUMAN</name>
<protein><recommendedName><fullName>ADP-ribosylation factor 6</fullName>
<ecNumber>3.6.5.2</ecNumber></recommendedName></protein>
<gene><name type="primary">ARF6</name></gene>
<organism><name type="scientific">Homo sapiens</name><name type="common">Human</name>
<dbReference type="NCBI Taxonomy" id="9606"/></organism>
<reference key="1"><citation type="journal article" date="1991" name="J. Biol. Chem.">
<title>Molecular identification.</title><authorList><person name="Tsuchiya M."/></authorList>
<dbReference type="PubMed" id="1993656"/></citation></reference>
<comment type="function"><text evidence="1">GTP-binding protein.</text></comment>
<comment type="interaction"><interactant intactId="EBI-1"/>
<interactant intactId="EBI-2"><id>O00213</id><label>APBB1</label></interactant>
<experiments>1</experiments></comment>
<comment type="interaction"><interactant intactId="EBI-1"/>
<interactant intactId="EBI-3"><id>P53365</id><label>ARFIP2</label></interactant>
<experiments>4</experiments></comment>
<comment type="disease"><disease id="DI-1"><name>Ring disease</name><acronym>RD</acronym>
<description>A disorder.</description><dbReference type="MIM" id="123456"/></disease></comment>
<dbReference type="GO" id="GO:0005525"><property type="term" value="F:GTP binding"/></dbReference>
<keyword id="KW-0002">3D-structure</keyword>
<feature type="mutagenesis site" description="Inactive."><original>T</original>
<variation>N</variation><location><position position="27"/></location></feature>
<feature type="sequence variant" description="In RD."><location><begin position="30"/>
<end position="31"/></location></feature>
<feature type="signal peptide"><location><begin status="unknown"/><end position="9"/></location>
</feature>
<sequence length="175" mass="20082">MGKVLSKIFG</sequence>
</entry>
"""


def wrapped(*entries: str) -> str:
    return f'<uniprot xmlns="http://uniprot.org/uniprot">{"".join(entries)}</uniprot>'


def parse(tmp_path: Path, text: str) -> list[Document]:
    path = tmp_path / "entry.xml"
    path.write_text(text, encoding="utf-8")
    return UniprotXmlParser().parse(path)


def test_identity_of_an_entry(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, wrapped(ENTRY))
    assert document.title == "ADP-ribosylation factor 6 (ARF6, P62330), Homo sapiens"
    assert (document.accession, document.year) == ("P62330", 2025)
    assert document.extra["version"] == "204"
    assert "Secondary accessions: P26438" in document.text
    assert "Length: 175 amino acids" in document.text
    assert "MGKVLSKIFG" not in document.text


def test_sections_speak_as_in_the_other_layouts(tmp_path: Path) -> None:
    (document,) = parse(tmp_path, wrapped(ENTRY))
    assert "Interacts with APBB1 (O00213; 1 experiment). Interacts with ARFIP2" in document.text
    assert "Ring disease (RD), MIM:123456: A disorder." in document.text
    assert "Mutagenesis p.T27N, position 27: Inactive" in document.text
    assert "Variant positions 30-31: Missing; In RD" in document.text
    assert "Signal peptide positions ?-9" in document.text
    assert "Molecular function (GO): GTP binding (GO:0005525)" in document.text
    assert "Tsuchiya M. Molecular identification. J. Biol. Chem. 1991. PubMed:1993656" in (
        document.text
    )


def test_each_entry_is_a_document(tmp_path: Path) -> None:
    second = ENTRY.replace("P62330", "Q13639")
    documents = parse(tmp_path, wrapped(ENTRY, second))
    assert [document.accession for document in documents] == ["P62330", "Q13639"]


@pytest.mark.parametrize("content", [wrapped(ENTRY)[:600], wrapped(), "<other/>"])
def test_damaged_or_foreign_xml_says_what_to_do(tmp_path: Path, content: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(tmp_path, content)
    assert caught.value.hint
