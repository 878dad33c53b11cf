"""A small BERT with its masked-language head, from a safetensors file, in NumPy.

Enters: weights as published, token ids. Leaves: the largest logit of each vocabulary entry. For
models of some million weights, where a runtime would save nothing; knows nothing of what the logits
are for.

Source: Devlin et al., BERT, NAACL 2019; tensor names as in Hugging Face's `BertForMaskedLM`.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from aliquot.errors import ModelError

__all__ = ["BertMaskedLanguageModel", "read_safetensors"]

Floats = npt.NDArray[np.float32]

# Added to the variance in layer normalisation. Source: the model's config.json.
_EPSILON = np.float32(1e-12)

# Vocabulary entries whose logits are held at a time: 2 MB for 256 tokens, which stays in the cache.
_BLOCK_ENTRIES = 2048

# erf(x) = 1 - (a1 t + ... + a5 t^5) exp(-x^2), t = 1 / (1 + p x), to 1.5e-7.
# Source: Abramowitz and Stegun, 7.1.26.
_ERF_P = np.float32(0.3275911)
_ERF_A = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)


def read_safetensors(path: Path) -> dict[str, Floats]:
    """Return the float32 tensors of a safetensors file.

    Raises:
        ModelError: The file cannot be read or is not one.
    """
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > path.stat().st_size:
                raise ValueError("it is cut off")
            head = json.loads(file.read(length))
        values = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + length)
        named = dict(head)
        named.pop("__metadata__", None)
        return {name: _tensor(values, entry) for name, entry in named.items()}
    except (OSError, ValueError, KeyError, TypeError, struct.error) as exc:
        raise ModelError(
            f"The model file {path} cannot be read: {exc}",
            hint="Install the model again, or use another model.",
        ) from exc


def _tensor(values: npt.NDArray[np.uint8], entry: Mapping[str, Any]) -> Floats:
    if entry["dtype"] != "F32":
        raise ValueError(f"weights of type {entry['dtype']}, not F32")
    start, end = entry["data_offsets"]
    # A copy: tensors need not be aligned in the file.
    tensor: Floats = np.array(values[start:end]).view(np.float32).reshape(entry["shape"])
    return tensor


class BertMaskedLanguageModel:
    """Token ids in, logits out; safe to share between threads."""

    def __init__(self, tensors: Mapping[str, Floats], *, heads: int) -> None:
        """Take the weights.

        Args:
            tensors: By their published names.
            heads: Attention heads per layer.

        Raises:
            ModelError: A tensor is missing.
        """
        self._tensors = tensors
        self._heads = heads
        self._layers = len({name.split(".")[3] for name in tensors if ".encoder.layer." in name})
        try:
            self._words = tensors["bert.embeddings.word_embeddings.weight"]
            self._bias = tensors["cls.predictions.bias"]
            self.states([0])
        except (KeyError, IndexError) as exc:
            raise ModelError(
                f"The model's file lacks a tensor: {exc}",
                hint="Install the model again, or use another model.",
            ) from exc

    def largest_logits(self, ids: Sequence[int]) -> Floats:
        """Return float32 (vocabulary,): each entry's largest logit over the tokens."""
        head = "cls.predictions.transform"
        states = self._normed(_gelu(self._dense(self.states(ids), f"{head}.dense")), head)
        largest = np.empty(len(self._words), dtype=np.float32)
        for start in range(0, len(largest), _BLOCK_ENTRIES):
            block = slice(start, start + _BLOCK_ENTRIES)
            (states @ self._words[block].T).max(axis=0, out=largest[block])
        return largest + self._bias

    def states(self, ids: Sequence[int]) -> Floats:
        """Return float32 (tokens, hidden), the last layer's."""
        place = "bert.embeddings"
        positions = self._tensors[f"{place}.position_embeddings.weight"][: len(ids)]
        kind = self._tensors[f"{place}.token_type_embeddings.weight"][0]
        states = self._normed(self._words[np.asarray(ids)] + positions + kind, place)
        for layer in range(self._layers):
            states = self._layer(states, f"bert.encoder.layer.{layer}")
        return states

    def _layer(self, states: Floats, layer: str) -> Floats:
        attention = f"{layer}.attention"
        seen = self._dense(self._attended(states, f"{attention}.self"), f"{attention}.output.dense")
        states = self._normed(states + seen, f"{attention}.output")
        inner = _gelu(self._dense(states, f"{layer}.intermediate.dense"))
        return self._normed(states + self._dense(inner, f"{layer}.output.dense"), f"{layer}.output")

    def _attended(self, states: Floats, place: str) -> Floats:
        tokens, hidden = states.shape
        query, key, value = (
            self._dense(states, f"{place}.{part}").reshape(tokens, self._heads, -1).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        scores = query @ key.swapaxes(1, 2) / np.float32(np.sqrt(hidden / self._heads))
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        seen: Floats = (shares @ value).swapaxes(0, 1).reshape(tokens, hidden)
        return seen

    def _dense(self, states: Floats, name: str) -> Floats:
        dense: Floats = states @ self._tensors[f"{name}.weight"].T + self._tensors[f"{name}.bias"]
        return dense

    def _normed(self, states: Floats, name: str) -> Floats:
        centred = states - states.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + _EPSILON)
        gamma = self._tensors[f"{name}.LayerNorm.gamma"]
        normed: Floats = centred / spread * gamma + self._tensors[f"{name}.LayerNorm.beta"]
        return normed


def _gelu(values: Floats) -> Floats:
    """Return x times the normal distribution up to x: the exact GELU."""
    size = np.abs(values) * np.float32(np.sqrt(0.5))
    t = 1 / (1 + _ERF_P * size)
    series = np.zeros_like(t)
    for factor in reversed(_ERF_A):
        series = (series + np.float32(factor)) * t
    erf = np.sign(values) * (1 - series * np.exp(-size * size))
    gelu: Floats = values * (1 + erf) * np.float32(0.5)
    return gelu
