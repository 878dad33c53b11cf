"""Vectors in files of the library's own folder, searched in this process.

`index` is the backend. On disk: `files` keeps a folder whole at every moment, `state` is what it
says of itself, `fold` rewrites it, `packing` rounds what is kept. Searched is a `snapshot`: `scan`
compares exactly, `graph` proposes candidates where there are too many rows, `recent` holds the
changes beside them.
"""

from __future__ import annotations

from aliquot.storage.vectors_local.index import LocalVectorIndex

__all__ = ["LocalVectorIndex"]
