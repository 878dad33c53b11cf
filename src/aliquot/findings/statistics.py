"""Find statistics as papers write them: n, P values, tests, intervals, ratios of hazards and odds.

What enters: a document with its chunks. What leaves: a finding at each place, named by what it is
(`p`, `n`, `test`, `confidence interval`, ...), its value in the details.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aliquot.findings.places import found
from aliquot.types import Chunk, Document, DocumentKind, Finding, FindingKind

__all__ = ["Statistics"]

NUMBER = r"[-−–]?\d*[.·]?\d+(?:\s?[×x]\s?10\s?[-−–⁻^]*\s?[\d⁰¹²³⁴-⁹]+|[eE][-−]?\d+)?"
# P values; "P50.05" and "p53" are none, so a sign must stand between.
P_VALUE = re.compile(
    rf"(?<![\w-])[Pp](?:[-\s]?(?:values?))?\s?(?P<sign>[<>=≤≥])\s?(?P<value>{NUMBER})"
)
# How many; "n = 5 per group", "n=12/group".
SAMPLE_SIZE = re.compile(
    r"(?<![\w-])[nN]\s?(?P<sign>[=≥≤><])\s?(?P<value>\d{1,3}(?:,\d{3})+|\d+)(?![\d.]\d)"
)
INTERVAL = re.compile(
    rf"(?P<level>9[059](?:\.\d)?)\s?%\s?(?:CIs?|confidence intervals?|credible intervals?)"
    rf"\)?[\s:=,]*[\[(]?\s?"
    rf"(?P<value>{NUMBER}\s?%?\s?(?:[-–—,;]|to)\s?{NUMBER}(?:\s?%)?)"
)
# Sizes of effects, with what they are called in full.
EFFECTS = {
    "HR": "hazard ratio", "aHR": "hazard ratio", "OR": "odds ratio", "aOR": "odds ratio",
    "RR": "risk ratio", "IRR": "incidence rate ratio", "SMD": "standardised mean difference",
    "hazard ratio": "hazard ratio", "odds ratio": "odds ratio", "relative risk": "risk ratio",
    "risk ratio": "risk ratio",
}  # fmt: skip
EFFECT = re.compile(
    r"(?<![\w-])(?P<name>a?HR|a?OR|I?RR|SMD|[Hh]azard ratios?|[Oo]dds ratios?"
    r"|[Rr]elative risk|[Rr]isk ratio)"
    r"(?:\s?\((?:a?HR|a?OR|RR)\))?\s?(?:[=:,]|of|was)?\s?(?P<value>\d+[.·]\d+)"
)
CORRELATION = re.compile(r"(?<![\w-])(?P<name>[rR][²2]?|ρ|rho)\s?=\s?(?P<value>[-−–]?[01]?\.\d+)")
# Tests by name. Source: names of methods in textbooks of biostatistics (Armitage, Zar).
TEST = re.compile(
    r"(?<!\w)(?P<name>(?:[Oo]ne|[Tt]wo)[- ]way (?:repeated[- ]measures )?"
    r"(?:ANOVA|analysis of variance)"
    r"|\bAN(?:C)?OVA\b|\bMANOVA\b|[Aa]nalysis of variance"
    r"|(?:(?:un)?paired |(?:one|two)-(?:tailed|sided) )*(?:Student[’']?s?\s)?\bt[- ]tests?\b"
    r"|Welch[’']?s? (?:t[- ]test|test)|Mann[-–\s]Whitney(?: U)?(?: test)?"
    r"|Wilcoxon(?: (?:signed[- ]rank|rank[- ]sum))?(?: test)?"
    r"|Kruskal[-–\s]Wallis(?: test)?|Fisher[’']?s exact(?: test)?"
    r"|[Cc]hi[- ]squared?(?: test)?|χ[2²](?:[- ]test)?"
    r"|Tukey(?:[’']s)?(?: HSD)?(?: (?:post[- ]hoc )?test)?|Bonferroni"
    r"|Dunnett(?:[’']s)?(?: test)?|Newman[-–]Keuls"
    r"|Benjamini[-–\s]Hochberg|[Ll]og[- ]rank(?: test)?|Cox (?:proportional[- ]hazards?|regression)"
    r"|Kaplan[-–]Meier|Kolmogorov[-–]Smirnov|Shapiro[-–]Wilk"
    r"|Spearman(?:[’']s)?(?: (?:rank )?correlation)?"
    r"|Pearson(?:[’']s)?(?: correlation)?|[Ll]ogistic regression|[Ll]inear regression"
    r"|McNemar(?:[’']s)?(?: test)?"
    r"|t検定|カイ二乗検定|分散分析)"
)
PLURAL = re.compile(r"\b(test|regression)s\b")
PATTERNS = (
    ("p", P_VALUE),
    ("n", SAMPLE_SIZE),
    ("confidence interval", INTERVAL),
    ("", EFFECT),
    ("correlation", CORRELATION),
    ("test", TEST),
)
# Records of genes and protocols' steps hold no statistics, but letters that look like them.
WITHOUT = frozenset({DocumentKind.GENE})


class Statistics:
    """Finds numbers of subjects, P values, tests, intervals and sizes of effects."""

    name = "statistics"
    version = "2"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield the statistics a document states, by what they are, then in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        if document.kind in WITHOUT:
            return
        for name, pattern in PATTERNS:
            for match in pattern.finditer(document.text):
                finding = self._finding(document, chunks, name, match)
                if finding is not None:
                    yield finding

    def _finding(
        self, document: Document, chunks: Sequence[Chunk], name: str, match: re.Match[str]
    ) -> Finding | None:
        details = {key: value for key, value in match.groupdict().items() if value}
        what = name or EFFECTS[_singular(details["name"])]
        details["statistic"] = what
        return found(
            document,
            chunks,
            FindingKind.STATISTIC,
            match.start(),
            match.end(),
            normalised=_normalised(what, details),
            details=details,
            extractor=f"{self.name}/{self.version}",
            confidence=0.9,
        )


def _singular(name: str) -> str:
    return name if name.isupper() or name in EFFECTS else name.casefold().removesuffix("s")


def _normalised(what: str, details: dict[str, str]) -> str:
    """Return one form: "p < 0.05", "n = 12", "t-test"."""
    if what == "test":
        low = details["name"].casefold().replace("’", "'").replace("–", "-").replace("'s", "")
        singular = PLURAL.sub(r"\1", low.replace("t-test", "t test").replace("'", ""))
        return " ".join(singular.split())
    value = "".join(details["value"].replace("·", ".").replace("−", "-").split())
    value = value.replace("to", " to ")
    value = f"0{value}" if value.startswith(".") else value
    return f"{what} {details.get('sign', '=')} {value.replace(',', '') if what == 'n' else value}"
