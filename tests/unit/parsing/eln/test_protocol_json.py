"""Protocols in JSON, in several shapes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.eln.protocol_json import ProtocolJsonParser
from aliquot.types import BlockType, Document, DocumentKind


def parse(tmp_path: Path, protocol: Any) -> Document:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(protocol), "utf-8")
    [document] = ProtocolJsonParser().parse(path)
    return document


def steps(document: Document) -> list[str]:
    return [block.text for block in document.blocks if block.type is BlockType.STEP]


def test_steps_in_one_text_are_steps_under_their_headings(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        {
            "title": "CTAB mix",
            "protocols.io url": "https://www.protocols.io/view/1",
            "description": "For corals.",
            "steps": "\nPrepare media\n1. Dissolve 5 g\n1amount\nreagents\n\nWash\n2. Rinse",
        },
    )
    assert document.kind is DocumentKind.PROTOCOL
    assert document.title == "CTAB mix"
    assert steps(document) == ["1. Dissolve 5 g", "2. Rinse"]
    assert document.blocks[-1].section_path == ("CTAB mix", "Steps", "Wash")
    assert "https://www.protocols.io/view/1" in document.text


def test_list_of_objects_with_html_and_sections(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        {
            "payload": {
                "title": "PCR",
                "authors": [{"name": "A Smith"}],
                "published_on": 1600000000,
                "materials": [{"name": "Taq", "vendor": "NEB"}],
                "steps": [
                    {"section": "Mix", "description": "<p>Add 5 &micro;L</p>"},
                    {"section": "Mix", "description": '{"blocks": [{"text": "Spin"}]}'},
                    "7. Run",
                ],
            }
        },
    )
    assert (document.authors, document.year) == (("Smith, A",), 2020)
    assert steps(document) == ["1. Add 5 µL", "2. Spin", "7. Run"]
    assert "Taq NEB" in document.text


def test_components_of_a_step_are_its_text_measures_and_notes(tmp_path: Path) -> None:
    step = {
        "components": [
            {"title": "Section", "source": {"title": "Lysis"}},
            {"title": "description", "source": {"description": "<p>Heat the tube.</p>"}},
            {"title": "Duration", "source": {"duration": 600}},
            {"title": "Temperature", "source": {"temperature": 56, "unit": "°C"}},
            {"title": "Safety information", "source": {"description": "Hot."}},
            {"title": "Expected result", "source": {"description": "Clear."}},
            "odd",
        ]
    }
    document = parse(tmp_path, {"title": "T", "steps": [step]})
    assert steps(document) == ["1. Heat the tube.\nDuration: 600 s\nTemperature: 56 °C"]
    notes = [(b.marker, b.text) for b in document.blocks if b.type is BlockType.NOTE]
    assert notes == [("1.", "Safety information: Hot."), ("1.", "Expected result: Clear.")]
    assert document.blocks[-1].section_path == ("T", "Steps", "Lysis")


def test_sub_steps_and_notes_of_a_record(tmp_path: Path) -> None:
    step = {"text": "Wash", "note": "Keep cold", "substeps": ["Add 5 ml", {"text": "Spin"}]}
    document = parse(tmp_path, {"title": "T", "steps": [step, "Elute"]})
    assert [
        (b.marker, b.level, b.text) for b in document.blocks if b.type is not BlockType.HEADING
    ] == [
        ("1.", 1, "1. Wash"),
        ("1.", 0, "Note: Keep cold"),
        ("1.1", 2, "1.1 Add 5 ml"),
        ("1.2", 2, "1.2 Spin"),
        ("2.", 1, "2. Elute"),
    ]


@pytest.mark.parametrize("value", [{}, [], "x", {"protocol": {"protocol": 3}}])
def test_json_without_steps_is_an_error(tmp_path: Path, value: Any) -> None:
    with pytest.raises(ParseError, match="no protocol"):
        parse(tmp_path, value)


@pytest.mark.parametrize("value", [None, 5, [None], [[]], [{}]])
def test_odd_steps_do_not_crash(tmp_path: Path, value: Any) -> None:
    assert parse(tmp_path, {"title": "T", "steps": value}).title == "T"


@pytest.mark.parametrize(
    ("fields", "version"),
    [
        ({"version": 2}, "2"),
        ({"version": "v1.3"}, "1.3"),
        ({"url": "https://www.protocols.io/view/cloning-abc123/v3"}, "3"),
    ],
)
def test_version_is_that_of_the_record(
    tmp_path: Path, fields: dict[str, Any], version: str
) -> None:
    document = parse(tmp_path, {"title": "T", "steps": "1. Add 5 µL", **fields})
    assert document.extra["version"] == version
