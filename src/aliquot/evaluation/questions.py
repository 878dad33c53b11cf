"""Question sets: a lab's own questions with the files that answer them and the words that prove it.

Enters: `questions.jsonl`, and for each question the chunks that were found. Leaves: judgements for
any measure, and three figures that look at chunks:

- `file@k`: a right file is among the first k chunks.
- `evidence@k`: share of the quotes that stand in the first k chunks, in one of a right file.
- `evidence@2000tokens`: the same within the first 2,000 tokens found, taken as 8,000 characters.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from aliquot.errors import SourceError
from aliquot.evaluation.lines import bad_line, read_records
from aliquot.evaluation.measures import mean
from aliquot.evaluation.retrieval import JudgedQuery

__all__ = [
    "BUDGET",
    "FileNames",
    "Found",
    "Question",
    "plain",
    "qrels_of",
    "read_questions",
    "score_question",
    "share_held",
]

# 2,000 tokens of English at four characters each: what peers were measured with (FINDINGS, 2026).
BUDGET_CHARACTERS = 8000
BUDGET = "evidence@2000tokens"
CUTOFFS = (1, 5, 10)
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"), "-")
_SOFT_HYPHEN = "\u00ad"
_IGNORED = re.compile(r"[\s\-]+")
_HINT = 'Write {"id": "1", "question": "...", "files": ["paper.pdf"], "evidence": "..."}.'


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what answers it.

    Attributes:
        id: Of the question.
        text: As it is asked.
        language: ISO 639-1 code.
        kind: What kind of question it is; empty where not said.
        files: Paths, or the ends of paths, of the files that answer it; none where no file does.
        evidence: Quotes that prove the answer.
        answer: What it should be told; empty where not said.
    """

    id: str
    text: str
    language: str = ""
    kind: str = ""
    files: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    answer: str = ""

    @property
    def query(self) -> JudgedQuery:
        """The question as it is asked."""
        return JudgedQuery(self.id, self.text, self.language, self.kind)


@dataclass(frozen=True, slots=True)
class Found:
    """A chunk as it is compared: whose it is, and what it says.

    Attributes:
        file: The name the questions have for its file, or its path.
        text: Its text.
    """

    file: str
    text: str


class FileNames:
    """From paths of a library to the names a question set has for them.

    A name is the end of a path, part by part, so that questions hold wherever the files are;
    accents may be composed or not.
    """

    def __init__(self, files: Iterable[str]) -> None:
        """Take every name.

        Args:
            files: Names, such as `papers/smith.pdf`.
        """
        self._names: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for file in dict.fromkeys(files):
            parts = _parts(file)
            if parts:
                self._names.setdefault(parts[-1], []).append((parts, file))
        for named in self._names.values():
            named.sort(key=lambda one: len(one[0]), reverse=True)

    def name(self, path: str) -> str:
        """Return the longest name that a path ends with, or the path itself."""
        parts = _parts(path)
        named = self._names.get(parts[-1], ()) if parts else ()
        return next((file for ends, file in named if parts[-len(ends) :] == ends), path)


def _parts(path: str) -> tuple[str, ...]:
    composed = unicodedata.normalize("NFC", path).replace("\\", "/")
    return tuple(part for part in PurePosixPath(composed).parts if part not in ("/", "."))


# ------------------------------------------------------------------------------ reading


def read_questions(path: Path) -> list[Question]:
    """Read a question set: one JSON object a line.

    Raises:
        SourceError: The file cannot be read or holds none, or a line is no question.
    """
    questions: dict[str, Question] = {}
    for number, record in read_records(path):
        question = _question(path, number, record)
        if question.id in questions:
            raise bad_line(path, number, f"Id {question.id} is there twice.", "Rename one of them.")
        questions[question.id] = question
    if not questions:
        raise SourceError(f"{path} holds no question.", source=str(path), hint=_HINT)
    return list(questions.values())


def _question(path: Path, number: int, record: Mapping[str, Any]) -> Question:
    text = record.get("question")
    if not isinstance(text, str) or not any(map(str.isalnum, text)):
        raise bad_line(path, number, "It has no question.", _HINT)
    name = record.get("id", str(number))
    if not isinstance(name, str | int) or isinstance(name, bool) or not str(name).strip():
        raise bad_line(path, number, "Its id is neither text nor a number.", _HINT)
    files = _strings(path, number, record, "files")
    evidence = _strings(path, number, record, "evidence")
    language, kind = record.get("language") or "", record.get("kind") or ""
    # A list of answers is one answer that names them all.
    answer = ", ".join(_strings(path, number, record, "answer"))
    return Question(str(name), text, str(language), str(kind), files, evidence, answer)


def _strings(path: Path, number: int, record: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return a text, or a list of texts, as texts; blank ones left out."""
    value = record.get(key) or []
    listed = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in listed):
        raise bad_line(path, number, f"Its {key} are not texts.", _HINT)
    return tuple(one for one in listed if one.strip())


def qrels_of(questions: Iterable[Question]) -> dict[str, dict[str, int]]:
    """Return the judgements a question set makes; a question no file answers makes none."""
    return {one.id: dict.fromkeys(one.files, 1) for one in questions if one.files}


# ------------------------------------------------------------------------------ scoring


def plain(text: str) -> str:
    """Return text as quotes are compared: NFKC, without case, white space and hyphens.

    HTML entities are read as the characters they stand for.
    """
    composed = unicodedata.normalize("NFKC", html.unescape(text)).translate(_DASHES)
    return _IGNORED.sub("", composed.replace(_SOFT_HYPHEN, "").casefold())


def share_held(evidence: Sequence[str], texts: Sequence[str]) -> float | None:
    """Return the share of the quotes that stand in one of the texts; `None` without quotes.

    Args:
        evidence: Quotes, as written.
        texts: What was found, as written.
    """
    quotes = [quote for quote in map(plain, evidence) if quote]
    if not quotes:
        return None
    compared = [plain(text) for text in texts]
    return mean(float(any(quote in text for text in compared)) for quote in quotes)


def score_question(question: Question, ranking: Sequence[Found]) -> dict[str, float | None]:
    """Score the chunks found for one question.

    Returns:
        Figures from 0 to 1 by name; `None` where the question has nothing to be found.
    """
    right = set(question.files)
    scores: dict[str, float | None] = {}
    for k in CUTOFFS:
        first = ranking[:k]
        is_found = any(one.file in right for one in first)
        scores[f"file@{k}"] = float(is_found) if right else None
        texts = [one.text for one in first if one.file in right]
        scores[f"evidence@{k}"] = share_held(question.evidence, texts)
    scores[BUDGET] = share_held(question.evidence, _within_budget(right, ranking))
    return scores


def _within_budget(right: set[str], ranking: Sequence[Found]) -> list[str]:
    """Return the texts of right files within the budget, which wrong files use up as well."""
    left, inside = BUDGET_CHARACTERS, []
    for one in ranking:
        if left <= 0:
            break
        if one.file in right:
            inside.append(one.text[:left])
        left -= len(one.text)
    return inside
