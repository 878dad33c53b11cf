"""Read ligatures whose code was lost: "*e" for "The", "muta9on" for "mutation".

Some producers write the glyph of a ligature without saying which letters it stands for, and every
reader sees whatever code the glyph happened to get. Only two ligatures are repaired, and only where
the document proves them: the code stands again and again where no other letters make words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

__all__ = ["find_lost_ligatures", "repair_ligatures"]

# "Th" begins these words, and no other two letters make words of all of them.
TH_TAIL = r"(?:e|is|ese|ey|us|ere|erefore|en|ose|rough|ree|an|at|eir|erapy|ird|roughout)\b"
TH = re.compile(rf"(?<![\w*])([^\w\s.,;:()\[\]\"'“”‘’/<>=+~%&#$-])(?={TH_TAIL})")
# "ti" before these: loca9on, situa9ons, computa@onal, addi9ve.
TI = re.compile(
    r"(?<=[a-z])([^a-zA-Z\s.,;:()\[\]\"'“”‘’/<>=+_–-])(?=on(?:s|al|ally|ed|ing|ary)?\b)"
)
# So many different places prove it; a footnote mark or a typing error does not repeat.
PROOFS = 4


def find_lost_ligatures(texts: Iterable[str]) -> dict[str, str]:
    """Return the codes that stand for "Th" or "ti" throughout the document."""
    th: Counter[str] = Counter()
    ti: Counter[str] = Counter()
    for text in texts:
        th.update(match[1] for match in TH.finditer(text))
        ti.update(match[1] for match in TI.finditer(text))
    lost = {code: "ti" for code, count in ti.items() if count >= PROOFS}
    lost.update({code: "Th" for code, count in th.items() if count >= PROOFS})
    return lost


def repair_ligatures(text: str, lost: dict[str, str]) -> str:
    """Write the letters where the code stands inside (ti) or at the start (Th) of a word."""
    for code, letters in lost.items():
        mark = re.escape(code)
        place = rf"(?<!\w){mark}(?=[a-z])" if letters == "Th" else rf"(?<=[a-z]){mark}(?=[a-z])"
        text = re.sub(place, letters, text)
    return text
