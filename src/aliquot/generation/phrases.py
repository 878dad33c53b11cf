"""The few sentences Aliquot says itself, by language; English where a language is not known."""

from __future__ import annotations

__all__ = ["refusal"]

REFUSALS = {
    "en": "Not found in our lab's materials.",
    "ja": "当研究室の資料には記載されていません。",
}


def refusal(language: str) -> str:
    """Return the sentence for a question the library does not answer."""
    return REFUSALS.get(language, REFUSALS["en"])
