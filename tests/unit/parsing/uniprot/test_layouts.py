"""The three layouts of one entry say the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aliquot.parsing.sniff import sniff
from aliquot.parsing.uniprot.evidence import evidence_note, evidence_of
from aliquot.parsing.uniprot.flat import UniprotFlatParser
from aliquot.parsing.uniprot.json import UniprotJsonParser
from aliquot.parsing.uniprot.xml import UniprotXmlParser
from aliquot.types import Document

FLAT = """\
ID   CLD1_HUMAN              Reviewed;         211 AA.
AC   O95832;
DT   19-JAN-2010, entry version 88.
DE   RecName: Full=Claudin-1;
DE   AltName: Allergen=Cla a 1;
DE   Includes:
DE     RecName: Full=Sealing enzyme;
DE              EC=3.6.5.2;
DE   Contains:
DE     RecName: Full=Chain A {ECO:0000305};
DE     AltName: Full=Sealin;
DE   Contains:
DE     RecName: Full=Chain B;
DE   Flags: Precursor; Fragment;
GN   Name=CLDN1; Synonyms=CLD1;
OS   Homo sapiens (Human) (Homo recens).
OX   NCBI_TaxID=9606;
CC   -!- FUNCTION: Seals tight junctions (PubMed:11).
CC       {ECO:0000269|PubMed:11, ECO:0000269|PubMed:12}.
CC   -!- SUBCELLULAR LOCATION: Cell membrane {ECO:0000305}. Note=At the side.
CC   -!- ALTERNATIVE PRODUCTS:
CC       Event=Alternative splicing; Named isoforms=2;
CC       Name=1; Synonyms=Long;
CC         IsoId=O95832-1; Sequence=Displayed;
CC       Name=2;
CC         IsoId=O95832-2; Sequence=VSP_1;
CC   -!- DISEASE: Skin disease (SKD) [MIM:607626]: A dry skin.
CC       {ECO:0000269|PubMed:13}.
CC   -!- PTM: Phosphorylated. {ECO:0000250|UniProtKB:P56}.
PE   1: Evidence at protein level;
FT   VARIANT         32
FT                   /note="I -> M (in SKD)"
FT                   /evidence="ECO:0000269|PubMed:13"
FT                   /id="VAR_1"
RN   [1]
RA   Smith J.;
RT   "A claudin.";
RL   J. Cell 1:2-9(1999).
RX   PubMed=11;
SQ   SEQUENCE   211 AA;  22744 MW;  07269000E6C214F5 CRC64;
//
"""

XML = """<uniprot xmlns="http://uniprot.org/uniprot"><entry dataset="Swiss-Prot" version="88"
 modified="2010-01-19"><accession>O95832</accession><name>CLD1_HUMAN</name>
<protein><recommendedName><fullName>Claudin-1</fullName></recommendedName>
<allergenName>Cla a 1</allergenName>
<domain><recommendedName><fullName>Sealing enzyme</fullName><ecNumber>3.6.5.2</ecNumber>
</recommendedName></domain>
<component><recommendedName><fullName>Chain A</fullName></recommendedName>
<alternativeName><fullName>Sealin</fullName></alternativeName></component>
<component><recommendedName><fullName>Chain B</fullName></recommendedName></component></protein>
<gene><name type="primary">CLDN1</name><name type="synonym">CLD1</name></gene>
<organism><name type="scientific">Homo sapiens</name><name type="common">Human</name>
<name type="synonym">Homo recens</name>
<dbReference type="NCBI Taxonomy" id="9606"/></organism>
<reference key="1"><citation type="journal article" date="1999" name="J. Cell" volume="1"
 first="2" last="9"><title>A claudin.</title><authorList><person name="Smith J."/></authorList>
<dbReference type="PubMed" id="11"/></citation></reference>
<comment type="function"><text evidence="1 2">Seals tight junctions (PubMed:11).</text></comment>
<comment type="subcellular location"><subcellularLocation>
<location evidence="3">Cell membrane</location></subcellularLocation>
<text>At the side.</text></comment>
<comment type="alternative products"><event type="alternative splicing"/>
<isoform><id>O95832-1</id><name>1</name><name>Long</name></isoform>
<isoform><id>O95832-2</id><name>2</name></isoform></comment>
<comment type="disease" evidence="4"><disease id="DI-1"><name>Skin disease</name>
<acronym>SKD</acronym><description>A dry skin.</description>
<dbReference type="MIM" id="607626"/></disease></comment>
<comment type="PTM"><text evidence="5">Phosphorylated.</text></comment>
<proteinExistence type="evidence at protein level"/>
<feature type="sequence variant" id="VAR_1" description="in SKD" evidence="4">
<original>I</original><variation>M</variation><location><position position="32"/></location>
</feature>
<evidence key="1" type="ECO:0000269"><source>
<dbReference type="PubMed" id="11"/></source></evidence>
<evidence key="2" type="ECO:0000269"><source>
<dbReference type="PubMed" id="12"/></source></evidence>
<evidence key="3" type="ECO:0000305"/>
<evidence key="4" type="ECO:0000269"><source>
<dbReference type="PubMed" id="13"/></source></evidence>
<evidence key="5" type="ECO:0000250"><source><dbReference type="UniProtKB" id="P56"/></source>
</evidence><sequence length="211" mass="22744" precursor="true" fragment="single">M</sequence>
</entry></uniprot>
"""


def stated(code: str, source: str = "", id: str = "") -> dict[str, str]:
    return {"evidenceCode": code} | ({"source": source, "id": id} if source else {})


PAPER_13 = [stated("ECO:0000269", "PubMed", "13")]
ENTRY = {
    "entryType": "UniProtKB reviewed (Swiss-Prot)",
    "primaryAccession": "O95832",
    "uniProtkbId": "CLD1_HUMAN",
    "entryAudit": {"entryVersion": 88, "lastAnnotationUpdateDate": "2010-01-19"},
    "organism": {
        "scientificName": "Homo sapiens",
        "commonName": "Human",
        "synonyms": ["Homo recens"],
        "taxonId": 9606,
    },
    "proteinExistence": "1: Evidence at protein level",
    "proteinDescription": {
        "recommendedName": {"fullName": {"value": "Claudin-1"}},
        "allergenName": {"value": "Cla a 1"},
        "flag": "Precursor, Fragment",
        "includes": [
            {
                "recommendedName": {
                    "fullName": {"value": "Sealing enzyme"},
                    "ecNumbers": [{"value": "3.6.5.2"}],
                }
            }
        ],
        "contains": [
            {
                "recommendedName": {"fullName": {"value": "Chain A"}},
                "alternativeNames": [{"fullName": {"value": "Sealin"}}],
            },
            {"recommendedName": {"fullName": {"value": "Chain B"}}},
        ],
    },
    "genes": [{"geneName": {"value": "CLDN1"}, "synonyms": [{"value": "CLD1"}]}],
    "comments": [
        {
            "commentType": "FUNCTION",
            "texts": [
                {
                    "value": "Seals tight junctions (PubMed:11).",
                    "evidences": [
                        stated("ECO:0000269", "PubMed", "11"),
                        stated("ECO:0000269", "PubMed", "12"),
                    ],
                }
            ],
        },
        {
            "commentType": "SUBCELLULAR LOCATION",
            "subcellularLocations": [
                {"location": {"value": "Cell membrane", "evidences": [stated("ECO:0000305")]}}
            ],
            "note": {"texts": [{"value": "At the side."}]},
        },
        {
            "commentType": "ALTERNATIVE PRODUCTS",
            "isoforms": [
                {
                    "name": {"value": "1"},
                    "synonyms": [{"value": "Long"}],
                    "isoformIds": ["O95832-1"],
                },
                {"name": {"value": "2"}, "isoformIds": ["O95832-2"]},
            ],
        },
        {
            "commentType": "DISEASE",
            "disease": {
                "diseaseId": "Skin disease",
                "acronym": "SKD",
                "description": "A dry skin.",
                "diseaseCrossReference": {"database": "MIM", "id": "607626"},
                "evidences": PAPER_13,
            },
        },
        {
            "commentType": "PTM",
            "texts": [
                {
                    "value": "Phosphorylated.",
                    "evidences": [stated("ECO:0000250", "UniProtKB", "P56")],
                }
            ],
        },
    ],
    "features": [
        {
            "type": "Natural variant",
            "location": {"start": {"value": 32}, "end": {"value": 32}},
            "description": "in SKD",
            "featureId": "VAR_1",
            "evidences": PAPER_13,
            "alternativeSequence": {"originalSequence": "I", "alternativeSequences": ["M"]},
        }
    ],
    "references": [
        {
            "citation": {
                "authors": ["Smith J."],
                "title": "A claudin.",
                "journal": "J. Cell",
                "volume": "1",
                "firstPage": "2",
                "lastPage": "9",
                "publicationDate": "1999",
                "citationCrossReferences": [{"database": "PubMed", "id": "11"}],
            }
        }
    ],
    "sequence": {"length": 211, "molWeight": 22744},
}


@pytest.fixture
def documents(tmp_path: Path) -> dict[str, Document]:
    written = {"flat.txt": FLAT, "entry.xml": XML, "entry.json": json.dumps(ENTRY)}
    parsers = (UniprotFlatParser(), UniprotXmlParser(), UniprotJsonParser())
    found = {}
    for (name, text), parser in zip(written.items(), parsers, strict=True):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert sniff(path) == parser.name
        (found[parser.name],) = parser.parse(path)
    return found


def test_layouts_of_one_entry_have_the_same_text(documents: dict[str, Document]) -> None:
    identity = "\n\nID   CLD1_HUMAN              Reviewed;         211 AA."
    flat = documents["uniprot_flat"].text.replace(identity, "")
    assert documents["uniprot_xml"].text == flat
    assert documents["uniprot_json"].text == flat


def test_layouts_of_one_entry_have_the_same_fields(documents: dict[str, Document]) -> None:
    fields = [(document.title, document.year, document.extra) for document in documents.values()]
    assert fields[0] == fields[1] == fields[2]


def test_parts_of_a_protein_and_all_names_of_its_organism_are_told(
    documents: dict[str, Document],
) -> None:
    for document in documents.values():
        lines = document.text.splitlines()
        assert "Protein names: Claudin-1; Cla a 1" in lines
        assert "Cleaved into: Chain A (Sealin); Chain B" in lines
        assert "Includes: Sealing enzyme (EC 3.6.5.2)" in lines
        assert "Sequence status: Precursor; Fragment" in lines
        assert "Organism: Homo sapiens (Human) (Homo recens)" in lines


def test_statement_names_its_evidence_and_papers_once(documents: dict[str, Document]) -> None:
    for document in documents.values():
        assert (
            "Seals tight junctions (PubMed:11). [experimental evidence (ECO:0000269): PubMed:12]"
        ) in document.text
        assert "Variant p.I32M, position 32: in SKD; VAR_1 [experimental evidence" in document.text
        assert "[sequence similarity (ECO:0000250): UniProtKB:P56]" in document.text


def test_many_papers_are_counted() -> None:
    note = evidence_note(f"ECO:0000269|PubMed:{number}" for number in range(10, 20))
    assert note.endswith("PubMed:15 and 4 more]")


def test_number_inside_a_longer_one_is_not_taken_for_named() -> None:
    assert "PubMed:12" in evidence_note(["ECO:0000269|PubMed:12"], text="(PubMed:123)")


def test_evidence_in_braces_is_read() -> None:
    text = "Binds. {ECO:0000269|PubMed:1, ECO:0000305}."
    assert evidence_of(text) == ("ECO:0000269|PubMed:1", "ECO:0000305")
