"""Models tried in order, within one budget; the reply says which one wrote it.

Enters: models, the one to ask first, and what each costs. Leaves: one `ChatModel`. Another is only
asked where one failed, which is logged; never after a word of a stream was shown, and never because
a model refuses to answer.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from aliquot.errors import ConfigError, ModelError, ModelUnavailableError
from aliquot.models.language.asking import asked_text, close_model, complete
from aliquot.models.language.budgets import Budget, BudgetLimits
from aliquot.models.language.failures import BudgetError, BusyError, NoReplyError
from aliquot.models.language.ledger import Spent
from aliquot.models.language.prices import Price
from aliquot.protocols import ChatModel
from aliquot.types import Message, Reply, Tool, Usage

__all__ = ["Link", "ModelChain"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Link:
    """A model and what it costs; `None` where that is not known."""

    model: ChatModel
    price: Price | None


class ModelChain:
    """Ask the first model that answers, and keep the budget."""

    def __init__(
        self,
        links: Sequence[Link],
        budget: Budget | None = None,
        limits: BudgetLimits | None = None,
    ) -> None:
        """Take the models.

        Args:
            links: At least one, the one to ask first first.
            budget: What may be spent; no limit unless given.
            limits: Those of the budget, to tell whether prices are needed.

        Raises:
            ConfigError: The budget is in US dollars, and a price is not known.
        """
        for one in links:
            if limits is not None and limits.are_in_usd and one.price is None:
                raise ConfigError(
                    f"The budget is in US dollars, and the price of {one.model.id} is not known.",
                    hint="Give input_price and output_price with it, or a budget in tokens.",
                )
        models = [one.model for one in links]
        self._links = tuple(links)
        self._budget = budget or Budget(BudgetLimits())
        self.id = models[0].id
        self.is_local = all(one.is_local for one in models)
        self.context_tokens = min(
            (one.context_tokens for one in models if one.context_tokens), default=0
        )
        self.has_schemas = all(one.has_schemas for one in models)
        self.has_tools = all(one.has_tools for one in models)

    def for_question(self, usd: float | None = None) -> ModelChain:
        """Return the same models, whose requests are of one question and share its budget.

        Args:
            usd: US dollars on this question, where they are fewer than the config allows on any.

        Raises:
            ConfigError: A budget in US dollars is given, and a price is not known.
        """
        limits = None if usd is None else BudgetLimits(usd_per_question=usd)
        return ModelChain(self._links, self._budget.for_question(usd), limits)

    def cost_usd(self, input_tokens: int, output_tokens: int) -> float | None:
        """Return what tokens cost with the model asked first; `None` where that is not known."""
        price = self._links[0].price
        return None if price is None else price.of(input_tokens, output_tokens)

    def count_tokens(self, text: str) -> int:
        """Return how many tokens a text is to the model that counts most."""
        return max(one.model.count_tokens(text) for one in self._links)

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return what the first model that answers writes; see `TextModel.complete`."""
        return complete(self, prompt, system, max_tokens)

    def reply(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
    ) -> Reply:
        """Return what the first model that answers says; see `ChatModel.reply`."""
        asked = _asked(messages, schema, tools)
        failures: list[ModelError] = []
        for link in self._links:
            try:
                with self._paid(link, asked, max_tokens) as bill:
                    reply = link.model.reply(
                        messages, max_tokens=max_tokens, schema=schema, tools=tools
                    )
                    bill.usage = reply.usage
                    return reply
            except BudgetError:
                raise
            except ModelError as exc:
                if len(self._links) == 1:
                    raise
                self._note(failures, exc)
        raise _all_failed(failures) from failures[-1]

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int = 1024
    ) -> Iterator[str | Reply]:
        """Yield what the first model that answers says; see `ChatModel.stream`."""
        asked = asked_text(messages)
        failures: list[ModelError] = []
        for link in self._links:
            has_shown = False
            try:
                with self._paid(link, asked, max_tokens) as bill:
                    for piece in link.model.stream(messages, max_tokens=max_tokens):
                        has_shown = True
                        if isinstance(piece, Reply):
                            bill.usage = piece.usage
                        yield piece
                    return
            except BudgetError:
                raise
            except ModelError as exc:
                if has_shown or len(self._links) == 1:
                    raise
                self._note(failures, exc)
        raise _all_failed(failures) from failures[-1]

    def close(self) -> None:
        """Close what the models are asked through."""
        for one in self._links:
            close_model(one.model)

    def _note(self, failures: list[ModelError], failure: ModelError) -> None:
        failures.append(failure)
        if len(failures) < len(self._links):
            following = self._links[len(failures)].model.id
            _log.warning("%s %s is asked instead.", failure.message, following)

    @contextmanager
    def _paid(self, link: Link, asked: str, max_tokens: int) -> Iterator[_Bill]:
        """Set aside the most a request may cost, and settle it by what is known of it then."""
        read = link.model.count_tokens(asked)
        most = _spent(link, Usage(read, max_tokens))
        ticket = self._budget.set_aside(most)
        # Left as it is where a stream is left early or the process is interrupted: all of it.
        bill = _Bill()
        spent = most
        try:
            yield bill
            spent = _spent(link, bill.usage) if bill.usage else most
        except NoReplyError as exc:
            spent = _spent(link, exc.usage)
            raise
        except BusyError as exc:
            spent = _spent(link, Usage(read)) if exc.may_have_run else Spent()
            raise
        except ModelError:
            spent = Spent()
            raise
        finally:
            ticket.settle(spent)


@dataclass(slots=True)
class _Bill:
    """What a request cost; `None` until it is known."""

    usage: Usage | None = None


def _spent(link: Link, usage: Usage) -> Spent:
    read, written = usage.input_tokens, usage.output_tokens
    usd = usage.cost_usd
    if usd is None:
        usd = link.price.of(read, written) if link.price else 0.0
    return Spent(usd, read + written)


def _asked(
    messages: Sequence[Message], schema: Mapping[str, Any] | None, tools: Sequence[Tool]
) -> str:
    """Return everything a request holds, as it is counted."""
    offered = [{"name": one.name, **one.parameters} for one in tools]
    described = "\n".join(one.description for one in tools)
    return "\n".join((asked_text(messages), json.dumps([schema, offered]), described))


def _all_failed(failures: Sequence[ModelError]) -> ModelError:
    is_worth_another_try = any(one.retryable for one in failures)
    kind = ModelUnavailableError if is_worth_another_try else ModelError
    return kind(
        "No language model answered. " + " ".join(one.message for one in failures),
        hint=failures[0].hint,
    )
