"""Addresses of services that run models: refused where they cannot be used, or cannot be shown."""

from __future__ import annotations

from urllib.parse import urlsplit

from aliquot.errors import ConfigError

__all__ = ["checked_url"]


def checked_url(url: str, what: str, example: str) -> str:
    """Return an address that may be shown in messages and logs, without a slash at its end.

    Args:
        url: As the settings state it.
        what: It is the address of, as a sentence begins.
        example: An address that would do.

    Raises:
        ConfigError: It is none, or holds a password or a query.
    """
    hint = f"Give an address such as {example}."
    try:
        parts = urlsplit(url.strip())
        host = parts.hostname
        _ = parts.port  # Refuses what is no number.
    except ValueError as exc:
        raise ConfigError(f"{what} is no URL.", hint=hint) from exc
    if parts.scheme not in ("http", "https") or not host:
        raise ConfigError(f"{what} does not begin with http:// or https://.", hint=hint)
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ConfigError(
            f"{what} holds a password or a query, which would be shown.",
            hint="Give the key through its environment variable.",
        )
    return url.strip().rstrip("/")
