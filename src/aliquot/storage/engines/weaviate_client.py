"""Connecting to Weaviate: its two addresses, its key, and whether both answer."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from urllib.parse import urlsplit

import grpc
import httpx
from weaviate import WeaviateClient
from weaviate.classes.init import AdditionalConfig, Auth, Timeout
from weaviate.connect import ConnectionParams
from weaviate.connect.base import ProtocolParams
from weaviate.exceptions import WeaviateConnectionError, WeaviateStartUpError

from aliquot.errors import ConfigError, StoreError
from aliquot.storage.engines.engine import CollectionSettings
from aliquot.storage.engines.keys import key_for

__all__ = ["connected_client", "parameters_of", "whole_option"]

API_KEY = "WEAVIATE_API_KEY"
DEFAULT_PORTS = {"http": 8080, "https": 443}
DEFAULT_GRPC_PORT, CLOUD_GRPC_PORT = 50051, 443
# Hosts of Weaviate Cloud, whose gRPC is at a host of its own. Source: `connect_to_weaviate_cloud`.
CLOUD = (".weaviate.cloud", ".weaviate.io", ".semi.technology")
# Seconds for a connection, a search and a write; a server that compacts answers late.
CONNECT_TIMEOUT, QUERY_TIMEOUT, WRITE_TIMEOUT = 10, 60, 120

# It logs rows it could not write with all they say, and every retry as news.
logging.getLogger("weaviate-client").setLevel(logging.CRITICAL)


def connected_client(settings: CollectionSettings, where: str) -> WeaviateClient:
    """Return a client whose server answers by HTTP and by gRPC; the vendor's errors are raised.

    Args:
        settings: Of the collection.
        where: The server, as a person is told.

    Raises:
        ConfigError: There is no address, an option is none, or the key would be sent readable.
        StoreError: The port for gRPC is closed.
    """
    if urlsplit(settings.location).scheme not in DEFAULT_PORTS:
        raise ConfigError(
            "Weaviate needs the http:// or https:// address of a server.",
            hint='Put location = "http://localhost:8080" under [vectors], and a key in '
            f"{API_KEY} where the server wants one.",
        )
    parameters = parameters_of(settings)
    client = _client(parameters, key_for("weaviate", API_KEY, settings))
    with ExitStack() as undo:
        undo.callback(client.close)
        _connect(client, where)
        _assert_answers(parameters.grpc, where)
        undo.pop_all()
    return client


def parameters_of(settings: CollectionSettings) -> ConnectionParams:
    """Return the addresses for HTTP and for gRPC."""
    address = urlsplit(settings.location)
    host = address.hostname or "localhost"
    is_secure = address.scheme == "https"
    is_cloud = host.endswith(CLOUD)
    grpc_host = f"grpc-{host}" if is_cloud else host
    grpc_port = CLOUD_GRPC_PORT if is_cloud else DEFAULT_GRPC_PORT
    return ConnectionParams.from_params(
        http_host=host,
        http_port=address.port or DEFAULT_PORTS[address.scheme],
        http_secure=is_secure,
        grpc_host=str(settings.options.get("grpc_host", grpc_host)),
        grpc_port=whole_option(settings, "grpc_port", grpc_port),
        grpc_secure=is_secure,
    )


def _client(parameters: ConnectionParams, key: str | None) -> WeaviateClient:
    return WeaviateClient(
        connection_params=parameters,
        auth_client_secret=Auth.api_key(key) if key else None,
        additional_config=AdditionalConfig(
            timeout=Timeout(init=CONNECT_TIMEOUT, query=QUERY_TIMEOUT, insert=WRITE_TIMEOUT)
        ),
        # Its checks would ask a package index for the client's newest version.
        skip_init_checks=True,
    )


def _connect(client: WeaviateClient, where: str) -> None:
    """Connect by HTTP, and ask for the version.

    Raises:
        StoreError: Nothing answers; the client's own words for it are empty.
    """
    try:
        client.connect()
    except (WeaviateStartUpError, WeaviateConnectionError, httpx.TransportError) as exc:
        if isinstance(exc, WeaviateStartUpError) and exc.__cause__ is None:
            # It answers, and is too old.
            raise
        raise StoreError(
            f"Weaviate at {where} does not answer.",
            hint="Check that it runs, and its address under [vectors]; what was not written is "
            "written by the next 'aliquot sync'.",
        ) from exc


def _assert_answers(address: ProtocolParams, where: str) -> None:
    """Fail where a port for gRPC is closed: each search would try for a minute.

    Raises:
        StoreError: It is.
    """
    target = f"{address.host}:{address.port}"
    if address.secure:
        channel = grpc.secure_channel(target, grpc.ssl_channel_credentials())
    else:
        channel = grpc.insecure_channel(target)
    try:
        # As the client's own check asks it; a message without fields has no bytes.
        channel.unary_unary("/grpc.health.v1.Health/Check")(b"", timeout=CONNECT_TIMEOUT)
    except grpc.RpcError as exc:
        raise StoreError(
            f"Weaviate at {where} answers by HTTP, and not by gRPC at {target}.",
            hint="Open that port on the server, or name the right one: grpc_port (and grpc_host) "
            "under [vectors.options]. Where http_proxy is set, name the host in no_proxy.",
        ) from exc
    finally:
        channel.close()


def whole_option(settings: CollectionSettings, name: str, default: int) -> int:
    """Return an option that is a whole number.

    Raises:
        ConfigError: It is none.
    """
    value = settings.options.get(name, default)
    try:
        return int(str(value))
    except ValueError as exc:
        raise ConfigError(
            f"The option {name} is {value!r}, and has to be a whole number.",
            hint=f"Correct {name} under [vectors.options].",
        ) from exc
