"""Do the citations of an answer point where they should?

Enters: citations, and the question with its right files and evidence. Leaves: precision and recall.

Source: precision and recall of citations as in Gao et al., "Enabling Large Language Models to
Generate Text with Citations", EMNLP 2023, with right files and verbatim quotes in place of a
model's judgement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aliquot.evaluation.questions import Question, plain
from aliquot.types import Citation

__all__ = ["citation_precision", "evidence_recall", "file_recall", "holds"]

# Statements quote whole sentences, and evidence may run over a sentence's end: what is most of the
# evidence, is that evidence.
HELD_SHARE = 0.5

NameOf = Callable[[str], str]


def citation_precision(
    question: Question, citations: Sequence[Citation], name_of: NameOf
) -> float | None:
    """Return the share of citations that are verified and of a right file.

    `None` where nothing is cited, or the question names no file.

    Args:
        question: With the files that answer it.
        citations: Of the answer.
        name_of: Path to the name the questions have for it.
    """
    if not citations or not question.files:
        return None
    right = sum(one.verified and name_of(one.source) in question.files for one in citations)
    return right / len(citations)


def evidence_recall(
    question: Question, citations: Sequence[Citation], name_of: NameOf
) -> float | None:
    """Return the share of the evidence that citations of right files quote.

    `None` where the question has no evidence.

    Args:
        question: With the words that prove its answer.
        citations: Of the answer.
        name_of: Path to the name the questions have for it.
    """
    wanted = [quote for quote in map(plain, question.evidence) if quote]
    if not wanted or not question.files:
        return None
    quoted = [plain(one.quote) for one in citations if name_of(one.source) in question.files]
    return sum(any(holds(text, quote) for text in quoted) for quote in wanted) / len(wanted)


def file_recall(question: Question, citations: Sequence[Citation], name_of: NameOf) -> float | None:
    """Return the share of the right files that are cited; `None` where one is all there is.

    Args:
        question: With the files that answer it, of which a list has to cite every one.
        citations: Of the answer.
        name_of: Path to the name the questions have for it.
    """
    if len(question.files) < 2:
        return None
    cited = {name_of(one.source) for one in citations if one.verified}
    return len(cited & set(question.files)) / len(question.files)


def holds(text: str, quote: str) -> bool:
    """Tell whether a text holds a quote, or is most of it; both as `plain` gives them."""
    return quote in text or (text in quote and len(text) > HELD_SHARE * len(quote))
