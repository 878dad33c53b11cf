"""Receipts: what was read, how it was identified, what was dropped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot.errors import ConfigError
from aliquot.ingest.standing import versions
from aliquot.library import Library
from aliquot.parsing.builder import DocumentBuilder
from aliquot.receipts import COUNTED, documents_of, written
from aliquot.types import BlockType, Document, DocumentKind, IdentityField, LedgerState


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    settings = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
    with Library.create(tmp_path / "library", settings) as made:
        yield made


def paper() -> Document:
    out = DocumentBuilder()
    out.heading("Results", pages=[1])
    out.paragraph("Light was seen.", pages=[1], flags=["ocr"])
    out.paragraph("At 5 mm.", pages=[2], flags=["symbol_suspect"])
    out.add(BlockType.CAPTION, "Figure 1. The ring.", pages=[2])
    out.add(BlockType.CAPTION, "Table 1. The doses.", pages=[2])
    out.table([["dose", "n"], ["1", "2"]], pages=[2])
    out.add(BlockType.REFERENCE, "Smith 2019.", pages=[3])
    return out.build(
        kind=DocumentKind.PAPER,
        title="Light",
        year=2020,
        authors=("Smith, Ann",),
        provenance={"title": "first page"},
        warnings=("One line is hidden.",),
    )


def test_a_parser_that_is_gone_is_looked_for_once() -> None:
    asked = []

    def parser_name(format_name: str) -> str:
        asked.append(format_name)
        raise ConfigError("There is none.", hint="Install it.")

    version_of = versions(parser_name)
    assert [version_of("") for _ in range(3)] == [None, None, None]
    assert asked == [""]


def test_what_was_read_is_counted() -> None:
    counts = written([paper()], [("agrees", "It says so.")], chunks=4, seconds=0.5)["counts"]
    assert counts.pop("characters") == len(paper().text)
    assert counts == {
        "pages": 3, "sections": 1, "tables": 1, "figures": 1, "references": 1, "ocr_pages": 1,
        "suspect_symbols": 1, "chunks": 4,
    }  # fmt: skip
    assert set(counts) < set(COUNTED)


def test_each_field_says_where_it_was_found() -> None:
    [document] = documents_of(written([paper()], [("agrees", "It says so.")], chunks=1, seconds=0))
    assert (document.verdict, document.reason) == ("agrees", "It says so.")
    assert document.identity[:3] == (
        IdentityField("title", "Light", "first page"),
        IdentityField("authors", ("Smith, Ann",), ""),
        IdentityField("year", 2020, ""),
    )


def test_a_file_that_was_read_has_documents_and_counts(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "緩衝液.md"
    file.write_text("# Buffers\n\nTris at pH 8.\n", encoding="utf-8")
    library.add(file)
    receipt = library.receipt(file)
    assert (receipt.status, receipt.state) == ("ok", LedgerState.INDEXED)
    assert [one.title for one in receipt.documents] == ["Buffers"]
    assert receipt.counts["sections"] == 1
    assert receipt.seconds > 0
    assert not receipt.needs_a_look


def test_a_file_that_failed_says_why_and_what_to_do(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "empty.pdf"
    file.touch()
    library.add(file)
    receipt = library.receipt(file)
    assert (receipt.status, receipt.documents, receipt.counts) == ("empty", (), {})
    assert "Export or download it again." in receipt.reason
    assert receipt.needs_a_look


def test_a_file_that_fails_after_it_was_read_keeps_no_counts(
    library: Library, tmp_path: Path
) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Buffers", encoding="utf-8")
    library.add(file)
    file.write_bytes(b"\0" * 100)
    library.sync()
    assert library.receipt(file).counts == {}
    assert library.receipt(file).documents == ()


def test_copies_name_each_other(library: Library, tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("# Buffers", encoding="utf-8")
    library.add(tmp_path / "a.md", tmp_path / "b.md")
    assert library.receipt(tmp_path / "a.md").copies == (str(tmp_path / "b.md"),)
    assert library.receipt(tmp_path / "b.md").duplicate_of == str(tmp_path / "a.md")


def test_an_unknown_file_is_an_error_that_says_how_to_bring_it_in(
    library: Library, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match="never given") as caught:
        library.receipt(tmp_path / "nowhere.pdf")
    assert "aliquot add" in caught.value.hint


def test_status_sums_up_every_receipt(library: Library, tmp_path: Path) -> None:
    for number in range(3):
        text = f"# Buffer {number}\n\n## Salt\n\nTris."
        (tmp_path / f"{number}.md").write_text(text, encoding="utf-8")
    library.add(*tmp_path.glob("*.md"))
    assert library.status()["read"]["sections"] == 6
