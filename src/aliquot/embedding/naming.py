"""Embedders by the names a config gives them.

`NAME`, `SCHEME:MODEL` or either with `@DIMENSION` behind it: `bge-small-en-v1.5`,
`onnx:~/models/specter2`, `hub:BAAI/bge-base-en-v1.5`, `openai:text-embedding-3-large@1024`,
`ollama:nomic-embed-text@256`. A plugin is named like a built-in one; behind a colon it is given
what stands there.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aliquot.backends import load
from aliquot.embedding.families import family_of
from aliquot.embedding.matryoshka import shortened
from aliquot.errors import ConfigError
from aliquot.protocols import Embedder

__all__ = ["EmbedderName", "embedder_from_name", "folder_name", "parse_name"]

_DIMENSION = re.compile(r"@(\d{1,5})$")
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True, slots=True)
class EmbedderName:
    """A name taken apart.

    Attributes:
        backend: Name in the table of embedders, or of a plugin.
        model: What the backend is given; empty for none.
        dimension: Numbers kept of a vector; `None` for all.
    """

    backend: str
    model: str = ""
    dimension: int | None = None


def parse_name(name: str) -> EmbedderName:
    """Take a name apart.

    Raises:
        ConfigError: It ends in a colon, or its dimension is zero.
    """
    found = _DIMENSION.search(name)
    dimension = int(found[1]) if found else None
    whole = name[: found.start()] if found else name
    backend, colon, model = whole.partition(":")
    if (colon and not model) or dimension == 0:
        raise ConfigError(
            f"{name!r} does not name an embedder.",
            hint="Write NAME, SCHEME:MODEL or SCHEME:MODEL@DIMENSION.",
        )
    return EmbedderName(backend, model, dimension)


def embedder_from_name(name: str) -> Callable[..., Embedder]:
    """Return what makes the embedder of a name; it takes the options the config has for all.

    An option an embedder does not take, or that is `None` or 0, is not passed on.

    Raises:
        ConfigError: No backend has this name, or the name is malformed.
        MissingExtraError: The backend's packages are not installed.
    """
    parsed = parse_name(name)
    make = load("embedders", parsed.backend)

    def made(**options: Any) -> Embedder:
        taken = _taken(make, {key: value for key, value in options.items() if value})
        given = (parsed.model,) if parsed.model else ()
        if parsed.dimension is not None and _takes(make, "dimension"):
            embedder: Embedder = make(*given, dimension=parsed.dimension, **taken)
            return embedder
        whole: Embedder = make(*given, **taken)
        return shortened(whole, parsed.dimension, family_of(parsed.model or parsed.backend))

    return made


def folder_name(name: str) -> str:
    """Return a name under which an embedder's index may lie on any disk; plain names stay."""
    if _PLAIN.fullmatch(name):
        return name
    # Two names that read alike without their odd characters are two embedders.
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[-40:].lstrip("-.")
    return f"{readable}-{digest}" if readable else digest


def _taken(make: Callable[..., object], options: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if _takes(make, key)}


def _takes(make: Callable[..., object], option: str) -> bool:
    try:
        parameters = inspect.signature(make).parameters
    except (TypeError, ValueError):  # Compiled callables state none.
        return False
    return option in parameters or any(
        one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values()
    )
