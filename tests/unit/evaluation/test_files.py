"""Judgements, runs, collections and question sets: what is read, and what is refused where."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from aliquot.errors import SourceError
from aliquot.evaluation.beir import is_collection, open_collection, write_corpus
from aliquot.evaluation.qrels import read_qrels, write_qrels
from aliquot.evaluation.questions import read_questions
from aliquot.evaluation.runs import read_run, write_run


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def collection(folder: Path, corpus: list[dict[str, object]]) -> Path:
    written(folder / "corpus.jsonl", "".join(json.dumps(one) + "\n" for one in corpus))
    written(folder / "queries.jsonl", '{"_id": "1", "text": "heat"}\n{"_id": 2, "text": "cold"}\n')
    written(folder / "qrels.tsv", "query-id\tcorpus-id\tscore\n1\ta\t1\n")
    return folder


@pytest.mark.parametrize(
    "text",
    [
        "query-id\tcorpus-id\tscore\nq1\td 1\t2\nq2\td2\t0\n",
        "q1\t0\td 1\t2\nq2\t0\td2\t0\n",
        "\ufeffquery-id\tcorpus-id\tscore\r\nq1\td 1\t2\r\n\r\nq2\td2\t0.0\r\n",
    ],
    ids=["beir", "trec", "windows"],
)
def test_judgements_are_read_in_either_layout(text: str, tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    path.write_bytes(text.encode("utf-8"))
    assert read_qrels(path) == {"q1": {"d 1": 2}, "q2": {"d2": 0}}


def test_trec_judgements_may_stand_between_blanks(tmp_path: Path) -> None:
    assert read_qrels(written(tmp_path / "q", "301 0 FBIS-1 1\n")) == {"301": {"FBIS-1": 1}}


def test_judgements_come_back_as_they_were_written(tmp_path: Path) -> None:
    qrels = {"質問": {"papers/細胞 1.pdf": 2, "b": 0}, "q2": {"c": -1}}
    write_qrels(tmp_path / "qrels", qrels)
    assert read_qrels(tmp_path / "qrels") == qrels


def test_a_run_comes_back_in_its_order(tmp_path: Path) -> None:
    rankings = {"q1": ["b", "a b", "c"], "q2": ["z"]}
    write_run(tmp_path / "run", rankings)
    assert read_run(tmp_path / "run") == rankings


def test_a_run_is_ordered_by_score_whatever_rank_is_written(tmp_path: Path) -> None:
    text = "q Q0 a 1 0.5 x\nq Q0 b 2 0.9 x\n"
    assert read_run(written(tmp_path / "run", text)) == {"q": ["b", "a"]}


def test_equal_scores_are_ordered_as_in_trec_eval(tmp_path: Path) -> None:
    text = "q Q0 a 1 1.0 x\nq Q0 c 2 1.0 x\nq Q0 b 3 1.0 x\n"
    assert read_run(written(tmp_path / "run", text)) == {"q": ["c", "b", "a"]}


Reader = Callable[[Path], object]


@pytest.mark.parametrize(
    ("read", "text", "line"),
    [
        (read_qrels, "q\t0\td\t1\nq d\n", 2),
        (read_qrels, "q\t0\td\t1.5\n", 1),
        (read_qrels, "q\t0\td\tinf\n", 1),
        (read_qrels, "q\t0\td\tnan\n", 1),
        (read_qrels, "q\t0\td\t1\n\nq\t0\td\t0\n", 3),
        (read_run, "q Q0 d 1 0.5\n", 1),
        (read_run, "q Q0 d 1 nan x\n", 1),
        (read_run, "q Q0 d 1 0.5 x\nq Q0 d 2 0.4 x\n", 2),
        (read_questions, '{"question": "Why?"}\n{"question": \n', 2),
        (read_questions, "[1]\n", 1),
        (read_questions, '{"question": "?!"}\n', 1),
        (read_questions, '{"question": "Why?", "files": [1]}\n', 1),
        (read_questions, '{"id": 1, "question": "Why?"}\n{"id": "1", "question": "How?"}\n', 2),
        (read_questions, '{"id": null, "question": "Why?"}\n', 1),
        (read_questions, "[" * 100_000 + "\n", 1),
    ],
)
def test_a_bad_line_is_named_with_its_file_and_a_remedy(
    read: Reader, text: str, line: int, tmp_path: Path
) -> None:
    path = written(tmp_path / "bad.jsonl", text)
    with pytest.raises(SourceError, match=f"bad.jsonl, line {line}:") as caught:
        read(path)
    assert caught.value.hint
    assert caught.value.source == str(path)


@pytest.mark.parametrize("read", [read_qrels, read_run, read_questions])
def test_files_without_a_line_missing_or_not_text_are_refused(read: Reader, tmp_path: Path) -> None:
    latin = tmp_path / "latin"
    latin.write_bytes("q\t0\tMüller\t1\n".encode("latin-1"))
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(b"q\t0\td\t1\n" * 1000)[:40])
    false = written(tmp_path / "false.gz", "q\t0\td\t1\n")
    for path in (written(tmp_path / "empty", "\n \n"), tmp_path / "gone", latin, cut, false):
        with pytest.raises(SourceError) as caught:
            read(path)
        assert path.name in caught.value.message
        assert caught.value.hint


def test_a_collection_may_be_packed_and_its_judgements_in_a_folder(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "queries.jsonl.gz", "wt", encoding="utf-8") as out:
        out.write('{"_id": "1", "text": "細胞は何度で？"}\n')
    written(tmp_path / "qrels" / "dev.tsv", "query-id\tcorpus-id\tscore\n1\ta\t1\n")
    assert not is_collection(tmp_path)
    [query] = open_collection(tmp_path, split="dev").queries
    assert query.text == "細胞は何度で？"


def test_queries_without_judgements_are_not_asked(tmp_path: Path) -> None:
    assert [one.id for one in open_collection(collection(tmp_path, [])).queries] == ["1"]


def test_judged_queries_without_text_are_warned_of(tmp_path: Path) -> None:
    folder = collection(tmp_path, [])
    written(folder / "qrels.tsv", "1\ta\t1\n7\ta\t1\n")
    assert "1 judged queries" in open_collection(folder).warnings[0]


def test_a_folder_that_is_no_collection_says_what_is_lacking(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"queries\.jsonl"):
        open_collection(tmp_path)


def test_equal_texts_are_one_file_that_stands_for_all_their_ids(tmp_path: Path) -> None:
    corpus = [{"_id": "a", "text": "Heat."}, {"_id": "b/../c", "text": "Heat."}]
    found = open_collection(collection(tmp_path / "c", corpus))
    names = write_corpus(found, tmp_path / "files")
    assert list(names.values()) == [("a", "b/../c")]
    assert [one.stem for one in (tmp_path / "files").rglob("*.md")] == list(names)


def test_texts_without_a_word_are_not_written(tmp_path: Path) -> None:
    found = open_collection(collection(tmp_path / "c", [{"_id": "a", "title": "", "text": None}]))
    assert write_corpus(found, tmp_path / "files") == {}


def test_a_question_may_have_one_quote_or_several(tmp_path: Path) -> None:
    text = '{"question": "a", "evidence": "x"}\n{"question": "b", "evidence": ["x", " ", "y"]}\n'
    found = read_questions(written(tmp_path / "q.jsonl", text))
    assert [one.evidence for one in found] == [("x",), ("x", "y")]
    assert [one.id for one in found] == ["1", "2"]
