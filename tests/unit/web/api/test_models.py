"""The models say what the shapes hold: no more, no less, of the same kinds."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from aliquot import shapes
from aliquot.library import Library
from aliquot.web.api import models
from aliquot.web.api.models.citations import SurveyRow
from refpages.json_shapes import json_examples

EXAMPLES = json_examples()
MADE: Mapping[str, type[BaseModel]] = {
    "ask": models.Answer,
    "survey": models.Survey,
    "compare": models.VersionComparison,
    "search": models.ScoredChunk,
    "list": models.Document,
    "show": models.DocumentWhole,
    "show --chunks": models.Chunk,
    "receipt": models.Receipt,
}


def one_of(value: Any) -> Mapping[str, Any]:
    """Return an example, or the first of a list of them."""
    one: Mapping[str, Any] = value[0] if isinstance(value, list) else value
    return one


@pytest.mark.parametrize("name", MADE)
def test_a_model_names_every_key_of_its_shape(name: str) -> None:
    check_names(MADE[name], one_of(EXAMPLES[name]))


def test_an_explained_answer_fits_its_model(library: Library) -> None:
    answer = library.ask("What is the dose of virellin?")
    check_names(models.Explanation, shapes.explanation_shape(library.explain(answer.trace.id)))


def test_a_conversation_fits_its_model(library: Library) -> None:
    session = library.conversation()
    session.ask("What is the dose of virellin?")
    check_names(models.Conversation, shapes.conversation_shape(session.conversation))


def test_findings_and_verdicts_fit_their_models(library: Library) -> None:
    finding = next(iter(library.findings()))
    text = library.document(finding.document_id).text
    check_names(models.Finding, shapes.finding_shape(finding, text))
    verdict = library.check("The dose of virellin is 4.7 µM.")
    check_names(models.Verdict, shapes.verdict_shape(verdict))


def test_a_stored_answer_and_an_audit_entry_fit_their_models(library: Library) -> None:
    library.ask("What is the dose of virellin?")
    check_names(models.StoredAnswer, shapes.stored_answer_shape(library.history.answers(1)[0]))
    check_names(models.AuditEntry, shapes.audit_entry_shape(library.history.entries(1)[0]))


def check_names(model: type[BaseModel], shape: Mapping[str, Any]) -> None:
    """Check that the shape is valid, and names what the model names, down to the last part."""
    model.model_validate(shape)
    # A row's values stand beside its keys under the names of their columns.
    columns = set(shape["values"]) if model is SurveyRow else set()
    assert set(shape) == set(model.model_fields) | columns, model.__name__
    for name, field in model.model_fields.items():
        for inner in models_in(field.annotation):
            for part in parts_of(shape[name]):
                check_names(inner, part)


def models_in(annotation: Any) -> list[type[BaseModel]]:
    """Return the models an annotation speaks of, outside mappings of plain names."""
    inner = typing.get_args(annotation)
    if inner:
        return [one for part in inner for one in models_in(part)]
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    return [annotation] if is_model else []


def parts_of(value: Any) -> list[Mapping[str, Any]]:
    """Return the mappings a value holds, each of which a model describes."""
    if isinstance(value, list):
        return [part for one in value for part in parts_of(one)]
    if not isinstance(value, Mapping):
        return []
    inner = [one for one in value.values() if isinstance(one, Mapping)]
    is_table = bool(inner) and len(inner) == len(value)
    return inner if is_table else [value]


def bodies(of: type[BaseModel] = models.Given) -> Iterator[type[BaseModel]]:
    """Yield every model of what is sent."""
    for one in of.__subclasses__():
        yield one
        yield from bodies(one)


@pytest.mark.parametrize("body", sorted(set(bodies()), key=lambda one: one.__name__))
def test_what_is_sent_is_described_by_an_example_that_is_taken(body: type[BaseModel]) -> None:
    [example] = body.model_json_schema()["examples"]
    assert body.model_validate_json(json.dumps(example))
    assert example.keys() <= body.model_fields.keys()
