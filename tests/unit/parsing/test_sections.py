from __future__ import annotations

import pytest

from aliquot.parsing.sections import classify_section
from aliquot.types import SectionClass


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Abstract", "abstract"),
        ("SUMMARY", "abstract"),
        ("1. Introduction", "introduction"),
        ("Background", "introduction"),
        ("2 Materials and Methods", "methods"),
        ("II. METHODS", "methods"),
        ("Experimental procedures", "methods"),
        ("Statistical analyses", "methods"),
        ("3.1. Results", "results"),
        ("Results and Discussion", "results"),
        ("Discussion", "discussion"),
        ("Conclusions", "conclusion"),
        ("References", "references"),
        ("References and notes", "references"),
        ("Reference list", "references"),
        ("7. Bibliography", "references"),
        ("Literature cited", "references"),
        ("Works cited", "references"),
        ("引用文献", "references"),
        ("文献", "references"),
        ("Reference", "other"),
        ("Reference values", "other"),
        ("3 Reference genome", "other"),
        ("Referenced strains", "other"),
        ("文献検索", "other"),
        ("はじめに", "introduction"),
        ("2. 方法", "methods"),
        ("結果と考察", "results"),
        ("考察", "discussion"),
        ("参考文献", "references"),
        ("Resultant forces", "other"),
        ("Acknowledgements", "other"),
        ("Methodist hospital", "other"),
        ("Mix", "other"),
        ("", "other"),
    ],
)
def test_headings_are_known_by_what_they_begin_with(heading: str, expected: str) -> None:
    assert classify_section([heading]) == SectionClass(expected)


def test_the_outermost_heading_with_a_class_decides() -> None:
    assert classify_section(["Abstract", "Background"]) is SectionClass.ABSTRACT
    assert classify_section(["A study of mice", "Methods", "Results of pilot"]) is (
        SectionClass.METHODS
    )
    assert classify_section([]) is SectionClass.OTHER
