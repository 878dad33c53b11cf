"""Names of substances: which words are one, and one name for its spellings.

What enters: words that stand beside an amount. What leaves: how surely they name a reagent, and the
name under which its spellings meet. The words below are those of the trade, not of any one file.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from aliquot.findings.reagent_words import (
    BARE,
    CARRIERS,
    EXTRACTED,
    HEADS,
    MATTER,
    NEVER,
    NEVER_WITHIN,
    NOT_CHEMICAL,
    SAME,
    SAYS_NOTHING,
)
from aliquot.findings.vocabularies.makers import MAKERS

__all__ = ["Sureness", "canonical_reagent", "sureness_of"]


class Sureness(IntEnum):
    """How surely words name a reagent."""

    NO = 0
    PERHAPS = 1
    TRADE_NAME = 2
    SURE = 3


# The end of a chemical's name. Source: IUPAC, suffixes of substituents, salts and enzymes;
# WHO, stems of international non-proprietary names of drugs.
SUFFIX = re.compile(
    r"^[A-Za-zα-ωΑ-Ω0-9,'()-]{2,}(?:chloride|bromide|iodide|fluoride|sul(?:f|ph)(?:ate|ite|ide)"
    r"|phosphate|carbonate|nitrate|nitrite|citrate|acetate|formate|lactate|oxide|peroxide"
    r"|hydroxide|azide|borate|silicate|cyanide|orthovanadate|vanadate|succinate|pyruvate|malate"
    r"|tartrate|gluconate|oxalate|benzoate|butyrate|propionate|stearate|palmitate|oleate"
    r"|[bcdfghklmnprstvz]anol|ethanol|aldehyde|amide|amine|azole|azine|oxacin|mycin|micin|cillin"
    r"|cycline|statin|olol|pril|sartan|mab|nib|taxel|platin|rubicin|vir|idine|osine|adine|uracil"
    r"|phenol|toluene|ketone|nitrile|furan|cresol|glycol|glycerol|lysine|cysteine|arginine"
    r"|tyrosine|histidine|serine|methionine|tryptophan|alanine|leucine|proline|threonine"
    r"|valine|asparagine|aspartate|glutamate|gliptin|gliflozin|parin|triptan|setron|lukast|oxetine|ciclib|sertib|degib|rafenib|caine|rizine"
    r"|barbital|azepam|azolam|curium|fungin|penem|bactam|thiazide|semide|fenac|profen|coxib|steride"
    r"|sone|solone|onide|terol|phylline|xaban|gatran|grel|fibrate|glitazone|formin|glutide|relin"
    r"|trexate|mustine|poside|tecan|citabine|arabine|quine|vermectin|antel|pril|ifene|trozole"
    r"|stigmine|giline|bital|tropium|zolid|conazole|xetil|dronate|ximab|zumab|umab|leukin"
    r"|thione|quinone|flavin|folate|ribose|ose|ase)s?$"
)
# What is done, found or felt, never what is poured: "HIV-1 replication", "activity".
ABSTRACT = re.compile(
    r"[a-z]{3}(?:tion|tions|sions?|ment|ments|ity|ities|ness|ism|ence|ance|ysis|asis|graphy|scopy|metry"
    r"|ology|pathy|itis|emia|aemia|omas?)$"
)
# Adjectives that lost their noun: "purified environmental", "non-cytotoxic".
ADJECTIVE = re.compile(
    r"[a-z]{2}(?:ental|onal|ical|imal|ural|ular|[^n]ic|ive|ous|ary|able|ible|less|ful|[^bm]ed|ing|ly)$"
)
# Samples as they are often misspelt; figures of a table that lost its lines.
MISSPELT = re.compile(r"sup[eo]r?n[ae]t[ae]n\w*|suspention|lys[ae]te?")
FIGURE = re.compile(r"[\W\d]*[.,][\W\d]*\d\d|[\W\d]*\?[\W\d]*|\?.*")
SAID = re.compile(
    r"(?!(?:un)?(?:label|conjugat|purifi|methylat|acetylat|coat|dri|activat)).*[a-z]{2}ed"
)
# The number of a group: "group II 250 mg/kg".
ROMAN = re.compile(r"[IVX]+")
# The sequence of a primer, which has a name elsewhere.
OF_BASES = re.compile(r"(?:[53]['’′]-?)?[ACGTUN]{8,}(?:-?[53]['’′]?)?")
# An organism by itself: "C. albicans".
SPECIES = re.compile(r"[A-Z]\. ?[a-z]+(?: (?:species|strains?|isolates?))?")
# Kinds of cells are abbreviated so: "HUVECs", "PBMCs".
CELLS = re.compile(r"[A-Za-z]*[A-Z]{2}Cs")
# A head written without a space: "TransferBuffer", "ECLsolution".
GLUED = re.compile(r"\w(?:buffer|solution|medium|mastermix|polymerase|primers?)$")
# Formulas: at least two capitals of elements, or an element with a number.
# Source: IUPAC periodic table, the elements that salts and buffers of a laboratory hold.
ELEMENT = (
    r"(?:Na|Ca|Cl|Mg|Mn|Fe|Zn|Cu|Co|Ni|Ag|Al|Ba|Br|Cs|Cr|Hg|Li|Mo|Pb|Se|Si|Sn|Sr|Ti|Rb"
    r"|H|C|N|O|P|S|K|F|I|B|V|W|Ac|Et|Me)"
)
FORMULA = re.compile(
    rf"(?:\(?{ELEMENT}[\d₀-₉]*\)?[\d₀-₉]*){{2,}}(?:[·•.]\d*H[2₂]O)?(?:[\d⁺⁻+-]+)?"
    rf"|{ELEMENT}[\d₀-₉]*[²³]?[⁺+]{{1,2}}|Mg2\+|Ca2\+|O[2₂]|N[2₂]"
)
# Of two capitals alone it is as often an abbreviation: these are.
FORMULAS_OF_TWO = frozenset({"NaF", "KI", "KF", "HF", "HI", "NO", "LiF"})
# A trade name ends in a number or mixes capitals: "Triton X-100", "Cy2", "GoTaq", "NP-40".
TRADE = re.compile(r"[A-Z][\w]*-?\d+|X-\d+|[A-Z]+[a-z]+[A-Z]\w*|[a-z]{1,2}[A-Z]{2,}\w*")

# A plasmid by its laboratory name: "pUC19", "pHis-TTP", "pBS+".
PLASMID = re.compile(r"p[A-Z][A-Za-z0-9.+-]{1,14}")
# Antibodies are named by what they bind: "α-FLAG", "anti-CD3".
AGAINST = re.compile(r"(?:α|anti)-\w|IgG", re.I)
# Japanese: how names of substances end, and substances.
JAPANESE = re.compile(
    r"(?:バッファー|緩衝液|溶液|液|培地|水|酸|塩|ナトリウム|カリウム|カルシウム|マグネシウム"
    r"|アルコール|エタノール|メタノール|アセトン|クロロホルム|フェノール|プライマー|酵素|ポリメラーゼ"
    r"|抗体|血清|試薬|ミックス|アガロース|寒天|ゲル|グルコース|スクロース|グリセロール|ビーズ|色素"
    r"|アルブミン|トリプシン|ペニシリン|ストレプトマイシン|アンピシリン|ホルマリン|ホルムアルデヒド"
    r"|エキス|抽出物|粉末|薬|剤)$"
)
SAMPLE_JA = re.compile(r"(?:サンプル|試料|検体|細胞|懸濁液|上清|培養液|血液|反応液|チューブ)$")
# Where a name of several is parted: "ethanol/water", "Tris·Cl", "ether:acetone".
PARTED = re.compile(r"[-/·:]")
DASHES = re.compile(r"[‐‑–−]")
NO_NUMBER = str.maketrans("₀₁₂₃₄₅₆₇₈₉²³⁺⁻", "012345678923+-")
ACIDITY = re.compile(r",?\s*\(?pH\s?[\d.]+\)?", re.I)
LOOSE = re.compile(
    r"^(?:gradient|graded|gradual|sterile|fresh|cold|warm|pre-?warmed|ice-cold|absolute|pure)\s",
    re.I,
)
EDGE_MARKS = ".,:;'\"“”()*®™"


OF_SAMPLES = MATTER | {"cell", "tissue", "soluble", "nuclear", "cytoplasmic", "cytosolic"}
OF_MAKERS = frozenset(map(str.casefold, MAKERS))


def is_maker(name: str) -> bool:
    """Tell a maker's name alone: "50 ng of DNA (GeNei)"."""
    return name.casefold() in OF_MAKERS


@lru_cache(maxsize=4096)
def sureness_of(name: str) -> Sureness:
    """Tell how surely words beside an amount name a reagent.

    Args:
        name: A few words without the amount.
    """
    if SAMPLE_JA.search(name):
        return Sureness.NO
    if JAPANESE.search(name):
        return Sureness.SURE
    plain = DASHES.sub("-", name).translate(NO_NUMBER)
    words = [word for one in plain.split() if (word := one.strip(EDGE_MARKS))]
    low = [word.casefold() for word in words]
    if not words or name[0] in "./-?" or low[-1] in NEVER or not NEVER_WITHIN.isdisjoint(low):
        return Sureness.NO
    if MISSPELT.fullmatch(low[-1]) or is_maker(" ".join(words)):
        return Sureness.NO
    if FIGURE.fullmatch(low[-1]) and low[-2:-1] != ["ph"]:
        return Sureness.NO
    if any(map(OF_BASES.fullmatch, words)) or ROMAN.fullmatch(plain):
        return Sureness.NO
    if SPECIES.fullmatch(plain) or CELLS.fullmatch(words[-1]) or low[0] == "ph":
        return Sureness.NO
    if all(word in BARE or word in SAYS_NOTHING for word in low):
        return Sureness.NO
    if _is_matter(low):
        return Sureness.NO
    if low[-1] in MATTER:
        return Sureness.SURE
    is_known = low[-1] in HEADS or GLUED.search(low[-1])
    if not is_known and (ABSTRACT.search(low[-1]) or ADJECTIVE.search(low[-1])):
        return Sureness.NO
    sureness = max(map(_sureness_of_word, words, low))
    # "exhibited a Muv phenotype": a name begins with no verb.
    is_said = sureness is Sureness.PERHAPS and SAID.fullmatch(low[0]) is not None
    return Sureness.NO if is_said else sureness


def _is_matter(low: list[str]) -> bool:
    """Tell the matter under study: nucleic acids and proteins that no word calls a reagent."""
    is_drawn = len(low) > 1 and low[-1] in EXTRACTED and low[-2] in OF_SAMPLES
    return (low[-1] in MATTER or is_drawn) and CARRIERS.isdisjoint(low)


def _sureness_of_word(word: str, low: str) -> Sureness:
    if low in HEADS or (low not in NOT_CHEMICAL and len(low) > 4 and SUFFIX.match(low)):
        return Sureness.SURE
    if GLUED.search(low):
        return Sureness.SURE
    parts = PARTED.split(low)
    if len(parts) > 1 and any(len(part) > 1 and part in HEADS for part in parts):
        return Sureness.SURE
    if FORMULA.fullmatch(word) and _is_formula(word):
        return Sureness.SURE
    if AGAINST.match(word):
        return Sureness.SURE
    is_short_form = word.isupper() and word.isalpha() and len(word) > 2
    if is_short_form or TRADE.fullmatch(word) or PLASMID.fullmatch(word):
        return Sureness.TRADE_NAME
    is_word = len(word) > 1 and any(map(str.isalpha, word))
    return Sureness.PERHAPS if is_word else Sureness.NO


def _is_formula(word: str) -> bool:
    """Tell a formula from words of its letters ("COPS", "In")."""
    if word in FORMULAS_OF_TWO:
        return True
    capitals = sum(map(str.isupper, word))
    return len(word) > 2 and (not word.isalpha() or (not word.isupper() and capitals > 1))


@lru_cache(maxsize=4096)
def canonical_reagent(name: str) -> str:
    """Return one name for the spellings of a reagent, in small letters."""
    plain = ACIDITY.sub("", DASHES.sub("-", name)).translate(NO_NUMBER)
    low = LOOSE.sub("", " ".join(plain.split()).casefold()).strip(EDGE_MARKS + " ")
    return SAME.get(low, low)
