"""Real HTTP servers on this machine that speak two protocols of language models.

    with model_server("The half-life is 20 minutes.") as server:
        server.openai_url       # .../v1, speaks OpenAI's chat completions
        server.anthropic_url    # speaks Anthropic's messages
        server.asked            # every request: .protocol .body .headers .prompt .system .tools

What a server says is a script: one line for each request, the last one again and again. A line is a
text; `Says` (text, tool calls, why it ended, where the connection breaks); `Fails` (a status);
`Hangs`; `Raw` (bytes instead of JSON); or a function of the request that returns one of these.
Streams are sent where a request asks for one. A request that the real service would refuse is
refused: no `max_tokens` for Anthropic, an unknown role, a tool's answer without its call, no key.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

__all__ = [
    "AskedModel",
    "Call",
    "Fails",
    "Hangs",
    "ModelServer",
    "Raw",
    "Says",
    "chat_completion",
    "model_server",
]

# Characters of a piece of a stream: short enough to cut words, marks and JSON anywhere.
PIECE = 5
_CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True)
class Call:
    """A tool the model wants to use; arguments that are a text are sent as they are."""

    name: str
    arguments: Mapping[str, Any] | str = field(default_factory=dict)
    id: str = "call_1"


@dataclass(frozen=True)
class Says:
    """What the model says.

    Attributes:
        text: Its words. Where the request forces a tool, JSON goes into that tool's arguments.
        calls: Tools it wants to use.
        finish: Why it ended.
        drops_after: Characters after which the connection breaks; a stream only.
        counts: Whether it says how many tokens it took.
        piece_s: Seconds between pieces of a stream.
        delay_s: Seconds before it says anything.
    """

    text: str = ""
    calls: Sequence[Call] = ()
    finish: Literal["stop", "length", "refused"] = "stop"
    drops_after: int | None = None
    counts: bool = True
    piece_s: float = 0.0
    delay_s: float = 0.0


@dataclass(frozen=True)
class Fails:
    """A refusal by status, in the words of the protocol."""

    status: int
    message: str = "something went wrong"
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Hangs:
    """Nothing is said for so long, then the connection is closed."""

    seconds: float = 2.0


@dataclass(frozen=True)
class Raw:
    """These bytes, whatever they are; with a claimed length above theirs, they break off."""

    body: bytes
    claimed_length: int | None = None
    content_type: str = "application/json"


@dataclass(frozen=True)
class AskedModel:
    """One request."""

    protocol: Literal["openai", "anthropic"]
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def system(self) -> str:
        """What the model is told to be."""
        if self.protocol == "anthropic":
            return _text_of(self.body.get("system", ""))
        told = [one for one in self.body["messages"] if one["role"] in ("system", "developer")]
        return "\n\n".join(_text_of(one["content"]) for one in told)

    @property
    def prompt(self) -> str:
        """What the user said last."""
        said = [one for one in self.body["messages"] if one["role"] == "user"]
        return _text_of(said[-1]["content"]) if said else ""

    @property
    def tools(self) -> list[str]:
        """Names of the tools it was offered."""
        offered = self.body.get("tools") or []
        return [one["function"]["name"] if "function" in one else one["name"] for one in offered]


Line = str | Says | Fails | Hangs | Raw | Callable[[AskedModel], "str | Says | Fails | Hangs | Raw"]


@dataclass
class ModelServer:
    """Where it listens, what it was asked, and how many it served at a time."""

    host: str
    asked: list[AskedModel] = field(default_factory=list)
    most_at_a_time: int = 0

    @property
    def openai_url(self) -> str:
        """Address of the chat completions, up to and with the version."""
        return f"{self.host}/v1"

    @property
    def anthropic_url(self) -> str:
        """Address of the messages."""
        return self.host


@contextmanager
def model_server(*script: Line, key: str = "") -> Iterator[ModelServer]:
    """Serve a script until the block ends; with a key, requests without it are refused."""
    if not script:
        raise ValueError("a server has to have something to say")
    served = ModelServer("")
    handler = type("Handler", (_Handler,), {"served": served, "lines": list(script), "key": key})
    handler.guard, handler.now = threading.Lock(), 0  # type: ignore[attr-defined]
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    served.host = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    served: ModelServer
    lines: list[Line]
    key: str
    guard: threading.Lock
    now: int

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        protocol = "anthropic" if self.path.split("?")[0] == "/v1/messages" else "openai"
        asked = AskedModel(protocol, self.path, dict(self.headers), body)
        with self.guard:
            self.served.asked.append(asked)
            type(self).now += 1
            self.served.most_at_a_time = max(self.served.most_at_a_time, type(self).now)
            line = self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]
        try:
            self._answer(asked, line)
        except OSError:
            self.close_connection = True  # The client has gone.
        finally:
            with self.guard:
                type(self).now -= 1

    def _answer(self, asked: AskedModel, line: Line) -> None:
        is_known = asked.path.split("?")[0].endswith(("/chat/completions", "/messages"))
        wrong = self._refused(asked) or (_wrong(asked) if is_known else None)
        said = wrong or (line(asked) if callable(line) else line)
        said = Says(said) if isinstance(said, str) else said
        if isinstance(said, Hangs):
            time.sleep(said.seconds)
            self.close_connection = True
        elif isinstance(said, Raw):
            self._send(200, said.body, said.content_type, length=said.claimed_length)
        elif isinstance(said, Fails):
            body = json.dumps(_error(asked.protocol, said)).encode()
            self._send(said.status, body, "application/json", headers=said.headers)
        else:
            self._say(asked, said)

    def _refused(self, asked: AskedModel) -> Fails | None:
        headers = {name.lower(): value for name, value in asked.headers.items()}
        given = headers.get("x-api-key") or headers.get("authorization", "")
        if self.key and given.removeprefix("Bearer ") != self.key:
            return Fails(401, f"Incorrect API key provided: {given}", "invalid_api_key")
        return None

    def _say(self, asked: AskedModel, said: Says) -> None:
        time.sleep(said.delay_s)
        said = _forced(asked, said)
        if not asked.body.get("stream"):
            whole = _openai_whole if asked.protocol == "openai" else _anthropic_whole
            self._send(200, json.dumps(whole(asked, said)).encode(), "application/json")
            return
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        stream = _openai_stream if asked.protocol == "openai" else _anthropic_stream
        for event in stream(asked, said):
            if event is None:  # The connection breaks: no closing chunk.
                return
            data = event.encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()
            time.sleep(said.piece_s)
        self.wfile.write(b"0\r\n\r\n")

    def _send(
        self,
        status: int,
        body: bytes,
        content_type: str,
        *,
        headers: Mapping[str, str] | None = None,
        length: int | None = None,
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = length is not None

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


# --------------------------------------------------------------------------- what is refused


def _wrong(asked: AskedModel) -> Fails | None:
    """Return the refusal of a request that is not of the protocol."""
    messages = asked.body.get("messages")
    if not isinstance(asked.body.get("model"), str) or not messages:
        return Fails(400, "model and messages are required", "invalid_request_error")
    return _openai_wrong(asked) if asked.protocol == "openai" else _anthropic_wrong(asked)


def _openai_wrong(asked: AskedModel) -> Fails | None:
    called: set[str] = set()
    for one in asked.body["messages"]:
        if one["role"] not in ("system", "developer", "user", "assistant", "tool"):
            return Fails(400, f"unknown role {one['role']}", "invalid_request_error")
        called |= {call["id"] for call in one.get("tool_calls") or ()}
        if one["role"] == "tool" and one["tool_call_id"] not in called:
            return Fails(400, "a tool answers no call", "invalid_request_error")
    return None


def _anthropic_wrong(asked: AskedModel) -> Fails | None:
    headers = {name.lower() for name in asked.headers}
    if "anthropic-version" not in headers or not headers & {"x-api-key", "authorization"}:
        return Fails(401, "x-api-key and anthropic-version are required", "authentication_error")
    if not isinstance(asked.body.get("max_tokens"), int):
        return Fails(400, "max_tokens: Field required", "invalid_request_error")
    roles = [one["role"] for one in asked.body["messages"]]
    if not set(roles) <= {"user", "assistant", "system"} or roles[0] == "assistant":
        return Fails(400, f"messages: roles {roles}", "invalid_request_error")
    return None


def _error(protocol: str, failure: Fails) -> dict[str, Any]:
    if protocol == "anthropic":
        kind = failure.code or _ANTHROPIC_ERRORS.get(failure.status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": failure.message}}
    error = {"message": failure.message, "type": "error", "param": None}
    return {"error": {**error, "code": failure.code or None}}


# Source: platform.claude.com/docs/en/api/errors
_ANTHROPIC_ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def _forced(asked: AskedModel, said: Says) -> Says:
    """Put words into the arguments of a tool that has to be called, as a model would."""
    choice = asked.body.get("tool_choice")
    is_forced = choice == "required" or (
        isinstance(choice, dict) and choice.get("type") in ("any", "tool", "function")
    )
    if not is_forced or said.calls or said.finish != "stop":
        return said
    return Says("", [Call(asked.tools[0], said.text)], counts=said.counts)


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(one.get("text", "") for one in content if isinstance(one, dict))


def _tokens(asked: AskedModel, said: Says) -> tuple[int, int]:
    read = len(json.dumps(asked.body["messages"])) // _CHARACTERS_A_TOKEN
    return read, max(1, len(said.text) // _CHARACTERS_A_TOKEN)


def _arguments(call: Call) -> str:
    return call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)


def _pieces(text: str, drops_after: int | None) -> Iterator[str | None]:
    """Yield a text in pieces; `None` where the connection breaks."""
    kept = text if drops_after is None else text[:drops_after]
    yield from (kept[at : at + PIECE] for at in range(0, len(kept), PIECE))
    if drops_after is not None:
        yield None


# ---------------------------------------------------------------------------- OpenAI's protocol
# Source: developers.openai.com/api/reference/resources/chat, as of 2026-11.

_OPENAI_FINISH = {"stop": "stop", "length": "length", "refused": "content_filter"}


def _openai_head(asked: AskedModel, kind: str) -> dict[str, Any]:
    # The provider is what OpenRouter adds.
    head = {"id": "chatcmpl-1", "object": kind, "created": 1, "provider": "made-up"}
    return head | {"model": asked.body["model"]}


def _openai_finish(said: Says) -> str:
    return "tool_calls" if said.calls and said.finish == "stop" else _OPENAI_FINISH[said.finish]


def _openai_usage(asked: AskedModel, said: Says) -> dict[str, int]:
    read, written = _tokens(asked, said)
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _openai_calls(said: Says) -> list[dict[str, Any]]:
    return [
        {
            "id": one.id,
            "type": "function",
            "function": {"name": one.name, "arguments": _arguments(one)},
        }
        for one in said.calls
    ]


def _openai_whole(asked: AskedModel, said: Says) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": said.text or None, "refusal": None}
    if said.calls:
        message["tool_calls"] = _openai_calls(said)
    finish = _openai_finish(said)
    choice = {"index": 0, "message": message, "finish_reason": finish}
    choice["native_finish_reason"] = finish
    whole = _openai_head(asked, "chat.completion") | {"choices": [choice]}
    return whole | ({"usage": _openai_usage(asked, said)} if said.counts else {})


def chat_completion(text: str, model: str = "m") -> dict[str, Any]:
    """Return the whole body of a reply, for servers of other kinds."""
    body = {"model": model, "messages": [{"role": "user", "content": "?"}]}
    return _openai_whole(AskedModel("openai", "", {}, body), Says(text))


def _openai_stream(asked: AskedModel, said: Says) -> Iterator[str | None]:
    def chunk(delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> str:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
        head = _openai_head(asked, "chat.completion.chunk")
        return f"data: {json.dumps(head | {'choices': choices} | more)}\n\n"

    yield chunk({"role": "assistant", "content": ""})
    for piece in _pieces(said.text, said.drops_after):
        yield chunk({"content": piece}) if piece is not None else None
    for index, call in enumerate(_openai_calls(said)):
        yield chunk({"tool_calls": [{"index": index, **call}]})
    yield chunk({}, _openai_finish(said))
    if said.counts and (asked.body.get("stream_options") or {}).get("include_usage"):
        yield chunk({}, choices=[], usage=_openai_usage(asked, said))
    yield "data: [DONE]\n\n"


# ------------------------------------------------------------------------- Anthropic's protocol
# Source: platform.claude.com/docs/en/api/messages, as of 2026-11.

_ANTHROPIC_FINISH = {"stop": "end_turn", "length": "max_tokens", "refused": "refusal"}


def _anthropic_finish(said: Says) -> str:
    return "tool_use" if said.calls and said.finish == "stop" else _ANTHROPIC_FINISH[said.finish]


def _anthropic_whole(asked: AskedModel, said: Says) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": said.text}] if said.text else []
    content += [
        {"type": "tool_use", "id": one.id, "name": one.name, "input": json.loads(_arguments(one))}
        for one in said.calls
    ]
    read, written = _tokens(asked, said)
    return _anthropic_head(asked, read, written) | {
        "content": content,
        "stop_reason": _anthropic_finish(said),
    }


def _anthropic_head(asked: AskedModel, read: int, written: int) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked.body["model"],
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": read, "output_tokens": written},
    }


def _anthropic_stream(asked: AskedModel, said: Says) -> Iterator[str | None]:
    def event(kind: str, **more: Any) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n"

    def block(index: int, start: Mapping[str, Any], deltas: Iterator[Any]) -> Iterator[str | None]:
        yield event("content_block_start", index=index, content_block=start)
        for delta in deltas:
            yield event("content_block_delta", index=index, delta=delta) if delta else None
        yield event("content_block_stop", index=index)

    read, written = _tokens(asked, said)
    yield event("message_start", message=_anthropic_head(asked, read, 1))
    yield event("ping")
    if said.text:
        pieces = _pieces(said.text, said.drops_after)
        texts = (one and {"type": "text_delta", "text": one} for one in pieces)
        yield from block(0, {"type": "text", "text": ""}, texts)
    for index, call in enumerate(said.calls, start=bool(said.text)):
        start = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        inputs = (
            {"type": "input_json_delta", "partial_json": one}
            for one in _pieces(_arguments(call), None)
        )
        yield from block(index, start, inputs)
    ended = {"stop_reason": _anthropic_finish(said), "stop_sequence": None}
    yield event("message_delta", delta=ended, usage={"output_tokens": written})
    yield event("message_stop")
