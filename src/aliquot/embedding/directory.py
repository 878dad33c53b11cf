"""An embedder from a model's folder, as sentence-transformers or an ONNX export leaves it.

Enters: a folder with an ONNX graph and `tokenizer.json`. Leaves: an `Embedder`. How the model is
asked is read, first found first, from arguments, `aliquot.json`, the sentence-transformers files
(`modules.json`, the pooling's `config.json`, `config_sentence_transformers.json`,
`sentence_bert_config.json`) and the table of known families.

`aliquot.json` may hold `model` (the hub id, to know the family by), `pooling`, `query_prefix`,
`document_prefix`, `separator`, `max_tokens` and `languages`.
Source: sentence-transformers 5, `SentenceTransformer.save`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from aliquot.embedding.families import Family, family_of
from aliquot.embedding.matryoshka import shortened
from aliquot.embedding.models import Encoder, Pooling
from aliquot.embedding.onnx import OnnxEmbedder
from aliquot.errors import ConfigError, ModelError
from aliquot.models.folder import digest_of_files, graph_in
from aliquot.models.onnx_session import json_tokenizer
from aliquot.protocols import Embedder

__all__ = ["from_directory"]

_log = logging.getLogger(__name__)

# Part of the id: raise it when the same files would give other vectors.
_VERSION = "1"

_SETTINGS = "aliquot.json"
_MAX_TOKENS = 512
# A text of more is no chunk; attention's cost grows with the square.
_MOST_TOKENS = 8192
# Characters of a token, at most, in text that is read: whole words of German or of chemistry.
_CHARACTERS_PER_TOKEN = 32
# Vectors are brought to unit length, so that a sum over tokens by any factor is a mean.
_POOLING_KEYS: Mapping[str, Pooling] = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_mean_sqrt_len_tokens": "mean",
    "pooling_mode_lasttoken": "last",
}
_PROMPT_NAMES = {"query": ("query",), "document": ("document", "passage", "corpus")}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asking:
    """How a model wants to be asked."""

    pooling: Pooling
    query_prefix: str
    document_prefix: str
    separator: str
    max_tokens: int
    languages: frozenset[str] | None


def from_directory(
    model: str | Path,
    *,
    dimension: int | None = None,
    pooling: Pooling | None = None,
    query_prefix: str | None = None,
    document_prefix: str | None = None,
    threads: int | None = None,
) -> Embedder:
    """Return an embedder that runs the model of a folder.

    Args:
        model: The folder; `~` is understood.
        dimension: Numbers kept of a vector; `None` for all.
        pooling: How token vectors become one; `None` for what the folder says.
        query_prefix: Put before every query; `None` for what the folder says.
        document_prefix: Put before every document; `None` for what the folder says.
        threads: Texts embedded at once; `None` for one per core.

    Raises:
        ConfigError: The folder does not say how vectors are pooled, or says what is not supported.
        ModelError: The folder or a file it needs is missing or cannot be read.
    """
    folder = Path(model).expanduser()
    if not folder.is_dir():
        raise ModelError(
            f"There is no model folder {folder}.", hint="Name the folder that holds the model."
        )
    graph, tokenizer = _graph_of(folder), _tokenizer_of(folder)
    settings = _read(folder / _SETTINGS)
    name = _name_of(folder, settings)
    family = family_of(name)
    given = {
        "pooling": pooling,
        "query_prefix": query_prefix,
        "document_prefix": document_prefix,
    }
    stated = settings | {key: value for key, value in given.items() if value is not None}
    asking = _asking_of(folder, stated, family, name)
    embedder = OnnxEmbedder(
        lambda: Encoder(graph, json_tokenizer(tokenizer, asking.max_tokens)),
        id=_id_of(name, asking, graph, tokenizer),
        dimension=_dimension_of(folder),
        pooling=asking.pooling,
        query_prefix=asking.query_prefix,
        document_prefix=asking.document_prefix,
        separator=asking.separator,
        max_characters=asking.max_tokens * _CHARACTERS_PER_TOKEN,
        languages=asking.languages,
        threads=threads,
    )
    return shortened(embedder, dimension, family)


# ------------------------------------------------------------------------------ files


def _graph_of(folder: Path) -> Path:
    graph = graph_in(folder)
    if graph is not None:
        return graph
    others = sorted(folder.glob("*.onnx")) + sorted(folder.glob("onnx/*.onnx"))
    if len(others) == 1:
        return others[0]
    if others:
        raise ModelError(
            f"The folder {folder} holds {len(others)} ONNX files, none of them model.onnx.",
            hint="Name the one to use model.onnx.",
        )
    raise ModelError(
        f"The folder {folder} holds no ONNX file.",
        hint="Export the model, where it was made: optimum-cli export onnx"
        f" --task feature-extraction --model {folder} {folder}/onnx",
    )


def _tokenizer_of(folder: Path) -> Path:
    for path in (folder / "tokenizer.json", folder / "onnx" / "tokenizer.json"):
        if path.is_file():
            return path
    raise ModelError(
        f"The folder {folder} holds no tokenizer.json.",
        hint="Write it where the model was made: AutoTokenizer.from_pretrained(model)"
        ".save_pretrained(folder), with a fast tokenizer.",
    )


def _read(path: Path) -> dict[str, Any]:
    """Return the object in a JSON file; empty where there is no file.

    Raises:
        ModelError: The file cannot be read or holds something else.
    """
    content = _json(path, missing={})
    if not isinstance(content, dict):
        raise ModelError(f"{path} does not hold a JSON object.", hint="Copy the model again.")
    return content


def _json(path: Path, *, missing: Any) -> Any:
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        return missing
    except (OSError, ValueError, RecursionError) as exc:
        raise ModelError(f"{path} cannot be read: {exc}", hint="Copy the model again.") from exc


def _name_of(folder: Path, settings: Mapping[str, Any]) -> str:
    """Return the name a model is known by.

    The hub's cache keeps a model in `models--ORG--NAME/snapshots/HASH`.
    """
    stated = str(settings.get("model") or "")
    if stated:
        return stated
    whole = folder.resolve()
    cached = next((part for part in whole.parts[::-1] if part.startswith("models--")), "")
    if cached:
        return cached.removeprefix("models--").replace("--", "/")
    original = str(_read(folder / "config.json").get("_name_or_path") or "")
    known = (one for one in (whole.name, original) if family_of(one))
    return next(known, whole.name)


def _dimension_of(folder: Path) -> int:
    """Return the length of a model's vectors.

    Raises:
        ModelError: No file says it.
    """
    stated = (
        _read(folder / _SETTINGS).get("dimension"),
        _pooling_config(folder).get("word_embedding_dimension"),
        *(_read(folder / "config.json").get(key) for key in ("hidden_size", "dim", "n_embd")),
    )
    found = next((one for one in stated if isinstance(one, int) and one > 0), None)
    if found is None:
        raise ModelError(
            f"No file of the folder {folder} says how long the model's vectors are.",
            hint=f'Write it into {folder / _SETTINGS}: {{"dimension": 768}}.',
        )
    return found


def _id_of(name: str, asking: _Asking, graph: Path, tokenizer: Path) -> str:
    """Return name and hash of all that vectors depend on.

    Raises:
        ModelError: A file cannot be read.
    """
    # Weights of large graphs lie beside them, in files of the graph's name.
    files = (graph, *sorted(graph.parent.glob(f"{graph.name}[._]*")), tokenizer)
    digest = digest_of_files(files, repr((_VERSION, asking)).encode())
    return f"{name}-{digest[:12]}-{_VERSION}"


# ------------------------------------------------------------------------------ how it is asked


def _asking_of(
    folder: Path, stated: Mapping[str, Any], family: Family | None, name: str
) -> _Asking:
    _require_plain_modules(folder)
    prompts = _prompts(folder)
    if not family and "query_prefix" not in stated and not prompts:
        _log.warning("%s is of no known family: it is asked without prefixes", name)
    languages = stated.get("languages", family.languages if family else None)
    return _Asking(
        pooling=_pooling_of(folder, stated, family),
        query_prefix=_prefix("query", stated, prompts, family.query_prefix if family else ""),
        document_prefix=_prefix(
            "document", stated, prompts, family.document_prefix if family else ""
        ),
        separator=str(stated.get("separator", family.separator if family else "")),
        max_tokens=_max_tokens_of(folder, stated),
        languages=None if languages is None else frozenset(languages),
    )


def _prefix(role: str, stated: Mapping[str, Any], prompts: Mapping[str, str], known: str) -> str:
    prefix = stated.get(f"{role}_prefix")
    return prompts.get(role, known) if prefix is None else str(prefix)


def _prompts(folder: Path) -> dict[str, str]:
    """Return the prefixes a folder states; empty ones are what the library writes unasked."""
    stated = _read(folder / "config_sentence_transformers.json").get("prompts")
    prompts = stated if isinstance(stated, dict) else {}
    found: dict[str, str] = {}
    for role, names in _PROMPT_NAMES.items():
        prompt = next((prompts[name] for name in names if prompts.get(name)), "")
        if prompt:
            found[role] = str(prompt)
    return found


def _pooling_of(folder: Path, stated: Mapping[str, Any], family: Family | None) -> Pooling:
    """Return how token vectors become one.

    Raises:
        ConfigError: Nothing says it, or it is not supported.
    """
    named = stated.get("pooling")
    if named is not None:
        chosen: Pooling | None = next((one for one in get_args(Pooling) if one == named), None)
        if chosen is None:
            known = ", ".join(get_args(Pooling))
            raise ConfigError(f"There is no pooling {named!r}.", hint=f"Known: {known}.")
        return chosen
    config = _pooling_config(folder)
    if config:
        return _stated_pooling(folder, config)
    if family:
        return family.pooling
    raise ConfigError(
        f"No file of the folder {folder} says how token vectors become one.",
        hint=f'Write it into {folder / _SETTINGS}: {{"pooling": "mean"}}, or "cls" or "last",'
        " as the model's card says.",
    )


def _stated_pooling(folder: Path, config: Mapping[str, Any]) -> Pooling:
    modes = [key for key, value in config.items() if key.startswith("pooling_mode_") and value]
    # Newer files name it: {"pooling_mode": "mean"}.
    if isinstance(config.get("pooling_mode"), str):
        named = {"mean_sqrt_len_tokens": "mean", "lasttoken": "last"}
        return _pooling_of(
            folder, {"pooling": named.get(config["pooling_mode"], config["pooling_mode"])}, None
        )
    if len(modes) != 1 or modes[0] not in _POOLING_KEYS or config.get("include_prompt") is False:
        raise ConfigError(
            f"The model of {folder} pools token vectors in a way that is not supported:"
            f" {', '.join(modes) or 'none'}.",
            hint="Use another model, or export it with its pooling inside the graph"
            f' and write {{"pooling": "mean"}} into {_SETTINGS}.',
        )
    return _POOLING_KEYS[modes[0]]


def _pooling_config(folder: Path) -> dict[str, Any]:
    for kind, place in _modules(folder):
        if kind == "Pooling":
            return _read(place / "config.json")
    return _read(folder / "1_Pooling" / "config.json")


def _require_plain_modules(folder: Path) -> None:
    """Refuse layers the graph does not hold.

    Raises:
        ConfigError: The model has such a layer.
    """
    if _read(folder / _SETTINGS).get("pooling"):
        return
    odd = [kind for kind, _ in _modules(folder) if kind not in _PLAIN_MODULES]
    if odd:
        raise ConfigError(
            f"The model of {folder} has a layer of the kind {odd[0]}, which is not supported.",
            hint="Export it with that layer inside the graph (optimum-cli export onnx --library"
            f' sentence_transformers) and write {{"pooling": "mean"}} into {_SETTINGS}.',
        )


_PLAIN_MODULES = frozenset({"Transformer", "Pooling", "Normalize"})


def _modules(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield kind and folder of each layer sentence-transformers names.

    Raises:
        ModelError: The list cannot be read.
    """
    listed = _json(folder / "modules.json", missing=[])
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise ModelError(
            f"{folder / 'modules.json'} does not hold a list.", hint="Copy the model again."
        )
    for one in listed:
        kind = str(one.get("type", "")).rpartition(".")[2]
        place = (folder / str(one.get("path", ""))).resolve()
        if place.is_relative_to(folder.resolve()):
            yield kind, place


def _max_tokens_of(folder: Path, stated: Mapping[str, Any]) -> int:
    said = (
        stated.get("max_tokens"),
        _read(folder / "sentence_bert_config.json").get("max_seq_length"),
        _read(folder / "tokenizer_config.json").get("model_max_length"),
    )
    found = next((one for one in said if isinstance(one, int) and one > 0), _MAX_TOKENS)
    # A tokenizer without a limit states 10^30.
    return found if found <= _MOST_TOKENS else min(_positions(folder), _MOST_TOKENS)


def _positions(folder: Path) -> int:
    stated = _read(folder / "config.json").get("max_position_embeddings")
    return stated if isinstance(stated, int) and stated > 0 else _MAX_TOKENS
