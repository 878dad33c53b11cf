"""Config to what surveys: every document of a library, and the files that gave none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import PurePath

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.assembly.answering import terms_by_rarity
from aliquot.assembly.findings import make_finding_extractors
from aliquot.assembly.models import LibraryModel
from aliquot.config import Config
from aliquot.find import Find
from aliquot.generation.verify import Verifier
from aliquot.protocols import Scope, TermIndex
from aliquot.storage.catalog import Catalog
from aliquot.storage.scopes import Scopes
from aliquot.survey import SurveyStory
from aliquot.survey.cells import ColumnCells
from aliquot.survey.changes import Seen
from aliquot.survey.columns import ColumnReader
from aliquot.survey.matching import Matcher
from aliquot.types import DocumentState, Filter, Scoped

__all__ = ["make_survey"]

# What the ledger says of a file without text.
NEEDS_OCR = "needs_ocr"


NOT_YET = "not yet read for findings: run 'aliquot sync'"
TURNED_OFF = "findings are turned off: put findings = true under [ingest] in aliquot.toml"


def make_survey(
    config: Config,
    catalog: Catalog,
    analyser: StandardAnalyser,
    terms: TermIndex,
    find: Find,
    model: LibraryModel,
) -> SurveyStory:
    """Build the survey story.

    Args:
        config: Whether documents are read for findings, and how many requests are sent at a time.
        catalog: Holds what is asked.
        analyser: Of the term index.
        terms: The term index.
        find: Reads questions.
        model: Fills columns that nothing else does, where one is named.
    """
    verifier = Verifier()
    scopes = Scopes(catalog, terms.holding)

    def scope_of(where: Filter | None) -> Scope | None:
        return None if where is None else scopes.scope(where)

    matcher = Matcher(
        terms=terms,
        chunks=catalog.chunks,
        chunk_count=lambda: len(catalog.keys()),
        analyser=analyser,
    )

    def reader_of(usd: float | None) -> ColumnReader | None:
        chat = model.chat()
        if chat is None:
            return None
        budget_tokens = config.answer.budget_tokens
        asked = chat.for_question(usd)
        return ColumnReader(asked, verifier, analyser, budget_tokens=budget_tokens)

    return SurveyStory(
        find=find,
        terms_of=terms_by_rarity(analyser, terms),
        matcher=matcher,
        documents_of=catalog.each_document,
        unread_of=lambda where: unread_files(catalog, where),
        scope_of=scope_of,
        chunks_of=catalog.chunks_of,
        findings_of=catalog.findings.by_kind,
        unread_for_findings=lambda: unread_for_findings(config, catalog),
        this_year=lambda: date.today().year,
        cells=ColumnCells(
            cells=catalog.cells,
            reader_of=reader_of,
            matcher=matcher,
            chunks_of=catalog.chunks_of,
            findings_of=catalog.findings.by_kind,
            parallel=config.model.parallel,
        ),
        seen_through=lambda where: Seen(
            where, catalog.documents, catalog.document, catalog.chunks_of, catalog.relations.of
        ),
    )


def unread_files(catalog: Catalog, where: Filter | None = None) -> Iterator[Scoped]:
    """Yield the files that gave no document, copies left aside; any of them might pass a filter.

    Args:
        catalog: Knows them.
        where: Of which the collections it names count; of all unless given.
    """
    for entry in catalog.ledger.failed(where):
        state = DocumentState.NO_TEXT if entry.status == NEEDS_OCR else DocumentState.FAILED
        yield Scoped(entry.path, state, title=PurePath(entry.path).name, reason=entry.reason)


def unread_for_findings(
    config: Config, catalog: Catalog
) -> Mapping[str, tuple[DocumentState, str]]:
    """Return the ids of documents whose findings are not all known, each with the reason."""
    extractor = make_finding_extractors(config)
    if extractor is None:
        off = (DocumentState.SKIPPED, TURNED_OFF)
        return dict.fromkeys((one.id for one in catalog.each_document()), off)
    unread = {
        one: (DocumentState.FAILED, reason) for one, reason in catalog.findings.failures().items()
    }
    not_yet = (DocumentState.SKIPPED, NOT_YET)
    return unread | dict.fromkeys(catalog.findings.lacking(extractor.version), not_yet)
