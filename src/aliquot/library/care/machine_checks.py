"""Does this machine give the library what it needs?"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator

from aliquot.errors import StoreError
from aliquot.library.care.checked import Check, Checked, Look, fault, named, ok, warning
from aliquot.library.care.index_checks import size_of
from aliquot.library.copies import original_of
from aliquot.library.writing import sole_writer

__all__ = ["MACHINE_CHECKS"]

# What the package asks of Python (pyproject: requires-python), and what the catalog asks of SQLite:
# UPSERT and JSON functions throughout (3.38), which every Python 3.11 brings.
PYTHON = (3, 11)
SQLITE = (3, 38, 0)
# A rebuild writes every index beside the old one, and graphs pass through temporary files.
REBUILD_SHARE = 2
# Where nothing is known yet, room for the catalog to grow by a thousand documents.
LEAST_BYTES = 256 * 2**20
# A password inside an address, or a setting that is called one and says something.
# Source: RFC 3986, 3.2.1, user information; the names of keys in [models] and [vectors.options].
SECRET = re.compile(
    r"://[^/\s:@]*:[^/\s@]+@|^\s*\"?(?:\w*_)?(?:api_?key|password|secret|token)\"?\s*=\s*\"[^\"]+\"",
    re.IGNORECASE | re.MULTILINE,
)


def disk_space(look: Look) -> Iterator[Checked]:
    """Hold the free space against what it takes to build every index again."""
    free = shutil.disk_usage(look.path).free
    wanted = max(LEAST_BYTES, REBUILD_SHARE * size_of(look.path / "index"))
    detail = f"{free / 2**30:,.1f} GB free; building every index again takes {wanted / 2**30:,.1f}"
    if free >= wanted:
        return ok("disk space", detail)
    return warning("disk space", detail, "Free some space before adding more.")


def permissions(look: Look) -> Iterator[Checked]:
    """See that what has to be written can be."""
    is_effective = os.access in os.supports_effective_ids
    closed = [
        one.name or str(one)
        for one in (look.path, *look.path.glob("catalog.db*"), look.path / "index")
        if one.exists() and not os.access(one, os.W_OK, effective_ids=is_effective)
    ]
    if closed:
        detail = f"may not be written by this account: {named(closed)}"
        return warning("permissions", detail, "It can be searched; to add, change its owner.")
    return ok("permissions", "this account may write the library")


def secrets(look: Look) -> Iterator[Checked]:
    """Look for a secret in the settings, where none belongs, and who may read it."""
    settings = look.path / "aliquot.toml"
    text = settings.read_text(encoding="utf-8", errors="replace") if settings.exists() else ""
    if not SECRET.search(text):
        return ok("settings", "every value is known, and none looks like a secret")
    mode = settings.stat().st_mode
    by_others = ", and other accounts can read it" if mode & (stat.S_IRGRP | stat.S_IROTH) else ""
    return warning(
        "settings",
        f"aliquot.toml seems to hold a secret{by_others}",
        "Put it in an environment variable; name the variable (key_variable) instead.",
    )


def writer(look: Look) -> Iterator[Checked]:
    """Tell whether a process is writing; a lock goes with its process, so that none is left."""
    if not os.access(look.path, os.W_OK):
        return ok("writer lock", "not tried: this account may not write")
    try:
        with sole_writer(look.path, look.catalog, wait_s=0):
            return ok("writer lock", "free")
    except StoreError as exc:
        return ok("writer lock", exc.message)


def copies(look: Look) -> Iterator[Checked]:
    """See that no other folder holds a library of the same id."""
    original = original_of(look.path, look.catalog)
    if original is None:
        return ok("library id", "no other folder is known to hold it")
    detail = f"this folder is a copy of {original}, and both have one id"
    if look.config.vectors.location:
        # The other one's vectors are in the same collection.
        return fault("library id", detail, "aliquot doctor --fix", "identity")
    return warning("library id", detail, "aliquot doctor --fix", "identity")


def leftovers(look: Look) -> Iterator[Checked]:
    """Look for files that processes which were ended have left."""
    left = [one.name for one in look.path.glob("*.new")]
    if left:
        return ok("left-over files", f"{named(left)}; 'aliquot vacuum' removes them")
    return ok("left-over files", "none")


def versions(look: Look) -> Iterator[Checked]:
    """See that Python and SQLite are recent enough."""
    del look  # Every check takes it.
    detail = f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}"
    if sys.version_info[:2] >= PYTHON and sqlite3.sqlite_version_info >= SQLITE:
        return ok("versions", detail)
    wanted = f"Python {'.'.join(map(str, PYTHON))}, SQLite {'.'.join(map(str, SQLITE))}"
    return fault("versions", detail, f"Install at least {wanted}.")


MACHINE_CHECKS: tuple[Check, ...] = (
    disk_space,
    permissions,
    secrets,
    writer,
    copies,
    leftovers,
    versions,
)
