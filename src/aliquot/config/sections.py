"""The tables of the settings: what can be set, within which bounds, and what it is unless set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

__all__ = [
    "AnswerConfig",
    "CatalogConfig",
    "ChunkingConfig",
    "EmbeddingConfig",
    "FallbackConfig",
    "HistoryConfig",
    "IngestConfig",
    "LookupConfig",
    "ModelConfig",
    "RetrievalConfig",
    "Section",
    "TermIndexConfig",
    "VectorIndexConfig",
]

Share = Annotated[float, Field(ge=0, le=1)]
POSTGRESQL = "postgresql"


class Section(BaseModel):
    """One table of the file; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class IngestConfig(Section):
    """How files are found and read.

    Attributes:
        workers: Parser processes; 0 takes one per core.
        timeout_s: Seconds one file may take before its parser is killed.
        memory_mib: Address space of one parser process.
        ocr: Recogniser of text in scans and pictures, where its extra is installed; empty for
            none.
        ocr_timeout_s: Seconds more for a file whose pages are pictures; pages left over are
            listed.
        max_file_mib: Larger files are listed, not read.
        ignore: Glob patterns of names left out, beside hidden files.
        findings: Whether documents are read for what they name: cell lines, reagents, accessions.
        wait_s: Seconds a command waits while another process writes to the library; 0 refuses at
            once.
    """

    workers: int = Field(0, ge=0, le=256)
    timeout_s: float = Field(180.0, gt=0, le=86_400)
    memory_mib: int = Field(4096, ge=256, le=1_048_576)
    ocr: str = "rapidocr"
    ocr_timeout_s: float = Field(1800.0, gt=0, le=604_800)
    max_file_mib: int = Field(512, ge=1, le=65_536)
    ignore: tuple[str, ...] = ("~$*", "Thumbs.db", "desktop.ini", "__MACOSX")
    findings: bool = True
    wait_s: float = Field(900.0, ge=0, le=604_800)


class LookupConfig(Section):
    """Which services are asked who a paper is; none unless named.

    Attributes:
        services: `crossref`, `pubmed`, `openalex`, preferred ones first. Identifiers, title and
            first author of each paper leave this machine. Keys come from the variables
            NCBI_API_KEY and OPENALEX_API_KEY.
        email: Told to the services, which serve those better whom they can reach.
        retraction_watch: Path of the Retraction Watch database (CSV); read here, nothing is sent.
    """

    services: tuple[str, ...] = ()
    email: str = ""
    retraction_watch: str = ""


class ChunkingConfig(Section):
    """How documents are cut; sizes in estimated tokens.

    Attributes:
        target_tokens: Size a chunk is packed to.
        max_tokens: Size above which it is split.
        overlap: Share of a split section repeated in the next chunk.
        contexts: Whether chunks are searched with a sentence or two about their place in the
            document, which `aliquot contextualise` lets the model of `[model]` write.
        context_tokens: What that model is shown of a document beside each chunk: all of a shorter
            one, of a longer one the beginning and what stands around the chunk.
    """

    target_tokens: int = Field(300, ge=32, le=4096)
    max_tokens: int = Field(440, ge=64, le=8192)
    overlap: float = Field(0.15, ge=0, le=0.5)
    contexts: bool = False
    context_tokens: int = Field(6000, ge=500, le=1_000_000)

    @model_validator(mode="after")
    def _target_fits(self) -> ChunkingConfig:
        if self.target_tokens > self.max_tokens:
            raise ValueError("target_tokens is above max_tokens")
        return self


class FallbackConfig(Section):
    """A language model that is asked where the one before it failed.

    Attributes:
        name: Kind of server and model, as in `model.name`.
        url: Address of the server, where its kind has none or another.
        key_variable: Variable that holds the key, where it is not the usual one.
        context_tokens: The most it reads and writes together; 0 for what is known of it.
        input_price: US dollars for a million tokens read; by a public list unless given.
        output_price: US dollars for a million tokens written; likewise.
    """

    name: str = Field(min_length=1)
    url: str = ""
    key_variable: str = ""
    context_tokens: int = Field(0, ge=0, le=100_000_000)
    input_price: float | None = Field(None, ge=0)
    output_price: float | None = Field(None, ge=0)


class ModelConfig(Section):
    """The language model; none unless named, and then texts are sent to where it runs.

    Attributes:
        name: Kind of server and model, such as `anthropic:claude-haiku-4-5`, `ollama:qwen3:8b` or
            `openai-compatible:NAME`; empty for none.
        url: Address of the server up to and with the version, such as `http://localhost:11434/v1`;
            that of the kind unless given.
        key_variable: Variable that holds the key, in the environment or the keyring; that of the
            kind, such as OPENAI_API_KEY, unless given. Keys are never read from this file.
        fallbacks: Models asked in this order where the one before failed: names, or tables with
            the keys `name`, `url`, `key_variable`, `context_tokens`, `input_price` and
            `output_price`.
        timeout_s: Seconds a reply may take, and the first word of one that is streamed.
        requests_per_minute: Requests begun within a minute; 0 for no limit.
        parallel: Requests sent at a time, where many are to be sent.
        context_tokens: The most the model reads and writes together; 0 for what is known of it.
        max_output_tokens: The most it may write in one reply.
        temperature: How freely it writes, 0 to 2; `"default"` leaves it to a model that refuses
            to be told.
        budget_usd_per_question: US dollars one question may cost; no limit unless given.
        budget_usd_per_day: US dollars a day (UTC) may cost; no limit unless given.
        budget_tokens_per_question: Tokens one question may take; no limit unless given.
        budget_tokens_per_day: Tokens a day (UTC) may take; no limit unless given.
        input_price: US dollars for a million tokens read; by a public list unless given, unknown
            where that does not hold the model.
        output_price: US dollars for a million tokens written; likewise.
    """

    name: str = ""
    url: str = ""
    key_variable: str = ""
    fallbacks: tuple[FallbackConfig, ...] = ()
    timeout_s: float = Field(120.0, gt=0, le=86_400)
    requests_per_minute: int = Field(0, ge=0, le=1_000_000)
    parallel: int = Field(4, ge=1, le=64)
    context_tokens: int = Field(0, ge=0, le=100_000_000)
    max_output_tokens: int = Field(8192, ge=16, le=1_000_000)
    temperature: Annotated[float, Field(ge=0, le=2)] | Literal["default"] = 0.0
    budget_usd_per_question: float | None = Field(None, gt=0)
    budget_usd_per_day: float | None = Field(None, gt=0)
    budget_tokens_per_question: int | None = Field(None, gt=0)
    budget_tokens_per_day: int | None = Field(None, gt=0)
    input_price: float | None = Field(None, ge=0)
    output_price: float | None = Field(None, ge=0)

    @field_validator("fallbacks", mode="before")
    @classmethod
    def _name_alone(cls, given: Any) -> Any:
        if not isinstance(given, list | tuple):
            return given
        return tuple({"name": one} if isinstance(one, str) else one for one in given)


class EmbeddingConfig(Section):
    """Which embedders serve as dense legs.

    Attributes:
        legs: Names of embedders. `auto` stands for bge-small-en-v1.5 and, where its extra is
            installed, multilingual-e5-small; `balanced` for both, `fast` and `multilingual` for
            either alone. Others: `onnx:FOLDER`, `hub:ORG/NAME`, `openai:MODEL`, `cohere:MODEL`,
            `voyage:MODEL`, `ollama:MODEL`, each with `@DIMENSION` where the model may be cut.
        sparse: Encoder whose weighted terms are a leg, `splade-tiny` or `fastembed:ORG/NAME`;
            empty for none.
        late: Encoder whose token vectors are a leg (late interaction), `colbert:FOLDER` or
            `fastembed:ORG/NAME`; empty for none.
        threads: Parallel sessions; 0 takes one per core.
    """

    legs: tuple[str, ...] = Field(("auto",), min_length=1)
    sparse: str = ""
    late: str = ""
    threads: int = Field(0, ge=0, le=256)


class CatalogConfig(Section):
    """Where documents, chunks and vectors are kept for good.

    Attributes:
        url: Address of a PostgreSQL database several folders share, as in
            `postgresql://USER@HOST/DATABASE`; empty for a file in the library's own folder. A
            password is read from PGPASSWORD or a password file only.
    """

    url: str = ""

    @field_validator("url")
    @classmethod
    def _is_address(cls, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme not in ("", POSTGRESQL) or (url and not parts.scheme):
            raise ValueError("the address of a database is postgresql://USER@HOST/DATABASE")
        if parts.password or "password" in dict(parse_qsl(parts.query)):
            raise ValueError("a password stands in PGPASSWORD, not in the address")
        return url


class VectorIndexConfig(Section):
    """The vector index.

    Attributes:
        backend: Name of the engine.
        location: Address of the engine's server, or a path; empty for the library's own folder,
            and with `pgvector` for the catalog's database.
            Keys and passwords are read from the environment only.
        options: What only this engine knows: `collection`, `shards`, `replicas`, ...
        exact_limit: Chunks up to which the local index scans every vector; above, a graph is built.
        m: Links per node of the HNSW graph.
        ef_construction: Candidates kept while the graph is built.
        ef_search: Candidates kept while it is searched.
        dtype: How the local index keeps vectors: `float32`, `float16` in half the space, or `int8`
            in a quarter.
    """

    backend: str = "local"
    location: str = ""
    options: dict[str, str | int | float | bool] = Field(default_factory=dict)
    dtype: Literal["float32", "float16", "int8"] = "float32"
    exact_limit: int = Field(50_000, ge=0)
    m: int = Field(16, ge=2, le=128)
    ef_construction: int = Field(128, ge=8, le=4096)
    ef_search: int = Field(128, ge=8, le=4096)


class TermIndexConfig(Section):
    """The term index.

    Attributes:
        backend: Name of the engine.
        header_weight: What a word adds when it also stands in title or section path; 0 for
            nothing.
        japanese: How Japanese is cut: `pairs` of characters, `sudachi` for words beside them, or
            `auto` for words where the extra `japanese` is installed.
    """

    backend: str = "tantivy"
    japanese: Literal["auto", "pairs", "sudachi"] = "auto"
    header_weight: float = Field(0.2, ge=0, le=10)


class RetrievalConfig(Section):
    """How rankings are made and fused.

    Attributes:
        k: Chunks a caller gets unless it says otherwise.
        depth: Chunks fetched from each leg before fusion.
        rrf_k: The constant of `rrf`.
        lexical_weight: Weight of the lexical leg.
        name_weight: Weight of the leg that finds identifiers and names exactly.
        dense_weight: Weight of each dense leg.
        sparse_weight: Weight of the leg of `embedding.sparse`.
        late_weight: Weight of the leg of `embedding.late`.
        synonyms: Whether other names of genes, proteins and what `synonyms.txt` lists are searched
            beside those in a question.
        understand: Whether a restriction said in a question ("Phase 3 trials since 2020") filters.
        fusion: How rankings are fused: `z-score` or `min-max` by scores on one scale, `rrf` by
            reciprocal ranks.
        rewrite: What a language model makes of a question beside it: `hyde` a passage that might
            answer, `multi-query` other wordings, `decompose` its parts; empty for nothing.
        hops: Searches in a row that follow what the one before has named; 0 for one search.
        max_share: Share of the chunks returned that one document may take; 1 for no limit.
        collapse: Whether a chunk that says nearly the same as a better one gives up its place.
        reranker: Name of what reads question and chunk together; empty for none.
        reranker_options: What it is built with, such as `{ path = "models/bge-reranker" }`.
        rerank_depth: Chunks it reads.
        rerank_former_weight: Weight of the order before it, beside its own; 0 for its own alone.
    """

    k: int = Field(10, ge=1, le=1000)
    depth: int = Field(100, ge=1, le=10_000)
    rrf_k: int = Field(60, ge=1, le=10_000)
    lexical_weight: float = Field(1.0, ge=0, le=100)
    name_weight: float = Field(1.0, ge=0, le=100)
    dense_weight: float = Field(1.0, ge=0, le=100)
    sparse_weight: float = Field(1.0, ge=0, le=100)
    late_weight: float = Field(1.0, ge=0, le=100)
    synonyms: bool = True
    understand: bool = True
    fusion: Literal["z-score", "min-max", "rrf"] = "z-score"
    rewrite: Literal["", "hyde", "multi-query", "decompose"] = ""
    hops: int = Field(0, ge=0, le=5)
    max_share: float = Field(1.0, gt=0, le=1)
    collapse: bool = False
    reranker: str = ""
    reranker_options: Mapping[str, str | int | tuple[str, ...]] = {}
    rerank_depth: int = Field(20, ge=1, le=1000)
    rerank_former_weight: float = Field(1.0, ge=0, le=100)


class AnswerConfig(Section):
    """How answers are drawn from evidence.

    Attributes:
        max_statements: Sentences of an extractive answer.
        evidence_chunks: Chunks read for an answer; three times as many where each document is read
            apart.
        min_relevance: Probability, by the fitted model, that the evidence answers the question,
            below which an extractive answer is a refusal; higher is more cautious.
        budget_tokens: What a language model is shown at most, by its own count; what suits its size
            unless given.
        written_statements: Sentences of a written answer; what suits its size unless given.
        protocol: How a language model hands over statements: `schema` as JSON, `marked` as
            marked-up lines, `plain` as sentences alone, whose proof is looked up; `auto` as suits
            it.
        long_chunks: Chunks read by the strategy `long`.
        agent_steps: Look-ups of the strategy `agent`.
    """

    max_statements: int = Field(3, ge=1, le=20)
    evidence_chunks: int = Field(10, ge=1, le=200)
    min_relevance: Share = 0.5
    budget_tokens: int | None = Field(None, ge=500, le=2_000_000)
    written_statements: int | None = Field(None, ge=1, le=50)
    protocol: Literal["auto", "schema", "marked", "plain"] = "auto"
    long_chunks: int = Field(300, ge=100, le=1000)
    agent_steps: int = Field(8, ge=1, le=50)


class HistoryConfig(Section):
    """What is kept of what was asked.

    Attributes:
        answers: Newest answers that stay, those of conversations aside; 0 for all.
        days: Age above which an answer goes; 0 for any.
        questions: How the audit log, which is never pruned, names a question: by its `text`, or by
            its `hash` alone.
    """

    answers: int = Field(10_000, ge=0, le=10_000_000)
    days: int = Field(0, ge=0, le=36_500)
    questions: Literal["text", "hash"] = "text"
