"""What of a chunk is the same for every question is read once, and is what every question read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.generation.extractive import Extractor, QuestionTerms
from aliquot.generation.extractive.read_chunks import KIND_WORDS, ChunkReader
from aliquot.types import Chunk, ScoredChunk, Span, Statement

TEXT = (
    "Limits of detection (LODs) were 3 ng/mL. The LODs held for IL-6 and TNF-α.\n"
    "It fades when frozen.\nhttps://example.org/assay"
)


class Counting:
    """An analyser that counts the texts it is given."""

    def __init__(self) -> None:
        self._analyser = StandardAnalyser()
        self.id = self._analyser.id
        self.texts: list[str] = []

    def terms(self, text: str) -> list[str]:
        self.texts.append(text)
        return self._analyser.terms(text)

    def parted(self, text: str) -> tuple[list[str], list[str]]:
        return self._analyser.parted(text)


def chunk(text: str = TEXT, **given: object) -> Chunk:
    made = Chunk(id="d#1", document_id="d", text=text, header="Assays", span=Span(0, len(text)))
    return replace(made, **given)  # type: ignore[arg-type]


def test_a_chunk_read_again_is_not_analysed_again() -> None:
    analyser = Counting()
    reader = ChunkReader(analyser)
    for _ in range(2):
        read = reader.read(chunk())
        read_whole = (read.known, read.units, read.units_with_addresses, read.under)
    seen = len(analyser.texts)
    again = reader.read(chunk())
    assert (again.known, again.units, again.units_with_addresses, again.under) == read_whole
    assert len(analyser.texts) == seen


@pytest.mark.parametrize(
    "changed",
    [
        chunk("LQ-12 cells were thawed at 37 °C for two minutes."),
        chunk(header="Thawing"),
        chunk(also=("interleukin 6",)),
        chunk(metadata={"kind": "protocol", "title": "Thawing of LQ-12"}),
        chunk(span=Span(40, 40 + len(TEXT))),
        chunk(section_path=("Acknowledgements",)),
    ],
    ids=["text", "header", "names", "metadata", "place", "section"],
)
def test_an_id_that_stands_for_another_chunk_is_read_anew(changed: Chunk) -> None:
    analyser = StandardAnalyser()
    reader = ChunkReader(analyser)
    first = reader.read(chunk())
    assert first.units
    assert first.known
    read, fresh = reader.read(changed), ChunkReader(analyser).read(changed)
    assert (read.known, read.units, read.under) == (fresh.known, fresh.units, fresh.under)
    assert (read.known, read.units) != (first.known, first.units)


def test_no_more_chunks_are_remembered_than_wanted() -> None:
    analyser = Counting()
    reader = ChunkReader(analyser, remembered=2)
    chunks = [chunk(f"The buffer number {n} was kept cold.", id=f"d#{n}") for n in range(3)]
    for one in chunks:
        assert reader.read(one).known
    analyser.texts.clear()
    assert reader.read(chunks[2]).known
    assert reader.read(chunks[1]).known
    assert not analyser.texts
    assert reader.read(chunks[0]).known
    assert analyser.texts


# What may grow together across a gap: names with numbers, Greek letters, signs, kana, digits.
PIECES = st.sampled_from(
    [
        *("IL", "6", "NCT", "01234567", "beta", "TNF-", "α", "µ", "g", "10", "⁻⁶", "CD8", "(+)"),
        *("抗体", "5'", "UTR", "μ", "L", "²", "´", ".", "-", " ", "\n", "phase", "3", "the"),
        *("delta", "F508", "は"),
    ]
)
TEXTS = st.lists(PIECES, max_size=8).map("".join)


@given(TEXTS, TEXTS, TEXTS, st.sampled_from(sorted(KIND_WORDS)))
def test_parts_of_a_chunk_give_the_terms_of_the_whole(
    header: str, text: str, title: str, kind: str
) -> None:
    analyser = StandardAnalyser()
    one = chunk(text, header=header, also=(title,), metadata={"title": title, "kind": kind})
    known = ChunkReader(analyser).read(one).known
    whole = f"{one.searchable_text}\n{title}\n{title} {kind}\n{KIND_WORDS[kind]} "
    assert known == set(analyser.terms(whole))


def test_an_answer_is_the_same_whether_or_not_its_chunks_were_read_before() -> None:
    analyser = StandardAnalyser()
    texts = (TEXT, "Thaw at 37 °C for 2 min. Spin at 300 x g for 5 min.")
    evidence = [
        ScoredChunk(chunk(text, id=f"d#{n}"), score=1 / n, rank=n)
        for n, text in enumerate(texts, start=1)
    ]

    def answered(question: str, reader: ChunkReader) -> list[Statement]:
        terms = QuestionTerms(dict.fromkeys(analyser.terms(question), 1.0))
        return Extractor(reader, lambda language: None).extract(question, "en", terms, evidence)

    questions = ("At what temperature is it thawed?", "Which limits of detection had IL-6?")
    reader = ChunkReader(analyser)
    first = [answered(one, reader) for one in questions]
    assert all(first)
    assert [answered(one, reader) for one in questions] == first
    assert [answered(one, ChunkReader(analyser)) for one in questions] == first
