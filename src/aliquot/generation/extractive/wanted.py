"""What kind of answer a question wants, and whether a text shows it.

A question asks for one or more aspects: an amount of some kind, a duration, an identifier of some
register, a field of a record. Each aspect knows the words that ask for it, in English and Japanese,
and what shows it: amounts of its kinds, a form of words, or the label of a record's field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from aliquot.generation.extractive.aspect import Aspect
from aliquot.generation.extractive.entries import ENTRY_ASPECTS
from aliquot.generation.extractive.trials import TRIAL_ASPECTS
from aliquot.types import Chunk, QuantityKind

__all__ = ["Aspect", "Wanted", "is_other_field", "parts_asked_for", "wanted_of"]

Kind = QuantityKind


def _kinds(*kinds: QuantityKind) -> frozenset[QuantityKind]:
    return frozenset(kinds)


# A molecule has a length in residues, anything else a duration.
_MOLECULE = r"(?:protein|genome|gene|sequence|amplicon|transcript|plasmid|polypeptide)"
_TIMES = r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)"
# A number in digits or in a word.
_NUMBER = (
    r"(?:\b\d[\d,.]*|\b(?i:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\b)"
)
# "How many independent clinical studies and participants did": what is counted, and its end.
_COUNTED = re.compile(
    r"\bhow many\s+((?:[\w/-]+\s+){0,5}?[\w/-]+)(?=\s+(?:are|were|is|was|do|does|did|have|has|had"
    r"|can|could|should|would|will|must|may|per|in|of|on|for|to|from|at|took|takes?|with|were)\b"
    r"|\s*[?(,])",
    re.IGNORECASE,
)
# Words between a number and what it counts: "46 desert nomadic and coastal urban individuals".
_BETWEEN = r"\s*(?:[\w/%-]+,?\s+){0,5}?"
# One counts people by many words.
_PEOPLE = re.compile(
    r"people|person|patient|participant|subject|individual|volunteer|wom[ae]n|m[ae]n$"
)
_PEOPLE_FORM = (
    r"(?:people|persons|patients|participants|subjects|individuals|volunteers|women|men|adults"
    r"|children)"
)
_UNIPROT = r"\b(?:[OPQ]\d[A-Z0-9]{3}\d|[A-NR-Z]\d(?:[A-Z][A-Z0-9]{2}\d){1,2})\b"
# Source: https://www.uniprot.org/help/accession_numbers, the registers' own pages.
ASPECTS: tuple[Aspect, ...] = (
    Aspect(
        "temperature",
        r"temperature|how (?:hot|cold|warm)\b|°C|温度|何\s*[度℃]",
        _kinds(Kind.TEMPERATURE),
    ),
    Aspect(
        "duration",
        rf"\bhow long\b(?!.*\b{_MOLECULE})|how many {_TIMES}|duration|for what time|speed, time"
        r"|shelf life|half-?life|follow-?up|期間|何\s*(?:分|時間|日|週|か月|ヶ月|年間)|時間は"
        r"|どのくらいの時間",
        _kinds(Kind.TIME),
    ),
    Aspect(
        "length",
        rf"how (?:long|large|big)\b(?=.*\b{_MOLECULE})|\blength\b|アミノ酸長|塩基長"
        r"|\bhow many (?:amino acids|residues|nucleotides|base pairs)|どのくらいの長さ",
        form=r"\d\s?(?:bp|kbp?|Mbp?|Gbp?|aa|AA|nt|amino acids|residues)\b|\d(?:塩基|アミノ酸)",
        label=r"length",
    ),
    Aspect(
        "speed",
        r"speed|centrifug|\bspun\b|\brpm\b|\brcf\b|遠心|回転",
        _kinds(Kind.ACCELERATION, Kind.ROTATION),
        form=r"\d\s?[kK]?\s?(?:RCF|rcf)\b|\d\s?[x×]\s?g\b",
    ),
    Aspect(
        "amount",
        r"how much (?!memory|ram\b)|what (?:volume|amount|mass|weight|quantity)\b|\bvolume\b"
        r"|maximum amount|何\s*(?:g|mg|µ?[lL]|μ[lL]|mL|ml)|量(?:と|は|を)",
        _kinds(Kind.VOLUME, Kind.MASS, Kind.AMOUNT, Kind.MOLARITY),
        form=r"\d\s?(?:milliliters|millilitres|grams|[µμm]?[lLg])\b",
    ),
    Aspect(
        "dose",
        r"\bdos(?:e|es|age|ages)\b|投与量|用量",
        _kinds(Kind.MASS),
        form=r"\d\s?[mµμ]?g\s?/\s?kg|\d\s?mg\b|\bIU\b",
    ),
    Aspect(
        "concentration",
        r"concentration|\bMICs?\b|\bMFCs?\b|\bMBCs?\b|IC50|EC50|LD50|limits? of (?:detection|quant)"
        r"|濃度",
        _kinds(Kind.MOLARITY, Kind.MASS_CONCENTRATION, Kind.NUMBER_CONCENTRATION, Kind.RATIO),
        form=r"\((?:[µμmn]?g/m?L|[µμmn]M)\)|\d\s?(?:[µμmn]?g|[µμm]?[lL])\s?/\s?m?[lL]\b"
        r"|micrograms/ml",
    ),
    Aspect(
        "share",
        r"percent|\bshare\b|proportion|\bfraction\b|sensitivity|specificity|efficiency|prevalence"
        r"|類似度|割合|何\s*[%％]|率は",
        _kinds(Kind.FRACTION),
    ),
    Aspect("dilution", r"dilut|希釈", _kinds(Kind.RATIO), form=r"\b1\s?:\s?\d"),
    Aspect(
        "price",
        r"\bcosts?\b|\bcostly\b|\bprice\b|expensive|価格|値段",
        form=r"[£$€¥]\s?\d|\d\s?(?:円|USD|EUR|GBP)",
    ),
    Aspect(
        "memory", r"\bmemory\b|\bRAM\b|disk space|容量|メモリ", form=r"\d\s?[GMTk]B|\d\s?[GM]bytes"
    ),
    Aspect(
        "statistic",
        r"hazard ratio|odds ratio|risk ratio|p[- ]value|correlat|confidence interval|ハザード比"
        r"|相関",
        form=r"\b(?:w?HR|OR|RR|ratio|[rRpP]|CI)\b\)?\s?[=<>≤]|\bCI\b.{0,12}\d",
    ),
    Aspect(
        "count",
        r"(?<!registration )(?<!catalogue )\bnumber of\b|何\s*(?:人|名|例|件|匹|個|本|種)|人数",
        form=rf"{_NUMBER}",
        label=r"enrollment",
    ),
    Aspect(
        "date",
        r"^\W*when\b|\b(?:which|what) (?:year|date)|いつ|開催日|何年(?!間)",
        form=r"\b(?:19|20)\d\d\b|(?:19|20)\d\d年",
        label=r"journal|start date|date|year",
    ),
    Aspect("doi", r"\bdoi\b", form=r"\b10\.\d{4,9}/\S", label=r"doi", is_register=True),
    Aspect(
        "registration",
        r"\bNCT\b|registration number|clinicaltrials\.gov (?:number|id)|\bregistered\b|試験番号"
        r"|登録番号|^\W*(?:which|what)\b.{0,30}\btrials?\b",
        form=r"\bNCT\d{8}|ISRCTN\s?\d{6,}|EudraCT|UMIN\d|ChiCTR|jRCT",
        label=r"nct number",
        is_register=True,
    ),
    Aspect("mim", r"\bO?MIM\b", form=r"\bO?MIM\b\W{0,3}(?:number\W)?\d{6}", is_register=True),
    Aspect(
        "accession",
        r"\baccession\b|アクセッション",
        form=rf"{_UNIPROT}|\b(?:GSE|SR[RPX]|ERR|PRJ[A-Z]{{2}}|[NX][CMRP]_)\d+",
        label=r"(?:uniprot |primary |genbank )?accession",
        is_register=True,
    ),
    Aspect(
        "ec",
        r"\bEC(?: |-)(?:number|no)|EC番号",
        form=r"\bEC\W{0,2}\d+\.\d",
        label=r"ec(?: number)?",
        is_register=True,
    ),
    Aspect(
        "catalogue",
        r"catalog(?:ue)? (?:number|no)|part (?:number|no)|cat(?:\.|#)|カタログ番号|型番",
        form=r"(?i:part no|cat(?:alog(?:ue)?)?\.?\s?(?:no|number|#))|\b[A-Z]{2,4}[-\d]\d{2,}",
        is_register=True,
    ),
    Aspect(
        "address",
        r"\burl\b|\bweb ?site\b|\bweb address\b|\blinks?\b|リンク|アドレス",
        form=r"https?://|www\.",
        is_register=True,
    ),
    Aspect(
        "person",
        r"^\W*who\b|\bauthors?\b|\bsponsors?\b|\bsponsored\b|著者|誰|スポンサー|依頼者",
        label=r"authors?|(?:lead )?sponsor|collaborators?|investigators?|principal investigator",
    ),
    Aspect("journal", r"\bjournal\b|雑誌|掲載誌", label=r"journal"),
    Aspect("phase", r"(?:what|which) phase|\bthe phase\b|第何相", label=r"phase"),
    Aspect("status", r"\bstatus\b|recruiting|募集", label=r"status"),
    Aspect(
        "age",
        r"\bages?\b|how old|年齢|何歳",
        form=r"\d+\s?(?:-\s?)?(?:years?|weeks?|months?)[ -](?:old|of age)|\d歳|\d+\s?years",
        label=r"ages?|minimum age|maximum age",
    ),
    Aspect("sex", r"\bsex\b|\bgender\b|性別", label=r"sex|gender"),
    Aspect(
        "outcome",
        r"primary (?:outcome|end-?point)|主要評価",
        form=r"(?i:primary (?:outcome|end-?point))",
        label=r"primary outcome[^:]{0,20}",
    ),
    Aspect("enrolment", r"\benrol|登録(?:予定)?人数", label=r"enrollment"),
    Aspect(
        "chromosome",
        r"chromosome|染色体",
        form=r"(?i:chromosome\s(?:\d|[XY]\b))|第\d+染色体",
        label=r"chromosome|location",
    ),
    Aspect(
        "composition",
        r"composition|made of|recipe|ingredients|組成",
        _kinds(Kind.MOLARITY, Kind.FRACTION),
    ),
    Aspect(
        "value",
        r"いくら|いくつ|どのくらい|条件|frequency|\baverage\b|\bmean\b"
        r"|how (?:large|fast|high|deep|big)\b",
        form=r"\d",
    ),
    Aspect(
        "reason",
        r"^\W*why\b|なぜ|理由",
        form=r"\b(?i:because|since|due to|in order to|so that|as a|to (?:remove|prevent|avoid|boost"
        r"|increase|ensure|reduce))\b|ため|ので|から",
    ),
    *ENTRY_ASPECTS,
    *TRIAL_ASPECTS,
    Aspect(
        "definition",
        r"^\W*what (?:is|are) (?:an? )?[\w-]+(?: [\w-]+){0,2}\s*\??$|\bdefin|とは",
        form=r"\b(?:is|are) (?:an?|the|any)\b|\bdefined as\b|\brefers? to\b|\bmeans\b|とは",
    ),
)


# What an entry of a bibliography tells of a document. Documents themselves may be counted in it.
OF_REFERENCES = frozenset(
    ["doi", "person", "journal", "date", "address", "count", "count of papers", "definition"]
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question asks for."""

    aspects: tuple[Aspect, ...]

    @property
    def is_content(self) -> bool:
        """Whether it is what a document says inside, of which no bibliography tells."""
        names = {one.name for one in self.aspects}
        return bool(names) and names.isdisjoint(OF_REFERENCES)

    def shown(self, text: str) -> frozenset[str]:
        """Return the names of the aspects a text shows."""
        return frozenset(one.name for one in self.aspects if one.shows(text))

    def headed(self, heading: str) -> frozenset[str]:
        """Return the names of the aspects a section holds by its heading."""
        return frozenset(one.name for one in self.aspects if one.labels(f"{heading}:"))

    def asking(self, question: str) -> dict[str, str]:
        """Return the words that ask for each aspect, by its name."""
        return {one.name: one.words(question) for one in self.aspects}

    def has(self, name: str) -> bool:
        """Tell whether an aspect is asked for."""
        return any(one.name == name for one in self.aspects)

    def is_field(self, text: str) -> bool:
        """Tell whether a text is a record's field that holds one of them."""
        return any(one.labels(text) for one in self.aspects)

    def is_held_by(self, chunk: Chunk) -> bool:
        """Tell whether a chunk of a record holds one of them, under its heading or as a field."""
        return bool(self.headed(chunk.section)) or any(map(self.is_field, chunk.text.split("\n")))


@lru_cache(maxsize=256)
def wanted_of(question: str, aspects: tuple[Aspect, ...] = ASPECTS) -> Wanted:
    """Return what a question asks for; nothing where any sentence may answer."""
    return Wanted((*(one for one in aspects if one.is_asked(question)), *_counted(question)))


def is_other_field(text: str, wanted: Wanted) -> bool:
    """Tell whether a text is a record's field, and one that is not asked for."""
    return not wanted.is_field(text) and any(one.labels(text) for one in ASPECTS)


def parts_asked_for(question: str) -> Callable[[Chunk], bool] | None:
    """Return what tells a part of a record that a question asks for; `None` if it asks for none."""
    wanted = wanted_of(question)
    return wanted.is_held_by if any(one.label for one in wanted.aspects) else None


def _counted(question: str) -> Iterator[Aspect]:
    """Yield an aspect for each thing a question asks how many there are of."""
    found = _COUNTED.search(question)
    for thing in re.split(r"\s+(?:and|or)\s+", found[1]) if found else ():
        noun = thing.split()[-1].casefold()
        if re.fullmatch(rf"{_TIMES}|acids|residues|nucleotides", noun):
            continue
        stem = _PEOPLE_FORM if _PEOPLE.search(noun) else re.escape(_stem(noun))
        label = r"enrollment" if _PEOPLE.search(noun) else ""
        form = rf"{_NUMBER}{_BETWEEN}(?i:{stem})"
        yield Aspect(f"count of {noun}", r"how many", form=form, label=label)


def _stem(noun: str) -> str:
    """Return what singular and plural of a noun begin with."""
    return noun[:-3] if noun.endswith("ies") else noun.removesuffix("s")
