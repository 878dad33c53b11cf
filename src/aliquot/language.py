"""Name the language of a question or a document by its script: no model, no list of words.

Enough to choose an embedder and the words of a refusal. Languages written in Latin letters all
come out as English, which is how the rest of the system treats them.
"""

from __future__ import annotations

import re

__all__ = ["detect_language"]

# A beginning decides: reading a whole book would not change the answer, only the time.
_SAMPLE_CHARS = 20_000

_KANA = re.compile("[\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f]")
_HAN = re.compile("[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
# Words of Latin letters, since one of them says about as much as two characters of Japanese.
_LATIN_WORD = re.compile("[A-Za-z\u00c0-\u024f]+")
# Characters of everyday Chinese that Japanese does not write: pronouns, question words and the
# commonest simplified forms in the life sciences. 的, 是 and 和 occur in Japanese words.
_CHINESE = re.compile(
    "[这们吗么哪怎谁为个对关发现时实验质编辑结构变药剂组织损伤检测样应该还让给从后过没这樣嗎麼們這個哪還沒]"
)
# Source: Unicode blocks. Script, then the language it most often means.
_OTHER_SCRIPTS = (
    (re.compile("[\uac00-\ud7af\u1100-\u11ff\u3131-\u318e]"), "ko"),
    (re.compile("[\u0400-\u04ff]"), "ru"),
    (re.compile("[\u0600-\u06ff]"), "ar"),
    (re.compile("[\u0590-\u05ff]"), "he"),
    (re.compile("[\u0900-\u097f]"), "hi"),
    (re.compile("[\u0e00-\u0e7f]"), "th"),
)
# Greek is not among them: its letters are symbols in English text.

# Japanese in a question may be little beside its names ("UCSC GBのURLは?"); in a document, this
# share of characters to Latin words is more than an affiliation or a name.
_JAPANESE_SHARE = 0.25
# Kana among kana and ideographs: Japanese prose has about half, its titles at least a twentieth.
# Fewer do not make Chinese Japanese: の stands in shop signs and product names.
_KANA_SHARE = 0.05


def detect_language(text: str) -> str:
    """Return the ISO 639-1 code of a question's or a document's language.

    Scripts decide: `ja`, `zh`, `ko` and a few others, and `en` for everything in Latin letters.

    Args:
        text: Any text; the first 20,000 characters decide.
    """
    sample = text[:_SAMPLE_CHARS]
    if sample.isascii():
        return "en"
    latin_words = len(_LATIN_WORD.findall(sample))
    for script, language in _OTHER_SCRIPTS:
        if len(script.findall(sample)) > latin_words:
            return language
    kana = len(_KANA.findall(sample))
    han = len(_HAN.findall(sample))
    if kana + han <= _JAPANESE_SHARE * latin_words:
        return "en"
    if kana > _KANA_SHARE * (kana + han):
        return "ja"
    if han <= latin_words:
        return "en"
    return "zh" if _CHINESE.search(sample) else "ja"
