"""Read the substance that a sentence is about, where its amount stands far behind its name.

What enters: a text and the place of an amount. What leaves: the name of what was dissolved ("X was
dissolved in DMSO to a 1 mM stock") or of what acted ("X inhibited growth of HeLa cells at 10 µM");
and whether the nearest name is only what X was dissolved in, or acted on.
"""

from __future__ import annotations

import re

from aliquot.findings.amounts import Amount
from aliquot.findings.portion_names import Name, judged
from aliquot.findings.reagent_names import Sureness
from aliquot.types import QuantityKind, Span

__all__ = [
    "is_acted_on",
    "is_in_solvent",
    "is_made_up",
    "is_vehicle",
    "name_acting",
    "name_added",
    "name_dissolved",
    "solute",
]

Kind = QuantityKind
# What a substance has of its own once it is dissolved; a volume is of the solution.
OF_SOLUTES = frozenset({Kind.MOLARITY, Kind.MASS_CONCENTRATION, Kind.RATIO, Kind.FRACTION, None})
OF_AGENTS = frozenset({Kind.MOLARITY, Kind.MASS_CONCENTRATION, Kind.RATIO, None})
IN_SENTENCE = r"(?:[^.;\n]|\.(?=\d))*?"
# A substance of which a stock or a working solution was made, and how the solution is named.
MADE_UP = r"(?:dissolved|diluted|reconstituted|prepared|re-?suspended|suspended)"
DISSOLVED = re.compile(
    r"(?:^|[.;\n]\s*)(?:The\s)?(?P<name>[^.;,()\n]{2,80}?)"
    r"(?:\s\([^)]*\)|\s\d[\d.,]*\s?[munpµμ]?g\S*)*,?\s"
    rf"(?:(?:was|were|is|are)\s)?(?:\w+\s)?{MADE_UP}\b[^.;\n]*$"
)
DISSOLVED_REACH = 240
MADE = re.compile(r"\s?(?:stocks?|solutions?|working|suspensions?)\b")
MADE_BEFORE = re.compile(r"\b(?:(?:stocks?|working)\ssolutions?|concentrations?)\s(?:of|at)\s$")
MADE_REACH = 30
# What something was dissolved in, just before the name of it.
DISSOLVED_IN = re.compile(rf"\b{MADE_UP}\s(?:in|with|into)\s(?:\w+\s)?$")
IN_REACH = 40
TO_STRENGTH = re.compile(
    r"\s(?:at|(?:to|at)\s(?:(?:an?|the)\s)?(?:\w+\s)?(?:concentration|strength)s?\sof)\s$"
)
BRACKET = re.compile(r"\s?\($")
# "KCN was added to the medium in the bottle to a final concentration of 20 mM".
FINAL = re.compile(r"\b(?:final\s)?concentrations?\s(?:of|was)\s~?$")
FINAL_REACH = 30
ADDED = re.compile(
    r"(?:\b[Aa]dd(?:ing|ed)?\s(?:the\s)?(?P<name>[^.;,()\n]{2,60}?)(?:\s\([^)]*\))?"
    r"|(?:^|[.;,\n]\s*(?:[Tt]hen,?\s|and\s)?)(?P<it>[^.;,()\n]{2,60}?)(?:\s\([^)]*\))?"
    r"\s(?:was|were)\s(?:then\s)?added)"
    r"\s(?:in)?to\b[^.;\n]*$"
)
BRACKET_END = re.compile(r"[)\]\n]")
# Solvents have no concentration of their own.
SOLVENT = re.compile(
    r"(?:\w+\s)?(?:water|h2o|ethanol|methanol|isopropanol|acetone|acetonitrile|chloroform|hexane"
    r"|dmso|dmf|dimethyl\s?sul(?:f|ph)oxide|saline|oil|pyridine|toluene|dichloromethane|ether|solvent"
    r"|水|エタノール|メタノール)",
    re.I,
)
# What is acted on is no reagent: "activity against isolates C2 and C10 at 300 mg/ml".
ACTED_ON = re.compile(r"\b(?:against|towards)\s(?:[\w.-]+(?:,\s(?:and\s)?|\s)){0,8}$")
ACTED_REACH = 80
# A substance is the subject of what it does at a concentration, and a result its object.
AGENT = re.compile(
    r"(?:^|[.;]\s+|\n|,\s(?:but\s|and\s)?|\b(?:whereas|while)\s)(?:In\s)?"
    r"(?P<name>[A-Zα-ω][\w-]*(?:\.?\s(?!(?:and|or|with)\b)[\w-]+){0,3}?)\s"
    r"(?:(?:also|significantly|strongly|completely|partially|maximum|minimum|highest|lowest)\s)*"
    r"(?:show(?:s|ed)?|exhibit(?:s|ed)?|display(?:s|ed)?|possess(?:es|ed)?|ha(?:s|d|ve)"
    r"|inhibit(?:s|ed)?|suppress(?:es|ed)?|reduce[sd]?|block(?:s|ed)?|kill(?:s|ed)?|growth)\b"
    rf"{IN_SENTENCE}\b(?:activity|inhibition|growth|viability|proliferation|killing|toxicity)\b"
    rf"{IN_SENTENCE}(?P<against>\bagainst\b{IN_SENTENCE})?\bat\s(?:(?:an?|the)\s)?(?:concentrations?\s(?:of\s)?)?$"
)
AGENT_REACH = 320


def name_dissolved(text: str, amount: Amount, end: int) -> Name | None:
    """Read the name of what a solution was made of: "X was dissolved in DMSO to a 1 mM stock"."""
    start = amount.start
    if amount.kind not in OF_SOLUTES:
        return None
    if not (MADE.match(text, end) or MADE_BEFORE.search(text, max(0, start - MADE_REACH), start)):
        return None
    return solute(text, amount)


def solute(text: str, amount: Amount) -> Name | None:
    """Read the name of what the sentence before an amount says was dissolved."""
    made = DISSOLVED.search(text, max(0, amount.start - DISSOLVED_REACH), amount.start)
    return judged(text, Span(*made.span("name"))) if made else None


def is_vehicle(text: str, name: Span, amount: Amount) -> bool:
    """Tell what something was dissolved in from what its strength behind it is of."""
    if amount.kind not in OF_SOLUTES or name.end > amount.start:
        return False
    if not DISSOLVED_IN.search(text, max(0, name.start - IN_REACH), name.start):
        return False
    if TO_STRENGTH.match(text, name.end, amount.start):
        return True
    is_share = amount.kind is Kind.FRACTION or ":" in amount.written
    is_bracket = BRACKET.match(text, name.end, amount.start) is not None
    return is_bracket and not is_share and SOLVENT.fullmatch(name.of(text)) is not None


def name_added(text: str, amount: Amount) -> Name | None:
    """Read what was added to something, where its final concentration ends the sentence."""
    start = amount.start
    if not FINAL.search(text, max(0, start - FINAL_REACH), start):
        return None
    added = ADDED.search(text, max(0, start - DISSOLVED_REACH), start)
    if added is None:
        return None
    return judged(text, Span(*added.span("it" if added["it"] else "name")))


def is_made_up(text: str, name: Span, amount: Amount) -> bool:
    """Tell a solvent before the strength it makes: "26 mg in 40 mL ethanol = 2.5 mM"."""
    is_strength = amount.kind in (Kind.MOLARITY, Kind.MASS_CONCENTRATION)
    is_equal = text[name.end : amount.start].strip() == "="
    return is_strength and is_equal and SOLVENT.fullmatch(name.of(text)) is not None


def is_in_solvent(text: str, amount: Amount, name: Span) -> bool:
    """Tell the solvent a strength is reckoned for, in brackets: "MeOx (20 mg/mL of pyridine)"."""
    opening = max(text.rfind("(", 0, amount.start), text.rfind("[", 0, amount.start))
    is_inside = opening >= 0 and not BRACKET_END.search(text, opening, amount.start)
    is_strength = amount.kind is Kind.MASS_CONCENTRATION or "/" in amount.written
    return is_inside and is_strength and SOLVENT.fullmatch(name.of(text)) is not None


def is_acted_on(text: str, name: Name, amount: Amount) -> bool:
    """Tell what a substance acts on, which its concentration is said behind."""
    if name.sureness is Sureness.SURE or name.span.end > amount.start:
        return False
    start = name.span.start
    return ACTED_ON.search(text, max(0, start - ACTED_REACH), start) is not None


def name_acting(text: str, amount: Amount) -> Name | None:
    """Read the subject of a sentence that says what it did at a concentration."""
    if amount.kind not in OF_AGENTS:
        return None
    acting = AGENT.search(text, max(0, amount.start - AGENT_REACH), amount.start)
    name = judged(text, Span(*acting.span("name"))) if acting else None
    # "A strain showed growth at 5 %": only what acts against something need not be known by name.
    is_agent = name and acting and (acting["against"] or name.sureness is Sureness.SURE)
    return name if is_agent else None
