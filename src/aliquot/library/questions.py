"""What finds chunks and answers questions, opened with the first one: a `sync` never asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.ask import Ask
from aliquot.assembly import DenseIndex, EncoderPart
from aliquot.assembly.answering import make_ask
from aliquot.assembly.finding import make_find, make_retriever
from aliquot.assembly.models import LibraryModel
from aliquot.config import Config
from aliquot.find import Find
from aliquot.protocols import TermIndex
from aliquot.retrieval.retriever import Retriever
from aliquot.storage.catalog import Catalog

if TYPE_CHECKING:
    # Loaded when first asked for: what surveys costs every other question its start.
    from aliquot.survey import SurveyStory

__all__ = ["Questions", "open_questions"]


@dataclass(frozen=True, slots=True)
class Questions:
    """What stands on the indexes and models of a library.

    Attributes:
        retriever: Ranks chunks.
        find: Finds chunks for a question.
        model: Writes, rewrites and makes follow-ups standalone, where one is named.
        ask: Answers questions.
        make_survey: Builds what puts questions to every document; once.
    """

    retriever: Retriever
    find: Find
    model: LibraryModel
    ask: Ask
    make_survey: Callable[[], SurveyStory]

    def close(self) -> None:
        """End the threads."""
        self.model.close()
        self.retriever.close()


def open_questions(
    config: Config,
    catalog: Catalog,
    library: Path,
    analyser: StandardAnalyser,
    terms: TermIndex,
    dense: Sequence[DenseIndex],
    encoders: Sequence[EncoderPart],
) -> Questions:
    """Join indexes and models to what answers.

    Args:
        config: The library's settings.
        catalog: The truth.
        library: The library's folder.
        analyser: Of the term index.
        terms: The term index.
        dense: Each embedder with its index.
        encoders: Each encoder with its index.

    Raises:
        ConfigError: No backend has the name in the config.
        MissingExtraError: A named backend's packages are not installed.
    """
    retriever = make_retriever(config, catalog, terms, dense, encoders)
    model = LibraryModel(config, library)
    find = make_find(config, catalog, terms, retriever, library, model)

    @cache
    def survey() -> SurveyStory:
        from aliquot.assembly.surveying import make_survey

        return make_survey(config, catalog, analyser, terms, find, model)

    ask = make_ask(config, catalog, analyser, terms, dense, find, model, survey)
    return Questions(retriever, find, model, ask, survey)
