"""Known families of embedding models: how each was trained to be asked.

Enters: a model's name, as a hub id or the name of its folder. Leaves: pooling, prefixes and the
dimensions its vectors may be cut to. A wrong prefix or pooling costs a model several points of
nDCG and gives no error, so names are looked up here. What a model's own files say comes first.
Source: each model's card on the hub, as named in the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aliquot.embedding.models import Pooling
from aliquot.protocols import Role

__all__ = ["FAMILIES", "Family", "family_of", "prefixes_of"]

_ENGLISH = frozenset({"en"})
_BGE_QUERY = "Represent this sentence for searching relevant passages: "
_INSTRUCTION = (
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Models trained alike.

    Attributes:
        pattern: Found in the last part of a model's name, in lower case.
        source: Card that says so.
        pooling: How token vectors become one.
        query_prefix: Put before every query.
        document_prefix: Put before every document.
        separator: Put in place of the first line break of a document, which ends its header;
            empty to leave it.
        languages: ISO 639-1 codes it understands; `None` for many.
        dimensions: Lengths its vectors may be cut to; empty where it was not trained for it.
        is_centred: Whether the mean of a vector is taken off before it is cut.
    """

    pattern: str
    source: str
    pooling: Pooling
    query_prefix: str = ""
    document_prefix: str = ""
    separator: str = ""
    languages: frozenset[str] | None = _ENGLISH
    dimensions: tuple[int, ...] = ()
    is_centred: bool = False


def family_of(name: str) -> Family | None:
    """Return the family of a model, or `None` where it is not known."""
    last = name.rstrip("/").rpartition("/")[2].lower().replace("_", "-")
    return next((one for one in FAMILIES if re.search(one.pattern, last)), None)


def prefixes_of(family: Family | None) -> dict[Role, str]:
    """Return what a family puts before a text, by role; nothing where none is known."""
    return {
        "query": family.query_prefix if family else "",
        "document": family.document_prefix if family else "",
    }


# The first pattern found counts: special models stand above their family.
FAMILIES: tuple[Family, ...] = (
    Family(
        pattern=r"^bge-m3",
        source="BAAI/bge-m3",
        pooling="cls",
        languages=None,
    ),
    Family(
        pattern=r"^bge-(small|base|large)-en",
        source="BAAI/bge-small-en-v1.5",
        pooling="cls",
        query_prefix=_BGE_QUERY,
    ),
    Family(
        pattern=r"^bge-(small|base|large)-zh",
        source="BAAI/bge-small-zh-v1.5",
        pooling="cls",
        query_prefix="为这个句子生成表示以用于检索相关文章：",
        languages=frozenset({"zh"}),
    ),
    Family(
        pattern=r"^multilingual-e5-large-instruct",
        source="intfloat/multilingual-e5-large-instruct",
        pooling="mean",
        query_prefix=f"{_INSTRUCTION} ",
        languages=None,
    ),
    Family(
        pattern=r"^e5-mistral-7b-instruct",
        source="intfloat/e5-mistral-7b-instruct",
        pooling="last",
        query_prefix=f"{_INSTRUCTION} ",
    ),
    Family(
        pattern=r"multilingual-e5-(small|base|large)",
        source="intfloat/multilingual-e5-small",
        pooling="mean",
        query_prefix="query: ",
        document_prefix="passage: ",
        languages=None,
    ),
    Family(
        pattern=r"^e5-(small|base|large)",
        source="intfloat/e5-base-v2",
        pooling="mean",
        query_prefix="query: ",
        document_prefix="passage: ",
    ),
    Family(
        pattern=r"^paraphrase-multilingual-",
        source="sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
        pooling="mean",
        languages=None,
    ),
    Family(
        pattern=r"^(all|multi-qa|paraphrase)-(minilm|mpnet|distilroberta)(?!.*-dot-)",
        source="sentence-transformers/all-MiniLM-L6-v2",
        pooling="mean",
    ),
    # Papers are "title [SEP] abstract"; a query is a text alone.
    Family(
        pattern=r"^(specter|scincl)",
        source="allenai/specter2_base",
        pooling="cls",
        separator="[SEP]",
    ),
    Family(
        pattern=r"pubmedbert.*matryoshka",
        source="NeuML/pubmedbert-base-embeddings-matryoshka",
        pooling="mean",
        dimensions=(64, 128, 256, 384, 512),
    ),
    Family(
        pattern=r"pubmedbert|biomedbert|biobert",
        source="NeuML/pubmedbert-base-embeddings",
        pooling="mean",
    ),
    Family(
        pattern=r"^nomic-embed-text-v2",
        source="nomic-ai/nomic-embed-text-v2-moe",
        pooling="mean",
        query_prefix="search_query: ",
        document_prefix="search_document: ",
        languages=None,
        dimensions=(256,),
    ),
    Family(
        pattern=r"^nomic-embed-text-v1(?!\.5)",
        source="nomic-ai/nomic-embed-text-v1",
        pooling="mean",
        query_prefix="search_query: ",
        document_prefix="search_document: ",
    ),
    # Ollama calls v1.5 by the bare name.
    Family(
        pattern=r"^nomic-embed-text(-v1\.5|:|$)",
        source="nomic-ai/nomic-embed-text-v1.5",
        pooling="mean",
        query_prefix="search_query: ",
        document_prefix="search_document: ",
        dimensions=(64, 128, 256, 512),
        is_centred=True,
    ),
    Family(
        pattern=r"^gte-multilingual-base",
        source="Alibaba-NLP/gte-multilingual-base",
        pooling="cls",
        languages=None,
        dimensions=(128, 256, 512),
    ),
    Family(
        pattern=r"^gte-(base|large)-en-v1\.5|^gte-modernbert",
        source="Alibaba-NLP/gte-base-en-v1.5",
        pooling="cls",
    ),
    Family(
        pattern=r"^gte-(small|base|large)$",
        source="thenlper/gte-base",
        pooling="mean",
    ),
    Family(
        pattern=r"^jina-embeddings-v2-(small|base)-en",
        source="jinaai/jina-embeddings-v2-base-en",
        pooling="mean",
    ),
    Family(
        pattern=r"^snowflake-arctic-embed.*(v2\.0|embed2)",
        source="Snowflake/snowflake-arctic-embed-m-v2.0",
        pooling="cls",
        query_prefix="query: ",
        languages=None,
        dimensions=(256,),
    ),
    Family(
        pattern=r"^snowflake-arctic-embed-m-v1\.5",
        source="Snowflake/snowflake-arctic-embed-m-v1.5",
        pooling="cls",
        query_prefix=_BGE_QUERY,
        dimensions=(256,),
    ),
    Family(
        pattern=r"^snowflake-arctic-embed",
        source="Snowflake/snowflake-arctic-embed-m",
        pooling="cls",
        query_prefix=_BGE_QUERY,
    ),
    Family(
        pattern=r"^mxbai-embed-large",
        source="mixedbread-ai/mxbai-embed-large-v1",
        pooling="cls",
        query_prefix=_BGE_QUERY,
        dimensions=(512,),
    ),
    Family(
        pattern=r"^ruri-v3",
        source="cl-nagoya/ruri-v3-310m",
        pooling="mean",
        query_prefix="検索クエリ: ",
        document_prefix="検索文書: ",
        languages=frozenset({"ja"}),
    ),
    Family(
        pattern=r"^ruri-(small|base|large)",
        source="cl-nagoya/ruri-base",
        pooling="mean",
        query_prefix="クエリ: ",
        document_prefix="文章: ",
        languages=frozenset({"ja"}),
    ),
    Family(
        pattern=r"^qwen3-embedding",
        source="Qwen/Qwen3-Embedding-0.6B",
        pooling="last",
        query_prefix=_INSTRUCTION,
        languages=None,
        dimensions=(32, 64, 128, 256, 512, 768),
    ),
    Family(
        pattern=r"^embeddinggemma",
        source="google/embeddinggemma-300m",
        pooling="mean",
        query_prefix="task: search result | query: ",
        document_prefix="title: none | text: ",
        languages=None,
        dimensions=(128, 256, 512),
    ),
)
