"""The commands `eval retrieval` and `tune`, on files small enough to read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aliquot.cli.main import app
from aliquot.errors import AliquotError, ConfigError, SourceError
from aliquot.library import Library

CORPUS = {
    "a/1": ("Heat shock", "Cells were kept at 42 degrees for half an hour."),
    "a/2": ("Fixation", "Embryos were fixed in formaldehyde overnight."),
    "a/3": ("Sequencing", "Libraries were sequenced on one lane."),
}


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("ALIQUOT_INGEST__WORKERS", "1")


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    folder = tmp_path / "mini"
    folder.mkdir()
    texts = [{"_id": i, "title": title, "text": text} for i, (title, text) in CORPUS.items()]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, texts)), encoding="utf-8")
    (folder / "queries.jsonl").write_text(
        '{"_id": "q1", "text": "heat shock of cells"}\n{"_id": "q2", "text": "formaldehyde"}\n',
        encoding="utf-8",
    )
    (folder / "qrels.tsv").write_text("q1\ta/1\t1\nq2\ta/2\t1\nq3\ta/3\t1\n", encoding="utf-8")
    return folder


def invoke(*words: str | Path) -> str:
    """Run a command; return what it prints, or raise what it raised."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    if done.exception is not None:
        raise done.exception
    return done.stdout


def test_a_collection_is_read_asked_and_scored_leg_by_leg(collection: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shape = json.loads(invoke("eval", "retrieval", collection, "--json", "--save-run", run))
    assert shape["queries"] == 2
    assert shape["measures"]["hit@5"] == pytest.approx(2 / 3, abs=1e-4)
    assert shape["without_results"] == 1
    assert shape["legs"].keys() == {"lexical", "names", "record", "dense:fake"}
    assert shape["legs"]["lexical"]["RR@10"] == pytest.approx(2 / 3, abs=1e-4)
    assert "1 judged queries" in shape["warnings"][0]
    again = json.loads(invoke("eval", "retrieval", collection, "--json", "--run", run))
    assert again["measures"] == shape["measures"]


def test_a_run_is_scored_against_judgements_alone(tmp_path: Path) -> None:
    qrels, run = tmp_path / "qrels.txt", tmp_path / "run.txt"
    qrels.write_text("1 0 a 1\n2 0 b 1\n", encoding="utf-8")
    run.write_text("1 Q0 x 1 2.0 s\n1 Q0 a 2 1.0 s\n9 Q0 a 1 1.0 s\n", encoding="utf-8")
    shape = json.loads(invoke("eval", "retrieval", qrels, "--run", run, "-m", "RR", "--json"))
    assert shape["measures"] == {"RR": 0.25}
    assert "1 queries of the run are not judged" in shape["warnings"][0]


def test_questions_are_asked_of_the_library(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for number, (title, text) in enumerate(CORPUS.values()):
        (files / f"{number}.md").write_text(f"# {title}\n\n{text}\n", encoding="utf-8")
    questions = tmp_path / "questions.jsonl"
    record = {"question": "How hot?", "kind": "fact", "files": ["0.md"], "evidence": "42 degrees"}
    questions.write_text(json.dumps(record), encoding="utf-8")
    with Library.create(tmp_path / "library") as library:
        library.add(files)
    shown = invoke("eval", "retrieval", questions, "--no-legs", "-L", tmp_path / "library")
    assert "evidence@5" in shown
    assert "fact" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("eval", "retrieval", "gone.jsonl"), ConfigError),
        (("eval", "retrieval", "qrels.txt"), ConfigError),
        (("eval", "retrieval", "."), SourceError),
        (("eval", "retrieval", ".", "-m", "nDGC"), ConfigError),
        (("eval", "retrieval", "qrels.txt", "--run", "gone"), SourceError),
    ],
)
def test_what_cannot_be_measured_is_said_with_a_remedy(
    words: tuple[str, ...],
    error: type[AliquotError],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text("1 0 a 1\n", encoding="utf-8")
    with pytest.raises(error) as caught:
        invoke(*words)
    assert caught.value.hint


def test_tuning_without_a_reranker_says_how_to_name_one(tmp_path: Path) -> None:
    Library.create(tmp_path / "library").close()
    with pytest.raises(ConfigError) as caught:
        invoke("tune", "-L", tmp_path / "library")
    assert "--reranker" in caught.value.hint


def test_a_choice_is_written_and_the_rest_of_the_settings_stays(tmp_path: Path) -> None:
    place, questions = tmp_path / "library", tmp_path / "library" / "questions.jsonl"
    Library.create(place).close()
    (place / "aliquot.toml").write_text("# ours\n[retrieval]\nk = 7 # few\n", encoding="utf-8")
    questions.write_text('{"question": "How hot?", "files": ["0.md"]}\n', encoding="utf-8")
    shown = invoke("tune", "--reranker", "minilm-l12", "--depths", "5", "--write", "-L", place)
    assert "too few" in shown
    settings = (place / "aliquot.toml").read_text(encoding="utf-8")
    assert settings == '# ours\n[retrieval]\nreranker = ""\nk = 7 # few\n'


@pytest.mark.parametrize("depths", ["", "0", "ten", "10,-1"])
def test_depths_that_are_none_are_refused(depths: str, tmp_path: Path) -> None:
    Library.create(tmp_path).close()
    (tmp_path / "questions.jsonl").write_text('{"question": "a", "files": ["b"]}', "utf-8")
    with pytest.raises(ConfigError):
        invoke("tune", "--reranker", "minilm-l12", f"--depths={depths}", "-L", tmp_path)
