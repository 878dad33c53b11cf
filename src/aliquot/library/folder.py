"""A library's folder: what lies in it under which name, made or found."""

from __future__ import annotations

from pathlib import Path

from aliquot.errors import ConfigError, StoreError

__all__ = [
    "CATALOG_NAME",
    "CONFIG_NAME",
    "INDEX_NAME",
    "LOCK_NAME",
    "UPLOADS_NAME",
    "existing_folder",
    "make_folder",
]

CONFIG_NAME = "aliquot.toml"
CATALOG_NAME = "catalog.db"
INDEX_NAME = "index"
LOCK_NAME = "writer.lock"
# One folder in it for each collection.
UPLOADS_NAME = "uploads"

TEMPLATE = """\
# Settings of this library; what is not set here has its default ('aliquot config' shows all).

# [retrieval]
# k = 10

# [answer]
# max_statements = 3
"""


def make_folder(path: str | Path) -> Path:
    """Make a library's folder with its settings, where there is none, and return it.

    Raises:
        StoreError: It cannot be written.
    """
    folder = Path(path).expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        settings = folder / CONFIG_NAME
        if not settings.exists():
            settings.write_text(TEMPLATE, encoding="utf-8")
    except OSError as exc:
        raise StoreError(
            f"No library can be made in {folder}: {exc.strerror}.",
            hint="Choose a folder you may write to, with --library.",
        ) from exc
    return folder


def existing_folder(path: str | Path) -> Path:
    """Return a library's folder.

    Raises:
        ConfigError: There is no library in it.
    """
    folder = Path(path).expanduser().absolute()
    if not (folder / CONFIG_NAME).exists() and not (folder / CATALOG_NAME).exists():
        raise ConfigError(
            f"There is no library in {folder}.",
            hint=f"Make one with: aliquot init {folder}",
        )
    return folder
