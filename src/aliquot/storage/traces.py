"""Traces: how each answer came about, kept in the catalog."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime

from sqlalchemy import Engine, insert

from aliquot.storage.connection import writing
from aliquot.storage.schema import traces
from aliquot.types import Trace

__all__ = ["Traces"]


class Traces:
    """Write traces."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def put(self, trace: Trace) -> None:
        """Keep how an answer came about."""
        values = {
            "id": trace.id,
            "created_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "record": json.dumps(asdict(trace), ensure_ascii=False, default=dict),
        }
        with writing(self._engine) as connection:
            connection.execute(insert(traces).values(values))
