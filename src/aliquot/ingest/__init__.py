"""The ingest story: files become documents, chunks and index entries, once each.

`story` reads from top to bottom; the others do its parts: `plan` what is to be done, `identity` who
the documents are, `prepare` what a source brings, `tally` what has happened. `findings` is a story
of its own: what documents name, read once they are in the library.
"""

from aliquot.ingest.story import Ingest

__all__ = ["Ingest"]
