"""Settings: one frozen tree, from flag, environment, file and default, in that order."""

from aliquot.config.loading import Config, known_keys, load_config
from aliquot.config.sections import (
    AnswerConfig,
    CatalogConfig,
    ChunkingConfig,
    EmbeddingConfig,
    FallbackConfig,
    HistoryConfig,
    IngestConfig,
    LookupConfig,
    ModelConfig,
    RetrievalConfig,
    TermIndexConfig,
    VectorIndexConfig,
)
from aliquot.config.serving import ServeConfig

__all__ = [
    "AnswerConfig",
    "CatalogConfig",
    "ChunkingConfig",
    "Config",
    "EmbeddingConfig",
    "FallbackConfig",
    "HistoryConfig",
    "IngestConfig",
    "LookupConfig",
    "ModelConfig",
    "RetrievalConfig",
    "ServeConfig",
    "TermIndexConfig",
    "VectorIndexConfig",
    "known_keys",
    "load_config",
]
