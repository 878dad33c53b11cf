"""Gather identifiers from the chunks of a library, and the spellings each may be searched by.

What holds an identifier is told by a plain scan with a normaliser of its own, which shares nothing
with the analyser under test.
"""

from __future__ import annotations

import hashlib
import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["Identifier", "gather", "holders", "plain", "spellings"]

NAMES_OF_LETTERS = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi
    rho sigma sigma tau phi chi psi omega"""
GREEK = dict(zip("αβγδεζηθικλμνξπρσςτφχψω", NAMES_OF_LETTERS.split(), strict=True))
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")
PRIMES = dict.fromkeys(map(ord, "\u2018\u2019\u2032\u02bc`"), "'")
LONG_RESIDUES = "Ala Arg Asn Asp Cys Gln Glu Gly His Ile Leu Lys Met Phe Pro Ser Thr Trp Tyr Val"
RESIDUES = dict(zip("ARNDCQEGHILKMFPSTWYV", LONG_RESIDUES.split(), strict=True))
JOINING = frozenset(["a", "an", "as", "at", "by", "for", "in", "is", "of", "on", "or", "to"])
KATAKANA = "ァ-ヺー"
KANJI = "\u4e00-\u9fff"


@dataclass(frozen=True)
class Kind:
    """A kind of identifier: how it is found, and in which ways it is written."""

    pattern: str
    ways: tuple[str, ...]
    most: int = 15
    flags: re.RegexFlag = field(default=re.RegexFlag(0))


@dataclass(frozen=True)
class Identifier:
    """An identifier as a chunk writes it, with the other spellings it is searched by."""

    kind: str
    exact: str
    others: tuple[str, ...]


SYMBOL = ("lower", "upper", "dashes", "no hyphen", "spaces", "hyphen before digits", "wide")
ACCESSION = ("lower", "wide")
GREEK_WAYS = ("lower", "upper", "dashes", "no hyphen", "greek name", "spaced greek name")
CELL_LINES = (
    "HeLa|HEK[- ]?293T?|MCF-?7|MCF-?10A|A549|Vero(?:-?E6)?|CHO-K1|SH-SY5Y|NIH[- /]?3T3|HepG2|"
    "Huh-?7|U2OS|HCT-?116|MDA-MB-\\d+|K562|THP-?1|Caco-?2|RAW ?264\\.7|HL-?60|LNCaP|PC-?12|COS-?7|"
    "293T|3T3-L1|Jurkat|HAP1|RPE-?1|BT-?\\d{2,3}|SK-?BR-?3|HMT3522|IMR-?90|hTERT|MRC-?5|C6/36|Sf9"
)

KINDS: Mapping[str, Kind] = {
    "gene symbol": Kind(r"Gene names: ([A-Za-z0-9-]{2,9})", ("lower", "upper", "wide"), 25),
    "protein name": Kind(r"Protein names: ([A-Za-z0-9][^;\n]{5,60})(?=[;\n])", ("lower", "upper")),
    "UniProt": Kind(r"UniProt accession: ([A-Z0-9]{6,10})\b", ACCESSION, 20),
    "Ensembl": Kind(r"\b(ENS[A-Z]*[GTP]\d{11})\b", ACCESSION),
    "RefSeq": Kind(r"\b([NX][MPCR]_\d{6,9}(?:\.\d+)?)\b", ("lower", "wide", "no version")),
    "trial": Kind(r"\b(NCT\d{8})\b", ("lower", "wide", "hyphen before digits"), 20),
    "DOI": Kind(r"(?:doi\.org/|doi: ?|DOI: ?)(10\.\d{4,5}/[a-z0-9./-]*[a-z0-9])(?=[\s.,;)]*\s)",
                ("upper", "resolver", "doi label")),
    "PMID": Kind(r"PMID:? ?(\d{7,8})\b", ("pmid label",), 8),
    "PMCID": Kind(r"\b(PMC\d{5,8})\b", ACCESSION, 8),
    "RRID": Kind(r"\b(RRID: ?(?:AB_\d+|SCR_\d+|Addgene_\d+|CVCL_\w+))", ("lower", "no label")),
    "catalogue number": Kind(r"(?:Cat#|[Cc]atalog(?:ue)? (?:#|[Nn]o\.?:?)) ?"
                             r"([A-Za-z]{0,4}-?\d[\w-]+)", ("lower", "dashes")),
    "part number": Kind(r"\| ((?=[A-Z0-9-]*\d{3})[A-Z]{1,2}\d[A-Z0-9]*(?:-\d+)?) \|",
                        ("lower", "dashes", "no hyphen", "wide")),
    "clone": Kind(r"[Cc]lone:? ((?=[\w.-]*\d)[A-Z]+-?[\d][\w.-]*\w)", ("lower", "dashes"), 8),
    "cell line": Kind(rf"\b({CELL_LINES})\b", SYMBOL, 20),
    "strain": Kind(r"\b(C57BL/6[A-Z]*|BALB/c|DH5[aα]|DH5Pro|BL21(?:\(DE3\))?|NZ[BOW]|S288[cC]|"
                   r"BY4741|W303|N2|CB4856|K-12|PAO1|[A-Z]{2}\d{3,4})\b",
                   ("lower", "upper"), 12),
    "protein change": Kind(r"\b(p\.[A-Z]\d+[A-Z])\b", ("long residues",), 12),
    "protein change, long": Kind(r"\b(p\.[A-Z][a-z]{2}\d+[A-Z][a-z]{2})\b", ("short residues",), 8),
    "coding change": Kind(r"\b(c\.\d[\d_+-]*(?:[ACGT]>[ACGT]|del[ACGT]*|dup[ACGT]*|ins[ACGT]+))",
                          ("lower",), 8),
    "allele": Kind(r"\b(HLA-[A-Z]+\d?\*\d{2,4}(?::\d+)?)", ("lower", "no hyphen"), 8),
    "Greek": Kind(r"(?<![\w-])([A-Z]{2,4}-?\d?[A-Z]?[αβγκδ]\d?|[αβγδ]-[a-z]{4,12})(?![\w-])",
                  GREEK_WAYS, 20),
    "Greek by name": Kind(r"\b((?:TNF|IFN|TGF|PPAR|IL-\d+|NF|ER|PI3K|GSK-?3)-?(?:alpha|beta|gamma|"
                          r"kappa ?B)|(?<![A-Za-z][ -])(?:alpha|beta|gamma)-[a-z]{4,12})\b",
                          ("greek letter", "lower"), 12),
    # Not -in: what follows "alpha 2-" is a globin.
    "chemical name": Kind(r"(?<![\w,-])(\d(?:,\d)*'?-[a-z]{3,}[a-z0-9,-]*(?:ol|ine|ate|ide|one|al|"
                          r"ole|acid|ene))(?![\w-])", ("upper", "dashes"), 20),
    "formula": Kind(r"(?<![\w-])((?:[A-Z][a-z]?[₀-₉]*|\([A-Z][a-z]?[A-Z]?\)){1,5}[₀-₉])(?!\w)",
                    ("flat",)),
    "flat formula": Kind(r"(?<![\w-])((?:Mg|Ca|Na|K|Mn|Zn|Cu|Ni|H|C|N|Fe|Al)\d?"
                         r"(?:Cl|SO|PO|CO|NO|OH|O|N)\d)(?!\w)", ("lowered digits",), 12),
    "charge": Kind(r"(?<![\w-])((?:CD\d+|Ca2|Mg2|Zn2|K|Na)[+⁺]|Ca²⁺|Mg²⁺)(?![\w+])",
                   ("flat", "raised"), 10),
    "symbol": Kind(r"(?<![\w-])([A-Z]{2,5}-?\d{1,3}[A-Z]?)(?![\w-])", SYMBOL, 30),
    "katakana": Kind(rf"(?<![{KATAKANA}])([{KATAKANA}]{{4,12}})(?![{KATAKANA}])", ("narrow",)),
    "kanji": Kind(rf"(?<![{KANJI}])([{KANJI}]{{3,6}})(?![{KANJI}])", ()),
}  # fmt: skip


# ------------------------------------------------------------------------------ a plain scan


def plain(text: str) -> str:
    """Return text in one case, with one dash, one prime, no raised digits and Greek by name."""
    text = unicodedata.normalize("NFKC", html.unescape(text).replace("\u00ad", ""))
    text = re.sub("[\u0300-\u036f]", "", text.translate(DASHES).translate(PRIMES)).casefold()
    text = re.sub(f"[{''.join(GREEK)}]", lambda found: f"-{GREEK[found[0]]}-", text)
    return re.sub("--+", "-", text)


def holders(exact: str) -> re.Pattern[str]:
    """Return what finds an identifier, in any of its spellings, in `plain` text."""
    forms = {plain(exact).strip("-")} | {plain(form).strip("-") for form in _same_change(exact)}
    body = "|".join(sorted(map(_loosely, forms), key=len, reverse=True))
    if exact.isdigit():
        return re.compile(rf"(?<![a-z0-9])(?<![0-9][.,-])(?:{body})(?![a-z0-9]|[.,-][0-9])")
    if re.search(rf"[{KANJI}{KATAKANA}]", exact):
        return re.compile(body)
    return re.compile(rf"(?<![a-z0-9])(?:{body})(?![a-z0-9])")


def _loosely(form: str) -> str:
    """Let letters and digits of a name stand apart by a hyphen or a space."""
    form = form.removeprefix("rrid:").strip()
    # As a letter is written, NFκB, its name is set off.
    form = re.sub("(?<=[a-z])(?:alpha|beta|gamma|kappa)(?=[a-z]|$)", r"-\g<0>-", form).strip("-")
    runs = re.findall(r"[a-z]+|[0-9]+|-+|[\s_]|.", form)
    loose = [r"[-\s_]?" if re.fullmatch(r"-+|[\s_]", run) else re.escape(run) for run in runs]
    # "in 68 patients" names nothing.
    joint = "[-_]?" if runs[0] in JOINING else r"[-\s_]?"
    body = ""
    for before, run in zip(["", *loose], loose, strict=False):
        is_joint = bool(before) and before.isalnum() and run.isalnum()
        body += (joint if is_joint else "") + run
    return body


def _same_change(exact: str) -> Iterator[str]:
    """Yield a protein's change in codes of one and of three letters, with and without `p.`."""
    if found := re.fullmatch(r"p\.([A-Z][a-z]{0,2})(\d+)([A-Z][a-z]{0,2})", exact):
        short_of = {long: short for short, long in RESIDUES.items()}
        first, place, last = found.groups()
        short = (short_of.get(first, first), short_of.get(last, last))
        if all(one in RESIDUES for one in short):
            for a, b in (short, (RESIDUES[short[0]], RESIDUES[short[1]])):
                yield f"{a}{place}{b}"
                yield f"p.{a}{place}{b}"


# ------------------------------------------------------------------------------ spellings

WIDE = {code: chr(code + 0xFEE0) for code in range(0x21, 0x7F)}
NARROW = {unicodedata.normalize("NFKC", chr(code)): chr(code) for code in range(0xFF65, 0xFF9F)}
LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def _narrow(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    marks = {"\u3099": "\uff9e", "\u309a": "\uff9f"}
    return "".join(NARROW.get(sign) or marks.get(sign, sign) for sign in parts)


def _greek_letter(text: str) -> str:
    letters = {name: letter for letter, name in GREEK.items() if letter != "ς"}
    return re.sub(r"kappa ?|alpha|beta|gamma", lambda found: letters[found[0].strip()], text)


def _with_names(text: str, joint: str) -> str:
    named = re.sub(f"[{''.join(GREEK)}]", lambda found: f"{joint}{GREEK[found[0]]}{joint}", text)
    return re.sub(r"[\s-]{2,}", joint, named).strip(f"{joint}-")


WAYS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "lower": lambda text: [text.lower()],
    "upper": lambda text: [text.upper()],
    "dashes": lambda text: [text.replace("-", dash) for dash in "\u2010\u2011\u2013\u2212"],
    "no hyphen": lambda text: [text.replace("-", "")],
    "spaces": lambda text: [text.replace("-", " ", 1)] if text.count("-") == 1 else [],
    "hyphen before digits": lambda text: (
        [re.sub(r"(?<=[A-Za-z])(?=\d)", "-", text), re.sub(r"(?<=[A-Za-z])(?=\d)", " ", text)]
        if re.fullmatch(r"[A-Za-z]+\d+[A-Z]?", text)
        else []
    ),
    "wide": lambda text: [text.translate(WIDE)],
    "no version": lambda text: [text.split(".", maxsplit=1)[0]],
    "resolver": lambda text: [f"https://doi.org/{text}"],
    "doi label": lambda text: [f"doi:{text}"],
    "pmid label": lambda text: [f"PMID: {text}", f"PMID:{text}", f"pmid {text}"],
    "no label": lambda text: [re.sub("^RRID: ?", "", text)],
    "greek name": lambda text: [_with_names(text, "-")],
    "spaced greek name": lambda text: [_with_names(text, " ")],
    "greek letter": lambda text: [_greek_letter(text)],
    "long residues": lambda text: list(_same_change(text)),
    "short residues": lambda text: list(_same_change(text)),
    "flat": lambda text: [unicodedata.normalize("NFKC", text)],
    "lowered digits": lambda text: [text.translate(LOWERED)],
    "raised": lambda text: [re.sub(r"\d?\+$", lambda found: found[0].translate(RAISED), text)
                            if not text.startswith("CD") else text.replace("+", "⁺")],
    "narrow": lambda text: [_narrow(text)],
}  # fmt: skip


def spellings(exact: str, ways: Iterable[str]) -> tuple[str, ...]:
    """Return the other spellings of an identifier, each once."""
    others = dict.fromkeys(other for way in ways for other in WAYS[way](exact))
    return tuple(other for other in others if other != exact)


def gather(texts: Iterable[str]) -> list[Identifier]:
    """Return identifiers of every kind, each as a text writes it, the same ones every time."""
    whole = "\n".join(texts)
    gathered: dict[str, Identifier] = {}
    for name, kind in KINDS.items():
        found = sorted(set(re.findall(kind.pattern, whole, kind.flags)), key=_shuffled)
        for exact in found[: kind.most]:
            gathered.setdefault(exact, Identifier(name, exact, spellings(exact, kind.ways)))
    return list(gathered.values())


def _shuffled(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
