"""Lists in pages: where a page ended, as a mark that the next one is asked for by."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Annotated, Any

from fastapi import Query

from aliquot.web.problems import Refusal

__all__ = ["Count", "Mark", "mark_of", "read_mark"]

MAX_COUNT = 200
MAX_MARK = 2_000

Count = Annotated[int, Query(ge=1, le=MAX_COUNT, description="How many at most.")]
Mark = Annotated[
    str, Query(max_length=MAX_MARK, description="`next` of the page before; empty for the first.")
]


def mark_of(place: Any) -> str:
    """Return a mark for where a page ended.

    Args:
        place: Plain data.
    """
    written = json.dumps(place, ensure_ascii=True, separators=(",", ":"))
    return base64.urlsafe_b64encode(written.encode()).decode().rstrip("=")


def read_mark(mark: str) -> Any:
    """Return the place that a mark stands for.

    Raises:
        Refusal: It is no mark.
    """
    try:
        return json.loads(base64.urlsafe_b64decode(mark + "=" * (-len(mark) % 4)))
    # Whoever makes one up may nest it deeper than can be read.
    except (binascii.Error, ValueError, RecursionError) as exc:
        raise Refusal(
            422, "The mark of the page is none.", hint="Take `next` of the page before, whole."
        ) from exc
