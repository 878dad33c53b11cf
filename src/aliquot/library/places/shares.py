"""Edges as shares of a page."""

from __future__ import annotations

__all__ = ["share_of"]


def share_of(edge: float, size: float) -> float:
    """Return where an edge is on a page of a size, from 0 to 1; outside is at the border."""
    return min(max(edge / max(size, 1.0), 0.0), 1.0)
