"""Words that say which way: more or less, before or after, activates or inhibits.

What enters: a plain text. What leaves: its words of direction, each with its axis, its sign and
the words around it; and, where two things are compared, which stands on which side of "than".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aliquot.generation.verify.plain import Word, words_of

__all__ = ["Direction", "directions_of"]

# Axis to the words that point up and those that point down, by their beginnings; "=" closes a word.
_AXES: Mapping[str, tuple[str, str]] = {
    "amount": (
        "increas rise= rises= rising= rose= risen= rais elevat enhanc augment upregulat higher= "
        "highest= high= highly= greater= greatest= larger= largest= large= more= most= longer= "
        "longest= long= bigger= stronger= strongest= strong= above= exceed gain gains gained "
        "amplif boost expand expans accelerat faster= fastest= fast= heavier= older= wider= "
        "deeper= thicker= maxim elongat prolong excess abundan",
        "decreas reduc lower= lowest= lowered= lowers= lowering= low= less= least= fewer= fewest= "
        "smaller= smallest= small= shorter= shortest= short= weaker= weakest= weak= below= declin "
        "drop= drops= dropped= dropping= fall= falls= fell= falling= fallen= diminish attenuat "
        "downregulat slower= slowest= slow= lighter= younger= narrower= thinner= shallower= minim "
        "lessen shorten curtail",
    ),
    "effect": (
        "activat= activate activates activated activating activation induc stimulat promot "
        "facilitat trigger enabl",
        "inhibit suppress block blocks blocked blocking repress prevent abolish abrogat inactivat "
        "imped",
    ),
    "time": ("after= later= following= subsequent post=", "before= prior= earlier= preced pre="),
    "worth": (
        "better= best= improv= improve improves improved improvement",
        "worse= worst= worsen deteriorat",
    ),
    "sign": ("positiv", "negativ"),
    "response": ("sensitiv susceptib", "resistan resistant"),
    "lateness": ("late= latest=", "early= earliest="),
}  # fmt: skip
_JAPANESE: Mapping[str, tuple[str, str]] = {
    "amount": (
        "増加|増大|増強|上昇|亢進|向上|延長|超え|上回|最大|最高|最多|高[いくさまめけ]|高速|多[いくさ]|大き|長[いくさ]|速[いくさ]|強[いくさま]",
        "減少|減弱|低下|下降|短縮|下回|最小|最低|低[いくさ]|低速|少な|小さ|短[いくさ]|遅[いくさ]|弱[いくさま]|未満",
    ),
    "bound": ("以上", "以下"),
    "effect": ("促進|活性化|誘導", "抑制|阻害|不活化|防[いぐ止]"),
    "order": ("最後", "最初"),
    "time": ("(?<![午以])後(?=[にのはも、])", "(?<![午以])前(?=[にのはも、])"),
    "sign": ("陽性", "陰性"),
}
_BOUND = (
    re.compile(r"\bat least\b|\bno(?:t)? (?:less|fewer) than\b|\bminimum of\b", re.I),
    re.compile(r"\bat most\b|\bno(?:t)? more than\b|\bup to\b|\bmaximum of\b", re.I),
)
# What points nowhere: "at least", "more than one way", "long-term", "after all".
_IDLE = re.compile(
    r"\bat (?:least|most)\b|\b(?:up to|maximum of|minimum of|no (?:less|more|fewer) than)\b"
    r"|\bmore or less\b|\bonce more\b"
    r"|\bhigh(?:er|ly)?[- ](?:speed|performance|molecular|throughput|fidelity)\b"
    r"|\bbefore and after\b|\bbefore or after\b|\bfurther\s?more\b",
    re.I,
)
_REGULATED = re.compile(r"\b(up|down)[- ](?=regulat)", re.I)
THAN = re.compile(
    r"\bthan\b|\b(?:as )?compared? (?:to|with)\b|\brelative to\b|\bversus\b|\bvs\b|より"
)
CLAUSE = re.compile(r"[.;:。|]\s|[;:。|]|\b(?:but|however|whereas|while|although)\b")
REACH = 4
# Words on a side of a comparison that may tell what stands there.
SIDE = 5


@dataclass(frozen=True, slots=True)
class Direction:
    """A word of direction.

    Attributes:
        written: As it stands.
        axis: What it points along.
        sign: 1 or -1.
        context: Stems of the content words near it, nearer ones heavier.
        compared: Stems before "than" and behind it; `None` where nothing is compared.
    """

    written: str
    axis: str
    sign: int
    context: Mapping[str, float]
    compared: tuple[frozenset[str], frozenset[str]] | None


@lru_cache(maxsize=256)
def directions_of(text: str) -> tuple[Direction, ...]:
    """Find the words of direction of a plain text."""
    text = _REGULATED.sub(r"\1", text)
    words = words_of(text)
    pointing = sorted(_pointing(text, words))
    content = [word for word in words if word.is_content or word.text.isdecimal()]
    return tuple(
        Direction(
            text[start:end],
            axis,
            sign,
            _context(text, start, end, content),
            _compared(text, start, end, content),
        )
        for start, end, axis, sign in pointing
    )


def _pointing(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int, str, int]]:
    idle = [match.span() for match in _IDLE.finditer(text)]
    for word in words:
        found = _sign(word.text) if word.text.isascii() else None
        if found and not any(start <= word.start < end for start, end in idle):
            yield word.start, word.end, *found
    for sign, bound in zip((1, -1), _BOUND, strict=True):
        for match in bound.finditer(text):
            yield match.start(), match.end(), "bound", sign
    if not text.isascii():
        for axis, pattern, sign in _japanese():
            for match in pattern.finditer(text):
                yield match.start(), match.end(), axis, sign


@lru_cache(maxsize=1 << 14)
def _sign(word: str) -> tuple[str, int] | None:
    for axis, sides in _AXES.items():
        for sign, side in zip((1, -1), sides, strict=True):
            for beginning in side.split():
                whole = beginning.removesuffix("=")
                if word == whole or (whole == beginning and word.startswith(whole)):
                    return axis, sign
    return None


@lru_cache(maxsize=1)
def _japanese() -> list[tuple[str, re.Pattern[str], int]]:
    return [
        (axis, re.compile(side), sign)
        for axis, sides in _JAPANESE.items()
        for sign, side in zip((1, -1), sides, strict=True)
    ]


def _context(text: str, start: int, end: int, content: Sequence[Word]) -> dict[str, float]:
    before = [word for word in content if word.end <= start][-REACH:]
    behind = [word for word in content if word.start >= end][:REACH]
    found: dict[str, float] = {}
    for side in (list(reversed(before)), behind):
        for distance, word in enumerate(side, start=1):
            gap = text[word.end : start] if word.end <= start else text[end : word.start]
            weight = 1 / (distance * (3 if CLAUSE.search(gap) else 1))
            found[word.stem] = max(found.get(word.stem, 0.0), weight)
    return found


def _compared(
    text: str, start: int, end: int, content: Sequence[Word]
) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the stems on both sides of "than", or of より in Japanese, which stands behind."""
    than = THAN.search(text, end)
    if than is None or CLAUSE.search(text, end, than.start()):
        return None
    before = [word for word in content if word.end <= than.start()]
    before = [word for word in before if not CLAUSE.search(text, word.end, than.start())]
    behind = [word for word in content if word.start >= than.end()][:SIDE]
    behind = [word for word in behind if not CLAUSE.search(text, than.end(), word.start)]
    one = frozenset(word.stem for word in before)
    other = frozenset(word.stem for word in behind)
    return one - other, other - one
