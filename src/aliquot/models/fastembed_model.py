"""A model of the hub, downloaded and loaded by fastembed at its first use.

Enters: a class of fastembed's and a hub id. Leaves: the loaded model, or an error that says what to
do. fastembed is imported by who names the class. Source: fastembed 0.9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

from aliquot.errors import ConfigError, ModelError
from aliquot.models.onnx_session import ORT_ERRORS
from aliquot.protocols import Role

__all__ = ["FastembedModel", "encoded_texts"]

# One text per run: what is made of it then depends on it alone, see `embedding/onnx.py`.
_TEXTS_PER_RUN = 1


class _FastembedClass(Protocol):
    """What fastembed's classes of models share."""

    def __init__(
        self, model_name: str, cache_dir: str | None = None, threads: int | None = None
    ) -> None: ...

    @classmethod
    def list_supported_models(cls) -> list[dict[str, Any]]:
        """Return what is known of each model, `model` being its hub id."""
        ...


_Model = TypeVar("_Model", bound=_FastembedClass)


class FastembedModel(Generic[_Model]):
    """A model that is loaded at its first use; safe to share between threads.

    Attributes:
        name: Its hub id, as fastembed writes it.
        stated: What fastembed states of it, such as `dim`.
    """

    def __init__(
        self,
        fastembed_class: type[_Model],
        model: str,
        *,
        kind: str,
        unlisted: Callable[[Sequence[str]], str],
        cache: str | Path | None = None,
        threads: int | None = None,
        offline: str = "Its first use needs the network; later ones its cache folder.",
    ) -> None:
        """Look the model up; nothing is loaded yet.

        Args:
            fastembed_class: Loads it.
            model: Hub id, in upper or lower case.
            kind: What it is called in errors, such as `sparse encoder`.
            unlisted: Gives the hint for a model that is not listed, of the ids that are.
            cache: Folder for downloads; `None` for fastembed's own.
            threads: Threads of one run; `None` for one per core.
            offline: Hint for a model that cannot be loaded.

        Raises:
            ConfigError: fastembed does not list the model.
        """
        listed = {str(one["model"]): one for one in fastembed_class.list_supported_models()}
        name = next((one for one in listed if one.lower() == model.lower()), None)
        if name is None:
            raise ConfigError(
                f"fastembed has no {kind} called {model!r}.", hint=unlisted(sorted(listed))
            )
        self.name = name
        self.stated = listed[name]
        self._class = fastembed_class
        self._kind = kind
        self._cache = None if cache is None else str(Path(cache).expanduser())
        self._threads = threads
        self._offline = offline
        self._lock = Lock()
        self._model: _Model | None = None

    @contextmanager
    def running(self) -> Iterator[_Model]:
        """Give the loaded model; what a run raises is told as ours.

        Raises:
            ModelError: The model cannot be downloaded or run.
        """
        model = self._loaded()
        try:
            yield model
        except ORT_ERRORS as exc:
            raise ModelError(
                f"The {self._kind} {self.name} failed: {exc}",
                hint="Check that memory is not full; if it is not, use another one.",
            ) from exc

    def _loaded(self) -> _Model:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> _Model:
        try:
            return self._class(self.name, cache_dir=self._cache, threads=self._threads)
        # ValueError is what fastembed raises where no source gave the files.
        except (ValueError, OSError, *ORT_ERRORS) as exc:
            raise ModelError(
                f"The {self._kind} {self.name} cannot be loaded: {exc}", hint=self._offline
            ) from exc


def encoded_texts(encoder: FastembedModel[Any], texts: Sequence[str], role: Role) -> list[Any]:
    """Return what fastembed's encoders of token vectors or of sparse terms give, per text.

    Raises:
        ModelError: The model cannot be downloaded or run.
    """
    if not texts:
        return []
    # Lone surrogates (half of a broken emoji) cannot be encoded; the tokenizer would refuse.
    readable = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
    with encoder.running() as model:
        if role == "query":
            return list(model.query_embed(readable))
        return list(model.embed(readable, batch_size=_TEXTS_PER_RUN))
