"""One frozen tree of settings, from flag, environment, file and default, in that order.

Enters: `aliquot.toml`, `ALIQUOT_*` variables (`ALIQUOT_RETRIEVAL__K=20` sets `retrieval.k`), and
keyword overrides. Leaves: a `Config`, or a `ConfigError` that names the nearest known key. It is
passed as an argument; nothing here is global.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from aliquot.config.sections import (
    AnswerConfig,
    CatalogConfig,
    ChunkingConfig,
    EmbeddingConfig,
    HistoryConfig,
    IngestConfig,
    LookupConfig,
    ModelConfig,
    RetrievalConfig,
    TermIndexConfig,
    VectorIndexConfig,
)
from aliquot.config.serving import ServeConfig
from aliquot.errors import ConfigError

__all__ = ["Config", "known_keys", "load_config"]

PGVECTOR = "pgvector"


class Config(BaseSettings):
    """Everything that can be set, in one tree.

    Attributes:
        ingest: How files are found and read.
        lookup: Which services are asked who a paper is.
        model: The language model.
        chunking: How documents are cut.
        embedding: Which embedders serve as dense legs.
        catalog: Where documents are kept for good.
        vectors: The vector index.
        terms: The term index.
        retrieval: How rankings are made and fused.
        answer: How answers are drawn from evidence.
        history: What is kept of what was asked.
        serve: How the library is served to browsers and programs.
    """

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
        env_prefix="ALIQUOT_",
        env_nested_delimiter="__",
    )

    ingest: IngestConfig = IngestConfig()
    lookup: LookupConfig = LookupConfig()
    model: ModelConfig = ModelConfig()
    chunking: ChunkingConfig = ChunkingConfig()
    embedding: EmbeddingConfig = EmbeddingConfig()
    catalog: CatalogConfig = CatalogConfig()
    vectors: VectorIndexConfig = VectorIndexConfig()
    terms: TermIndexConfig = TermIndexConfig()
    retrieval: RetrievalConfig = RetrievalConfig()
    answer: AnswerConfig = AnswerConfig()
    history: HistoryConfig = HistoryConfig()
    serve: ServeConfig = ServeConfig()


def load_config(path: Path | None = None, overrides: Mapping[str, Any] | None = None) -> Config:
    """Merge overrides over environment over file over defaults.

    Args:
        path: `aliquot.toml`; `None` or a missing file leaves the other sources.
        overrides: Nested mapping, as `{"retrieval": {"k": 20}}`.

    Raises:
        ConfigError: A key is unknown, a value is out of bounds, or the file is not TOML.
    """
    _check_variables(os.environ)
    try:
        loaded = _loader(path)(**(overrides or {}))
        # A plain `Config` again: one of the loader's own class would equal no other.
        return Config.model_construct(**dict(loaded) | {"vectors": _vectors_of(loaded)})
    except ValidationError as exc:
        raise _explain(exc, path) from exc
    except SettingsError as exc:
        raise ConfigError(
            f"An ALIQUOT_ variable cannot be read: {exc}.",
            hint="Lists are written as JSON, sections with two underscores.",
        ) from exc
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise ConfigError(
            f"{path} is not valid TOML: {exc}.",
            hint="Mend the line it names, or move the file away to return to the defaults.",
        ) from exc
    except OSError as exc:
        raise ConfigError(
            f"{path} cannot be read: {exc.strerror}.", hint="Check its permissions."
        ) from exc


def _vectors_of(config: Config) -> VectorIndexConfig:
    """Return the settings of the vector index; pgvector stands beside the catalog unless told."""
    vectors = config.vectors
    if vectors.backend != PGVECTOR or vectors.location:
        return vectors
    return vectors.model_copy(update={"location": config.catalog.url})


def _check_variables(environment: Iterable[str]) -> None:
    """Refuse a variable that names no section: it would be ignored in silence.

    Raises:
        ConfigError: A variable such as `ALIQUOT_RETRIEVL__K` is set.
    """
    prefix = "ALIQUOT_"
    for name in sorted(environment):
        section, separator, _ = name.removeprefix(prefix).partition("__")
        if name.startswith(prefix) and separator and section.lower() not in Config.model_fields:
            close = difflib.get_close_matches(section.lower(), Config.model_fields, n=1)
            known = ", ".join(f"{prefix}{one.upper()}__..." for one in Config.model_fields)
            hint = f"Did you mean {prefix}{close[0].upper()}__...?" if close else f"Known: {known}."
            raise ConfigError(f"The variable {name} names no section of the settings.", hint=hint)


def _loader(path: Path | None) -> type[Config]:
    class _FromFile(Config):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            sources = (init_settings, env_settings)
            if path is None:
                return sources
            return (*sources, TomlConfigSettingsSource(settings_cls, toml_file=path))

    return _FromFile


def _explain(error: ValidationError, path: Path | None) -> ConfigError:
    """Turn the first validation error into a sentence with the nearest known key."""
    first = error.errors(include_input=False, include_url=False)[0]
    dotted = ".".join(str(part) for part in first["loc"])
    variable = "ALIQUOT_" + "__".join(str(part).upper() for part in first["loc"])
    is_from_environment = any(name.upper() == variable for name in os.environ)
    where = f" in {variable if is_from_environment else path or 'the settings given'}"
    if first["type"] != "extra_forbidden":
        return ConfigError(
            f"{dotted}: {first['msg']}{where}.", hint="See 'aliquot config' for values in force."
        )
    known = known_keys()
    close = difflib.get_close_matches(dotted, known, n=1, cutoff=0.5)
    hint = f"Did you mean {close[0]!r}?" if close else f"Known keys: {', '.join(known)}."
    return ConfigError(f"Unknown setting {dotted!r}{where}.", hint=hint)


def known_keys() -> list[str]:
    """List every setting as `section.key`."""
    return [
        f"{section}.{key}"
        for section, field in Config.model_fields.items()
        for key in field.annotation.model_fields  # type: ignore[union-attr]
    ]
