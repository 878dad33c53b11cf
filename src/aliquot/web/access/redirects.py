"""Where a browser may be sent: to a page of this server."""

from __future__ import annotations

from urllib.parse import urlsplit

__all__ = ["local_address"]


def local_address(address: str) -> str:
    """Return an address if it is one of this server; the first page for any other.

    Args:
        address: As a form, a link or a cookie gives it.
    """
    # Browsers read a backslash as a slash; what reads as `//name` is another server.
    try:
        parts = urlsplit(address.replace("\\", "/"))
    except ValueError:
        return "/"
    is_local = not parts.scheme and not parts.netloc and address.startswith("/")
    return address if is_local and not address.startswith("//") else "/"
