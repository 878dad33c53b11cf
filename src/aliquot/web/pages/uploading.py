"""The page that takes files: dropped or chosen, each followed until it can be asked about."""

from __future__ import annotations

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse

from aliquot.types import Permission, Role
from aliquot.web.pages.templating import render
from aliquot.web.site import SiteHere, Viewing, needs

__all__ = ["router"]

router = APIRouter(prefix="/library/upload", dependencies=[Depends(needs(Permission.WRITE))])

# Endings browsers offer first; any file may be chosen, and its content decides.
ENDINGS = (
    ".pdf,.docx,.pptx,.xlsx,.csv,.tsv,.txt,.md,.html,.rtf,.odt,.tex,.xml,.nxml,.json,.ipynb,"
    ".bib,.ris,.eln,.zip,.png,.jpg,.tif"
)


@router.get("")
def upload(request: Request, site: SiteHere, view: Viewing, collection: str = "") -> HTMLResponse:
    """Show where files are dropped, for each collection a person may add to."""
    editable = [name for name in view.collections() if view.may(Role.EDITOR, name)]
    if not editable:
        raise HTTPException(403, "You may read the collections you see, and add to none.")
    return render(
        request,
        "uploading/page.html",
        view,
        collections=editable,
        chosen=collection if collection in editable else editable[0],
        endings=ENDINGS,
        max_mib=site.settings.upload_max_mib,
        max_files=site.settings.upload_max_files,
        active="library",
    )
