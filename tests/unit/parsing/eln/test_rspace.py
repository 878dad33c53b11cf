"""RSpace exports: the crate names the files, the documents stand in XML of their own."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from aliquot.parsing.eln.archive import ElnParser
from aliquot.types import Document

DOCUMENT = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<archivalDocument docId="25"><name>ELISA of Aug 3</name><type>NORMAL</type>
<createdBy>mtanaka</createdBy><tag>IL-6, ELISA</tag><formType>Experiment</formType>
<creationDate>2023-12-05T11:26:12Z</creationDate>
<lastModifiedDate>2023-12-06T09:00:00Z</lastModifiedDate>
<recordVersion>4</recordVersion><listFields>
<field><fieldId>1</fieldId><fieldName>Objective</fieldName><fieldType>TEXT</fieldType>
<fieldData>&lt;p&gt;Measure IL-6 at 10&lt;sup&gt;-9&lt;/sup&gt; M.&lt;/p&gt;</fieldData>
<commentList><comment><author>mtanaka</author><items><commentItem>
<lastUpdater>klee</lastUpdater><createDate>2023-12-06T08:00:00Z</createDate>
<itemContent>Repeat with fresh standard.</itemContent></commentItem></items></comment>
</commentList></field>
<field><fieldName>Results</fieldName><fieldData>&lt;table&gt;&lt;tr&gt;&lt;th&gt;Well&lt;/th&gt;
&lt;th&gt;pg/mL&lt;/th&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;A1&lt;/td&gt;&lt;td&gt;35&lt;/td&gt;
&lt;/tr&gt;&lt;/table&gt;</fieldData></field>
<field><fieldName>Conclusion</fieldName><fieldData></fieldData></field>
</listFields></archivalDocument>"""


def file(name: str) -> dict[str, Any]:
    return {"@id": f"./doc_ELISA-25/{name}", "@type": "File"}


def parse(tmp_path: Path, document: str = DOCUMENT) -> list[Document]:
    parts = [file("doc_ELISA-25_form.xml"), file("doc_ELISA-25.xml"), file("gel_17.png")]
    graph = [
        {
            "@id": "./",
            "@type": "Dataset",
            "hasPart": [{"@id": "./resources"}, {"@id": "./doc_ELISA-25"}],
        },
        {"@id": "./resources", "@type": "Dataset", "description": "Common resources shared"},
        {
            "@id": "./doc_ELISA-25",
            "@type": "Dataset",
            "keywords": "'tag'",
            "hasPart": [{"@id": part["@id"]} for part in parts],
        },
        *parts,
    ]
    path = tmp_path / "RSpace.eln"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("RSpace/ro-crate-metadata.json", json.dumps({"@graph": graph}))
        archive.writestr("RSpace/doc_ELISA-25/doc_ELISA-25_form.xml", "<form id='1'/>")
        archive.writestr("RSpace/doc_ELISA-25/doc_ELISA-25.xml", document)
    return ElnParser().parse(path)


def test_document_is_read_from_its_own_file(tmp_path: Path) -> None:
    [document] = parse(tmp_path)
    assert document.title == "ELISA of Aug 3"
    assert (document.authors, document.year) == (("mtanaka",), 2023)
    assert "Keywords: IL-6, ELISA" in document.text
    assert "Date: 2023-12-05" in document.text
    assert "Files: gel_17.png" in document.text


def test_fields_are_sections_with_their_comments(tmp_path: Path) -> None:
    [document] = parse(tmp_path)
    headings = [block.text for block in document.blocks if block.level == 2]
    assert headings == ["Objective", "Results"]
    assert "Measure IL-6 at 10⁻⁹ M." in document.text
    assert "Comment by klee, 2023-12-06: Repeat with fresh standard." in document.text
    [table] = [block.grid for block in document.blocks if block.grid]
    assert table == (("Well", "pg/mL"), ("A1", "35"))


def test_damaged_document_leaves_the_record(tmp_path: Path) -> None:
    [document] = parse(tmp_path, "<archivalDocument><name>cut")
    assert document.title == "./doc_ELISA-25"
