"""A survey as Markdown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aliquot.generation.surveying.tables.markdown import to_markdown
from aliquot.types import Absence, Disagreement, SurveyGroup
from made_surveys import made_citation, made_row, made_survey

GOLDEN = """\
## Which cell lines did we use?

| cell line | role | documents | quote |
| --- | --- | --- | --- |
| Vero | used | 1 | “Vero cells were used.” \\[Sato et al., 2013, Methods\\] |

| year | documents | names |
| --- | --- | --- |
| 2020 | 2 of 7 | Vero |
| no year | 1 |  |

### Documents disagree: EDTA: amount

| stated | documents | quote |
| --- | --- | --- |
| 1 mM, used | 2013-sato | “Vero cells were used.” \\[Sato et al., 2013, Methods\\] |
| 2 mM, used | 2013-sato | “Vero cells were used.” \\[Sato et al., 2013, Methods\\] |

### Absent

- HeLa (searched: findings, words; near: HeLa S3)

Note: searched for cells.

Coverage: 2 of 3 in scope were read, 1 could not be read.

- could not be read: /lab/scan.pdf: The PDF is locked.
"""


def test_a_whole_survey_reads_like_this() -> None:
    survey = replace(
        made_survey(made_row()),
        grouped_by="year",
        groups=(SurveyGroup("2020", ("a", "b"), ("Vero",), 7), SurveyGroup("", ("c",))),
        disagreements=(Disagreement("EDTA: amount", (made_row("1 mM"), made_row("2 mM"))),),
        absent=(Absence("HeLa", ("findings", "words"), ("HeLa S3",)),),
        notes=("searched for cells",),
    )
    assert to_markdown(survey) == GOLDEN


def test_nothing_found_is_said_with_its_coverage() -> None:
    text = to_markdown(made_survey())
    assert "No document that was read says so." in text
    assert "| --- |" not in text
    assert "Coverage: 2 of 3" in text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a | b", "a \\| b"),
        ("a\nb", "a b"),
        ("![x](http://e.org)", "!\\[x\\](http\\://e.org)"),
        ("www.e.org", "www\\.e.org"),
        ("<script>", "\\<script\\>"),
        ("&lt;b&gt;", "\\&lt;b\\&gt;"),
        ("~5 ml to ~6 ml", "\\~5 ml to \\~6 ml"),
        ("*a* `b` _c_", "\\*a\\* \\`b\\` \\_c\\_"),
        ("a\\", "a\\\\"),
        ("pUC_19 & 5 µM", "pUC_19 & 5 µM"),
    ],
)
def test_a_cell_is_shown_as_it_is(name: str, shown: str) -> None:
    assert f"\n| {shown} | used |" in to_markdown(made_survey(made_row(name)))


def test_further_quotes_are_counted() -> None:
    text = to_markdown(made_survey(made_row("Vero", made_citation(), made_citation("Vero E6."))))
    assert "Methods\\] and 1 more |" in text
