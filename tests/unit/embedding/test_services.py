"""What each embedding service is asked, and what its answers may not be."""

from __future__ import annotations

import numpy as np
import pytest

from aliquot.errors import ConfigError, ModelError
from aliquot.protocols import Role
from embedding_services import SERVICES, answer, served
from json_server import Asked, Reply, serving

pytest.importorskip("httpx", reason="the extra `remote` is not installed")

from aliquot.embedding.services.cohere import cohere
from aliquot.embedding.services.ollama import ollama
from aliquot.embedding.services.openai import openai
from aliquot.embedding.services.voyage import voyage


@pytest.mark.parametrize("vendor", SERVICES)
def test_many_texts_come_back_in_order_over_several_requests(vendor: str) -> None:
    texts = [f"text {number} " * (number % 5) for number in range(300)]
    with serving(answer) as server:
        together = served(vendor, server.url).embed(texts, "document")
        assert len(server.asked) > 1
        alone = served(vendor, server.url).embed([texts[257]], "document")
    assert np.allclose(together[257], alone[0], atol=1e-6)


@pytest.mark.parametrize(
    ("vendor", "role", "expected"),
    [
        ("cohere", "query", {"input_type": "search_query", "output_dimension": 256}),
        ("cohere", "document", {"input_type": "search_document"}),
        ("voyage", "query", {"input_type": "query", "output_dimension": 512}),
        ("openai", "query", {"dimensions": 512, "input": ["a"]}),
        ("ollama", "query", {"input": ["search_query: a"]}),
        ("ollama", "document", {"input": ["search_document: a"]}),
    ],
)
def test_roles_and_dimensions_are_told(
    vendor: str, role: Role, expected: dict[str, object]
) -> None:
    with serving(answer) as server:
        served(vendor, server.url).embed(["a"], role)
    assert expected.items() <= server.asked[0].body.items()


@pytest.mark.parametrize("vendor", SERVICES)
def test_the_id_names_model_and_dimension(vendor: str) -> None:
    model, dimension = SERVICES[vendor]
    embedder = served(vendor, "http://localhost")
    assert model in embedder.id
    assert str(embedder.dimension) in embedder.id
    assert embedder.dimension == (dimension or 768)


@pytest.mark.parametrize(
    "data",
    [
        [{"index": 0, "embedding": [1.0] * 511}],
        [{"index": 0, "embedding": [0.0] * 512}],
        [{"index": 1, "embedding": [1.0] * 512}],
        [{"index": 0, "embedding": "abc"}],
        [{"embedding": [1.0] * 512}],
        [],
        None,
    ],
)
def test_an_answer_that_is_not_one_vector_a_text_is_refused(data: object) -> None:
    with serving(lambda _: Reply({"data": data})) as server, pytest.raises(ModelError):
        served("openai", server.url).embed(["a"], "query")


@pytest.mark.parametrize("make", [openai, cohere, voyage])
def test_a_missing_key_names_its_variable_at_the_first_text(make: type) -> None:
    embedder = make(environ={})
    assert embedder.embed([], "query").shape == (0, embedder.dimension)
    with pytest.raises(ConfigError, match="_API_KEY is not set"):
        embedder.embed(["a"], "query")


def test_a_server_of_the_lab_needs_no_key() -> None:
    with serving(answer) as server:
        environ = {"OPENAI_BASE_URL": f"{server.url}/openai"}
        assert openai(dimension=512, environ=environ).embed(["a"], "query").shape == (1, 512)
    assert "Authorization" not in server.asked[0].headers


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (openai, {"model": "unheard-of"}),
        (openai, {"dimension": 9999}),
        (cohere, {"dimension": 300}),
        (voyage, {"model": "unheard-of"}),
        (ollama, {"model": "unheard-of"}),
        (ollama, {"dimension": 9999}),
    ],
)
def test_a_dimension_a_model_does_not_have_is_refused(
    make: type, options: dict[str, object]
) -> None:
    with pytest.raises(ConfigError):
        make(environ={}, **options)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("", "localhost:11434"),
        ("gpu", "gpu:11434"),
        ("0.0.0.0:1234", "localhost:1234"),
        ("http://gpu:1", "gpu:1"),
        (":7", "localhost:7"),
    ],
)
def test_the_host_of_ollama_is_read_as_its_client_reads_it(host: str, expected: str) -> None:
    embedder = ollama(environ={"OLLAMA_HOST": host})
    assert embedder._service.host == expected  # type: ignore[attr-defined]


def test_ollama_says_when_a_model_is_not_pulled() -> None:
    def missing(_: Asked) -> Reply:
        return Reply({"error": 'model "x" not found, try pulling it first'}, 404)

    with serving(missing) as server, pytest.raises(ModelError, match="try pulling it first"):
        served("ollama", server.url).embed(["a"], "query")
