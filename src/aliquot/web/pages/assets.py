"""What pages load: styles, scripts and what others wrote, from this server alone.

Addresses hold a digest of all files, so that browsers keep them for good and a new version is a
new address; modules that import each other by relative paths follow along.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import MutableHeaders

from aliquot.web.compressing import mark_packed, packed, takes_gzip

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
# What compresses well; pictures, typefaces and character maps are compressed already.
PACKED = frozenset({*TYPES, ".json", ".txt"})
# Each file is compressed once in a process's life.
SMALLEST = 9


@router.api_route("/static/{path:path}", methods=["GET", "HEAD"])
async def static(path: str, request: Request) -> Response:
    """Return a file of the interface, compressed where the client takes it."""
    first, _, rest = path.partition("/")
    is_versioned = first == _version()
    response = await _FILES.get_response(rest if is_versioned else path, request.scope)
    if isinstance(response, FileResponse) and Path(path).suffix in PACKED:
        response = await _packed_file(response, request)
    response.headers["Cache-Control"] = FOR_GOOD if is_versioned else CHECKED
    kind = TYPES.get(Path(path).suffix)
    if kind and response.status_code == 200:
        response.headers["Content-Type"] = kind
    return response


async def _packed_file(response: FileResponse, request: Request) -> Response:
    """Return a file compressed; as it is to whoever takes no gzip or wants a part of it."""
    response.headers.add_vary_header("Accept-Encoding")
    if not takes_gzip(request.headers) or "range" in request.headers:
        return response
    content = await to_thread.run_sync(_packed, Path(response.path))
    headers = MutableHeaders(raw=response.raw_headers)
    mark_packed(headers, len(content))
    del headers["accept-ranges"]
    whole = Response(content if request.method == "GET" else b"")
    whole.raw_headers = headers.raw
    return whole


@cache
def _packed(path: Path) -> bytes:
    return packed(path.read_bytes(), SMALLEST)


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
