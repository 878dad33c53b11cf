"""Documents become chunks: the units that are indexed, retrieved and cited.

What enters: a `Document` with its blocks. What leaves: its `Chunk`s in reading order, each an
exact slice of the document's text with a header of title and section path. One chunker per kind
of document (`aliquot.backends` names them); every one keeps the same promises:

- `chunk.text == chunk.span.of(document.text)`;
- every character outside headings stands in at least one chunk;
- no chunk is above `max_tokens`, by `estimate_tokens`;
- ids are readable, unique in the document, and the same on every run.

It must not know where documents come from nor where chunks go.
"""

from __future__ import annotations

from aliquot.chunking.recursive import split_recursively, split_spans
from aliquot.chunking.tokens import estimate_tokens

# Raised when chunks may come out otherwise, so that documents are cut again.
CHUNKING_VERSION = "3"

__all__ = ["CHUNKING_VERSION", "estimate_tokens", "split_recursively", "split_spans"]
