"""Hold a statement against what it cites, gate by gate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from aliquot.generation.verify.across import (
    check_direction_across,
    check_negation_across,
    check_words_across,
    crosses,
)
from aliquot.generation.verify.direction import check_direction
from aliquot.generation.verify.entailing import ENTAILED
from aliquot.generation.verify.identifiers import check_identifiers
from aliquot.generation.verify.negation import check_negation
from aliquot.generation.verify.numbers import check_numbers
from aliquot.generation.verify.plain import plain
from aliquot.generation.verify.quoting import check_quote, stand
from aliquot.generation.verify.steering import STEERED, doubted, is_steered
from aliquot.generation.verify.support import Support, support_of
from aliquot.generation.verify.wording import check_words
from aliquot.protocols import Judge
from aliquot.types import Chunk, Citation, Gate, GateResult, Statement, Verification

__all__ = ["Verifier"]

# In the order they are reported. Each takes the plain statement and its support, and returns why
# it fails, or nothing.
TextGate = tuple[Gate, Callable[[str, Support], str]]
TEXT_GATES: tuple[TextGate, ...] = (
    (Gate.NUMBERS, check_numbers),
    (Gate.IDENTIFIERS, check_identifiers),
    (Gate.NEGATION, lambda statement, support: check_negation(statement, support.stated)),
    (Gate.DIRECTION, lambda statement, support: check_direction(statement, support.said)),
    (Gate.WORDS, check_words),
)
# Where statement and source are in different languages.
GATES_ACROSS: tuple[TextGate, ...] = (
    (Gate.NUMBERS, partial(check_numbers, crosses=True)),
    (Gate.IDENTIFIERS, check_identifiers),
    (Gate.NEGATION, check_negation_across),
    (Gate.DIRECTION, check_direction_across),
    (Gate.WORDS, check_words_across),
)
# Nobody states so much in one sentence; what is longer is an attempt to keep the gates busy.
LONGEST_STATEMENT = 4_000


class Verifier:
    """Verify statements one at a time; safe to share between threads."""

    def __init__(self, judge: Judge | None = None, *, entailed: float = ENTAILED) -> None:
        """Take what decides on meaning, if anything does.

        Args:
            judge: Asked last, and only about statements that passed every other gate.
            entailed: Least probability, 0 to 1, it has to give.
        """
        self._judge = judge
        self._entailed = entailed

    def verify(self, statement: Statement, evidence: Mapping[str, Chunk]) -> Verification:
        """Return how a statement fares at each gate it came to.

        Without a chunk there is no quote, and without a quote nothing to hold a statement
        against: the first of these gates that fails is the last. Words that address a model are
        no evidence. Where a statement passes, its citations leave with the words of the document
        and the span they stand at, flagged where their chunk holds such words elsewhere.

        Args:
            statement: With citations not yet verified; their spans may be unknown.
            evidence: The chunks it may rest on, by id.

        Raises:
            ModelError: A judge failed.
        """
        if reason := _without_evidence(statement, evidence):
            return _failed(statement, GateResult(Gate.EVIDENCE, False, reason))
        gates = [GateResult(Gate.EVIDENCE, True)]
        found = [(one, stand(one, evidence[one.chunk_id])) for one in statement.citations]
        lost = [check_quote(one, evidence[one.chunk_id]) for one, stands in found if stands is None]
        gates.append(GateResult(Gate.QUOTE, not lost, "; ".join(lost)))
        if lost:
            return _failed(statement, *gates)
        citations = tuple(stands for _, stands in found if stands is not None)
        if is_steered(statement.text, citations, evidence):
            return _failed(statement, GateResult(Gate.EVIDENCE, False, STEERED), *gates[1:])
        gates += self._judged(statement, citations, evidence)
        if not all(one.passed for one in gates):
            return _failed(statement, *gates)
        cited = tuple(doubted(one, evidence[one.chunk_id]) for one in citations)
        return Verification(replace(statement, citations=cited, gates=tuple(gates)))

    def _judged(
        self, statement: Statement, citations: tuple[Citation, ...], evidence: Mapping[str, Chunk]
    ) -> Iterator[GateResult]:
        support = support_of(citations, evidence)
        said = plain(statement.text)
        passed = True
        for gate, check in GATES_ACROSS if crosses(said, support) else TEXT_GATES:
            reason = check(said, support)
            passed = passed and not reason
            yield GateResult(gate, not reason, reason)
        if self._judge is not None and passed:
            yield self._entailment(self._judge, said, support)

    def _entailment(self, judge: Judge, said: str, support: Support) -> GateResult:
        probability = judge.entails(f"{support.around}\n{support.said}", said)
        if probability >= self._entailed:
            return GateResult(Gate.ENTAILMENT, True)
        reason = f"the quote does not prove the statement (judged {probability:.2f})"
        return GateResult(Gate.ENTAILMENT, False, reason)


def _without_evidence(statement: Statement, evidence: Mapping[str, Chunk]) -> str:
    if not statement.citations:
        return "nothing is cited: name a chunk and quote the words that prove the statement"
    if len(statement.text) > LONGEST_STATEMENT:
        return f"the statement is longer than {LONGEST_STATEMENT} characters: state one thing"
    missing = [one.chunk_id for one in statement.citations if one.chunk_id not in evidence]
    if missing:
        listed = ", ".join(dict.fromkeys(missing))
        return f"not among the evidence: {listed}; cite only what was given"
    return ""


def _failed(statement: Statement, *gates: GateResult) -> Verification:
    return Verification(replace(statement, gates=gates))
