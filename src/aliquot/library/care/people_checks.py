"""Are collections, grants, tokens and uploads what they were meant to be, and is work left over?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from aliquot.library.care.checked import Check, Checked, Look, named, ok, warning
from aliquot.library.care.files import is_there
from aliquot.library.folder import UPLOADS_NAME
from aliquot.storage.secret import in_iso

__all__ = ["PEOPLE_CHECKS"]

# A key that is put to work at all is so within weeks; one that is not opens doors for nobody.
UNUSED_DAYS = 30
# A worker says every few seconds that it lives (web/jobs/pool.py); a stalled disk stops it for
# minutes at most.
STALE_S = 600.0


def collections(look: Look) -> Iterator[Checked]:
    """Look for folders of collections that are gone: what is put elsewhere falls to others."""
    uploads = look.path / UPLOADS_NAME
    away = [
        f"{folder} of {one.name!r}"
        for one in look.catalog.collections.all()
        for folder in one.folders
        # The folder of uploads is made by the first of them.
        if not Path(folder).is_relative_to(uploads) and not is_there(Path(folder))
    ]
    if not away:
        return ok("collections", "every folder of theirs is there")
    return warning(
        "collections",
        f"not there, or not readable: {named(away)}",
        "Mount it; or, where it was moved, add the new folder before its files are read: "
        "aliquot collection add NAME FOLDER",
    )


def grants(look: Look) -> Iterator[Checked]:
    """Look for grants in collections that are gone: one of the same name would be open at once."""
    known = {one.name for one in look.catalog.collections.all()}
    loose = [one for one in look.catalog.collections.grants() if one.collection not in known]
    if not loose:
        return ok("grants", "each is in a collection that is there")
    first = named(f"{one.collection}: {one.to}" for one in loose)
    return warning(
        "grants",
        f"{len(loose):,} in collections that are gone: {first}",
        "Take them back: aliquot grant remove COLLECTION TO",
    )


def tokens(look: Look) -> Iterator[Checked]:
    """Look for tokens that are over, and for those that were made long ago and never used."""
    expired = look.catalog.tokens.expired()
    over = {one.id for one in expired}
    since = in_iso(datetime.fromtimestamp(look.now_ns / 1e9, UTC) - timedelta(days=UNUSED_DAYS))
    unused = [
        one
        for one in look.catalog.tokens.all()
        if not (one.last_used_at or one.revoked_at or one.id in over) and one.created_at < since
    ]
    if not (expired or unused):
        return ok("tokens", f"none is over, or unused for {UNUSED_DAYS} days")
    first = named(f"{one.id} ({one.name})" for one in (*expired, *unused))
    return warning(
        "tokens",
        f"{len(expired):,} are over, {len(unused):,} were never used: {first}",
        "End what nobody needs: aliquot token revoke ID",
    )


def jobs(look: Look) -> Iterator[Checked]:
    """Look for jobs whose server seems to have died."""
    left = look.catalog.jobs.stale(STALE_S)
    if not left:
        return ok("jobs", "none is left by a server that has ended")
    return warning(
        "jobs",
        f"{len(left):,} were left by a server that has ended: "
        + named(f"{one.kind} {one.id}" for one in left),
        "Start the server, which does them again: aliquot serve",
    )


def uploads(look: Look) -> Iterator[Checked]:
    """See that the folders of uploads can be written."""
    folder = look.path / UPLOADS_NAME
    is_effective = os.access in os.supports_effective_ids
    there = [folder, *folder.iterdir()] if is_there(folder) else []
    closed = [
        str(one.relative_to(look.path))
        for one in there
        if one.is_dir() and not os.access(one, os.W_OK, effective_ids=is_effective)
    ]
    if folder.exists() and not there:
        closed = [UPLOADS_NAME]
    if not closed:
        return ok("uploads", "their folders can be written" if there else "none so far")
    detail = f"may not be written by this account: {named(closed)}"
    return warning("uploads", detail, "Give them to the account that serves the library.")


PEOPLE_CHECKS: tuple[Check, ...] = (collections, grants, tokens, jobs, uploads)
