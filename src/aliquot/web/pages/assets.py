"""What pages load: styles, scripts and what others wrote, from this server alone.

Addresses hold a digest of all files, so that browsers keep them for good and a new version is a
new address; modules that import each other by relative paths follow along.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles

__all__ = ["STATIC", "asset_url", "router"]

router = APIRouter()

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
_FILES = StaticFiles(directory=STATIC)
# A year, the longest a cache need keep anything. Source: RFC 9111, RFC 8246 (immutable).
FOR_GOOD = "public, max-age=31536000, immutable"
CHECKED = "no-cache"
# What the system's own table may say otherwise; browsers run no script of another type.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}


@router.api_route("/static/{path:path}", methods=["GET", "HEAD"])
async def static(path: str, request: Request) -> Response:
    """Return a file of the interface."""
    first, _, rest = path.partition("/")
    is_versioned = first == _version()
    response = await _FILES.get_response(rest if is_versioned else path, request.scope)
    response.headers["Cache-Control"] = FOR_GOOD if is_versioned else CHECKED
    kind = TYPES.get(Path(path).suffix)
    if kind and response.status_code == 200:
        response.headers["Content-Type"] = kind
    return response


def asset_url(name: str) -> str:
    """Return the address of a file of the interface.

    Args:
        name: Its path in `web/static`, such as `css/aliquot.css`.
    """
    return f"/static/{_version()}/{name}"


@lru_cache(maxsize=1)
def _version() -> str:
    """Return a digest of every file's name and content."""
    digest = hashlib.sha256()
    for file in sorted(one for one in STATIC.rglob("*") if one.is_file()):
        digest.update(file.relative_to(STATIC).as_posix().encode())
        digest.update(file.read_bytes())
    return f"v-{digest.hexdigest()[:12]}"
