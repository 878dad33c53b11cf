"""Embedders served over HTTP: one file per vendor, what they share in `embedder`.

Enters: a model's name. Leaves: an `Embedder`. Texts are sent to the service; its key comes from an
environment variable. Needs httpx, so nothing is imported here.
"""

from __future__ import annotations
