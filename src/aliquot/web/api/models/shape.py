"""What every model of an answer is built on."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

__all__ = ["Given", "Shape", "such_as"]


class Shape(BaseModel):
    """What leaves: keys that are added to a record later are passed on, not dropped."""

    model_config = ConfigDict(extra="allow", from_attributes=True)


class Given(BaseModel):
    """What enters: as it is described, or refused.

    A key that nothing reads was meant to do something; who sends `0` for `false` may mean anything.
    """

    model_config = ConfigDict(extra="forbid", strict=True)


def such_as(**fields: Any) -> ConfigDict:
    """Return the part of a model's settings that describes it by an example.

    Args:
        **fields: What is sent.
    """
    return ConfigDict(json_schema_extra={"examples": [fields]})
