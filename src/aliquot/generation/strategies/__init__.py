"""Ways to draw an answer from a library with a language model, beyond one reading of one page.

Enters: a question, evidence, and what a model may look up. Leaves: `Written`. `choose` says which
way suits a question; each is a `Strategy` and stands on a writer, which verifies every statement.
"""

from __future__ import annotations

from aliquot.generation.strategies.agent import Agent
from aliquot.generation.strategies.choosing import Choice, choose
from aliquot.generation.strategies.long_context import LongContext, LongEstimate, evidence_budget
from aliquot.generation.strategies.map_documents import MapDocuments
from aliquot.generation.strategies.strategy import OnStatement, Strategy
from aliquot.generation.strategies.stuff import Stuff
from aliquot.generation.strategies.tools import Tools

__all__ = [
    "Agent",
    "Choice",
    "LongContext",
    "LongEstimate",
    "MapDocuments",
    "OnStatement",
    "Strategy",
    "Stuff",
    "Tools",
    "choose",
    "evidence_budget",
]
