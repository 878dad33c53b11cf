"""Tell the language of a text by its script: no model, no list of words.

Enough to choose an embedder, a tokeniser and the words of a refusal. Languages written in Latin
letters all come out as English, which is how the rest of the system treats them.
"""

from __future__ import annotations

import re

__all__ = ["detect_language"]

# A prefix decides: reading a whole book would not change the answer, only the time.
SAMPLE_CHARS = 20_000

# Share of letters that must be in a script. English papers quote a few Japanese names and
# Japanese protocols are full of Latin reagent names, so the bar is low: one letter in ten.
MINIMUM_SHARE = 0.1

# Kana are Japanese alone; without them ideographs are Chinese, unless they are very few.
KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u30fc\uff66-\uff9f]")
HAN = re.compile(r"[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
HANGUL = re.compile(r"[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
LETTER = re.compile(r"[^\W\d_]")

# Kana among kana and ideographs: Japanese prose has about half, titles at least a twentieth.
MINIMUM_KANA = 0.05


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of a text: `ja`, `zh`, `ko`, otherwise `en`.

    Args:
        text: Any text; the first 20,000 characters decide.
    """
    sample = text[:SAMPLE_CHARS]
    if sample.isascii():
        return "en"
    letters = len(LETTER.findall(sample))
    kana = len(KANA.findall(sample))
    han = len(HAN.findall(sample))
    if letters and len(HANGUL.findall(sample)) / letters >= MINIMUM_SHARE:
        return "ko"
    if not letters or (kana + han) / letters < MINIMUM_SHARE:
        return "en"
    return "ja" if kana / (kana + han) >= MINIMUM_KANA else "zh"
