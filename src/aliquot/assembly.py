"""Config to objects: the one file that joins everything.

Each function builds one thing from the config and what it stands on. Backends come by name; one
that is named and cannot load is an error, never a silent fallback.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.content_words import content_terms
from aliquot.analysis.names import identities_of, is_lookup, names_of
from aliquot.analysis.references import asks_for_references
from aliquot.analysis.weighting import question_weights
from aliquot.ask import Ask
from aliquot.backends import available, load
from aliquot.chunking import CHUNKING_VERSION
from aliquot.config import Config
from aliquot.errors import IndexMismatchError, MissingExtraError
from aliquot.generation.extractive import Extractor, QuestionTerms
from aliquot.generation.relevance import RelevanceJudge
from aliquot.ingest import Ingest
from aliquot.language import detect_language
from aliquot.metadata.resolvers.lookups import Lookups
from aliquot.metadata.resolvers.retraction_watch import RetractionWatch
from aliquot.metadata.resolvers.seam import Resolver
from aliquot.parsing.sniff import sniff
from aliquot.protocols import (
    Analyser,
    Chunker,
    Embedder,
    Index,
    Leg,
    MetadataResolver,
    TermIndex,
    VectorIndex,
)
from aliquot.retrieval.legs import DenseLeg, LexicalLeg, NameLeg, RecordLeg
from aliquot.retrieval.retriever import Retriever
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import Follower, Followers
from aliquot.storage.scopes import Scopes

__all__ = [
    "DenseIndex",
    "cutting_of",
    "embedder_names",
    "make_analyser",
    "make_ask",
    "make_dense",
    "make_followers",
    "make_ingest",
    "make_resolver",
    "make_retriever",
    "make_term_index",
    "parser_name",
]

_log = logging.getLogger(__name__)

IndexT = TypeVar("IndexT", bound=Index)

AUTO = "auto"
# A title that more documents share than this ("Meeting notes") names none of them.
MAX_RECORDS = 5
# The record a question names stands above all else: more than every other leg's first place and
# the best prior together, at any constant of the fusion.
RECORD_WEIGHT = 10.0
# Variables that hold the keys of look-up services.
KEYS = {"pubmed": "NCBI_API_KEY", "openalex": "OPENALEX_API_KEY"}
DEFAULT_LEGS = ("bge-small-en-v1.5", "multilingual-e5-small")


@dataclass(frozen=True, slots=True)
class DenseIndex:
    """An embedder with the index of its vectors.

    Attributes:
        name: The embedder's name in the config.
        embedder: Embeds questions and chunks.
        index: Holds the chunks' vectors.
    """

    name: str
    embedder: Embedder
    index: VectorIndex


# ------------------------------------------------------------------------------ embedders, indexes


def embedder_names(config: Config) -> list[str]:
    """Return the embedders a config stands for, `auto` resolved by what is installed."""
    names: list[str] = []
    for name in config.embedding.legs:
        if name == AUTO:
            names += [leg for leg in DEFAULT_LEGS if available("embedders", leg)]
        else:
            names.append(name)
    return list(dict.fromkeys(names))


def make_analyser() -> Analyser:
    """Return the analyser documents and questions share."""
    return StandardAnalyser()


def make_dense(config: Config, folder: Path, last_change: Callable[[], int]) -> list[DenseIndex]:
    """Build every dense leg's embedder and index.

    Args:
        config: Names the embedders and the engine.
        folder: Where indexes live, one folder each.
        last_change: Gives the number of the catalog's last change.

    Raises:
        ConfigError: No backend has this name.
        MissingExtraError: A named backend's packages are not installed.
    """
    settings = config.vectors
    open_index = load("vector_indexes", settings.backend)
    dense = []
    for name in embedder_names(config):
        embedder: Embedder = load("embedders", name)(**_options(config))
        place = folder / name

        def build(
            place: Path = place, name: str = name, embedder: Embedder = embedder
        ) -> VectorIndex:
            index: VectorIndex = open_index(
                place,
                name=name,
                dimension=embedder.dimension,
                embedder_id=embedder.id,
                exact_limit=settings.exact_limit,
                m=settings.m,
                ef_construction=settings.ef_construction,
                ef_search=settings.ef_search,
            )
            return index

        dense.append(DenseIndex(name, embedder, _sound(build, place, last_change)))
    return dense


def _options(config: Config) -> dict[str, int]:
    threads = config.embedding.threads
    return {"threads": threads} if threads else {}


def make_term_index(
    config: Config, folder: Path, analyser: Analyser, last_change: Callable[[], int]
) -> TermIndex:
    """Build the term index.

    Args:
        config: Names the engine.
        folder: Where indexes live, one folder each.
        analyser: Turns text into terms.
        last_change: Gives the number of the catalog's last change.
    """
    open_index = load("term_indexes", config.terms.backend)
    place = _writable(folder / "terms")

    def build() -> TermIndex:
        index: TermIndex = open_index(
            place,
            name="terms",
            analyser=analyser,
            header_weight=config.terms.header_weight,
            weigh=question_weights,
        )
        return index

    return _sound(build, place, last_change)


def _writable(place: Path) -> Path:
    """Return an index's folder, or a copy of this process's own where it may not be written.

    tantivy makes lock files even to read.
    """
    nearest = next(folder for folder in (place, *place.parents) if folder.exists())
    # Whom the system lets write is the effective user, where it can tell.
    is_effective = os.access in os.supports_effective_ids
    if os.access(nearest, os.W_OK, effective_ids=is_effective):
        return place
    private = Path(tempfile.mkdtemp(prefix="aliquot-"))
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    own = private / place.name
    if place.exists():
        shutil.copytree(place, own, copy_function=shutil.copyfile)
        for folder in (own, *(path for path in own.rglob("*") if path.is_dir())):
            folder.chmod(0o700)
    return own


def _sound(build: Callable[[], IndexT], place: Path, last_change: Callable[[], int]) -> IndexT:
    """Open an index; one that is damaged, foreign or ahead of the catalog is begun anew.

    Nothing is lost and nothing is embedded: the catalog holds every vector. The catalog is asked
    after the index is open: a process that writes meanwhile brings on the catalog first.
    """
    try:
        index = build()
        if index.sequence <= last_change():
            return index
        index.close()
        reason = "it is ahead of the catalog"
    except IndexMismatchError as exc:
        reason = exc.message
    _log.warning("building %s again from the catalog: %s", place.name, reason)
    shutil.rmtree(place, ignore_errors=True)
    return build()


# ------------------------------------------------------------------------------ stories


def make_retriever(
    config: Config, catalog: Catalog, terms: TermIndex, dense: Sequence[DenseIndex]
) -> Retriever:
    """Build the legs and their fusion."""
    settings = config.retrieval

    def records_of(question: str) -> list[list[int]]:
        return catalog.keys_of_named(identities_of(question), MAX_RECORDS)

    legs: list[Leg] = [LexicalLeg(terms), NameLeg(terms, names_of), RecordLeg(records_of)]
    weights = {LexicalLeg.name: settings.lexical_weight, NameLeg.name: settings.name_weight}
    for one in dense:
        leg = DenseLeg(one.embedder, one.index, name=f"dense:{one.name}")
        legs.append(leg)
        weights[leg.name] = settings.dense_weight
    weights[RecordLeg.name] = RECORD_WEIGHT * sum(weights.values())
    return Retriever(
        legs,
        catalog.chunks,
        depth=settings.depth,
        rrf_k=settings.rrf_k,
        weights=weights,
        is_lookup=is_lookup,
    )


def make_ask(
    config: Config,
    catalog: Catalog,
    analyser: Analyser,
    terms: TermIndex,
    dense: Sequence[DenseIndex],
    retriever: Retriever,
) -> Ask:
    """Build the ask story."""
    settings = config.answer

    def terms_of(question: str) -> QuestionTerms:
        words, weights = content_terms(question), question_weights(question)
        rarity = zip(words, terms.idf(words), strict=True)
        return QuestionTerms({word: idf * weights.get(word, 1.0) for word, idf in rarity})

    def embedder_for(language: str) -> Embedder | None:
        embedders = (one.embedder for one in dense)
        fits = (e for e in embedders if e.languages is None or language in e.languages)
        return next(fits, None)

    return Ask(
        retriever=retriever,
        scope_of=Scopes(catalog).scope,
        terms_of=terms_of,
        language_of=detect_language,
        asks_for_references=asks_for_references,
        successors_of=catalog.relations.successors,
        extractor=Extractor(analyser, embedder_for, max_statements=settings.max_statements),
        judge=RelevanceJudge(analyser, min_probability=settings.min_relevance),
        evidence_chunks=settings.evidence_chunks,
    )


def make_followers(catalog: Catalog, terms: TermIndex, dense: Sequence[DenseIndex]) -> Followers:
    """Join every index with the catalog it follows."""
    vectors = [Follower(one.index, one.embedder) for one in dense]
    return Followers(catalog, [Follower(terms), *vectors])


def make_ingest(config: Config, catalog: Catalog, followers: Followers) -> Ingest:
    """Build the ingest story."""
    settings = config.chunking
    if config.ingest.ocr and not available("recognisers", config.ingest.ocr):
        _check_named("recognisers", config.ingest.ocr)

    @cache
    def chunkers(kind: str) -> Chunker:
        chunker: Chunker = load("chunkers", kind)(
            target_tokens=settings.target_tokens,
            max_tokens=settings.max_tokens,
            overlap=settings.overlap,
        )
        return chunker

    return Ingest(
        catalog=catalog,
        followers=followers,
        chunkers=chunkers,
        sniff=sniff,
        parser_name=parser_name,
        cutting=cutting_of(config),
        config=config.ingest,
        resolver=make_resolver(config, catalog),
    )


def _check_named(seam: str, name: str) -> None:
    """Let pass what is only not installed; a scan will say what it needs.

    Raises:
        ConfigError: No backend has this name.
    """
    with suppress(MissingExtraError):
        load(seam, name)


def make_resolver(config: Config, catalog: Catalog) -> MetadataResolver | None:
    """Build what asks elsewhere who a paper is; `None` where nothing is to be asked.

    Raises:
        ConfigError: A service is unknown, or the Retraction Watch file cannot be read.
        MissingExtraError: httpx is not installed.
    """
    settings = config.lookup
    asked: list[Resolver] = []
    close: Callable[[], None] = lambda: None  # noqa: E731 -- replaced where there is a client
    makers = {name: load("resolvers", name) for name in settings.services}
    if makers:
        # Here and not above: httpx belongs to an extra.
        from aliquot.metadata.resolvers.client import PoliteClient

        client = PoliteClient()
        close = client.close
        for name, make in makers.items():
            key = {"key": os.environ.get(KEYS[name], "")} if name in KEYS else {}
            asked.append(make(client, email=settings.email, **key))
    if settings.retraction_watch:
        asked.append(RetractionWatch(Path(settings.retraction_watch).expanduser()))
    return Lookups(asked, catalog.lookups, close=close) if asked else None


def cutting_of(config: Config) -> str:
    """Return how documents are cut: what was cut otherwise is outdated."""
    settings = config.chunking
    sizes = f"{settings.target_tokens}/{settings.max_tokens}/{settings.overlap:g}"
    return f"{CHUNKING_VERSION} {sizes}"


@cache
def parser_name(format_name: str) -> str:
    """Return a format's name with the present version of its parser."""
    return f"{format_name} {load('parsers', format_name).version}"
