"""What is said to a language model, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from aliquot.types.usage import Usage

__all__ = ["Message", "Reply", "Tool", "ToolCall"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that a model wants to use.

    Attributes:
        id: Of the call; the tool's answer names it.
        name: Of the tool.
        arguments: As the model gave them; they may not fit the tool.
    """

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of what a model is given.

    Attributes:
        role: Who speaks; `tool` for what a tool gave.
        text: What is said.
        calls: Tools the assistant wanted to use in this turn.
        call_id: The call a tool answers.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """What a model may use.

    Attributes:
        name: As the model calls it.
        description: What it does, for the model.
        parameters: JSON schema of its arguments, an object.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote.

    Attributes:
        text: Its words; JSON where a schema was asked for.
        calls: Tools it wants to use.
        finish: Why it ended: of itself, at the limit of its length, or because it would not.
        usage: What it cost.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    finish: Literal["stop", "length", "refused"] = "stop"
    usage: Usage = field(default_factory=Usage)
