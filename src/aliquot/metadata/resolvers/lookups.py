"""Ask several look-up services about a document, and remember what they said.

What enters: a document with the identifiers it states. What leaves: references for `identify`. Each
answer is kept in a cache as it comes, so an interrupted run goes on where it stopped and asks
nothing twice. Nothing that happens here stops an ingest.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence

from aliquot.metadata.claims import Standing, weigh
from aliquot.metadata.resolvers.seam import (
    LookupCache,
    LookupFailedError,
    Question,
    Resolver,
    ServiceDownError,
    questions_about,
)
from aliquot.types import Document
from aliquot.types.references import Reference

__all__ = ["Lookups"]

_log = logging.getLogger(__name__)

DAY_S = 86_400.0
# Retractions come at any time, so a record is not believed for ever; what a service does not know
# today it often knows next week.
FOUND_TTL_S = 30 * DAY_S
MISSING_TTL_S = 3 * DAY_S


class Lookups:
    """Every configured look-up service.

    Attributes:
        id: Names and versions of the services.
    """

    def __init__(
        self,
        resolvers: Sequence[Resolver],
        cache: LookupCache,
        *,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        """Take the services, preferred ones first, and where answers are kept.

        Args:
            resolvers: The services.
            cache: Answers that were had before.
            close: Releases what the services share.
        """
        self.id = " ".join(f"{one.name}/{one.version}" for one in resolvers)
        self._resolvers = resolvers
        self._cache = cache
        self._close = close
        self._failed: dict[str, str] = {}

    @property
    def failures(self) -> list[str]:
        """One sentence for each service that failed in this run."""
        return list(self._failed.values())

    def close(self) -> None:
        """Release connections."""
        self._close()

    def resolve(self, document: Document) -> tuple[Reference, ...]:
        """Return what the services state that may be about a document; never raises for them."""
        found = (one for resolver in self._resolvers for one in self._resolve(resolver, document))
        return tuple(found)

    def _resolve(self, resolver: Resolver, document: Document) -> Iterator[Reference]:
        """Ask one service, from the surest question on, until an answer has the right title.

        A DOI that was misread brings another paper's record: it is reported, and the title asked.
        """
        for question in questions_about(document):
            if question.by not in resolver.asks_by:
                continue
            references = self._answer(resolver, question)
            yield from references
            if any(weigh(document, one).standing is Standing.AGREES for one in references):
                return

    def _answer(self, resolver: Resolver, question: Question) -> list[Reference]:
        if resolver.is_local:
            return resolver.ask(question)
        name = f"{resolver.name}/{resolver.version}"
        kept = _load(self._cache.get(name, question.key))
        if kept is not None:
            return kept
        try:
            references = resolver.ask(question)
        except LookupFailedError as exc:
            if not isinstance(exc, ServiceDownError):
                self._failed[resolver.name] = f"{resolver.name}: {exc.message}"
            _log.debug("%s: %s", resolver.name, exc.message)
            return []
        ttl_s = FOUND_TTL_S if references else MISSING_TTL_S
        self._cache.put(name, question.key, _dump(references), ttl_s)
        return references


def _dump(references: Sequence[Reference]) -> str:
    stated = [one.to_plain() for one in references]
    return json.dumps(stated, ensure_ascii=False, separators=(",", ":"))


def _load(answer: str | None) -> list[Reference] | None:
    """Return a kept answer; `None` where there is none, or one of another version's form."""
    if answer is None:
        return None
    try:
        return [Reference.from_plain(one) for one in json.loads(answer)]
    except (ValueError, TypeError, AttributeError):
        return None
