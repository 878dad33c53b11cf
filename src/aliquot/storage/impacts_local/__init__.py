"""Learned term weights in files of the library's own folder, searched in this process.

`index` is the backend, over `postings`: for each term, the chunks that hold it and how much.
"""

from __future__ import annotations

from aliquot.storage.impacts_local.index import LocalImpactIndex

__all__ = ["LocalImpactIndex"]
