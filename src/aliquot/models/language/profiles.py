"""What the library beneath knows of a model, as far as requests depend on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

__all__ = ["SchemaMode", "schema_mode", "takes_temperature", "thinks_first"]

SchemaMode = Literal["native", "tool", "prompted"]
# Set for models that answer a temperature with an error.
_DISALLOW = ("anthropic_disallows_sampling_settings", "bedrock_disallows_sampling_settings")


def schema_mode(profile: Mapping[str, Any]) -> SchemaMode:
    """Return the strictest way a model can be held to a schema."""
    if profile.get("supports_json_schema_output", False):
        return "native"
    return "tool" if profile.get("supports_tools", True) else "prompted"


def thinks_first(profile: Mapping[str, Any]) -> bool:
    """Tell whether a model reasons before it writes, unless told otherwise."""
    return bool(
        profile.get("thinking_always_enabled", False)
        or profile.get("thinking_enabled_by_default", False)
    )


def takes_temperature(profile: Mapping[str, Any]) -> bool:
    """Tell whether a model may be given a temperature.

    OpenAI's refuse it while they reason; those that reason only when told to take it.
    """
    if any(profile.get(name, False) for name in _DISALLOW):
        return False
    if not profile.get("openai_supports_reasoning", False):
        return True
    efforts = profile.get("openai_reasoning_efforts") or ()
    may_not_reason = profile.get("openai_supports_reasoning_effort_none", False)
    return bool("none" in efforts or may_not_reason) and not thinks_first(profile)
