"""Secrets that are given once: 256 random bits, kept as a digest, compared in constant time.

A slow hash guards what people choose; of 256 random bits a plain one gives nothing away.
Source: NIST SP 800-63B-4, 3.1.2 (look-up secrets of at least 112 bits).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import UTC, datetime

__all__ = ["digest_of", "in_iso", "is_same", "new_secret"]

SECRET_BYTES = 32


def new_secret() -> str:
    """Return 256 random bits as 43 characters that may stand in addresses and headers."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest_of(secret: str) -> str:
    """Return the SHA-256 of a secret, in hex."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_same(secret: str, digest: str) -> bool:
    """Tell whether a digest is that of a secret; how long it takes says nothing of either."""
    return hmac.compare_digest(digest_of(secret), digest)


def in_iso(at: datetime) -> str:
    """Return a time as ISO 8601, UTC, to the millisecond, which sorts as the times do."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
