"""The API as an OpenAPI document, made by the application that serves it."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from aliquot.library import Library
from aliquot.web.app import create_app

__all__ = ["openapi_document"]


def openapi_document() -> str:
    """Return the document of OpenAPI as JSON; that it is of an empty library shows nowhere."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.create(Path(folder) / "library") as library,
    ):
        described = create_app(library).openapi()
    return json.dumps(described, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
