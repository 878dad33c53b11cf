"""Let a model on this machine answer development questions through the whole pipeline.

Each question is asked once by each way of handing over statements (`auto` as the model suits), and
once without the model (`extract`), to compare. Reported for each: questions answered, answers that
are right by `aliquot.evaluation.correctness` (by their text alone, or by what they quote too),
statements shown and removed, and unverified statements shown, which must be 0; tokens a second of
prompt and writing, and the memory of the process. None of these questions took part in choosing
prompts and protocol.

    python benchmarks/local_llm.py --model local:lab/model.gguf [--questions 20] [--library DIR]
        [--save]

Without a library, the files that answer the questions are read into one.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot import Answer, Library
from aliquot.evaluation.correctness import Correctness, assess
from aliquot.evaluation.questions import Question, read_questions
from aliquot.generation.verify import Verifier
from aliquot.types import Chunk, Statement
from answers import terms_of
from record import save

ROOT = Path(__file__).resolve().parent.parent
DEV = ROOT.parent / "shared/data/dev"
MODEL = "local:qwen2.5-coder-1.5b-instruct"
PROTOCOLS = ("auto", "schema", "marked", "extract")
EXTRACT = "extract"
# Lists need more evidence than a small model reads in minutes.
KINDS = ("numeric", "protocol_step", "identifier", "factoid", "slide", "gene", "table")
# What two cores read in half a minute: a small model gains nothing from more.
BUDGET_TOKENS = 1_500
STATEMENTS = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what became of it."""

    question: Question
    answer: Answer
    seconds: float

    @property
    def unverified(self) -> int:
        """Statements shown that cite nothing verified, nothing that stands there, or fail anew."""
        chunks = {one.chunk.id: one.chunk for one in self.answer.evidence}
        return sum(not _is_verified(one, chunks) for one in self.answer.statements)

    @property
    def has_right_text(self) -> bool:
        """Whether the sentences alone say all the reference answer says."""
        return bool(self.answer.statements) and self._assessed((), ()).is_right

    @property
    def holds_answer(self) -> bool:
        """Whether sentences and quotes hold the expected value, or all that proves it."""
        if not self.answer.statements:
            return False
        quotes = [one.quote for one in self.answer.citations()]
        return self._assessed(self.question.evidence, quotes).holds_value_or_quote

    def _assessed(self, evidence: Sequence[str], quotes: Sequence[str]) -> Correctness:
        return assess(
            self.answer.text,
            self.question.answer,
            evidence,
            terms_of=terms_of,
            kind=self.question.kind,
            quotes=quotes,
        )

    @property
    def row(self) -> dict[str, Any]:
        """What is kept of it."""
        return {
            "id": self.question.id,
            "kind": self.question.kind,
            "language": self.question.language,
            "right text": self.has_right_text,
            "holds answer": self.holds_answer,
            "statements": len(self.answer.statements),
            "removed": len(self.answer.removed),
            "unverified": self.unverified,
            "abstained": self.answer.abstained,
            "seconds": round(self.seconds, 1),
            "read": self.answer.usage.input_tokens,
            "written": self.answer.usage.output_tokens,
            "text": self.answer.text,
            "quotes": [one.quote for one in self.answer.citations()],
            "removed texts": [
                {"text": one.text, "gates": one.failed_gates} for one in self.answer.removed
            ],
        }


def _is_verified(statement: Statement, chunks: Mapping[str, Chunk]) -> bool:
    """Tell whether quotes stand where they are said to, and the gates pass when asked again."""
    stands = all(
        one.verified and one.chunk_id in chunks and one.quote in chunks[one.chunk_id].text
        for one in statement.citations
    )
    has_passed = bool(statement.gates) and all(gate.passed for gate in statement.gates)
    return (
        bool(statement.citations)
        and stands
        and has_passed
        and Verifier().verify(statement, chunks).passed
    )


def answerable(dev: Path, most: int) -> list[Question]:
    """Return questions one file answers, kinds and languages in turn."""
    groups: dict[tuple[str, str], list[Question]] = {}
    for one in read_questions(dev / "questions.jsonl"):
        if one.kind in KINDS and one.files and one.evidence:
            groups.setdefault((one.kind, one.language), []).append(one)
    turns = max(map(len, groups.values()), default=0)
    mixed = [group[turn] for turn in range(turns) for group in groups.values() if turn < len(group)]
    return mixed[:most]


def config(model: str, protocol: str) -> dict[str, Any]:
    """Return the settings of a library that this model answers."""
    return {
        "model": {"name": model},
        "answer": {
            "protocol": "auto" if protocol == EXTRACT else protocol,
            "budget_tokens": BUDGET_TOKENS,
            "written_statements": STATEMENTS,
        },
    }


def build(library: Path, dev: Path, questions: Sequence[Question]) -> None:
    """Read the files that answer the questions."""
    files = {dev / file for one in questions for file in one.files}
    with Library.create(library) as made:
        made.add(*sorted(path for path in files if path.exists()))


def asked(
    library: Path,
    settings: Mapping[str, Any],
    wanted: Sequence[Question],
    strategy: str = "stuff",
) -> Iterator[Asked]:
    """Ask each question, the model writing unless the strategy does without."""
    with Library.open(library, settings) as opened:
        for one in wanted:
            started = time.monotonic()
            answer = opened.ask(one.text, strategy=strategy)
            yield Asked(one, answer, time.monotonic() - started)


def summary(results: Sequence[Asked]) -> dict[str, Any]:
    """Add up what became of the questions."""
    rows = [one.row for one in results]
    shown, removed = (sum(row[name] for row in rows) for name in ("statements", "removed"))
    return {
        "questions": len(rows),
        "answered": sum(not row["abstained"] for row in rows),
        "right text": sum(row["right text"] for row in rows),
        "holds answer": sum(row["holds answer"] for row in rows),
        "statements shown": shown,
        "statements removed": removed,
        "removed share": round(removed / max(shown + removed, 1), 3),
        "unverified shown": sum(row["unverified"] for row in rows),
        "seconds, median": round(statistics.median(row["seconds"] for row in rows), 1),
        "rows": rows,
    }


def speeds(model: str) -> dict[str, float]:
    """Return tokens a second of a prompt and of writing, and the process's memory in GiB."""
    from aliquot.models.local.model import LocalModel
    from aliquot.types import Message, Reply

    one = LocalModel(model=model.partition(":")[2])
    try:
        words = " ".join(f"Sample {n} was kept at {n} degrees." for n in range(100))
        one.count_tokens(words)
        started = time.monotonic()
        said = one.stream([Message("user", f"{words}\nTell of a cell.")], max_tokens=64)
        next(said)
        first = time.monotonic() - started
        *_, reply = said
        assert isinstance(reply, Reply)
        writing = time.monotonic() - started - first
        return {
            "prompt tokens a second": round(reply.usage.input_tokens / first, 1),
            "written tokens a second": round((reply.usage.output_tokens - 1) / writing, 1),
            "context tokens": one.context_tokens,
            "memory GiB": round(one.memory_bytes / 2**30, 2),
        }
    finally:
        one.close()


@contextmanager
def place(kept: Path | None) -> Iterator[Path]:
    """Give the folder of the library: one that is kept, or one for this run."""
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory() as scratch:
        yield Path(scratch) / "library"


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dev", type=Path, default=DEV)
    parser.add_argument("--library", type=Path, help="use this library; made where there is none")
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--protocols", nargs="+", choices=PROTOCOLS, default=("auto", EXTRACT))
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    dev = options.dev.resolve()
    if not (dev / "questions.jsonl").exists():
        print(f"no questions in {dev}; name a folder with --dev", file=sys.stderr)
        return 2
    result: dict[str, Any] = {"model": options.model, "speeds": speeds(options.model)}
    print(result["speeds"])
    wanted = answerable(dev, options.questions)
    with place(options.library) as library:
        if not library.exists():
            build(library, dev, wanted)
        for protocol in options.protocols:
            results = []
            strategy = EXTRACT if protocol == EXTRACT else "stuff"
            for one in asked(library, config(options.model, protocol), wanted, strategy):
                print(protocol, {**one.row, "question": one.question.text}, flush=True)
                results.append(one)
            result[protocol] = summary(results)
            print(protocol, {k: v for k, v in result[protocol].items() if k != "rows"})
    if options.save:
        print(f"saved {save('local_llm', result)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
