"""What every model of an answer is built on."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["Given", "Shape"]


class Shape(BaseModel):
    """What leaves: keys that are added to a record later are passed on, not dropped."""

    model_config = ConfigDict(extra="allow", from_attributes=True)


class Given(BaseModel):
    """What enters: as it is described, or refused.

    A key that nothing reads was meant to do something; who sends `0` for `false` may mean anything.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
