"""Which names may stand for a gene in a question, and which may be searched for one.

Gene symbols are short, and many are words of English as well. A name is one of a question's only
where it is written so that nothing else can be meant, and searched only where it is no such word:
the index does not know capitals.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.japanese import CJK
from aliquot.analysis.normalise import GREEK_NAMES, normalise

__all__ = [
    "Name",
    "is_japanese",
    "is_usable",
    "key_of",
    "may_be_named",
    "may_be_searched",
    "squeezed",
]

# Words of English and of the bench that are symbols or aliases of genes, or look like one. Listed
# by hand (2026-11), as wide as may be: a symbol left out here is only not searched by itself.
_WORDS_LISTED = """
ache act aft age aged ages aim air aired all alls alp amp ampere and ant ants any ape apex app arc
arch are area arm arms army art arts ask asks asp ate bad bag bags bait ban bar bare base bash bat
bath bats bed beds bee bell belt best bet bid big bin bind bird bit bite bits blink bolt bop born
both box bread brim bud bug bulb bus cab cad cage calm cam camp can cans cap cape caps car card
care cart case cash cast cat cats cave cell cent chat chic chick chin chip chop chord cis clam clan
clasp claw clip clock clot coat cobra cod coil cold cope cord core corn cost cot cow crab crop
cross cup cut dab damp dare date dead deaf deal dear deep den dim dip disc dish dive dna dock dog
dose dot down drip drop dry duet ear ears east egg elf elk end ends era face fact fall fan far farm
fast fasting fat fate feed fell fig fight file fin find fine fire fish fist fit five flag flap flat
flea flip flow fly foam for forms fox frat fry full fund fur fuse fused gap gas gate gem gene get
gift git glue goat gold grail grain grasp green grid grip grow guide gull gum gut hair halo ham
hand hap hat head hear heat her hers hit hive hole home hook hop horse host hot house how hunk ice
imp impact inert inn insert iron isle itch jam jet jun junk key kid kit knee lab lap large last
late lead leap leg lens let lid light lime limp line link lip lit lob long loop loose lox lung lynx
mad mag mail male mall mammal man map maple march mark marks mars mask mass mast mat mate max meal
mean melt mem men mend met mice mid mil mild mile milk mime min mind mine mint mist mix mob mode
mole moon more most mug musk must nail nap neat nest net nets nick nip noble node nor not note nut
nuts oak oat off orc out oven pace pack pad page pain pair pal palm pan par pass past pat patch
path paw pea peak pear peg pen per period phase pig pigs pike pin pinch ping pink pipe pit plan
plant plate plum pole poll pool port pot prime prism prom puma pump pus put race rack rad rage raid
rain ram ran range rank rap rare rat rats ray red reed reel rein rel rent rest rho rib rice rid rig
rim ring rip roar rock rod roll root rose rot round row rug run rust sac sad sand sap save scar sea
seal seed sell sense set sets sex shank she shed ship shock shot sick sin sip sir site size ski
skin skip slick slim slip slit slow smart smooth snail snap soda son sons sort spa span spar spark
spin spot spring spry star stem step steps sting stop sum sun swan swap tab tag tail tall tan tank
tap tar tart task tear tee ten term test the thin tie tied tight tile time tin tip tire toe ton top
tops trace track trail trap tray tree trim trio trip tub tube tug twist two use van vat vest via
vim vip visa wage wall war wars was wash wasp wave wax web wed weld well wet who win wing wire wish
wit wood work worm yes zap zest zip zoom
"""
_WORDS = frozenset(_WORDS_LISTED.split())
# Words that name no gene alone, nor together.
_GENERIC_LISTED = """
a alpha and antigen beta binding cell chain channel component c domain dna enzyme factor family
gamma gene growth homolog hypothetical intrinsic isoform kinase ligand like member membrane
mitochondrial molecule nuclear of peptide plasma precursor predicted probable protein putative
receptor regulator regulatory repressor rna subunit transcription transmembrane transporter type
uncharacterized unknown
"""
_GENERIC = frozenset(_GENERIC_LISTED.split())
# How names of proteins end that are written like any word: insulin, catalase, fibrinogen,
# interleukine. Source: IUPAC-IUBMB, "Nomenclature of enzymes" (-ase) and UniProt's recommended
# names of one word.
_PROTEIN_ENDING = re.compile(r"(?:in|ins|ase|gen|kine|globulin)$")
_PROTEIN_LETTERS = 6
# Names of one or two letters or signs are read as units, elements, amino acids and initials.
_SHORTEST = 3
_SHORTEST_JAPANESE = 2
# Longer texts are descriptions.
_LONGEST_TERMS = 12
# An enzyme number is one of a reaction, shared by every enzyme that catalyses it.
_ENZYME_NUMBER = re.compile(r"EC [0-9]", re.IGNORECASE)
_JAPANESE = re.compile(f"[{CJK}]")
_GREEK = re.compile("|".join(GREEK_NAMES), re.IGNORECASE)
_JOINTS = re.compile(r"[\s'_-]+")
_ANALYSER = StandardAnalyser()


@dataclass(frozen=True, slots=True)
class Name:
    """One name of a group.

    Attributes:
        text: As its source writes it.
        is_trusted: Whether a person gave it, rather than an entry.
    """

    text: str
    is_trusted: bool = False


@lru_cache(maxsize=1 << 18)
def key_of(name: str) -> tuple[str, ...]:
    """Return the terms that every spelling of a name shares."""
    return tuple(_ANALYSER.parted(name)[0])


def is_japanese(name: str) -> bool:
    """Tell whether a name holds kanji, kana or hangul."""
    return _JAPANESE.search(name) is not None


def squeezed(name: str) -> str:
    """Return a name without what joins its parts, its case kept: TNF-α is TNFalpha."""
    return _JOINTS.sub("", normalise(name))


def is_usable(name: Name) -> bool:
    """Tell whether a name is of any use: neither too short nor too long nor of no one gene."""
    plain = squeezed(name.text)
    if is_japanese(plain):
        return len(plain) >= _SHORTEST_JAPANESE
    key = key_of(name.text)
    is_of_length = len(plain) >= _SHORTEST and 0 < len(key) <= _LONGEST_TERMS
    has_letter = any(map(str.isalpha, plain))
    if not (is_of_length and has_letter) or _ENZYME_NUMBER.match(name.text):
        return False
    words = re.findall(r"[a-z]+|[0-9]+", name.text.lower())
    return name.is_trusted or not set(words) <= _GENERIC


def may_be_searched(name: Name) -> bool:
    """Tell whether searching a name finds what it names, capitals not told apart."""
    is_word = squeezed(name.text).lower() in _WORDS
    return is_usable(name) and (name.is_trusted or not is_word)


def may_be_named(name: Name, written: str, *, begins_sentence: bool, is_shouted: bool) -> bool:
    """Tell whether `written`, of the same terms as `name`, can mean nothing else.

    Args:
        name: A usable name.
        written: What stands in the question, normalised.
        begins_sentence: Whether nothing stands before it.
        is_shouted: Whether the whole question is in capitals.
    """
    plain, own = squeezed(written), squeezed(name.text)
    if " " in name.text.strip():
        return True
    if any(map(str.isdigit, own)):
        is_loose = " " in written and written[:1].islower() and not _GREEK.search(written)
        return plain == own or not is_loose  # "cat 1" is no CAT1
    if _GREEK.search(own):
        return True
    if name.is_trusted and own.islower():
        return True
    is_protein = not own[1:].isupper() and len(own) >= _PROTEIN_LETTERS
    if is_protein and _PROTEIN_ENDING.search(own.lower()) and own.lower() not in _WORDS:
        return plain.lower() == own.lower()
    is_symbol = any(map(str.isupper, own[1:]))
    if is_symbol:
        return plain == own and not is_shouted
    is_capital = own[:1].isupper() and not begins_sentence
    return plain == own and is_capital and own.lower() not in _WORDS
