"""What part of a paper a heading opens, whatever words it uses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.types import SectionClass

__all__ = ["classify_section", "is_entry", "may_open_references"]

# First match wins; combined headings ("Results and Discussion") count as what they begin with.
PATTERNS: tuple[tuple[SectionClass, str], ...] = (
    (
        SectionClass.ABSTRACT,
        r"(graphical |structured )?(abstract|summary|synopsis)|[和英]?文?(要旨|要約|抄録)",
    ),
    (
        SectionClass.REFERENCES,
        # "Reference values" and 文献検索, a search of the literature, open something else.
        r"(references|(list of|cited) references|reference list|bibliography"
        r"|(literature|works) cited|cited literature|((参考|引用)文献|文献(?!\w))"
        r"|文献(一覧|リスト))",
    ),
    (
        SectionClass.METHODS,
        r"(materials?|patients?|subjects?|participants?|animals?|methods?|methodology|experimental"
        r"|study design|statistical analys[ie]s|(研究)?方法|材料|試料|実験(?!結果)"
        r"|対象(と|および|及び|・))",
    ),
    (
        SectionClass.INTRODUCTION,
        r"(introduction|background|rationale|緒言|緒論|序言|序論|はじめに|背景|目的)",
    ),
    (SectionClass.RESULTS, r"(results?|findings|(実験)?結果)"),
    (SectionClass.DISCUSSION, r"(discussion|limitations|考察|議論)"),
    (SectionClass.CONCLUSION, r"(conclusions?|concluding remarks|結論|結語|総括|まとめ|おわりに)"),
)
COMPILED = [(name, re.compile(rf"^(?:{pattern})(?![a-z])", re.I)) for name, pattern in PATTERNS]
NUMBER = re.compile(
    r"^[\s\divxIVX.、]*[.)、:]?\s+|^(\d+([.．]\d+)*|[Ⅰ-Ⅻ])[.．)、]?\s*|^第?[\d一二三四五六七八九十]+[章節]\s*"
)
# Manuals have a chapter "Reference", and some papers write it above their list.
LONE_REFERENCE = re.compile(r"reference\W*", re.I)
YEAR = re.compile(r"\b(?:1[89]|20)\d{2}\b")
# What stands in an entry beside its year: authors, a volume with its pages, an identifier.
ENTRY_PART = re.compile(
    r"\bet al\b|\b[A-Z][\w'’-]+,? [A-Z]\.?(?:[ -]?[A-Z]\.?)?(?:,|;|\.| and | &| \()"
    r"|\b\d+ ?(?:\(\d+\))? ?[:,] ?(?:pp?\. ?)?\d+ ?[-–]|\bdoi\b|\bPMID\b"
)


def may_open_references(heading: str) -> bool:
    """Tell whether a heading is the bare "Reference", which what follows has to explain."""
    return bool(LONE_REFERENCE.fullmatch(NUMBER.sub("", heading).strip()))


def is_entry(text: str) -> bool:
    """Tell whether a text reads like an entry of a list of references."""
    return bool(YEAR.search(text) and ENTRY_PART.search(text))


def classify_section(path: Sequence[str]) -> SectionClass:
    """Return the class of the outermost heading that has one.

    The outermost decides, so that "Background" inside a structured abstract stays abstract.
    """
    for heading in path:
        bare = NUMBER.sub("", heading).strip()
        for section_class, pattern in COMPILED:
            if pattern.match(bare):
                return section_class
    return SectionClass.OTHER
