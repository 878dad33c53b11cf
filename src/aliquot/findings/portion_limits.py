"""Tell amounts that no substance has: results, thresholds, shares found, sizes of vessels.

What enters: a text and an amount of it. What leaves: whether the words around it say that it
was measured, compared or belongs to a thing that holds substances.
"""

from __future__ import annotations

import re

from aliquot.findings.amounts import Amount
from aliquot.types import QuantityKind

__all__ = ["is_measured", "is_of_nothing", "is_share_of_people"]

Kind = QuantityKind
# A threshold, as of who may take part in a trial.
COMPARED = re.compile(r"(?:[<>≤≥]|\b(?:more|less|fewer|greater|longer) than|\bexceed\w*)\s?$")
COMPARED_REACH = 14
# Results of two groups: "48.6% vs 31.1%".
VERSUS = re.compile(r"\s(?:vs\.?|versus)\s\d")
VERSUS_BEFORE = re.compile(r"\d.{0,3}(?:vs\.?|versus)\s$|\b(?:vs\.?|versus)\s$")
# What feed is not taken in, but other things are reckoned by it: "1 % of the feed", "1 g/kg feed".
RECKONED = frozenset({Kind.FRACTION, Kind.MASS_CONCENTRATION, None})
# What a sample holds by its weight: "Zn (0.5 μg/g)"; a dose says of what body, or what is put in:
# "(250 and 500 μg/g) of the oil".
CONTENT = re.compile(r"[munpµμ]g\s?/\s?g$")
OF_WHAT = re.compile(r"[)\]]?\sof\s")
# What an amount is reckoned for: "20 µl beads per 500 µl", "yield per 100 g of powder".
FOR_EACH = re.compile(r"\b[Pp]er\s$")
FOR_EACH_REACH = 4
# Parts of a mobile phase: "a linear gradient from 100% buffer A to 60% of solvent B".
MOBILE_PHASE = re.compile(r"\s(?:of\s)?(?:(?:buffer|solvent|eluent|mobile phase)\s)[AB]\b")
# "95% CI", "99% purity", "3 units higher".
INTERVAL = re.compile(
    r"\s?(?:CI\b|CredI|CrI\b|credible|confidence|purity|(?<=%)pure\b|(?<=%\s)pure\b)|\s(?:higher|lower|more|less|greater)\b"
)
# A share of something is not what is put in: "1% of the feed", "20% of cells".
SHARE_OF = re.compile(
    r"\sof\s(?:the|all|our|these|those|their|its|total|each|every|patients|cells|animals|cases|control)\b"
)
# What is eaten is what it is put into.
OF_FEED = re.compile(r"\s(?:of\s|in\s)?(?:the\s)?(?:basal\s|body\s)?(?:diets?|feed|chow|body)\b")
# How often, not how strong: "wash 3x with buffer".
TIMES = re.compile(r"\s(?:with|in|for|by)\b")
# A ratio of two named before is no amount of either: "AE1/AE3 (20:1 mixture)".
OF_TWO = re.compile(r"\s?(?:mixture|ratio|mix)\b")
# What is measured, not put in; looked for just before an amount, in its sentence.
MEASURED = re.compile(
    r"(?:(?:IC\s?50|IC₅₀|EC\s?50|EC₅₀|LD\s?50|LC\s?50|CC\s?50|CC₅₀|ED\s?50|GI50|\bMICs?\b|\bMFC"
    r"|\bMBC\b|\bK[mdi]\b|LOD\b|LOQ\b|limit of|detection limits?|detected|recovered|recovery of)"
    r"[^.;]{0,40}"
    r"|(?:quantified|determined|calculated|estimated|recorded|measured|found)\s(?:as|to\sbe)\s?"
    r"(?:about\s|approximately\s|~)?"
    r"|\b(?:rise|fall|increase|decrease|reduction|decline)s?\sin\s(?:[\w-]+\s){1,2}(?:of\s|by\s|[(])?"
    r"|(?:contents?|averaged?|mean|median|reached|increased|decreased|reduced|levels?|yield(?:ed)?"
    r"|afford|inhibit(?:s|ed|ing|ion)\b|lower(?:ed)?|higher|identity|similarity)"
    r"\s?(?:of|by|than|to|at|in|was|:)?"
    r"(?:\sabout|\sapproximately|\s[a-z]+)?\s?[(]?)$",
    re.I,
)
# One amount said in terms of others: "1 unit of alcohol is equivalent to ½ litre of beer".
EQUAL_TO = re.compile(r"\s(?:of\s)?\w+\s(?:is|are) equivalent to\b")
EQUAL = re.compile(r"\bequivalent to\b[^.;\n]*$")
EQUAL_REACH = 80
MEASURED_REACH = 70
# Shares found in a mixture, looked for in the sentence: "its compounds were eugenol (59 %)". The
# point of a number ends no sentence.
IN_SENTENCE = r"(?:[^.;\n]|\.(?=\d))*$"
COMPOSED = re.compile(
    rf"\b(?:constituents?|components?|compounds?|composition|identified|contaminated)\b{IN_SENTENCE}"
)
COMPOSED_REACH = 300
# Who or what is counted in percent, in the sentence before.
OF_PEOPLE = re.compile(
    r"\b(?:patients|subjects|participants|women|men|children|groups|arms|events?|infarctions|odds"
    r"|mortality"
    rf"|incidence|prevalence|rates?)\b{IN_SENTENCE}"
)
# What was analysed, or what a feed is declared to hold; what resists a drug, and how often.
ANALYSED = re.compile(
    r"\b(?:composition of [^.;\n]{1,40}\s(?:was|were) (?:analy[sz]ed|determined)"
    r"|(?:diet|chow|feed|fodder|pellets)\s(?:\w+\s)?contain(?:s|ed|ing)"
    rf"|resistan(?:t|ce)|resisted|susceptib(?:le|ility)|(?:less|more|most|least) sensitive)\b"
    rf"{IN_SENTENCE}"
)
# What is called by what it holds: "50 mL tube", "200 mL centrifuge jars", "the 2 L mark".
VESSEL = re.compile(
    r"[- ]?(?:[a-z]+\s){0,3}(?:tubes?|jars?|marks?|bags?|flasks?|plates?|vials?|bottles?"
    r"|syringes?|pipettes?|tips?|columns?|cuvettes?|dish(?:es)?|cylinders?|beakers?|needles?"
    r"|conical|falcon|eppendorf|(?:[a-z]+-)?chambers?|side-arm|reservoirs?|cartridges?|erlenmeyers?|(?:sample\s|injection\s)?loops?)\b",
    re.I,
)


def is_of_nothing(text: str, first: Amount, last: Amount) -> bool:
    """Tell amounts that no substance has: thresholds, intervals, ratios, sizes of vessels."""
    start = first.start
    if VERSUS.match(text, last.end) or VERSUS_BEFORE.search(text, max(0, start - 8), start):
        return True
    if first.written[0] in "<>≤≥" or first.written.startswith(("more", "less")):
        return True
    if COMPARED.search(text, max(0, first.start - COMPARED_REACH), first.start):
        return True
    if "±" in first.written or INTERVAL.match(text, last.end):
        return True
    if CONTENT.search(last.written) and not OF_WHAT.match(text, last.end):
        return True
    if FOR_EACH.search(text, max(0, first.start - FOR_EACH_REACH), first.start):
        return True
    if OF_FEED.match(text, last.end):
        return first.kind in RECKONED
    if first.kind is Kind.FRACTION and (
        MOBILE_PHASE.match(text, last.end) or SHARE_OF.match(text, last.end)
    ):
        return True
    if first.kind is Kind.FOLD and TIMES.match(text, last.end):
        return True
    if first.kind is Kind.RATIO and OF_TWO.match(text, last.end):
        return True
    return VESSEL.match(text, last.end) is not None


def is_share_of_people(text: str, start: int) -> bool:
    """Tell the share of those who had something with a substance: "tafenoquine (0.6%)"."""
    return OF_PEOPLE.search(text, max(0, start - COMPOSED_REACH), start) is not None


def _is_share_found(text: str, start: int) -> bool:
    first = max(0, start - COMPOSED_REACH)
    if ANALYSED.search(text, first, start):
        return True
    return text.endswith("(", 0, start) and COMPOSED.search(text, first, start) is not None


def is_measured(text: str, amount: Amount) -> bool:
    """Tell an amount that was found rather than put in; costs more than finding no name."""
    start = amount.start
    if EQUAL_TO.match(text, amount.end) or EQUAL.search(text, max(0, start - EQUAL_REACH), start):
        return True
    if amount.kind is Kind.FRACTION and _is_share_found(text, start):
        return True
    return MEASURED.search(text, max(0, start - MEASURED_REACH), start) is not None
