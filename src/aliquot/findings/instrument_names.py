"""Find instruments and wares by their models, makers and the kind of thing they are.

What enters: a text. What leaves: places: a model that is known by its name, a maker with letters
and numbers or the kind of thing behind it, letters with numbers before the kind of thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aliquot.findings.kit_names import family_at, material_at
from aliquot.findings.models import (
    DESCRIBED,
    HEAD,
    LOOSE,
    OPENING,
    SOFTWARE_BEHIND,
    UNIT,
    alternative_behind,
    begins_model,
    model_at,
    opening_words,
    tells,
)
from aliquot.findings.named_things import MAKER, NamedThing, any_of
from aliquot.findings.stated_makers import before_joint
from aliquot.findings.vocabularies.instruments import FAMILIES_OF_KITS, NO_MODELS, WARE_HEADS
from aliquot.findings.vocabularies.kits import FIRST_OF_MATERIALS
from aliquot.findings.vocabularies.makers import DEVICE_MAKERS, MAKERS, SURNAMES
from aliquot.types import Span

__all__ = ["named_outright"]

# The grade of a paper, filter or plate: "No. 1", "#4", "F254".
GRADE = r"(?:(?:[Nn]o\.?|#|[Gg]rade)\s?\d\w*|F[2₂][5₅][4₄])"
IS_GRADE = re.compile(rf"\s?{GRADE}\s?$")
# A maker, perhaps with its address, then names of a model, then the kind of thing.
MAKE_AND_HEAD = re.compile(
    rf"(?P<maker>{MAKER})(?:[’']s)?[®™]?(?P<address>\s\([A-Z][^()\n]{{2,50}}\))?[\s-]"
    rf"(?P<name>(?:[Mm]odel\s)?(?:{GRADE}\s|(?:[A-Z]|\d{{1,4}}(?:\.\d)?(?:\s?MHz)?|v\d)[\w®™/+-]*\s){{0,5}}?)"
    rf"{DESCRIBED}(?:(?P<head>(?i:{HEAD}))|(?P<loose>(?i:{LOOSE})))(?!nts?\b)s?(?![\w-])"
    rf"(?P<behind>\s(?:[IVX]{{1,4}}(?!\w)|{GRADE}))?",
    re.ASCII,
)
# "HPLC system" is a kind of instrument where "system" is none.
HEADED_AT_END = re.compile(rf"\b(?:{HEAD})s?(?:\s[IVX]+)?$", re.IGNORECASE)
WARE = re.compile(rf"(?:{any_of(WARE_HEADS)})$", re.IGNORECASE)
# Systems that are on paper.
ON_PAPER = re.compile(
    r"(?:Report|Scor|Grad|Stag|Rat|Classificat|Informat|Manage|Support|Health)\w*\s[Ss]ystems?$"
)
# A maker of instruments, then letters with numbers.
MAKE_AND_NUMBER = re.compile(
    rf"(?P<maker>{any_of(set(DEVICE_MAKERS) - SURNAMES)})\s(?P<name>(?:[A-Z][A-Za-z-]*\s){{0,2}}"
    rf"(?!{UNIT})(?:[A-Z]+[a-z]*-?\d[\w-]*|\d+[A-Z]+\w*"
    rf"|\d{{3,4}}(?![\w.,-])(?=\s[A-Z]{{2}}\b|[^\n]{{0,2}}[(,;])))"
    r"(?:\s[A-Z]{1,3}\b)?",
    re.ASCII,
)
SOFTWARE = re.compile(
    r"bcl2fastq|basespace|dragen|casava|genomestudio|beadstudio|masshunter|xcalibur|bcl", re.I
)
# Letters with numbers, capitals inside a word, or a mark: the shapes of models and trade names.
MODELISH = re.compile(
    r"(?!(?:CD|IL|HLA|HIV|HLA|H\d)-?\d)(?:\d+[A-Z]{2,}\w*|\d{4}[A-Z]|[A-Z]{2,}-?\d+[A-Z]*|[A-Z]\d{2,}[A-Z]*)$"
)
BRANDISH = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+\w*|[A-Z]{2,}\d+)$", re.ASCII)
# The phase of a column for gases: "Rxi-35", "Rtx-1701".
PHASE = re.compile(r"[A-Z][A-Za-z]{1,3}-\d{1,4}[A-Za-z]{0,3}", re.ASCII)
SHAPED_NAME = re.compile(r"(?P<name>[\w-]+)(?P<mark>[®™+]?)(?=\s)", re.ASCII)
SHAPED = re.compile(
    rf"{SHAPED_NAME.pattern}\s{DESCRIBED}(?:(?i:{HEAD}|bead ?chip|(?:micro)?array)s?"
    r"|(?P<system>(?:[A-Z]\w+\s)?Systems?))(?![\w-])",
    re.ASCII,
)
# A name nobody listed, between an article and a kind of instrument that nothing else is called.
ARTICLE = re.compile(r"\b(?:[Aa]n?|[Tt]he|[Uu]sing|with|on|by)\s(?=[A-Z])")
TITLED = re.compile(
    rf"(?P<name>[A-Z][\w+&®™-]*\s(?:(?:[A-Z]|\d{{2,4}})[\w+&®™-]*\s){{0,3}}?){DESCRIBED}(?:(?:micro|spectro|fluoro|luno|photo|cyto|lumino|fluori)\w*meter"
    r"|\w*spectrometer|\w*microscope|\w*chromatograph|(?:thermal\s|thermo)cycler|\w*centrifuge|\w*sequencer"
    r"|sonicator|homogeni[sz]er|autoanaly[sz]er|electroporator|microtome|cryostat|micromanipulator"
    r"|bioreactor|fermentor|autoclave|lyophili[sz]er|(?:micro)?plate\sreader|flow\scytometer)s?(?![\w-])",
    re.ASCII,
)
# Methods and inventors by which kinds of instrument are called.
OF_KINDS = frozenset(
    """
    Raman Fourier Transform Infrared Fluorescence Confocal Inverted Light Electron Scanning Atomic
    Transmission Force Mass Nuclear Magnetic Resonance UV UV-Vis UV-VIS UV/Vis UV-visible FTIR FT-IR
    IR NMR MS GC HPLC GC-MS LC-MS EPR ESR CD X-ray PCR Real-Time Real Time DNA RNA Flow Digital High
    Automated Speed Next Generation Gas Liquid Two-Photon Stereo Optical The This Each Both One
    ELISA
    Peltier MALDI-TOF MALDI TOF ICP ICP-MS Ultra Microplate Plate Multi-mode Multimode Multi-Mode
    Zoom Dissecting
    """.split()  # noqa: SIM905  (a list of words reads as one)
)
OF_MAKERS = opening_words(MAKERS)
OF_FAMILIES = opening_words(FAMILIES_OF_KITS)


def named_outright(text: str) -> Iterator[NamedThing]:
    """Read models and makers from the words that begin one; other words cost a look-up."""
    yield from _titled(text)
    for word in OPENING.finditer(text):
        named = _at(text, word)
        if named is not None:
            yield named
            if other := alternative_behind(text, named):
                yield other
        if word[0] in OF_MAKERS and (stated := before_joint(text, word.start())):
            yield stated


def _titled(text: str) -> Iterator[NamedThing]:
    """Read names with capitals before a kind of instrument: "a Turner Trilogy fluorometer"."""
    for article in ARTICLE.finditer(text):
        match = TITLED.match(text, article.end())
        if match and not OF_KINDS.issuperset(match["name"].split()):
            yield NamedThing(Span(*match.span()), 0.7)


def _at(text: str, word: re.Match[str]) -> NamedThing | None:
    start, first = word.start(), word[0]
    if first in OF_MAKERS or begins_model(first):
        named = model_at(text, start)
        if named is None and first in OF_MAKERS:
            named = _made_at(text, start)
        if named is not None:
            return named
    if first in FIRST_OF_MATERIALS and (material := material_at(text, start)):
        return material
    if first in OF_FAMILIES:
        return family_at(text, start)
    return _shaped_at(text, word)


def _made_at(text: str, start: int) -> NamedThing | None:
    """Return what begins with its maker's name."""
    match = MAKE_AND_HEAD.match(text, start)
    if match and not _is_of_company(match) and _is_of_kind(match):
        return NamedThing(Span(*match.span()), 0.8, {"maker": match["maker"]})
    match = MAKE_AND_NUMBER.match(text, start)
    if match is None or SOFTWARE.search(match["name"]) or SOFTWARE_BEHIND.match(text, match.end()):
        return None
    return NamedThing(Span(*match.span()), 0.75, {"maker": match["maker"]})


def _is_of_kind(match: re.Match[str]) -> bool:
    """Tell whether it ends with a kind of instrument, or with a looser one and has a name."""
    if HEADED_AT_END.search(match[0]):
        return True
    if match["address"] or any(IS_GRADE.match(match[part] or "") for part in ("name", "behind")):
        return WARE.match(match["loose"]) is not None
    return tells(match["name"]) and SOFTWARE.search(match["name"]) is None


def _is_of_company(match: re.Match[str]) -> bool:
    """Tell whether the kind of thing is of the maker's own name, or a scheme on paper."""
    if ON_PAPER.search(match[0]):
        return True
    return match[0].endswith(("Instruments", "Systems")) and not match["name"].strip()


# What makes a name of an ordinary word, or goes on in it.
MARKS = frozenset("®™+-")


def _shaped_at(text: str, word: re.Match[str]) -> NamedThing | None:
    """Return the kind of thing behind a word that has a model's or a trade name's shape."""
    if word[0][1:].islower() and text[word.end() : word.end() + 1] not in MARKS:
        return None
    name = SHAPED_NAME.match(text, word.start())
    if name is None or not (
        name["mark"]
        or MODELISH.match(name["name"])
        or BRANDISH.search(name["name"])
        or PHASE.fullmatch(name["name"])
    ):
        return None
    match = SHAPED.match(text, word.start())
    if match is None or match["name"] in NO_MODELS:
        return None
    # The head of an abstract's part: "TRIM22 Objective Interferons ...".
    if match[0].endswith("Objective"):
        return None
    is_phase = not (MODELISH.match(name["name"]) or BRANDISH.search(name["name"]) or name["mark"])
    if is_phase and not match[0].endswith(("column", "columns")):
        return None
    if match["system"] and not (match["mark"] or BRANDISH.search(match["name"])):
        return None
    return NamedThing(Span(*match.span()), 0.7)
