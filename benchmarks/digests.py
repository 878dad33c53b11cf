"""Does who asks what a document is about, or what it found, get sentences of its abstract?

Each question of `benchmarks/data/digest_questions.jsonl` names how the title of the document begins
that is asked about; "" where there is none, "-" where one value is asked for and no digest. The
halves are "tuning", which the rules were made on, and "held out", which was asked when they were
done. Reported by half: right (nothing but the abstract of that document is quoted), and of the
others those that got no digest.

    python benchmarks/digests.py --library DIR [--show] [--save]
"""

from __future__ import annotations

from typing import Any

from aliquot import Answer, Library
from aliquot.types import SectionClass
from halves import measure

QUESTIONS = "digest_questions.jsonl"
# A short answer may happen to quote an abstract alone; more sentences are a digest.
LEAST = 4


def judged(library: Library, question: dict[str, Any], answer: Answer) -> dict[str, bool]:
    """Tell what is right about an answer."""
    cited = [one for statement in answer.statements for one in statement.citations]
    titles = {library.document(one.document_id).title for one in cited}
    classes = {
        chunk.section_class
        for one in cited
        for chunk in library.chunks(one.document_id)
        if chunk.id == one.chunk_id
    }
    is_abstract = bool(cited) and classes == {SectionClass.ABSTRACT}
    if question["title"] in ("", "-"):
        return {"no digest": not (is_abstract and len(answer.statements) >= LEAST)}
    is_right = is_abstract and all(one.startswith(question["title"]) for one in titles)
    return {"right": is_right}


if __name__ == "__main__":
    measure(__doc__, "digests", QUESTIONS, judged)
