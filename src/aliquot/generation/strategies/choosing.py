"""Choose how a question is answered; the `auto` strategy.

A function of what is known before a model is asked: nothing is sent in order to choose.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.generation.strategies.long_context import evidence_budget
from aliquot.generation.strategies.strategy import Choice
from aliquot.generation.strategies.weighing import by_document
from aliquot.protocols import ChatModel
from aliquot.types import Intent, ScoredChunk, Understanding

__all__ = ["choose", "is_multi_part"]

# What an agent's talk needs at least: instructions, the evidence and some results.
AGENT_CONTEXT = 8_192
# Chunks that nobody asks for without wanting them all read; an answer is given ten.
MANY_CHUNKS = 100
# Documents that weigh like so many equal ones bear on a question: below, one of them decides.
SEVERAL = 2.0
# Weight of a document above which it answers alone: "What does the kit cost and what is its part
# number?" has two parts on one page.
SETTLED = 0.9

# Longer questions tell their parts in the beginning, or hold a text.
MAX_QUESTION = 1_000
# A second question after this many words of a first: "Which drug did the trial use and at what dose
# is it given?". "For how long and at what temperature ..." asks two things of one step.
MIN_WORDS = 4
_QUESTION = r"\b(?:what|which|how|when|where|who|whom|whose|why)\b"
_FIRST = re.compile(_QUESTION, re.IGNORECASE)
_SECOND = re.compile(
    r"\b(?:and|then|but)\s+(?:also\s+|then\s+)?"
    rf"(?:(?:at|in|by|for|with|to|from|on|of|under)\s+)?{_QUESTION}",
    re.IGNORECASE,
)
_MARK = re.compile(r"[?？]+")
# Characters before a question mark that make a question of their own; "Really?" is none.
MIN_CHARACTERS = 10
_JAPANESE_SECOND = re.compile(
    r"か[。、].{6,}か[。？?]?\s*$"
    r"|[、。](?:また|さらに|そして|次に|その上で)、?.{2,}(?:何|どの|どれ|いつ|どこ|誰|いくつ|いくら|なぜ|どう)"
)
# Answers that are put together from several documents.
_JOINED = frozenset({Intent.COMPARE, Intent.LIST, Intent.COUNT})


def choose(
    asked: Understanding,
    evidence: Sequence[ScoredChunk],
    model: ChatModel | None,
    *,
    has_tools: bool = False,
    in_conversation: bool = False,
) -> Choice:
    """Return how a question is best answered, and why.

    Args:
        asked: The question as it was read.
        evidence: What was found for it.
        model: Writes; `None` where no model is configured.
        has_tools: Whether there is anything an agent could use.
        in_conversation: Whether it follows other questions; then an answer should be quick, unless
            the question itself says that it takes more.
    """
    if model is None:
        return Choice("extract", "no language model is configured")
    if len(evidence) >= MANY_CHUNKS:
        return _for_many(evidence, model)
    documents = by_document(evidence)
    is_settled = bool(documents) and documents[0].probability >= SETTLED
    if (
        is_multi_part(asked.question)
        and not is_settled
        and _can_look_up(model, has_tools=has_tools)
    ):
        return Choice("agent", "the question has several parts")
    if len(documents) < 2:
        return Choice("stuff", "the evidence is of one document")
    if asked.intent is Intent.COMPARE:
        return Choice("map", f"a comparison over {len(documents)} documents")
    if in_conversation:
        return Choice("stuff", "the question follows others")
    if asked.intent in _JOINED:
        return Choice("map", f"a {asked.intent.value} over {len(documents)} documents")
    # The inverse of Simpson's index: how many equal weights are as concentrated as these.
    several = 1 / sum(one.probability**2 for one in documents)
    if asked.intent is Intent.NEGATIVE and several >= SEVERAL:
        return Choice("map", "yes or no, and several documents may have a say")
    return Choice("stuff", f"a {asked.intent.value} is answered by one reading")


def is_multi_part(question: str) -> bool:
    """Tell whether a question asks several things, each of which is looked up by itself."""
    asked = question[:MAX_QUESTION]
    marked = [one for one in _MARK.split(asked)[:-1] if len(one.strip()) >= MIN_CHARACTERS]
    return len(marked) > 1 or _has_second(asked) or bool(_JAPANESE_SECOND.search(asked))


def _has_second(asked: str) -> bool:
    first = _FIRST.search(asked)
    return first is not None and any(
        len(asked[first.end() : second.start()].split()) >= MIN_WORDS
        for second in _SECOND.finditer(asked, first.end())
    )


def _can_look_up(model: ChatModel, *, has_tools: bool) -> bool:
    is_wide = not model.context_tokens or model.context_tokens >= AGENT_CONTEXT
    return has_tools and model.has_tools and is_wide


def _for_many(evidence: Sequence[ScoredChunk], model: ChatModel) -> Choice:
    """Choose for evidence that was asked for by the hundred.

    What costs by the token is read whole only when that is asked for by name, its cost in view.
    """
    tokens = sum(model.count_tokens(one.chunk.searchable_text) for one in evidence)
    fits = bool(model.context_tokens) and tokens <= evidence_budget(model)
    if fits and model.is_local:
        return Choice("long", f"{len(evidence)} chunks fit the model, which costs nothing")
    reason = "do not fit the model" if not fits else "would cost much at once"
    return Choice("map", f"{len(evidence)} chunks {reason}")
