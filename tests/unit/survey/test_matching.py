"""Documents that say something, each by its best sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aliquot import Library
from aliquot.generation.surveying.asking import Need
from aliquot.survey import matching
from aliquot.survey.matching import Matcher
from aliquot.types import Chunk, SectionClass, Span

CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}


def test_only_the_best_sentences_are_verified_however_many_say_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quoted = []
    quote = Matcher.quote

    def spied(matcher: Matcher, *what: Any) -> Any:
        quoted.append(what)
        return quote(matcher, *what)

    monkeypatch.setattr(Matcher, "quote", spied)
    sentences = (f"Virellin was added to tube {number}." for number in range(200))
    (tmp_path / "notes.md").write_text("# Tubes\n\n" + "\n\n".join(sentences), "utf-8")
    with Library.create(tmp_path / "library", CONFIG) as library:
        library.add(tmp_path / "notes.md")
        found = library.survey("Which documents use virellin?")
    assert len(found.rows) == 1
    assert len(quoted) < 5


def test_a_sentence_that_denies_it_gives_way_to_a_weaker_one_that_says_it(tmp_path: Path) -> None:
    text = "# Notes\n\nVirellin and lumen were not used.\n\nVirellin was used in the lumen buffer."
    (tmp_path / "notes.md").write_text(text, "utf-8")
    with Library.create(tmp_path / "library", CONFIG) as library:
        library.add(tmp_path / "notes.md")
        (row,) = library.survey("Which documents use virellin?").rows
    assert row.citations[0].quote == "Virellin was used in the lumen buffer."


def test_a_place_is_found_where_short_sections_of_a_trial_stand_in_one_chunk() -> None:
    chunk = Chunk(
        id="nct1#3",
        document_id="nct1",
        text="IPD sharing\n\nNo.\n\nLocations\n\nTurkey: City Hospital, Izmir",
        header="A trial > IPD sharing",
        span=Span(0, 57),
        section_class=SectionClass.OTHER,
        section_path=("IPD sharing",),
        metadata={"kind": "trial"},
    )
    assert matching._may_meet(chunk, Need("Turkey", is_of_record=True))
