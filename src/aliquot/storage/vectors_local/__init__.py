"""Vectors in files of the library's own folder, searched in this process.

`index` is the backend; `files` keeps it on disk so that a crash costs nothing; `scan` compares
exactly; `graph` finds candidates when there are too many rows to compare with all of them.
"""

from __future__ import annotations

from aliquot.storage.vectors_local.index import LocalVectorIndex

__all__ = ["LocalVectorIndex"]
