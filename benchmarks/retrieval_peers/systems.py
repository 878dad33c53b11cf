"""The peers, each as its documentation shows it, over the same embedder.

Runs in a peer's own environment, so each peer is imported where it is made. Documents are handed
over whole, title and text; a peer that has a splitter of its own in the ordinary way cuts them with
that splitter's defaults. Enters: `(id, text)` of every document. Leaves: `search(query, k)`, ids of
documents, best first, an id as often as its parts are found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retrieval_peers.embedder import BgeSmall

__all__ = ["SYSTEMS", "Search"]

Documents = Sequence[tuple[str, str]]
Search = Callable[[str, int], list[str]]


def bm25s(documents: Documents, embedder: BgeSmall) -> Search:
    """Words alone, with stop words and stemmer. Source: the README of bm25s."""
    import bm25s
    import Stemmer

    stemmer = Stemmer.Stemmer("english")

    def tokens(texts: list[str]) -> Any:
        return bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)

    index = bm25s.BM25()
    index.index(tokens([text for _, text in documents]), show_progress=False)

    def search(query: str, k: int) -> list[str]:
        rows, scores = index.retrieve(
            tokens([query]), k=min(k, len(documents)), show_progress=False
        )
        found = zip(rows[0], scores[0], strict=True)
        return [documents[row][0] for row, score in found if score > 0]

    return search


def haystack(documents: Documents, embedder: BgeSmall) -> Search:
    """BM25 and vectors in memory, joined by RRF. Source: Haystack's tutorial 33, hybrid search."""
    from haystack import Document, Pipeline
    from haystack.components.joiners import DocumentJoiner
    from haystack.components.retrievers.in_memory import (
        InMemoryBM25Retriever,
        InMemoryEmbeddingRetriever,
    )
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    rows = embedder.passages([text for _, text in documents]).tolist()
    store.write_documents(
        [
            Document(id=name, content=text, embedding=row)
            for (name, text), row in zip(documents, rows, strict=True)
        ]
    )
    pipeline = Pipeline()
    pipeline.add_component("dense", InMemoryEmbeddingRetriever(store))
    pipeline.add_component("words", InMemoryBM25Retriever(store))
    pipeline.add_component("joined", DocumentJoiner(join_mode="reciprocal_rank_fusion"))
    pipeline.connect("dense", "joined")
    pipeline.connect("words", "joined")

    def search(query: str, k: int) -> list[str]:
        asked = {
            "dense": {"query_embedding": embedder.query(query).tolist(), "top_k": k},
            "words": {"query": query, "top_k": k},
            "joined": {"top_k": k},
        }
        return [str(one.id) for one in pipeline.run(asked)["joined"]["documents"]]

    return search


def langchain_dense(documents: Documents, embedder: BgeSmall) -> Search:
    """Chroma over the recursive splitter. Source: LangChain's tutorial on retrieval."""
    _, store = _langchain(documents, embedder)

    def search(query: str, k: int) -> list[str]:
        return [str(one.metadata["id"]) for one in store.similarity_search(query, k=k)]

    return search


def langchain_ensemble(documents: Documents, embedder: BgeSmall) -> Search:
    """BM25 and Chroma in equal parts. Source: LangChain's page on `EnsembleRetriever`."""
    from langchain_classic.retrievers import EnsembleRetriever
    from langchain_community.retrievers import BM25Retriever

    parts, store = _langchain(documents, embedder)
    words = BM25Retriever.from_documents(parts)

    def search(query: str, k: int) -> list[str]:
        words.k = k
        dense = store.as_retriever(search_kwargs={"k": k})
        both = EnsembleRetriever(retrievers=[words, dense], weights=[0.5, 0.5])
        return [str(one.metadata["id"]) for one in both.invoke(query)[:k]]

    return search


def _langchain(documents: Documents, embedder: BgeSmall) -> tuple[list[Any], Any]:
    from langchain_chroma import Chroma
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    class Bge(Embeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return embedder.passages(texts).tolist()

        def embed_query(self, text: str) -> list[float]:
            return embedder.query(text).tolist()

    whole = [Document(text, metadata={"id": name}) for name, text in documents]
    parts = RecursiveCharacterTextSplitter().split_documents(whole)
    store = Chroma(embedding_function=Bge(), collection_metadata={"hnsw:space": "cosine"})
    # Chroma takes some thousand at once and refuses more.
    for start in range(0, len(parts), 2000):
        store.add_documents(parts[start : start + 2000])
    return parts, store


def llamaindex(documents: Documents, embedder: BgeSmall) -> Search:
    """BM25 and vectors by reciprocal rank. Source: LlamaIndex's page on `QueryFusionRetriever`."""
    from llama_index.core import Document, Settings, VectorStoreIndex
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.llms import MockLLM
    from llama_index.core.node_parser import SentenceSplitter
    from llama_index.core.retrievers import QueryFusionRetriever
    from llama_index.retrievers.bm25 import BM25Retriever

    class Bge(BaseEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            return embedder.passages([text])[0].tolist()

        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            return embedder.passages(texts).tolist()

        def _get_query_embedding(self, query: str) -> list[float]:
            return embedder.query(query).tolist()

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_query_embedding(query)

    # No model rewrites the query: it is asked as it stands.
    Settings.llm, Settings.embed_model = MockLLM(), Bge(model_name="bge-small")
    hidden = {"excluded_embed_metadata_keys": ["id"], "excluded_llm_metadata_keys": ["id"]}
    whole = [Document(text=text, metadata={"id": name}, **hidden) for name, text in documents]
    nodes = SentenceSplitter().get_nodes_from_documents(whole)
    index = VectorStoreIndex(nodes)
    words = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=10)

    def search(query: str, k: int) -> list[str]:
        words.similarity_top_k = min(k, len(nodes))
        both = QueryFusionRetriever(
            [index.as_retriever(similarity_top_k=k), words],
            similarity_top_k=k,
            num_queries=1,
            mode="reciprocal_rerank",
            use_async=False,
        )
        return [str(one.node.metadata["id"]) for one in both.retrieve(query)]

    return search


def txtai(documents: Documents, embedder: BgeSmall) -> Search:
    """Its own hybrid index. Source: txtai's documentation, `hybrid` of `Embeddings`."""
    import numpy as np
    from txtai import Embeddings

    asking = False

    def vectors(texts: Sequence[str]) -> Any:
        if asking:
            return np.array([embedder.query(text) for text in texts])
        return embedder.passages(list(texts))

    index = Embeddings(method="external", transform=vectors, hybrid=True)
    index.index([(row, text, None) for row, (_, text) in enumerate(documents)])
    # One function embeds both; from here on it is asked for queries alone.
    asking = True

    def search(query: str, k: int) -> list[str]:
        return [documents[int(row)][0] for row, _ in index.search(query, k)]

    return search


# By name: the environment it runs in, and what makes it.
SYSTEMS: dict[str, tuple[str, Callable[[Documents, BgeSmall], Search]]] = {
    "bm25s": ("bm25s", bm25s),
    "LangChain dense (Chroma)": ("langchain", langchain_dense),
    "LangChain ensemble": ("langchain", langchain_ensemble),
    "LlamaIndex fusion": ("llamaindex", llamaindex),
    "Haystack RRF": ("haystack", haystack),
    "txtai hybrid": ("txtai", txtai),
}
