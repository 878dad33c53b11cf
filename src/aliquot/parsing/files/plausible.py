"""Tell text from bytes that merely decode: nearly any bytes are "valid" in some encoding.

What enters: characters and the encoding they were decoded from. What leaves: a verdict. A sample
from the start decides; the thresholds leave room for the odd damaged or foreign character.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["is_japanese", "looks_like_text"]

SAMPLE_CHARS = 65_536
# One odd character is forgiven however short the text, one in a hundred in a long one. Random bytes
# have a control character in nine (in single-byte encodings), text has none.
ODD_SHARE = 0.01
ODD_FORGIVEN = 1
# Escape is missing on purpose: terminal logs are full of it.
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ufffd]")
BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
BEYOND_ASCII_RUN = re.compile(r"[^\x00-\x7f]+")
# Unassigned, lone surrogate; private use too, save in UTF-8, where Word's symbol bullets end up.
IMPOSSIBLE = frozenset({"Cn", "Cs"})

# Accented letters beside plain ones: French has 4 %, an all-accented word list 25 %. Random bytes
# read as Windows-1252 have half of their characters beyond ASCII.
WESTERN_SHARE = 0.3
WESTERN_FORGIVEN = 2
# What Western prose and bench notes have beyond letters. Random bytes fall here one time in four.
WESTERN_MARKS = frozenset("\xa0‘’“”‚„‹›«»–—…•·°º±×÷µ§®©™€£¥²³¹½¼¾¿¡†‡‰´¨¬")
WESTERN_MARK_SHARE = 0.25

# Full-width kana among the characters beyond ASCII. Western text read as Shift_JIS turns into
# ideographs and half-width kana but never into these; Japanese prose has about half.
MINIMUM_KANA = 0.15
FULL_WIDTH_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fc]")
JAPANESE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef°±×÷µμΑ-ω※→←↑↓①-⑳Ⅰ-Ⅹ℃Å■-◯‐-―‘-”…]")
JAPANESE_SHARE = 0.9
# Table headings may hold ideographs alone. Everyday ones stand together: a curly apostrophe read as
# Shift_JIS also gives an ideograph, but a lonely one ("don稚").
COMMON_SHARE = 0.9
COMMON_RUN = 1.8
# Lead bytes of level 1 of JIS X 0208 (2,965 everyday ideographs, rows 16-47) in EUC-JP.
LEVEL_1 = range(0xB0, 0xD0)


def looks_like_text(text: str, encoding: str) -> bool:
    """Tell whether decoded characters can be something a person or an instrument wrote."""
    sample = text[:SAMPLE_CHARS]
    odd = len(CONTROL.findall(sample))
    beyond = BEYOND_ASCII.findall(sample)
    odd += sum(_is_impossible(character, encoding) for character in beyond)
    if odd > ODD_FORGIVEN + ODD_SHARE * len(sample):
        return False
    return encoding != "cp1252" or _is_western(beyond, len(sample))


def is_japanese(text: str) -> bool:
    """Tell whether text decoded by a Japanese encoding is Japanese, not Western text misread."""
    sample = text[:SAMPLE_CHARS]
    beyond = BEYOND_ASCII.findall(sample)
    if len(JAPANESE.findall(sample)) < JAPANESE_SHARE * len(beyond):
        return False
    if len(FULL_WIDTH_KANA.findall(sample)) >= MINIMUM_KANA * len(beyond):
        return bool(beyond)
    runs = len(BEYOND_ASCII_RUN.findall(sample))
    common = sum(map(_is_common, beyond))
    return common >= COMMON_SHARE * len(beyond) and len(beyond) >= COMMON_RUN * runs


def _is_impossible(character: str, encoding: str) -> bool:
    category = unicodedata.category(character)
    return category in IMPOSSIBLE or (category == "Co" and encoding != "utf-8")


def _is_western(beyond: list[str], length: int) -> bool:
    if len(beyond) > WESTERN_FORGIVEN + WESTERN_SHARE * length:
        return False
    marks = [character for character in beyond if not character.isalpha()]
    strange = sum(character not in WESTERN_MARKS for character in marks)
    return strange <= ODD_FORGIVEN + WESTERN_MARK_SHARE * len(beyond)


def _is_common(character: str) -> bool:
    """Tell an everyday ideograph, kana or Japanese punctuation mark."""
    try:
        code = character.encode("euc_jp")
    except UnicodeEncodeError:
        return False
    return code[0] in LEVEL_1 or "\u3000" <= character <= "\u30ff" or character >= "\uff00"
