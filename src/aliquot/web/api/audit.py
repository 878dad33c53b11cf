"""The audit log: what was done with the library, proved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import StreamingResponse

from aliquot.shapes import audit_entry_shape
from aliquot.types.history import AuditKind
from aliquot.web.api.models import AuditPage, AuditProof
from aliquot.web.api.paging import Count
from aliquot.web.api.routing import ADMIN, api_router, contents
from aliquot.web.site import SiteHere

__all__ = ["router"]

LINES = "application/x-ndjson"
MAX_SEQUENCE = 2**53

router = api_router("audit", ADMIN)


@router.get("/audit", response_model=AuditPage)
def list_audit(
    site: SiteHere,
    kind: AuditKind | None = None,
    count: Count = 50,
    before: Annotated[
        int | None, Query(ge=1, le=MAX_SEQUENCE, description="`next` of the page before.")
    ] = None,
) -> dict[str, Any]:
    """List entries of the audit log, newest first."""
    found = site.library.history.entries(count + 1, kind, before)
    shown = found[:count]
    return {
        "entries": [audit_entry_shape(one) for one in shown],
        "next": shown[-1].sequence if len(found) > count else None,
    }


@router.get("/audit/verify", response_model=AuditProof)
def verify_audit(
    site: SiteHere,
    head: Annotated[
        str, Query(max_length=64, description="Hash of an entry noted earlier, to be in it.")
    ] = "",
) -> dict[str, Any]:
    """Prove that no entry was changed, dropped or put in, nor any stored answer changed."""
    history = site.library.history
    proof = history.verify(head)
    return {
        "sound": proof.is_sound,
        "entries": proof.entries,
        "head": proof.head,
        "broken_at": proof.broken_at,
        "reason": proof.reason,
        "altered_answers": history.altered(),
    }


@router.get("/audit/export", response_class=StreamingResponse, responses=contents(LINES))
def export_audit(site: SiteHere) -> StreamingResponse:
    """Give the whole log, one entry a line with its hash, and note that it was exported."""
    lines: Iterator[str] = site.library.history.audit_lines("audit.jsonl")
    headers = {"Content-Disposition": 'attachment; filename="audit.jsonl"'}
    return StreamingResponse(lines, media_type=LINES, headers=headers)
