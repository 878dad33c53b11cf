"""The plain form of a text in which gates look for numbers, symbols and words.

What enters: a statement or a quote. What leaves: the same in one form of each character, without
marks of citation and reference, and its words with the stems their inflections share. Lengths
change: offsets point into the plain text, never into a document.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

__all__ = ["FUNCTION_WORDS", "Word", "plain", "stem", "words_of"]

# Hyphens and dashes that stand for a minus; long dashes part clauses and stay apart from numbers.
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-") | {"\u2014": " - "})
RAISED = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079"
# The exponents that Unicode's compatibility forms would lose: 10⁵ is not 105, h⁻¹ not h-1.
POWER = re.compile(rf"(?<=10)(?=[\u207a\u207b]?[{RAISED}])|(?<=[A-Za-zµμ])(?=\u207b[{RAISED}])")
AREA = re.compile(r"(?<=m)(?=[²³])")
# Behind other words a raised digit is the mark of a reference or a note.
NOTE = re.compile(rf"(?:(?<=[a-z]{{3}})|(?<=[.,;)]))[{RAISED},\u207b-]*[{RAISED}]")
# Marks of references as printed, and of evidence as models write them.
MARK = re.compile(r"\[(?:\d{1,3}(?:\s?[,;-]\s?\d{1,3})*|[ES]\d{1,3}(?:\s?[,;]\s?[ES]\d{1,3})*)\]")
TYPED_POWER = re.compile(r"(?<![\d.])10\s?\^\s?\(?\{?([-+]?\d{1,3})\}?\)?")

CJK = "\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff"
HIRAGANA = re.compile("[\u3041-\u309f]")
WORD = re.compile(rf"[^\W_{CJK}]+(?:'[a-z]+)?|[\u30a1-\u30fa\u30fc]+|[\u3005-\u3007\u3400-\u9fff]+")
_ENGLISH = Stemmer.Stemmer("english", 0)
# Words that join and point; what is denied and compared has gates of its own.
_FUNCTION_WORDS = """
    a about all also although an and any are as at be because been being both but by can could
    did do does each either for from had has have how however i if in into is it its itself may
    might more most much must of on only or other our per so some such than that the their them
    then there these they this those though through thus to too under until up upon was we well
    were what when where whereas whether which while who whose will with would you your s t very
    i.e e.g et al via using used use one
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
# Words with stems of their own that say the same.
SAME = {
    "mice": "mous", "rose": "rise", "fell": "fall", "grew": "grow", "found": "find", "gave": "give",
    "shown": "show", "showed": "show", "kept": "keep", "given": "give", "took": "take",
    "taken": "take", "spun": "spin", "people": "person", "persons": "person", "held": "hold",
    "left": "leav", "led": "lead", "began": "begin", "made": "make", "children": "child",
    "men": "man", "women": "woman", "tumour": "tumor", "tumours": "tumor", "centre": "center",
    "viral": "virus", "uptake": "take", "patients": "patient", "rises": "rise",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a plain text.

    Attributes:
        text: As it stands, in lower case.
        stem: What its inflections share; of Japanese words themselves.
        start: Where it begins.
        end: Where it ends.
    """

    text: str
    stem: str
    start: int
    end: int

    @property
    def is_content(self) -> bool:
        """Whether it says something by itself."""
        return self.text not in FUNCTION_WORDS and not self.text.isdecimal()


def plain(text: str) -> str:
    """Return a text in one form of each character, without marks of reference."""
    if not text.isascii():
        text = AREA.sub("^", POWER.sub("^", text))
        text = unicodedata.normalize("NFKC", NOTE.sub(" ", text)).translate(DASHES)
    text = TYPED_POWER.sub(r"10^\1", MARK.sub(" ", text))
    return " ".join(text.replace("’", "'").split())


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return what the inflections of a lower-case word share."""
    return SAME.get(word) or str(_ENGLISH.stemWord(word.removesuffix("'s")))


@lru_cache(maxsize=512)
def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a plain text in order; hiragana, which carry grammar, are left out."""
    found = []
    for match in WORD.finditer(text):
        lower = match[0].casefold()
        found.append(Word(lower, stem(lower), match.start(), match.end()))
    return tuple(found)
