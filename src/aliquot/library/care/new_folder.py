"""A new library's folder, put in place whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aliquot.errors import StoreError

__all__ = ["new_folder"]


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Give a folder beside `target` to fill; it takes its name when nothing was raised.

    Raises:
        StoreError: The target is there and not empty, or cannot be written.
    """
    place = target.expanduser().absolute()
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise StoreError(
            f"{place} is there and not empty.", hint="Name a new folder; nothing is overwritten."
        )
    made = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        made.mkdir(parents=True)
        yield made
        if place.exists():
            place.rmdir()
        made.rename(place)
    except OSError as exc:
        raise StoreError(
            f"{place} cannot be written: {exc.strerror or exc}.",
            hint="Check the free space and the permissions of the folder around it.",
        ) from exc
    finally:
        shutil.rmtree(made, ignore_errors=True)
