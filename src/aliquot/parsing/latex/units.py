"""Write the quantities of siunitx and the formulas of mhchem as they are printed.

What enters: the arguments of their commands. What leaves: plain text: "5 mg/mL", "1 × 10⁻⁶",
"CO₃²⁻".
"""

from __future__ import annotations

import re

from aliquot.parsing.writing.typography import collapse, subscript, superscript

__all__ = ["angle_text", "chemistry_text", "number_text", "numbers_text", "unit_text"]

PREFIXES = {
    "yocto": "y", "zepto": "z", "atto": "a", "femto": "f", "pico": "p", "nano": "n", "micro": "µ",
    "milli": "m", "centi": "c", "deci": "d", "deca": "da", "hecto": "h", "kilo": "k", "mega": "M",
    "giga": "G", "tera": "T", "peta": "P",
}  # fmt: skip
UNITS = {
    "metre": "m", "meter": "m", "gram": "g", "kilogram": "kg", "second": "s", "ampere": "A",
    "kelvin": "K", "mole": "mol", "candela": "cd", "litre": "L", "liter": "L", "minute": "min",
    "hour": "h", "day": "d", "molar": "M", "Molar": "M", "dalton": "Da", "celsius": "°C",
    "degreeCelsius": "°C", "degree": "°", "percent": "%", "hertz": "Hz", "newton": "N",
    "pascal": "Pa", "joule": "J", "watt": "W", "volt": "V", "ohm": "Ω", "siemens": "S",
    "tesla": "T", "farad": "F", "becquerel": "Bq", "gray": "Gy", "sievert": "Sv", "katal": "kat",
    "bar": "bar", "electronvolt": "eV", "angstrom": "Å", "basepair": "bp", "rpm": "rpm",
    "ul": "µL", "ml": "mL", "ug": "µg", "mg": "mg", "um": "µm", "nm": "nm", "mm": "mm", "cm": "cm",
    "kg": "kg", "ng": "ng", "nM": "nM", "uM": "µM", "mM": "mM", "kDa": "kDa", "tonne": "t",
    "hectare": "ha", "arcminute": "′", "arcsecond": "″", "decibel": "dB", "lumen": "lm",
    "lux": "lx", "weber": "Wb", "henry": "H", "coulomb": "C", "radian": "rad",
    "steradian": "sr", "bel": "B",
}  # fmt: skip
# Abbreviations of siunitx: a letter for the prefix (`u` for micro) before the unit.
# Source: siunitx 3.4, section 4.4.
UNITS |= {
    prefix + unit: prefix.replace("u", "µ") + shown
    for prefixes, unit, shown in (
        (("f", "p", "n", "u", "m", "", "k"), "g", "g"),
        (("p", "n", "u", "m", "c", "d", "", "k"), "m", "m"),
        (("a", "f", "p", "n", "u", "m", ""), "s", "s"),
        (("f", "p", "n", "u", "m", "", "k"), "mol", "mol"),
        (("f", "p", "n", "u", "m"), "M", "M"),
        (("u", "m", "", "h", "n"), "l", "L"),
        (("u", "m", "", "h", "n"), "L", "L"),
        (("m", "", "k", "M", "G", "T"), "Hz", "Hz"),
        (("p", "n", "u", "m", "", "k"), "A", "A"),
        (("p", "n", "u", "m", "", "k"), "V", "V"),
        (("n", "u", "m", "", "k", "M", "G"), "W", "W"),
        (("u", "m", "", "k"), "J", "J"),
        (("", "k", "M", "G", "h"), "Pa", "Pa"),
        (("m", "", "k", "M", "G", "T"), "eV", "eV"),
        (("f", "p", "n", "u", "m", ""), "F", "F"),
        (("m", "", "k", "M"), "N", "N"),
        (("", "k"), "Da", "Da"),
        (("",), "K", "K"),
    )
    for prefix in prefixes
}
UNIT_TOKEN = re.compile(r"\\([A-Za-z]+)|([^\\]+)")
UNIT_POWERS = {"squared": "²", "cubed": "³"}
# Said before the unit they raise.
POWERS_BEFORE = {"square": "²", "cubic": "³"}

EXPONENT = re.compile(r"^\s*([-+]?[\d.,]*)\s*[eE]\s*([-+]?\d+)\s*$")

# "s^{-1}" as it arrives: without its braces.
UNIT_POWER = re.compile(r"\^\{?([+-]?\d+)\}?|~")


def number_text(text: str) -> str:
    """Write a number, a power of ten where it has an exponent."""
    found = EXPONENT.match(text)
    if not found:
        return text.strip()
    power = "10" + superscript(found[2].lstrip("+"))
    return f"{found[1]} × {power}" if found[1] else power


def numbers_text(text: str) -> str:
    """Write a list of numbers: `1;2;3`."""
    return ", ".join(number_text(part) for part in text.split(";"))


def angle_text(text: str) -> str:
    """Write degrees, minutes and seconds: `12;30;`."""
    parts = zip((part.strip() for part in text.split(";")), "°′″", strict=False)
    return "".join(f"{part}{sign}" for part, sign in parts if part)


def unit_text(text: str) -> str:
    """Write siunitx units: `\\micro\\litre`, `\\per\\second\\squared`, `m.s^{-1}`."""
    written, joint, raised = "", "", ""
    for name, literal in UNIT_TOKEN.findall(text):
        if literal:
            written += UNIT_POWER.sub(_unit_power, literal.strip()).replace(".", " ")
        elif name in POWERS_BEFORE:
            raised = POWERS_BEFORE[name]
        elif name in PREFIXES:
            written += joint + PREFIXES[name]
            joint = ""
        elif name == "per":
            joint = "/"
        elif name in UNIT_POWERS:
            written += UNIT_POWERS[name]
        else:
            follows_unit = written and written[-1] not in "/" and not _ends_in_prefix(text, name)
            written += (joint or (" " if follows_unit else "")) + UNITS.get(name, name) + raised
            joint = raised = ""
    return written


def _unit_power(match: re.Match[str]) -> str:
    return superscript(match[1]) if match[1] else " "


def _ends_in_prefix(text: str, name: str) -> bool:
    """Tell whether a unit directly follows a prefix, with which it is one word."""
    return bool(re.search(rf"\\(?:{'|'.join(PREFIXES)})\s*\\{name}\b", text))


def chemistry_text(text: str) -> str:
    """Write a formula or a reaction: counts lowered, charges and isotopes raised."""
    for arrow, shown in (("<=>", " ⇌ "), ("<->", " ↔ "), ("->", " → "), ("<-", " ← ")):
        text = text.replace(arrow, shown)
    text = re.sub(r"\^\{([^{}]*)\}", lambda match: superscript(match[1]), text)
    text = re.sub(r"_\{?(\w+)\}?", lambda match: subscript(match[1]), text)
    # A sign is a charge at the end of a formula; alone it adds two of them.
    text = re.sub(r"(?:\^(\d*[+-])|(?<=[\w)\]])([+-]))(?=[\s)\]]|$)", _charge, text)
    text = re.sub(r"\^(\d+)", lambda match: superscript(match[1]), text)
    text = re.sub(r"(?<=[A-Za-z)\]])(\d+)", lambda match: subscript(match[1]), text)
    return collapse(text.replace("{", "").replace("}", "").replace("$", ""))


def _charge(match: re.Match[str]) -> str:
    return superscript(match[1] or match[2])
