"""A JSON schema and tools to what a request asks of the model, and a reply back to JSON.

A model is held to a schema in the strictest way it knows: by the server while it writes (native),
by a tool it has to call, or by being told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_ai.messages import ModelResponse, ToolCallPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

from aliquot.models.language.profiles import SchemaMode
from aliquot.types import Tool, ToolCall

__all__ = ["RESULT_TOOL", "calls_of", "json_of", "parameters"]

# The tool whose arguments are the reply, where a tool has to be called for it.
RESULT_TOOL = "give_result"
_RESULT_DESCRIPTION = "Give the result. Call this once, with all of it."
# Models told to write bare JSON fence it all the same.
_FENCED = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL | re.IGNORECASE)


def parameters(
    schema: Mapping[str, Any] | None, tools: Sequence[Tool], mode: SchemaMode
) -> ModelRequestParameters:
    """Return what a request says of schema and tools."""
    functions = [
        ToolDefinition(
            name=one.name,
            description=one.description,
            parameters_json_schema=dict(one.parameters),
        )
        for one in tools
    ]
    if schema is None:
        return ModelRequestParameters(function_tools=functions)
    # A tool that is offered beside may be used first, so text is not the only way to end.
    if mode == "tool":
        result = ToolDefinition(
            name=RESULT_TOOL,
            description=_RESULT_DESCRIPTION,
            parameters_json_schema=dict(schema),
            kind="output",
        )
        return ModelRequestParameters(
            function_tools=functions,
            output_mode="tool",
            output_tools=[result],
            allow_text_output=False,
        )
    return ModelRequestParameters(
        function_tools=functions,
        output_mode=mode,
        output_object=OutputObjectDefinition(json_schema=dict(schema), name="result"),
        allow_text_output=True,
    )


def calls_of(response: ModelResponse) -> tuple[ToolCall, ...]:
    """Return the tools a model wants to use; arguments that are no JSON object become none."""
    return tuple(
        ToolCall(one.tool_call_id, one.tool_name, _arguments(one))
        for one in response.parts
        if isinstance(one, ToolCallPart) and one.tool_name != RESULT_TOOL
    )


def json_of(response: ModelResponse, text: str) -> str | None:
    """Return the JSON object of a reply that was held to a schema; `None` where it holds none.

    Args:
        response: The reply.
        text: Its words, without thoughts.
    """
    for one in response.parts:
        if isinstance(one, ToolCallPart) and one.tool_name == RESULT_TOOL:
            return _object(one.args_as_json_str())
    fenced = _FENCED.search(text)
    between = text[text.find("{") : text.rfind("}") + 1]
    candidates = (text, fenced.group(1) if fenced else "", between)
    return next((found for one in candidates if (found := _object(one)) is not None), None)


def _object(text: str) -> str | None:
    """Return a text that is a JSON object, stripped; `None` for any other."""
    try:
        is_object = isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return None
    return text.strip() if is_object else None


def _arguments(call: ToolCallPart) -> Mapping[str, Any]:
    found = _object(call.args_as_json_str())
    return json.loads(found) if found is not None else {}
