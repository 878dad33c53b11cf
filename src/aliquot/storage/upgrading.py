"""Bring an older catalog to the present schema, once a copy of it stands beside it.

The copy, `catalog.db.before-N`, is of the schema N it is made before; `vacuum` removes it.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

from aliquot.storage.connection import MIGRATED, reading, writing
from aliquot.storage.migrations import LATEST, migrate, version_of
from aliquot.storage.sqlite_files import copy_whole, file_of, require_space

__all__ = ["copies_before", "upgrade"]

BEFORE = ".before-"


def upgrade(engine: Engine) -> None:
    """Apply what a catalog's schema lacks; a new catalog is made.

    Raises:
        StoreError: It was written by a newer Aliquot, or there is no room for a copy of it.
    """
    with reading(engine) as connection:
        version = version_of(connection)
    if version != LATEST:
        if 0 < version < LATEST:
            _keep_copy(engine, version)
        with writing(engine) as connection:
            migrate(connection)
    engine.update_execution_options(**{MIGRATED: True})


def copies_before(path: Path) -> list[Path]:
    """List the copies of a catalog that upgrades have kept beside it, sorted."""
    return sorted(path.parent.glob(f"{path.name}{BEFORE}*"))


def _keep_copy(engine: Engine, version: int) -> None:
    path = file_of(engine)
    if path is None:
        return
    copy = path.with_name(f"{path.name}{BEFORE}{version}")
    # Another process may have upgraded the catalog meanwhile: what it kept is the older state.
    if copy.exists():
        return
    size = sum(one.stat().st_size for one in path.parent.glob(f"{path.name}*") if one != copy)
    # The copy, and about as much again for what the upgrade writes.
    require_space(path.parent, 2 * size, "Upgrading the library with a copy of its catalog")
    copy_whole(engine, copy)
