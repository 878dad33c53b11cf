"""Every reranker keeps the contract."""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from aliquot.backends import load
from aliquot.models.pinned import locate
from aliquot.protocols import Reranker
from aliquot.reranking.cross_encoder import _MINILM_L12, cross_encoder
from aliquot.reranking.listwise import ListwiseReranker
from aliquot.testing.contract_rerankers import RerankerContract


def _shared_words(question: str, text: str) -> int:
    return len(set(re.findall(r"\w+", question.lower())) & set(re.findall(r"\w+", text.lower())))


class TestFake(RerankerContract):
    def reranker(self) -> Reranker:
        return load("rerankers", "fake")()


@cache
def _minilm(number: int) -> Reranker:
    return load("rerankers", "minilm-l12")(threads=number)


class TestMinilmL12(RerankerContract):
    """Two are loaded in all, in turn: loading takes longer than most tests."""

    _calls = 0

    def reranker(self) -> Reranker:
        type(self)._calls += 1
        return _minilm(1 + self._calls % 2)


class TestCrossEncoderFolder(RerankerContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        self._path = _exported(tmp_path_factory.getbasetemp())

    def reranker(self) -> Reranker:
        return _from_folder(self._path)


@cache
def _exported(base: Path) -> Path:
    folder = base / "exported-reranker"
    (folder / "onnx").mkdir(parents=True)
    shutil.copy(locate(_MINILM_L12, _MINILM_L12.weights), folder / "onnx" / "model_quantized.onnx")
    shutil.copy(locate(_MINILM_L12, _MINILM_L12.tokenizer), folder / "tokenizer.json")
    return folder


@cache
def _from_folder(path: Path) -> Reranker:
    return cross_encoder(path=path, max_tokens=256)


class _WordCounter:
    """A language model that reads the prompt, ranks by shared words and writes the order."""

    id = "word-counter"

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        question = prompt.split("\n", 1)[0]
        excerpts = re.findall(r"^\[(\d+)\] (.*)$", prompt, re.MULTILINE)
        best = sorted(excerpts, key=lambda one: (-_shared_words(question, one[1]), int(one[0])))
        return " > ".join(f"[{number}]" for number, _ in best)


class TestListwise(RerankerContract):
    def reranker(self) -> Reranker:
        return ListwiseReranker(_WordCounter())


class TestListwiseInSmallWindows(RerankerContract):
    def reranker(self) -> Reranker:
        return ListwiseReranker(_WordCounter(), window=3, step=2)


# ------------------------------------------------------------------------------ services


class _RerankHandler(BaseHTTPRequestHandler):
    """Answer as Cohere does on `/v2/rerank` and as Voyage does on `/v1/rerank`."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        scored = [
            {"index": place, "relevance_score": _shared_words(body["query"], text) / 100}
            for place, text in enumerate(body["documents"])
        ]
        scored.sort(key=lambda one: -one["relevance_score"])
        answer: dict[str, Any] = {
            "/v2/rerank": {"id": "1", "results": scored, "meta": {"api_version": {"version": "2"}}},
            "/v1/rerank": {"object": "list", "data": scored, "usage": {"total_tokens": 9}},
        }[self.path]
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def service_url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _RerankHandler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class _Service(RerankerContract):
    name = ""

    @pytest.fixture(autouse=True)
    def _connections(self, service_url: str) -> Iterator[None]:
        self._url = service_url
        self._made: list[Any] = []
        yield
        for reranker in self._made:
            reranker.close()

    def reranker(self) -> Reranker:
        made = load("rerankers", self.name)(base_url=self._url, key_variable="")
        self._made.append(made)
        return made


class TestCohere(_Service):
    name = "cohere"


class TestVoyage(_Service):
    name = "voyage"
