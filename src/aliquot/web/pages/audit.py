"""The audit log as a page: what was done with the library, by whom, and that nothing is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse

from aliquot.types import Permission
from aliquot.types.history import AuditEntry, AuditKind
from aliquot.web.marking import N_
from aliquot.web.pages.templating import language_of, render, translations
from aliquot.web.pages.wording import STRATEGIES
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
# Values that say by themselves what they are.
UNNAMED = ("question", "reason", "why", "what", "did")
NAMES: Mapping[str, str] = {
    "cited": N_("Quotes cited"),
    "strategy": N_("How"),
    "refused": N_("refused"),
    "removed": N_("Statements removed"),
    "models": N_("Models"),
    "count": N_("How many"),
    "documents": N_("Documents"),
    "person": N_("Person"),
    "collection": N_("Collection"),
    "folders": N_("Folders"),
    "moved": N_("Files moved"),
    "to": N_("To whom"),
    "role": N_("Role"),
    "permissions": N_("May"),
    "via": N_("Logged in by"),
    "name": N_("Name"),
}
VALUES: Mapping[str, str] = {
    **STRATEGIES,
    "put": N_("saved"),
    "remove": N_("removed"),
    "give": N_("given"),
    "revoke": N_("revoked"),
    "make": N_("made"),
    "reader": N_("Reader"),
    "editor": N_("Editor"),
    "owner": N_("Owner"),
}
SPOKEN = ("strategy", "did", "role")


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
    translate = translations(language_of(request)).gettext
    return render(
        request,
        "audit/page.html",
        view,
        entries=[(one, told(one, translate)) for one in shown],
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


def told(entry: AuditEntry, translate: Callable[[str], str]) -> str:
    """Return the parts of an entry's detail that a person reads, in a line.

    Args:
        entry: Of the log.
        translate: Returns a text in the reader's language.
    """
    parts = (
        _part(name, value, translate)
        for name, value in entry.detail.items()
        if value and name not in UNTOLD and not name.endswith("sha256")
    )
    line = " · ".join(parts) or str(entry.detail.get("sha256", ""))[:12]
    return line if len(line) <= SHOWN_CHARACTERS else f"{line[:SHOWN_CHARACTERS]}…"


def _part(name: str, value: Any, translate: Callable[[str], str]) -> str:
    word = translate(NAMES[name]) if name in NAMES else name
    if value is True:
        return word
    said = _value(name, value, translate)
    return said if name in UNNAMED else f"{word}: {said}"


def _value(name: str, value: Any, translate: Callable[[str], str]) -> str:
    if name in COUNTED:
        return str(len(value))
    if isinstance(value, Mapping | list):
        names = [str(one) for one in value]
        more = f" +{len(names) - NAMED}" if len(names) > NAMED else ""
        return f"{', '.join(names[:NAMED])}{more}"
    return translate(VALUES[value]) if name in SPOKEN and value in VALUES else str(value)
