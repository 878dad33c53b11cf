"""How good are the answers to a question set?

Enters: questions with their answers, files and evidence, and a way to ask. Leaves: figures by
question, as rows, means with intervals, and what the answers cost. Figures, 0 to 1:

- `right`: the answer says all the reference answer does; a refusal counts as 0.
- `value or quote`: it does, or it quotes all the evidence.
- `answered`: an answerable question was not refused; what is missing to 1 is over-abstention.
- `refused`: an unanswerable question was refused.
- `citation precision`: share of citations that are verified and of a right file.
- `evidence recall`: share of the evidence that is quoted from a right file.
- `file recall`: share of the right files that are cited, where several are right.
- `list precision`: share of a list's items that belong.
- `list right`: the same as `right`, of a question that asks for a list of documents. A survey
  answers those: they count in neither `right` nor `value or quote` nor `answered`.
- `kept`: share of statements that passed verification; what is missing to 1 was removed.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import Any

from aliquot.errors import SourceError
from aliquot.evaluation.citations import citation_precision, evidence_recall, file_recall
from aliquot.evaluation.correctness import Correctness, assess, is_list
from aliquot.evaluation.intervals import Interval, difference_interval
from aliquot.evaluation.questions import FileNames, Question
from aliquot.evaluation.refusal import is_unanswerable
from aliquot.evaluation.report import Report, System
from aliquot.evaluation.retrieval import Spent
from aliquot.evaluation.values import Terms
from aliquot.protocols import Progress, ProgressEvent, silent
from aliquot.types import Answer, Usage

__all__ = ["AnswerReport", "AnsweredQuestion", "ask_questions", "gains_over", "read_figures"]

Ask = Callable[[str], Answer]
DECIMALS = 4


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """One question, what was answered, and how good that is.

    Attributes:
        question: As it was asked.
        answer: What was answered.
        figures: By name, 0 to 1; those that say nothing of this question are left out.
        correctness: What the answer lacks; `None` where it is to be refused, was, or no reference
            answer is given.
        spent: Time it took.
    """

    question: Question
    answer: Answer
    figures: Mapping[str, float]
    correctness: Correctness | None
    spent: Spent

    def shape(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        usage, held = self.answer.usage, self.correctness
        return {
            "id": self.question.id,
            "kind": self.question.kind,
            "language": self.question.language,
            "question": self.question.text,
            "expected": self.question.answer,
            "answer": "" if self.answer.abstained else self.answer.text,
            "abstained": self.answer.abstained,
            "reason": self.answer.reason,
            "strategy": self.answer.strategy,
            "grade": str(held.grade) if held else None,
            "missing": [one.expected for one in held.parts if one.share < 1] if held else [],
            "extras": list(held.extras) if held else [],
            "figures": {name: round(value, DECIMALS) for name, value in self.figures.items()},
            "cited": list(dict.fromkeys(one.source for one in self.answer.citations())),
            "removed": [one.text for one in self.answer.removed],
            "seconds": round(self.spent.wall_ms / 1000, DECIMALS),
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "cost_usd": usage.cost_usd,
        }


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """Everything one evaluation of answers found.

    Attributes:
        name: The question set.
        rows: One for each question.
        warnings: What was left out.
    """

    name: str
    rows: Sequence[AnsweredQuestion]
    warnings: Sequence[str] = field(default=())

    @property
    def report(self) -> Report:
        """Means, intervals and groups, as any evaluation has them."""
        figures: dict[str, dict[str, float]] = {}
        for row in self.rows:
            for name, value in row.figures.items():
                figures.setdefault(name, {})[row.question.id] = value
        spent = {row.question.id: row.spent for row in self.rows}
        queries = [row.question.query for row in self.rows]
        return Report(self.name, queries, System(figures, spent), warnings=self.warnings)

    @property
    def usage(self) -> Usage:
        """What all answers cost together."""
        return reduce(Usage.__add__, (row.answer.usage for row in self.rows), Usage())

    def shape(self) -> dict[str, Any]:
        """Return everything as JSON has it."""
        usage = self.usage
        return self.report.shape() | {
            "usage": {
                "input_tokens": usage.input_tokens,
                "output_tokens": usage.output_tokens,
                "requests": usage.requests,
                "cost_usd": usage.cost_usd,
                "models": list(usage.models),
            },
            "rows": [row.shape() for row in self.rows],
        }


def ask_questions(
    name: str,
    questions: Sequence[Question],
    ask: Ask,
    *,
    terms_of: Terms,
    progress: Progress = silent,
) -> AnswerReport:
    """Ask every question once, and hold the answers against what they should say.

    Args:
        name: The question set.
        questions: With answers, files and evidence, as far as they are known.
        ask: Question to answer.
        terms_of: Text to its content terms, to compare values and words.
        progress: Told after each question.
    """
    names = FileNames(file for one in questions for file in one.files)
    rows = []
    for done, question in enumerate(questions, start=1):
        wall, cpu = time.perf_counter(), time.process_time()
        answer = ask(question.text)
        spent = Spent((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)
        rows.append(_row(question, answer, spent, names, terms_of))
        progress(ProgressEvent("ask", done, len(questions)))
    unknown = sum(not one.answer and not is_unanswerable(one) for one in questions)
    notes = [f"{unknown} questions have no reference answer."] if unknown else []
    return AnswerReport(name, rows, notes)


def gains_over(now: AnswerReport, before: Mapping[str, Mapping[str, float]]) -> dict[str, Interval]:
    """Return by how much each figure is better than in an earlier run, paired by question.

    Args:
        now: This run.
        before: Question to figures, of the run compared with; questions asked in one run only are
            left out.
    """
    gains = {}
    for name, values in now.report.whole.figures.items():
        earlier = {query: row[name] for query, row in before.items() if name in row}
        both = values.keys() & earlier.keys()
        if both:
            first = {query: values[query] for query in both}
            second = {query: earlier[query] for query in both}
            gains[name] = difference_interval(first, second)
    return gains


def read_figures(path: Path) -> dict[str, dict[str, float]]:
    """Return question to figures of an earlier run, as its JSON has them.

    Raises:
        SourceError: The file cannot be read, or holds no such run.
    """
    try:
        rows = json.loads(path.read_text("utf-8"))["rows"]
        return {
            row["id"]: {key: float(row["figures"][key]) for key in row["figures"]} for row in rows
        }
    except OSError as exc:
        raise SourceError(
            f"{path} cannot be read: {exc.strerror}.", source=str(path), hint="Check its name."
        ) from exc
    except (ValueError, KeyError, TypeError, RecursionError) as exc:
        raise SourceError(
            f"{path} is no run of 'aliquot eval answers'.",
            source=str(path),
            hint="Write one with: aliquot eval answers QUESTIONS --save FILE",
        ) from exc


def _row(
    question: Question, answer: Answer, spent: Spent, names: FileNames, terms_of: Terms
) -> AnsweredQuestion:
    if is_unanswerable(question):
        return AnsweredQuestion(question, answer, {"refused": float(answer.abstained)}, None, spent)
    held = _correctness(question, answer, terms_of)
    figures: dict[str, float] = {}
    is_right = float(held is not None and held.is_right)
    if is_list(question.kind, question.evidence):
        figures |= {"list right": is_right} if question.answer else {}
    else:
        figures["answered"] = float(not answer.abstained)
    if question.answer and "answered" in figures:
        figures["right"] = is_right
        figures["value or quote"] = float(held is not None and held.holds_value_or_quote)
    citations = list(answer.citations())
    further = {
        "citation precision": citation_precision(question, citations, names.name),
        "evidence recall": evidence_recall(question, citations, names.name),
        "file recall": file_recall(question, citations, names.name),
        "list precision": held.precision if held else None,
        "kept": _kept(answer),
    }
    figures |= {name: value for name, value in further.items() if value is not None}
    return AnsweredQuestion(question, answer, figures, held, spent)


def _correctness(question: Question, answer: Answer, terms_of: Terms) -> Correctness | None:
    if answer.abstained or not question.answer:
        return None
    return assess(
        answer.text,
        question.answer,
        question.evidence,
        terms_of=terms_of,
        kind=question.kind,
        quotes=[one.quote for one in answer.citations()],
    )


def _kept(answer: Answer) -> float | None:
    written = len(answer.statements) + len(answer.removed)
    return len(answer.statements) / written if written else None
