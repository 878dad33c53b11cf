"""What differs between two versions of a document.

Enters: two documents with their chunks. Leaves: a `VersionComparison`: steps changed, moved, split,
merged, added and removed, each quoted from both sides. By rules alone, the same every time.

- `items`: a document as steps, lines, sentences and rows.
- `values`: the amounts, dates and numbers of one, and what they are of.
- `likeness`: how like two of them are.
- `aligning`: which of the older belongs to which of the newer.
- `chaining`: the heaviest order-keeping set of pairs.
- `joining`: steps that were split or merged.
- `telling`: what differs between two that belong together.
- `rows`: the same as rows of a table.
- `story`: all of it, in order.
- `recognising`: a question that asks for this.
"""

from __future__ import annotations

from aliquot.generation.comparing.recognising import ChangesAsked, asks_for_changes

__all__ = ["ChangesAsked", "asks_for_changes"]
