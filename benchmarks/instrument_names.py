"""Tell when two names of an instrument or kit name the same thing.

The rule, as a reader would apply it:

- the maker adds nothing, before the name, behind it or in brackets (`QIAGEN QIAquick Gel Extraction
  Kit`, `Qubit fluorometer, Invitrogen`), nor do a trade mark, case, hyphens, spaces or a plural;
- the noun at the end that says what kind of thing it is adds nothing, with the words that describe
  it (`HiSeq 2500 sequencer`, `TCS SP2 laser scanning confocal microscope`); but a kit is no device
  and neither is a column: `Qubit kit` and `Qubit fluorometer` differ, `Qubit` is either;
- the order of words adds nothing (`C18 Jupiter column`, `Jupiter C18 column`), nor does the word
  "system" inside a name, nor do describing words before it (`confocal LSM 710`);
- a model's code of letters and digits is enough (`Axon 4000B scanner`, `Axon GenePix 4000B`);
- everything else counts, so that a name cut short (`HiSeq` for `HiSeq 2500`, `Qubit` for `Qubit
  dsDNA HS kit`) or run on into the sentence is another name, and wrong;
- a name that is maker and kind alone (`Leica microscope`) is compared whole, with its maker or
  without.
"""

from __future__ import annotations

import re
import unicodedata

from aliquot.findings.vocabularies.makers import MAKERS

__all__ = ["names_of"]

BRACKETED = re.compile(r"\([^()]*\)?|\[[^\[\]]*\]?|[®™©\"“”‘’']")
MAKER = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(re.escape(name) for name in sorted(MAKERS, key=len, reverse=True))
    + r")(?![\w-])(?:[ ,]+(?:Inc|Ltd|GmbH|Corp|Corporation|Company|Co|LLC|AG|Limited)\b\.?)?",
    re.IGNORECASE,
)
# Words that describe a kind of thing and no model of it.
DESCRIBING = (
    r"(?:laser|scanning|confocal|spectral|fluorescen(?:ce|t)|inverted|upright|light|electron"
    r"|digital|ccd|imaging|gel|documentation|real[- ]?time|q?pcr|thermal|sequence|detection"
    r"|sequencing|genetic|dna|uv|uv[- ]vis(?:ible)?|mass|micro[- ]?plate|microtit(?:er|re)|plate"
    r"|multi[- ]?mode|flow|nmr|high[- ]throughput|analytical|preparative|automated|automatic"
    r"|bench[- ]?top|refrigerated|optical|stereo|compound|epifluorescence|ngs|next[- ]generation"
    r"|ultrafiltration|centrifugal|filter|spri|magnetic|spin|transfer|purification)"
)
DEVICE = (
    r"(?:microscope|(?:spectro)?(?:photo|fluoro|fluori)meter|spectro(?:fluoro)?meter|cytometer"
    r"|(?:cell )?sorter|sequencer|(?:thermo|thermal )?cycler|(?:micro|ultra)?centrifuge|reader"
    r"|scanner|imager|camera|analy[sz]er|(?:ultra)?[- ]?sonicator|homogeni[sz]er|machine|robot"
    r"|instrument|platform|autostainer|detector|workstation|incubator|transilluminator)s?"
)
WARE = r"(?:beads?|columns?|filters?|units?)"
KIT = r"(?:kits?|assays?|tests?)(?: kits?)?"
KINDS = {
    kind: re.compile(rf"\b(?:{DESCRIBING}[ -]+)*{noun}$", re.IGNORECASE)
    for kind, noun in {"device": DEVICE, "ware": WARE, "kit": KIT, "": "systems?"}.items()
}
# Adjectives before a name that are no part of it.
OPENING = re.compile(
    r"^(?:(?:automated|automatic|rotary|premade|standard|confocal|inverted|upright|digital|the|an?)\s)+",
    re.IGNORECASE,
)
SYSTEM = re.compile(r"\bsystems?\b", re.IGNORECASE)


# A model's code: five letters and digits, or four that begin with a digit; shorter ones are shared.
CODE = re.compile(r"(?=\w*\d)(?=\w*[a-z])(?:\d\w{3,}|[a-z]\w{4,})$")
NO_CODES = frozenset({"covid19", "htlv1", "sarscov2"})


def names_of(written: str) -> frozenset[str]:
    """Return the keys of a name: two names are of one thing where they share a key."""
    plain = unicodedata.normalize("NFKC", BRACKETED.sub(" ", written))
    plain = " ".join(re.sub(r"[,;]", " ", plain).split())
    bare = OPENING.sub("", " ".join(MAKER.sub(" ", plain).split()))
    kinds, rest = frozenset(KINDS), bare
    for kind, pattern in KINDS.items():
        if match := pattern.search(bare):
            kinds = frozenset({kind} if kind else {"", *KINDS})
            rest = bare[: match.start()]
            break
    words = [folded for word in SYSTEM.sub(" ", rest).split() if (folded := _folded(word))]
    if not words:
        return frozenset({_folded(plain), _folded(bare)} - {""})
    named = {"".join(words), " ".join(sorted(words))}
    codes = {f"#{word}" for word in words if CODE.match(word) and word not in NO_CODES}
    return frozenset(f"{name}/{kind}" for name in named | codes for kind in kinds)


def _folded(name: str) -> str:
    folded = re.sub(r"[\W_]+", "", name).casefold()
    return folded[:-1] if folded.endswith("s") and len(folded) > 3 else folded
