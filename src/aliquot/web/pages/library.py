"""The library page: what is in it, what became of each file, and what can be done about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from aliquot.errors import ConfigError
from aliquot.library.viewing import View
from aliquot.types import Permission, Receipt, Role
from aliquot.web.jobs.begin import begin_remove, begin_restore, begin_sync
from aliquot.web.pages.folders import folder_tree
from aliquot.web.pages.shelf import SORTS, Shelf, Wanted, shown
from aliquot.web.pages.shelves import Shelved
from aliquot.web.pages.templating import render, wants_fragment
from aliquot.web.pages.working import begun
from aliquot.web.site import Viewing, needs

__all__ = ["router"]

router = APIRouter(prefix="/library")

writes = Depends(needs(Permission.WRITE))


def _wanted(
    q: Annotated[str, Query(max_length=200)] = "",
    folder: str = "",
    collection: str = "",
    kind: str = "",
    status: str = "",
    sort: str = "name",
    down: bool = False,
    page: int = 1,
) -> Wanted:
    return Wanted(
        q=q.strip(),
        folder=folder,
        collection=collection,
        kind=kind,
        status=status,
        sort=sort if sort in SORTS else "name",
        down=down,
        page=page,
    )


Asked = Annotated[Wanted, Depends(_wanted)]


@router.get("")
def library(request: Request, view: Viewing, shelf: Shelved, wanted: Asked) -> HTMLResponse:
    """Show the files a person sees; to a script, the table alone."""
    values = _table(view, shelf, wanted)
    if wants_fragment(request):
        return render(request, "library/_files.html", view, **values)
    return render(
        request,
        "library/page.html",
        view,
        **values,
        tree=folder_tree(shelf.rows, wanted.folder),
        roots=view.library.catalog.ledger.roots() if view.person.is_administrator else [],
        active="library",
    )


@router.get("/file")
def receipt(request: Request, view: Viewing, path: str) -> HTMLResponse:
    """Show what became of one file: what was read, what was dropped and why."""
    found = _seen(view, path)
    template = "library/_receipt.html" if wants_fragment(request) else "library/receipt.html"
    return render(
        request, template, view, receipt=found, may_edit=_edits(view, found), active="library"
    )


@router.post("/remove", dependencies=[writes])
def remove(request: Request, view: Viewing, path: Annotated[str, Form()]) -> Response:
    """Take a file's documents out of the library; its file stays, and it can be brought back."""
    found = _editable(view, path)
    job = begin_remove(view, found.source, [one.id for one in found.documents])
    return begun(request, view, job)


@router.post("/read", dependencies=[writes])
def read(
    request: Request,
    view: Viewing,
    path: Annotated[str, Form()],
    trust: Annotated[bool, Form()] = False,
) -> Response:
    """Read a file again, or bring one back that was removed."""
    found = _editable(view, path)
    return begun(request, view, begin_restore(view, found.source, trust=trust))


@router.post("/sync", dependencies=[writes])
def sync(request: Request, view: Viewing, reparse: Annotated[bool, Form()] = False) -> Response:
    """Make the library agree with every file and folder it was given."""
    return begun(request, view, begin_sync(view, reparse=reparse))


def _table(view: View, shelf: Shelf, wanted: Wanted) -> dict[str, Any]:
    names = view.collections()
    return {
        "shelf": shelf,
        "wanted": wanted,
        "shown": shown(shelf.rows, wanted),
        "address": address,
        "collections": names,
        "may_write": Permission.WRITE in view.person.permissions,
        "editable": [name for name in names if view.may(Role.EDITOR, name)],
    }


def address(wanted: Wanted, **changes: Any) -> str:
    """Return the address of the files that are wanted.

    Args:
        wanted: Which, and how.
        **changes: What is wanted otherwise.
    """
    query = urlencode(replace(wanted, **changes).given())
    return f"/library?{query}" if query else "/library"


def _seen(view: View, path: str) -> Receipt:
    """Return a file's receipt; a file that others alone may see is not there.

    Raises:
        HTTPException: There is none that this person sees.
    """
    try:
        return view.receipt(path)
    except ConfigError as exc:
        raise HTTPException(404, "There is no such file in the library.") from exc


def _editable(view: View, path: str) -> Receipt:
    """Return the receipt of a file a person may change.

    Raises:
        HTTPException: They see no such file, or may only read it.
    """
    found = _seen(view, path)
    if not _edits(view, found):
        raise HTTPException(403, "You may read this collection, and not change it.")
    return found


def _edits(view: View, found: Receipt) -> bool:
    is_writer = Permission.WRITE in view.person.permissions
    return is_writer and view.may(Role.EDITOR, found.collection)
