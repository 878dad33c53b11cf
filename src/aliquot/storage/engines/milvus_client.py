"""Connecting to Milvus: the server of a folder, what a server is sent as a key, and consistency."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.errors import ConfigError
from aliquot.storage.engines.engine import CollectionSettings
from aliquot.storage.engines.keys import assert_unread, key_for
from aliquot.storage.engines.opening import translated

if TYPE_CHECKING:
    from aliquot.storage.engines.milvus_folder import FolderServer

__all__ = ["SESSION", "STRONG", "consistency_of", "served_folder", "token_of"]

TOKEN, USER, PASSWORD = "MILVUS_TOKEN", "MILVUS_USER", "MILVUS_PASSWORD"
# How much of what was written a read has to wait for: everything by anyone, what this process
# wrote, what is some seconds old, or nothing. Source: Milvus documentation, Consistency Level.
STRONG, SESSION = "Strong", "Session"
LEVELS = (STRONG, SESSION, "Bounded", "Eventually")


def served_folder(location: str, folder: Path) -> FolderServer:
    """Return the server of a folder; a path of the config may be its database or a folder for it.

    Raises:
        StoreError: It is in use by another process, or cannot be read.
    """
    # Milvus Lite is not there on Windows, where only servers are used.
    from aliquot.storage.engines.milvus_folder import FAULTS as LITE_FAULTS
    from aliquot.storage.engines.milvus_folder import served

    path = Path(location) if location else folder
    with translated("Milvus", str(path), LITE_FAULTS):
        return served(path if path.suffix == ".db" else path / "milvus.db")


def token_of(settings: CollectionSettings) -> str:
    """Return what the server is sent: a token, or a user with a password.

    Raises:
        ConfigError: It would be sent readable over a network.
    """
    token = key_for("milvus", TOKEN, settings)
    user, password = os.environ.get(USER), os.environ.get(PASSWORD)
    if token or not (user and password):
        return token or ""
    assert_unread("milvus", PASSWORD, settings)
    return f"{user}:{password}"


def consistency_of(options: Mapping[str, object]) -> str:
    """Return the consistency that a config wants of every read; empty for what each one needs.

    Raises:
        ConfigError: There is no such consistency.
    """
    level = str(options.get("consistency", "")).capitalize()
    if level not in ("", *LEVELS):
        raise ConfigError(
            f"Milvus knows no consistency '{level}'.",
            hint=f"Under [vectors.options], use one of {', '.join(LEVELS)}.",
        )
    return level
