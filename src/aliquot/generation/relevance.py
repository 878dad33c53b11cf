"""Does the evidence answer the question at all? If in doubt, the answer is a refusal.

Three things decide at once: names that no document of the evidence holds together (`naming`), an
identifier that is named and stands nowhere in the evidence, and an identifier of a register that is
asked for where none of that register stands. Beside them a logistic model joins the signs: the
share of the question's weighted words that one of the first chunks holds, the share all of them
hold, the heaviest word that none holds, and the nearness of the nearest chunk in each dense leg.
There is a model per set of legs, and others for questions in a script of their own, which share few
words with English evidence.

Source: benchmarks/refusal.py and benchmarks/answers.py, fitted 2026-11 on 441 questions (two
libraries, each with its own questions, those of the other, and public ones; classes, and near and
far unanswerable ones, weighing the same), lists left out. Eight-fold cross-validation, both legs,
English: .94 of 102 answerable answered, .77 of 22 on-subject unanswerable and .97 of 265 others
refused; Japanese: .85 of 27 answered, .8 of 5 and .85 of 20 refused. Further signs (best sentence,
agreement of legs, aspects shown, mean coverage) left these figures where they are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aliquot.generation.extractive import ChunkReader, QuestionTerms, covered_share
from aliquot.generation.extractive.candidates import is_evidence
from aliquot.generation.extractive.wanted import Wanted, wanted_of
from aliquot.generation.naming import AMOUNT, OWN_SCRIPT, WORD, Named, named_in, unmet
from aliquot.types import ScoredChunk

__all__ = ["MODELS", "RelevanceJudge", "RelevanceModel", "Signs"]

# Chunks whose words count towards coverage: an answer may stand in any of the first few.
COVERAGE_CHUNKS = 3
# A name as registers and labs give them has letters and two digits at least. "IC50" and "day 3" are
# no names, so it has five characters.
MIN_NAME = 5
# The leg that finds documents by what they are called.
RECORDS = "record"
# What of a question an entry has to hold that is asked for one of its parts.
MIN_SHARE_OF_ENTRY = 0.6
MIN_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for evidence.

    Attributes:
        coverage: Share of the question's weight in the best of the first chunks, 0 to 1.
        whole: Share in all chunks together.
        missing: Weight of the heaviest word no chunk holds, beside the heaviest of all, 0 to 1.
        of_own_script: Whether the question is in a script of its own.
        cosines: Best score by leg; a dense leg's score is a cosine.
    """

    coverage: float
    whole: float = 0.0
    missing: float = 0.0
    of_own_script: bool = False
    cosines: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """A logistic model of "this evidence answers the question".

    Attributes:
        coverage: Weight of the covered share of the question.
        cosines: Weight of the best cosine of each leg, by the leg's name.
        bias: What is added.
        whole: Weight of the share all chunks cover.
        missing: Weight of the heaviest word that is missing.
        of_own_script: Whether it is for questions in a script of their own.
    """

    coverage: float
    cosines: Mapping[str, float]
    bias: float
    whole: float = 0.0
    missing: float = 0.0
    of_own_script: bool = False

    def probability(self, signs: Signs) -> float:
        """Return the probability, 0 to 1, that the evidence answers."""
        score = self.bias + self.coverage * signs.coverage
        score += self.whole * signs.whole + self.missing * signs.missing
        score += sum(weight * signs.cosines[leg] for leg, weight in self.cosines.items())
        return 1 / (1 + math.exp(-score))


BGE = "dense:bge-small-en-v1.5"
E5 = "dense:multilingual-e5-small"
# The first model of its kind whose legs all searched is used; the last of each kind needs none.
# The biases hold more than the fit gave, .7 to .9 for English and .45 to .65 for other scripts:
# what joins names that never meet is refused before, and a wrong refusal is worse than an answer
# whose quotes show that they answer something else.
MODELS = (
    RelevanceModel(8.98, {BGE: 1.8, E5: 46.9}, -47.42, missing=-0.67),
    RelevanceModel(9.74, {BGE: 13.0}, -15.35, missing=-0.31),
    RelevanceModel(9.07, {E5: 50.0}, -48.92, missing=-0.65),
    RelevanceModel(11.74, {}, -7.29),
    RelevanceModel(3.70, {E5: 47.1}, -41.09, whole=5.18, of_own_script=True),
    RelevanceModel(5.10, {}, -1.72, whole=5.28, of_own_script=True),
)


class RelevanceJudge:
    """Tell evidence that answers from evidence that is merely nearest."""

    def __init__(
        self,
        reader: ChunkReader,
        *,
        min_probability: float,
        models: Sequence[RelevanceModel] = MODELS,
    ) -> None:
        """Take the threshold.

        Args:
            reader: Of the evidence.
            min_probability: Of answering, 0 to 1, below which the answer is a refusal.
            models: Tried in order; the last of each kind must need no leg.
        """
        self._reader = reader
        self._analyser = reader.analyser
        self._min_probability = min_probability
        self._models = tuple(models)

    def answers(
        self,
        question: str,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
        *,
        may_combine: bool = False,
    ) -> bool:
        """Tell whether the evidence answers, rather than being merely nearest.

        Args:
            question: As searched.
            terms: Its weighted words.
            evidence: Best first.
            may_combine: Whether documents may answer together: one lists or compares them.
        """
        wanted = wanted_of(question)
        evidence = [one for one in evidence if is_evidence(one.chunk, wanted)]
        if not evidence or _lacks_register(question, evidence):
            return False
        held = self._held(question, evidence)
        if self._unknown_names(question, terms, held):
            return False
        if self._apart(question, terms, evidence, held, may_combine=may_combine):
            return False
        if self._is_asked_of_entry(question, terms, evidence[0]):
            return True
        return self._probability(self._signs(terms, evidence, held)) >= self._min_probability

    def signs(self, question: str, terms: QuestionTerms, evidence: Sequence[ScoredChunk]) -> Signs:
        """Return what speaks for the evidence."""
        return self._signs(terms, evidence, self._held(question, evidence))

    def missing(
        self, question: str, terms: QuestionTerms, evidence: Sequence[ScoredChunk]
    ) -> list[str]:
        """Return the terms of the question that no evidence holds, the heaviest first."""
        return _missing(terms, self._held(question, evidence))

    def apart(
        self, question: str, terms: QuestionTerms, evidence: Sequence[ScoredChunk]
    ) -> list[str]:
        """Return the names of the question that the document with most of them lacks."""
        held = self._held(question, evidence)
        return [one.text for one in self._apart(question, terms, evidence, held)]

    def _is_asked_of_entry(self, question: str, terms: QuestionTerms, first: ScoredChunk) -> bool:
        """Tell whether the question names an entry and asks for a part it holds, and for no more.

        Words in no way related to what an entry says would not be asked of it; a model of words and
        nearness sees little of that in "GLW7の働きは？".
        """
        wanted = wanted_of(question)
        if RECORDS not in first.legs or not wanted.is_held_by(first.chunk):
            return False
        held = [one for one in wanted.aspects if Wanted((one,)).is_held_by(first.chunk)]
        words = " ".join(one.words(question) for one in held)
        known = self._reader.read(first.chunk).known.union(self._analyser.terms(words))
        return covered_share(terms, known) >= MIN_SHARE_OF_ENTRY

    def _apart(
        self,
        question: str,
        terms: QuestionTerms,
        evidence: Sequence[ScoredChunk],
        held: Sequence[frozenset[str]],
        *,
        may_combine: bool = False,
    ) -> list[Named]:
        documents: dict[str, set[str]] = {}
        for one, words in zip(evidence, held, strict=True):
            whose = "" if may_combine else one.chunk.document_id
            documents.setdefault(whose, set()).update(words)
        named = named_in(question, terms, self._analyser)
        return unmet(named, terms, list(documents.values()))

    def _held(self, question: str, evidence: Sequence[ScoredChunk]) -> list[frozenset[str]]:
        """Return the terms of each chunk, of what is known of it, and of what it is.

        A chunk that shows what is asked for holds the words that ask for it: "how costly" is
        answered by "$150".
        """
        # A question in a script of its own shares no such words with English evidence.
        wanted = wanted_of("" if max(question, default="") >= OWN_SCRIPT else question)
        asking = wanted.asking(question)
        held: list[frozenset[str]] = []
        for one in evidence:
            known = self._reader.read(one.chunk).known
            shown = wanted.shown(one.chunk.text) if len(held) < COVERAGE_CHUNKS else ()
            words = " ".join(asking[name] for name in shown)
            held.append(known.union(self._analyser.terms(words)) if words else known)
        return held

    def _signs(
        self, terms: QuestionTerms, evidence: Sequence[ScoredChunk], held: Sequence[frozenset[str]]
    ) -> Signs:
        cosines: dict[str, float] = {}
        for one in evidence:
            for leg, place in one.legs.items():
                cosines[leg] = max(place.score, cosines.get(leg, -1.0))
        missing = _missing(terms, held)
        heaviest = max(terms.weights.values(), default=0.0)
        return Signs(
            coverage=max((covered_share(terms, one) for one in held[:COVERAGE_CHUNKS]), default=0),
            whole=covered_share(terms, set().union(*held)),
            missing=terms.weights[missing[0]] / heaviest if missing and heaviest else 0.0,
            of_own_script=any(max(term, default="") >= OWN_SCRIPT for term in terms.weights),
            cosines=cosines,
        )

    def _probability(self, signs: Signs) -> float:
        fitting = [one for one in self._models if one.of_own_script is signs.of_own_script]
        model = next(
            one for one in fitting or self._models if one.cosines.keys() <= signs.cosines.keys()
        )
        return model.probability(signs)

    def _unknown_names(
        self, question: str, terms: QuestionTerms, held: Sequence[frozenset[str]]
    ) -> list[str]:
        """Return the identifiers a question names that stand nowhere in the evidence."""
        absent = set(_missing(terms, held))
        words = dict.fromkeys(WORD.findall(question))
        return [one for one in words if _is_name(one) and self._whole(one) in absent]

    def is_named_by(self, word: str, term: str) -> bool:
        """Tell whether a term of the question comes from this word of it."""
        return term in self._analyser.terms(word)

    def _whole(self, name: str) -> str:
        """Return the term of a name as a whole; its parts come after it."""
        return next(iter(self._analyser.terms(name)), "")


def _is_name(word: str) -> bool:
    digits = sum(map(str.isdigit, word))
    is_long = len(word) >= MIN_NAME and digits >= MIN_DIGITS
    has_letters = any(one.isascii() and one.isalpha() for one in word)
    return is_long and has_letters and not AMOUNT.fullmatch(word)


def _missing(terms: QuestionTerms, held: Sequence[frozenset[str]]) -> list[str]:
    absent = terms.weights.keys() - terms.covered(set().union(*held))
    return sorted(absent, key=lambda term: (-terms.weights[term], term))


def _described(one: ScoredChunk) -> str:
    """Return what is known of a chunk's document: identifiers, its file's name, its authors."""
    return " ".join(str(value) for value in one.chunk.metadata.values())


def _lacks_register(question: str, evidence: Sequence[ScoredChunk]) -> bool:
    """Tell whether an identifier of a register is asked for, and the evidence shows none of it."""
    registers = [one for one in wanted_of(question).aspects if one.is_register]
    texts = [f"{one.chunk.text}\n{_described(one)}" for one in evidence] if registers else []
    return any(not any(one.stands_in(text) for text in texts) for one in registers)
