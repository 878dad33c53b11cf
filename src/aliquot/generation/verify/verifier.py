"""Hold a statement against what it cites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from aliquot.generation.verify.gates import failed_gates
from aliquot.types import Chunk, Gate, GateResult, Statement, Verification

__all__ = ["Verifier"]

GATES = (Gate.EVIDENCE, Gate.QUOTE, Gate.NUMBERS, Gate.IDENTIFIERS)


class Verifier:
    """Verify statements one at a time; safe to share between threads."""

    def verify(self, statement: Statement, evidence: Mapping[str, Chunk]) -> Verification:
        """Return how a statement fares at each gate.

        Args:
            statement: With citations not yet verified.
            evidence: The chunks it may rest on, by id.
        """
        failed = failed_gates(statement, evidence)
        gates = tuple(GateResult(one, one.value not in failed) for one in GATES)
        citations = statement.citations
        if not failed:
            citations = tuple(replace(one, verified=True) for one in citations)
        return Verification(replace(statement, citations=citations, gates=gates))
