"""The audit log as a page: what was done with the library, by whom, and that nothing is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse

from aliquot.types import Permission
from aliquot.types.history import AuditEntry, AuditKind
from aliquot.web.pages.templating import render
from aliquot.web.site import Viewing, needs

__all__ = ["router", "told"]

router = APIRouter(prefix="/audit", dependencies=[Depends(needs(Permission.ADMIN))])

PAGE = 50
# Of a detail, as much as a line of a table holds; the export has all.
SHOWN_CHARACTERS = 300
NAMED = 5
# Ids, which stand in the export; and lists whose members say nothing to a person.
UNTOLD = ("answer", "asked")
COUNTED = ("cited",)


@router.get("")
def audit(
    request: Request,
    view: Viewing,
    kind: str = "",
    before: Annotated[int | None, Query(ge=1)] = None,
) -> HTMLResponse:
    """Show entries, newest first."""
    chosen = AuditKind(kind) if kind in set(AuditKind) else None
    found = view.library.history.entries(PAGE + 1, chosen, before)
    shown = found[:PAGE]
    return render(
        request,
        "audit/page.html",
        view,
        entries=[(one, told(one)) for one in shown],
        kinds=list(AuditKind),
        kind=chosen,
        before=before,
        older=shown[-1].sequence if len(found) > PAGE else None,
        active="audit",
    )


@router.get("/proof")
def proof(request: Request, view: Viewing) -> HTMLResponse:
    """Show whether the log is one unbroken chain, and no stored answer was changed."""
    history = view.library.history
    return render(
        request, "audit/_proof.html", view, proof=history.verify(), altered=history.altered()
    )


def told(entry: AuditEntry) -> str:
    """Return the parts of an entry's detail that a person reads, in a line."""
    parts = (
        _part(name, value)
        for name, value in entry.detail.items()
        if value and name not in UNTOLD and not name.endswith("sha256")
    )
    line = " · ".join(parts) or str(entry.detail.get("sha256", ""))[:12]
    return line if len(line) <= SHOWN_CHARACTERS else f"{line[:SHOWN_CHARACTERS]}…"


def _part(name: str, value: Any) -> str:
    if value is True:
        return name
    if name in COUNTED:
        return f"{len(value)} {name}"
    if isinstance(value, Mapping | list):
        names = [str(one) for one in value]
        more = f" +{len(names) - NAMED}" if len(names) > NAMED else ""
        return f"{', '.join(names[:NAMED])}{more}"
    return str(value) if name in ("question", "reason", "why", "what", "did") else f"{name} {value}"
