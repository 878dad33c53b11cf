"""The address of a vector engine, as a person writes it, and what the config makes of it.

`local`, `qdrant`, `qdrant://host:6333?shards=2`, `chroma://host:8000`, `pinecone://index?cloud=aws`,
`postgresql://user@host/database`. What is secret has no place in one: it would be written to a file
and shown in messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, urlsplit, urlunsplit

from aliquot.errors import ConfigError
from aliquot.storage.engines.opening import is_server, shown

__all__ = ["EngineAddress", "parse_address"]

Option = str | int | float | bool

# Scheme of an address -> name of the engine.
SCHEMES: Mapping[str, str] = {
    "local": "local",
    "qdrant": "qdrant",
    "qdrants": "qdrant",
    "chroma": "chroma",
    "chromas": "chroma",
    "milvus": "milvus",
    "milvuss": "milvus",
    "weaviate": "weaviate",
    "weaviates": "weaviate",
    "pinecone": "pinecone",
    "pgvector": "pgvector",
    "postgresql": "pgvector",
    "postgres": "pgvector",
}
# Engines that can live in the library's own folder.
IN_FOLDER = frozenset({"local", "qdrant", "chroma", "milvus"})
# Where each takes its key or password from, by its adapter or its vendor's client.
SECRETS: Mapping[str, str] = {
    "qdrant": "QDRANT_API_KEY",
    "chroma": "CHROMA_TOKEN",
    "milvus": "MILVUS_TOKEN",
    "weaviate": "WEAVIATE_API_KEY",
    "pinecone": "PINECONE_API_KEY",
    "pgvector": "PGPASSWORD",
}
# Options whose value nobody may read.
SECRET_WORDS = ("key", "token", "password", "passwd", "secret")
# PostgreSQL's own connection parameters stay in its address. Source: libpq, Connection Strings.
LIBPQ = frozenset(
    {"sslmode", "sslrootcert", "sslcert", "connect_timeout", "application_name", "host", "port"}
    | {"target_session_attrs", "options", "user", "dbname"}
)
IN_THE_FOLDER = "in the library's folder"
EXAMPLES = "local, qdrant, qdrant://HOST:6333, chroma://HOST:8000, postgresql://USER@HOST/DATABASE"


@dataclass(frozen=True, slots=True)
class EngineAddress:
    """Where vectors are kept.

    Attributes:
        backend: Name of the engine.
        location: Address of its server; empty for the library's own folder.
        options: What only this engine knows.
    """

    backend: str
    location: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.backend} ({self.place or IN_THE_FOLDER})"

    @property
    def place(self) -> str:
        """Where it is, without what may be secret; empty for the library's own folder."""
        return shown(self.location, Path()) if self.location else ""

    @property
    def is_elsewhere(self) -> bool:
        """Whether what it is given leaves this machine."""
        if not is_server(self.location):
            # Pinecone may also be named by its options alone.
            return self.backend == "pinecone"
        host = urlsplit(self.location).hostname
        # An address without a host names a socket of this machine.
        return bool(host) and host != "localhost" and not _is_loopback(str(host))

    def is_same_place(self, other: EngineAddress) -> bool:
        """Tell whether both name one collection, however it is tuned."""
        return _place(self) == _place(other)


def parse_address(text: str) -> EngineAddress:
    """Read an engine's address.

    Raises:
        ConfigError: It names no engine, lacks what the engine needs, or holds a secret.
    """
    try:
        parts = urlsplit(text.strip())
        _ = parts.port  # Read here, since only reading it finds out that it is no number.
    except ValueError as exc:
        raise ConfigError(f"This is no address: {exc}.", hint=f"As in: {EXAMPLES}.") from exc
    if not parts.scheme:
        return _bare(parts.path)
    backend = SCHEMES.get(parts.scheme)
    if backend is None:
        raise _unknown(parts.scheme)
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    _refuse_secrets(backend, parts, options)
    if not parts.netloc:
        raise ConfigError(
            f"{parts.scheme}: names no host.", hint=f"Write {parts.scheme}://HOST, or a name alone."
        )
    if backend == "local":
        raise ConfigError("The local index has no server.", hint="Write local.")
    if backend == "pgvector":
        return _postgresql(parts, options)
    if backend == "pinecone":
        return _pinecone(parts, options)
    scheme = "https" if parts.scheme.endswith("s") and parts.scheme != "milvus" else "http"
    location = urlunsplit((scheme, parts.netloc, parts.path.rstrip("/"), "", ""))
    return EngineAddress(backend, location, _typed(options))


def _bare(name: str) -> EngineAddress:
    """Return the address of an engine in the library's folder."""
    backend = SCHEMES.get(name)
    if backend is None:
        raise _unknown(name)
    if backend not in IN_FOLDER:
        raise ConfigError(
            f"{name} has no form that lives in a folder.", hint=f"Give its address, as {EXAMPLES}."
        )
    return EngineAddress(backend)


def _postgresql(parts: SplitResult, options: Mapping[str, str]) -> EngineAddress:
    """Return an address libpq reads, and our own options apart."""
    kept = [f"{name}={value}" for name, value in options.items() if name in LIBPQ]
    own = {name: value for name, value in options.items() if name not in LIBPQ}
    location = urlunsplit(("postgresql", parts.netloc, parts.path, "&".join(kept), ""))
    return EngineAddress("pgvector", location, _typed(own))


def _pinecone(parts: SplitResult, options: Mapping[str, str]) -> EngineAddress:
    """Return an address whose host is the name of an index, unless it is a whole host."""
    if "." in parts.netloc or ":" in parts.netloc:
        return EngineAddress("pinecone", f"https://{parts.netloc}", _typed(options))
    return EngineAddress("pinecone", f"pinecone://{parts.netloc}", _typed(options))


def _refuse_secrets(backend: str, parts: SplitResult, options: Mapping[str, str]) -> None:
    """Refuse an address that holds a password or a key; neither is repeated.

    Raises:
        ConfigError: It does.
    """
    named = [one for one in options if any(word in one.lower() for word in SECRET_WORDS)]
    # PostgreSQL knows users; to every other engine what stands before the host is a key.
    is_user_secret = parts.password or (parts.username and backend != "pgvector")
    if named or is_user_secret:
        variable = SECRETS.get(backend, "")
        where = f"the environment variable {variable}" if variable else "an environment variable"
        raise ConfigError(
            f"The address of {backend} holds a secret, which would be written to aliquot.toml.",
            hint=f"Leave it out and put it in {where}.",
        )


def _typed(options: Mapping[str, str]) -> dict[str, Option]:
    return {name: _value(text) for name, text in options.items()}


def _value(text: str) -> Option:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        # Not "007" or "1_000": texts that are read back as they were written are numbers.
        return int(text) if str(int(text)) == text else text
    except ValueError:
        return text


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _place(address: EngineAddress) -> tuple[object, ...]:
    location = address.location.rstrip("/").lower()
    named = tuple(address.options.get(one, "") for one in ("collection", "index", "namespace"))
    return (address.backend, location, *named)


def _unknown(name: str) -> ConfigError:
    # What is refused is not repeated whole: it may hold a secret.
    return ConfigError(
        f"There is no vector engine called {name[:40]!r}.", hint=f"Addresses: {EXAMPLES}."
    )
