"""Our messages to those of the library beneath."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from aliquot.types import Message

__all__ = ["converted"]


def converted(messages: Sequence[Message]) -> list[ModelMessage]:
    """Return a conversation as requests and responses, in turn.

    Lone surrogates become question marks: JSON over HTTP is UTF-8.
    """
    names = {call.id: call.name for one in messages for call in one.calls}
    found: list[ModelMessage] = []
    waiting: list[ModelRequestPart] = []
    for one in messages:
        if one.role != "assistant":
            waiting.append(_request_part(one, names.get(one.call_id, "")))
            continue
        if waiting:
            found.append(ModelRequest(parts=waiting))
            waiting = []
        found.append(ModelResponse(parts=list(_response_parts(one))))
    if waiting:
        found.append(ModelRequest(parts=waiting))
    return found


def _request_part(message: Message, tool: str) -> ModelRequestPart:
    text = _sendable(message.text)
    if message.role == "system":
        return SystemPromptPart(text)
    if message.role == "tool":
        return ToolReturnPart(tool_name=tool, content=text, tool_call_id=message.call_id)
    return UserPromptPart(text)


def _response_parts(message: Message) -> Iterator[TextPart | ToolCallPart]:
    if message.text:
        yield TextPart(_sendable(message.text))
    for call in message.calls:
        yield ToolCallPart(call.name, dict(call.arguments), tool_call_id=call.id)


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
