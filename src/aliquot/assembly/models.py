"""Config to the language model, and to what stands on it alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs

from aliquot.backends import BACKENDS, load
from aliquot.config import Config, FallbackConfig, ModelConfig
from aliquot.enrich import Contextualiser, Prices
from aliquot.errors import ConfigError
from aliquot.models.language.asking import close_model
from aliquot.models.language.budgets import Budget, BudgetLimits
from aliquot.models.language.chain import Link, ModelChain
from aliquot.models.language.guards import Guarded, Limits
from aliquot.models.language.ledger import FileLedger, SpendingLedger
from aliquot.models.language.naming import KINDS, address_of, runs_here, split_name
from aliquot.models.language.options import ModelOptions
from aliquot.models.language.prices import price_of
from aliquot.protocols import ChatModel, TextModel
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import Followers

__all__ = [
    "LibraryModel",
    "make_chat_model",
    "make_contextualiser",
    "make_text_model",
    "named_models",
]

# Where a day's spending is kept, under the folder of this user's state.
_SPENDING = "spending"
# The kind that reads a file: named from the library's folder.
LOCAL = "local"


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A language model that a config names.

    Attributes:
        name: As it is named.
        kind: What stands before the colon.
        url: Its address; empty where its package knows it.
        is_local: Whether what it is given stays on this machine; a plugin is taken not to.
    """

    name: str
    kind: str
    url: str
    is_local: bool


def named_models(config: Config) -> list[NamedModel]:
    """List the language models a config names, the first one first; nothing is loaded.

    Raises:
        ConfigError: One is not named well, or its address is missing.
    """
    return [_named(one) for one in _stated(config.model)]


def make_text_model(config: Config, folder: Path | None = None) -> TextModel | None:
    """Build the language model for completing prompts; `None` where none is named.

    Nothing is sent yet.

    Args:
        config: Its section `model`.
        folder: The library's, where files of local models are named from.

    Raises:
        ConfigError: There is no such kind of model, or its name, address or key is missing.
        MissingExtraError: Its packages are not installed.
    """
    kind, model = split_name(config.model.name)
    if _only_completes(config):
        return _plain(kind, model, next(_stated(config.model)), folder)
    return make_chat_model(config, folder)


def make_chat_model(
    config: Config, folder: Path | None = None, ledger: SpendingLedger | None = None
) -> ModelChain | None:
    """Build the language model with its fallbacks and guards; `None` where none is named.

    Nothing is sent yet.

    Args:
        config: Its section `model`.
        folder: The library's, where files of local models are named from.
        ledger: Keeps what a day's budget has spent; files of this user unless given.

    Raises:
        ConfigError: There is no such kind of model; its name, address or key is missing; or it
            cannot keep a conversation.
        MissingExtraError: Its packages are not installed.
    """
    settings = config.model
    if not settings.name:
        return None
    budget, limits = _budget(settings, ledger)
    links = [_link(one, settings, folder) for one in _stated(settings)]
    return ModelChain(links, budget, limits)


class LibraryModel:
    """The language model of one library: built when it is first needed, for all that use it.

    A limit of requests, a budget and a process that runs a model are the library's, not those of
    each part that asks.
    """

    def __init__(self, config: Config, folder: Path) -> None:
        """Take what names it; nothing is built yet.

        Args:
            config: Its section `model`.
            folder: The library's, where files of local models are named from.
        """
        self._config = config
        self._folder = folder
        self._building = threading.RLock()
        self._chat: ModelChain | None = None
        self._text: TextModel | None = None

    def chat(self) -> ModelChain | None:
        """Return the model for conversations; `None` where none is named.

        Raises:
            ConfigError: As for `make_chat_model`.
            MissingExtraError: Its packages are not installed.
        """
        with self._building:
            if self._chat is None:
                self._chat = make_chat_model(self._config, self._folder)
            return self._chat

    def text(self) -> TextModel | None:
        """Return the model for completing prompts; `None` where none is named.

        Raises:
            ConfigError: As for `make_text_model`.
            MissingExtraError: Its packages are not installed.
        """
        if not _only_completes(self._config):
            return self.chat()
        with self._building:
            if self._text is None:
                self._text = make_text_model(self._config, self._folder)
            return self._text

    def close(self) -> None:
        """Release what was built."""
        with self._building:
            for one in (self._chat, self._text):
                if one is not None:
                    close_model(one)
            self._chat = self._text = None


def make_each_model(config: Config) -> Iterator[tuple[NamedModel, ChatModel]]:
    """Build the language models a config names one by one, none standing in for another.

    Raises:
        ConfigError: None is named, or as for `make_chat_model`.
        MissingExtraError: Packages of one are not installed.
    """
    settings = config.model
    if not settings.name:
        raise ConfigError(
            "No language model is named.",
            hint="Name one: aliquot models test ollama:qwen3:8b, or under [model] in aliquot.toml.",
        )
    budget, limits = _budget(settings, None)
    for one in _stated(settings):
        yield _named(one), ModelChain([_link(one, settings)], budget, limits)


def make_contextualiser(
    config: Config, catalog: Catalog, followers: Followers, folder: Path
) -> Contextualiser:
    """Build what lets a model write contexts.

    Args:
        config: Its sections `model` and `chunking`.
        catalog: Holds what is written about.
        followers: Are told what was written.
        folder: The library's, where files of local models are named from.

    Raises:
        ConfigError: No language model is named, or it is not named well.
        MissingExtraError: Its packages are not installed.
    """
    model = make_text_model(config, folder)
    if model is None:
        raise ConfigError(
            "No language model is named, which would write the contexts.",
            hint="Give name and url under [model] in aliquot.toml; texts are sent to that url.",
        )
    return Contextualiser(
        catalog=catalog,
        followers=followers,
        model=model,
        document_tokens=config.chunking.context_tokens,
        prices=Prices(config.model.input_price, config.model.output_price),
        parallel=config.model.parallel,
        close=partial(close_model, model),
    )


def _budget(settings: ModelConfig, ledger: SpendingLedger | None) -> tuple[Budget, BudgetLimits]:
    limits = BudgetLimits(
        usd_per_question=settings.budget_usd_per_question,
        usd_per_day=settings.budget_usd_per_day,
        tokens_per_question=settings.budget_tokens_per_question,
        tokens_per_day=settings.budget_tokens_per_day,
    )
    if limits.are_by_day and ledger is None:
        ledger = FileLedger(platformdirs.user_state_path("aliquot") / _SPENDING)
    return Budget(limits, ledger), limits


def _stated(settings: ModelConfig) -> Iterator[FallbackConfig]:
    """Yield the model and its fallbacks, each as a fallback is stated."""
    if settings.name:
        yield FallbackConfig(
            name=settings.name,
            url=settings.url,
            key_variable=settings.key_variable,
            context_tokens=settings.context_tokens,
            input_price=settings.input_price,
            output_price=settings.output_price,
        )
    yield from settings.fallbacks


def _named(stated: FallbackConfig) -> NamedModel:
    kind, model = split_name(stated.name)
    if kind not in KINDS:
        return NamedModel(stated.name, kind, stated.url, is_local=kind in BACKENDS["text_models"])
    url = address_of(kind, stated.url)
    return NamedModel(stated.name, kind, url, runs_here(kind, model, url))


def _link(stated: FallbackConfig, settings: ModelConfig, folder: Path | None = None) -> Link:
    """Build one model with its guards and its price.

    Raises:
        ConfigError: It cannot be built, or only completes prompts.
    """
    kind, name = split_name(stated.name)
    limits = Limits(parallel=settings.parallel, requests_per_minute=settings.requests_per_minute)
    if kind not in KINDS:
        model = _plain(kind, name, stated, folder)
        if not hasattr(model, "reply"):
            raise ConfigError(
                f"The language model {stated.name!r} only completes prompts.",
                hint="Name another under [model]; 'aliquot models' lists them.",
            )
        price = price_of(
            name,
            "",
            input_price=stated.input_price,
            output_price=stated.output_price,
            is_free=kind in BACKENDS["text_models"],
        )
        return Link(Guarded(model, limits), price)
    temperature = settings.temperature
    options = ModelOptions(
        timeout_s=settings.timeout_s,
        temperature=None if temperature == "default" else temperature,
        context_tokens=stated.context_tokens,
        max_output_tokens=settings.max_output_tokens,
        input_price=stated.input_price,
        output_price=stated.output_price,
    )
    make = load("text_models", kind)
    built = make(url=stated.url, model=name, key_variable=stated.key_variable, options=options)
    return Link(Guarded(built, limits), built.price)


def _plain(kind: str, name: str, stated: FallbackConfig, folder: Path | None) -> ChatModel:
    """Build a model that is no server's: one of this process, or of a plugin."""
    make = load("text_models", kind)
    given: dict[str, Any] = {"url": stated.url, "model": name, "key_variable": stated.key_variable}
    if kind == LOCAL:
        given |= {"folder": folder, "context_tokens": stated.context_tokens}
    model: ChatModel = make(**given)
    return model


def _only_completes(config: Config) -> bool:
    """Tell whether a plugin is named, which need not keep conversations."""
    kind, _ = split_name(config.model.name)
    return bool(kind) and kind not in KINDS and kind != LOCAL
