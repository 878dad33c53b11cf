"""What a program is told beside a command that the library advises: the same remedy by the API.

Enters: a hint of the library. Leaves: the hint, and by which operation a program does the same, or
that only whoever runs the server can. Pages have remedies of their own: see `pages/remedies.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["REMEDIES", "with_remedy"]

# By the command that does it; paths as in the description of the API.
REMEDIES: Final[Mapping[str, str]] = {
    "add": "POST /api/v1/documents",
    "ask": "POST /api/v1/ask",
    "audit": "GET /api/v1/audit/verify",
    "check": "POST /api/v1/check",
    "collection": "/api/v1/collections",
    "compare": "POST /api/v1/compare",
    "conversations": "GET /api/v1/conversations",
    "eval": "POST /api/v1/evaluations",
    "explain": "GET /api/v1/answers",
    "grant": "/api/v1/grants",
    "list": "GET /api/v1/documents",
    "receipt": "GET /api/v1/documents/{document_id}/receipt",
    "remove": "DELETE /api/v1/documents/{document_id}",
    "search": "POST /api/v1/search",
    "show": "GET /api/v1/documents/{document_id}",
    "status": "GET /api/v1/status",
    "survey": "POST /api/v1/surveys",
    "sync": "POST /api/v1/sync",
    "token": "/api/v1/tokens",
}
ELSEWHERE: Final = "only whoever runs the server can do that"
COMMAND: Final = re.compile(r"(?:\baliquot (?P<name>[a-z]+)|\bpip install )")


def with_remedy(hint: str) -> str:
    """Return a hint with what a program can do where it names a command.

    Args:
        hint: Of the library; may be empty.
    """
    found = COMMAND.search(hint)
    if found is None:
        return hint
    operation = REMEDIES.get(found["name"] or "")
    return f"{hint} ({f'by the API: {operation}' if operation else ELSEWHERE})"
