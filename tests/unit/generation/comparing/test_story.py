"""Two versions of a protocol, edited as labs edit them, and what is told of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.types import ChangeKind, StepChange, ValueChange, VersionComparison, WordChange
from compared_protocols import PROTOCOL, Compared, compared_texts, made

ALL = 19


@pytest.fixture
def edited() -> Compared:
    """Compare the protocol with itself after replacements `(before, after)`, in order."""

    def run(*edits: Sequence[str]) -> VersionComparison:
        text = PROTOCOL
        for before, after in edits:
            assert before in text, before
            text = text.replace(before, after, 1)
        return compared_texts(PROTOCOL, text)

    return run


def only(found: VersionComparison) -> StepChange:
    """Return the one change, everything else being the same."""
    (change,) = found.changes
    before, after = len(change.before), len(change.after)
    assert found.unchanged == ALL - before or (not before and found.unchanged == ALL)
    assert before or after
    return change


def quotes(change: StepChange) -> tuple[list[str], list[str]]:
    return [one.quote for one in change.before], [one.quote for one in change.after]


def test_a_document_is_the_same_as_itself() -> None:
    found = compared_texts(PROTOCOL, PROTOCOL)
    assert (found.changes, found.fields, found.unchanged) == ((), (), ALL)


def test_a_changed_value_is_told_by_what_it_measures(edited: Compared) -> None:
    change = only(edited(("56 °C for 1 h", "60 °C for 1 h")))
    assert change.kind is ChangeKind.CHANGED
    assert change.values == (ValueChange("temperature", "56 °C", "60 °C"),)
    assert change.words == ()
    assert quotes(change) == (
        ["3. Incubate in the dry bath at 56 °C for 1 h, vortexing every 30 min."],
        ["3. Incubate in the dry bath at 60 °C for 1 h, vortexing every 30 min."],
    )
    assert (change.section, change.old_label, change.new_label) == ("Lysis", "3", "3")


def test_a_changed_unit_is_a_changed_value_of_its_reagent(edited: Compared) -> None:
    change = only(edited(("5 µL Proteinase K to", "5 mL Proteinase K to")))
    assert change.values == (ValueChange("Proteinase K", "5 µL", "5 mL"),)


def test_a_value_in_another_unit_is_the_same_value(edited: Compared) -> None:
    change = only(edited(("56 °C for 1 h", "56 °C for 60 min")))
    assert (change.kind, change.is_minor) == (ChangeKind.REWORDED, True)
    assert change.values == ()
    assert change.words == (WordChange("1 h", "60 min"),)


def test_a_speed_is_a_speed_in_rpm_and_x_g(edited: Compared) -> None:
    change = only(edited(("14,000 x g", "13,000 rpm")))
    assert change.values == (ValueChange("speed", "14,000 x g", "13,000 rpm"),)


def test_values_in_another_order_are_paired_by_what_they_measure(edited: Compared) -> None:
    change = only(edited(("at 14,000 x g for 2 min", "for 5 min at 14,000 x g")))
    assert change.values == (ValueChange("time", "2 min", "5 min"),)
    assert change.words == ()


def test_an_inserted_step_renumbers_the_others_without_a_change(edited: Compared) -> None:
    renumbered = [(f"{n}. ", f"{n + 1}. ") for n in range(10, 3, -1)]
    inserted = ("5. Centrifuge", "4. Add 1 µL RNase A and mix.\n5. Centrifuge")
    change = only(edited(*renumbered, inserted, ("repeat step 4", "repeat step 5")))
    assert change.kind is ChangeKind.ADDED
    assert quotes(change) == ([], ["4. Add 1 µL RNase A and mix."])


def test_a_reference_to_a_step_that_was_not_renumbered_is_a_change(edited: Compared) -> None:
    change = only(edited(("repeat step 4", "repeat step 3")))
    assert change.values == (ValueChange("step", "4", "3"),)


def test_a_removed_step_is_told_where_it_stood(edited: Compared) -> None:
    found = edited(("6. Chill the samples on ice for 5 min.\n", ""), ("600 µL", "700 µL"))
    assert [one.kind for one in found.changes] == [ChangeKind.REMOVED, ChangeKind.CHANGED]
    assert quotes(found.changes[0]) == (["6. Chill the samples on ice for 5 min."], [])


def test_a_moved_step_is_neither_added_nor_removed(edited: Compared) -> None:
    line = "6. Chill the samples on ice for 5 min.\n"
    change = only(edited((line, ""), ("9. Leave", f"{line}9. Leave")))
    assert (change.kind, change.is_moved, change.values) == (ChangeKind.MOVED, True, ())


def test_a_short_step_that_is_the_same_elsewhere_moved() -> None:
    found = compared_texts(
        listed(["1. Vortex.", "2. Cut the fin clip.", "3. Heat the dry bath."]),
        listed(["1. Cut the fin clip.", "2. Heat the dry bath.", "3. Vortex."]),
    )
    assert [one.kind for one in found.changes] == [ChangeKind.MOVED]


def test_a_few_words_split_from_a_long_step_are_a_part_of_it() -> None:
    long = "Design the primers for the gene by the rules of the kit and order them desalted."
    found = compared_texts(
        listed([f"1. Amplify the gene. {long}"]), listed(["1. Amplify the gene.", f"2. {long}"])
    )
    assert [one.kind for one in found.changes] == [ChangeKind.SPLIT]


def test_a_step_that_moved_to_another_section_keeps_its_changed_value(edited: Compared) -> None:
    line = "4. Centrifuge at 14,000 x g for 2 min.\n"
    change = only(edited((line, ""), ("9. Leave", line.replace("2 min", "3 min") + "9. Leave")))
    assert (change.kind, change.is_moved) == (ChangeKind.CHANGED, True)
    assert change.values == (ValueChange("time", "2 min", "3 min"),)


def test_a_step_split_in_two_is_one_change(edited: Compared) -> None:
    change = only(edited(("new tube and discard the debris.", "new tube.\n8. Discard the debris.")))
    assert (change.kind, change.values, change.words) == (ChangeKind.SPLIT, (), ())
    assert [len(side) for side in quotes(change)] == [1, 2]


def test_a_split_step_tells_its_changed_value(edited: Compared) -> None:
    split = ("600 µL of cold ethanol and invert", "700 µL of cold ethanol.\n9. Invert")
    change = only(edited(split))
    assert change.kind is ChangeKind.SPLIT
    assert change.values == (ValueChange("ethanol", "600 µL", "700 µL"),)


def test_merged_steps_are_one_change(edited: Compared) -> None:
    merged = (" and vortex at once.\n6. Chill the", ", vortex at once and chill the")
    change = only(edited(merged))
    assert (change.kind, change.words) == (ChangeKind.MERGED, ())
    assert [len(side) for side in quotes(change)] == [2, 1]


def test_a_typing_error_put_right_is_minor(edited: Compared) -> None:
    found = compared_texts(PROTOCOL.replace("Resuspend", "Resuspned"), PROTOCOL)
    change = only(found)
    assert (change.kind, change.is_minor) == (ChangeKind.REWORDED, True)
    assert change.words == (WordChange("Resuspned", "Resuspend"),)


@pytest.mark.parametrize(
    ("before", "after"),
    [("cold ethanol", "cold methanol"), ("and vortex at once", "and do not vortex at once")],
)
def test_another_substance_and_a_denial_are_never_minor(
    edited: Compared, before: str, after: str
) -> None:
    change = only(edited((before, after)))
    assert (change.kind, change.is_minor) == (ChangeKind.REWORDED, False)


def test_a_step_said_in_other_words_is_reworded(edited: Compared) -> None:
    change = only(edited(("Leave the pellet to dry", "Let the pellet dry")))
    assert change.kind is ChangeKind.REWORDED
    assert WordChange("Leave", "Let") in change.words


def test_a_row_is_compared_by_its_columns(edited: Compared) -> None:
    row = ("| Proteinase K | 5 µL | Qiagen |", "| Proteinase K | 10 µL | NEB |")
    change = only(edited(row))
    assert change.values == (ValueChange("Proteinase K, Volume", "5 µL", "10 µL"),)
    assert change.words == (WordChange("Qiagen", "NEB"),)
    assert quotes(change) == ([row[0]], [row[1]])


def test_rows_in_another_order_moved(edited: Compared) -> None:
    first, second = "| Proteinase K | 5 µL | Qiagen |\n", "| Nuclei Lysis Solution | 200 µL |"
    change = only(edited((first, ""), (second, first + second)))
    assert change.kind is ChangeKind.MOVED


def test_a_line_of_the_materials_counts_like_a_step(edited: Compared) -> None:
    found = edited(("Proteinase K (20 mg/ml)", "Proteinase K (10 mg/ml)"), ("- TE buffer\n", ""))
    changed, removed = found.changes
    assert changed.values == (ValueChange("Proteinase K", "20 mg/ml", "10 mg/ml"),)
    assert quotes(removed) == (["TE buffer"], [])


def test_the_head_is_told_apart_from_the_steps(edited: Compared) -> None:
    found = edited(("Version 1 | 12 May 2021", "Version 2 | 1 June 2022"))
    (change,) = found.changes
    assert change.is_head
    assert change.values == (
        ValueChange("version", "Version 1", "Version 2"),
        ValueChange("date", "12 May 2021", "1 June 2022"),
    )
    assert found.changed_values == 0


def test_a_renamed_section_changes_no_step(edited: Compared) -> None:
    found = edited(("## Lysis", "## Digestion of the tissue"))
    assert found.fields == (ValueChange("section", "Lysis", "Digestion of the tissue"),)
    assert (found.changes, found.unchanged) == ((), ALL)


def test_japanese_steps_are_compared_alike() -> None:
    old = "# 固定\n\n1. 固定液1 mLに移し、4 °Cで16時間固定する。\n2. PBTで10分間ずつ4回洗う。\n"
    new = (
        "# 固定\n\n1. 弛緩液に3分間浸す。\n2. 固定液1 mLに移し、4 °Cで20時間固定する。\n"
        "3. PBTで10分間ずつ4回洗う。\n"
    )
    found = compared_texts(old, new)
    added, changed = found.changes
    assert (added.kind, quotes(added)[1]) == (ChangeKind.ADDED, ["1. 弛緩液に3分間浸す。"])
    assert changed.values == (ValueChange("time", "16時間", "20時間"),)
    assert found.unchanged == 1


def test_documents_with_nothing_in_common_say_so() -> None:
    found = compared_texts(PROTOCOL, "# Notes\n\nPolyps glow blue when somebody knocks.\n")
    assert found.unchanged == 0
    assert any("not be versions" in note for note in found.notes)


def test_a_document_without_text_says_so() -> None:
    found = compared_texts(PROTOCOL, "# DNA extraction from fin clips\n")
    assert {one.kind for one in found.changes} == {ChangeKind.REMOVED}
    assert any("no text" in note for note in found.notes)


def listed(lines: Sequence[str]) -> str:
    return "\n".join(["# Title", "", *lines, ""])


LINES = st.lists(
    st.sampled_from([line for line in PROTOCOL.splitlines() if re.match(r"\d+\. |- ", line)])
    | st.sampled_from(["1. Vortex.", "2. Add 5 µL DNA.", "- 2 mL tubes", "3. 4 °Cで洗う。"]),
    max_size=12,
)


@given(LINES, LINES)
def test_every_quote_stands_in_its_document(old: list[str], new: list[str]) -> None:
    texts = [listed(lines) for lines in (old, new)]
    documents = [made(text)[0].text for text in texts]
    found = compared_texts(*texts)
    for change in found.changes:
        for side, text in zip((change.before, change.after), documents, strict=True):
            assert all(one.verified and one.span.of(text) == one.quote for one in side)


@given(LINES, LINES)
def test_swapped_sides_swap_added_and_removed(old: list[str], new: list[str]) -> None:
    texts = [listed(lines) for lines in (old, new)]
    forth, back = compared_texts(*texts), compared_texts(*reversed(texts))
    assert forth.counts[ChangeKind.ADDED] == back.counts[ChangeKind.REMOVED]
    assert forth.counts[ChangeKind.REMOVED] == back.counts[ChangeKind.ADDED]
    assert forth.unchanged == back.unchanged


def test_a_line_among_its_repeats_is_paired_the_same_from_both_sides() -> None:
    old = listed(["2. Add 5 µL DNA.", "- Proteinase K", "- Proteinase K"])
    new = listed(["- 2 mL tubes", "- Proteinase K", "- Nuclei Lysis Solution"])
    forth, back = compared_texts(old, new), compared_texts(new, old)
    assert forth.counts[ChangeKind.ADDED] == back.counts[ChangeKind.REMOVED]


@given(LINES)
def test_a_comparison_with_itself_finds_nothing(lines: list[str]) -> None:
    text = listed(lines)
    assert compared_texts(text, text).changes == ()
