"""What services are asked, to the letter, and what their answers become."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from aliquot.errors import ConfigError, ModelError
from aliquot.reranking.services import ServiceReranker, cohere, voyage
from aliquot.testing.contract_rerankers import made_ranking


class _Network:
    """Keep requests; answer by a rule."""

    def __init__(self, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self.requests: list[httpx.Request] = []
        self.transport = httpx.MockTransport(self._respond)
        self._answer = answer

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(request.content) for request in self.requests]

    def _respond(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return httpx.Response(200, json=self._answer(json.loads(request.content)))


def _by_length(key: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def answer(body: dict[str, Any]) -> dict[str, Any]:
        scores = [
            {"index": place, "relevance_score": len(text) / 1_000}
            for place, text in enumerate(body["documents"])
        ]
        return {key: scores[::-1]}

    return answer


def _reranking(answer: dict[str, Any]) -> ServiceReranker:
    return cohere(key_variable="", transport=_Network(lambda body: answer).transport)


def test_cohere_is_asked_as_its_reference_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COHERE_API_KEY", "key-1")
    network = _Network(_by_length("results"))
    result = cohere(transport=network.transport).rerank("How?", made_ranking(["a", "bb"]), 2)
    assert str(network.requests[0].url) == "https://api.cohere.com/v2/rerank"
    assert network.requests[0].headers["Authorization"] == "Bearer key-1"
    assert network.bodies == [{"model": "rerank-v3.5", "query": "How?", "documents": ["a", "bb"]}]
    assert [(one.chunk.text, one.score) for one in result] == [("bb", 0.002), ("a", 0.001)]


def test_voyage_is_asked_as_its_reference_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOYAGE_API_KEY", "key-2")
    network = _Network(_by_length("data"))
    result = voyage(transport=network.transport).rerank("How?", made_ranking(["a", "bb"]), 1)
    assert str(network.requests[0].url) == "https://api.voyageai.com/v1/rerank"
    assert network.requests[0].headers["Authorization"] == "Bearer key-2"
    assert network.bodies == [
        {
            "model": "rerank-2.5",
            "query": "How?",
            "documents": ["a", "bb"],
            "truncation": True,
            "return_documents": False,
        }
    ]
    assert [one.chunk.text for one in result] == ["bb"]


def test_blank_texts_are_not_sent() -> None:
    network = _Network(_by_length("results"))
    reranker = cohere(key_variable="", transport=network.transport)
    reranker.rerank("How?", made_ranking(["", "a", " \n"]), 3)
    assert network.bodies[0]["documents"] == ["a"]


def test_blank_questions_are_not_sent() -> None:
    network = _Network(_by_length("results"))
    ranking = made_ranking(["a"])
    assert cohere(key_variable="", transport=network.transport).rerank(" ", ranking, 3) == ranking
    assert network.requests == []


def test_many_texts_are_sent_in_parts_and_ranked_together() -> None:
    network = _Network(_by_length("results"))
    texts = ["x" * (1 + place * 7 % 450) for place in range(450)]
    result = cohere(key_variable="", transport=network.transport).rerank(
        "How?", made_ranking(texts), 450
    )
    assert [len(body["documents"]) for body in network.bodies] == [200, 200, 50]
    assert [len(one.chunk.text) for one in result] == sorted(map(len, texts), reverse=True)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"results": None},
        {"results": ["a", "b"]},
        {"results": [{"index": 0, "relevance_score": 0.5}]},
        {"results": [{"index": place, "relevance_score": 0.5} for place in (0, 1, 2)]},
        {"results": [{"index": place, "relevance_score": 0.5} for place in (0, -1)]},
        {"results": [{"index": place, "relevance_score": "high"} for place in (0, 1)]},
        {"results": [{"index": 0, "relevance_score": 0.5}, {"index": None}]},
    ],
)
def test_an_answer_about_other_texts_is_an_error(answer: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="scores of other texts"):
        _reranking(answer).rerank("How?", made_ranking(["a", "b"]), 2)


def test_a_missing_key_names_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COHERE_API_KEY", raising=False)
    with pytest.raises(ConfigError, match="COHERE_API_KEY is not set") as caught:
        cohere()
    assert "COHERE_API_KEY" in caught.value.hint
