"""Keys of engines' servers: read from the environment, and sent only where nobody reads along."""

from __future__ import annotations

import os

from aliquot.errors import ConfigError
from aliquot.storage.engines.addresses import EngineAddress
from aliquot.storage.engines.engine import CollectionSettings

__all__ = ["PLAIN_HTTP", "assert_unread", "key_for"]

# The option by which a lab says that its own network is safe.
PLAIN_HTTP = "plain_http"


def key_for(backend: str, variable: str, settings: CollectionSettings) -> str | None:
    """Return the key of an engine's server, if there is one.

    Over plain http everybody between here and the server can read a key, so it is refused there
    unless the server is this machine or the option `plain_http` allows it.

    Args:
        backend: Name of the engine.
        variable: Of the environment, which holds the key.
        settings: Of the collection: where the server is, and what is allowed.

    Raises:
        ConfigError: It would be sent readable over a network.
    """
    key = os.environ.get(variable)
    if key:
        assert_unread(backend, variable, settings)
    return key or None


def assert_unread(backend: str, variable: str, settings: CollectionSettings) -> None:
    """Refuse a server to which a key would go readable.

    Args:
        backend: Name of the engine.
        variable: Of the environment, which holds the key.
        settings: Of the collection.

    Raises:
        ConfigError: It would be sent readable over a network.
    """
    address = EngineAddress(backend, settings.location, settings.options)
    is_readable = settings.location.startswith("http://") and address.is_elsewhere
    if is_readable and settings.options.get(PLAIN_HTTP) is not True:
        raise ConfigError(
            f"{variable} would be sent to {address.place} over plain http, readable on the way.",
            hint="Use an https:// address or a tunnel to this machine; on a network that is safe, "
            f"put {PLAIN_HTTP} = true under [vectors.options]. Without a key, unset {variable}.",
        )
