from __future__ import annotations

import pytest

from aliquot.generation.checking.differences import differences_of
from aliquot.generation.verify.support import Support


def support(source: str) -> Support:
    return Support(quotes=(source,), sentences=(source,), columns="", around="")


@pytest.mark.parametrize(
    ("claim", "source", "differences"),
    [
        (
            "The MFC was 900 µg/mL.",
            "MIC and MFC were 1250 and 1800 µg/mL.",
            [("900 µg/mL", "1250 or 1800 µg/mL")],
        ),
        ("It is kept at -20 °C.", "It is kept at -80 °C for 2 h.", [("-20 °C", "-80 °C")]),
        (
            "The gene ERR458501 was read.",
            "The gene ERR458500 was read.",
            [("ERR458501", "ERR458500")],
        ),
        ("Add 600 mL of culture.", "Add 600 µL of culture.", [("600 mL", "600 µL")]),
        ("It is kept at 4 °C.", "It is kept at 4°C.", []),
        ("It is kept in the dark.", "It is kept at 4°C.", []),
    ],
)
def test_what_is_said_otherwise_is_shown_as_written(
    claim: str, source: str, differences: list[tuple[str, str]]
) -> None:
    assert list(differences_of(claim, support(source))) == differences


def test_only_a_few_differences_are_shown() -> None:
    claim = " ".join(f"{n} mg" for n in range(1, 40))
    assert len(differences_of(claim, support("100 mg"))) <= 4
