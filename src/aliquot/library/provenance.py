"""What it took to make an answer: its evidence, and the versions of all that worked on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import version

from aliquot.config import Config
from aliquot.storage.audit import now
from aliquot.storage.catalog import Catalog
from aliquot.storage.history import settings_hash
from aliquot.storage.records import hash_text
from aliquot.types import Answer, Comparison, Operator
from aliquot.types.history import AskedWith, EvidenceKept, StoredAnswer, Versions

__all__ = ["stored_answer"]


def stored_answer(
    answer: Answer,
    asked_with: AskedWith,
    catalog: Catalog,
    config: Config,
    embedders: Sequence[str],
) -> StoredAnswer:
    """Return an answer with what it took to make it.

    Args:
        answer: As it was given.
        asked_with: How it was asked.
        catalog: Holds what it cites.
        config: The settings in force.
        embedders: Ids of the dense legs' embedders.
    """
    return StoredAnswer(
        answer=answer,
        evidence=_evidence(answer),
        created_at=now(),
        asked_with=asked_with,
        versions=_versions(answer, catalog, config, embedders),
    )


def _evidence(answer: Answer) -> tuple[EvidenceKept, ...]:
    return tuple(
        EvidenceKept(
            chunk_id=one.chunk.id,
            text_hash=hash_text(one.chunk.text),
            score=one.score,
            ranks={name: leg.rank for name, leg in one.legs.items()},
            header=one.chunk.header,
        )
        for one in answer.evidence
    )


def _versions(
    answer: Answer, catalog: Catalog, config: Config, embedders: Sequence[str]
) -> Versions:
    settings = config.model_dump(mode="json")
    return Versions(
        aliquot=_version(),
        parsers=_parsers(catalog, (one.document_id for one in answer.citations())),
        embedders=tuple(embedders),
        model=config.model.name,
        config_hash=settings_hash(settings),
        settings=settings,
    )


def _parsers(catalog: Catalog, document_ids: Iterable[str]) -> dict[str, str]:
    cited = tuple(dict.fromkeys(document_ids))
    if not cited:
        return {}
    found = catalog.documents(Comparison("document_id", Operator.IN, cited))
    return {one.id: f"{one.parser} {one.parser_version}".strip() for one in found}


@cache
def _version() -> str:
    """Return ours, read once: it would take 0.9 ms of every answer."""
    return version("aliquot")
