"""Texts of the interface that stand in code: marked here, translated where they are shown."""

from __future__ import annotations

__all__ = ["N_"]


def N_(text: str) -> str:  # noqa: N802  # Called as gettext calls it.
    """Mark a text for translation and return it as it is."""
    return text
