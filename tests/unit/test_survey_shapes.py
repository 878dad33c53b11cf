"""The JSON of a survey: keys that other programs depend on."""

from __future__ import annotations

import json

from aliquot import shapes
from aliquot.shapes import survey_of, survey_shape
from aliquot.types import Absence, Coverage, Disagreement, DocumentState, Scoped, SurveyGroup
from made_surveys import made_row, made_survey

KEYS = {
    "id", "question", "language", "where", "columns", "rows", "coverage", "counted", "count",
    "universe", "absent", "grouped_by", "groups", "disagreements", "notes",
}  # fmt: skip


def test_a_survey_has_the_promised_keys() -> None:
    survey = made_survey(
        made_row(),
        id="s1",
        grouped_by="year",
        groups=(SurveyGroup("2020", ("a",), ("Vero",), 3),),
        disagreements=(Disagreement("EDTA: amount", (made_row("1 mM"), made_row("2 mM"))),),
    )
    shape = json.loads(json.dumps(survey_shape(survey)))
    assert shape.keys() >= KEYS
    assert shape["groups"][0] == {
        "value": "2020", "document_ids": ["a"], "names": ["Vero"], "in_scope": 3,
    }  # fmt: skip
    assert shape["disagreements"][0]["rows"][1]["cell line"] == "2 mM"


def test_a_column_that_is_called_like_a_key_is_among_the_values() -> None:
    row = survey_shape(made_survey(made_row("Vero", citations="many")))["rows"][0]
    assert row["values"]["citations"] == "many"
    assert row["citations"][0]["quote"] == "Vero cells were used."


def test_every_face_finds_it_among_the_shapes() -> None:
    assert shapes.survey_shape is survey_shape


def test_a_survey_is_read_back_from_its_plain_data() -> None:
    unread = Scoped("/lab/a.pdf", DocumentState.NO_TEXT, reason="a scan")
    survey = made_survey(
        made_row("Vero", citations="many", document_ids="x", values="y"),
        id="s1",
        coverage=Coverage(in_scope=3, read=2, no_text=1, unread=(unread,)),
        count=2,
        counted="cell line",
        absent=(Absence("HEK293T", ("findings", "words"), ("HEK293",)),),
        grouped_by="year",
        groups=(SurveyGroup("2020", ("a",), ("Vero",), 3),),
        disagreements=(Disagreement("EDTA: amount", (made_row("1 mM"), made_row("2 mM"))),),
        notes=("names were merged",),
    )
    plain = json.loads(json.dumps(survey_shape(survey)))
    assert survey_of(plain) == survey
