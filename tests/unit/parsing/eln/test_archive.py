"""Exports of electronic lab notebooks."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.eln.archive import ElnParser
from aliquot.types import BlockType, Document


def parse(tmp_path: Path, *entities: Any, **files: str) -> list[Document]:
    path = tmp_path / "a.eln"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x/ro-crate-metadata.json", json.dumps({"@graph": list(entities)}))
        for name, content in files.items():
            archive.writestr(f"x/e/{name}.txt", content)
    return ElnParser().parse(path)


def dataset(name: str, **fields: Any) -> dict[str, Any]:
    return {"@id": f"./{name}/", "@type": "Dataset", "name": name, **fields}


ROOT = {"@id": "./", "@type": "Dataset", "hasPart": [{"@id": "./e/"}, {"@id": "./f/"}]}


def test_each_experiment_is_a_document(tmp_path: Path) -> None:
    first = dataset(
        "e", text="<h1>Goal</h1><p>Grow</p>", temporal="2021-04-14", author={"@id": "p"}
    )
    person = {"@id": "p", "@type": "Person", "familyName": "Lee", "givenName": "Ann"}
    documents = parse(tmp_path, ROOT, first, dataset("f", text="Plain note"), person)
    assert [document.title for document in documents] == ["e", "f"]
    assert (documents[0].authors, documents[0].year) == (("Lee, Ann",), 2021)
    assert documents[0].blocks[-1].section_path == ("e", "Goal")


def test_steps_values_comments_and_attached_text_are_read(tmp_path: Path) -> None:
    record = dataset(
        "e",
        text="x",
        step=[{"position": 2, "itemListElement": {"@id": "d"}}, {"position": 1, "text": "first"}],
        variableMeasured=[
            {"propertyID": "Temperature", "value": 129.99999999999997, "unitText": "degC"},
            {"propertyID": "elabftw_metadata", "value": "{}"},
        ],
        comment=[{"text": "Well done", "author": {"name": "Kim"}, "dateCreated": "2025-01-02T1"}],
        hasPart=[{"@id": "./e/note.txt", "@type": "File", "name": "note.txt"}],
    )
    direction = {"@id": "d", "text": "second"}
    [document] = parse(
        tmp_path, {**ROOT, "hasPart": {"@id": "./e/"}}, record, direction, note="Inside"
    )
    texts = [block.text for block in document.blocks]
    assert texts.index("1. first") + 1 == texts.index("2. second")
    table = next(block for block in document.blocks if block.type is BlockType.TABLE)
    assert table.grid == (("Name", "Value", "Unit"), ("Temperature", "130", "degC"))
    assert "Kim, 2025-01-02: Well done" in texts
    assert texts[-1] == "Inside"


def test_japanese_record_is_japanese(tmp_path: Path) -> None:
    [document] = parse(tmp_path, dataset("e", text="<p>果物の成熟過程を調べる。</p>"))
    assert document.language == "ja"


@pytest.mark.parametrize("entities", [(), (1, "x", None), ({"@id": "./", "@type": "Dataset"},)])
def test_export_without_records_is_an_error(tmp_path: Path, entities: Any) -> None:
    with pytest.raises(ParseError) as raised:
        parse(tmp_path, *entities)
    assert raised.value.status == "empty"


def test_records_that_point_at_each_other_end(tmp_path: Path) -> None:
    itself = {"@id": "./e/"}
    record = dataset("e", text=itself, mentions=itself, hasPart=itself, step=itself)
    [document] = parse(tmp_path, {**ROOT, "hasPart": itself}, record)
    assert document.title == "e"


def test_attached_table_is_a_table(tmp_path: Path) -> None:
    record = dataset(
        "e",
        text="x",
        hasPart=[{"@id": "./e/od.txt", "@type": "File", "name": "od.csv"}],
    )
    [document] = parse(
        tmp_path, {**ROOT, "hasPart": {"@id": "./e/"}}, record, od="well;OD\nA1;0,2\n"
    )
    [table] = [block for block in document.blocks if block.grid]
    assert table.grid == (("well", "OD"), ("A1", "0,2"))
    assert table.section_path == ("e", "od.csv")


def test_value_that_names_another_record_shows_its_name(tmp_path: Path) -> None:
    record = dataset("e", text="x", variableMeasured=[{"propertyID": "Sample", "value": "./f/"}])
    documents = parse(tmp_path, ROOT, record, dataset("f", text="y"))
    [table] = [block for block in documents[0].blocks if block.grid]
    assert table.grid == (("Name", "Value"), ("Sample", "f"))
