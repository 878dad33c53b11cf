"""Questions about papers and trials that do not exist, made of names that do.

Enters: the documents of a library. Leaves: plausible questions, each joining two things that may
never meet in one document; whether they do is for `absence` to say. The names are real, so that a
search finds something near to each, and refusing is not easy.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aliquot.evaluation.drafting.absence import Pair, words_of
from aliquot.evaluation.drafting.draft import AND_OTHERS, named_author, shortened
from aliquot.types import Document, DocumentKind

__all__ = ["Fabrication", "Names", "fabricate"]

# Genus and species, as titles write them: "Ocimum sanctum".
_SPECIES = re.compile(
    r"\b(?P<name>[A-Z][a-z]{3,} (?!versus|plus|data)[a-z]{4,}"
    r"(?:us|um|is|ii|ca|ta|la|ra|ma|na|sa))\b"
)
# In such titles a species is a plant or what is made of it.
_OF_PLANTS = re.compile(r"extract|\boils?\b|lea(?:f|ves)\b|herbal|plant|seed|basil", re.IGNORECASE)
# Interventions are drugs, devices and counselling alike; a drug has one word, and an ending.
# Source: WHO, "The use of stems in the selection of International Nonproprietary Names", 2018.
_DRUG = re.compile(
    r"[A-Z]?[a-z]{3,}(?:mab|ib|vir|cept|ine|ide|one|ol|in|ate|am|il|azole|mus|taxel|an)"
    r"|[A-Z]{2,4}-?\d{3,6}"
)
_NO_DRUG = re.compile(r"(?:protein|training|vitamin|exercise|care|control|routine|vaccine)", re.I)
# Records list procedures among conditions; a disease has one of these endings.
_DISEASE = re.compile(
    r"(?:itis|oma|osis|emia|aemia|aria|cancer|diseases?|disorder|syndrome|failure|diabetes"
    r"|infections?|obesity|deficiency|covid-?19|depression|stroke|psoriasis|hiv|fibrosis|injury"
    r"|hypertension|leukemias?|sclerosis|asthma|epilepsy|neoplasms?)$",
    re.IGNORECASE,
)
# A symbol, not the name of a locus: AT1G01010.
_GENE = re.compile(r"[A-Z][A-Za-z]{1,4}\d{0,2}[A-Z]?\d?")
_HEAD = re.compile(r"^(?P<head>[A-Z](?:[^\s:]+ ){2,8}[^\s:]+) (?:in|of|on|against) ")
LONGEST_NAME = 5
_EARLIEST = 1998


@dataclass(frozen=True, slots=True)
class Fabrication:
    """A question nothing answers.

    Attributes:
        question: As a scientist would ask it.
        language: ISO 639-1 code.
        kind: What does not exist: `paper`, `trial`, `protocol`, `effect`; for `author`, a paper of
            theirs by this title.
        pair: What never meets.
    """

    question: str
    language: str
    kind: str
    pair: Pair


@dataclass(frozen=True, slots=True)
class Names:
    """What a library speaks of, each sorted and once.

    Attributes:
        drugs: Interventions of trials.
        conditions: What trials are for.
        genes: Symbols of gene records.
        species: Names in titles of papers.
        plants: Those of them that are plants.
        topics: Beginnings of papers' titles: "Genetic Testing for TMEM154 Mutations".
        titles: Titles of papers, as far as their first colon.
        methods: Titles of protocols.
        authors: "Smith et al.".
        years: Years of papers.
    """

    drugs: tuple[str, ...]
    conditions: tuple[str, ...]
    genes: tuple[str, ...]
    species: tuple[str, ...]
    plants: tuple[str, ...]
    topics: tuple[str, ...]
    titles: tuple[str, ...]
    methods: tuple[str, ...]
    authors: tuple[str, ...]
    years: tuple[int, ...]

    @classmethod
    def of(cls, documents: Sequence[Document]) -> Names:
        """Collect the names of documents."""
        papers = [one for one in documents if one.kind is DocumentKind.PAPER]
        methods = [shortened(one.title) for one in documents if one.kind is DocumentKind.PROTOCOL]
        topics = [found["head"] for one in papers if (found := _HEAD.match(one.title))]
        drugs = (one for one in _listed(documents, "intervention") if _DRUG.fullmatch(one))
        genes = (one for one in _listed(documents, "gene") if _GENE.fullmatch(one))
        conditions = (one for one in _listed(documents, "condition") if one.isascii())
        return cls(
            drugs=_sorted(one for one in drugs if not _NO_DRUG.search(one)),
            conditions=_sorted(
                one for one in conditions if "," not in one and _DISEASE.search(one)
            ),
            genes=_sorted(genes),
            species=_sorted(_species_in(one.title for one in papers)),
            plants=_sorted(
                _species_in(one.title for one in papers if _OF_PLANTS.search(one.title))
            ),
            topics=_sorted(topics, longest=12),
            titles=_sorted((shortened(one.title) for one in papers), longest=12),
            methods=_sorted((one for one in methods if "protocol" not in one.lower()), longest=8),
            authors=_sorted(map(named_author, papers)),
            years=tuple(sorted({one.year for one in papers if one.year and one.year > _EARLIEST})),
        )


def _species_in(titles: Iterable[str]) -> Iterator[str]:
    return (found["name"] for title in titles for found in _SPECIES.finditer(title))


def _listed(documents: Sequence[Document], name: str) -> Iterator[str]:
    for one in documents:
        value = one.extra.get(name)
        for text in value if isinstance(value, tuple) else (value,):
            if isinstance(text, str):
                yield text.strip()


def _sorted(names: Iterable[str], *, longest: int = LONGEST_NAME) -> tuple[str, ...]:
    """Return names, each once; none long enough to be a sentence."""
    return tuple(sorted({one for one in names if len(one) > 2 and len(one.split()) <= longest}))


# ------------------------------------------------------------------------------ templates


@dataclass(frozen=True, slots=True)
class _Template:
    """A way to ask: {x} and {y} never meet, {who} never wrote it."""

    kind: str
    x: str
    y: str
    english: str
    japanese: str = ""


_TEMPLATES = (
    _Template(
        "trial", "drugs", "conditions",
        "How many participants were enrolled in the trial of {x} for {y}?",
        "{y}に対する{x}の試験の登録人数は何人ですか？",
    ),
    _Template(
        "paper", "drugs", "conditions",
        "What dose of {x} did {who} {year} give to patients with {y}?",
        "{who}（{year}年）は{y}の患者に{x}をどの用量で投与しましたか？",
    ),
    _Template(
        "paper", "drugs", "conditions",
        "What response rate to {x} did {who} {year} report in {y}?",
        "{who}（{year}年）が報告した{y}における{x}の奏効率は？",
    ),
    _Template(
        "effect", "genes", "conditions",
        "Which {x} variant did {who} {year} link to {y}?",
        "{who}（{year}年）が{y}と関連づけた{x}の変異は何ですか？",
    ),
    _Template(
        "effect", "genes", "species",
        "By how much was the {x} transcript induced in {y} in {who} {year}?",
        "{who}（{year}年）では{y}の{x}の発現は何倍に上昇しましたか？",
    ),
    _Template(
        "effect", "plants", "conditions",
        "What effect of {x} extract on {y} was found by {who} in {year}?",
        "{x}抽出物の{y}に対する効果は{who}（{year}年）でどう報告されましたか？",
    ),
    _Template(
        "effect", "plants", "drugs",
        "At what concentration did {x} extract interact with {y} in the study by {who} ({year})?",
        "{who}（{year}年）では{x}抽出物はどの濃度で{y}と相互作用しましたか？",
    ),
    _Template(
        "paper", "topics", "species",
        "What was the sample size of the paper “{x} in {y}” by {who} ({year})?",
    ),
    _Template(
        "paper", "topics", "conditions",
        "In “{x} in {y}” ({who}, {year}), what was the main finding?",
    ),
    _Template(
        "author", "titles", "authors",
        "How many samples did {y} {year} analyse in “{x}”?",
        "{y}（{year}年）の「{x}」では試料をいくつ調べましたか？",
    ),
    _Template(
        "protocol", "methods", "species",
        "In the {x} protocol for {y}, at what temperature is the sample incubated?",
        "{y}用の{x}プロトコルでは、試料を何度でインキュベートしますか？",
    ),
    _Template(
        "protocol", "methods", "plants",
        "How much starting material does the {x} protocol for {y} leaves need?",
        "{y}の葉を用いる{x}プロトコルでは、試料は何gですか？",
    ),
)  # fmt: skip
# Every so many questions, one in Japanese, where the library holds Japanese.
JAPANESE_STEP = 5


def fabricate(
    names: Names, count: int, *, seed: int, with_japanese: bool = False
) -> list[Fabrication]:
    """Return up to `count` questions, the templates in turn; fewer where names are few.

    Args:
        names: What the library speaks of.
        count: How many.
        seed: The same seed and names give the same questions.
        with_japanese: Whether every fifth is asked in Japanese.
    """
    drawn = random.Random(seed)
    usable = [one for one in _TEMPLATES if getattr(names, one.x) and getattr(names, one.y)]
    if not (names.authors and names.years):
        usable = [one for one in usable if "{who}" not in one.english]
    # Names that are few are soon used up; what was drawn twice is not asked twice, by another year.
    made: dict[tuple[str, Pair], Fabrication] = {}
    for number in range(4 * count if usable else 0):
        template = usable[number % len(usable)]
        is_japanese = with_japanese and bool(template.japanese) and number % JAPANESE_STEP == 0
        one = _filled(template, names, drawn, is_japanese)
        if not one.pair.first & one.pair.second:
            made.setdefault((template.english, one.pair), one)
        if len(made) == count:
            break
    return list(made.values())


def _filled(
    template: _Template, names: Names, drawn: random.Random, is_japanese: bool
) -> Fabrication:
    x, y = drawn.choice(getattr(names, template.x)), drawn.choice(getattr(names, template.y))
    who, year = drawn.choice(names.authors or ("",)), drawn.choice(names.years or (0,))
    pattern = template.japanese if is_japanese else template.english
    return Fabrication(
        pattern.format(x=x, y=y, who=who, year=year),
        "ja" if is_japanese else "en",
        template.kind,
        Pair(words_of(x), words_of(y.removesuffix(AND_OTHERS))),
    )
