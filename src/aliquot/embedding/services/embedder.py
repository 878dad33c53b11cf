"""What every embedding service shares: batches within its limits, checks, unit length.

Enters: texts and a vendor's dialect. Leaves: vectors, or an error. Tokens are never counted here:
a byte is the least a token stands for, so that limits kept in bytes hold for any tokenizer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from aliquot.errors import ConfigError, ModelError
from aliquot.models.remote import JsonService, missing_key
from aliquot.protocols import Role

__all__ = ["Dialect", "ServiceEmbedder", "indexed_rows", "positional_rows", "vector_length"]

Vectors = npt.NDArray[np.float32]

# Services refuse an empty text; a full stop says as little.
_NOTHING = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How one service is asked.

    Attributes:
        path: Path of the request.
        body: Gives the request for texts in a role.
        rows: Gives the vectors of an answer, in the order of the texts.
        texts_per_request: The most a service takes.
        bytes_per_text: UTF-8 bytes sent of a text.
        bytes_per_request: UTF-8 bytes of all texts of a request.
    """

    path: str
    body: Callable[[Sequence[str], Role], Mapping[str, Any]]
    rows: Callable[[Mapping[str, Any]], Sequence[Sequence[float]]]
    texts_per_request: int
    bytes_per_text: int
    bytes_per_request: int


class ServiceEmbedder:
    """Embed texts by posting them; safe to share between threads."""

    def __init__(
        self,
        service: JsonService,
        dialect: Dialect,
        *,
        name: str,
        dimension: int,
        languages: frozenset[str] | None = None,
        key_variable: str = "",
    ) -> None:
        """Take service and dialect; nothing is sent yet.

        Args:
            service: Where requests go.
            dialect: How it is asked.
            name: Service and model.
            dimension: Length of a vector.
            languages: ISO 639-1 codes the model understands; `None` for all.
            key_variable: A variable that holds no key though the service needs one; empty where
                there is one.
        """
        self.id = f"{name}-{dimension}-1"
        self.dimension = dimension
        self.languages = languages
        self._service = service
        self._dialect = dialect
        self._key_variable = key_variable

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """Return float32 (n, dimension), rows of unit length, in the order of `texts`.

        Text beyond the service's limit is not read.

        Raises:
            ConfigError: The service's key is missing.
            ModelError: The request is refused, or the answer is not one vector for each text.
            ModelUnavailableError: The service stayed busy or out of reach.
        """
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        if texts and self._key_variable:
            raise missing_key(self._key_variable)
        start = 0
        for batch in self._batches(texts):
            answer = self._service.post(self._dialect.path, self._dialect.body(batch, role))
            vectors[start : start + len(batch)] = self._checked(answer, len(batch))
            start += len(batch)
        return vectors

    def close(self) -> None:
        """Close connections."""
        self._service.close()

    def _batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        batch: list[str] = []
        size = 0
        for text in texts:
            sent, length = _cut(text, self._dialect.bytes_per_text)
            is_full = len(batch) == self._dialect.texts_per_request
            if batch and (is_full or size + length > self._dialect.bytes_per_request):
                yield batch
                batch, size = [], 0
            batch.append(sent)
            size += length
        if batch:
            yield batch

    def _checked(self, answer: Mapping[str, Any], count: int) -> Vectors:
        try:
            rows = np.array(self._dialect.rows(answer), dtype=np.float64)
        except (KeyError, TypeError, ValueError, IndexError, OverflowError) as exc:
            raise self._odd_answer("holds no vectors") from exc
        if rows.shape != (count, self.dimension):
            shape = " of ".join(map(str, rows.shape))
            raise self._odd_answer(f"holds {shape} numbers, not {count} of {self.dimension}")
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise self._odd_answer("holds a vector without direction")
        unit: Vectors = (rows / lengths).astype(np.float32)
        return unit

    def _odd_answer(self, what: str) -> ModelError:
        return ModelError(
            f"{self._service.host} gave an answer for {self.id} that {what}.",
            hint="Check the model's name and its dimension, given as NAME@DIMENSION.",
        )


def indexed_rows(answer: Mapping[str, Any]) -> list[list[float]]:
    """Return the vectors of `{"data": [{"index", "embedding"}]}`, in the order of `index`.

    Raises:
        ValueError: The indices are not 0 to n - 1, each once.
    """
    by_index = {int(one["index"]): one["embedding"] for one in answer["data"]}
    if sorted(by_index) != list(range(len(answer["data"]))):
        raise ValueError("the indices are not those of the texts")
    return [by_index[index] for index in range(len(by_index))]


def positional_rows(rows: Any) -> list[list[float]]:
    """Return vectors that stand in the order of the texts.

    Raises:
        TypeError: They are no list.
    """
    if not isinstance(rows, list):
        raise TypeError("the vectors are no list")
    return rows


def vector_length(
    vendor: str, model: str, asked: int | None, offered: Mapping[str, Sequence[int]]
) -> int:
    """Return the length of a vector: the one asked for, else the model's own.

    Args:
        vendor: What names of its models begin with.
        model: The service's name for it.
        asked: Length of a vector; `None` for the model's own.
        offered: Lengths by model, each model's own first. Others are taken at their word.

    Raises:
        ConfigError: The model does not give vectors of that length, or none is known.
    """
    lengths = offered.get(model, (asked,) if asked else ())
    length = asked or next(iter(lengths), 0)
    if length not in lengths:
        known = ", ".join(map(str, lengths)) or "its own, which is not known here: name it"
        raise ConfigError(
            f"{model} gives no vectors of {length or 'unknown'} numbers.",
            hint=f"Write {vendor}:{model}@DIMENSION, with one of {known}.",
        )
    return length


def _cut(text: str, most_bytes: int) -> tuple[str, int]:
    """Return the text as it is sent, and its length in UTF-8 bytes.

    Lone surrogates become question marks, and a character cut in two goes.
    """
    # No character is less than a byte: a text of megabytes is not encoded whole.
    sent = text[:most_bytes].encode("utf-8", "replace")[:most_bytes].decode("utf-8", "ignore")
    if not sent.strip():
        sent = _NOTHING
    return sent, len(sent.encode("utf-8"))
