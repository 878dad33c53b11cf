"""Config to what finds: legs and their fusion, the find story."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from aliquot.analysis.bench_words import bench_words
from aliquot.analysis.content_words import content_terms
from aliquot.analysis.names import identities_of, is_lookup, names_of
from aliquot.analysis.references import asks_for_references
from aliquot.analysis.synonym_file import SYNONYM_FILES, read_synonyms
from aliquot.analysis.synonyms import NameGroup, SynonymBook
from aliquot.analysis.understanding import understand
from aliquot.assembly.encoders import EncoderPart
from aliquot.assembly.indexes import DenseIndex
from aliquot.assembly.models import LibraryModel
from aliquot.backends import load
from aliquot.config import Config
from aliquot.errors import ConfigError
from aliquot.find import Arrange, Complete, Find, Rerank, Search
from aliquot.generation.extractive import parts_asked_for
from aliquot.language import detect_language
from aliquot.protocols import Leg, Reranker, TermIndex, TextModel
from aliquot.reranking import rerank_top
from aliquot.retrieval.diversity import diversified
from aliquot.retrieval.expansion import Expand, Expander
from aliquot.retrieval.languages import LanguageGroups
from aliquot.retrieval.leads import Leads
from aliquot.retrieval.legs import DenseLeg, LexicalLeg, NameLeg, RecordLeg
from aliquot.retrieval.multihop import HopBudget, MultiHop
from aliquot.retrieval.named_records import NamedRecords, with_parts
from aliquot.retrieval.retriever import Retriever
from aliquot.retrieval.rewriting import (
    DecomposingRewriter,
    HydeRewriter,
    ModelRewriter,
    MultiQueryRewriter,
)
from aliquot.retrieval.rewriting.following import FollowUpWriter
from aliquot.retrieval.taste import Traits
from aliquot.storage.catalog import Catalog
from aliquot.storage.scopes import Scopes
from aliquot.types import (
    And,
    Chunk,
    Comparison,
    Filter,
    Operator,
    ScoredChunk,
    Understanding,
)

__all__ = ["make_find", "make_reranker", "make_retriever"]

_log = logging.getLogger(__name__)

# A title that more documents share than this ("Meeting notes") names none of them.
MAX_RECORDS = 5
# The record a question names stands above all else: more than every other leg's first place and
# the best prior together, at any constant of the fusion.
RECORD_WEIGHT = 10.0
REWRITERS: Mapping[str, type[ModelRewriter]] = {
    "hyde": HydeRewriter,
    "multi-query": MultiQueryRewriter,
    "decompose": DecomposingRewriter,
}
# A list of synonyms is read whole for a question; nobody writes a larger one.
MAX_SYNONYM_BYTES = 16 * 1024 * 1024


def make_retriever(
    config: Config,
    catalog: Catalog,
    terms: TermIndex,
    dense: Sequence[DenseIndex],
    encoders: Sequence[EncoderPart] = (),
) -> Retriever:
    """Build the legs and their fusion."""
    settings = config.retrieval

    records_of = NamedRecords(
        lambda question: catalog.keys_of_named(identities_of(question), MAX_RECORDS),
        lambda names: catalog.keys_of_named({"accession": names}, MAX_RECORDS),
        catalog.chunks,
        parts_asked_for,
    )

    def traits_of(keys: Sequence[int]) -> dict[int, Traits]:
        return {key: Traits(*played) for key, played in catalog.parts_played(keys).items()}

    legs: list[Leg] = [LexicalLeg(terms), NameLeg(terms, names_of), RecordLeg(records_of)]
    weights = {LexicalLeg.name: settings.lexical_weight, NameLeg.name: settings.name_weight}
    for one in dense:
        leg = DenseLeg(
            one.embedder, one.index, name=f"dense:{one.name}", groups=_groups(catalog, one)
        )
        legs.append(leg)
        weights[leg.name] = settings.dense_weight
    # A late-interaction leg compares what words and names propose, which cost nothing to ask again.
    proposing = legs[:2]
    for part in encoders:
        leg_of_encoder = part.leg(proposing)
        legs.append(leg_of_encoder)
        weights[leg_of_encoder.name] = part.weight
    weights[RecordLeg.name] = RECORD_WEIGHT * sum(weights.values())
    return Retriever(
        # What counts for nothing is not searched either.
        [one for one in legs if weights[one.name] > 0],
        catalog.chunks,
        depth=settings.depth,
        rrf_k=settings.rrf_k,
        fusion=settings.fusion,
        weights=weights,
        is_lookup=is_lookup,
        traits_of=traits_of,
    )


def _groups(catalog: Catalog, dense: DenseIndex) -> LanguageGroups | None:
    """Return the chunks by language, for an embedder that understands several."""
    embedder = dense.embedder
    if embedder.languages is not None and len(embedder.languages) < 2:
        return None

    def vectors_of(keys: Sequence[int]) -> npt.NDArray[np.float32]:
        rows = [one.vector for one in catalog.records(keys, embedder.id) if one.vector is not None]
        return np.array(rows, dtype=np.float32).reshape(len(rows), embedder.dimension)

    return LanguageGroups(lambda: dense.index.sequence, catalog.keys_by_language, vectors_of)


def make_find(
    config: Config,
    catalog: Catalog,
    terms: TermIndex,
    retriever: Retriever,
    folder: Path,
    model: LibraryModel,
) -> Find:
    """Build the find story.

    Args:
        config: How to find.
        catalog: Holds what is found.
        terms: The term index.
        retriever: Joins the legs.
        folder: The library's, where files of synonyms lie.
        model: Rewrites questions and follows leads, where the settings ask for it.

    Raises:
        ConfigError: A reranker or a language model is named that cannot be built.
        MissingExtraError: Its packages are not installed.
    """
    settings = config.retrieval
    writes = model.text() if settings.rewrite else None
    rewriter = REWRITERS[settings.rewrite](writes) if writes is not None else None
    if settings.rewrite and rewriter is None:
        raise ConfigError(
            f"retrieval.rewrite is {settings.rewrite!r}, and no language model is named.",
            hint="Give name and url under [model] in aliquot.toml, or leave rewrite empty.",
        )
    reranker = make_reranker(config)
    return Find(
        retriever=retriever,
        understand=_understanding(config, catalog, terms, folder),
        scope_of=Scopes(catalog, terms.holding).narrowed,
        asks_for_references=asks_for_references,
        rewrite=None if rewriter is None else rewriter.rewriting,
        hopping=_hopping(config, terms, model.text()) if settings.hops else None,
        rerank=None if reranker is None else _reranking(config, reranker),
        arrange=_arranging(config),
        complete=_completing(catalog),
        depth=0 if reranker is None else settings.rerank_depth,
    )


def make_reranker(config: Config) -> Reranker | None:
    """Build what reads question and chunk together; `None` where nothing is named.

    Raises:
        ConfigError: No reranker has this name, or its options are not its own.
        MissingExtraError: Its packages are not installed.
    """
    settings = config.retrieval
    if not settings.reranker:
        return None
    make = load("rerankers", settings.reranker)
    try:
        reranker: Reranker = make(**settings.reranker_options)
    except TypeError as exc:
        raise ConfigError(
            f"The reranker {settings.reranker!r} cannot be built as set: {exc}.",
            hint="Check retrieval.reranker_options.",
        ) from exc
    return reranker


def _reranking(config: Config, reranker: Reranker) -> Rerank:
    settings = config.retrieval

    def rerank(question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        # A name looked up stands where it is found; lists of references come last, unread.
        is_read = [not one.chunk.is_reference for one in ranking]
        if is_lookup(question) or not any(is_read):
            return list(ranking[:k])
        count = is_read.index(False) if False in is_read else len(ranking)
        return rerank_top(
            reranker,
            question,
            ranking,
            min(settings.rerank_depth, count),
            k,
            former_weight=settings.rerank_former_weight,
        )

    return rerank


def _arranging(config: Config) -> Arrange | None:
    """Return what makes room in a ranking; `None` where nothing is to be done."""
    settings = config.retrieval
    if settings.max_share == 1 and not settings.collapse:
        return None

    def arrange(question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        # Where a name stands is what was asked for, however many of them are in one document.
        if is_lookup(question):
            return list(ranking[:k])
        return diversified(ranking, k, max_share=settings.max_share, collapse=settings.collapse)

    return arrange


def _completing(catalog: Catalog) -> Complete:
    """Return what brings the part of a record that a question asks for."""

    def complete(
        question: str, ranking: Sequence[ScoredChunk], where: Filter | None
    ) -> list[ScoredChunk]:
        def parts_of(document_id: str) -> list[Chunk]:
            whole = Comparison("document_id", Operator.EQ, document_id)
            keys = catalog.keys(whole if where is None else And((whole, where)))
            return list(catalog.chunks([int(key) for key in keys]).values())

        return with_parts(question, ranking, parts_of, parts_asked_for)

    return complete


def _hopping(
    config: Config, terms: TermIndex, model: TextModel | None
) -> Callable[[Search], MultiHop]:
    budget = HopBudget(hops=config.retrieval.hops)
    leads = Leads(names_of, content_terms, terms.idf)
    follow_up = None if model is None else FollowUpWriter(model)
    decompose = None if model is None else DecomposingRewriter(model)

    def hopping(search: Search) -> MultiHop:
        return MultiHop(search, leads, budget=budget, decompose=decompose, follow_up=follow_up)

    return hopping


def _understanding(
    config: Config, catalog: Catalog, terms: TermIndex, folder: Path
) -> Callable[[str, Filter | None], Understanding]:
    """Return what reads a question, with what the library knows and may be known of."""
    expander = _expander(catalog, terms, folder)

    def read(question: str, scope: Filter | None) -> Understanding:
        def is_known(where: Filter) -> bool:
            return catalog.has_document(where if scope is None else And((scope, where)))

        language = detect_language(question)
        if config.retrieval.understand:
            found = understand(question, language, known=is_known)
        else:
            found = Understanding(question=question, language=language, subject=question)
        if not found.subject.strip():
            found = replace(found, subject=question)
        if config.retrieval.synonyms:
            expansions = expander.expansions(found.subject, scope)
            if language == "ja":
                expansions = (*expansions, *bench_words(found.subject))
            found = replace(found, expansions=expansions)
        return found

    return read


Names = tuple[Sequence[NameGroup], ...]


def _expander(catalog: Catalog, terms: TermIndex, folder: Path) -> Expander[Filter | None, Names]:
    """Return what knows the names in entries of the library and in its files of synonyms."""
    files = [folder / name for name in SYNONYM_FILES]

    def state(scope: Filter | None) -> tuple[int, ...]:
        # Which entries may be known of changes without any index.
        changes = (terms.sequence,) if scope is None else catalog.state
        return (*changes, *(one.stat().st_mtime_ns for one in files if one.is_file()))

    def read(scope: Filter | None) -> Names:
        entries = [
            NameGroup(
                one.names, f"{one.registry} {one.accession}", (one.accession, *one.symbols[:1])
            )
            for one in catalog.entry_names(scope)
        ]
        return (*(_written_names(one) for one in files if one.is_file()), entries)

    def build(names: Names) -> Expand:
        return SynonymBook([group for groups in names for group in groups]).expansions

    return Expander(state, read, build)


def _written_names(path: Path) -> Sequence[NameGroup]:
    if path.stat().st_size > MAX_SYNONYM_BYTES:
        _log.warning("%s is larger than %d bytes and is not read", path, MAX_SYNONYM_BYTES)
        return ()
    found = read_synonyms(path.read_bytes(), path.name)
    for problem in found.problems:
        _log.warning("%s", problem)
    return found.groups
