"""A library: one folder that holds what a lab knows, and the calls everything else is built on."""

from __future__ import annotations

from aliquot.library.folder import CONFIG_NAME
from aliquot.library.library import Library

__all__ = ["CONFIG_NAME", "Library"]
