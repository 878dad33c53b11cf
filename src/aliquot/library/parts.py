"""What a library searches and answers with: opened together, used by many threads."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.assembly import (
    DenseIndex,
    EncoderPart,
    make_analyser,
    make_dense,
    make_encoders,
    make_followers,
    make_term_index,
    vectors_place,
)
from aliquot.config import Config
from aliquot.protocols import TermIndex
from aliquot.storage.catalog import Catalog
from aliquot.storage.engines.index import EngineVectorIndex
from aliquot.storage.following import Followers

if TYPE_CHECKING:
    # Loaded when first asked for: what finds, answers, checks and surveys costs every other
    # command its start, and is more than half of that of a sync.
    from aliquot.ask import Ask
    from aliquot.assembly.models import LibraryModel
    from aliquot.check import Check
    from aliquot.find import Find
    from aliquot.library.questions import Questions
    from aliquot.retrieval.retriever import Retriever
    from aliquot.survey import SurveyStory

__all__ = ["Parts", "drop_indexes", "open_parts"]


@dataclass(frozen=True)
class Parts:
    """Embedders, indexes and what stands on them.

    Attributes:
        config: The library's settings.
        catalog: The truth.
        library: The library's folder.
        analyser: Of the term index.
        terms: The term index.
        dense: Each embedder with its index.
        encoders: Each encoder with its index.
        followers: Every index.
    """

    config: Config
    catalog: Catalog
    library: Path
    analyser: StandardAnalyser
    terms: TermIndex
    dense: Sequence[DenseIndex]
    encoders: Sequence[EncoderPart]
    followers: Followers
    _opening: threading.Lock = field(default_factory=threading.Lock, repr=False)
    _opened: list[Questions] = field(default_factory=list, repr=False)

    @property
    def questions(self) -> Questions:
        """What finds and answers, opened when first asked for.

        Raises:
            ConfigError: No backend has the name in the config.
            MissingExtraError: A named backend's packages are not installed.
        """
        with self._opening:
            if not self._opened:
                from aliquot.library.questions import open_questions

                part = (self.analyser, self.terms, self.dense, self.encoders)
                self._opened.append(open_questions(self.config, self.catalog, self.library, *part))
            return self._opened[0]

    @property
    def retriever(self) -> Retriever:
        """Ranks chunks."""
        return self.questions.retriever

    @property
    def find(self) -> Find:
        """Finds chunks for a question."""
        return self.questions.find

    @property
    def model(self) -> LibraryModel:
        """Writes, rewrites and makes follow-ups standalone, where one is named."""
        return self.questions.model

    @property
    def ask(self) -> Ask:
        """Answers questions."""
        return self.questions.ask

    @cached_property
    def check(self) -> Check:
        """Holds sentences against what it finds."""
        from aliquot.assembly.checking import make_check

        return make_check(self.analyser, self.terms, self.find)

    @property
    def survey(self) -> SurveyStory:
        """Puts questions to every document."""
        return self.questions.make_survey()

    def close(self) -> None:
        """End the threads and release the indexes."""
        with self._opening:
            while self._opened:
                self._opened.pop().close()
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
    return Parts(
        config=config,
        catalog=catalog,
        library=library,
        analyser=analyser,
        terms=terms,
        dense=dense,
        encoders=encoders,
        followers=make_followers(catalog, terms, dense, [one.follower for one in encoders]),
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
