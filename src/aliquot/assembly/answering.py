"""Config to what answers: the extractor, the gates, the strategies of a language model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.content_words import content_terms
from aliquot.analysis.weighting import question_weights
from aliquot.ask import Ask, WholeOf, WrittenAnswers
from aliquot.assembly.indexes import DenseIndex
from aliquot.assembly.models import LibraryModel
from aliquot.config import Config
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.filters import within
from aliquot.find import Find
from aliquot.generation.extractive import (
    ChunkReader,
    Digests,
    Drafted,
    Extractor,
    Procedures,
    QuestionTerms,
)
from aliquot.generation.refusing import Refuser
from aliquot.generation.relevance import RelevanceJudge
from aliquot.generation.verify import Verifier
from aliquot.generation.verify.contradictions import find_contradictions
from aliquot.protocols import Embedder, TermIndex
from aliquot.retrieval.remembered_vectors import REMEMBERED_SENTENCES, RememberedVectors
from aliquot.storage.catalog import Catalog
from aliquot.types import Block, Filter, ScoredChunk, Understanding

if TYPE_CHECKING:
    from aliquot.generation.surveying.answering import SurveyedAnswers
    from aliquot.survey import SurveyStory

__all__ = ["make_ask", "terms_by_rarity"]

# Of a question's content words, those the name of an unread file has to hold: one word alone
# ("protocol", "2021") names too many.
MIN_SHARED_WORDS = 2


def make_ask(
    config: Config,
    catalog: Catalog,
    analyser: StandardAnalyser,
    terms: TermIndex,
    dense: Sequence[DenseIndex],
    find: Find,
    model: LibraryModel,
    survey: Callable[[], SurveyStory],
) -> Ask:
    """Build the ask story.

    Args:
        config: How to answer.
        catalog: Holds what is found.
        analyser: Of the term index.
        terms: The term index.
        dense: The embedders, with their indexes.
        find: Finds chunks.
        model: Writes, where one is named.
        survey: Builds what puts questions to every document.
    """
    settings = config.answer

    verifier = Verifier()
    reader = ChunkReader(analyser)

    def documents_left(where: Filter) -> int:
        return len(catalog.documents(where))

    def make_written() -> WrittenAnswers:
        # Half of what an answer imports, and only where a model writes.
        from aliquot.assembly.writing import make_written_answers

        chain = model.chat()
        if chain is None:
            raise ConfigError("No language model is named.", hint="Name one under [model].")
        return make_written_answers(config, catalog, find, verifier, chain)

    def make_surveyed() -> SurveyedAnswers:
        from aliquot.assembly.findings import make_finding_extractors
        from aliquot.generation.surveying.answering import SurveyedAnswers

        def lacking() -> int:
            extractor = make_finding_extractors(config)
            return catalog.findings.lacking_count(extractor.version) if extractor else 0

        return SurveyedAnswers(survey().survey, catalog.chunks_of, verifier, lacking)

    return Ask(
        find=find,
        terms_of=terms_by_rarity(analyser, terms),
        successors_of=_successors_of(catalog),
        extractor=Extractor(reader, _embedder_for(dense), max_statements=settings.max_statements),
        whole_of=_whole_of(catalog, reader),
        refuser=Refuser(
            RelevanceJudge(reader, min_probability=settings.min_relevance),
            documents_left=documents_left,
            unreadable_of=_unreadable_of(catalog, analyser),
        ),
        verifier=verifier,
        make_surveyed=make_surveyed,
        make_written=make_written if config.model.name else None,
        contradictions_of=find_contradictions,
        evidence_chunks=settings.evidence_chunks,
    )


def _whole_of(catalog: Catalog, reader: ChunkReader) -> WholeOf:
    """Return what quotes a procedure or an abstract whole, where that is asked for."""

    def blocks_of(document_id: str) -> Sequence[Block]:
        try:
            return catalog.document(document_id).blocks
        except UnknownDocumentError:
            return ()

    procedures = Procedures(reader, blocks_of, catalog.chunks_of, _successors_of(catalog))
    digests = Digests(reader, catalog.chunks_of)

    def whole_of(
        asked: Understanding,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
        where: Filter | None,
    ) -> Drafted | None:
        restrictions = [one.words for one in asked.spoken]
        return procedures.asked_for(asked.subject, terms, evidence, where) or digests.asked_for(
            asked.question, terms, evidence, restrictions
        )

    return whole_of


def terms_by_rarity(
    analyser: StandardAnalyser, terms: TermIndex
) -> Callable[[Understanding], QuestionTerms]:
    """Return what weighs the words of a question by how rare they are here."""

    def terms_of(asked: Understanding) -> QuestionTerms:
        question = asked.subject
        words = content_terms(question, analyser.piece_terms)
        weights = question_weights(question, analyser)
        rarity = zip(words, terms.idf(words), strict=True)
        others = {
            term: tuple(frozenset(analyser.parted(other)[0]) for other in one.others)
            for one in asked.expansions
            for term in content_terms(one.name, analyser.piece_terms)
        }
        return QuestionTerms({word: idf * weights.get(word, 1.0) for word, idf in rarity}, others)

    return terms_of


def _embedder_for(dense: Sequence[DenseIndex]) -> Callable[[str], Embedder | None]:
    embedders = [
        RememberedVectors(one.embedder, "document", remembered=REMEMBERED_SENTENCES)
        for one in dense
    ]

    def embedder_for(language: str) -> Embedder | None:
        fits = (e for e in embedders if e.languages is None or language in e.languages)
        return next(fits, None)

    return embedder_for


def _successors_of(
    catalog: Catalog,
) -> Callable[[Iterable[str], Filter | None], Mapping[str, str]]:
    """Return what names the newest version of documents, of those that may be known of."""

    def successors_of(document_ids: Iterable[str], where: Filter | None) -> Mapping[str, str]:
        found, scope = catalog.relations.successors(document_ids), within(where)
        if scope is None or not found:
            return found
        seen = catalog.passing(found.values(), scope)
        return {old: new for old, new in found.items() if new in seen}

    return successors_of


def _unreadable_of(
    catalog: Catalog, analyser: StandardAnalyser
) -> Callable[[str, Filter | None], Sequence[str]]:
    """Return what names the unread files that a question seems to be about."""

    def unreadable_of(question: str, where: Filter | None) -> Sequence[str]:
        wanted = set(content_terms(question, analyser.piece_terms))
        return [
            name
            for name in catalog.unread_names(where)
            if len(wanted & set(analyser.terms(name.replace("_", " ")))) >= MIN_SHARED_WORDS
        ]

    return unreadable_of
