"""A conversation as a file: JSON for programs, Markdown for people, citations with their ids."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping

from aliquot.generation.citing.markdown import plain_markdown
from aliquot.library.conversing import ConversationSession
from aliquot.shapes import answer_shape, conversation_shape
from aliquot.types import Answer, Statement
from aliquot.types.conversations import ConversationTurn
from aliquot.types.history import citation_id

__all__ = ["WRITERS", "conversation_json", "conversation_markdown"]

GONE = "The answer to this question is not kept any more."


def conversation_json(session: ConversationSession) -> str:
    """Return a conversation with its answers as JSON."""
    shown = conversation_shape(session.conversation)
    for turn, answer in zip(shown["turns"], session.answers(), strict=True):
        turn["answer"] = None if answer is None else answer_shape(answer)
    return json.dumps(shown, ensure_ascii=False, indent=2) + "\n"


def conversation_markdown(session: ConversationSession) -> str:
    """Return a conversation with its answers to read, each quote under its statement."""
    conversation = session.conversation
    lines = [f"# {plain_markdown(conversation.title)}", "", f"Begun {conversation.started_at}.", ""]
    for turn, answer in zip(conversation.turns, session.answers(), strict=True):
        lines += [*_asked(turn), *(_answered(answer) if answer else [GONE, ""])]
    return "\n".join(lines)


def _asked(turn: ConversationTurn) -> Iterator[str]:
    yield from (f"## {plain_markdown(turn.question)}", "")
    if turn.standalone != turn.question:
        yield from (f"Asked as: {plain_markdown(turn.standalone)}", "")


def _answered(answer: Answer) -> Iterator[str]:
    if answer.abstained:
        yield from (plain_markdown(answer.text), "", plain_markdown(answer.reason), "")
    for statement in answer.statements:
        yield from _stated(statement)


def _stated(statement: Statement) -> Iterator[str]:
    labels = " ".join(f"[{one.label}]" for one in statement.citations)
    yield from (plain_markdown(f"{statement.text} {labels}".strip()), "")
    for one in statement.citations:
        page = "" if one.page is None else f", page {one.page}"
        yield f"> {plain_markdown(one.quote)}"
        yield ">"
        yield f"> {plain_markdown(one.source)}{page}; `{citation_id(one)}`"
        yield ""


WRITERS: Mapping[str, Callable[[ConversationSession], str]] = {
    "markdown": conversation_markdown,
    "json": conversation_json,
}
