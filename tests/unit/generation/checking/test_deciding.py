from __future__ import annotations

import pytest

from aliquot.generation.checking import Decision, Stance, Weighed, decide, decide_together
from aliquot.types import Citation, Span, VerdictKind


def weighed(
    stance: Stance, fit: float, document: str = "a", *, has_values: bool = False
) -> Weighed:
    citation = Citation(
        label="", quote="q", span=Span(0, 1), chunk_id=f"{document}#1", document_id=document,
        source="", section="", page=None, verified=stance is Stance.FOR,
    )  # fmt: skip
    return Weighed(stance, citation, (), fit, has_values)


def kind(*stretches: Weighed, is_found: bool = True) -> VerdictKind:
    return decide(stretches, is_found=is_found).kind


def test_the_stretch_about_the_same_thing_outweighs_one_about_another() -> None:
    far, near = weighed(Stance.FOR, 0.78), weighed(Stance.AGAINST, 0.95, "b")
    assert kind(far, near) is VerdictKind.CONTRADICTED
    assert kind(weighed(Stance.FOR, 0.95), near) is VerdictKind.SUPPORTED


def test_words_alone_have_to_be_nearly_all_there() -> None:
    assert kind(weighed(Stance.FOR, 0.65)) is VerdictKind.UNSUPPORTED
    assert kind(weighed(Stance.FOR, 0.65, has_values=True)) is VerdictKind.SUPPORTED


def test_what_is_only_alike_contradicts_nothing() -> None:
    assert kind(weighed(Stance.AGAINST, 0.52)) is VerdictKind.UNSUPPORTED
    far = kind(weighed(Stance.AGAINST, 0.62), weighed(Stance.SILENT, 0.9))
    assert far is VerdictKind.UNSUPPORTED


def test_another_document_that_disagrees_is_kept_beside_those_that_agree() -> None:
    decision = decide(
        [weighed(Stance.FOR, 1.0), weighed(Stance.AGAINST, 1.0), weighed(Stance.AGAINST, 1.0, "b")],
        is_found=True,
    )
    assert [one.citation.document_id for one in decision.against] == ["b"]


def test_nothing_near_is_not_found() -> None:
    assert kind(is_found=False) is VerdictKind.NOT_FOUND
    assert kind(weighed(Stance.ELSEWHERE, 0.2), is_found=False) is VerdictKind.NOT_FOUND


S, C, U, N = (
    VerdictKind.SUPPORTED, VerdictKind.CONTRADICTED, VerdictKind.UNSUPPORTED, VerdictKind.NOT_FOUND,
)  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "whole"), [([S, S], S), ([S, C], C), ([S, N], U), ([U, N], U), ([N, N], N)]
)
def test_a_sentence_is_worth_what_its_parts_are(
    parts: list[VerdictKind], whole: VerdictKind
) -> None:
    assert decide_together([Decision(one) for one in parts]) is whole
