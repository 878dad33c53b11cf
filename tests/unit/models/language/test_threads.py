"""A model serves many threads, and callers that run an event loop of their own."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

from aliquot.backends import load
from aliquot.errors import ModelError
from aliquot.protocols import ChatModel
from aliquot.types import Message, Reply
from model_servers import AskedModel, Line, ModelServer, Says, model_server

ASKED = [Message("user", "?")]


@contextmanager
def served(*script: Line) -> Iterator[tuple[ChatModel, ModelServer]]:
    with model_server(*script) as server:
        model = load("text_models", "openai-compatible")(url=server.openai_url, model="m")
        try:
            yield model, server
        finally:
            model.close()


def echo(asked: AskedModel) -> Says:
    return Says(asked.prompt, delay_s=0.05)


def test_each_thread_gets_its_own_reply() -> None:
    with served(echo) as (model, server), ThreadPoolExecutor(8) as pool:
        texts = [f"question {n}" for n in range(16)]
        said = list(pool.map(lambda one: model.reply([Message("user", one)]).text, texts))
    assert said == texts
    assert server.most_at_a_time > 1


def test_streams_in_threads_do_not_mix() -> None:
    def streamed(text: str) -> str:
        pieces = model.stream([Message("user", text)])
        return "".join(one for one in pieces if isinstance(one, str))

    with served(echo) as (model, _), ThreadPoolExecutor(4) as pool:
        texts = [str(n) * 40 for n in range(8)]
        assert list(pool.map(streamed, texts)) == texts


def test_a_caller_inside_a_running_loop_is_served() -> None:
    async def inside() -> tuple[str, int]:
        return model.reply(ASKED).text, len(list(model.stream(ASKED)))

    with served("hello there") as (model, _):
        text, pieces = asyncio.run(inside())
        # And again from another loop, and from none.
        assert asyncio.run(inside()) == (text, pieces)
        assert model.reply(ASKED).text == text == "hello there"


def test_a_stream_left_early_ends_its_request() -> None:
    with served(Says("word " * 200, piece_s=0.02)) as (model, _):
        stream = model.stream(ASKED)
        assert next(stream)
        began = time.monotonic()
        stream.close()  # type: ignore[attr-defined]
        assert time.monotonic() - began < 1
        assert model._loop._running is not None  # type: ignore[attr-defined]
        loop = model._loop._running[0]  # type: ignore[attr-defined]
        for _ in range(100):
            if sum(not task.done() for task in asyncio.all_tasks(loop)) == 1:
                break
            time.sleep(0.01)
        else:
            raise AssertionError("the request goes on")


def test_closing_ends_the_thread_and_what_waits() -> None:
    failed: list[ModelError] = []

    def wait() -> None:
        try:
            model.reply(ASKED)
        except ModelError as exc:
            failed.append(exc)

    with served(Says("late", delay_s=3)) as (model, server):
        waiting = threading.Thread(target=wait)
        waiting.start()
        while not server.asked:
            time.sleep(0.01)
        model.close()
        waiting.join(2)
        assert not waiting.is_alive()
        assert "closed" in failed[0].message
        with pytest.raises(ModelError, match="closed"):
            model.reply(ASKED)


def test_a_model_that_is_forgotten_leaves_no_thread_behind() -> None:
    before = {one for one in threading.enumerate() if one.name == "aliquot-model"}
    with model_server("hello") as server:
        model = load("text_models", "openai-compatible")(url=server.openai_url, model="m")
        assert isinstance(model.reply(ASKED), Reply)
        del model
        gc.collect()
    left = {one for one in threading.enumerate() if one.name == "aliquot-model"} - before
    for one in left:
        one.join(2)
    assert not any(one.is_alive() for one in left)
