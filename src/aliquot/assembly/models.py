"""Config to the language model, and to what stands on it alone."""

from __future__ import annotations

from aliquot.backends import load
from aliquot.config import Config
from aliquot.enrich import Contextualiser, Prices
from aliquot.errors import ConfigError
from aliquot.protocols import TextModel
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import Followers

__all__ = ["make_contextualiser", "make_text_model"]


def make_text_model(config: Config) -> TextModel | None:
    """Build the language model; `None` where none is named. Nothing is sent yet.

    Raises:
        ConfigError: There is no such kind of model, or its name, address or key is missing.
        MissingExtraError: Its packages are not installed.
    """
    settings = config.model
    if not settings.name:
        return None
    kind, _, name = settings.name.partition(":")
    make = load("text_models", kind)
    model: TextModel = make(url=settings.url, model=name, key_variable=settings.key_variable)
    return model


def make_contextualiser(config: Config, catalog: Catalog, followers: Followers) -> Contextualiser:
    """Build what lets a model write contexts.

    Raises:
        ConfigError: No language model is named, or it is not named well.
        MissingExtraError: Its packages are not installed.
    """
    model = make_text_model(config)
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
        # The seam asks for none: a model in this process has nothing to release.
        close=getattr(model, "close", _nothing),
    )


def _nothing() -> None:
    """Do nothing."""
