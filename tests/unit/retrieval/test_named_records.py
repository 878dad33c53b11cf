"""The part of a record that is asked for is found, and only where the record is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from aliquot.protocols import Scope
from aliquot.retrieval.legs import RecordLeg
from aliquot.retrieval.named_records import MAX_PARTS, NamedRecords, with_parts
from aliquot.types import Chunk, Expansion, Query, ScoredChunk, Span

PAX4 = Expansion("PAX4", ("O43316", "Paired box protein Pax-4"), "UniProt O43316")


def chunk(key: int, section: str, kind: str) -> Chunk:
    return Chunk(
        id=f"c{key}",
        document_id=kind,
        text="words",
        header="",
        span=Span(0, 5),
        section_path=(section,),
        metadata={"kind": kind},
    )


CHUNKS: Mapping[int, Chunk] = {
    1: chunk(1, "Overview", "gene"),
    2: chunk(2, "Function", "gene"),
    3: chunk(3, "Disease", "gene"),
    11: chunk(11, "Abstract", "paper"),
    12: chunk(12, "Function", "paper"),
    **{key: chunk(key, "Function" if key > 21 else "Overview", "gene") for key in range(21, 41)},
}
DOCUMENTS = {"O43316": [1, 2, 3], "10.1/x": [11, 12], "P00001": list(range(21, 41))}


def named(text: str, *expansions: Expansion, asked: str | None = "Function") -> list[list[int]]:
    def asked_for(question: str) -> Callable[[Chunk], bool] | None:
        return None if asked is None else lambda one: one.section == asked

    def identified(question: str) -> Sequence[Sequence[int]]:
        return [keys for name, keys in DOCUMENTS.items() if name in question]

    def entries(names: Sequence[str]) -> Sequence[Sequence[int]]:
        return [DOCUMENTS[name] for name in names if name in DOCUMENTS]

    def brought(keys: Sequence[int]) -> Mapping[int, Chunk]:
        return {key: CHUNKS[key] for key in keys if key in CHUNKS}

    records = NamedRecords(identified, entries, brought, asked_for)
    return records(Query(text=text, language="en", expansions=expansions))


def test_an_entry_named_in_passing_is_found_by_the_section_asked_for() -> None:
    assert named("What does PAX4 do?", PAX4) == [[2]]


def test_an_entry_that_lacks_the_section_is_not_found_by_its_name() -> None:
    assert named("Where is PAX4 expressed?", PAX4, asked="Tissue specificity") == []


def test_an_entry_named_by_its_accession_is_found_by_the_section_or_its_beginning() -> None:
    assert named("What does O43316 do?", PAX4) == [[2]]
    assert named("Where is O43316 expressed?", PAX4, asked="Tissue specificity") == [[1]]
    assert named("O43316", PAX4, asked=None) == [[1]]


def test_a_paper_is_found_by_its_beginning_whatever_is_asked() -> None:
    assert named("What does 10.1/x say of the function?") == [[11]]


def test_nothing_is_found_by_a_name_where_no_part_is_asked_for() -> None:
    assert named("Compare PAX4 and PAX6.", PAX4, asked=None) == []


def test_a_long_section_takes_a_few_places() -> None:
    (keys,) = named("What does P00001 do?")
    assert keys == [22, 23, 24][:MAX_PARTS]


def test_what_may_not_be_seen_is_not_found() -> None:
    leg = RecordLeg(lambda query: [[2], [11]])
    query = Query(text="anything", language="en")
    assert [hit.key for hit in leg.search(query, 10)] == [2, 11]
    scope = Scope(np.array([1, 11]))
    assert [hit.key for hit in leg.search(query, 10, scope)] == [11]


def ranked(*keys: int) -> list[ScoredChunk]:
    return [ScoredChunk(CHUNKS[key], 1 / rank, rank) for rank, key in enumerate(keys, start=1)]


def completed(*keys: int, asked: str | None = "Function") -> list[str]:
    def asked_for(question: str) -> Callable[[Chunk], bool] | None:
        return None if asked is None else lambda one: one.section == asked

    def parts_of(document_id: str) -> Sequence[Chunk]:
        return [CHUNKS[key] for key in DOCUMENTS["O43316"]]

    found = with_parts("anything", ranked(*keys), parts_of, asked_for)
    assert [one.rank for one in found] == list(range(1, len(found) + 1))
    return [one.chunk.id for one in found]


def test_the_part_asked_of_the_record_that_leads_comes_behind_its_leader() -> None:
    assert completed(1, 11, 3) == ["c1", "c2", "c11", "c3"]


def test_a_part_already_found_moves_up_and_is_there_once() -> None:
    assert completed(1, 11, 2) == ["c1", "c2", "c11"]


def test_a_leader_that_is_the_part_asked_for_stays_as_it_is() -> None:
    assert completed(2, 11, 3) == ["c2", "c11", "c3"]


def test_a_paper_that_leads_is_left_alone() -> None:
    assert completed(11, 1, 3) == ["c11", "c1", "c3"]


def test_a_ranking_stays_where_no_part_is_asked_for_or_nothing_is_found() -> None:
    assert completed(1, 11, asked=None) == ["c1", "c11"]
    assert completed() == []
