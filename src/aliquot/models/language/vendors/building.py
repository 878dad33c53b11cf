"""What building a model of any vendor shares: its key, its address, its client, its traits."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx2
from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model
from pydantic_ai.profiles import ModelProfile

from aliquot.errors import ConfigError
from aliquot.models.language.adapter import LanguageModel, Traits
from aliquot.models.language.keys import find_key, required_key, scrubbed
from aliquot.models.language.naming import KINDS, address_of, is_loopback, runs_here
from aliquot.models.language.options import ModelOptions
from aliquot.models.language.prices import listed_context, price_of
from aliquot.models.language.thoughts import UNTOUCHED
from aliquot.models.language.tokens import counter
from aliquot.models.language.translation import Place

__all__ = ["AS_WRITTEN", "Wanted", "finished", "wanted"]

# Thoughts are taken out by `thoughts`, which knows those that never end.
AS_WRITTEN = ModelProfile(thinking_tags=UNTOUCHED)

# A host that is there takes a connection within seconds, whatever its model then takes.
_CONNECT_S = 10.0
# Servers that run the model themselves. Behind any other address of this machine may stand a
# gateway to a service that bills.
_SERVE_THEMSELVES = ("ollama", "vllm")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A model to build.

    Attributes:
        kind: Of `naming.KINDS`.
        model: As its host calls it.
        url: Its address; empty where its region decides.
        key: Empty for none.
        key_variable: Where the key comes from.
        options: How it is asked.
        is_local: Whether it runs on this machine.
    """

    kind: str
    model: str
    url: str
    key: str
    key_variable: str
    options: ModelOptions
    is_local: bool

    def __repr__(self) -> str:
        """Name the model without its key."""
        return f"Wanted({self.kind!r}, {self.model!r})"

    def client(self) -> httpx2.AsyncClient:
        """Return a client that follows no redirect, and uses no proxy to reach this machine."""
        timeout = httpx2.Timeout(self.options.timeout_s, connect=_CONNECT_S)
        return httpx2.AsyncClient(timeout=timeout, trust_env=not is_loopback(self.url))


def wanted(
    kind: str,
    url: str,
    model: str,
    key_variable: str,
    options: ModelOptions,
    environ: Mapping[str, str] | None = None,
) -> Wanted:
    """Return what is to be built, with its key.

    Raises:
        ConfigError: The model has no name, or its address or key is missing or cannot be one.
    """
    if not model:
        raise ConfigError(
            f"The language model of {KINDS[kind].title} has no name.",
            hint=f"Name it behind a colon: name = '{KINDS[kind].example}' under [model].",
        )
    address = address_of(kind, url)
    variable = key_variable or KINDS[kind].key_variable
    key = _key(kind, variable, is_named=bool(key_variable), environ=environ or os.environ)
    local = runs_here(kind, model, address)
    return Wanted(kind, model, address, key, variable, options, local)


def _key(kind: str, variable: str, *, is_named: bool, environ: Mapping[str, str]) -> str:
    if is_named or KINDS[kind].needs_key:
        return required_key(variable, environ)
    # Where none is needed, a keyring is not opened for one: it may ask for a password.
    return find_key(variable, environ) if environ.get(variable) else ""


def finished(
    what: Wanted, build: Callable[[], Model], close: Callable[[], Awaitable[None]]
) -> LanguageModel:
    """Return a model of the library beneath behind our seam.

    Raises:
        ConfigError: The library says that it cannot be built so.
    """
    with _explained(what):
        model = build()
    options = what.options
    # Behind another address than the vendor's own may stand anything, at any price.
    is_the_vendors = what.url in ("", KINDS[what.kind].url) or what.kind == "azure"
    price_list = KINDS[what.kind].price_list if is_the_vendors else ""
    traits = Traits(
        id=f"{what.kind}-{what.model}",
        is_local=what.is_local,
        context_tokens=options.context_tokens or listed_context(what.model, price_list),
        max_output_tokens=options.max_output_tokens,
        temperature=options.temperature,
        timeout_s=options.timeout_s,
        price=price_of(
            what.model,
            price_list,
            input_price=options.input_price,
            output_price=options.output_price,
            is_free=what.is_local and what.kind in _SERVE_THEMSELVES,
        ),
        count_tokens=counter(what.kind, what.model),
    )
    host = urlsplit(what.url).netloc or KINDS[what.kind].title
    place = Place(host, what.model, what.key_variable, what.key)
    return LanguageModel(model, traits, place, close=close)


@contextmanager
def _explained(what: Wanted) -> Iterator[None]:
    try:
        yield
    except UserError as exc:
        raise ConfigError(
            f"{KINDS[what.kind].title} cannot be asked: {scrubbed(str(exc), what.key)}",
            hint="Check name, url and key_variable under [model].",
        ) from exc
