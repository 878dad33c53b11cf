"""What a library searches and answers with: opened together, used by many threads."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.ask import Ask
from aliquot.assembly import (
    DenseIndex,
    LibraryModel,
    make_analyser,
    make_ask,
    make_dense,
    make_encoders,
    make_find,
    make_followers,
    make_retriever,
    make_term_index,
    vectors_place,
)
from aliquot.config import Config
from aliquot.find import Find
from aliquot.protocols import TermIndex
from aliquot.retrieval.retriever import Retriever
from aliquot.storage.catalog import Catalog
from aliquot.storage.engines.index import EngineVectorIndex
from aliquot.storage.following import Followers

if TYPE_CHECKING:
    # Loaded when first asked for: what checks and surveys costs every other command its start.
    from aliquot.check import Check
    from aliquot.survey import SurveyStory

__all__ = ["Parts", "drop_indexes", "open_parts"]


@dataclass(frozen=True)
class Parts:
    """Embedders, indexes and what stands on them.

    Attributes:
        config: The library's settings.
        catalog: The truth.
        analyser: Of the term index.
        terms: The term index.
        dense: Each embedder with its index.
        followers: Every index.
        retriever: Ranks chunks.
        find: Finds chunks for a question.
        model: Writes, rewrites and makes follow-ups standalone, where one is named.
        ask: Answers questions.
        make_survey: Builds what puts questions to every document; once.
    """

    config: Config
    catalog: Catalog
    analyser: StandardAnalyser
    terms: TermIndex
    dense: Sequence[DenseIndex]
    followers: Followers
    retriever: Retriever
    find: Find
    model: LibraryModel
    ask: Ask
    make_survey: Callable[[], SurveyStory]

    @cached_property
    def check(self) -> Check:
        """Holds sentences against what it finds."""
        from aliquot.assembly.checking import make_check

        return make_check(self.analyser, self.terms, self.find)

    @property
    def survey(self) -> SurveyStory:
        """Puts questions to every document."""
        return self.make_survey()

    def close(self) -> None:
        """End the threads and release the indexes."""
        self.model.close()
        self.retriever.close()
        self.followers.close()


def open_parts(config: Config, catalog: Catalog, folder: Path, library: Path) -> Parts:
    """Open every index in `folder` of a library; one that is damaged is begun anew.

    Raises:
        ConfigError: No backend has the name in the config.
        MissingExtraError: A named backend's packages are not installed.
        StoreError: An index cannot be read.
    """

    def last_change() -> int:
        return catalog.sequence

    analyser = make_analyser(config)
    terms = make_term_index(config, folder, analyser, last_change)
    dense = make_dense(config, folder, last_change, catalog.id)
    encoders = make_encoders(config, folder, last_change)
    retriever = make_retriever(config, catalog, terms, dense, encoders)
    model = LibraryModel(config, library)
    find = make_find(config, catalog, terms, retriever, library, model)

    @cache
    def survey() -> SurveyStory:
        from aliquot.assembly.surveying import make_survey

        return make_survey(config, catalog, analyser, terms, find, model)

    return Parts(
        config=config,
        catalog=catalog,
        analyser=analyser,
        terms=terms,
        dense=dense,
        followers=make_followers(catalog, terms, dense, [one.follower for one in encoders]),
        retriever=retriever,
        find=find,
        model=model,
        ask=make_ask(config, catalog, analyser, terms, dense, find, model, survey),
        make_survey=survey,
    )


def drop_indexes(folder: Path, parts: Parts) -> None:
    """Drop every index in use, wherever it is, so that opening begins each anew.

    Args:
        folder: Where indexes live.
        parts: What is in use.
    """
    backend = parts.config.vectors.backend
    for one in parts.dense:
        if isinstance(one.index, EngineVectorIndex):
            one.index.drop()
            shutil.rmtree(vectors_place(folder, backend, one.name), ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
