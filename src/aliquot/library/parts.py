"""What a library searches and answers with: opened together, used by many threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from aliquot.ask import Ask
from aliquot.assembly import (
    DenseIndex,
    make_analyser,
    make_ask,
    make_check,
    make_dense,
    make_encoders,
    make_find,
    make_followers,
    make_retriever,
    make_survey,
    make_term_index,
)
from aliquot.check import Check
from aliquot.config import Config
from aliquot.retrieval.retriever import Retriever
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import Followers
from aliquot.survey import SurveyStory

__all__ = ["Parts", "open_parts"]


@dataclass(frozen=True, slots=True)
class Parts:
    """Embedders, indexes and what stands on them.

    Attributes:
        dense: Each embedder with its index.
        followers: Every index.
        retriever: Ranks chunks.
        ask: Answers questions.
        check: Holds sentences against what it finds.
        survey: Puts questions to every document.
    """

    dense: Sequence[DenseIndex]
    followers: Followers
    retriever: Retriever
    ask: Ask
    check: Check
    survey: SurveyStory

    def close(self) -> None:
        """End the threads and release the indexes."""
        self.ask.close()
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
    dense = make_dense(config, folder, last_change)
    encoders = make_encoders(config, folder, last_change)
    retriever = make_retriever(config, catalog, terms, dense, encoders)
    find = make_find(config, catalog, terms, retriever, library)
    return Parts(
        dense=dense,
        followers=make_followers(catalog, terms, dense, [one.follower for one in encoders]),
        retriever=retriever,
        ask=make_ask(config, catalog, analyser, terms, dense, find, library),
        check=make_check(analyser, terms, find),
        survey=make_survey(config, catalog, analyser, terms, find),
    )
