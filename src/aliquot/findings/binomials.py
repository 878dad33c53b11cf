"""Binomials by their form: a Latin genus and epithet, whole or with the genus cut to a letter.

What enters: a text. What leaves: places with the whole name, `O. sanctum` read as the document's
own `Ocimum sanctum`. Italics are lost in text, so endings decide, with lists of English, chemical
and anatomical words that share them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from aliquot.findings.vocabularies.common_names import COMMON_NAMES
from aliquot.findings.vocabularies.latin import (
    ENGLISH_EPITHETS,
    KNOWN_ABBREVIATED,
    NO_GENERA,
    OPEN_EPITHETS,
)
from aliquot.findings.vocabularies.organisms import GENERA, SYNONYMS

__all__ = ["Binomial", "find_binomials"]

# A hyphen in an epithet may be followed by the space of a wrapped line ("foenum- graecum").
WHOLE = re.compile(
    r"(?<![\w.-])(?P<genus>[A-Z][a-z]{2,18})\s{1,2}(?:×\s?|x\s|cf\.\s|aff\.\s)?("
    r"?P<epithet>[a-z]{3,20}(?:-\s?(?!infected|induced|treated)[a-z]{3,12})?)\b"
)
SHORT = re.compile(
    r"(?<![\w-])(?<![A-Z]\.\s)(?<!\.)(?P<genus>[A-Z][a-z]?)\.\s{0,2}"
    r"(?P<epithet>[a-z]{3,20}(?:-\s?[a-z]{3,12})?)\b"
)
# "Ficus sp.", "Candida spp.", "Fusarium species", "the genus Ocimum".
OPEN = re.compile(r"(?<![\w-])(?P<genus>[A-Z][a-z]{3,18})\s(?:spp?\.|species\b|genus\b)")
AFTER_GENUS = re.compile(r"\b[Gg]enus\s(?P<genus>[A-Z][a-z]{3,18})\b")
ALONE = re.compile(r"(?<![\w-])[A-Z][a-z]+(?![\w-]|\s(?:phenomenon|syndrome|effect)\b)")
# Endings of epithets that English words have seldom; the commonest that do are listed apart.
LATIN_EPITHET = re.compile(
    r".*(?:[^o]us|um|is|ensis|ense|ii|[^aeiou]i|ae|iana|[aiou][nrtv]a|[iu]c[ao]|usca|os[ao]|"
    r"[eio][nld]a|ea|ia|ima|ra|ga|ba|fera|cola|phila|oides|opsis|ceps|issima|ida|[aeo]ta|arum|orum)"
)
# Endings that English shares, of the epithets of genera that are known.
OF_KNOWN_GENERA = re.compile(
    r".*(?:color|(?:[csrnuv]|ci|pi)ens|(?<!hum)(?<!org)[cdilrt]ans|(?<!thor)ax|(?<!m)(?<!sc)ale|[nt]ile"
    r"|are|[a-z]a|[a-z]i|[a-z]iss|[cg]er|fex|vex|trix|ior)"
)
LATIN_GENUS = re.compile(
    r".*(?:us|um|a|is|es|ix|ex|ax|yx|ys|os|on|as|ma|er|bacter|myces|coccus|ops|o|e|ar|ium|oe)"
)


# Diseases, conditions and what is said of an infection have the endings of epithets.
NO_EPITHET = re.compile(
    r"(?!tuberculosis|parapsilosis).*(?:osis|oses|genesis|virus|itis|emia|pathia|spectra|sclerosis)"
    r"|(?:.*-)(?:infected|induced|treated|derived|specific|associated|positive|negative|resistant"
    r"|mediated|inoculated|related|based|like|contaminated|challenged|free)"
)
# Diseases and what is done about them, with their names in Latin.
NO_GENUS = re.compile(
    r".*(?:(?<!\bv)(?<!rhabd)itis|[^p]osis|[^r]emia|plegia|pathy|carcinoma|sarcoma|operative|ectomy)",
    re.IGNORECASE,
)
# Genera of the species known by name, by their epithets; and those that are often shortened.
SPECIES: dict[str, set[str]] = {}
for _name in (*COMMON_NAMES.values(), *SYNONYMS.values()):
    if len(_parts := _name.split()) == 2:
        SPECIES.setdefault(_parts[1], set()).add(_parts[0])
ABBREVIATED: dict[str, dict[str, str]] = {}
for _short_name, _genus in KNOWN_ABBREVIATED.items():
    ABBREVIATED.setdefault(_genus[0], {})[_short_name.split()[1]] = _genus
# Likeness of two spellings of one epithet ("samctum"): one letter of seven may differ.
SLIP = 0.85


@dataclass(frozen=True, slots=True)
class Binomial:
    """A name by form: its place, the genus in full where known, and the epithet if any."""

    start: int
    end: int
    genus: str
    epithet: str
    confidence: float

    @property
    def name(self) -> str:
        """The whole name under which all its synonyms stand."""
        name = f"{self.genus} {self.epithet}".strip()
        return SYNONYMS.get(name, name)


def find_binomials(text: str) -> Iterator[Binomial]:
    """Yield binomials and genera of a text, in no order; none twice at one place."""
    shorts = list(SHORT.finditer(text))
    shortened = {(one["genus"], _joined(one["epithet"])) for one in shorts}
    whole = {one.start(): one for one in WHOLE.finditer(text) if _is_binomial(one, shortened)}
    genera: dict[tuple[str, str], str] = {}
    letters: dict[str, set[str]] = {}
    spelled = _spelled(whole.values())
    for match in whole.values():
        epithet = _joined(match["epithet"])
        genus = spelled.get((match["genus"], epithet), match["genus"])
        genera.setdefault((genus[0], epithet), genus)
        letters.setdefault(genus[0], set()).add(genus)
        yield Binomial(match.start(), match.end(), genus, epithet, 0.9)
    yield from _short(shorts, genera, letters)
    yield from _genera(text, frozenset(whole), {(genus, one) for (_, one), genus in genera.items()})


def _spelled(matches: Iterable[re.Match[str]]) -> dict[tuple[str, str], str]:
    """Return the right genus for names whose genus is misspelt: that of a known species."""
    names = {(match["genus"], _joined(match["epithet"])) for match in matches}
    right: dict[tuple[str, str], str] = {}
    for genus, epithet in names:
        if genus not in SPECIES.get(epithet, {genus}):
            close = get_close_matches(genus, SPECIES[epithet], 1, SLIP)
            if close:
                right[genus, epithet] = close[0]
    return right


def _joined(epithet: str) -> str:
    return re.sub(r"-\s", "-", epithet)


def _may_be_epithet(epithet: str) -> bool:
    if NO_EPITHET.fullmatch(epithet):
        return False
    return epithet.split("-")[0] not in ENGLISH_EPITHETS


def _is_binomial(match: re.Match[str], shortened: set[tuple[str, str]]) -> bool:
    """Tell whether a capitalised word and a small one are genus and epithet."""
    genus, epithet = match["genus"], _joined(match["epithet"])
    if not _may_be_epithet(epithet) or genus in NO_GENERA or NO_GENUS.fullmatch(genus):
        return False
    if (genus[0], epithet) in shortened or f"{genus} {epithet}" in SYNONYMS:
        return True
    if genus in SPECIES.get(epithet, ()):
        return True
    if genus in GENERA:
        is_latin = LATIN_EPITHET.fullmatch(epithet) or OF_KNOWN_GENERA.fullmatch(epithet)
        return is_latin is not None or epithet in OPEN_EPITHETS
    if epithet in OPEN_EPITHETS:
        return LATIN_GENUS.fullmatch(genus) is not None
    return bool(LATIN_EPITHET.fullmatch(epithet) and LATIN_GENUS.fullmatch(genus))


def _short(
    shorts: Iterable[re.Match[str]],
    genera: dict[tuple[str, str], str],
    letters: dict[str, set[str]],
) -> Iterator[Binomial]:
    """Yield shortened names, the genus from the document where it names one that fits."""
    for match in shorts:
        initial, epithet = match["genus"], _joined(match["epithet"])
        if not _may_be_epithet(epithet):
            continue
        known = KNOWN_ABBREVIATED.get(f"{initial[0]}. {epithet}")
        genus = genera.get((initial[0], epithet)) or known
        is_latin = epithet in OPEN_EPITHETS or LATIN_EPITHET.fullmatch(epithet) is not None
        if genus is None and not is_latin:
            continue
        if genus is None:
            named = {one: genera[initial[0], one] for one in _epithets(genera, initial[0])}
            named |= ABBREVIATED.get(initial[0], {})
            slip = get_close_matches(epithet, named, 1, SLIP)
            genus, epithet = (named[slip[0]], slip[0]) if slip else (None, epithet)
        fitting = [one for one in letters.get(initial[0], ()) if one.startswith(initial)]
        sure = genus is not None
        if genus is None:
            genus = fitting[0] if len(fitting) == 1 else f"{initial}."
        yield Binomial(match.start(), match.end(), genus, epithet, 0.9 if sure else 0.7)


def _epithets(genera: dict[tuple[str, str], str], letter: str) -> list[str]:
    return [epithet for initial, epithet in genera if initial == letter]


def _genera(text: str, taken: frozenset[int], species: set[tuple[str, str]]) -> Iterator[Binomial]:
    """Yield genera that stand without an epithet; alone one means its only species in a text."""
    places: dict[int, tuple[int, str]] = {}
    for pattern in (OPEN, AFTER_GENUS):
        for match in pattern.finditer(text):
            genus = match["genus"]
            if genus in GENERA or (LATIN_GENUS.fullmatch(genus) and genus not in NO_GENERA):
                places[match.start("genus")] = (match.end(), genus)
    open_places = frozenset(places)
    for match in ALONE.finditer(text):
        if match[0] in GENERA:
            places.setdefault(match.start(), (match.end(), match[0]))
    epithets: dict[str, list[str]] = {}
    for genus, epithet in sorted(species):
        epithets.setdefault(genus, []).append(epithet)
    for start, (end, genus) in places.items():
        if start not in taken:
            of_genus = epithets.get(genus, []) if start not in open_places else []
            yield Binomial(start, end, genus, of_genus[0] if len(of_genus) == 1 else "", 0.8)
