"""What a protocol says of itself, and the amounts beside its blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.text.parser import TextParser
from aliquot.types import Document, QuantityKind

STEPS = "1. Add 5 µL buffer\n2. Incubate 1 h\n3. Spin down\n"


def read(tmp_path: Path, head: str, name: str = "a.txt") -> Document:
    path = tmp_path / name
    path.write_text(f"Cloning protocol\n\n{head}\n\n{STEPS}", "utf-8")
    [document] = TextParser().parse(path)
    return document


def test_doi_and_version_of_protocols_io(tmp_path: Path) -> None:
    document = read(tmp_path, "dx.doi.org/10.17504/protocols.io.BAFMIBK6/v3")
    assert document.doi == "10.17504/protocols.io.bafmibk6/v3"
    assert document.extra["version"] == "3"
    assert document.provenance["doi"]


def test_version_in_the_address_of_protocols_io(tmp_path: Path) -> None:
    document = read(tmp_path, "Source: https://www.protocols.io/view/cloning-bafmibk6/v2")
    assert document.extra["version"] == "2"


def test_doi_of_another_protocol_further_down_is_not_its_own(tmp_path: Path) -> None:
    more = "x\n\n" * 6 + "Based on 10.17504/protocols.io.abc"
    assert read(tmp_path, more).doi == ""


def test_licence_of_an_export(tmp_path: Path) -> None:
    text = "This is an open access protocol distributed under the Creative Commons Attribution"
    assert read(tmp_path, f"{text} License, which permits reuse.").licence == "CC BY"
    assert read(tmp_path, "We share our buffers.").licence == ""


@pytest.mark.parametrize(
    ("line", "version"),
    [("改訂2版", "2"), ("改訂第3版", "3"), ("SOP-012 rev. 3", "3"), ("Protocol v1.2", "1.2"),
     ("Version 2.0 | 2024-03-01", "2.0")],
)  # fmt: skip
def test_version_in_the_head(tmp_path: Path, line: str, version: str) -> None:
    assert read(tmp_path, line).extra["version"] == version


@pytest.mark.parametrize(
    ("name", "version"), [("pcr_v2.txt", "2"), ("抽出_改訂2版.txt", "2"), ("pcr.txt", None)]
)
def test_version_in_the_name(tmp_path: Path, name: str, version: str | None) -> None:
    assert read(tmp_path, "We do this.", name).extra.get("version") == version


def test_steps_have_their_amounts_with_spans_in_the_document(tmp_path: Path) -> None:
    document = read(tmp_path, "We do this.")
    found = [one for block in document.blocks for one in block.quantities]
    assert [(one.kind, one.span.of(document.text)) for one in found] == [
        (QuantityKind.VOLUME, "5 µL"),
        (QuantityKind.TIME, "1 h"),
    ]
