"""The JSON keys other programs depend on: additions are free, a missing one is a broken promise."""

from __future__ import annotations

import json

from aliquot.library import Library
from aliquot.shapes import (
    answer_shape,
    chunk_shape,
    document_shape,
    ranking_shape,
    report_shape,
)
from aliquot.types import FailedSource, IngestReport

REPORT = {"files", "added", "updated", "unchanged", "failed", "chunks", "embedded", "seconds"}
RANKED = {
    "rank", "score", "chunk_id", "document_id", "source", "title", "section", "page", "text",
}  # fmt: skip
ANSWER = {
    "answer", "abstained", "reason", "language", "statements", "removed", "trace_id", "usage",
}  # fmt: skip
CITATION = {
    "label", "quote", "chunk_id", "document_id", "source", "section", "page", "verified",
}  # fmt: skip


def test_report_has_the_promised_keys() -> None:
    shape = report_shape(IngestReport(files=1, failed=(FailedSource("/a", "failed", "why"),)))
    assert set(shape) >= REPORT
    assert shape["failed"] == [{"source": "/a", "status": "failed", "reason": "why"}]


def test_ranking_has_the_promised_keys(filled: Library) -> None:
    shape = ranking_shape(filled.search("heat the tube", k=2))
    assert [one["rank"] for one in shape] == [1, 2]
    assert set(shape[0]) >= RANKED


def test_answer_has_the_promised_keys(filled: Library) -> None:
    shape = answer_shape(filled.ask("How long is the tube heated at 42 °C?"))
    assert set(shape) >= ANSWER
    assert set(shape["statements"][0]) >= {"text", "citations"}
    assert set(shape["statements"][0]["citations"][0]) >= CITATION


def test_every_shape_is_plain_json(filled: Library) -> None:
    document = filled.documents()[0]
    shapes = [
        document_shape(document),
        [chunk_shape(one) for one in filled.chunks(document.id)],
        ranking_shape(filled.search("cells")),
        answer_shape(filled.ask("What do HEK293T cells tolerate?")),
    ]
    for shape in shapes:
        assert json.loads(json.dumps(shape, allow_nan=False)) == shape
