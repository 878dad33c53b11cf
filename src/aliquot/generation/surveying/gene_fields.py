"""What a question says of the records of genes: of which organism they are not.

Enters: a question to gene entries. Leaves: the words that are left, and a filter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from aliquot.types import And, Comparison, Filter, Not, Operator

__all__ = ["GENE_FIELDS"]

Read = tuple[str, Filter | None]

# What records call organisms, by what people do.
ORGANISMS: Mapping[str, str] = {
    "human": "Homo sapiens", "humans": "Homo sapiens", "homo sapiens": "Homo sapiens",
    "mouse": "Mus musculus", "mice": "Mus musculus", "rat": "Rattus norvegicus",
    "rats": "Rattus norvegicus", "yeast": "Saccharomyces cerevisiae",
    "zebrafish": "Danio rerio", "fruit fly": "Drosophila melanogaster",
    "e. coli": "Escherichia coli", "ヒト": "Homo sapiens", "人": "Homo sapiens",
    "マウス": "Mus musculus", "ラット": "Rattus norvegicus", "大腸菌": "Escherichia coli",
    "酵母": "Saccharomyces cerevisiae",
}  # fmt: skip
NAME = "|".join(sorted(map(re.escape, ORGANISMS), key=len, reverse=True))
OTHER = re.compile(
    r"(?:\b(?:from|of|in|for)\s+)?(?:\b(?:an?|any|all|the)\s+)?(?:\b(?:other\s+)?(?:species|organisms?)\s+)?"
    rf"\b(?:other\s+than|except(?:\s+for)?|excluding|(?:but\s+)?not\s+(?:from|of|in)?)\s+(?P<name>{NAME})(?![a-z])"
    rf"|\bnon-?\s?(?P<non>{NAME})(?![a-z])"
    rf"|(?P<ja>{NAME})以外(?:の(?:生物種?|種|動物))?(?:の|から|に由来する)?",
    re.IGNORECASE,
)


def _not_of(text: str) -> Read:
    found = OTHER.search(text)
    if found is None:
        return text, None
    name = ORGANISMS[(found["name"] or found["non"] or found["ja"]).casefold()]
    where = And(
        (
            Comparison("organism", Operator.EXISTS),
            Not(Comparison("organism", Operator.EQ, name)),
        )
    )
    return f"{text[: found.start()]} {text[found.end() :]}", where


# Readers by the field they read: text to the text that is left, and what it means.
GENE_FIELDS: Mapping[str, Callable[[str], Read]] = {"organism": _not_of}
