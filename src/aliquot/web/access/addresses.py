"""Who is at the other end of a connection, and for whom it speaks.

A header can say anything; only the socket's own peer is known. A proxy that is trusted may name
the address it speaks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Any

from starlette.datastructures import Headers
from starlette.types import Scope

__all__ = ["Proxies", "header_once", "is_loopback"]

FORWARDED = "x-forwarded-for"


class Proxies:
    """The machines in front of the server that are believed."""

    def __init__(self, networks: Sequence[str]) -> None:
        """Take their networks.

        Args:
            networks: Such as `10.0.0.2/32`.
        """
        self._networks = tuple(ip_network(one, strict=False) for one in networks)

    def is_from_one(self, scope: Scope) -> bool:
        """Return whether a request's socket peer is one of them."""
        return self._is_one(_peer(scope))

    def client(self, scope: Scope) -> str:
        """Return the address a request comes from.

        Where the peer is a trusted proxy, it is the last one in `X-Forwarded-For` that is not
        itself trusted: what stands before it was written by the client.
        """
        peer = _peer(scope)
        if not self._is_one(peer):
            return peer
        named = ",".join(Headers(scope=scope).getlist(FORWARDED)).split(",")
        for address in reversed([one.strip() for one in named]):
            if _parsed(address) is None:
                break
            if not self._is_one(address):
                return address
        return peer

    def _is_one(self, address: str) -> bool:
        parsed = _parsed(address)
        return parsed is not None and any(parsed in network for network in self._networks)


def _peer(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _parsed(address: str) -> Any:
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    # A server that listens on IPv6 sees IPv4 peers as `::ffff:10.0.0.2`.
    return getattr(parsed, "ipv4_mapped", None) or parsed


def is_loopback(host: str) -> bool:
    """Return whether an address to listen at is reached from this machine alone."""
    parsed = _parsed(host.strip("[]"))
    return host == "localhost" or (parsed is not None and bool(parsed.is_loopback))


def header_once(headers: Headers, name: str) -> str | None:
    """Return a header that may stand once.

    Args:
        headers: Of a request.
        name: Of the header.

    Raises:
        ValueError: It stands there more than once: two readers could each believe another one.
    """
    found = headers.getlist(name)
    if len(found) > 1:
        raise ValueError(name)
    return found[0] if found else None
