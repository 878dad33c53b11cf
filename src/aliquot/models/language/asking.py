"""What every `ChatModel` here derives from `reply`: completing a prompt, and being closed."""

from __future__ import annotations

from collections.abc import Iterable

from aliquot.errors import ModelError
from aliquot.protocols import ChatModel, TextModel
from aliquot.types import Message

__all__ = ["asked_text", "close_model", "complete"]


def complete(model: ChatModel, prompt: str, system: str, max_tokens: int) -> str:
    """Return the text of a reply to one prompt.

    Raises:
        ModelError: The model refused, or wrote nothing.
        ModelUnavailableError: It did not answer.
    """
    opening = (Message("system", system),) if system else ()
    reply = model.reply((*opening, Message("user", prompt)), max_tokens=max_tokens)
    if reply.finish == "refused":
        raise ModelError(
            f"{model.id} would not answer.", hint="Ask in other words, or use another model."
        )
    return reply.text


def asked_text(messages: Iterable[Message]) -> str:
    """Return everything that is said, as it is counted."""
    return "\n".join(one.text for one in messages)


def close_model(model: TextModel) -> None:
    """Close what a model is asked through, where there is anything: the seam asks for none."""
    close = getattr(model, "close", None)
    if close is not None:
        close()
