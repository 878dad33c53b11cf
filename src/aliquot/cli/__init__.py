"""The command line: read arguments, call the library, render; no logic of its own."""

from __future__ import annotations

from aliquot.cli.main import main

__all__ = ["main"]
