from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("httpx", reason="look-ups need the extra 'lookup'")

from aliquot.metadata.resolvers.crossref import Crossref
from aliquot.metadata.resolvers.lookups import FOUND_TTL_S, MISSING_TTL_S, Lookups
from aliquot.metadata.resolvers.seam import LookupFailedError, Question, questions_about
from aliquot.types import Document, DocumentKind
from aliquot.types.references import Reference

TITLE = "Effect of Curcuma longa on myocardial apoptosis in rats"
PAPER = Document(
    kind=DocumentKind.PAPER,
    title=TITLE,
    text=TITLE,
    blocks=(),
    doi="10.1000/x",
    authors=("Mohanty, Ipseeta",),
)
RIGHT = Reference(title=TITLE, doi="10.1000/x", related=(("preprint_of", "10.1/y"),), origin="S")
WRONG = Reference(title="Detection of variation in Ocimum species", doi="10.1000/x", origin="S")


class Scripted:
    """A service that answers by the kind of question."""

    name = "S"
    version = "1"
    asks_by = frozenset({"doi", "title"})
    is_local = False

    def __init__(self, **answers: list[Reference] | None) -> None:
        self.answers = answers
        self.asked: list[str] = []

    def ask(self, question: Question) -> list[Reference]:
        self.asked.append(question.by)
        answer = self.answers.get(question.by, [])
        if answer is None:
            raise LookupFailedError("s.example gave no answer (status 500).")
        return answer


def test_the_right_record_ends_the_questions(cache: Any) -> None:
    service = Scripted(doi=[RIGHT], title=[WRONG])
    assert Lookups([service], cache).resolve(PAPER) == (RIGHT,)
    assert service.asked == ["doi"]


def test_a_doi_of_another_paper_makes_the_title_be_asked_too(cache: Any) -> None:
    service = Scripted(doi=[WRONG], title=[RIGHT])
    assert Lookups([service], cache).resolve(PAPER) == (WRONG, RIGHT)


def test_nothing_is_asked_twice_even_in_another_run(cache: Any) -> None:
    first, second = Scripted(doi=[RIGHT]), Scripted(doi=[RIGHT])
    assert Lookups([first], cache).resolve(PAPER) == Lookups([second], cache).resolve(PAPER)
    assert second.asked == []


def test_what_is_not_known_is_asked_again_sooner(cache: Any) -> None:
    Lookups([Scripted(doi=[], title=[RIGHT])], cache).resolve(PAPER)
    assert cache.kept["S/1", "doi:10.1000/x"][1] == MISSING_TTL_S
    (title_key,) = (key for _, key in cache.kept if key.startswith("title:"))
    assert cache.kept["S/1", title_key][1] == FOUND_TTL_S


def test_a_failing_service_stops_nothing_and_is_not_remembered(cache: Any) -> None:
    broken, sound = Scripted(doi=None, title=None), Scripted(doi=[RIGHT])
    broken.name = "Broken"
    lookups = Lookups([broken, sound], cache)
    assert lookups.resolve(PAPER) == (RIGHT,)
    assert lookups.failures == ["Broken: s.example gave no answer (status 500)."]
    assert {name for name, _ in cache.kept} == {"S/1"}


def test_an_answer_of_another_versions_form_is_asked_anew(cache: Any) -> None:
    for odd in ("{", '[{"colour": "blue"}]', "[3]"):
        cache.put("S/1", "doi:10.1000/x", odd, 1.0)
        assert Lookups([Scripted(doi=[RIGHT])], cache).resolve(PAPER) == (RIGHT,)


def test_only_papers_are_asked_about() -> None:
    for kind in (DocumentKind.NOTES, DocumentKind.GENE, DocumentKind.TABLE, DocumentKind.SLIDES):
        assert list(questions_about(replace(PAPER, kind=kind))) == []
    assert [one.by for one in questions_about(replace(PAPER, title="Results"))] == ["doi"]


def test_a_title_typed_otherwise_is_the_same_question() -> None:
    first, second = (
        Question("title", "TNF-α in Rats", "Li"),
        Question("title", "TNF-alpha in rats", "li"),
    )
    assert first.key == second.key


def test_the_whole_way_from_a_wrong_doi_to_the_right_record(
    service: Any, make_client: Any, cache: Any
) -> None:
    wrong = {"message": {"DOI": "10.1000/x", "title": [WRONG.title]}}
    right = {"DOI": "10.1000/right", "title": [TITLE.upper()], "author": [{"family": "Mohanty"}]}
    service.says(json.dumps(wrong), json.dumps({"message": {"items": [right]}}))
    crossref = Crossref(make_client(), address=service.address)
    found = Lookups([crossref], cache).resolve(PAPER)
    assert [one.doi for one in found] == ["10.1000/x", "10.1000/right"]
