"""Rerank with the services of Cohere and Voyage, or any that speaks like one of them.

Enters: an address, a model's name and the name of the variable that holds the key. Leaves: a
`Reranker`. Questions and chunks are sent to the service.

Sources: https://docs.cohere.com/reference/rerank (v2) and
https://docs.voyageai.com/reference/reranker-api, both as of 2026-11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import httpx

from aliquot.errors import ModelError
from aliquot.models.remote import JsonService, required_key
from aliquot.reranking.ordering import rerank_by_scores
from aliquot.types import ScoredChunk

__all__ = ["ServiceReranker", "cohere", "voyage"]

# Both services take up to a thousand texts; Voyage also limits tokens in a request, the question's
# counted once per text, to 600,000. 200 texts of 500 tokens beside a question of 2,000 fit.
_TEXTS_PER_REQUEST = 200


class ServiceReranker:
    """Rerank by posting question and texts; safe to share between threads."""

    languages: frozenset[str] | None = None

    def __init__(
        self,
        service: JsonService,
        *,
        id: str,
        path: str,
        options: Mapping[str, Any],
        results: str,
    ) -> None:
        """Take the service and its dialect.

        Args:
            service: Where requests go.
            id: Name of service and model.
            path: Path of the request, beginning with a slash.
            options: Sent beside `query` and `documents`.
            results: Key of the list of `index` and `relevance_score` in an answer.
        """
        self.id = id
        self._service = service
        self._path = path
        self._options = dict(options)
        self._results = results

    def rerank(self, question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        """Return the best `k` chunks by the service's scores, 0 to 1.

        Raises:
            ModelError: The request is refused, or the answer is not one score for each text.
            ModelUnavailableError: The service stayed busy or out of reach.
        """
        return rerank_by_scores(self._scores, question, ranking, k)

    def close(self) -> None:
        """Close connections."""
        self._service.close()

    def _scores(self, question: str, texts: Sequence[str]) -> list[float]:
        scores: list[float] = []
        for start in range(0, len(texts), _TEXTS_PER_REQUEST):
            part = list(texts[start : start + _TEXTS_PER_REQUEST])
            body = {**self._options, "query": question, "documents": part}
            scores += self._in_order(self._service.post(self._path, body), len(part))
        return scores

    def _in_order(self, answer: Mapping[str, Any], count: int) -> list[float]:
        """Return the scores of an answer in the order of the texts."""
        found = dict(_indexed_scores(answer.get(self._results)))
        if sorted(found) != list(range(count)):
            raise ModelError(
                f"{self.id} answered with scores of other texts than the {count} sent.",
                hint="Check that the address and the model's name are of a reranking service.",
            )
        return [found[place] for place in range(count)]


def _indexed_scores(results: object) -> Iterator[tuple[int, float]]:
    """Yield index and score of what looks like a result; the rest is missed by the caller."""
    for one in results if isinstance(results, list) else ():
        if isinstance(one, dict):
            place, score = one.get("index"), one.get("relevance_score")
            if isinstance(place, int) and isinstance(score, int | float):
                yield place, float(score)


def cohere(
    *,
    model: str = "rerank-v3.5",
    base_url: str = "https://api.cohere.com",
    key_variable: str = "COHERE_API_KEY",
    timeout_s: float = 60,
    transport: httpx.BaseTransport | None = None,
) -> ServiceReranker:
    """Return Cohere Rerank, API version 2.

    Args:
        model: Its name there, such as `rerank-v3.5` or `rerank-v4.0-pro`.
        base_url: Address before `/v2/rerank`.
        key_variable: Environment variable that holds the key; empty for a service without one.
        timeout_s: Seconds to wait for an answer.
        transport: Replaces the network.

    Raises:
        ConfigError: The variable is not set, or the address is none.
    """
    return ServiceReranker(
        JsonService(
            base_url,
            key=required_key(key_variable),
            key_variable=key_variable,
            timeout_s=timeout_s,
            transport=transport,
        ),
        id=f"cohere-{model}",
        path="/v2/rerank",
        options={"model": model},
        results="results",
    )


def voyage(
    *,
    model: str = "rerank-2.5",
    base_url: str = "https://api.voyageai.com",
    key_variable: str = "VOYAGE_API_KEY",
    timeout_s: float = 60,
    transport: httpx.BaseTransport | None = None,
) -> ServiceReranker:
    """Return Voyage Rerank.

    Args:
        model: Its name there, such as `rerank-2.5` or `rerank-2.5-lite`.
        base_url: Address before `/v1/rerank`.
        key_variable: Environment variable that holds the key; empty for a service without one.
        timeout_s: Seconds to wait for an answer.
        transport: Replaces the network.

    Raises:
        ConfigError: The variable is not set, or the address is none.
    """
    return ServiceReranker(
        JsonService(
            base_url,
            key=required_key(key_variable),
            key_variable=key_variable,
            timeout_s=timeout_s,
            transport=transport,
        ),
        id=f"voyage-{model}",
        path="/v1/rerank",
        options={"model": model, "truncation": True, "return_documents": False},
        results="data",
    )
