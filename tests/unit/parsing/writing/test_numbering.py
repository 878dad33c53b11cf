"""Steps have the numbers they are known by."""

from __future__ import annotations

from aliquot.parsing.writing.numbering import resume_numbers, split_inner_lists
from aliquot.types import Block, BlockType, Span

STEP, NOTE = BlockType.STEP, BlockType.NOTE


def block(text: str, type: BlockType = STEP, path: tuple[str, ...] = ("P",)) -> Block:
    marker = text.split()[0] if type is STEP else ""
    return Block(
        type=type, text=text, span=Span(0, len(text)), level=1, marker=marker, section_path=path
    )


def texts(blocks: list[Block]) -> list[str]:
    return [one.text for one in blocks if one.type is STEP]


def test_list_that_begins_anew_behind_a_note_is_counted_on() -> None:
    given = [block("1. A"), block("2. B"), block("Note: x", NOTE), block("1. C"), block("2. D"),
             block("Note: y", NOTE), block("1. E")]  # fmt: skip
    blocks, warnings = resume_numbers(given)
    assert texts(blocks) == ["1. A", "2. B", "3. C", "4. D", "5. E"]
    assert [one.marker for one in blocks if one.type is STEP][-1] == "5."
    assert len(warnings) == 1


def test_list_of_another_section_begins_at_one() -> None:
    given = [block("1. A"), block("Note: x", NOTE), block("1. B", path=("Q",))]
    assert resume_numbers(given) == (given, [])


def test_list_that_begins_anew_without_a_note_is_left_alone() -> None:
    given = [block("1. A"), block("2. B"), block("1. C")]
    assert resume_numbers(given) == (given, [])


def test_number_stated_later_is_kept() -> None:
    given = [block("1. A"), block("Note: x", NOTE), block("1. B"), block("10. C")]
    assert texts(resume_numbers(given)[0]) == ["1. A", "2. B", "10. C"]


def test_list_within_a_step_becomes_sub_steps() -> None:
    parts = split_inner_lists([block("2. 1. Take 5 µl.2. Spin at 2.5 g. 3. Repeat steps 1.-2.")])
    assert [(one.marker, one.level, one.text) for one in parts] == [
        ("2.", 1, "2."),
        ("1.", 2, "1. Take 5 µl."),
        ("2.", 2, "2. Spin at 2.5 g."),
        ("3.", 2, "3. Repeat steps 1.-2."),
    ]


def test_number_printed_twice_is_printed_once() -> None:
    assert texts(split_inner_lists([block("2. 2. Add 10 ml")])) == ["2. Add 10 ml"]


def test_number_in_a_sentence_splits_nothing() -> None:
    given = [block("1. Add 1 ml. Repeat 2. Then see step 3. Done.")]
    assert split_inner_lists(given) == given
