"""An answer as Markdown to be pasted: statements with their marks, and the list of references."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from aliquot.generation.citing.styles import Rendered
from aliquot.types import Answer, Statement

__all__ = ["plain_markdown", "write_markdown"]

# What Markdown would read as marks in words that are not ours.
MARKS = re.compile(r"([\\`*_\[\]<>#|~])")
# A step's number at the beginning would become a list.
NUMBER = re.compile(r"^([0-9]+|(?=[+-]))([.)+-])")
REFERENCES = {"en": "References", "ja": "文献"}
DISAGREEMENT = {"en": "The sources disagree:", "ja": "出典どうしが食い違っています："}


def write_markdown(answer: Answer, rendered: Rendered) -> str:
    """Return an answer as Markdown.

    Args:
        answer: What is written.
        rendered: Its marks and references in a style.
    """
    return "\n\n".join(_parts(answer, rendered)) + "\n"


def _parts(answer: Answer, rendered: Rendered) -> Iterator[str]:
    language = answer.language if answer.language in REFERENCES else "en"
    yield f"**{plain_markdown(answer.question)}**"
    if answer.abstained or answer.survey is not None:
        yield plain_markdown(answer.text)
    yield from _stated(answer.statements, rendered)
    for one in answer.contradictions:
        yield DISAGREEMENT[language]
        yield from _stated(one.statements, rendered)
    if rendered.references:
        yield f"**{REFERENCES[language]}**"
        # A list of its own would number anew: each line is a paragraph.
        yield from (plain_markdown(one.line) for one in rendered.references)


def _stated(statements: Iterable[Statement], rendered: Rendered) -> Iterator[str]:
    for one in statements:
        yield plain_markdown(f"{one.text} {rendered.mark(one)}".rstrip())


def plain_markdown(text: str) -> str:
    """Return text on one line that Markdown takes for words."""
    return NUMBER.sub(r"\1\\\2", MARKS.sub(r"\\\1", " ".join(text.split())))
