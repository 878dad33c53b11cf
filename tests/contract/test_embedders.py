"""Every embedder keeps the contract."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

import pytest

from aliquot.backends import available, load
from aliquot.embedding.matryoshka import ShortenedEmbedder
from aliquot.embedding.models import BGE_SMALL_EN
from aliquot.embedding.naming import embedder_from_name
from aliquot.models.pinned import locate
from aliquot.protocols import Embedder
from aliquot.testing.contract_embedders import EmbedderContract
from aliquot.testing.fakes import FakeEmbedder
from embedding_services import SERVICES, answer, served
from json_server import JsonServer, serving


@cache
def _made(name: str, number: int) -> Embedder:
    embedder: Embedder = load("embedders", name)()
    return embedder


class _ByName(EmbedderContract):
    """Two of each embedder are loaded in all, in turn: loading takes longer than the tests."""

    name = ""
    least_repeat_cosine = 1.0 - 1e-6
    _calls = 0

    def embedder(self) -> Embedder:
        if not available("embedders", self.name):
            pytest.skip(f"the packages of {self.name} are not installed")
        type(self)._calls += 1
        return _made(self.name, self._calls % 2)


class TestFake(_ByName):
    name = "fake"


class TestBgeSmallEn(_ByName):
    name = "bge-small-en-v1.5"
    roles_differ = True


class TestMultilingualE5Small(_ByName):
    name = "multilingual-e5-small"
    roles_differ = True


class TestShortened(_ByName):
    """The fake embedder's vectors, cut."""

    name = "fake"

    def embedder(self) -> Embedder:
        return ShortenedEmbedder(FakeEmbedder(dimension=256), 128)


class TestModelFolder(EmbedderContract):
    """The English model, found as a folder anybody might name."""

    least_repeat_cosine = 1.0 - 1e-6
    roles_differ = True

    def embedder(self) -> Embedder:
        return embedder_from_name(f"onnx:{locate(BGE_SMALL_EN, BGE_SMALL_EN.weights).parent}")()


@pytest.fixture(scope="module")
def server() -> Iterator[JsonServer]:
    with serving(answer) as one:
        yield one


class TestServices(EmbedderContract):
    """Every vendor's protocol, spoken by a server on this machine."""

    roles_differ = True

    @pytest.fixture(autouse=True, params=SERVICES)
    def made(self, server: JsonServer, request: pytest.FixtureRequest) -> None:
        if not available("embedders", request.param):
            pytest.skip("the extra `remote` is not installed")
        self.make = partial(served, request.param, server.url)
        # OpenAI's models know no roles.
        self.roles_differ = request.param != "openai"

    def embedder(self) -> Embedder:
        return self.make()
