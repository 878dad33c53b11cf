"""Answers without a language model: the sentences that say what was asked, verbatim.

Enters: a question with its weighted terms, and the chunks found for it. Leaves: one to a few
statements, each a quote with its citation: a sentence, a step whole with its number, a row of a
table under its column names, a field of a record.

- `wanted`, `aspect`, `entries`: what kind of answer a question wants, and what shows it.
- `units`: what of a chunk can be quoted alone.
- `tables`: rows and what they say.
- `read_chunks`: what of a chunk is the same for every question, remembered.
- `candidates`: units with what speaks for each.
- `choosing`: which of them make the answer.
- `extractor`: the whole of it.
- `procedures`, `digests`: instead of a few sentences all steps of a protocol, or what an abstract
  says, where they are asked for; `drafted` is what they leave.
"""

from __future__ import annotations

from aliquot.generation.extractive.digests import Digests, asks_for_digest
from aliquot.generation.extractive.drafted import Drafted
from aliquot.generation.extractive.extractor import Extractor
from aliquot.generation.extractive.procedures import Procedures
from aliquot.generation.extractive.read_chunks import ChunkReader
from aliquot.generation.extractive.tables import column_names
from aliquot.generation.extractive.terms import QuestionTerms, covered_share
from aliquot.generation.extractive.wanted import parts_asked_for

__all__ = [
    "ChunkReader",
    "Digests",
    "Drafted",
    "Extractor",
    "Procedures",
    "QuestionTerms",
    "asks_for_digest",
    "column_names",
    "covered_share",
    "parts_asked_for",
]
