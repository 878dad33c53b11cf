"""Surveys made by hand, of which tests say only what matters to them."""

from __future__ import annotations

from typing import Any

from aliquot.types import Citation, Coverage, DocumentState, Scoped, Span, Survey, SurveyRow

UNREAD = Scoped(
    "/lab/scan.pdf", DocumentState.FAILED, title="scan.pdf", reason="The PDF is locked."
)


def made_citation(quote: str = "Vero cells were used.", **changes: Any) -> Citation:
    """Return a citation of a paper that is not there."""
    settings: dict[str, Any] = {
        "label": "Sato et al., 2013, Methods",
        "quote": quote,
        "span": Span(0, len(quote)),
        "chunk_id": "2013-sato#methods-1",
        "document_id": "2013-sato",
        "source": "/lab/sato.pdf",
        "section": "Methods",
        "page": 3,
        "verified": True,
    }
    return Citation(**settings | changes)


def made_row(name: str = "Vero", *citations: Citation, **values: str) -> SurveyRow:
    """Return the row of a cell line, in as many documents as are quoted."""
    shown = citations or (made_citation(),)
    documents = tuple(dict.fromkeys(one.document_id for one in shown))
    cells = {"cell line": name, "role": "used", "documents": str(len(documents)), **values}
    return SurveyRow(cells, shown, documents)


def made_survey(*rows: SurveyRow, **changes: Any) -> Survey:
    """Return a survey of cell lines, in which one file could not be read."""
    settings: dict[str, Any] = {
        "question": "Which cell lines did we use?",
        "columns": ("cell line", "role", "documents"),
        "rows": rows,
        "coverage": Coverage(in_scope=3, read=2, failed=1, unread=(UNREAD,)),
    }
    return Survey(**settings | changes)
