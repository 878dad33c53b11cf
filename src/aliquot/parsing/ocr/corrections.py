"""Put right what recognisers confuse for certain."""

from __future__ import annotations

import re

__all__ = ["correct"]

# Characters that differ from a katakana by nothing but their neighbours.
# Source: recognised slides of the dev decks ("デ一夕ベ一ス" for "データベース"), November 2026.
CONFUSED = "一—‐夕口卜"
LOOKALIKES = str.maketrans(CONFUSED, "ーーータロト")
KATAKANA = "\u30a1-\u30fa\u30fc"
BETWEEN = re.compile(rf"(?<=[{KATAKANA}])[{CONFUSED}]+(?=[{KATAKANA}])")
# A dash may end the word too; before anything but a particle or a mark it is the kanji for one.
LONG_VOWEL = re.compile(rf"(?<=[{KATAKANA}])[一—‐](?=[をはがのにでともへや]|\W|$)")


def correct(text: str) -> str:
    """Return a recognised line with katakana where only katakana can stand."""
    text = BETWEEN.sub(lambda match: match[0].translate(LOOKALIKES), text)
    return LONG_VOWEL.sub("ー", text)
