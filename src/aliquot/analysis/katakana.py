"""Names written in katakana as they sound: ロドプシン is rhodopsin, クローディン1 claudin-1.

Entries of genes and proteins give English names, and a Japanese question spells them by ear. A
word of either script is reduced to the consonants both write: vowels come and go between them, l
and r, b and v are one. Two words of the same consonants in one library's names are hardly ever two
proteins; where they are, neither is meant.

Source: the reading of katakana in the Hepburn system, and 内閣告示第二号「外来語の表記」(1991).
"""

from __future__ import annotations

import re
import unicodedata
from itertools import product

__all__ = ["KATAKANA_NAME", "Sound", "sounds_of_katakana", "sounds_of_latin"]

# The consonants of a word, with its first vowel if it begins with one, and the number behind it.
Sound = tuple[str, str]

# A word of katakana, with the number or letter behind it: アクアポリン-1.
KATAKANA_NAME = re.compile(
    r"(?<![ァ-ヺー])([ァ-ヺ][ァ-ヺー]{3,})(?:[-‐ ]?([0-9]{1,2}[A-Za-z]?|[A-Za-z](?![A-Za-z])))?"
)
_LATIN_NAME = re.compile(r"([A-Za-z]{5,})(?:[- ]([0-9]{1,2}[A-Za-z]?|[A-Za-z]))?")
# Fewer consonants are shared by too many words.
_FEWEST = 3

_ROWS = {
    "k": "カキクケコ", "g": "ガギグゲゴ", "s": "サシスセソザジズゼゾ", "t": "タチツテト",
    "d": "ダヂヅデド", "n": "ナニヌネノン", "h": "ハヒヘホ", "f": "フ", "b": "バビブベボヴ",
    "p": "パピプペポ", "m": "マミムメモ", "r": "ラリルレロ", "w": "ワ",
}  # fmt: skip
_CONSONANTS = {sign: consonant for consonant, signs in _ROWS.items() for sign in signs}
_VOWELS = dict(zip("アイウエオユ", "aiueou", strict=True))
# Letters that are heard in one of several ways, longest first.
_HEARD: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("sch", ("s",)), ("tch", ("t",)), ("ph", ("f",)), ("th", ("t", "s")), ("rh", ("r",)),
    ("dy", ("s", "d")), ("du", ("s", "d")),
    ("ch", ("k", "t")), ("sh", ("s",)), ("ck", ("k",)), ("qu", ("k",)), ("x", ("ks",)),
    ("ce", ("s",)), ("ci", ("s",)), ("cy", ("s",)), ("c", ("k",)), ("ge", ("s", "g")),
    ("gi", ("s", "g")), ("gy", ("s", "g")), ("j", ("s",)), ("z", ("s", "t")), ("l", ("r",)),
    ("v", ("b",)), ("q", ("k",)), ("mp", ("np",)), ("mb", ("nb",)),
)  # fmt: skip
# Ways of hearing one word that are followed.
_MOST = 16


def sounds_of_katakana(text: str) -> Sound | None:
    """Return how a word of katakana sounds, with the number behind it; `None` if it is no name."""
    found = KATAKANA_NAME.fullmatch(text)
    if found is None:
        return None
    heard = "".join(_CONSONANTS.get(sign, "") for sign in found[1])
    return _sound(_VOWELS.get(found[1][0], "") + heard, found[2])


def sounds_of_latin(name: str) -> frozenset[Sound]:
    """Return the ways in which a name of one word sounds, with the number behind it.

    Args:
        name: As an entry gives it; a longer one is heard in no way.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found = _LATIN_NAME.fullmatch(plain)
    if found is None:
        return frozenset()
    first = found[1][0].lower()
    ways: list[tuple[str, ...]] = [(first if first in "aieou" else "",)]
    at, word = 0, found[1].lower()
    while at < len(word):
        letters, heard = next(
            (one for one in _HEARD if word.startswith(one[0], at)),
            (word[at], (word[at] if word[at] not in "aeiouy" else "",)),
        )
        ways.append(heard)
        at += len(letters)
    spoken = list(product(*ways))[:_MOST]
    return frozenset(
        sound for one in spoken if (sound := _sound("".join(one), found[2])) is not None
    )


def _sound(heard: str, behind: str | None) -> Sound | None:
    # A consonant said twice in a row is one; "n" before "p" and "b" is written n or m.
    single = re.sub(r"([b-df-hj-np-tv-z])\1+", r"\1", heard)
    if len(re.sub(r"[aeiou]", "", single)) < _FEWEST:
        return None
    return single, (behind or "").lower()
