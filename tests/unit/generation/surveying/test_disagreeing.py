"""Records of one thing in two files that state different facts."""

from __future__ import annotations

from aliquot.generation.surveying.disagreeing import records_that_differ
from aliquot.types import Document, DocumentKind


def trial(key: str, *, nct: str = "NCT00000001", **extra: str | int) -> Document:
    return Document(
        kind=DocumentKind.TRIAL, title=key, text="", blocks=(), id=key, nct=nct, extra=extra
    )


def test_facts_of_one_trial_that_differ_between_files_are_told_by_value() -> None:
    found = list(
        records_that_differ(
            [trial("a", enrollment=60, sex="all"), trial("b", enrollment=80, sex="all")]
        )
    )
    assert found == [("NCT00000001: enrollment", "enrollment", {"60": ["a"], "80": ["b"]})]


def test_two_trials_do_not_disagree_with_each_other() -> None:
    documents = [trial("a", enrollment=60), trial("b", nct="NCT00000002", enrollment=80)]
    assert not list(records_that_differ(documents))


def test_a_fact_that_only_one_record_states_is_no_disagreement() -> None:
    assert not list(records_that_differ([trial("a", enrollment=60), trial("b")]))
