"""Questions put to every document of a small library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot import Library
from aliquot.errors import ConfigError
from aliquot.shapes import survey_shape
from aliquot.types import Survey

CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
NOTES = {
    "buffer.md": "# Lumen buffer\n\nLumen buffer is stored at 4 °C. Virellin was added to it.",
    "assay.md": "# Virellin assay\n\nVirellin reduced the flash rate of Lumenella by 40 % at 5 µM.",
    "cells.md": "# Culture\n\nHEK293 cells were grown here. Ostrazine was not used in this work.",
    "保存.md": "# 抗体の保存\n\n抗体7F2は-80 °Cに保存する。凍結融解を繰り返さない。",
}


def filled(folder: Path, files: dict[str, str | bytes]) -> Library:
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name).write_bytes(data)
    library = Library.create(folder / "library", CONFIG)
    library.add(*(folder / name for name in files))
    return library


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with filled(tmp_path_factory.mktemp("survey"), dict(NOTES)) as opened:
        yield opened


def titles(survey: Survey) -> set[str]:
    return {row.values["title"] for row in survey.rows}


def test_every_document_that_says_it_is_a_row_and_no_other(library: Library) -> None:
    survey = library.survey("Which documents mention virellin?")
    assert titles(survey) == {"Lumen buffer", "Virellin assay"}


def test_more_documents_than_any_k_are_all_rows(tmp_path: Path) -> None:
    files = {
        f"{n}.md": f"# Note {n}\n\nThe quell assay of sample {n} took place on day {n}."
        for n in range(40)
    }
    with filled(tmp_path, dict(files)) as opened:
        survey = opened.survey("How many documents mention the quell assay?")
    assert survey.count == 40
    assert survey.counted == "documents"


def test_what_every_document_says_is_found_after_one_was_replaced(tmp_path: Path) -> None:
    files = {f"{n}.md": f"# Note {n}\n\nVirellin was kept at {n} °C." for n in range(3)}
    with filled(tmp_path, dict(files)) as opened:
        (tmp_path / "0.md").write_text("# Note 0\n\nVirellin was kept at 9 °C.", encoding="utf-8")
        opened.sync()
        assert len(opened.survey("Which documents mention virellin?").rows) == 3


def test_every_row_cites_a_verified_quote_that_stands_in_its_document(library: Library) -> None:
    for question in ("Which documents mention virellin?", "How many documents are there?"):
        survey = library.survey(question)
        assert survey.rows
        for row in survey.rows:
            assert row.citations
            for one in row.citations:
                assert one.verified
                assert one.span.of(library.document(one.document_id).text) == one.quote


def test_a_japanese_question_is_put_to_every_document(library: Library) -> None:
    survey = library.survey("どの文書が抗体7F2を扱っていますか？")
    assert titles(survey) == {"抗体の保存"}
    assert survey.language == "ja"


def test_what_is_absent_says_how_it_was_searched_and_what_comes_near(library: Library) -> None:
    survey = library.survey("Has anyone ever used HEK293T?")
    assert not survey.rows
    (absent,) = survey.absent
    assert absent.name == "HEK293T"
    assert {"words", "meaning"} <= set(absent.searched)
    assert "HEK293" in absent.near


def test_what_a_document_says_was_not_used_is_absent(library: Library) -> None:
    survey = library.survey("Has anyone ever used ostrazine?")
    assert [one.name for one in survey.absent] == ["ostrazine"]


def test_of_named_things_the_present_are_rows_and_the_others_absent(library: Library) -> None:
    survey = library.survey("Which of virellin, ostrazine and quellin have we never used?")
    assert [row.values["name"] for row in survey.rows] == ["virellin"]
    assert [one.name for one in survey.absent] == ["ostrazine", "quellin"]
    assert survey.universe == "virellin, ostrazine, quellin"


def test_an_unreadable_file_changes_the_coverage_and_not_the_absence(tmp_path: Path) -> None:
    question = "Has anyone ever used HEK293T?"
    with filled(tmp_path, dict(NOTES)) as opened:
        before = opened.survey(question)
        (tmp_path / "locked.pdf").write_bytes(b"%PDF-1.4 truncated")
        opened.add(tmp_path / "locked.pdf")
        after = opened.survey(question)
    assert after.absent == before.absent
    assert (before.coverage.in_scope, before.coverage.failed) == (4, 0)
    assert (after.coverage.in_scope, after.coverage.read, after.coverage.failed) == (5, 4, 1)
    assert after.coverage.unread[0].reason


def test_a_filter_narrows_the_scope(library: Library) -> None:
    survey = library.survey("Which documents mention virellin?", where="kind = paper")
    assert not survey.rows
    assert survey.coverage.in_scope == 0


def test_columns_make_documents_rows(library: Library) -> None:
    survey = library.survey("Which documents mention virellin?", columns=["kind", "flash rate"])
    assert survey.columns[-2:] == ("kind", "flash rate")
    by_title = {row.values["title"]: row.values for row in survey.rows}
    assert by_title["Virellin assay"]["kind"]
    assert "40 %" in by_title["Virellin assay"]["flash rate"]


def test_too_many_columns_are_refused(library: Library) -> None:
    with pytest.raises(ConfigError, match="columns"):
        library.survey("Which documents mention virellin?", columns=[str(n) for n in range(100)])


def test_a_survey_is_json_with_rows_and_coverage(library: Library) -> None:
    shape = survey_shape(library.survey("Which documents mention virellin?"))
    assert shape["rows"][0]["citations"][0]["verified"]
    assert {"in_scope", "read", "no_text", "failed", "skipped"} <= shape["coverage"].keys()


def test_a_document_a_finder_failed_on_is_not_read_and_shows_what_others_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise ValueError("text nobody foresaw")

    monkeypatch.setattr("aliquot.findings.organisms.Organisms.extract", failing)
    files = {"cells.md": "# Culture\n\nHEK293T cells were grown in DMEM."}
    with filled(tmp_path, dict(files)) as opened:
        survey = opened.survey("Which cell lines have been used?")
    assert [row.values["cell line"] for row in survey.rows] == ["HEK293T"]
    assert (survey.coverage.in_scope, survey.coverage.read, survey.coverage.failed) == (1, 0, 1)
    assert "organisms: ValueError" in survey.coverage.unread[0].reason
