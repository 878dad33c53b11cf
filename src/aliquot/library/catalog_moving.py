"""Move a library's catalog into a database several folders share, or back into a file.

The copy is proved row by row before the settings name it; then the former catalog is marked as
moved, so that a process which still has it open can write nothing there that would be lost. It
stays where it is until `drop_former`.
"""

from __future__ import annotations

import logging
import time
import tomllib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import ValidationError

from aliquot.config import Config, load_config
from aliquot.config.sections import CatalogConfig
from aliquot.errors import ConfigError, StoreError
from aliquot.library.folder import CATALOG_NAME, CONFIG_NAME
from aliquot.library.settings_file import (
    assert_of_file,
    read_settings,
    settings_with,
    write_durably,
)
from aliquot.library.writing import sole_writer
from aliquot.protocols import Progress
from aliquot.storage.catalog import Catalog
from aliquot.storage.lock import writer_lock
from aliquot.storage.marks import ARRIVING, IDENTITY, LEFT, MOVED
from aliquot.storage.transfer import CatalogMove

__all__ = ["LOCAL", "CatalogMoved", "drop_former", "move_catalog", "open_catalog"]

_log = logging.getLogger(__name__)

# How a person names the file in the library's own folder.
LOCAL = "local"
MOVING = "moving the catalog"
PGVECTOR = "pgvector"


@dataclass(frozen=True, slots=True)
class CatalogMoved:
    """What moving a catalog did.

    Attributes:
        config: The settings from now on.
        before: Where it was: a path or an address.
        now: Where it is.
        rows: How many were copied, and read back.
        seconds: How long it took.
    """

    config: Config
    before: str
    now: str
    rows: int
    seconds: float


def open_catalog(path: Path, config: Config) -> Catalog:
    """Open the catalog the settings name, and finish a move to it that was stopped at its end.

    Args:
        path: The library's folder.
        config: Its settings.

    Raises:
        StoreError: It is damaged, out of reach, or has moved.
    """
    url = config.catalog.url
    catalog = Catalog(url) if url else Catalog.at(path / CATALOG_NAME)
    if ARRIVING in catalog.marks:
        try:
            _settle(catalog, _address(path, url))
        except StoreError as exc:
            _log.warning("the move of the catalog is finished later: %s", exc.message)
    return catalog


def move_catalog(
    path: Path, catalog: Catalog, config: Config, to: str, progress: Progress
) -> CatalogMoved:
    """Copy the catalog elsewhere, prove the copy, and let the settings name it.

    Args:
        path: The library's folder.
        catalog: The one in use.
        config: The settings in force.
        to: `postgresql://USER@HOST/DATABASE`, or `local` for a file in the library's folder.
        progress: Told after each table.

    Raises:
        ConfigError: The address cannot be read, the catalog is there already, or the settings are
            not those of the file.
        StoreError: Another process writes, the target holds something else, or cannot be reached;
            the catalog is then where it was.
    """
    began = time.monotonic()
    url = _url(to)
    if url == config.catalog.url:
        raise ConfigError(f"The catalog is in {_address(path, url)} already.", hint="See status.")
    text = _new_text(path, config, url)
    move = CatalogMove(_address(path, config.catalog.url), _address(path, url))

    def switch() -> None:
        write_durably(path / CONFIG_NAME, text)

    with (
        writer_lock(path / "move.lock", doing=MOVING),
        sole_writer(path, catalog, MOVING, wait_s=0),
        closing(_opened(path, url)) as target,
        target.locked(MOVING),
    ):
        rows = catalog.move_to(target, move, switch, progress)
    now = load_config(path / CONFIG_NAME)
    config = config.model_copy(update={"catalog": now.catalog, "vectors": now.vectors})
    return CatalogMoved(config, move.before, move.now, rows, time.monotonic() - began)


def drop_former(path: Path, catalog: Catalog, config: Config) -> list[str]:
    """Drop the catalog the one in use was copied from, where it still stands.

    Args:
        path: The library's folder.
        catalog: The one in use.
        config: Its settings.

    Returns:
        What was dropped, as a person is told.

    Raises:
        StoreError: It cannot be reached, or is in use.
    """
    former = catalog.marks.get(LEFT)
    if former is None:
        return []
    is_server = "://" in former
    if is_server:
        with closing(Catalog(former, is_moving=True)) as old:
            if _is_former(old, catalog):
                old.drop()
    elif config.catalog.url and (path / CATALOG_NAME).exists():
        with closing(Catalog.at(path / CATALOG_NAME, is_moving=True)) as old:
            is_former = _is_former(old, catalog)
        if is_former:
            for one in path.glob(f"{CATALOG_NAME}*"):
                # The file itself, and what SQLite keeps beside it; not what upgrades have kept.
                if one.name.removeprefix(CATALOG_NAME) in ("", "-wal", "-shm"):
                    one.unlink(missing_ok=True)
    catalog.forget_former()
    return [f"the former catalog in {former}"]


def _is_former(old: Catalog, catalog: Catalog) -> bool:
    marks = old.marks
    return MOVED in marks and marks.get(IDENTITY) == catalog.id


def _settle(catalog: Catalog, now: str) -> None:
    """Mark the catalog that was moved from, as the process that was stopped would have."""
    former = catalog.marks[ARRIVING]
    place = Path(former)
    if "://" in former or place.exists():
        url = former if "://" in former else f"sqlite:///{place}"
        with closing(Catalog(url, is_moving=True)) as old:
            if old.id == catalog.id:
                old.retire(now)
    catalog.settle()


def _opened(path: Path, url: str) -> Catalog:
    if url:
        return Catalog(url, is_moving=True)
    return Catalog.at(path / CATALOG_NAME, is_moving=True)


def _address(path: Path, url: str) -> str:
    return url or str(path / CATALOG_NAME)


def _url(to: str) -> str:
    """Return the url of the settings.

    Raises:
        ConfigError: It is no address of a catalog.
    """
    if to.strip() == LOCAL:
        return ""
    try:
        url = CatalogConfig(url=to.strip()).url
    except ValidationError as exc:
        said = exc.errors(include_input=False, include_url=False)[0]["msg"]
        raise ConfigError(
            f"No catalog can be moved there: {said.removeprefix('Value error, ')}.",
            hint="aliquot move --catalog postgresql://USER@HOST/DATABASE, or --catalog local.",
        ) from None
    if not urlsplit(url).path.strip("/") and "host=" not in url:
        raise ConfigError("The address names no database.", hint="postgresql://USER@HOST/DATABASE")
    return url


def _new_text(path: Path, config: Config, url: str) -> str:
    """Return the new settings file; vectors stay where they are.

    Raises:
        ConfigError: What is in force is set elsewhere than in the file, or it cannot be edited.
    """
    settings = path / CONFIG_NAME
    text, said = read_settings(settings), load_config(settings)
    assert_of_file("catalog", ["url"], is_same=said.catalog == config.catalog)
    text = settings_with(text, "catalog", {"url": url})
    stated = tomllib.loads(text).get("vectors", {})
    if config.vectors.backend == PGVECTOR and not stated.get("location"):
        # Vectors that stood beside the catalog because nothing else was said.
        assert_of_file("vectors", ["location"], is_same=said.vectors == config.vectors)
        text = settings_with(text, "vectors", {"location": config.vectors.location})
    return text
