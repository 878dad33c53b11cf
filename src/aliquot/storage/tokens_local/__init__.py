"""One vector per token of every chunk, in files of the library's own folder.

`index` is the backend, over `rows`: the token vectors of each chunk, side by side.
"""

from __future__ import annotations

from aliquot.storage.tokens_local.index import LocalTokenIndex

__all__ = ["LocalTokenIndex"]
