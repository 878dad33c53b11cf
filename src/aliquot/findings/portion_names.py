"""Read the name of a substance before an amount, behind it, or around what is said of it.

What enters: a text and the place of an amount. What leaves: the words of a name with how surely
they are a reagent's, or nothing. A name stands behind its amount ("5 µl of 10X buffer"), before it
("NaCl 300 mM", "PFA (4 %)", a row of a table), or around a verb ("azide was added to 0.02 %").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aliquot.findings.amounts import OF_WEIGHT, Amount
from aliquot.findings.reagent_names import Sureness, sureness_of
from aliquot.findings.reagent_words import HEADS
from aliquot.types import QuantityKind, Span

__all__ = [
    "BACK_REACH", "Name", "judged", "name_before", "name_behind", "vehicle_behind",
    "without_asides", "words_before",
]  # fmt: skip

Kind = QuantityKind
# Words that end a name of a substance, read forwards or backwards.
STOPS = frozenset(
    """
    in to into for at with without containing contains from by on onto was were is are and or per
    then as that which until using via through after before during while when if plus over under
    against versus vs than prior followed added dissolved prepared supplemented diluted adjusted
    each of so but also only both either had has have been be can could should may will would
    add adding adds mix mixed use used uses wash washed washing resuspend resuspended incubate
    incubated incubation prepare make made pipette transfer place put elute eluted dilute dissolve
    take took remove measure treat treated fixed fix stained stain blocked block boiled rinse
    rinsed rinsing cover fill filled soak soaked contained consisting comprises comprising
    including include includes using supplemented received administered given injected
    immediately carefully gently slowly approximately about ~ ca up least most final i.e e.g
    overnight resuspending replace because therefore where whereas there here not no above below
    iv po sc im i.v i.p s.c intravenous intravenously intraperitoneally subcutaneously orally
    oral daily weekly twice every bd bid tid qd day days week weeks tested
    afford affording yield yielding obtain making gave giving becoming become
    receive receives receiving require requires required requiring need needs needed alongside who
    whom whose consisted consists notes note more straight across within between among up down out
    off again until till per between once having possessing viz like such namely called termed
    fed gavaged drank drinking bolus infusion alone
    """.split()  # noqa: SIM905  (a list of words reads as one)
)
# What was done to a substance, or how pure it was bought: no part of its name.
TREATED = (
    r"(?:pre-?(?:warmed|frozen|cooled|chilled|heated)|(?:ice[- ])?cold|chilled|hot|boiling|sterile"
    r"|(?:filter[- ])?steril(?:is|iz)ed|autoclaved|additional|extra"
    r"|commercial(?:ly(?:\s|-)available)?"
    r"|(?:tissue|cell)[- ]culture[- ](?:tested|grade)|oral|intravenous|intramuscular|subcutaneous"
    r"|intraperitoneal|topical|inhaled|nebuli[sz]ed"
    r"|(?:deioni[sz]ed|distilled)(?=\s(?:autoclaved|sterile|DEPC|RNase|nuclease))"
    r"|(?:[a-z]+|HPLC|LC-?MS|ACS|PCR|USP)(?:\s|-)grade(?!\swater))"
)
IS_TREATED = re.compile(TREATED)
# What may stand between an amount and the name behind it.
LEAD = re.compile(
    r"[^\S\n]*\n?[^\S\n]*(?:[lL]\s?[-−⁻][1¹]\s)?(?:\)\s(?=of\s))?"
    r"(?:\((?:[wv]\s?/\s?[wv]|final|each|stock)\)\s*)?(?:[-–]\s?)?(?:の)?"
    r"(?:(?:final\s)?(?:concentrations?|volumes?|aliquots?|amounts?|doses?|stocks?|solutions?)\s"
    r"(?:of\s)|of\s|each\s|each\sof\s)*"
    r"(?:(?:each|the|an?|this|these|your|fresh(?:ly)?|prepared|filtered|[\"“]frozen[\"”]|final"
    rf"|{TREATED})\s)*"
)
# The number of a note behind a name: "TEMED²" copied from a page as "TEMED2".
NOTE = re.compile(r"(?<![\w-])([A-Z]{4,}|[a-z]{5,})[1-9]$")
# What stands before a name and is no part of it.
ARTICLES = frozenset(
    "the a an this these its our low high fresh daily some any low-dose high-dose".split()  # noqa: SIM905
)
# A colon is of a name between the parts of a mixture: "ether:acetone".
# A slash parts what has each its share: "10% acetic acid/25% ethanol". An isotope is of the name,
# and so are the commas and brackets of a chemist: "2,4-dinitrophenol", "(NH4)2SO4",
# "N,O-bis(trimethylsilyl)amide".
TOKEN = re.compile(
    r"[Oo]ligo[ -]?(?:\(dT\)|d\s?\(T\))[₁-₉\d]{0,2}(?![\w-])"
    r"|(?:\[\S{1,5}\]-?(?=[A-Za-z])|\([A-Z][A-Za-z]?[A-Za-z\d₀-₉]{0,4}\)(?=[\d₂-₉])"
    r"|\([+−±RSEZ–-]\)-)?"
    r"(?:[^\s,;|()（）\[\]{}<>=“”—\"。、「」:/]|(?<=[a-z]):(?=[A-Za-z][a-z])"
    r"|/(?!\d[\d.]*\s?(?:%|[mµμn]?[gMlL]\b)|(?:kg|rat|mouse|animal|day|d)\b)"
    r"|(?<![\w.][\w.])(?<=[NOSH\d]),(?=[NOSH\d](?:['′]|,\d)*-)"
    r"|(?<=[A-Za-z-])\([a-z\d,′'-]{2,24}\)(?=[a-z])|(?<=[A-Za-z])\([A-Z][A-Za-z\d₂-₉]{0,4}\)(?=[₂-₉\d]))+"
)
# A Japanese name ends where a particle says what is done with it.
PARTICLES = "をにでとはがへやも"
PARTICLE = re.compile(r"(?<=[\u30a0-\u9fffA-Za-z0-9])[をにでとはがへやも]")
GAP = re.compile(r"[ \t\u00a0]|\n(?=[a-z])")
# "SYBR Gold Working Stock" is SYBR Gold.
STOCK = re.compile(r"(?<=[\w)])(?:\s[Ww]orking)?\s[Ss]tocks?$")
# The letter that stands for a genus: "M. tuberculosis antigen".
INITIAL = re.compile(r"[A-Z]\.")
# Two of a pair are one name: "forward and reverse primers".
PAIRED = re.compile(
    r"(?:[Ff]orward|[Rr]everse|[Ss]ense|[Ll]eft)\s(and|&)\s(?=(?:reverse|forward|antisense|right)\b)"
)
# What follows a name in a table written as one line: "sulfamethoxazole 15-<30 kg".
RANGE_BEGUN = re.compile(r"\d+[-–]")
MOST_WORDS = 7
PARTING = re.compile(r"[、。，;|]")
# A noun, where no order follows: "CTAB mix", but not "SDS mix gently"; "DEPC treated water".
NOUN = re.compile(
    r"(?:[Mm]ix|[Ss]tain|[Bb]lock)\b(?!\s(?:by|the|and|gently|well|thorough|until|for|it|in|at))"
    r"|(?:(?<=[Mm]aster )|(?<=[Nn]zyme )|(?<=[Rr]imer )|(?<=NTP )|(?<=NTPs )|(?<=PCR )"
    r"|(?<=eaction ))[Mm]ix\b|treated\s(?:water|serum|medium|beads)\b"
)
# What is done, in the name of what it is done with: "Wash Buffer", "rinse solution".
DONE_WITH = re.compile(
    r"(?:wash|washing|rinse|rinsing|fix|stain|block|elution|mix|cover|fill)\s"
    r"(?:buffer|solution|medium|media|reagent|fluid|mix)s?\b",
    re.IGNORECASE,
)
ADDED = re.compile(r"\b[Aa]dd(?:ed|ing)?\s$")
# An antibody is named with what it was raised against.
RAISED = re.compile(r"\b(?:antibod(?:y|ies)|antiser(?:um|a)|serum|IgG) (?:against|to)$")
# A share in a vehicle is of what stands first: "10 % FBS/DMEM", "5% BSA/TBST".
VEHICLE = re.compile(
    r"(?:/|(?<=FBS|FCS|BSA)\s(?:in\s)?|(?<=serum)\s(?:in\s)?)(?P<vehicle>(?:complete\s)?"
    r"(?:α?-?MEM|DMEM(?:/F-?12)?|IMDM|RPMI(?:[- ]?1640)?|D?PBST?|TBST?|HBSS|d*H2O|water|saline"
    r"|medium)"
    r"(?:\s(?:media|medium|buffer|solution))?)\b",
    re.I,
)
# A solution is named by what is dissolved; what is drawn from a plant, by both: "extract of aloe".
MADE_OF = re.compile(
    r"\b(?:(?P<solution>solutions?)"
    r"|(?P<preparation>extracts?|oils?|powder|juice|decoctions?|infusions?|tinctures?|resin|gum))$",
    re.I,
)
OF = re.compile(r"\sof\s(?:(?:the|an?)\s)?")
BACK_OF = re.compile(r"\sof\s(?:(?:the|an?)\s)?$")
# Where a piece of text that a name stands in begins.
CUTS = re.compile(
    r"(?<!\b[A-Z])[.](?:\s|$)|(?<=[a-z])[.](?=[A-Z])|:(?<![a-z]:(?=[A-Za-z][a-z]))\s?"
    r"|[)\]][.;:](?=[A-Z])|[;|\n。、「」•(（=]\s?|\[(?!\S{1,5}\]-?[A-Za-z])\s?|,\s|\d\.\s|[)\]]\s"
    r"|\b(?:Fig(?:ure|\.)?|Table|Scheme|Group|Step)\s\d+[a-zA-Z]?[.:]?\s"
)
BACK_REACH = 160
# A name, then what is said of it, then the amount.
SAID_OF = re.compile(
    r"(?:\s(?:was|were|is|are|has been|had been)\s(?:then\s|also\s)?(?:added|applied|used|given"
    r"|administered|present|diluted|prepared|dispensed|injected)(?:\s[a-z]+){0,4}?"
    r"(?:\s(?:to|at|in|with))?|\s(?:to|at)|,(?:\s(?!and\b|or\b)[a-z]+){1,3}\sat(?=\s(?:a\s)?dos)"
    r"|\s(?:diluted|used)(?:\s(?:at|to|in|with))?|\s(?:including|namely),?"
    r"|(?=\s(?:final|working|stock|concentration|dos)))"
    r"(?:\san?|\sthe)?(?:\s(?:final|working|stock|total|different|various|varying|increasing"
    r"|several|two|three|four|five|six|lower|higher|low|high))*"
    r"(?:\s(?:concentrations?|doses?|dosages?|dilutions?))?(?:\s(?:of|at|to|is|was|=))?$"
)
# What only substances are given in: "X at the doses of 25 and 50 mg/kg".
DOSED = re.compile(r"\b(?:concentration|dos(?:e|age))s?\s(?:of|at|=)?$")
# What stands between a name and its amount in a list: "NaCl: 5 g", "NaCl - 5 g", "NaCl .... 5 g".
TRAILING = re.compile(
    r"\s?(?::|=|@|\s[-–—]|[.…]{2,})\s*(?:\d\s(?:doses?|tablets?)\sof\s)?$|,\san?\s$|\s\|[\s|]*$"
)
ABOUT = " \t\n~≈∼"
TRAILING_REACH = 30
# A maker or a short form between a name and what is said of it: "Proteinase K (Dako) at".
BRACKETED = re.compile(r"\s?[(\[（][^()（）\[\]]{0,90}[)）\]]$")
# What a substance is, behind its name: "Acetyl pepstatin (AP), a known inhibitor".
APPOSITION = re.compile(r"\s?\([A-Za-z][\w-]{0,11}\),?\s(?:an?|the)\s[^(),;.]{3,60},?$")
# A maker, and the number it sells a substance under, before its strength: "(Wako, 19741, 1:500)".
MAKER = re.compile(
    r"\s?[(\[]\s?(?:clone\s)?[A-Z][^()\[\]\n]{1,80}[,;:]\s(?:used\s)?(?:at\s|diluted\s)?$"
)
OPENED = re.compile(r"\s?[(\[（]\s?(?:final\s|stock\s|at\s|[=~]\s?|in\s|each\s|pH[\s\d.]+[,;]\s)*$")
# What antibodies are given in behind their names: "NeuN (1:500)".
DILUTION = re.compile(r"1\s?[:∶]\s?\d[\d,]+")
# Of these alone a bracket behind any word tells its strength: "phy-a (5 µM)".
STRENGTHS = frozenset({Kind.MOLARITY, Kind.MASS_CONCENTRATION, Kind.ACTIVITY_CONCENTRATION, None})


@dataclass(frozen=True, slots=True)
class Name:
    """Words that name a reagent.

    Attributes:
        span: Where they stand in the text.
        sureness: How surely they name one.
    """

    span: Span
    sureness: Sureness


def name_behind(text: str, end: int, limit: int) -> Name | None:
    """Read the name that follows an amount."""
    lead = LEAD.match(text, end)
    start = lead.end() if lead else end
    words = _forwards(text, start, limit)
    if not words:
        return None
    span = Span(words[0].start, words[-1].end)
    vehicle = VEHICLE.search(text, span.start, span.end) if text[end - 1] == "%" else None
    if vehicle:
        return judged(text, Span(span.start, vehicle.start()))
    return _of_what(text, span, limit) or judged(text, span)


def vehicle_behind(text: str, end: int) -> Name | None:
    """Read what a share is in, behind its name: the DMEM of "10 % FBS/DMEM"."""
    vehicle = VEHICLE.match(text, end)
    return Name(Span(*vehicle.span("vehicle")), Sureness.SURE) if vehicle else None


def _of_what(text: str, span: Span, limit: int) -> Name | None:
    """Read on behind a preparation, or the solution of a substance, up to what it is of."""
    made = MADE_OF.search(text, span.start, span.end)
    of = OF.match(text, span.end, limit) if made else None
    words = _forwards(text, of.end(), limit) if of else []
    if not (made and words) or not words[0].of(text)[0].isalpha():
        return None
    start = words[0].start if made["solution"] else span.start
    name = judged(text, Span(start, words[-1].end))
    return name if name and (name.sureness is Sureness.SURE or not made["preparation"]) else None


def _forwards(text: str, start: int, limit: int) -> list[Span]:
    words: list[Span] = []
    while len(words) < MOST_WORDS and (token := TOKEN.match(text, start, limit)):
        is_stop = token[0].casefold().rstrip(".") in STOPS or token[0][0] in PARTICLES
        is_noun = words and NOUN.match(text, token.start())
        if is_stop and not (is_noun or DONE_WITH.match(text, token.start(), limit)):
            break
        if not _is_wordlike(token[0]) or token[0][0] == "/" or RANGE_BEGUN.fullmatch(token[0]):
            break
        particle = PARTICLE.search(token[0])
        ending = token[0][: particle.start()] if particle else token[0].rstrip(".-/")
        words.append(Span(token.start(), token.start() + len(ending)))
        gap = GAP.match(text, token.end())
        is_genus = INITIAL.fullmatch(token[0]) and gap and text[gap.end() : gap.end() + 1].islower()
        if gap is None or (ending != token[0] and not is_genus):
            break
        start = gap.end()
        if pair := PAIRED.match(text, token.start(), limit):
            words.append(Span(*pair.span(1)))
            start = pair.end()
    return words


def _is_wordlike(word: str) -> bool:
    return any(map(str.isalnum, word))


def judged(text: str, span: Span) -> Name | None:
    """Return the name that a place holds, without the number of a note; `None` if it is none."""
    stock = STOCK.search(text, span.start, span.end)
    if stock:
        span = Span(span.start, stock.start())
    note = NOTE.search(text, span.start, span.end)
    if note and note[1].casefold() in HEADS:
        span = Span(span.start, span.end - 1)
    sureness = sureness_of(" ".join(span.of(text).split()))
    return None if sureness is Sureness.NO else Name(span, sureness)


def name_before(text: str, amount: Amount, floor: int) -> Name | None:
    """Read the name that an amount follows, in front of its bracket where a maker opens that."""
    first = max(floor, amount.start - BACK_REACH)
    before = text[first : amount.start]
    maker = MAKER.search(before)
    if maker is None:
        return _name_before(text, amount, first, before, OPENED.search(before))
    named = _name_before(text, amount, first, before, None)
    if named is not None and named.sureness is Sureness.SURE:
        return named
    return _name_before(text, amount, first, before, maker)


def _name_before(
    text: str, amount: Amount, first: int, before: str, opened: re.Match[str] | None
) -> Name | None:
    left_off = opened or TRAILING.search(before, max(0, len(before) - TRAILING_REACH))
    head = (before[: left_off.start()] if left_off else before).rstrip(ABOUT)
    said = SAID_OF.search(head)
    name = _ending(text, first, head[: said.start()] if said else head)
    if name is None and said:
        # What is said of it may hold it: "mice were given ketamine 10 mg".
        name, said = _ending(text, first, head), None
    if name is None or name.sureness is Sureness.SURE:
        return name
    if opened and DILUTION.fullmatch(amount.written) and any(map(str.isupper, name.span.of(text))):
        return Name(name.span, Sureness.SURE)
    is_trade_name = name.sureness is Sureness.TRADE_NAME
    if amount.kind is Kind.MASS:
        is_first = name.span.start > first and _is_cut(text, first, name.span.start)
        return name if is_trade_name and is_first else None
    is_added = said is not None and ADDED.search(text, first, name.span.start) is not None
    is_dosed = said is not None and DOSED.search(said[0]) is not None
    is_by_weight = OF_WEIGHT.search(amount.written) is not None and " " not in name.span.of(text)
    is_told = opened or is_added or is_trade_name or is_dosed or is_by_weight
    is_listed = bool(opened) and name.span.of(text).isupper() and amount.kind is Kind.VOLUME
    is_listed = is_listed and is_trade_name and name.span.of(text).isalpha()
    return name if is_listed or (amount.kind in STRENGTHS and is_told) else None


def _ending(text: str, first: int, head: str) -> Name | None:
    """Read the name at the end of what stands before an amount, from `first` on."""
    head = APPOSITION.sub("", BRACKETED.sub("", head))
    start = first + max((match.end() for match in CUTS.finditer(head)), default=0)
    words = words_before(text, start, first + len(head))
    if not words:
        return None
    return judged(text, Span(_of_preparation(text, start, words[0].start), words[-1].end))


def _is_cut(text: str, first: int, place: int) -> bool:
    """Tell whether a piece of text begins at a place."""
    return any(match.end() == place for match in CUTS.finditer(text, first, place))


def _of_preparation(text: str, first: int, start: int) -> int:
    """Return where a name begins with the preparation it is of: "aqueous extract of aloe"."""
    of = BACK_OF.search(text, first, start)
    words = words_before(text, first, of.start()) if of else []
    made = MADE_OF.search(text, words[0].start, words[-1].end) if words else None
    return words[0].start if words and made and made["preparation"] else start


def without_asides(before: str) -> str:
    """Return what stands before an amount without a bracket or a dash at its end."""
    trailing = TRAILING.search(before, max(0, len(before) - TRAILING_REACH))
    return BRACKETED.sub("", (before[: trailing.start()] if trailing else before).rstrip())


def words_before(text: str, start: int, end: int) -> list[Span]:
    """Return the words before a place up to one that no name holds, in reading order."""
    tokens = [Span(*match.span()) for match in TOKEN.finditer(text, start, end)]
    words: list[Span] = []
    for token in reversed(tokens):
        is_stop = token.of(text).casefold() in STOPS or not _is_wordlike(token.of(text))
        if is_stop and (token.start > start or DONE_WITH.match(text, token.start, end)):
            is_stop = not (NOUN.match(text, token.start, end) or DONE_WITH.match(text, token.start))
        if len(words) == MOST_WORDS or (is_stop and not RAISED.search(text, start, token.end)):
            break
        # What stands between two words parts two names: "加え、クロロホルム".
        if words and PARTING.search(text, token.end, words[0].start):
            break
        words.insert(0, token)
    while words and _is_no_name(words[0].of(text)):
        del words[0]
    return words


def _is_no_name(word: str) -> bool:
    """Tell what stands before a name and is no part of it."""
    return word.casefold() in ARTICLES or IS_TREATED.fullmatch(word) is not None
