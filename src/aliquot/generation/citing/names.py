"""Names of authors as citation styles write them.

What enters: names as documents hold them: "Family, Given", "Family, Given, Jr.", a group's as it
calls itself, Japanese ones with or without a comma. What leaves: their parts, initials, forms.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from aliquot.generation.citing.cleaning import plain_line

__all__ = ["Name", "parse_name"]

# Kana, ideographs, Hangul: such names have no initials.
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々\uac00-\ud7af]")
# A transcription behind a name: "田辺 ミカ（Mika Tanabe）".
_READING = re.compile(r"\s*[（(][^()（）]*[)）]\s*$")
_SUFFIX = re.compile(r"(?:jr|sr|junior|senior)\.?|ii|iii|iv|[23]rd|2nd|4th", re.I)
# "J", "JPA", "NC": initials written together, as PubMed does. Longer ones are names in capitals.
_TOGETHER = re.compile(r"[^\W\d_]{1,3}")
# A family name has at most three words beside particles; longer ones are groups with a comma in
# them: "National Institute of Genetics, Mishima".
_FAMILY_WORDS = 3
# NLM writes a suffix without a full stop, and ordinals for Roman numbers.
# Source: Citing Medicine, 2nd ed., chapter 1, "Author", rule on family designations.
_NLM_SUFFIXES = {"junior": "Jr", "senior": "Sr", "ii": "2nd", "iii": "3rd", "iv": "4th"}


@dataclass(frozen=True, slots=True)
class Name:
    """An author.

    Attributes:
        family: Without particle; the whole name of a group, or of one that cannot be divided.
        given: As stated; empty for a group.
        particle: "van der", "de la".
        suffix: "Jr.", "III".
    """

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    @property
    def is_literal(self) -> bool:
        """Whether it stands as it is: a group, or a name of one word."""
        return not self.given

    @property
    def is_east_asian(self) -> bool:
        """Whether it is written in Japanese, Chinese or Korean letters."""
        return bool(_EAST_ASIAN.search(self.family))

    @property
    def whole_family(self) -> str:
        """The family name with its particle."""
        return f"{self.particle} {self.family}".lstrip()

    @property
    def sort_key(self) -> str:
        """By what a list in order of names is sorted: no case, no accents."""
        text = unicodedata.normalize("NFKD", f"{self.whole_family}, {self.given}").casefold()
        return "".join(one for one in text if not unicodedata.combining(one))

    @property
    def inverted(self) -> str:
        """As reference managers take it: "van der Berg, Jan, Jr."."""
        parts = (self.whole_family, self.given, self.suffix)
        return ", ".join(part for part in parts if part)

    @property
    def apa(self) -> str:
        """As APA writes it: "van der Berg, J.-P., Jr."."""
        if self.is_literal or self.is_east_asian:
            return self._undivided
        initials = " ".join("-".join(f"{one}." for one in word) for word in self._initials)
        parts = (self.whole_family, initials, self.suffix)
        return ", ".join(part for part in parts if part)

    @property
    def vancouver(self) -> str:
        """As NLM writes it: "van der Berg JP Jr"."""
        if self.is_literal or self.is_east_asian:
            return self._undivided
        initials = "".join(one for word in self._initials for one in word)
        bare = self.suffix.rstrip(".")
        parts = (self.whole_family, initials, _NLM_SUFFIXES.get(bare.casefold(), bare))
        return " ".join(part for part in parts if part)

    @property
    def apa_initials(self) -> str:
        """The initials alone: "J.-P."; empty where there are none."""
        if self.is_literal or self.is_east_asian:
            return ""
        return " ".join("-".join(f"{one}." for one in word) for word in self._initials)

    @property
    def _undivided(self) -> str:
        return f"{self.family}{self.given}" if self.is_east_asian else self.family

    @property
    def _initials(self) -> list[list[str]]:
        """The initials of each given name; several for one with a hyphen."""
        words = self.given.replace(".", " ").replace("‐", "-").replace("‑", "-").split()
        found = []
        for word in words:
            if word.isupper() and _TOGETHER.fullmatch(word):
                found += [[letter] for letter in word]
            elif letters := [part[0].upper() for part in word.split("-") if part[:1].isalpha()]:
                found.append(letters)
        return found


def parse_name(text: str) -> Name:
    """Return the parts of a name as documents hold it."""
    name = plain_line(text).strip("{} ,")
    if _EAST_ASIAN.search(name):
        return _east_asian(_READING.sub("", name))
    parts = [part.strip() for part in name.split(",") if part.strip()]
    if len(parts) < 2:
        return Name(name)
    suffixes = [part for part in parts[1:] if _SUFFIX.fullmatch(part)]
    given = [part for part in parts[1:] if part not in suffixes]
    particle, family = _particle(parts[0])
    if len(family.split()) > _FAMILY_WORDS or not given:
        return Name(name)
    return _settled(family, ", ".join(given), particle, suffixes[0] if suffixes else "")


def _east_asian(name: str) -> Name:
    parts = [part for part in re.split(r"[,、，\s]+", name) if part]
    # More than two words are a group's: "東京大学 医学部 小児科".
    return Name(*parts) if len(parts) == 2 else Name(name)


def _particle(family: str) -> tuple[str, str]:
    """Part "van der" from "Berg"; a family name that is all in lower case has none."""
    words = family.split()
    count = next((place for place, word in enumerate(words) if not word.islower()), 0)
    return " ".join(words[:count]), " ".join(words[count:])


def _settled(family: str, given: str, particle: str, suffix: str) -> Name:
    """Take a suffix and a particle from where some files put them: behind the other names."""
    families, givens = family.split(), given.split()
    for words in (families, givens):
        if not suffix and len(words) > 1 and _SUFFIX.fullmatch(words[-1]):
            suffix = words.pop()
    behind: list[str] = []
    # "Berg, Jan van der": the words in lower case belong to the family name.
    while len(givens) > 1 and givens[-1].islower() and not givens[-1].endswith("."):
        behind.insert(0, givens.pop())
    return Name(" ".join(families), " ".join(givens), particle or " ".join(behind), suffix)
