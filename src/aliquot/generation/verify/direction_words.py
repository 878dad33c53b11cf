"""The words that point one way or the other, by what they point along."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from aliquot.generation.verify.plain import Word

__all__ = ["IDLE", "grades", "in_japanese", "is_change", "pointing_of"]

# Axis to the words that point up and those that point down, by their beginnings; "=" closes a word.
_AXES: Mapping[str, tuple[str, str]] = {
    "amount": (
        "increas rise= rises= rising= rose= risen= rais elevat enhanc augment upregulat higher= "
        "highest= high= highly= greater= greatest= larger= largest= large= more= most= longer= "
        "longest= long= bigger= stronger= strongest= strong= strongly= above= exceed gain gains "
        "gained amplif boost expand expans accelerat faster= fastest= fast= quickly= rapidly= "
        "heavier= older= wider= deeper= thicker= maxim elongat prolong excess abundan",
        "decreas reduc lower= lowest= lowered= lowers= lowering= low= less= least= fewer= fewest= "
        "smaller= smallest= small= shorter= shortest= short= weaker= weakest= weak= weakly= below= "
        "declin drop= drops= dropped= dropping= fall= falls= fell= falling= fallen= diminish "
        "attenuat downregulat slower= slowest= slow= slowly= lighter= younger= narrower= thinner= "
        "shallower= minim lessen shorten curtail",
    ),
    "effect": (
        "activat= activate activates activated activating activation induc stimulat promot "
        "facilitat trigger enabl",
        "fungistatic= fungicidal= bacteriostatic= bactericidal= cytostatic= "
        "inhibit suppress block blocks blocked blocking repress prevent abolish abrogat inactivat "
        "imped",
    ),
    "time": ("after= later= following= subsequent post=", "before= prior= earlier= preced pre="),
    "worth": (
        "better= best= improv= improve improves improved improvement",
        "worse= worst= worsen deteriorat",
    ),
    "sign": ("positiv", "negativ"),
    "response": ("sensitiv susceptib responsive", "resistan resistant"),
    "lateness": ("late= latest=", "early= earliest="),
}
# Of the nouns 大きさ and 高さ nothing points anywhere: they name what is measured.
_JAPANESE: Mapping[str, tuple[str, str]] = {
    "amount": (
        "増加|増大|増強|上昇|亢進|向上|延長|上回|最大|最高|最多|高[いくまめけ]|高速|多[いく]"
        "|大き(?!さ)|速[いく]|強[いくま]|(?:超え|越え)(?!ませ|な[いくか]|ず)",
        "減少|減弱|低下|下降|短縮|下回|最小|最低|低[いく]|低速|少な|小さ(?!さ)|遅[いく]"
        "|弱[いくま]|未満|(?:超え|越え)(?=ませ|な[いくか]|ず)",
    ),
    "bound": ("以上", "以下"),
    "length": ("長[いく]", "短[いく]"),
    "effect": ("促進|(?<!不)活性化|誘導", "抑制|阻害|不活化|不活性化|防[いぐ止]"),
    "order": ("最後", "最初"),
    "time": ("(?<![午以])後(?=[にのはも、])", "(?<![午以])前(?=[にのはも、])"),
    "sign": ("陽性", "陰性"),
}
# What points nowhere: "at least", "more than one way", "long-term", "after all".
IDLE = re.compile(
    r"\bat (?:least|most)\b|\b(?:up to|no (?:less|more|fewer) than)\b"
    r"|\bmore or less\b|\bonce more\b|\bas long as\b|\bless than or equal\b"
    r"|\bhigh(?:er|ly)?[- ](?:speed|performance|molecular|throughput|fidelity)\b"
    r"|\bbefore and after\b|\bbefore or after\b|\bfurther\s?more\b",
    re.I,
)
# Words that say that something becomes or is made more or less, which no other word implies.
_CHANGE = re.compile(
    r"increas|decreas|reduc|elevat|enhanc|upregulat|downregulat|inhibit|activat|induc|stimulat"
    r"|suppress|promot|improv|worsen|higher|lower|greater|declin|attenuat|diminish|better|worse"
    r"|増加|増大|増強|上昇|亢進|減少|減弱|低下|促進|抑制|阻害|活性化"
)


@lru_cache(maxsize=1 << 14)
def pointing_of(word: str) -> tuple[str, int] | None:
    """Return the axis and the sign of a lower-case word; `None` where it points nowhere."""
    for axis, sides in _AXES.items():
        for sign, side in zip((1, -1), sides, strict=True):
            for beginning in side.split():
                whole = beginning.removesuffix("=")
                if word == whole or (whole == beginning and word.startswith(whole)):
                    return axis, sign
    return None


def in_japanese(text: str) -> Iterator[tuple[int, int, str, int]]:
    """Yield start, end, axis and sign of the Japanese words of a text that point."""
    if text.isascii():
        return
    for axis, pattern, sign in _patterns():
        for match in pattern.finditer(text):
            yield match.start(), match.end(), axis, sign


def is_change(word: str) -> bool:
    """Tell whether a word says that something becomes more or less."""
    return _CHANGE.match(word.casefold()) is not None


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str], int]]:
    return [
        (axis, re.compile(side), sign)
        for axis, sides in _JAPANESE.items()
        for sign, side in zip((1, -1), sides, strict=True)
    ]


def grades(word: Word) -> bool:
    """Tell whether a word only grades the next: "more slowly", "less abundant"."""
    return word.text in {"more", "most", "less", "least"}
